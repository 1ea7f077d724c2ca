//! A TimeMap in memory, independent of its dialect.

use crate::guard::Refusal;

/// Mementos that [`crate::parse`] keeps of one TimeMap.
// A million: the longest lists of real archives have some hundred thousand entries.
pub(crate) const MAX_MEMENTOS: usize = 1 << 20;

/// Faults that are kept of one TimeMap.
const MAX_FAULTS: usize = 1000;

/// Characters of the entry that are kept with a fault.
const FAULT_CHARS: usize = 120;

/// Pages that are followed of one list.
// A list whose pages name further pages without end would otherwise be asked for without end.
pub(crate) const MAX_PAGES: usize = 10_000;

/// A list of mementos, in the order of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeMap {
    /// URI-R: the original resource.
    pub original: Option<String>,
    /// URI of the TimeGate.
    pub timegate: Option<String>,
    /// URI of this list, as the list itself gives it.
    pub own: Option<String>,
    /// The mementos in list order. Empty if they were handed to a callback while reading.
    pub mementos: Vec<Memento>,
    /// Links to further pages of the list.
    pub pages: Vec<PageLink>,
    /// Faulty entries in order, each with the beginning of its text; at most 1000.
    pub faults: Vec<(Fault, String)>,
    /// Hash of all memento URIs in order; `None` if there are none. Two pages with one hash are
    /// equal.
    pub mementos_hash: Option<u64>,
}

/// A memento.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memento {
    /// URI-M.
    pub uri: String,
    /// When it was captured, milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// Whether the date was an HTTP date, as the standard demands.
    pub date_is_standard: bool,
    /// Digest of its content, where a CDX server gives one.
    pub digest: Option<String>,
}

/// A link to a further page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageLink {
    /// URI-T of the page.
    pub uri: String,
}

/// What can be wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The text ends inside a link.
    Unterminated,
    /// Text between entries that is no entry.
    Stray,
    /// A memento without URI.
    NoUri,
    /// A memento without a readable date.
    NoDate,
    /// A URI that the guard refuses.
    Refused(Refusal),
    /// More mementos than the caller keeps; reading ended there.
    TooMany,
    /// More pages than are asked for.
    TooManyPages,
}

impl Fault {
    /// Reason id, stable: reports and rows carry it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unterminated => "timemap-link-unterminated",
            Self::Stray => "timemap-stray-text",
            Self::NoUri => "timemap-no-uri",
            Self::NoDate => "timemap-no-date",
            Self::Refused(refusal) => refusal.id(),
            Self::TooMany => "timemap-too-many",
            Self::TooManyPages => "timemap-too-many-pages",
        }
    }

    /// The fault as an English sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Unterminated => "The TimeMap ends inside a link.",
            Self::Stray => "Text stands where an entry should.",
            Self::NoUri => "A memento has no URI.",
            Self::NoDate => "A memento has no date that can be read.",
            Self::Refused(refusal) => refusal.sentence(),
            Self::TooMany => "The TimeMap has more mementos than are taken in.",
            Self::TooManyPages => "The TimeMap has more pages than are asked for.",
        }
    }
}

/// Why a text is no TimeMap.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimeMapError {
    /// Not UTF-8; the offset of the first wrong byte.
    #[error("the TimeMap is not UTF-8 (byte {0})")]
    Encoding(u64),
    /// Malformed JSON.
    #[error("the TimeMap is JSON that cannot be read: {0}")]
    Json(String),
    /// Neither links, nor JSON, nor CDX lines.
    #[error("the text is no TimeMap: it holds neither links nor JSON")]
    Unknown,
    /// The input failed before its end, or a memento could not be stored.
    #[error("the TimeMap cannot be read to its end: {0}")]
    Broken(#[from] std::io::Error),
}

impl TimeMap {
    /// Whether the text gave neither a memento nor any other fact of a TimeMap.
    pub(crate) fn is_empty(&self) -> bool {
        let known = self.original.is_some() || self.timegate.is_some() || self.own.is_some();
        !known && self.mementos_hash.is_none() && self.pages.is_empty()
    }

    /// Records a fault with the beginning of the faulty entry.
    pub(crate) fn add_fault(&mut self, fault: Fault, entry: &str) {
        // A hostile list can have a fault in each of millions of entries.
        if self.faults.len() < MAX_FAULTS {
            self.faults.push((fault, entry.chars().take(FAULT_CHARS).collect()));
        }
    }
}
