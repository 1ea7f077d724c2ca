//! What a charset was found by.

/// What decided the charset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CharsetSource {
    /// A byte order mark.
    Bom,
    /// The charset parameter of the HTTP `Content-Type`.
    Http,
    /// What a web archive guessed of a page without such labels.
    Archive,
    /// A `meta` element or XML declaration in the document.
    Meta,
    /// The bytes are valid UTF-8 (or nearly), and no label says so.
    Utf8,
    /// The byte pattern of UTF-16 or ISO-2022-JP.
    Pattern,
    /// The statistical detector.
    Detector,
    /// Nothing to decide: the document is ASCII or empty, and has no label.
    Ascii,
}

impl CharsetSource {
    /// The name as written in rows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::Http => "http",
            Self::Archive => "archive",
            Self::Meta => "meta",
            Self::Utf8 => "utf8",
            Self::Pattern => "pattern",
            Self::Detector => "detector",
            Self::Ascii => "ascii",
        }
    }
}
