//! Web archive files, in three layers.
//!
//! The *member* layer turns the stored bytes of a file into inflated ones and remembers which
//! compressed member each byte came from. The *record* layer cuts these into WARC (ISO 28500) and
//! ARC records and finds its way back after damage. The *HTTP* layer reads the response in a
//! record's block and undoes its transfer and content codings.
//!
//! Words used throughout:
//!
//! - A *member* is one compressed unit of a file: a gzip member, a zstd or lz4 frame. An
//!   uncompressed stretch of a file counts as one.
//! - A *record* is a header and a *block* of bytes.
//! - A *capture* is a record that holds what a URL answered; its *payload* is the body of the
//!   answer.
//!
//! Errors are items of the stream, never its end: what cannot be read becomes a [`Damage`] with
//! offset, length and cause, what is wrong with a record becomes one of its [`Fault`]s.
//!
//! ```
//! use scutch_archive::{Item, Limits, Reader, WarcWriter, capture};
//!
//! let mut writer = WarcWriter::gzip(Vec::new());
//! let fields = [
//!     ("WARC-Type", "response"),
//!     ("WARC-Record-ID", "<urn:example:1>"),
//!     ("WARC-Date", "2020-02-02T02:02:02Z"),
//!     ("WARC-Target-URI", "http://example.org/"),
//! ];
//! writer.write(&fields, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>The tide.")?;
//!
//! let limits = Limits::default();
//! let mut reader = Reader::from_bytes(&writer.into_inner(), &limits);
//! while let Some(item) = reader.next() {
//!     let Item::Record(record) = item else { continue };
//!     let page = capture(&record, &limits).expect("a capture");
//!     assert_eq!((page.url, page.status), ("http://example.org/", Some(200)));
//!     assert_eq!(&*page.payload.content, b"<p>The tide.");
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
#![deny(unsafe_code)]

mod bounds;
mod capture;
mod cause;
pub mod cdx;
pub mod copy;
mod date;
pub mod digest;
mod files;
mod format;
mod http;
mod interrupted;
mod limits;
mod media;
mod member;
mod package;
mod payload;
mod place;
pub mod post;
mod reader;
mod record;
pub mod revisit;
mod size;
mod sniff;
mod source;
pub mod standard;
mod whole;
mod window;
mod writer;

pub use bounds::{BadBound, DateBounds, date_digits};
pub use capture::{Capture, NotCapture, NotCaptureReason, capture};
pub use cause::{Cause, Damage, Fault, Severity};
pub use date::{Precision, WarcDate};
pub use files::{Compression, Unwritten, WarcFiles, Written};
pub use format::{Format, Sniffed};
pub use http::{
    HttpError, HttpFlag, HttpHeaders, HttpRequest, HttpResponse, Payload, StreamedResponse, gunzip,
    http_start_line, parse_http_request, parse_http_response, stream_http_response,
};
pub use interrupted::{PathKind, path_kind, paths_in, uninterrupted};
pub use limits::Limits;
pub use media::{MediaSource, MediaType, PAGES, essence, other_format};
pub use payload::PayloadDigests;
pub use place::{Extent, Location, Position};
pub use reader::{
    Item, OpenError, ReadError, Reader, SelectedRecords, TableRecords, read_record, read_record_at,
};
pub use record::{Page, Record, RecordKind, Segment};
pub use sniff::{sniff, sniff_source};
pub use source::{
    FileStamp, RemoteBytes, RemoteChange, RemoteOpener, RemoteVersion, Source, SourceFault,
    SourcePool, SourceReader, is_address, open_addresses_with,
};
pub use whole::{Unwritten as UnwrittenFile, WholeFile, discard_partial, rename_whole};
pub use writer::WarcWriter;
