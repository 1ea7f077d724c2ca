//! Histogram diff: the rarest words of both pages are anchors, and what lies between two anchors is
//! compared by itself. (The "patience" diff of Bram Cohen, extended from unique to rare words.)
//!
//! Stretches that share only common words, such as tables of yes and no, have no anchors. They are
//! compared by the [shortest edit script](shortest) if at least half of their words are the same;
//! otherwise overlap is coincidence.

use rustc_hash::FxHashMap;

use super::shortest::{self, Effort, Stretch};
use super::{Block, Found};

/// A word that occurs more often in a stretch is common and no anchor.
const RARE: usize = 16;
/// Steps for each word of the two pages, and for each word of a stretch of common words. What is
/// not compared then counts as changed.
const STEPS: usize = 64;

/// Runs of equal words, in order.
pub(super) fn blocks(a: &[u32], b: &[u32]) -> Found {
    let (mut capped, mut common) = (false, Vec::new());
    let mut work = Work { a, b, blocks: Vec::new(), steps: STEPS * (a.len() + b.len() + 16) };
    let mut todo = vec![(0, a.len(), 0, b.len())];
    // A stack instead of recursion: a page of alternating words would be a million calls deep.
    while let Some((a0, a1, b0, b1)) = todo.pop() {
        let (a0, b0) = work.take_start(a0, a1, b0, b1);
        let (a1, b1) = work.take_end(a0, a1, b0, b1);
        if a0 == a1 || b0 == b1 {
            continue;
        }
        // Blocks that were found so far stay; only the rest counts as changed.
        if work.steps == 0 {
            capped = true;
            continue;
        }
        let stretch = (a0, a1, b0, b1);
        match work.best(stretch) {
            Best::Run(block) => {
                work.blocks.push(block);
                todo.push((a0, block.a, b0, block.b));
                todo.push((block.a + block.len, a1, block.b + block.len, b1));
            }
            Best::Common => common.push(stretch),
            Best::Nothing => {}
        }
    }
    // Last, and each with steps of its own: one that is capped must not take steps from the others.
    for stretch in common {
        let (a0, a1, b0, b1) = stretch;
        let words = a1 - a0 + b1 - b0;
        // A bound that costs one pass: in whatever order, at least half of the words are in both
        // stretches.
        if 4 * in_common(&a[a0..a1], &b[b0..b1]) >= words {
            let effort = Effort { edits: words / 2, steps: STEPS * words };
            capped |= !shortest::runs(a, b, stretch, effort, &mut work.blocks);
        }
    }
    Found { blocks: joined(work.blocks), capped }
}

/// The size of the intersection of two stretches as multisets of words.
fn in_common(a: &[u32], b: &[u32]) -> usize {
    let mut left: FxHashMap<u32, usize> = FxHashMap::default();
    a.iter().for_each(|word| *left.entry(*word).or_default() += 1);
    let is_left = |word: &&u32| match left.get_mut(word) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    b.iter().filter(is_left).count()
}

/// The anchor of a stretch.
enum Best {
    /// A run of equal words.
    Run(Block),
    /// Both pages share only words that are common in the stretch.
    Common,
    Nothing,
}

struct Work<'w> {
    a: &'w [u32],
    b: &'w [u32],
    blocks: Vec<Block>,
    steps: usize,
}

impl Work<'_> {
    fn take_start(&mut self, a0: usize, a1: usize, b0: usize, b1: usize) -> (usize, usize) {
        let pairs = self.a[a0..a1].iter().zip(&self.b[b0..b1]);
        let len = pairs.take_while(|(a, b)| a == b).count();
        self.keep(Block { a: a0, b: b0, len });
        (a0 + len, b0 + len)
    }

    fn take_end(&mut self, a0: usize, a1: usize, b0: usize, b1: usize) -> (usize, usize) {
        let pairs = self.a[a0..a1].iter().rev().zip(self.b[b0..b1].iter().rev());
        let len = pairs.take_while(|(a, b)| a == b).count();
        self.keep(Block { a: a1 - len, b: b1 - len, len });
        (a1 - len, b1 - len)
    }

    fn keep(&mut self, block: Block) {
        if block.len > 0 {
            self.blocks.push(block);
        }
    }

    /// The run of equal words around the rarest word of the stretch; among equally rare words the
    /// longest run.
    fn best(&mut self, stretch: Stretch) -> Best {
        let (a0, a1, b0, b1) = stretch;
        let mut places: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for at in a0..a1 {
            places.entry(self.a[at]).or_default().push(at);
        }
        self.steps = self.steps.saturating_sub(a1 - a0 + b1 - b0);
        let mut best: Option<(usize, Block)> = None;
        let (mut at, mut common) = (b0, false);
        while at < b1 {
            let found = places.get(&self.b[at]);
            common |= found.is_some();
            let found = found.filter(|places| places.len() <= RARE);
            let mut next = at + 1;
            for place in found.into_iter().flatten() {
                let block = self.around(*place, at, stretch);
                self.steps = self.steps.saturating_sub(block.len);
                let rarity = (block.a..block.a + block.len)
                    .map(|at| places.get(&self.a[at]).map_or(RARE, Vec::len))
                    .min()
                    .unwrap_or(RARE);
                // Other anchors in this run would find the run again.
                next = next.max(block.b + block.len);
                let better = best.is_none_or(|(rarest, known)| {
                    rarity < rarest || (rarity == rarest && block.len > known.len)
                });
                if better {
                    best = Some((rarity, block));
                }
            }
            at = next;
        }
        match best {
            Some((_, block)) => Best::Run(block),
            None if common => Best::Common,
            None => Best::Nothing,
        }
    }

    fn around(&self, a: usize, b: usize, stretch: Stretch) -> Block {
        let (a0, a1, b0, b1) = stretch;
        let before = self.a[a0..a].iter().rev().zip(self.b[b0..b].iter().rev());
        let before = before.take_while(|(a, b)| a == b).count();
        let after = self.a[a..a1].iter().zip(&self.b[b..b1]);
        let after = after.take_while(|(a, b)| a == b).count();
        Block { a: a - before, b: b - before, len: before + after }
    }
}

/// Sorts blocks and joins neighbours.
pub(super) fn joined(mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.sort_unstable();
    let mut out: Vec<Block> = Vec::with_capacity(blocks.len());
    for block in blocks {
        match out.last_mut() {
            Some(last) if last.a + last.len == block.a && last.b + last.len == block.b => {
                last.len += block.len;
            }
            _ => out.push(block),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use scutch_learn::Random;

    use super::*;
    use crate::diff::tests::longest;

    fn common(a: &[u32], b: &[u32]) -> usize {
        let blocks = blocks(a, b).blocks;
        for pair in blocks.windows(2) {
            assert!(pair[0].a + pair[0].len <= pair[1].a && pair[0].b + pair[0].len <= pair[1].b);
        }
        for block in &blocks {
            assert_eq!(a[block.a..block.a + block.len], b[block.b..block.b + block.len]);
        }
        blocks.iter().map(|block| block.len).sum()
    }

    #[test]
    fn equal_words_are_found_in_order() {
        assert_eq!(common(&[1, 2, 3], &[1, 2, 3]), 3);
        assert_eq!(common(&[1, 2, 3, 9, 4], &[1, 7, 8, 3, 4]), 3);
        assert_eq!(common(&[], &[1]), 0);
        assert_eq!(common(&[1, 2], &[2, 1]), 1);
    }

    #[test]
    fn changed_pages_keep_what_did_not_change() {
        let mut random = Random::new(5);
        let a: Vec<u32> = (0..5000).map(|_| random.below(3000) as u32).collect();
        let mut b = a.clone();
        for _ in 0..50 {
            let at = random.below(b.len());
            b.splice(at..at + 1, [90_000 + at as u32]);
        }
        assert!(common(&a, &b) >= 4900);
    }

    /// Tables of few words of which some change, and stretches of few words with more of them set
    /// in.
    #[test]
    fn stretches_of_common_words_are_compared_too() {
        let mut random = Random::new(9);
        for (words, length, every, inserted) in [
            (3, 240, 300, 0),
            (10, 1000, 5000, 2),
            (50, 8000, 9000, 1),
            (500, 40_000, 50_000, 10),
            (2, 1000, 20, 0),
            (10, 4000, 20, 0),
        ] {
            let a: Vec<u32> = (0..length).map(|_| random.below(words) as u32).collect();
            let mut b = a.clone();
            (b[0], b[length - 1]) = (90_000, 90_001);
            (1..length - 1).filter(|at| at % every == 0).for_each(|at| b[at] = 90_003);
            let same = a.iter().zip(&b).filter(|(a, b)| a == b).count();
            (0..inserted).for_each(|n| b.insert(1 + n * length / 11, 90_002));
            let found = blocks(&a, &b);
            assert!(!found.capped && common(&a, &b) >= same, "{words} words, one in {every} other");
        }
    }

    /// Stretches that are half alike are not passed over without saying so.
    #[test]
    fn a_comparison_is_whole_or_capped() {
        let mut random = Random::new(3);
        for round in 0..2000 {
            let words = 1 + random.below(5);
            let mut draw = || {
                let length = random.below(300);
                (0..length).map(|_| random.below(words) as u32).collect::<Vec<_>>()
            };
            let (a, b) = (draw(), draw());
            let found = blocks(&a, &b);
            let ends = Block { a: a.len(), b: b.len(), len: 0 };
            let (mut from_a, mut from_b) = (0, 0);
            for block in found.blocks.iter().chain([&ends]) {
                let (mine, theirs) = (&a[from_a..block.a], &b[from_b..block.b]);
                let shared = 4 * longest(mine, theirs);
                assert!(found.capped || shared <= mine.len() + theirs.len(), "{round}");
                (from_a, from_b) = (block.a + block.len, block.b + block.len);
            }
        }
    }

    /// What one stretch costs is not taken from others, wherever it stands.
    #[test]
    fn a_stretch_that_is_capped_takes_nothing_from_others() {
        let mut random = Random::new(4);
        let mut cells =
            |count: usize| (0..count).map(|_| random.below(4) as u32).collect::<Vec<_>>();
        let (unlike, alike) = ([cells(3000), cells(3000)], cells(2000));
        let changed: Vec<u32> = alike
            .iter()
            .enumerate()
            .map(|(at, word)| if at % 100 == 50 { 4 } else { *word })
            .collect();
        for first in [true, false] {
            let page = |unlike: &[u32], alike: &[u32], own: u32| match first {
                true => [unlike, &[99], alike, &[own]].concat(),
                false => [&[own], alike, &[99], unlike].concat(),
            };
            let (a, b) = (page(&unlike[0], &alike, 97), page(&unlike[1], &changed, 98));
            let found = blocks(&a, &b);
            let (from, to) = if first { (3001, 5001) } else { (1, 2001) };
            let inside =
                |block: &Block| (block.a + block.len).min(to).saturating_sub(block.a.max(from));
            let inside: usize = found.blocks.iter().map(inside).sum();
            assert!(found.capped && inside >= 1980, "{first}: {inside}");
        }
    }

    #[test]
    fn a_page_of_one_word_ends() {
        let (a, b) = (vec![1; 200_000], vec![1; 150_000]);
        assert_eq!(common(&a, &b), 150_000);
        let mixed: Vec<u32> = (0..200_000).map(|i| 1 + (i % 2)).collect();
        common(&mixed, &vec![2; 100_000]);
        let few = |seed| {
            let mut random = Random::new(seed);
            (0..20_000).map(|_| random.below(4) as u32).collect::<Vec<_>>()
        };
        assert!(blocks(&few(1), &few(2)).capped);
    }

    /// Of words that come one by one amidst others each takes a look at all behind it.
    #[test]
    fn a_comparison_that_ends_before_its_time_says_so() {
        let between = |other: u32, count: u32| -> Vec<u32> {
            (0..count).flat_map(|n| [n, other + n]).collect()
        };
        for (count, capped) in [(20, false), (3000, true)] {
            let found = blocks(&between(10_000, count), &between(20_000, count));
            assert_eq!((found.capped, found.blocks.is_empty()), (capped, false));
        }
    }
}
