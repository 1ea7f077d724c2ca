//! The completion mark of a shard. Once it is there, the shard is complete.

use scutch_folder::manifest::OutputEntry;
use scutch_folder::tally::Tally;
use serde::{Deserialize, Serialize};

use crate::flow::Cursor;
use crate::row::seen::Seen;

/// The completion mark of a shard: what the end of the run, or a resumed run, needs to know.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub(crate) tally: Tally,
    /// The start of the next shard. `None` after the last.
    pub(crate) next: Option<Cursor>,
    pub(crate) parts: Vec<OutputEntry>,
    pub(super) captures: Vec<u64>,
    pub(super) texts: Vec<u64>,
    /// Ids of rows that were decided on and met.
    #[serde(default)]
    pub(super) decided: Vec<String>,
    /// Whether verdicts of crawls were known when the shard was made.
    #[serde(default)]
    pub(crate) crawled: bool,
}

impl Mark {
    /// Adds the captures and texts of this shard to `seen`.
    pub(crate) fn remember(&self, seen: &mut Seen) {
        for capture in &self.captures {
            seen.ordinal(*capture);
        }
        for text in &self.texts {
            seen.text_again(*text);
        }
    }

    #[cfg(test)]
    pub(super) fn with_seen(
        tally: Tally,
        next: Option<Cursor>,
        captures: Vec<u64>,
        texts: Vec<u64>,
    ) -> Self {
        let (parts, decided) = (Vec::new(), Vec::new());
        Self { tally, next, parts, captures, texts, decided, crawled: false }
    }
}
