//! The matching blocks of Python's `difflib.SequenceMatcher`, and the rule of lxml's
//! `html_annotate` on top of them: very small blocks between changes do not count.

use rustc_hash::FxHashMap;

use super::histogram::joined;
use super::{Block, Found};

/// Length of the second sequence from which on popular words are no anchors ("autojunk").
const AUTOJUNK: usize = 200;

/// Pairs of words that a comparison may look at: hundreds of times what long pages take. What is
/// not compared then counts as changed.
const STEPS: usize = 300_000_000;

/// The blocks of lxml 6: those of at most min(2, a fourth of the second sequence) words are
/// dropped. (Its authors mean the shorter sequence, but ask for the length of the second twice.)
pub(super) fn html_blocks(a: &[u32], b: &[u32]) -> Found {
    let least = usize::min(2, b.len() / 4);
    let Found { mut blocks, capped } = matching_blocks(a, b, STEPS);
    blocks.retain(|block| block.len > least);
    Found { blocks, capped }
}

/// Python's `SequenceMatcher(None, a, b).get_matching_blocks()` without the closing empty one.
fn matching_blocks(a: &[u32], b: &[u32], mut steps: usize) -> Found {
    let mut places: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (at, word) in b.iter().enumerate() {
        places.entry(*word).or_default().push(at);
    }
    if b.len() >= AUTOJUNK {
        // More than one in a hundred words.
        let popular = b.len() / 100 + 1;
        places.retain(|_, places| places.len() <= popular);
    }
    let mut blocks = Vec::new();
    let mut todo = vec![(0, a.len(), 0, b.len())];
    while let Some((a0, a1, b0, b1)) = todo.pop() {
        let block = longest(a, b, &places, (a0, a1, b0, b1), &mut steps);
        if block.len == 0 || steps == 0 {
            continue;
        }
        if a0 < block.a && b0 < block.b {
            todo.push((a0, block.a, b0, block.b));
        }
        if block.a + block.len < a1 && block.b + block.len < b1 {
            todo.push((block.a + block.len, a1, block.b + block.len, b1));
        }
        blocks.push(block);
    }
    Found { blocks: joined(blocks), capped: steps == 0 }
}

/// The longest run of words that are not popular, the earliest among equals, then widened by equal
/// words of any kind.
fn longest(
    a: &[u32],
    b: &[u32],
    places: &FxHashMap<u32, Vec<usize>>,
    bounds: (usize, usize, usize, usize),
    steps: &mut usize,
) -> Block {
    let (a0, a1, b0, b1) = bounds;
    let mut best = Block { a: a0, b: b0, len: 0 };
    let mut lengths: FxHashMap<usize, usize> = FxHashMap::default();
    for (i, word) in a.iter().enumerate().take(a1).skip(a0) {
        let mut next = FxHashMap::default();
        let all = places.get(word).map_or(&[][..], Vec::as_slice);
        let inside = &all[all.partition_point(|j| *j < b0)..all.partition_point(|j| *j < b1)];
        *steps = steps.saturating_sub(1 + inside.len());
        if *steps == 0 {
            break;
        }
        for j in inside.iter().copied() {
            let before = j.checked_sub(1).and_then(|j| lengths.get(&j)).copied().unwrap_or(0);
            let len = before + 1;
            next.insert(j, len);
            if len > best.len {
                best = Block { a: i + 1 - len, b: j + 1 - len, len };
            }
        }
        // Lengths of runs that end in the word before, by their place in the second sequence.
        lengths = next;
    }
    // Popular words cannot begin a run, but they belong to one that they adjoin.
    while best.a > a0 && best.b > b0 && a[best.a - 1] == b[best.b - 1] {
        best = Block { a: best.a - 1, b: best.b - 1, len: best.len + 1 };
    }
    let end = |best: &Block| (best.a + best.len, best.b + best.len);
    while end(&best).0 < a1 && end(&best).1 < b1 && a[end(&best).0] == b[end(&best).1] {
        best.len += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<u32> {
        text.bytes().map(u32::from).collect()
    }

    /// The example of the Python documentation: `SequenceMatcher(None, "abxcd", "abcd")`.
    #[test]
    fn blocks_are_those_of_the_documentation() {
        let found = matching_blocks(&words("abxcd"), &words("abcd"), STEPS).blocks;
        let expected = [Block { a: 0, b: 0, len: 2 }, Block { a: 3, b: 2, len: 2 }];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_comparison_ends_where_its_steps_do() {
        let page = words(&"abcdefghijk".repeat(10));
        for steps in [1, 50, 2000] {
            let found = matching_blocks(&page, &page, steps);
            assert!(found.blocks.iter().all(|block| block.a == block.b), "{steps}: {found:?}");
            assert_eq!(found.capped, steps < 2000);
        }
        assert_eq!(matching_blocks(&page, &page, 50).blocks, []);
        let whole = Found { blocks: vec![Block { a: 0, b: 0, len: 110 }], capped: false };
        assert_eq!(matching_blocks(&page, &page, STEPS), whole);
    }

    #[test]
    fn small_blocks_do_not_count() {
        let found = html_blocks(&words("abcdefgh-xx"), &words("abcdefghqxxr"));
        assert_eq!(found.blocks, [Block { a: 0, b: 0, len: 8 }]);
        // Of short pages even a word counts.
        assert_eq!(html_blocks(&words("abc"), &words("axc")).blocks.len(), 2);
        // The second sequence alone is asked.
        assert_eq!(html_blocks(&words("a"), &words("abcdefgh")).blocks.len(), 0);
        assert_eq!(html_blocks(&words("abcdefgh"), &words("a")).blocks.len(), 1);
    }
}
