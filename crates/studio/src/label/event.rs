//! What happens while somebody labels.

use scutch_folder::decisions::DecidedField;
use serde::{Deserialize, Serialize};

use super::Letter;

/// How dates are written, for those who wrote one otherwise.
pub const DATE_FORMS: &str = "A date is written 2019, 2019-05, 2019-05-17 or 2019-05-17T10:00:00Z.";
/// Bytes of a value.
const LONGEST: usize = 4096;

/// What an annotator writes about a whole page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// Such as article, forum, listing.
    PageType,
    /// The title that a reader would give.
    Title,
    /// Who wrote it.
    Author,
    /// When it was published, ISO 8601.
    Date,
}

impl Field {
    /// All fields, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::PageType, Self::Title, Self::Author, Self::Date];

    /// Its name in files and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::PageType => "page-type",
            Self::Title => "title",
            Self::Author => "author",
            Self::Date => "date",
        }
    }

    /// Why a value makes no sense for the field, if it makes none. An empty one takes the value back.
    pub(super) fn refusal(self, value: &str) -> Option<&'static str> {
        let is_date = || DecidedField::DatePublished.takes(&value.into());
        match self {
            _ if value.len() > LONGEST => Some("The value is too long."),
            Self::Date if !value.is_empty() && !is_date() => Some(DATE_FORMS),
            _ => None,
        }
    }
}

/// One event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The page was opened; how many text nodes it has, and a digest of them.
    Open {
        /// Number of text nodes.
        nodes: usize,
        /// [`PageNodes::digest`](crate::nodes::PageNodes::digest).
        digest: String,
    },
    /// Numbers of the nodes that the browser does not show.
    Hidden {
        /// In ascending order.
        nodes: Vec<usize>,
        /// Width of the window in which that was measured, in CSS pixels; unknown of older journals.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u32>,
    },
    /// The nodes `first` to `last` get a label. Of several, those that are hidden keep theirs.
    Mark {
        /// Number of the first node.
        first: usize,
        /// Number of the last node.
        last: usize,
        /// The label.
        label: Letter,
        /// Of a mixed node a key per word: c, b or s.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<String>,
    },
    /// These nodes get a label: the open ones of an element, of a range, or of nodes that are alike.
    /// Those that are hidden keep theirs.
    MarkRanges {
        /// First and last numbers, in ascending order.
        ranges: Vec<(usize, usize)>,
        /// The label; not mixed.
        label: Letter,
    },
    /// The last mark that still counts no longer counts.
    Undo,
    /// The answer of the method was shown.
    Answer,
    /// A field was written.
    Field {
        /// Which.
        name: Field,
        /// Its value; empty takes it back.
        value: String,
    },
    /// So many seconds more were spent on the page, in the window and not idle.
    Time {
        /// Seconds.
        seconds: f64,
    },
    /// The page is labelled.
    Done,
}

/// A line of a journal: an event and what it is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Address of the page.
    pub url: String,
    /// Time of its capture, 14 digits.
    pub timestamp: String,
    /// 1, or 2 where the same annotator labels the page again.
    pub pass: u8,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}
