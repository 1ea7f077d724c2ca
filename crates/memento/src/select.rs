//! Which mementos of a list are wanted. The choice depends only on the list and the selection.

use crate::date::{cdx_timestamp, months_after};

/// A length of time: calendar months or milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// Months. The 30th becomes the last day of February.
    Months(i32),
    /// Milliseconds.
    Milliseconds(i64),
}

/// Mean length of a month over 400 years, in milliseconds.
const MEAN_MONTH: i64 = 146_097 * 86_400_000 / 4800;

/// Units as they are typed, and their lengths.
const UNITS: &[(&str, Period)] = &[
    ("y", Period::Months(12)),
    ("mo", Period::Months(1)),
    ("w", Period::Milliseconds(7 * 86_400_000)),
    ("d", Period::Milliseconds(86_400_000)),
    ("h", Period::Milliseconds(3_600_000)),
    ("min", Period::Milliseconds(60_000)),
    ("s", Period::Milliseconds(1000)),
];

impl Period {
    /// Reads a number and a unit: `6mo`, `1y`, `2w`, `7d`, `12h`, `30min`, `10s`.
    pub fn parse(text: &str) -> Option<Self> {
        let end = text.find(|c: char| !c.is_ascii_digit())?;
        let number: i32 = text[..end].parse().ok().filter(|number| *number > 0)?;
        let (_, unit) = UNITS.iter().find(|(name, _)| *name == &text[end..])?;
        Some(match unit {
            Self::Months(months) => Self::Months(months.checked_mul(number)?),
            Self::Milliseconds(ms) => Self::Milliseconds(ms.checked_mul(number.into())?),
        })
    }

    /// The time one period after `unix_ms`; `None` if it is out of range.
    pub fn after(self, unix_ms: i64) -> Option<i64> {
        match self {
            Self::Months(months) => months_after(unix_ms, months),
            Self::Milliseconds(length) => unix_ms.checked_add(length),
        }
    }

    /// The number of the period that contains `time`; the first one begins at `begin`.
    fn index_of(self, begin: i64, time: i64) -> i64 {
        match self {
            Self::Milliseconds(length) => (time - begin).div_euclid(length),
            Self::Months(months) => {
                // Months differ in length, so they are counted, from an estimate just below the
                // result. Counting from the first month would take quadratic time over a long list.
                let passed = (time - begin).max(0) / MEAN_MONTH / i64::from(months);
                let near = i32::try_from(passed).unwrap_or(i32::MAX).saturating_sub(2).max(0);
                let starts =
                    (near + 1..).map_while(|n: i32| months_after(begin, months.checked_mul(n)?));
                i64::from(near) + starts.take_while(|start| *start <= time).count() as i64
            }
        }
    }
}

/// What counts as one memento, of which the first is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collapse {
    /// Neighbours with one digest, as CDX servers collapse them. Lists without digests stay whole.
    Digest,
    /// A calendar day in UTC.
    Day,
    /// A calendar month.
    Month,
    /// A calendar year.
    Year,
}

impl Collapse {
    /// Digits of a time that are equal for all that count as one; `None` if the digest tells.
    fn digits(self) -> Option<usize> {
        match self {
            Self::Digest => None,
            Self::Day => Some(8),
            Self::Month => Some(6),
            Self::Year => Some(4),
        }
    }
}

/// Which mementos are wanted; by default all of them. Times are milliseconds since 1970 UTC.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Selection {
    /// The earliest time.
    pub from: Option<i64>,
    /// The latest time.
    pub to: Option<i64>,
    /// Only the first memento of each period. Periods begin at `from`, or at the first memento.
    pub every: Option<Period>,
    /// Only the first of those that count as one.
    pub collapse: Option<Collapse>,
    /// Only the memento nearest to this time; the earlier one if two are equally near.
    pub nearest: Option<i64>,
}

impl Selection {
    /// Whether mementos are chosen by comparing them with others of their page.
    pub fn is_choice(&self) -> bool {
        // Digests are compared within a list, while it is read.
        let by_time = self.collapse.and_then(Collapse::digits);
        self.every.is_some() || self.nearest.is_some() || by_time.is_some()
    }

    /// Whether a time is within `from` and `to`.
    pub fn accepts(&self, unix_ms: i64) -> bool {
        self.from.is_none_or(|from| unix_ms >= from) && self.to.is_none_or(|to| unix_ms <= to)
    }

    /// The choice among sorted times.
    pub(crate) fn choice(&self, times: impl Iterator<Item = i64> + Clone) -> Choice {
        let first = times.clone().next();
        // `min_by_key` keeps the first of equal keys, which is the earlier time.
        let nearest = |wanted: i64| times.min_by_key(|time| time.abs_diff(wanted));
        match (self.nearest, self.every, self.from.or(first)) {
            (Some(wanted), ..) => Choice::One(nearest(wanted)),
            (None, Some(period), Some(begin)) => Choice::Each { period, begin, last: None },
            (None, ..) => match self.collapse.and_then(Collapse::digits) {
                Some(digits) => Choice::Calendar { digits, last: String::new() },
                None => Choice::All,
            },
        }
    }
}

/// A choice among sorted times, which are offered one by one.
#[derive(Debug)]
pub(crate) enum Choice {
    All,
    /// The first memento with this time.
    One(Option<i64>),
    /// The first memento of each period.
    Each {
        period: Period,
        begin: i64,
        /// The period of the memento before.
        last: Option<i64>,
    },
    /// The first memento of each calendar unit.
    Calendar {
        /// Digits that are equal within a unit.
        digits: usize,
        /// Those of the memento before.
        last: String,
    },
}

impl Choice {
    /// Whether the memento with the next time is chosen.
    pub(crate) fn accepts(&mut self, time: i64) -> bool {
        match self {
            Self::All => true,
            Self::One(wanted) => wanted.take_if(|wanted| *wanted == time).is_some(),
            Self::Each { period, begin, last } => {
                let number = Some(period.index_of(*begin, time));
                std::mem::replace(last, number) != number
            }
            Self::Calendar { digits, last } => {
                let unit: String = cdx_timestamp(time).chars().take(*digits).collect();
                let is_new = *last != unit;
                *last = unit;
                is_new
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::date::{date_span, parse_date};
    use crate::mementos::Mementos;

    /// The mementos that a selection keeps: URI and 14-digit time.
    fn select(list: &[(String, &str)], selection: Selection) -> Vec<(String, String)> {
        let mut mementos = Mementos::default();
        for (uri, time) in list {
            let unix_ms = parse_date(time).expect("a date").unix_ms;
            assert!(mementos.push(uri, unix_ms).expect("kept"));
        }
        mementos.select_from(0, &selection);
        let chosen = (0..mementos.len()).map(|index| mementos.get(index).expect("stored"));
        chosen.map(|found| (found.memento.uri, cdx_timestamp(found.memento.unix_ms))).collect()
    }

    fn list<'a>(stamps: &[&'a str]) -> Vec<(String, &'a str)> {
        stamps.iter().map(|stamp| (format!("http://a.example/{stamp}/"), *stamp)).collect()
    }

    /// Eleven mementos of a year, unsorted.
    const YEAR: [&str; 11] = [
        "20140301120000",
        "20140131000000",
        "20140131080000",
        "20140207000000",
        "20140228000000",
        "20140301000000",
        "20140330235959",
        "20140731000000",
        "20140730235959",
        "20141231235959",
        "20150101000000",
    ];

    fn chosen(selection: Selection) -> Vec<String> {
        select(&list(&YEAR), selection).iter().map(|(_, time)| time[2..8].to_owned()).collect()
    }

    #[test]
    fn from_and_to_include_their_whole_span() {
        let from = date_span("2014-03").map(|(first, _)| first);
        let to = date_span("2014").map(|(_, last)| last);
        let found = chosen(Selection { from, to, ..Selection::default() });
        assert_eq!(found, ["140301", "140301", "140330", "140730", "140731", "141231"]);
    }

    // Periods begin on 31 January: months on 28 February, 31 March, 30 April, ...; half years on 31
    // July and 31 January.
    #[test]
    fn the_first_memento_of_each_period_is_kept() {
        let every = |text| Selection { every: Period::parse(text), ..Selection::default() };
        assert_eq!(chosen(every("6mo")), ["140131", "140731"]);
        assert_eq!(chosen(every("1y")), ["140131"]);
        assert_eq!(chosen(every("1mo")), ["140131", "140228", "140730", "140731", "141231"]);
        assert_eq!(
            chosen(every("7d")),
            ["140131", "140207", "140228", "140330", "140730", "141231"]
        );
        let from = date_span("2014").map(|(first, _)| first);
        assert_eq!(chosen(Selection { from, ..every("6mo") }), ["140131", "140730", "150101"]);
    }

    #[test]
    fn the_first_memento_of_each_calendar_unit_is_kept() {
        let by = |collapse| chosen(Selection { collapse: Some(collapse), ..Selection::default() });
        assert_eq!(by(Collapse::Year), ["140131", "150101"]);
        assert_eq!(
            by(Collapse::Month),
            ["140131", "140207", "140301", "140730", "141231", "150101"]
        );
        assert_eq!(by(Collapse::Day).len(), 9);
        assert_eq!(by(Collapse::Digest).len(), YEAR.len());
    }

    #[test]
    fn the_nearest_memento_is_kept() {
        let nearest = |date| {
            let nearest = date_span(date).map(|(first, _)| first);
            chosen(Selection { nearest, ..Selection::default() })
        };
        assert_eq!(nearest("1996"), ["140131"]);
        assert_eq!(nearest("20140815"), ["140731"]);
        assert_eq!(nearest("20140203120000"), ["140131"]);
        assert_eq!(nearest("2030"), ["150101"]);
    }

    #[test]
    fn equal_distances_go_to_the_earlier() {
        let nearest = parse_date("20140101000010").map(|m| m.unix_ms);
        let list = list(&["20140101000020", "20140101000000"]);
        let found = select(&list, Selection { nearest, ..Selection::default() });
        assert_eq!(found, [(list[1].0.clone(), "20140101000000".to_owned())]);
    }

    #[test]
    fn the_estimate_of_month_periods_agrees_with_counting() {
        let begin = parse_date("16000131120000").expect("a date").unix_ms;
        for months in [1, 5, 12, 400] {
            let start = |n: i64| months_after(begin, months * n as i32).expect("a date");
            let period = Period::Months(months);
            for n in (0..4800 / i64::from(months)).step_by(7) {
                assert_eq!(period.index_of(begin, start(n)), n);
                assert_eq!(period.index_of(begin, start(n + 1) - 1), n);
            }
        }
    }

    #[test]
    fn a_uri_with_two_times_is_kept_once() {
        let mut list = list(&["20140103000000", "20140102000000", "20140101000000"]);
        list[2].0 = list[0].0.clone();
        let found = select(&list, Selection::default());
        let times: Vec<&str> = found.iter().map(|(_, time)| time.as_str()).collect();
        assert_eq!(times, ["20140101000000", "20140102000000"]);
    }

    #[test]
    fn malformed_periods_and_dates_are_refused() {
        for text in ["", "6", "mo", "0d", "-1d", "6 mo", "1m", "99999999999y"] {
            assert_eq!(Period::parse(text), None, "{text}");
        }
        let year = 31_536_000_000;
        assert_eq!(date_span("9999").map(|(first, last)| last - first + 1), Some(year));
        assert_eq!(
            date_span("999912").map(|(_, last)| last),
            date_span("9999").map(|(_, last)| last)
        );
        for date in ["20", "2014-13", "201", "2014x", "20140101250000"] {
            assert_eq!(date_span(date), None, "{date}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Lists arrive in any order, and archives are asked in any order.
        #[test]
        fn the_selection_does_not_depend_on_list_order(
            mut days in proptest::collection::vec(0_i64..5000, 1..60),
            every in prop_oneof![Just(None), Just(Some("1mo")), Just(Some("9d")), Just(Some("1y"))],
            from in proptest::option::of(0_i64..5000),
        ) {
            // One memento per day: mementos of one time stay in list order.
            days.sort_unstable();
            days.dedup();
            let every = every.and_then(Period::parse);
            let selection = Selection { from: from.map(|day| day * DAY), every, ..Selection::default() };
            let select = |days: &mut dyn Iterator<Item = i64>| {
                let mut all = Mementos::default();
                days.for_each(|day| drop(all.push(&format!("http://a.example/{day}"), day * DAY)));
                all.select_from(0, &selection);
                let get = |index| all.get(index).expect("stored").memento.unix_ms;
                (0..all.len()).map(get).collect::<Vec<_>>()
            };
            let sorted = select(&mut days.iter().copied());
            prop_assert_eq!(&sorted, &select(&mut days.iter().rev().copied()));
            prop_assert!(sorted.is_sorted());
            prop_assert!(sorted.iter().all(|time| from.is_none_or(|from| *time >= from * DAY)));
        }
    }

    const DAY: i64 = 86_400_000;
}
