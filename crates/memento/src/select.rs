//! Which mementos of a list are wanted. Pure: the same list and wishes give the same mementos.

use crate::date::months_after;

/// A length of time: months as the calendar has them, or milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// Months; of February the 30th its last day.
    Months(i32),
    /// Milliseconds.
    Milliseconds(i64),
}

/// Milliseconds of a month, over 400 years.
const MEAN_MONTH: i64 = 146_097 * 86_400_000 / 4800;

/// Units, and what they are in months or milliseconds.
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

    /// The moment one period after another.
    pub fn after(self, unix_ms: i64) -> Option<i64> {
        match self {
            Self::Months(months) => months_after(unix_ms, months),
            Self::Milliseconds(length) => unix_ms.checked_add(length),
        }
    }

    /// Which period behind `begin` a later time falls into, counted from 0.
    fn number(self, begin: i64, time: i64) -> i64 {
        match self {
            Self::Milliseconds(length) => (time - begin).div_euclid(length),
            Self::Months(months) => {
                // Counted from shortly before, by the mean length of months: lists are long.
                let passed = (time - begin).max(0) / MEAN_MONTH / i64::from(months);
                let near = i32::try_from(passed).unwrap_or(i32::MAX).saturating_sub(2).max(0);
                let starts =
                    (near + 1..).map_while(|n: i32| months_after(begin, months.checked_mul(n)?));
                i64::from(near) + starts.take_while(|start| *start <= time).count() as i64
            }
        }
    }
}

/// What is wanted; everything where nothing is said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Selection {
    /// Not before this, milliseconds since 1970 UTC.
    pub from: Option<i64>,
    /// Not after this.
    pub to: Option<i64>,
    /// The first memento of each period. Periods are counted from `from`, or from the first memento.
    pub every: Option<Period>,
    /// The one memento nearest to this, of two the earlier.
    pub nearest: Option<i64>,
}

impl Selection {
    /// Whether a time is neither too early nor too late.
    pub(crate) fn takes(&self, unix_ms: i64) -> bool {
        self.from.is_none_or(|from| unix_ms >= from) && self.to.is_none_or(|to| unix_ms <= to)
    }

    /// The choice among times that come in order.
    pub(crate) fn choice(&self, times: impl Iterator<Item = i64> + Clone) -> Choice {
        let first = times.clone().next();
        // Of two that are as near, the earlier.
        let nearest = |wanted: i64| times.min_by_key(|time| time.abs_diff(wanted));
        match (self.nearest, self.every, self.from.or(first)) {
            (Some(wanted), ..) => Choice::One(nearest(wanted)),
            (None, Some(period), Some(begin)) => Choice::Each { period, begin, last: None },
            (None, ..) => Choice::All,
        }
    }
}

/// What is chosen of times that come in order.
#[derive(Debug)]
pub(crate) enum Choice {
    All,
    /// The first of this time.
    One(Option<i64>),
    /// The first of each period.
    Each {
        period: Period,
        begin: i64,
        last: Option<i64>,
    },
}

impl Choice {
    /// Whether the next one is wanted.
    pub(crate) fn takes(&mut self, time: i64) -> bool {
        match self {
            Self::All => true,
            Self::One(wanted) => wanted.take_if(|wanted| *wanted == time).is_some(),
            Self::Each { period, begin, last } => {
                let number = Some(period.number(*begin, time));
                std::mem::replace(last, number) != number
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::{moment, span, stamp};
    use crate::mementos::Mementos;

    /// What is chosen of mementos, given by address and time.
    fn of(list: &[(String, &str)], selection: Selection) -> Vec<(String, String)> {
        let mut mementos = Mementos::default();
        for (uri, time) in list {
            let unix_ms = moment(time).expect("a date").unix_ms;
            assert!(mementos.push(uri, unix_ms).expect("kept"));
        }
        mementos.choose(0, &selection);
        let chosen = (0..mementos.len()).map(|place| mementos.get(place).expect("there"));
        chosen.map(|found| (found.memento.uri, stamp(found.memento.unix_ms))).collect()
    }

    fn list<'a>(stamps: &[&'a str]) -> Vec<(String, &'a str)> {
        stamps.iter().map(|stamp| (format!("http://a.example/{stamp}/"), *stamp)).collect()
    }

    /// Eleven mementos of a year, not in order.
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
        of(&list(&YEAR), selection).iter().map(|(_, time)| time[2..8].to_owned()).collect()
    }

    #[test]
    fn from_and_to_take_in_their_whole_span() {
        let from = span("2014-03").map(|(first, _)| first);
        let to = span("2014").map(|(_, last)| last);
        let found = chosen(Selection { from, to, ..Selection::default() });
        assert_eq!(found, ["140301", "140301", "140330", "140730", "140731", "141231"]);
    }

    // Periods from 31 January: months begin on 28 February, 31 March, 30 April, ... half years on 31
    // July and 31 January.
    #[test]
    fn one_of_each_period() {
        let every = |text| Selection { every: Period::parse(text), ..Selection::default() };
        assert_eq!(chosen(every("6mo")), ["140131", "140731"]);
        assert_eq!(chosen(every("1y")), ["140131"]);
        assert_eq!(chosen(every("1mo")), ["140131", "140228", "140730", "140731", "141231"]);
        assert_eq!(
            chosen(every("7d")),
            ["140131", "140207", "140228", "140330", "140730", "141231"]
        );
        let from = span("2014").map(|(first, _)| first);
        assert_eq!(chosen(Selection { from, ..every("6mo") }), ["140131", "140730", "150101"]);
    }

    #[test]
    fn the_nearest() {
        let nearest = |date| {
            let nearest = span(date).map(|(first, _)| first);
            chosen(Selection { nearest, ..Selection::default() })
        };
        assert_eq!(nearest("1996"), ["140131"]);
        assert_eq!(nearest("20140815"), ["140731"]);
        assert_eq!(nearest("20140203120000"), ["140131"]);
        assert_eq!(nearest("2030"), ["150101"]);
    }

    #[test]
    fn equal_distances_go_to_the_earlier() {
        let nearest = moment("20140101000010").map(|m| m.unix_ms);
        let list = list(&["20140101000020", "20140101000000"]);
        let found = of(&list, Selection { nearest, ..Selection::default() });
        assert_eq!(found, [(list[1].0.clone(), "20140101000000".to_owned())]);
    }

    #[test]
    fn periods_of_months_are_counted_as_one_by_one() {
        let begin = moment("16000131120000").expect("a date").unix_ms;
        for months in [1, 5, 12, 400] {
            let start = |n: i64| months_after(begin, months * n as i32).expect("a date");
            let period = Period::Months(months);
            for n in (0..4800 / i64::from(months)).step_by(7) {
                assert_eq!(period.number(begin, start(n)), n);
                assert_eq!(period.number(begin, start(n + 1) - 1), n);
            }
        }
    }

    #[test]
    fn an_address_with_two_times_is_taken_once() {
        let mut list = list(&["20140103000000", "20140102000000", "20140101000000"]);
        list[2].0 = list[0].0.clone();
        let found = of(&list, Selection::default());
        let times: Vec<&str> = found.iter().map(|(_, time)| time.as_str()).collect();
        assert_eq!(times, ["20140101000000", "20140102000000"]);
    }

    #[test]
    fn periods_that_are_none() {
        for text in ["", "6", "mo", "0d", "-1d", "6 mo", "1m", "99999999999y"] {
            assert_eq!(Period::parse(text), None, "{text}");
        }
        let year = 31_536_000_000;
        assert_eq!(span("9999").map(|(first, last)| last - first + 1), Some(year));
        assert_eq!(span("999912").map(|(_, last)| last), span("9999").map(|(_, last)| last));
        for date in ["20", "2014-13", "201", "2014x", "20140101250000"] {
            assert_eq!(span(date), None, "{date}");
        }
    }
}
