//! The exponential function from operations that every processor rounds alike.

use std::f64::consts::{LN_2, LOG2_E};

/// Below this the result is 0.
const LEAST: f64 = -700.0;

/// e to the power of `x`, for `x` of at most 700.
pub(crate) fn exp(x: f64) -> f64 {
    if x < LEAST {
        return 0.0;
    }
    // Powers of two are exact; the rest is small enough for a short series.
    let whole = (x.min(-LEAST) * LOG2_E).round();
    let rest = x.min(-LEAST) - whole * LN_2;
    // Taylor, by Horner's rule: the rest is at most ln 2 / 2, so that the error is below 1e-13.
    let series = (1..=12).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    // An exponent of IEEE 754 is stored with 1023 added, above the 52 bits of the fraction.
    series * f64::from_bits(((whole as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_agrees_with_the_library(x in -600.0..600.0_f64) {
            let (ours, theirs) = (exp(x), x.exp());
            prop_assert!((ours / theirs - 1.0).abs() < 1e-11, "{x}: {ours} {theirs}");
        }
    }

    #[test]
    fn its_ends_are_finite() {
        for (x, expected) in [(0.0, 1.0), (-1e9, 0.0), (f64::NEG_INFINITY, 0.0)] {
            assert_eq!(exp(x), expected);
        }
        assert!(exp(1e9).is_finite());
    }
}
