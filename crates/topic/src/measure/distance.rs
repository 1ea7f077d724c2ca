//! Distances of counts and of sets.

/// Relative difference of two counts, `memento / anchor - 1`; 0 where both are 0.
pub(crate) fn count_score(memento: u64, anchor: u64) -> f64 {
    // Also the case of two empty texts, where the quotient would be NaN.
    if memento == anchor { 0.0 } else { memento as f64 / anchor as f64 - 1.0 }
}

/// Jaccard distance: `1 - |A ∩ B| / |A ∪ B|`; 0 where both are empty.
pub fn jaccard(common: usize, a: usize, b: usize) -> f64 {
    let union = a + b - common;
    if union == 0 { 0.0 } else { 1.0 - common as f64 / union as f64 }
}

/// Sørensen-Dice distance: `1 - 2 |A ∩ B| / (|A| + |B|)`; 0 where both are empty.
pub fn sorensen(common: usize, a: usize, b: usize) -> f64 {
    if a + b == 0 { 0.0 } else { 1.0 - 2.0 * common as f64 / (a + b) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corner_cases() {
        for (score, expected) in [
            (count_score(0, 0), 0.0),
            (count_score(0, 7), -1.0),
            (count_score(7, 7), 0.0),
            (count_score(14, 7), 1.0),
            (count_score(7, 0), f64::INFINITY),
            (jaccard(0, 0, 0), 0.0),
            (jaccard(0, 3, 0), 1.0),
            (jaccard(2, 3, 3), 0.5),
            (jaccard(3, 3, 3), 0.0),
            (sorensen(0, 0, 0), 0.0),
            (sorensen(0, 0, 3), 1.0),
            (sorensen(1, 2, 2), 0.5),
        ] {
            assert_eq!(score, expected);
        }
    }
}
