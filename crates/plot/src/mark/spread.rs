//! How values are spread: their quartiles, and those far outside.

/// Values in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Spread {
    values: Vec<f64>,
}

impl Spread {
    /// The spread of values; those that are no numbers are left out. `None` without a number.
    pub(crate) fn of_values(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        (!values.is_empty()).then_some(Self { values })
    }

    /// Number of values.
    pub(crate) fn count(&self) -> usize {
        self.values.len()
    }

    /// The value below which a part of all lies, between neighbours in proportion, as NumPy and R do
    /// by default.
    pub(crate) fn quantile(&self, part: f64) -> f64 {
        let at = part.clamp(0.0, 1.0) * (self.values.len() - 1) as f64;
        let (below, above) = (self.values[at.floor() as usize], self.values[at.ceil() as usize]);
        below + (above - below) * at.fract()
    }

    /// Least value, quartiles with the median, greatest value.
    pub(crate) fn five(&self) -> [f64; 5] {
        [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| self.quantile(part))
    }

    /// The ends of the whiskers: the outermost values that are no further from the box than 1.5 times
    /// its length (Tukey 1977).
    pub(crate) fn whiskers(&self) -> (f64, f64) {
        let [_, lower, _, upper, _] = self.five();
        let reach = 1.5 * (upper - lower);
        let inside = |value: &&f64| (lower - reach..=upper + reach).contains(*value);
        let low = self.values.iter().find(inside).copied().unwrap_or(lower);
        let high = self.values.iter().rev().find(inside).copied().unwrap_or(upper);
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quartiles_lie_between_neighbours() {
        let cases: [(&[f64], [f64; 5]); 3] = [
            (&[3.0], [3.0; 5]),
            (&[2.0, f64::NAN, 1.0], [1.0, 1.25, 1.5, 1.75, 2.0]),
            (&[1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 2.0, 3.0, 4.0, 5.0]),
        ];
        for (values, expected) in cases {
            let spread = Spread::of_values(values.iter().copied()).expect("values");
            assert_eq!(spread.five(), expected, "{values:?}");
        }
        assert_eq!(Spread::of_values([f64::NAN]), None);
    }

    #[test]
    fn whiskers_leave_out_what_is_far_outside() {
        let values = [1.0, 5.0, 5.1, 5.2, 5.3, 9.0];
        let spread = Spread::of_values(values).expect("values");
        assert_eq!((spread.count(), spread.whiskers()), (6, (5.0, 5.3)));
    }

    proptest! {
        #[test]
        fn the_five_numbers_are_in_order(values in prop::collection::vec(-1e9..1e9_f64, 1..40)) {
            let spread = Spread::of_values(values).expect("values");
            let five = spread.five();
            prop_assert!(five.is_sorted(), "{five:?}");
            let (low, high) = spread.whiskers();
            prop_assert!(five[0] <= low && low <= high && high <= five[4], "{low} {high}");
        }
    }
}
