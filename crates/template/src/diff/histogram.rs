//! Diff by rare words: the words that are rarest in both pages anchor the comparison, and what lies between two
//! anchors is compared by itself. (The "patience" idea of Bram Cohen, extended to words that are rare, not unique.)
//! Stretches that share only common words, such as tables of yes and no, come last, with the steps that are left.

use rustc_hash::FxHashMap;

use super::{Block, Found};

/// A word that stands more often than this in a stretch is common.
const RARE: usize = 16;
/// Steps a comparison may take for each word of the two pages; what is left then counts as changed.
const STEPS: usize = 64;

/// Runs of equal words, in order.
pub(super) fn blocks(a: &[u32], b: &[u32]) -> Found {
    let mut capped = false;
    let mut work = Work { a, b, blocks: Vec::new(), steps: STEPS * (a.len() + b.len() + 16) };
    let mut todo = vec![(0, a.len(), 0, b.len())];
    let mut common = Vec::new();
    while let Some((stretch, most)) =
        todo.pop().map(|stretch| (stretch, RARE)).or_else(|| common.pop().map(|s| (s, usize::MAX)))
    {
        let (a0, a1, b0, b1) = stretch;
        let (a0, b0) = work.take_start(a0, a1, b0, b1);
        let (a1, b1) = work.take_end(a0, a1, b0, b1);
        if a0 == a1 || b0 == b1 {
            continue;
        }
        if work.steps == 0 {
            capped = true;
            continue;
        }
        let stretch = (a0, a1, b0, b1);
        match work.best(stretch, most) {
            Best::Run(block) => {
                work.blocks.push(block);
                todo.push((a0, block.a, b0, block.b));
                todo.push((block.a + block.len, a1, block.b + block.len, b1));
            }
            Best::Common => common.push(stretch),
            Best::Nothing => {}
        }
    }
    Found { blocks: joined(work.blocks), capped }
}

/// Where a stretch begins and ends on the first page, and on the second.
type Stretch = (usize, usize, usize, usize);

/// What a stretch has to anchor it.
enum Best {
    /// A run of equal words.
    Run(Block),
    /// Only words that are common in it.
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

    /// The longest run of equal words around a word that is rarest in the stretch of the first page, where it stands no
    /// more than `most` times; once there are no steps left, that which has been found.
    fn best(&mut self, stretch: Stretch, most: usize) -> Best {
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
            let found = found.filter(|places| places.len() <= most);
            let mut next = at + 1;
            for place in found.into_iter().flatten() {
                if most > RARE && self.steps == 0 {
                    break;
                }
                let block = self.around(*place, at, stretch);
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
        match best {
            Some((_, block)) => Best::Run(block),
            None if common && most == RARE => Best::Common,
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

    /// A table of yes and no whose ends change, and one of few words with more of them set in.
    #[test]
    fn stretches_of_common_words_are_compared_too() {
        let mut random = Random::new(9);
        for (words, length, inserted) in
            [(3, 240, 0), (10, 1000, 2), (50, 8000, 1), (500, 40_000, 10)]
        {
            let a: Vec<u32> = (0..length).map(|_| random.below(words) as u32).collect();
            let mut b = a.clone();
            (b[0], b[length - 1]) = (90_000, 90_001);
            (0..inserted).for_each(|n| b.insert(1 + n * length / 11, 90_002));
            let found = blocks(&a, &b);
            assert!(!found.capped && common(&a, &b) == length - 2, "{words} words");
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
        assert!(common(&few(1), &few(2)) > 0 && blocks(&few(1), &few(2)).capped);
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
