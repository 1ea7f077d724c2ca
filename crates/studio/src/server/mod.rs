//! A server for one person and one browser, on loopback.
//!
//! An archived page is hostile, and so may be the page in the next tab. So the server answers only
//! who knows its token, asks by its own name, and comes from its own pages ([`Door`]). It opens no
//! connection and keeps none open.
//!
//! HTTP/1.1 is written by hand (RFC 9112): a request is read within bounds of size and time, answered,
//! and the connection closed.

mod answer;
mod guard;
mod listen;
mod request;
mod token;

pub use answer::{Answer, Policy, Status};
pub use guard::{Door, OWN_HEADER, Refusal};
pub use listen::Server;
pub use request::{BadRequest, Method, Request};
pub use token::{kept_token, token};
