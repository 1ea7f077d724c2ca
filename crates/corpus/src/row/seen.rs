//! The captures and texts seen so far, across shards.
//!
//! 64 bits each. This is the only memory of a run that grows with its rows (about 20 bytes per row).
//! A shard's completion mark keeps the values it added, so that a resumed run knows them too.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use scutch_folder::mark::Mark;

/// The captures and texts of a run so far.
#[derive(Default)]
pub(crate) struct Seen {
    captures: FxHashSet<u64>,
    /// Number of repetitions per capture. Nearly always empty.
    repeats: FxHashMap<u64, u32>,
    texts: FxHashSet<u64>,
}

impl Seen {
    /// Adds the captures and texts of a finished shard.
    pub(crate) fn remember(&mut self, shard: &Mark) {
        for capture in &shard.captures {
            self.ordinal(*capture);
        }
        for text in &shard.texts {
            self.text_again(*text);
        }
    }

    /// Adds a capture. Returns the number of equal captures before it.
    pub(crate) fn ordinal(&mut self, capture: u64) -> u32 {
        // Nearly every capture is new, so the common case is one lookup.
        if self.captures.insert(capture) {
            return 0;
        }
        let repeats = self.repeats.entry(capture).or_default();
        *repeats += 1;
        *repeats
    }

    /// Adds a text. Returns whether it was seen before.
    pub(crate) fn text_again(&mut self, text: u64) -> bool {
        !self.texts.insert(text)
    }
}

/// A 64-bit hash of a text. Stable within a release only, so it is never part of a row.
pub(crate) fn text_key(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_count_equal_captures() {
        let mut seen = Seen::default();
        assert_eq!(
            [seen.ordinal(7), seen.ordinal(7), seen.ordinal(8), seen.ordinal(7)],
            [0, 1, 0, 2]
        );
        assert!(!seen.text_again(text_key("a")));
        assert!(seen.text_again(text_key("a")));
    }
}
