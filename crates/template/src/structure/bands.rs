//! The bands of an LSH index (Indyk and Motwani 1998), as datasketch's `MinHashLSH` chooses them.

use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::PERMUTATIONS;

/// Intervals of a numerical integral. Twice as many choose the same bands for all hundredths.
const INTERVALS: usize = 64;

/// How a signature is cut into bands. Pages with equal numbers in a whole band share a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bands {
    /// Number of bands.
    pub(crate) count: usize,
    /// Numbers in a band.
    pub(crate) rows: usize,
}

impl Bands {
    /// The bands for a similarity threshold: those whose chances of a false positive below it and
    /// of a false negative above it have the smallest sum.
    pub(crate) fn for_threshold(threshold: f32) -> Self {
        // Hosts have few thresholds, and each page asks for one.
        static KNOWN: LazyLock<Mutex<FxHashMap<u32, Bands>>> = LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(threshold.to_bits()).or_insert_with(|| Self::best(f64::from(threshold)))
    }

    fn best(threshold: f64) -> Self {
        let all = (1..=PERMUTATIONS)
            .flat_map(|count| (1..=PERMUTATIONS / count).map(move |rows| Self { count, rows }));
        let error = |bands: &Self| {
            integral(|s| bands.chance(s), 0.0, threshold)
                + integral(|s| 1.0 - bands.chance(s), threshold, 1.0)
        };
        let errors = all.map(|bands| (error(&bands), bands));
        let best = errors.min_by(|(a, _), (b, _)| a.total_cmp(b));
        best.map_or(Self { count: 1, rows: PERMUTATIONS }, |(_, bands)| bands)
    }

    /// The chance that two pages of a similarity share a bucket.
    fn chance(self, similarity: f64) -> f64 {
        1.0 - (1.0 - similarity.powi(self.rows as i32)).powi(self.count as i32)
    }

    /// The numbers of each band.
    pub(crate) fn ranges(self) -> impl Iterator<Item = Range<usize>> {
        (0..self.count).map(move |band| band * self.rows..(band + 1) * self.rows)
    }
}

/// The integral of a function by Simpson's rule.
fn integral(of: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let step = (to - from) / INTERVALS as f64;
    let weight = |at: usize| match at {
        0 | INTERVALS => 1.0,
        _ if at % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=INTERVALS).map(|at| weight(at) * of(from + at as f64 * step)).sum();
    sum * step / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `MinHashLSH(threshold=..., num_perm=128)` of datasketch 2.0.
    #[test]
    fn bands_are_those_of_datasketch() {
        for (threshold, count, rows) in [
            (0.0, 128, 1),
            (0.2, 28, 2),
            (0.3, 37, 3),
            (0.4, 32, 4),
            (0.5, 25, 5),
            (0.6, 18, 7),
            (0.7, 14, 9),
            (0.9, 5, 25),
            (1.0, 1, 128),
        ] {
            assert_eq!(Bands::for_threshold(threshold), Bands { count, rows }, "{threshold}");
        }
    }

    #[test]
    fn bands_are_disjoint_parts_of_a_signature() {
        let ranges: Vec<Range<usize>> = Bands { count: 18, rows: 7 }.ranges().collect();
        assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert_eq!((ranges[0].start, ranges[17].end), (0, 126));
    }
}
