//! Which mementos of a list are wanted. Pure: the same list and wishes give the same mementos.

use crate::date::months_after;
use crate::timemap::Memento;

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
    /// What is wanted of a list, in order of time, then of address; each address once.
    pub fn of(&self, mementos: &[Memento]) -> Vec<Memento> {
        let within = |m: &&Memento| {
            self.from.is_none_or(|from| m.unix_ms >= from)
                && self.to.is_none_or(|to| m.unix_ms <= to)
        };
        let mut wanted: Vec<Memento> = mementos.iter().filter(within).cloned().collect();
        // A list may name an address twice with two times: the earlier counts.
        wanted.sort_by(|a, b| (&a.uri, a.unix_ms).cmp(&(&b.uri, b.unix_ms)));
        wanted.dedup_by(|a, b| a.uri == b.uri);
        wanted.sort_by(|a, b| (a.unix_ms, &a.uri).cmp(&(b.unix_ms, &b.uri)));
        if let Some(time) = self.nearest {
            let nearest = wanted.into_iter().min_by_key(|m| m.unix_ms.abs_diff(time));
            return nearest.into_iter().collect();
        }
        if let (Some(period), Some(first)) = (self.every, wanted.first()) {
            let begin = self.from.unwrap_or(first.unix_ms);
            let mut last = None;
            wanted.retain(|m| {
                let number = Some(period.number(begin, m.unix_ms));
                std::mem::replace(&mut last, number) != number
            });
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::{moment, span, stamp};

    fn list(stamps: &[&str]) -> Vec<Memento> {
        let memento = |stamp: &&str| {
            let unix_ms = moment(stamp).expect("a date").unix_ms;
            Memento { uri: format!("http://a.example/{stamp}/"), unix_ms, sure: true }
        };
        stamps.iter().map(memento).collect()
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
        selection.of(&list(&YEAR)).iter().map(|m| stamp(m.unix_ms)[2..8].to_owned()).collect()
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
        let found = Selection { nearest, ..Selection::default() }.of(&list);
        assert_eq!(found[0].uri, "http://a.example/20140101000000/");
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
        let mut list = list(&["20140101000000", "20140102000000", "20140103000000"]);
        list[2].uri = list[0].uri.clone();
        let times =
            Selection::default().of(&list).iter().map(|m| stamp(m.unix_ms)).collect::<Vec<_>>();
        assert_eq!(times, ["20140101000000", "20140102000000"]);
    }

    #[test]
    fn periods_that_are_none() {
        for text in ["", "6", "mo", "0d", "-1d", "6 mo", "1m", "99999999999y"] {
            assert_eq!(Period::parse(text), None, "{text}");
        }
        for date in ["20", "2014-13", "201", "2014x", "20140101250000"] {
            assert_eq!(span(date), None, "{date}");
        }
    }
}
