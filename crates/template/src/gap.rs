//! The *gap* between a page and a snapshot of it: the time from one capture to the other.

use crate::key::Key;

const DAY: u64 = 24 * 60 * 60;

/// Spans by which gaps are counted: an upper bound in seconds, exclusive, and a name. The last has
/// no end.
const SPANS: [(u64, &str); 8] = [
    (DAY, "below a day"),
    (7 * DAY, "1 to 6 days"),
    (30 * DAY, "7 to 29 days"),
    (90 * DAY, "30 to 89 days"),
    (365 * DAY, "90 to 364 days"),
    (2 * 365 * DAY, "1 to 2 years"),
    (5 * 365 * DAY, "2 to 5 years"),
    (u64::MAX, "5 years and more"),
];

/// Names of the spans that gaps are counted by, in order.
pub fn span_names() -> impl Iterator<Item = &'static str> {
    SPANS.iter().map(|(_, name)| *name)
}

/// The place among [`span_names`] of a gap in seconds.
pub fn span(seconds: u64) -> usize {
    SPANS.iter().position(|(end, _)| seconds < *end).unwrap_or(SPANS.len() - 1)
}

/// The gaps that are accepted between a page and a snapshot, in seconds. Both ends are included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Gaps {
    /// The least gap.
    pub min: Option<u64>,
    /// The greatest gap.
    pub max: Option<u64>,
}

impl Gaps {
    /// Whether the gap between two captures is accepted. Captures without a date have no gap and no
    /// order, so they are never accepted.
    pub(crate) fn accept(self, a: &Key, b: &Key) -> bool {
        let dated = a.is_dated() && b.is_dated();
        dated && self.min.is_none_or(|min| seconds(a, b) >= min) && self.are_near(a, b)
    }

    /// Whether the gap between two captures is at most the greatest, dated or not.
    pub(crate) fn are_near(self, a: &Key, b: &Key) -> bool {
        self.max.is_none_or(|max| seconds(a, b) <= max)
    }
}

fn seconds(a: &Key, b: &Key) -> u64 {
    // Archives date captures to the second; `Key` has milliseconds.
    a.time.abs_diff(b.time) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_fall_into_one_span_each() {
        let cases = [(0, 0), (DAY - 1, 0), (DAY, 1), (29 * DAY, 2), (400 * DAY, 5), (u64::MAX, 7)];
        for (seconds, place) in cases {
            assert_eq!(span(seconds), place, "{seconds}");
        }
        assert_eq!(span_names().count(), SPANS.len());
    }

    #[test]
    fn ends_belong_to_what_is_asked() {
        let key = |seconds: i64| Key { url: String::new(), time: seconds * 1000, record: 0 };
        let gaps = Gaps { min: Some(10), max: Some(20) };
        for (seconds, holds) in [(9, false), (10, true), (20, true), (21, false)] {
            assert_eq!(gaps.accept(&key(100), &key(100 + seconds)), holds, "{seconds}");
            assert_eq!(gaps.accept(&key(100), &key(100 - seconds)), holds, "{seconds}");
        }
        assert!(!gaps.accept(&key(15), &key(0)), "no date");
        assert!(!Gaps::default().accept(&key(15), &key(0)), "no date");
        assert!(Gaps::default().accept(&key(15), &key(16)));
    }

    #[test]
    fn gaps_do_not_depend_on_which_capture_is_first() {
        let mut random = scutch_learn::Random::new(2);
        let key = |time: i64| Key { url: String::new(), time, record: 0 };
        for _ in 0..500 {
            let mut draw = |end| random.below(end);
            let some = [None, Some(0), Some(3), Some(8)];
            let gaps = Gaps { min: some[draw(4)], max: some[draw(4)] };
            let (a, b) = (key(1000 * draw(12) as i64), key(1000 * draw(12) as i64));
            assert_eq!(gaps.accept(&a, &b), gaps.accept(&b, &a));
            assert!(!gaps.accept(&a, &b) || gaps.are_near(&a, &b));
        }
    }

    #[test]
    fn times_beyond_all_years_have_a_gap_too() {
        let key = |time| Key { url: String::new(), time, record: 0 };
        let gaps = Gaps { min: Some(u64::MAX / 1000), max: None };
        assert!(gaps.accept(&key(i64::MIN), &key(i64::MAX)));
        assert!(!gaps.accept(&key(i64::MIN), &key(1)));
    }
}
