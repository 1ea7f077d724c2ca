//! A polite HTTP/1.1 client that refuses private addresses and keeps requests and answers byte by byte as they
//! went over the wire. Besides the crate for objects that a user named as inputs, the only one that opens sockets.
//!
//! The road: a [`Request`] goes to a [`Client`], which waits for its turn at the host, asks again
//! if that may help, follows redirects, and returns [`Fetched`]: a list of [`Exchange`]s (*hops*)
//! and a [`Failure`] with a reason id if the last is no usable answer. Clients of several threads
//! share what they know of hosts in [`Hosts`].
//!
//! Header fields are not normalised and bodies keep their codings, because WARC records are made of
//! them. HTTP libraries do not offer that, so the rules that a client needs are here. TLS is
//! rustls.
//!
//! ```
//! use scutch_fetch::{Client, Failure, Request, Settings};
//! use scutch_memento::{Guard, Refusal};
//!
//! let mut client = Client::new(Settings::default(), Guard::default(), || false);
//! let request = Request { uri: "http://127.0.0.1/admin".to_owned(), ..Request::default() };
//! // Refused before any socket is opened.
//! let fetched = client.fetch(&request);
//! assert_eq!(fetched.failure, Some(Failure::Refused(Refusal::PrivateHost)));
//! ```

#![forbid(unsafe_code)]

mod body;
mod chain;
mod client;
mod clock;
mod connection;
mod cookies;
mod exchange;
mod failure;
mod header;
mod hosts;
mod lane;
mod pace;
mod pool;
mod proxy;
mod request;
mod resolve;
mod robots;
mod settings;
mod spool;
mod tls;

pub use client::Client;
pub use clock::{Clock, SystemClock};
pub use cookies::{Cookie, CookieFileError, Cookies};
pub use exchange::{Exchange, Fetched};
pub use failure::Failure;
pub use header::Header;
pub use hosts::{HostCounts, Hosts};
pub use proxy::{Proxy, ProxyKind};
pub use request::Request;
pub use resolve::{Resolve, SystemResolver};
pub use settings::{ListSettings, Settings};
pub use spool::Spooled;
pub use tls::CertificateFault;
