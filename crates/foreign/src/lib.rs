//! *Foreign* text: strings from archives, servers and file systems, which may hold anything.
//!
//! What a string can do depends on where it is shown. A terminal obeys control characters, a line of
//! text is reordered by bidirectional-format characters, a spreadsheet computes a cell that begins
//! like a formula. This crate has one answer for each place:
//!
//! - [`escaped`] and [`Escaping`] are for text that people read: no character [steers] what is around
//!   it.
//! - [`cell`] and [`uncell`] are for tables between tabs or commas.
//! - [`push_field`] and [`unfield`] are for CSV that keeps every text exactly.
//! - [`escaped_json`] and [`Escaping::json`] are for JSON on a terminal: its own escapes leave out
//!   C1 controls and bidirectional-format characters.
//! - [`push_json`] writes a string of JSON, [`push_xml`] a text of XML and [`push_xml_attribute`] the
//!   value of an attribute.
//!
//! Other machine formats (WARC, Parquet) need none of these.
//!
//! ```
//! use scutch_foreign::{cell, escaped};
//!
//! assert_eq!(escaped("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
//! assert_eq!(cell("=1+1\tx"), "'=1+1 x");
//! ```
#![forbid(unsafe_code)]

mod cell;
mod escape;
mod field;
mod json;
mod writer;
mod xml;

pub use self::cell::{cell, uncell};
pub use self::escape::{escaped, escaped_json, escaped_lines, steers};
pub use self::field::{push_field, unfield};
pub use self::json::push_json;
pub use self::writer::Escaping;
pub use self::xml::{push_xml, push_xml_attribute};
