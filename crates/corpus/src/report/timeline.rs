//! The *timeline*: which months have captures, which stretch of them a plot can show, and where
//! the gaps in that stretch are.

use std::collections::BTreeMap;
use std::fmt;

use crate::folder::tally::Counter;

/// Months a plot shows at most: fifty years.
pub(super) const MOST_MONTHS: usize = 600;

const NAMES: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A month of the proleptic Gregorian calendar: months since January of year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Month(pub(super) u32);

impl Month {
    /// Reads `2019-05`; years have four digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let digits = |s: &str, n| s.len() == n && s.bytes().all(|b| b.is_ascii_digit());
        if !digits(year, 4) || !digits(month, 2) {
            return None;
        }
        let month: u32 = month.parse().ok().filter(|m| (1..=12).contains(m))?;
        Some(Self(year.parse::<u32>().ok()? * 12 + month - 1))
    }

    pub(super) fn year(self) -> u32 {
        self.0 / 12
    }

    /// 0 for January.
    pub(super) fn of_year(self) -> usize {
        (self.0 % 12) as usize
    }

    /// `September`.
    fn name(self) -> &'static str {
        NAMES[self.of_year()]
    }

    /// `Sep`.
    pub(super) fn short_name(self) -> &'static str {
        &self.name()[..3]
    }

    /// The month `n` months later.
    pub(super) fn plus(self, n: usize) -> Self {
        Self(self.0 + n as u32)
    }

    /// Months from `earlier` to this one; 0 when it is not earlier.
    pub(super) fn since(self, earlier: Self) -> usize {
        self.0.saturating_sub(earlier.0) as usize
    }
}

/// `May 2019`, kept on one line.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\u{A0}{:04}", self.name(), self.year())
    }
}

/// Consecutive months.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: Month,
    pub(super) last: Month,
}

impl Span {
    /// Number of months, both ends included.
    pub(super) fn len(self) -> usize {
        self.last.since(self.first) + 1
    }

    pub(super) fn holds(self, month: Month) -> bool {
        self.first <= month && month <= self.last
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{} – {}", self.first, self.last)
        }
    }
}

/// Documents per month, and the stretch of months that plots show.
#[derive(Debug)]
pub(super) struct Timeline {
    /// Every month with documents.
    pub(super) months: BTreeMap<Month, u64>,
    /// What plots show: all months, or the fifty years that hold most documents.
    pub(super) span: Span,
    /// Documents dated outside [`Timeline::span`].
    pub(super) outside: u128,
}

impl Timeline {
    /// `None` when no document has a month.
    pub(super) fn of(counter: &Counter) -> Option<Self> {
        let counted = counter.0.iter().filter(|(_, n)| **n > 0);
        let months: BTreeMap<_, _> =
            counted.filter_map(|(key, n)| Some((Month::parse(key)?, *n))).collect();
        let span = widest(&months)?;
        let outside =
            months.iter().filter(|(m, _)| !span.holds(**m)).map(|(_, n)| u128::from(*n)).sum();
        Some(Self { months, span, outside })
    }

    /// Months of the span and their documents.
    pub(super) fn shown(&self) -> impl Iterator<Item = (Month, u64)> + '_ {
        self.months.range(self.span.first..=self.span.last).map(|(m, n)| (*m, *n))
    }

    /// Runs of months without documents inside the span.
    pub(super) fn gaps(&self) -> Vec<Span> {
        gaps(self.shown().map(|(month, _)| month))
    }
}

/// Runs of months missing between consecutive `months`, which are in order.
pub(super) fn gaps(months: impl Iterator<Item = Month>) -> Vec<Span> {
    let mut gaps = Vec::new();
    let mut before: Option<Month> = None;
    for month in months {
        if let Some(before) = before
            && month.since(before) > 1
        {
            gaps.push(Span { first: before.plus(1), last: Month(month.0 - 1) });
        }
        before = Some(month);
    }
    gaps
}

/// The stretch of at most [`MOST_MONTHS`] that holds most documents, the earliest of equals,
/// beginning and ending with a month that has some.
fn widest(months: &BTreeMap<Month, u64>) -> Option<Span> {
    let list: Vec<_> = months.iter().map(|(m, n)| (*m, u128::from(*n))).collect();
    let mut best: Option<(u128, Span)> = None;
    let (mut low, mut sum) = (0, 0);
    for (month, n) in &list {
        sum += n;
        while month.since(list[low].0) >= MOST_MONTHS {
            sum -= list[low].1;
            low += 1;
        }
        if best.is_none_or(|(most, _)| sum > most) {
            best = Some((sum, Span { first: list[low].0, last: *month }));
        }
    }
    best.map(|(_, span)| span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(pairs: &[(&str, u64)]) -> Counter {
        Counter(pairs.iter().map(|(k, n)| ((*k).to_owned(), *n)).collect())
    }

    #[test]
    fn months_parse_strictly() {
        for bad in ["", "2019", "2019-13", "2019-00", "+019-05", "2019-5", "02019-05", "a-b"] {
            assert_eq!(Month::parse(bad), None, "{bad}");
        }
        let may = Month::parse("2019-05").expect("a month");
        assert_eq!((may.year(), may.of_year()), (2019, 4));
        assert_eq!(may.to_string(), "May\u{A0}2019");
        assert_eq!(Month::parse("0001-01").expect("a month").to_string(), "January\u{A0}0001");
    }

    #[test]
    fn gaps_are_the_months_between() {
        let line = Timeline::of(&counter(&[("2019-11", 1), ("2019-12", 2), ("2020-04", 1)]));
        let line = line.expect("months");
        assert_eq!(line.span.len(), 6);
        let gaps = line.gaps();
        assert_eq!(gaps.len(), 1);
        assert_eq!(gaps[0].to_string(), "January\u{A0}2020 – March\u{A0}2020");
        assert_eq!(gaps[0].len(), 3);
    }

    #[test]
    fn a_span_of_millennia_is_cut_to_where_the_documents_are() {
        let line = Timeline::of(&counter(&[
            ("0001-01", 3),
            ("1999-01", 10),
            ("2019-06", 20),
            ("9999-12", 4),
            ("soon", 7),
        ]));
        let line = line.expect("months");
        assert_eq!(line.span.to_string(), "January\u{A0}1999 – June\u{A0}2019");
        assert_eq!((line.outside, line.months.len()), (7, 4));
    }

    #[test]
    fn no_months_no_timeline() {
        assert!(Timeline::of(&counter(&[])).is_none());
        assert!(Timeline::of(&counter(&[("soon", 1), ("2019-01", 0)])).is_none());
    }

    #[test]
    fn one_month_is_its_own_span() {
        let line = Timeline::of(&counter(&[("2019-05", 5)])).expect("a month");
        assert_eq!((line.span.len(), line.span.to_string().as_str()), (1, "May\u{A0}2019"));
        assert!(line.gaps().is_empty());
    }
}
