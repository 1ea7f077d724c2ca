//! What a run remembers across shards: which captures and which texts it has met.
//!
//! 64 bits each, nothing else: the only memory of a run that grows with its rows (about 20 bytes a
//! row). A shard keeps the values it added, so that a resumed run remembers them too.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

#[derive(Default)]
pub(crate) struct Seen {
    captures: FxHashSet<u64>,
    /// How often a capture came again; nearly always empty.
    repeats: FxHashMap<u64, u32>,
    texts: FxHashSet<u64>,
}

impl Seen {
    /// Ordinal of this capture among equal ones met so far, from 0.
    pub(crate) fn ordinal(&mut self, capture: u64) -> u32 {
        if self.captures.insert(capture) {
            return 0;
        }
        let repeats = self.repeats.entry(capture).or_default();
        *repeats += 1;
        *repeats
    }

    /// True when this text was met before.
    pub(crate) fn text_again(&mut self, text: u64) -> bool {
        !self.texts.insert(text)
    }
}

/// 64 bits that stand for a text. Stable across platforms and versions of one release only.
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
