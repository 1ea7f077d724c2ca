//! Agreement beyond chance.

/// Cohen's kappa with what it is computed from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kappa {
    /// How many things both labelled.
    pub count: u64,
    /// Share of them with the same label.
    pub observed: f64,
    /// Share that would agree by chance.
    pub expected: f64,
}

impl Kappa {
    /// `(observed - expected) / (1 - expected)`; `None` where chance alone explains everything, as
    /// when both know one label only.
    pub fn value(self) -> Option<f64> {
        let room = 1.0 - self.expected;
        // Without room above chance the quotient would be 0/0.
        (self.count > 0 && room > f64::EPSILON).then(|| (self.observed - self.expected) / room)
    }
}

/// Cohen's kappa of two annotators: `counts[i][j]` things were labelled `i` by one and `j` by the
/// other. (J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological
/// Measurement 20, 1960, pages 37-46.)
pub fn kappa<const N: usize>(counts: &[[u64; N]; N]) -> Kappa {
    let count: u64 = counts.iter().flatten().sum();
    // Without a single pair the shares are 0, not NaN.
    let share = |part: u64| part as f64 / count.max(1) as f64;
    let observed = (0..N).map(|at| share(counts[at][at])).sum();
    let chance = |at: usize| {
        let by_one: u64 = counts[at].iter().sum();
        let by_other: u64 = counts.iter().map(|row| row[at]).sum();
        share(by_one) * share(by_other)
    };
    Kappa { count, observed, expected: (0..N).map(chance).sum() }
}

/// Counts of one label against all others together.
pub fn one_against_rest<const N: usize>(counts: &[[u64; N]; N], one: usize) -> [[u64; 2]; 2] {
    let mut folded = [[0; 2]; 2];
    for (i, row) in counts.iter().enumerate() {
        for (j, count) in row.iter().enumerate() {
            folded[usize::from(i != one)][usize::from(j != one)] += count;
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kappa_by_hand() {
        // By hand: 50 things, observed (20 + 15) / 50 = 0.7, expected 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
        let found = kappa(&[[20, 5], [10, 15]]);
        assert!((found.observed - 0.7).abs() < 1e-12 && (found.expected - 0.5).abs() < 1e-12);
        assert!((found.value().expect("a value") - 0.4).abs() < 1e-12);
        // Agreement as good as chance, complete agreement, complete disagreement.
        for (counts, expected) in [
            ([[25, 25], [25, 25]], Some(0.0)),
            ([[10, 0], [0, 30]], Some(1.0)),
            ([[0, 10], [10, 0]], Some(-1.0)),
            ([[10, 0], [0, 0]], None),
            ([[0, 0], [0, 0]], None),
        ] {
            assert_eq!(kappa(&counts).value(), expected, "{counts:?}");
        }
    }

    #[test]
    fn three_labels_and_one_of_them() {
        // Observed 22/30; expected (12*10 + 10*12 + 8*8) / 900 = 304/900.
        let counts = [[8, 3, 1], [1, 8, 1], [1, 1, 6]];
        let found = kappa(&counts);
        assert!((found.observed - 22.0 / 30.0).abs() < 1e-12, "{found:?}");
        let by_hand = (12.0 * 10.0 + 10.0 * 12.0 + 8.0 * 8.0) / 900.0;
        assert!((found.expected - by_hand).abs() < 1e-12, "{found:?}");
        assert_eq!(one_against_rest(&counts, 0), [[8, 4], [2, 16]]);
    }
}
