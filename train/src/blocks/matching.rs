//! Which blocks of a page are in its true text.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization as _;

use crate::folds::hash;

/// Tokens that must agree in a row for a block's text to count as found.
const GRAM: usize = 4;

/// Words in lower case; characters of scripts without spaces one by one.
pub(super) fn tokens(text: &str) -> Vec<u64> {
    let mut tokens = Vec::new();
    let mut word = String::new();
    for c in text.nfc().filter(|c| *c != '\u{ad}').flat_map(char::to_lowercase) {
        let alone = matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}' | '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}');
        if ((!c.is_alphanumeric() && c != '_') || alone) && !word.is_empty() {
            tokens.push(hash(&word));
            word.clear();
        }
        if alone && c.is_alphanumeric() {
            tokens.push(hash(c.to_string()));
        } else if c.is_alphanumeric() || c == '_' {
            word.push(c);
        }
    }
    if !word.is_empty() {
        tokens.push(hash(&word));
    }
    tokens
}

/// Share of each block's tokens that lie in a run of tokens of the true text; runs may cross the
/// borders of blocks.
pub(super) fn found(blocks: &[Vec<u64>], gold: &[u64]) -> Vec<f32> {
    let grams: HashSet<&[u64]> = gold.windows(GRAM.min(gold.len().max(1))).collect();
    let stream: Vec<u64> = blocks.iter().flatten().copied().collect();
    let mut covered = vec![false; stream.len()];
    for (start, window) in stream.windows(GRAM.min(gold.len().max(1))).enumerate() {
        if grams.contains(window) {
            covered[start..start + window.len()].fill(true);
        }
    }
    let mut at = 0;
    let share = |block: &Vec<u64>| {
        let range = at..at + block.len();
        at = range.end;
        let hits = covered[range].iter().filter(|c| **c).count();
        hits as f32 / block.len().max(1) as f32
    };
    blocks.iter().map(share).collect()
}

/// Blocks to each side by which one of several copies is chosen.
const AROUND: usize = 3;

/// Of blocks that say the same no more are known to be text than the true text has of them: those among the most text,
/// the first of equals. The others teach nothing: that a text is taken once is a rule, and what would be learned of them
/// is that what stands twice is no text.
pub(super) fn without_copies(blocks: &[Vec<u64>], gold: &[u64], found: &[f32]) -> Vec<Option<f32>> {
    let mut groups: HashMap<&[u64], Vec<usize>> = HashMap::new();
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.len() >= GRAM) {
        groups.entry(block).or_default().push(at);
    }
    let mut starts: HashMap<&[u64], Vec<usize>> = HashMap::new();
    for (at, gram) in gold.windows(GRAM).enumerate() {
        starts.entry(gram).or_default().push(at);
    }
    let around = |at: usize| -> f32 {
        let near = at.saturating_sub(AROUND)..(at + AROUND + 1).min(blocks.len());
        let sum: f32 = near.clone().map(|at| found[at] * blocks[at].len() as f32).sum();
        sum / near.map(|at| blocks[at].len() as f32).sum::<f32>().max(1.0)
    };
    let mut truth: Vec<Option<f32>> = found.iter().copied().map(Some).collect();
    for (text, mut group) in groups.into_iter().filter(|(_, group)| group.len() > 1) {
        let starts = starts.get(&text[..GRAM]).map(Vec::as_slice).unwrap_or_default();
        let times = times_in(gold, text, starts);
        if times > 0 {
            group.sort_by(|a, b| around(*b).total_cmp(&around(*a)).then(a.cmp(b)));
            group.iter().skip(times).for_each(|at| truth[*at] = None);
        }
    }
    truth
}

/// How often a text holds another that can begin at some places.
fn times_in(gold: &[u64], text: &[u64], starts: &[usize]) -> usize {
    let (mut times, mut end) = (0, 0);
    for start in starts {
        if *start >= end && gold[*start..].starts_with(text) {
            (times, end) = (times + 1, start + text.len());
        }
    }
    times
}

/// 1 for a block that holds a segment of the text, 0 for one that holds a segment of what is not text; `None` where
/// neither or both are in it.
pub(super) fn by_segments(block: &[u64], with: &[Vec<u64>], without: &[Vec<u64>]) -> Option<f32> {
    let holds = |segment: &Vec<u64>| block.windows(segment.len()).any(|w| w == segment);
    match (with.iter().any(holds), without.iter().any(holds)) {
        (true, false) => Some(1.0),
        (false, true) => Some(0.0),
        _ => None,
    }
}
