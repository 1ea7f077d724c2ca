//! TimeMaps (RFC 7089, section 5): lists of the mementos of one resource, in every dialect that web
//! archives write. Nothing here opens a socket.
//!
//! The road: [`Sources`] says whom to ask and how fast, [`read()`] turns an answer into [`Memento`]s,
//! [`Mementos`] keeps millions of them in 24 bytes each, a [`Selection`] chooses, and
//! [`request_forms`] says how to ask for one without the archive's additions. [`table`] works on
//! rows about mementos that were found.
//!
//! Words: a *URI-R* is the original resource, a *URI-M* a memento of it, a *URI-T* a TimeMap.
//!
//! ```
//! use scutch_memento::{Guard, cdx_timestamp, parse};
//!
//! let list = br#"<http://example.org/>; rel="original",
//!     <http://archive.example/20140127171200/http://example.org/>; rel="memento";
//!     datetime="Mon, 27 Jan 2014 17:12:00 GMT""#;
//! let timemap = parse(list, &Guard::default())?;
//! assert_eq!(timemap.original.as_deref(), Some("http://example.org/"));
//! assert_eq!(cdx_timestamp(timemap.mementos[0].unix_ms), "20140127171200");
//! # Ok::<(), scutch_memento::TimeMapError>(())
//! ```

#![forbid(unsafe_code)]

mod archiveit;
mod date;
mod guard;
mod mementos;
mod pages;
mod raw;
mod read;
mod select;
mod sources;
pub mod table;
mod timemap;
mod uri;
mod uri_store;
mod write;

pub use archiveit::Collection;
pub use date::{Moment, cdx_timestamp, date_span, http_date, parse_date, warc_date};
pub use guard::{Guard, Refusal};
pub use mementos::{ListedMemento, Mementos, UNDATED};
pub use pages::TimeMapPages;
pub use raw::{RequestForm, request_forms};
pub use read::{ListEntry, OnEntry, OnMemento, parse, read, read_entries};
pub use select::{Collapse, Period, Selection};
pub use sources::{AFTER_429, Rate, Source, Sources, SourcesError, fill_uri};
pub use timemap::{Fault, Memento, PageLink, TimeMap, TimeMapError};
pub use uri::{split_uri_m, without_modifier};
pub use write::Dialect;
