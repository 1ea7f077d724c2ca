//! What a list names.

/// What one line or row of a list is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A page by its address (URI-R).
    Page(String),
    /// One memento.
    Memento {
        /// URI-M.
        uri_m: String,
        /// URI-R, if the list or the URI-M tells it.
        uri_r: Option<String>,
    },
}

impl Subject {
    /// The address as it is listed.
    pub fn uri(&self) -> &str {
        match self {
            Self::Page(uri) => uri,
            Self::Memento { uri_m, .. } => uri_m,
        }
    }

    /// The page that it is about, if that is known.
    pub fn uri_r(&self) -> Option<&str> {
        match self {
            Self::Page(uri) => Some(uri),
            Self::Memento { uri_r, .. } => uri_r.as_deref(),
        }
    }
}

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Number of its line or row, from 1.
    pub line: u64,
    /// What it is about.
    pub subject: Subject,
    /// Time of capture, in milliseconds since 1970 UTC, if the list tells it.
    pub unix_ms: Option<i64>,
}

/// A line or row of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// An entry.
    Entry(Entry),
    /// A line that names nothing.
    Refused {
        /// Its number, from 1.
        line: u64,
        /// The beginning of its text.
        text: String,
        /// Why it is refused, as a part of a sentence.
        why: &'static str,
    },
}

/// Receives the items of a list in order. An error ends the reading.
pub type OnItem<'a> = &'a mut dyn FnMut(Item) -> std::io::Result<()>;

/// Characters of a refused line that are kept.
const REFUSED_CHARS: usize = 120;

impl Item {
    pub(crate) fn refused(line: u64, text: &str, why: &'static str) -> Self {
        Self::Refused { line, text: text.chars().take(REFUSED_CHARS).collect(), why }
    }
}
