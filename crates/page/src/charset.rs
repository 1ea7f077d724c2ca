//! From bytes to text.

use std::borrow::Cow;

use crate::{Hints, PageFlag};

/// What decided the charset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CharsetSource {
    /// A byte order mark.
    Bom,
    /// The charset parameter of the HTTP `Content-Type`.
    Http,
    /// A `meta` element or XML declaration in the document.
    Meta,
    /// The bytes are valid UTF-8 (or nearly).
    Utf8,
    /// The byte pattern of UTF-16 or ISO-2022-JP.
    Pattern,
    /// The statistical detector.
    Detector,
    /// Nothing to decide: the document is ASCII or empty.
    Ascii,
}

impl CharsetSource {
    /// The name as written in rows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::Http => "http",
            Self::Meta => "meta",
            Self::Utf8 => "utf8",
            Self::Pattern => "pattern",
            Self::Detector => "detector",
            Self::Ascii => "ascii",
        }
    }
}

/// A decoded document.
#[derive(Debug, Clone)]
pub struct Decoded<'a> {
    /// The text, without byte order mark.
    pub text: Cow<'a, str>,
    /// WHATWG name of the encoding, in lower case.
    pub charset: &'static str,
    /// What decided it.
    pub source: CharsetSource,
    /// What was noteworthy.
    pub flags: Vec<PageFlag>,
}

/// Decodes `bytes`. Never fails: bytes without meaning become U+FFFD, with a flag.
pub fn decode<'a>(bytes: &'a [u8], _hints: &Hints<'_>) -> Decoded<'a> {
    let (text, had_errors) = encoding_rs::UTF_8.decode_with_bom_removal(bytes);
    let flags = if had_errors { vec![PageFlag::CharsetErrors] } else { Vec::new() };
    Decoded { text, charset: "utf-8", source: CharsetSource::Utf8, flags }
}
