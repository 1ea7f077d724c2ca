//! A month series: counts per month, and the stretch of them that a plot can show.

use std::collections::BTreeMap;

use crate::calendar::{Month, Span, gaps};

/// Months a plot shows at most: fifty years. One wrong date must not squeeze all others.
const MOST_MONTHS: usize = 600;

/// Counts per month, and the stretch of months that plots show.
#[derive(Debug)]
pub struct MonthSeries {
    /// Every month with a count above 0.
    pub months: BTreeMap<Month, u64>,
    /// What plots show: all months, or the fifty years with the largest sum.
    pub span: Span,
    /// Sum of the months outside [`MonthSeries::span`].
    pub outside: u128,
}

impl MonthSeries {
    /// Counts under keys like `2019-05`; other keys are left out. `None` when no month is left.
    pub fn from_counts<'a>(counts: impl IntoIterator<Item = (&'a str, u64)>) -> Option<Self> {
        // A month with a count of 0 is a gap, and must not widen the span.
        let counted = counts.into_iter().filter(|(_, n)| *n > 0);
        let months: BTreeMap<_, _> =
            counted.filter_map(|(key, n)| Some((Month::parse(key)?, n))).collect();
        let span = fullest_span(&months)?;
        let outside =
            months.iter().filter(|(m, _)| !span.holds(**m)).map(|(_, n)| u128::from(*n)).sum();
        Some(Self { months, span, outside })
    }

    /// Months of the span and their counts.
    pub fn shown(&self) -> impl Iterator<Item = (Month, u64)> + '_ {
        self.months.range(self.span.first..=self.span.last).map(|(m, n)| (*m, *n))
    }

    /// Runs of months without a count inside the span.
    pub fn gaps(&self) -> Vec<Span> {
        gaps(self.shown().map(|(month, _)| month))
    }

    /// Sum of all months.
    pub fn total(&self) -> u128 {
        self.months.values().map(|n| u128::from(*n)).sum()
    }
}

/// The stretch of at most [`MOST_MONTHS`] with the largest sum, the earliest of equals. It begins
/// and ends with a month that has a count.
fn fullest_span(months: &BTreeMap<Month, u64>) -> Option<Span> {
    let list: Vec<_> = months.iter().map(|(m, n)| (*m, u128::from(*n))).collect();
    let mut best: Option<(u128, Span)> = None;
    let (mut low, mut sum) = (0, 0);
    for (month, n) in &list {
        sum += n;
        // A window over the sorted months: each is added once and taken away once.
        while month.since(list[low].0) >= MOST_MONTHS {
            sum -= list[low].1;
            low += 1;
        }
        // `>` keeps the earliest of equal windows, so that a page does not change between runs.
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, Span { first: list[low].0, last: *month }));
        }
    }
    best.map(|(_, span)| span)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn series(pairs: &[(&str, u64)]) -> Option<MonthSeries> {
        MonthSeries::from_counts(pairs.iter().copied())
    }

    #[test]
    fn gaps_lie_inside_the_span() {
        let series = series(&[("2019-11", 1), ("2019-12", 2), ("2020-04", 1)]).expect("months");
        assert_eq!((series.span.len(), series.total()), (6, 4));
        assert_eq!(series.gaps().iter().map(|gap| gap.len()).sum::<usize>(), 3);
    }

    #[test]
    fn a_span_of_millennia_is_cut_to_where_the_documents_are() {
        let series = series(&[
            ("0001-01", 3),
            ("1999-01", 10),
            ("2019-06", 20),
            ("9999-12", 4),
            ("soon", 7),
        ]);
        let series = series.expect("months");
        assert_eq!(series.span.to_string(), "January\u{A0}1999 – June\u{A0}2019");
        assert_eq!((series.outside, series.months.len()), (7, 4));
    }

    #[test]
    fn keys_that_are_no_months_make_no_series() {
        assert!(series(&[]).is_none());
        assert!(series(&[("soon", 1), ("2019-01", 0)]).is_none());
    }

    proptest! {
        #[test]
        fn no_other_stretch_has_more(counts in prop::collection::btree_map(0_u32..3_000, 1_u64..100, 1..40)) {
            let months: BTreeMap<Month, u64> =
                counts.iter().map(|(month, n)| (Month(*month), *n)).collect();
            let sum = |span: Span| -> u64 {
                months.iter().filter(|(m, _)| span.holds(**m)).map(|(_, n)| n).sum()
            };
            let best = fullest_span(&months).expect("months");
            prop_assert!(best.len() <= MOST_MONTHS);
            for first in months.keys() {
                let other = Span { first: *first, last: first.plus(MOST_MONTHS - 1) };
                prop_assert!(sum(best) >= sum(other), "{best} {other}");
            }
        }
    }
}
