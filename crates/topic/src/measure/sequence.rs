//! Measures on tokens in their order: edit distance, and shared runs of three tokens.

use rustc_hash::FxHashMap;

use crate::measure::distance::jaccard;

/// Tokens of a text that are compared. The limit bounds the cost of two texts to 4 million steps;
/// edits behind it are not seen.
pub(crate) const MOST: usize = 16_384;
/// Tokens of a run.
const RUN: usize = 3;
/// Smallest values kept of the hashes of a text's runs.
const KEPT: usize = 128;

/// Levenshtein distance of two sequences: tokens to add, remove or change.
pub(crate) fn edits(a: &[u32], b: &[u32]) -> f64 {
    levenshtein(a, b) as f64
}

/// Levenshtein distance of two sequences, as a share of the longer one; 0 where both are empty.
pub(crate) fn edited_share(a: &[u32], b: &[u32]) -> f64 {
    let longer = a.len().max(b.len());
    if longer == 0 { 0.0 } else { edits(a, b) / longer as f64 }
}

/// 64 rows of one column of the distance table, as differences between neighbours: +1 in `up`, -1
/// in `down`.
#[derive(Clone, Copy)]
struct Rows {
    up: u64,
    down: u64,
}

/// Myers' bit-parallel algorithm (1999) in Hyyrö's form for long patterns (2003).
fn levenshtein(a: &[u32], b: &[u32]) -> usize {
    if a.is_empty() || b.is_empty() {
        return a.len().max(b.len());
    }
    let words = a.len().div_ceil(64);
    let mut places: FxHashMap<u32, Vec<u64>> = FxHashMap::default();
    for (at, token) in a.iter().enumerate() {
        places.entry(*token).or_insert_with(|| vec![0; words])[at / 64] |= 1 << (at % 64);
    }
    let none = vec![0; words];
    let mut rows = vec![Rows { up: u64::MAX, down: 0 }; words];
    let last = 1_u64 << ((a.len() - 1) % 64);
    let mut distance = a.len();
    for token in b {
        let equal = places.get(token).unwrap_or(&none);
        // Carry from the row above. The first row grows by one with each token of `b`.
        let (mut plus, mut minus) = (1, 0);
        for (word, (row, equal)) in rows.iter_mut().zip(equal).enumerate() {
            let top = if word + 1 == words { last } else { 1 << 63 };
            let through = equal | row.down;
            let matched = equal | minus;
            let diagonal = (((matched & row.up).wrapping_add(row.up)) ^ row.up) | matched;
            let mut grow = row.down | !(diagonal | row.up);
            let mut shrink = row.up & diagonal;
            let (out_plus, out_minus) = (u64::from(grow & top != 0), u64::from(shrink & top != 0));
            grow = (grow << 1) | plus;
            shrink = (shrink << 1) | minus;
            *row = Rows { up: shrink | !(through | grow), down: grow & through };
            (plus, minus) = (out_plus, out_minus);
        }
        distance = distance + plus as usize - minus as usize;
    }
    distance
}

/// The smallest hashes of the runs of a sequence, sorted: a uniform sample of its set of runs.
pub(crate) fn smallest_runs(tokens: &[u32]) -> Vec<u64> {
    // A text shorter than a run is one run.
    let mut hashes: Vec<u64> = tokens.windows(RUN.min(tokens.len()).max(1)).map(hash).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.truncate(KEPT);
    hashes
}

fn hash(run: &[u32]) -> u64 {
    run.iter().fold(0x9e37_79b9_7f4a_7c15, |sum, token| {
        let mixed = (sum ^ u64::from(*token)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 29)
    })
}

/// Estimate of the Jaccard distance of two sets of runs from bottom sketches (Broder 1997): the
/// share of the smallest hashes of the union that both sketches have.
pub(crate) fn run_distance(a: &[u64], b: &[u64]) -> f64 {
    let mut union: Vec<u64> = a.iter().chain(b).copied().collect();
    union.sort_unstable();
    union.dedup();
    // Beyond the smallest `KEPT` of the union, a sketch may lack hashes that its text has.
    union.truncate(KEPT);
    let both = |hash: &&u64| a.binary_search(hash).is_ok() && b.binary_search(hash).is_ok();
    let common = union.iter().filter(both).count();
    jaccard(common, union.len(), common)
}

/// The same estimate as a similarity, for many comparisons: nothing is copied.
pub(crate) fn resemblance(a: &[u64], b: &[u64]) -> f64 {
    let (mut i, mut j, mut common, mut union) = (0, 0, 0_u32, 0_u32);
    while union < KEPT as u32 && (i < a.len() || j < b.len()) {
        let (x, y) = (a.get(i).unwrap_or(&u64::MAX), b.get(j).unwrap_or(&u64::MAX));
        union += 1;
        common += u32::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    if union == 0 { 0.0 } else { f64::from(common) / f64::from(union) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scutch_learn::Random;

    /// The table of distances, row by row.
    fn by_table(a: &[u32], b: &[u32]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.iter().enumerate() {
            let mut before = row[0];
            row[0] = i + 1;
            for (j, y) in b.iter().enumerate() {
                let next = (before + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
                before = row[j + 1];
                row[j + 1] = next;
            }
        }
        row[b.len()]
    }

    #[test]
    fn edits_are_those_of_the_table() {
        let mut random = Random::new(3);
        for case in 0..300 {
            let mut sequence = |most: usize| -> Vec<u32> {
                let length = random.below(most);
                (0..length).map(|_| random.below(4 + case % 9) as u32).collect()
            };
            let (a, b) = (sequence(200), sequence(200));
            assert_eq!(levenshtein(&a, &b), by_table(&a, &b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn counts_and_shares_of_the_longer_text() {
        for (a, b, count, share) in [
            (&[][..], &[][..], 0.0, 0.0),
            (&[1, 2, 3, 4], &[1, 2], 2.0, 0.5),
            (&[1], &[2], 1.0, 1.0),
            (&[1, 2], &[], 2.0, 1.0),
        ] {
            assert_eq!((edits(a, b), edited_share(a, b)), (count, share), "{a:?} {b:?}");
        }
    }

    #[test]
    fn runs_that_texts_share() {
        let text: Vec<u32> = (0..60).collect();
        let mut other = text.clone();
        other.extend(1000..1060);
        let runs = |tokens: &[u32]| smallest_runs(tokens);
        assert_eq!(run_distance(&runs(&text), &runs(&text)), 0.0);
        // 58 runs of 118: all hashes are kept, so that the estimate is exact.
        let distance = run_distance(&runs(&text), &runs(&other));
        assert!((distance - (1.0 - 58.0 / 118.0)).abs() < 1e-12, "{distance}");
        assert_eq!(run_distance(&runs(&[1]), &runs(&[2])), 1.0);
        assert_eq!(run_distance(&[], &[]), 0.0);
    }

    #[test]
    fn resemblance_is_the_other_side_of_distance() {
        let mut random = Random::new(5);
        for _ in 0..50 {
            let mut list = |most: usize| -> Vec<u32> {
                (0..random.below(most)).map(|_| random.below(40) as u32).collect()
            };
            let (a, b) = (smallest_runs(&list(300)), smallest_runs(&list(300)));
            assert!((resemblance(&a, &b) + run_distance(&a, &b) - 1.0).abs() < 1e-12);
        }
        assert_eq!((resemblance(&[], &[]), resemblance(&[3], &[3])), (0.0, 1.0));
    }
}
