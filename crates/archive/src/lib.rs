//! Web archive files, in three layers.
//!
//! The *member* layer turns the bytes of a file into one stream of inflated bytes and remembers
//! which compressed member each byte came from. The *record* layer cuts that stream into WARC
//! records (ISO 28500) and finds its way back after damage. The *HTTP* layer reads the response in
//! a record's block and undoes its transfer and content encodings.
//!
//! Errors are items of the stream, never its end: what cannot be read becomes a [`Damage`] with
//! offset, length and cause, what is wrong with a record becomes one of its [`Fault`]s.
#![forbid(unsafe_code)]

mod capture;
mod cause;
mod date;
pub mod digest;
mod http;
mod limits;
mod member;
mod reader;
mod record;
mod sniff;
mod window;
mod write;

pub use capture::{Capture, NotCapture, NotCaptureReason, capture};
pub use cause::{Cause, Damage, Fault, Severity};
pub use date::{Precision, WarcDate};
pub use http::{HttpError, HttpFlag, HttpHeaders, HttpResponse, Payload, parse_http_response};
pub use limits::Limits;
pub use member::{Location, Position};
pub use reader::{Item, OpenError, Reader};
pub use record::{Record, RecordKind};
pub use sniff::{Format, Sniffed, sniff};
pub use write::WarcWriter;
