//! The only crate that opens sockets: a client for HTTP/1.1 that asks politely, refuses addresses
//! which a list from outside must not lead to, and keeps requests and answers byte by byte as they
//! went over the wire.
//!
//! An *exchange* is one request and its answer. A *hop* is an exchange on the way along redirects.
//! A *failure* is an end without an answer that could be believed, and carries a reason id.
//!
//! Headers are not normalised and bodies keep their transfer and content codings, because evidence
//! is made of them: that is why the few rules of HTTP/1.1 a client needs are here, and no client
//! library. TLS comes from rustls.

#![forbid(unsafe_code)]

mod address;
mod body;
mod client;
mod clock;
mod connection;
mod exchange;
mod failure;
mod hosts;
mod pace;
mod request;
mod robots;
mod settings;
mod spool;

pub use address::{Resolve, SystemResolver};
pub use client::{Client, Fetched};
pub use clock::{Clock, SystemClock};
pub use exchange::Exchange;
pub use failure::Failure;
pub use hosts::{Counts, Hosts};
pub use request::Request;
pub use settings::Settings;
pub use spool::Spooled;
