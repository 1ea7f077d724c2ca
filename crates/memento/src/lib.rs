//! TimeMaps (RFC 7089, section 5): lists of the mementos of one resource, in the dialects archives
//! speak. Nothing here opens a socket.
//!
//! [`table`] is what is done with mementos once they are found: rows, by their URI-Ms.
//!
//! Words: a *URI-R* is the original resource, a *URI-M* a memento of it, a *URI-T* a TimeMap.

#![forbid(unsafe_code)]

mod addresses;
mod archiveit;
mod cdx;
mod date;
mod guard;
mod lines;
mod link;
mod mementos;
mod object;
mod pages;
mod raw;
mod read;
mod select;
mod sources;
pub mod table;
mod text;
mod timemap;
mod uri;
mod write;

pub use archiveit::Collection;
pub use date::{Moment, http_date, moment, span, stamp, warc_date};
pub use guard::{Guard, Refusal};
pub use mementos::{Listed, Mementos};
pub use pages::Pages;
pub use raw::{Form, forms};
pub use read::{Take, parse, read};
pub use select::{Period, Selection};
pub use sources::{Source, filled, sources};
pub use timemap::{Fault, Memento, Page, TimeMap, TimeMapError};
pub use uri::{same_memento, uri_m_parts};
pub use write::Dialect;
