//! The finished shards of a run. Completion marks are merged as they come, so that memory does not grow
//! with the number of shards.

use std::collections::BTreeSet;

use scutch_folder::inputs::Cursor;
use scutch_folder::manifest::OutputEntry;
use scutch_folder::mark::Mark;
use scutch_folder::merkle::MerkleTree;
use scutch_folder::tally::Tally;

use crate::row::seen::Seen;

/// The sum of the finished shards.
pub(super) struct Finished {
    /// Their number.
    pub(super) shards: u32,
    /// Their counts, merged in order.
    pub(super) counts: Tally,
    /// The tree over their rows.
    pub(super) tree: MerkleTree,
    /// Their parts.
    pub(super) parts: Vec<OutputEntry>,
    /// The start of the next shard. `None` after the last.
    pub(super) next: Option<Cursor>,
    /// The captures and texts seen so far.
    pub(super) seen: Seen,
    /// Ids of rows that somebody decided on, of those that were met.
    pub(super) decided: BTreeSet<String>,
    /// Whether verdicts of crawls were known when the shards were made.
    pub(super) crawled: bool,
}

impl Default for Finished {
    fn default() -> Self {
        let (counts, seen) = (Tally::default(), Seen::default());
        let (next, decided) = (Some(Cursor::START), BTreeSet::new());
        let tree = MerkleTree::default();
        Self { shards: 0, counts, tree, parts: Vec::new(), next, seen, decided, crawled: false }
    }
}

impl Finished {
    /// Adds a shard that an earlier process has finished.
    pub(super) fn resume(&mut self, mark: Mark) {
        self.seen.remember(&mark);
        self.add(mark);
    }

    /// Whether a shard was made by the same readings as those before it. The shards of a run that
    /// met its first verdict late are made anew, and some of the old ones may still be there.
    pub(super) fn continues(&self, mark: &Mark) -> bool {
        self.shards == 0 || self.crawled == mark.crawled
    }

    /// Adds a shard written by this process. Its captures and texts are in `seen` already.
    pub(super) fn add(&mut self, mark: Mark) {
        self.shards += 1;
        self.crawled = mark.crawled;
        self.counts.merge(&mark.tally);
        mark.leaves.iter().for_each(|leaf| self.tree.push(*leaf));
        self.parts.extend(mark.parts);
        self.decided.extend(mark.decided);
        self.next = mark.next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(keys: std::ops::Range<usize>, next: Option<Cursor>) -> Mark {
        let mut tally = Tally { rows: keys.len() as u64, ..Tally::default() };
        keys.clone().for_each(|key| tally.hosts.add(&key.to_string(), 1));
        let seen = keys.map(|key| key as u64).collect::<Vec<_>>();
        Mark { tally, next, captures: seen.clone(), texts: seen, ..Mark::default() }
    }

    /// More hosts than are counted one by one: which these are depends on the order of the shards.
    #[test]
    fn folded_shards_count_as_if_they_were_merged_at_the_end() {
        let shards = || (0..9).map(|shard| mark(shard * 2000..shard * 2000 + 3000, None));
        let mut at_the_end = Tally::default();
        shards().for_each(|mark| at_the_end.merge(&mark.tally));
        let (mut written, mut resumed) = (Finished::default(), Finished::default());
        shards().for_each(|mark| written.add(mark));
        shards().for_each(|mark| resumed.resume(mark));
        assert_eq!((written.shards, &written.counts), (9, &at_the_end));
        assert_eq!((resumed.shards, &resumed.counts), (9, &at_the_end));
        assert!(written.next.is_none() && Finished::default().next == Some(Cursor::START));
        assert_eq!((written.seen.ordinal(1), resumed.seen.ordinal(1)), (0, 1));
    }
}
