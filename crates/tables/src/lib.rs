//! Tables of web pages: JSON lines and Parquet with a column of addresses and a column of HTML.
//!
//! Each row is a page. Its place is an offset and a length in the file, so that a row of a corpus can
//! be traced back to it:
//!
//! | table | offset and length | inner offset |
//! |---|---|---|
//! | JSON lines | the line, with its end | 0 |
//! | JSON lines, compressed | the whole file | bytes of the inflated file before the line |
//! | Parquet | the row group | rows of the group before it |
//!
//! Tables say nothing of how a page was fetched. Their rows carry the note
//! [`TableRow`](scutch_archive::Cause::TableRow).
//!
//! ```
//! use scutch_archive::{Item, Limits, Position, Reader, Source};
//! use scutch_tables::{TableColumns, sniff_table};
//!
//! let lines = br#"{"url": "http://example.org/", "html": "<p>The tide."}"#;
//! let (source, limits) = (Source::from_bytes(lines), Limits::default());
//! let table = sniff_table(&source, &TableColumns::default())?.expect("a table").expect("columns");
//! let rows = table.open(source.clone(), Position::START, &limits).expect("rows");
//! let mut reader = Reader::from_table(source, rows, &limits);
//! let Some(Item::Record(record)) = reader.next() else { panic!("a row") };
//! assert_eq!((record.target_uri(), record.block()), (Some("http://example.org/"), &b"<p>The tide."[..]));
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod cell;
mod chunks;
mod columns;
mod error;
mod guarded;
mod index;
mod inflated;
mod pages;

pub use columns::{PageColumns, TableColumns};
pub use error::TableError;
pub use index::{
    HostFilter, IndexCounts, IndexEntry, IndexError, IndexFilter, RowFault, TakeRow, read_index,
};
pub use pages::{PageTable, TableForm, sniff_table};
