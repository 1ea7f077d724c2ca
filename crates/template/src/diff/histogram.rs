//! Diff by rare words: the words that are rarest in both pages anchor the comparison, and what lies between two
//! anchors is compared by itself. (The "patience" idea of Bram Cohen, extended to words that are rare, not unique.)

use rustc_hash::FxHashMap;

use super::{Block, Found};

/// A word that stands more often than this in a stretch anchors nothing.
const RARE: usize = 16;
/// Steps a comparison may take for each word of the two pages; what is left then counts as changed.
const STEPS: usize = 64;

/// Runs of equal words, in order.
pub(super) fn blocks(a: &[u32], b: &[u32]) -> Found {
    let mut capped = false;
    let mut work = Work { a, b, blocks: Vec::new(), steps: STEPS * (a.len() + b.len() + 16) };
    let mut todo = vec![(0, a.len(), 0, b.len())];
    while let Some((a0, a1, b0, b1)) = todo.pop() {
        let (a0, b0) = work.take_start(a0, a1, b0, b1);
        let (a1, b1) = work.take_end(a0, a1, b0, b1);
        if a0 == a1 || b0 == b1 {
            continue;
        }
        if work.steps == 0 {
            capped = true;
            continue;
        }
        if let Some(block) = work.best(a0, a1, b0, b1) {
            work.blocks.push(block);
            todo.push((a0, block.a, b0, block.b));
            todo.push((block.a + block.len, a1, block.b + block.len, b1));
        }
    }
    Found { blocks: joined(work.blocks), capped }
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

    /// The longest run of equal words around a word that is rarest in the stretch of the first page.
    fn best(&mut self, a0: usize, a1: usize, b0: usize, b1: usize) -> Option<Block> {
        let mut places: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for at in a0..a1 {
            places.entry(self.a[at]).or_default().push(at);
        }
        self.steps = self.steps.saturating_sub(a1 - a0 + b1 - b0);
        let mut best: Option<(usize, Block)> = None;
        let mut at = b0;
        while at < b1 {
            let found = places.get(&self.b[at]).filter(|places| places.len() <= RARE);
            let mut next = at + 1;
            for place in found.into_iter().flatten() {
                let block = self.around(*place, at, (a0, a1, b0, b1));
                self.steps = self.steps.saturating_sub(block.len);
                let rarity = (block.a..block.a + block.len)
                    .map(|at| places.get(&self.a[at]).map_or(RARE, Vec::len))
                    .min()
                    .unwrap_or(RARE);
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
        best.map(|(_, block)| block)
    }

    fn around(&self, a: usize, b: usize, bounds: (usize, usize, usize, usize)) -> Block {
        let (a0, a1, b0, b1) = bounds;
        let before = self.a[a0..a].iter().rev().zip(self.b[b0..b].iter().rev());
        let before = before.take_while(|(a, b)| a == b).count();
        let after = self.a[a..a1].iter().zip(&self.b[b..b1]);
        let after = after.take_while(|(a, b)| a == b).count();
        Block { a: a - before, b: b - before, len: before + after }
    }
}

/// Blocks in order, neighbours made one.
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

    #[test]
    fn a_page_of_one_word_ends() {
        let (a, b) = (vec![1; 200_000], vec![1; 150_000]);
        assert_eq!(common(&a, &b), 150_000);
        let mixed: Vec<u32> = (0..200_000).map(|i| 1 + (i % 2)).collect();
        common(&mixed, &vec![2; 100_000]);
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
