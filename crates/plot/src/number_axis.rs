//! Numbers along an axis: where values stand between two ends, and the round numbers there.

/// Most labels of an axis, its ends included: so many have room on the narrowest page.
const MOST: i64 = 6;

/// The numbers of an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NumberAxis {
    low: f64,
    high: f64,
}

impl NumberAxis {
    /// An axis with these ends.
    pub(crate) fn between(low: f64, high: f64) -> Self {
        // An axis of no length, or of no number, has no place for anything.
        if low.is_finite() && high.is_finite() && low < high {
            Self { low, high }
        } else {
            Self { low: 0.0, high: 1.0 }
        }
    }

    /// An axis whose ends are round numbers at or around all values.
    pub(crate) fn around(values: impl IntoIterator<Item = f64>) -> Self {
        let ends = values.into_iter().filter(|value| value.is_finite());
        let ends = ends.fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
        });
        let Some((low, high)) = ends else { return Self::between(0.0, 1.0) };
        let (low, high) = if low < high { (low, high) } else { around_one(low) };
        let step = step(low, high);
        Self::between((low / step).floor() * step, (high / step).ceil() * step)
    }

    /// Whether a value stands between the ends.
    pub(crate) fn has(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Where a value stands: 0 is the lower end, 1 the upper one. What is no number stands at the lower
    /// end.
    pub(crate) fn part(self, value: f64) -> f64 {
        let part = (value - self.low) / (self.high - self.low);
        // The sum turns a nought below zero into one: SVG would have a sign before it.
        if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) + 0.0 }
    }

    /// Round numbers between the ends, with their text.
    pub(crate) fn ticks(self) -> Vec<(f64, String)> {
        let step = step(self.low, self.high);
        // As many digits as the step has. A step below the last of a double's needs no more.
        let digits = (-step.log10() - 1e-9).ceil().clamp(0.0, 15.0) as usize;
        // A hair of tolerance: an end that is round but for its last bit has a label.
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        let text = |value: f64| {
            let text = format!("{value:.digits$}");
            if text.trim_start_matches('-').bytes().all(|b| matches!(b, b'0' | b'.')) {
                // No minus before a nought that was rounded from below.
                text.trim_start_matches('-').to_owned()
            } else {
                text.replace('-', "−")
            }
        };
        (first..=last).map(|n| n as f64 * step).map(|value| (value, text(value))).collect()
    }
}

/// The span of an axis for values that are all alike.
fn around_one(value: f64) -> (f64, f64) {
    let (low, high) = (value - 0.05, value + 0.05);
    // Scores and shares end at 0 and 1, and so do their axes.
    if (0.0..=1.0).contains(&value) { (low.max(0.0), high.min(1.0)) } else { (low, high) }
}

/// The least of 1, 2, 5, 10 ... and their tenths of which few enough steps cover the values.
fn step(low: f64, high: f64) -> f64 {
    let mut power = 10_f64.powf(((high - low) / MOST as f64).log10().floor());
    // A span at the edge of what doubles hold has no power of its own.
    if !(power.is_finite() && power > 0.0) {
        return high - low;
    }
    loop {
        for step in [power, 2.0 * power, 5.0 * power] {
            let steps = (high / step).ceil() - (low / step).floor();
            if steps < MOST as f64 || !steps.is_finite() {
                return step;
            }
        }
        power *= 10.0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(axis: NumberAxis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let cases: [(f64, f64, &[&str]); 6] = [
            (0.0, 1.0, &["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
            (-1.0, 0.0, &["−1.0", "−0.8", "−0.6", "−0.4", "−0.2", "0.0"]),
            (0.0, 64.0, &["0", "20", "40", "60"]),
            (0.8, 1.0, &["0.80", "0.85", "0.90", "0.95", "1.00"]),
            (0.97, 1.0, &["0.97", "0.98", "0.99", "1.00"]),
            (3.0, 3.0, &["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ];
        for (low, high, expected) in cases {
            assert_eq!(texts(NumberAxis::between(low, high)), expected, "{low} to {high}");
        }
    }

    #[test]
    fn ends_around_values_are_round() {
        let cases: [(&[f64], (f64, f64)); 5] = [
            (&[0.81, 0.97], (0.8, 1.0)),
            (&[0.5, f64::NAN], (0.45, 0.55)),
            (&[1.0, 1.0], (0.95, 1.0)),
            (&[], (0.0, 1.0)),
            (&[0.0, 1.0], (0.0, 1.0)),
        ];
        for (values, (low, high)) in cases {
            let axis = NumberAxis::around(values.iter().copied());
            assert!((axis.low - low).abs() < 1e-9 && (axis.high - high).abs() < 1e-9, "{axis:?}");
        }
    }

    proptest! {
        #[test]
        fn any_values_have_an_axis_they_stand_on(values in prop::collection::vec(any::<f64>(), 0..9)) {
            let axis = NumberAxis::around(values.iter().copied());
            prop_assert!(axis.low < axis.high, "{axis:?}");
            for value in values {
                prop_assert!((0.0..=1.0).contains(&axis.part(value)), "{axis:?}");
            }
            let ticks = axis.ticks();
            prop_assert!(ticks.len() <= MOST as usize + 1, "{ticks:?}");
        }

        #[test]
        fn scores_have_labels_of_their_own(a in 0.0..1.0_f64, b in 0.0..1.0_f64) {
            let mut texts = texts(NumberAxis::around([a, b]));
            let count = texts.len();
            texts.dedup();
            prop_assert!(count >= 2 && texts.len() == count, "{a} {b} {texts:?}");
        }
    }
}
