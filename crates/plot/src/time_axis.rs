//! A true axis of time: moments as parts of the field, labels at round dates.
//!
//! Two moments are as far apart on the page as they are in time, so bursts of captures look like
//! bursts and gaps like gaps.

use crate::axis::{Label, Width};
use crate::calendar::{Month, year_labels};

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;
/// Part of the field left free at either end, where half a mark and half a label have room.
const MARGIN: f64 = 0.03;
/// Labels on a wide page, and on a narrow one.
const WIDE: usize = 10;
const NARROW: usize = 4;
/// Months from which on years are labelled, and from which on months are.
const YEARS: usize = 36;
const MONTHS: usize = 3;
/// Steps between labelled months: parts of a year, so that each January keeps its label.
const MONTH_STEPS: [usize; 5] = [1, 2, 3, 4, 6];

/// The stretch of time of a plot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TimeAxis {
    first: i64,
    last: i64,
}

impl TimeAxis {
    /// The axis from the earliest to the latest moment, in milliseconds since 1970 UTC. Without a
    /// moment it shows 1970.
    pub(crate) fn over(moments: impl IntoIterator<Item = i64>) -> Self {
        // Years of four digits: a wrong date must not overflow, and labels have no room for more.
        let (earliest, latest) = (day_of(Month(0), 1) * DAY, day_of(Month(120_000), 1) * DAY - 1);
        let mut moments = moments.into_iter().map(|moment| moment.clamp(earliest, latest));
        let first = moments.next().unwrap_or_default();
        let start = Self { first, last: first };
        moments.fold(start, |axis, moment| Self {
            first: axis.first.min(moment),
            last: axis.last.max(moment),
        })
    }

    /// Where a moment stands: 0 is the left end of the field, 1 the right one.
    pub(crate) fn part(self, moment: i64) -> f64 {
        let whole = (self.last - self.first) as f64;
        // A single moment stands in the middle.
        let inner = if whole == 0.0 {
            0.5
        } else {
            (moment.clamp(self.first, self.last) - self.first) as f64 / whole
        };
        MARGIN + inner * (1.0 - 2.0 * MARGIN)
    }

    /// Labels for wide and narrow pages, in parts of the field.
    pub(crate) fn labels(self) -> Vec<Label> {
        let mut labels = self.labels_for(WIDE, Width::Wide);
        labels.extend(self.labels_for(NARROW, Width::Narrow));
        labels
    }

    fn labels_for(self, most: usize, width: Width) -> Vec<Label> {
        let (first, last) = (month_of(self.first), month_of(self.last));
        let marks = match last.since(first) {
            YEARS.. => years(first, last, most),
            MONTHS.. => months(first, last, most),
            _ => self.days(most),
        };
        let inside = marks.into_iter().filter(|(at, _, _)| (self.first..=self.last).contains(at));
        let mut year_before = None;
        inside
            .map(|(at, text, year)| {
                let mut label = Label::new(self.part(at), text, width);
                // A year stands below the first label that lies in it.
                if let Some(year) = year.filter(|year| year_before.replace(*year) != Some(*year)) {
                    label.below = format!("{year:04}");
                }
                label
            })
            .collect()
    }

    fn days(self, most: usize) -> Vec<Mark> {
        let (first, last) = (self.first.div_euclid(DAY), self.last.div_euclid(DAY));
        if first == last {
            return vec![day_mark(self.first)];
        }
        // The day of the first moment began before it: its label stands at the moment itself.
        let step = ((last - first + 1) as usize).div_ceil(most).max(1);
        let later = (first + step as i64..=last).step_by(step).map(|day| day_mark(day * DAY));
        std::iter::once(day_mark(self.first)).chain(later).collect()
    }
}

/// A moment with its label, and its year where that is not the label.
type Mark = (i64, String, Option<u32>);

fn years(first: Month, last: Month, most: usize) -> Vec<Mark> {
    year_labels(first.year(), last.year(), most)
        .map(|year| (day_of(Month::january(year), 1) * DAY, format!("{year:04}"), None))
        .collect()
}

fn months(first: Month, last: Month, most: usize) -> Vec<Mark> {
    let fits = |step: &&usize| last.since(first) / **step < most;
    let step = MONTH_STEPS.iter().find(fits).copied().unwrap_or(12);
    (first.0..=last.0)
        .map(Month)
        .filter(|month| month.month_of_year().is_multiple_of(step))
        .map(|month| (day_of(month, 1) * DAY, month.short_name().to_owned(), Some(month.year())))
        .collect()
}

fn day_mark(moment: i64) -> Mark {
    let month = month_of(moment);
    let day = moment.div_euclid(DAY) - day_of(month, 1) + 1;
    (moment, format!("{day} {}", month.short_name()), Some(month.year()))
}

/// Days from 1970-01-01 to a day of a month, in the proleptic Gregorian calendar. Years begin in
/// March, so that the leap day is the last of its year (Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms").
fn day_of(month: Month, day: i64) -> i64 {
    let from_march = i64::from(month.0) - 2;
    let (year, month) = (from_march.div_euclid(12), from_march.rem_euclid(12));
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year
        - 719_468
}

/// The month of a moment; moments before the year 0 count as its first month.
fn month_of(moment: i64) -> Month {
    let days = moment.div_euclid(DAY);
    // The mean length of a month is near enough to start from; one step or none mends it.
    let guess = ((days + 719_528) as f64 / 30.436_875).floor().clamp(0.0, 200_000.0) as u32;
    let near = guess.saturating_sub(1)..=guess + 1;
    Month(near.rev().find(|month| day_of(Month(*month), 1) <= days).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn moment(year: u32, month: u32, day: i64) -> i64 {
        day_of(Month(year * 12 + month - 1), day) * DAY
    }

    fn texts(axis: TimeAxis, width: Width) -> Vec<String> {
        let labels = axis.labels().into_iter().filter(|label| label.width == width);
        labels.map(|label| format!("{} {}", label.text, label.below).trim().to_owned()).collect()
    }

    #[test]
    fn days_are_counted_from_1970() {
        let cases = [
            ((1970, 1, 1), 0),
            ((1969, 12, 31), -1),
            ((2000, 2, 29), 11_016),
            ((2000, 3, 1), 11_017),
            ((1900, 3, 1), -25_508),
            ((0, 1, 1), -719_528),
        ];
        for ((year, month, day), days) in cases {
            assert_eq!(moment(year, month, day) / DAY, days, "{year}-{month}-{day}");
        }
    }

    #[test]
    fn labels_are_round_at_every_scale() {
        let cases: [(i64, i64, &[&str]); 5] = [
            (moment(2001, 5, 3), moment(2011, 2, 1), &["2005", "2010"]),
            (moment(2008, 11, 20), moment(2009, 5, 2), &["Jan 2009", "Mar", "May"]),
            (moment(2008, 3, 1), moment(2008, 3, 9), &["1 Mar 2008", "4 Mar", "7 Mar"]),
            (moment(2008, 12, 31), moment(2009, 1, 1), &["31 Dec 2008", "1 Jan 2009"]),
            (moment(2008, 3, 1) + 5, moment(2008, 3, 1) + 9, &["1 Mar 2008"]),
        ];
        for (first, last, expected) in cases {
            let axis = TimeAxis::over([last, first]);
            assert_eq!(texts(axis, Width::Narrow), expected, "{first} to {last}");
        }
    }

    #[test]
    fn moments_keep_their_distances() {
        let axis = TimeAxis::over([0, 10 * DAY, 40 * DAY]);
        let [a, b, c] = [0, 10, 40].map(|day| axis.part(day * DAY));
        assert!(((c - b) / (b - a) - 3.0).abs() < 1e-9, "{a} {b} {c}");
        assert!((TimeAxis::over([7]).part(7) - 0.5).abs() < 1e-9);
        assert_eq!(texts(TimeAxis::over([]), Width::Wide), ["1 Jan 1970"]);
    }

    proptest! {
        #[test]
        fn months_and_days_agree(days in -719_528_i64..2_932_896) {
            let month = month_of(days * DAY);
            prop_assert!(day_of(month, 1) <= days && days < day_of(month.plus(1), 1), "{month}");
        }

        #[test]
        fn labels_are_few_and_inside(moments in prop::collection::vec(any::<i64>(), 0..9)) {
            let labels = TimeAxis::over(moments.iter().copied()).labels();
            prop_assert!(labels.len() <= WIDE + NARROW, "{labels:?}");
            prop_assert!(labels.iter().all(|label| (0.0..=1.0).contains(&label.at)), "{labels:?}");
        }
    }
}
