//! TimeMaps (RFC 7089, section 5): lists of the mementos of one resource, in the dialects archives
//! speak. Nothing here opens a socket.
//!
//! Words: a *URI-R* is the original resource, a *URI-M* a memento of it, a *URI-T* a TimeMap.

#![forbid(unsafe_code)]

mod date;
mod guard;
mod lines;
mod link;
mod pages;
mod timemap;
mod write;

pub use date::{Moment, moment, stamp};
pub use guard::{Guard, Refusal};
pub use pages::Pages;
pub use timemap::{Fault, Memento, Page, TimeMap, TimeMapError, parse};
pub use write::{cdxj, json, link};
