//! A TimeMap, whatever dialect it came in.

use crate::guard::Refusal;

/// Mementos of one TimeMap, at most.
pub(crate) const MOST: usize = 1 << 20;

/// Faults of one TimeMap that are kept, at most.
const MOST_FAULTS: usize = 1000;

/// A list of mementos, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeMap {
    /// URI-R.
    pub original: Option<String>,
    /// URI of the TimeGate.
    pub timegate: Option<String>,
    /// URI of this list.
    pub own: Option<String>,
    /// The mementos, in the order of the list; none where they were handed on while it was read.
    pub mementos: Vec<Memento>,
    /// Further pages of the list.
    pub pages: Vec<Page>,
    /// What was wrong, in order, the first thousand.
    pub faults: Vec<(Fault, String)>,
    /// Stands for the addresses of the mementos; `None` where there are none.
    pub held: Option<u64>,
}

/// A memento.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memento {
    /// URI-M.
    pub uri: String,
    /// When it was captured, milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// The date was written as the standard asks.
    pub sure: bool,
}

/// A further page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// URI-T.
    pub uri: String,
}

/// What can be wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The text ends inside a link.
    Unterminated,
    /// Text that is no entry.
    Stray,
    /// A memento without URI.
    NoUri,
    /// A memento without a date that can be read.
    NoDate,
    /// A URI that must not be asked for.
    Refused(Refusal),
    /// More mementos than are taken in.
    TooMany,
}

impl Fault {
    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unterminated => "timemap-link-unterminated",
            Self::Stray => "timemap-stray-text",
            Self::NoUri => "timemap-no-uri",
            Self::NoDate => "timemap-no-date",
            Self::Refused(refusal) => refusal.id(),
            Self::TooMany => "timemap-too-many",
        }
    }

    /// What it means, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Unterminated => "The TimeMap ends inside a link.",
            Self::Stray => "Text stands where an entry should.",
            Self::NoUri => "A memento has no URI.",
            Self::NoDate => "A memento has no date that can be read.",
            Self::Refused(refusal) => refusal.sentence(),
            Self::TooMany => "The TimeMap has more mementos than are taken in.",
        }
    }
}

/// A text that is no TimeMap.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimeMapError {
    /// Not UTF-8.
    #[error("the TimeMap is not UTF-8 (byte {0})")]
    Encoding(u64),
    /// JSON that does not hold together.
    #[error("the TimeMap is JSON that cannot be read: {0}")]
    Json(String),
    /// Neither links, nor JSON, nor lines.
    #[error("the text is no TimeMap: it holds neither links nor JSON")]
    Unknown,
    /// It cannot be read to its end, or what is in it cannot be kept.
    #[error("the TimeMap cannot be read to its end: {0}")]
    Broken(#[from] std::io::Error),
}

impl TimeMap {
    /// Whether no entry said anything.
    pub(crate) fn says_nothing(&self) -> bool {
        let known = self.original.is_some() || self.timegate.is_some() || self.own.is_some();
        !known && self.held.is_none() && self.pages.is_empty()
    }

    /// Notes a fault, with the beginning of what it is about.
    pub(crate) fn fault(&mut self, fault: Fault, what: &str) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push((fault, what.chars().take(120).collect()));
        }
    }
}
