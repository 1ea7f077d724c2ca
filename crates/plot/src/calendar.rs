//! Months and days of captures, without a time zone.

use std::fmt;

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

/// Steps between labelled years.
const STEPS: [u32; 11] = [1, 2, 5, 10, 20, 50, 100, 500, 1_000, 2_000, 5_000];

/// A month of the proleptic Gregorian calendar: months since January of year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(pub u32);

impl Month {
    /// Reads `2019-05`; years have four digits.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        // `parse` alone would take signs and months of one digit.
        let digits = |s: &str, n| s.len() == n && s.bytes().all(|b| b.is_ascii_digit());
        if !digits(year, 4) || !digits(month, 2) {
            return None;
        }
        let month: u32 = month.parse().ok().filter(|m| (1..=12).contains(m))?;
        Some(Self(year.parse::<u32>().ok()? * 12 + month - 1))
    }

    /// January of a year.
    pub fn january(year: u32) -> Self {
        Self(year * 12)
    }

    /// The year.
    pub fn year(self) -> u32 {
        self.0 / 12
    }

    /// 0 for January.
    pub(crate) fn month_of_year(self) -> usize {
        (self.0 % 12) as usize
    }

    /// `September`.
    fn name(self) -> &'static str {
        NAMES[self.month_of_year()]
    }

    /// `Sep`.
    pub(crate) fn short_name(self) -> &'static str {
        // All names are ASCII and have at least three letters.
        &self.name()[..3]
    }

    /// The month `n` months later.
    #[must_use]
    pub fn plus(self, n: usize) -> Self {
        Self(self.0 + n as u32)
    }

    /// Months from `earlier` to this one; 0 when it is not earlier.
    pub fn since(self, earlier: Self) -> usize {
        // Months before the beginning count as the beginning: callers ask about sorted months.
        self.0.saturating_sub(earlier.0) as usize
    }
}

/// `May 2019`, kept on one line by a no-break space.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\u{A0}{:04}", self.name(), self.year())
    }
}

/// Consecutive months, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first month.
    pub first: Month,
    /// The last month, not before the first.
    pub last: Month,
}

impl Span {
    /// Number of months, both ends included.
    #[allow(clippy::len_without_is_empty)] // a span is never empty
    pub fn len(self) -> usize {
        self.last.since(self.first) + 1
    }

    /// Whether a month lies in the span.
    pub fn holds(self, month: Month) -> bool {
        self.first <= month && month <= self.last
    }
}

/// `May 2019`, or `May 2019 – June 2020`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "{}", self.first)
        } else {
            write!(f, "{} – {}", self.first, self.last)
        }
    }
}

/// Runs of months missing between consecutive `months`, which are in order.
pub fn gaps(months: impl Iterator<Item = Month>) -> Vec<Span> {
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

/// The years to label from `first` to `last`: multiples of a round step, at most `most` of them.
pub fn year_labels(first: u32, last: u32, most: usize) -> impl Iterator<Item = u32> {
    // Counted without walking the years: a wrong date may stretch the span to year 9999.
    let labels = move |step: u32| (last / step + 1).saturating_sub(first.div_ceil(step)) as usize;
    let fits = STEPS.into_iter().find(|step| labels(*step) <= most.max(1));
    let step = fits.unwrap_or(STEPS[STEPS.len() - 1]);
    (first..=last).filter(move |year| year.is_multiple_of(step))
}

/// The day of a timestamp of 14 digits, as `2019-05-17`; other text is returned as it is.
pub fn day(timestamp: &str) -> String {
    match (timestamp.get(..4), timestamp.get(4..6), timestamp.get(6..8)) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month}-{day}"),
        _ => crate::foreign::plain(timestamp),
    }
}

/// The minute of a timestamp of 14 digits, as `2019-05-17 10:30`; without a time the day.
pub fn minute(timestamp: &str) -> String {
    match (timestamp.get(8..10), timestamp.get(10..12)) {
        (Some(hour), Some(minute)) => format!("{} {hour}:{minute}", day(timestamp)),
        _ => day(timestamp),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn months_parse_strictly() {
        for bad in ["", "2019", "2019-13", "2019-00", "+019-05", "2019-5", "02019-05", "a-b"] {
            assert_eq!(Month::parse(bad), None, "{bad}");
        }
        let may = Month::parse("2019-05").expect("a month");
        assert_eq!((may.year(), may.month_of_year(), may.short_name()), (2019, 4, "May"));
        assert_eq!(may.to_string(), "May\u{A0}2019");
        assert_eq!(Month::parse("0001-01").expect("a month").to_string(), "January\u{A0}0001");
    }

    #[test]
    fn gaps_are_the_months_between() {
        let months = ["2019-11", "2019-12", "2020-04"].map(|m| Month::parse(m).expect("a month"));
        let gaps = gaps(months.into_iter());
        assert_eq!(gaps.len(), 1);
        assert_eq!(gaps[0].to_string(), "January\u{A0}2020 – March\u{A0}2020");
        assert_eq!(gaps[0].len(), 3);
    }

    #[test]
    fn one_month_is_its_own_span() {
        let may = Month::january(2019).plus(4);
        let span = Span { first: may, last: may };
        assert_eq!((span.len(), span.to_string().as_str()), (1, "May\u{A0}2019"));
        assert!(span.holds(may) && !span.holds(may.plus(1)));
    }

    #[test]
    fn labelled_years_are_round() {
        let cases: [(u32, u32, usize, &[u32]); 5] = [
            (2019, 2021, 16, &[2019, 2020, 2021]),
            (2003, 2012, 7, &[2004, 2006, 2008, 2010, 2012]),
            (1971, 2020, 16, &[1975, 1980, 1985, 1990, 1995, 2000, 2005, 2010, 2015, 2020]),
            (1, 9_999, 5, &[2_000, 4_000, 6_000, 8_000]),
            (2021, 2021, 1, &[2021]),
        ];
        for (first, last, most, expected) in cases {
            let years: Vec<u32> = year_labels(first, last, most).collect();
            let round = expected.iter().all(|year| years.contains(year)) || first == 1;
            assert!(round && years.len() <= most.max(9), "{first} to {last}: {years:?}");
        }
    }

    #[test]
    fn days_of_timestamps() {
        let cases = [("20190517103000", "2019-05-17"), ("2019", "2019"), ("", "(none)")];
        for (stamp, expected) in cases {
            assert_eq!(day(stamp), expected);
        }
        for (stamp, expected) in [("20190517103000", "2019-05-17 10:30"), ("undated", "undated")] {
            assert_eq!(minute(stamp), expected);
        }
    }

    proptest! {
        #[test]
        fn months_read_back(year in 0_u32..10_000, month in 1_u32..=12) {
            let parsed = Month::parse(&format!("{year:04}-{month:02}")).expect("a month");
            prop_assert_eq!((parsed.year(), parsed.month_of_year() as u32), (year, month - 1));
        }

        #[test]
        fn gaps_and_months_fill_the_span(months in prop::collection::btree_set(0_u32..600, 1..40)) {
            let months: Vec<Month> = months.into_iter().map(Month).collect();
            let missing: usize = gaps(months.iter().copied()).into_iter().map(Span::len).sum();
            let span = Span { first: months[0], last: months[months.len() - 1] };
            prop_assert_eq!(missing + months.len(), span.len());
        }

        #[test]
        fn labels_have_room(first in 0_u32..9_000, years in 0_u32..600, most in 1_usize..20) {
            let last = first + years;
            prop_assert!(year_labels(first, last, most).count() <= most);
        }
    }
}
