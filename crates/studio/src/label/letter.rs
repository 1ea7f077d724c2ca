//! Labels as keys.

use scutch_evaluate::Truth;
use serde::{Deserialize, Serialize};

/// A label of a node; its key is its first letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Letter {
    /// The text that the page exists for.
    Content,
    /// Text of the template.
    Boilerplate,
    /// Not to be scored.
    Skip,
    /// Content and boilerplate: its words have their own labels.
    Mixed,
}

impl Letter {
    /// All labels, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Content, Self::Boilerplate, Self::Skip, Self::Mixed];

    /// Its key.
    pub fn key(self) -> char {
        match self {
            Self::Content => 'c',
            Self::Boilerplate => 'b',
            Self::Skip => 's',
            Self::Mixed => 'm',
        }
    }

    /// The label of a key.
    pub fn of_key(key: char) -> Option<Self> {
        Self::ALL.into_iter().find(|letter| letter.key() == key)
    }

    /// The label in ground truth.
    pub fn truth(self) -> Truth {
        match self {
            Self::Content => Truth::Content,
            Self::Boilerplate => Truth::Boilerplate,
            Self::Skip => Truth::Ignore,
            Self::Mixed => Truth::Mixed,
        }
    }
}
