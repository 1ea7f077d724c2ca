//! How far in time a memento may be from the one that was asked for. Archives redirect to what
//! they have: the memento of another year answers with status 200 too.

use scutch_memento::parse_date;

use super::Row;
use crate::reason::Reason;
use crate::target::Target;

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// The limit of drift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drift {
    /// Largest distance in milliseconds; `None` for any.
    pub max_ms: Option<u64>,
    /// The time that was asked for, in milliseconds since 1970 UTC, if it is one for all
    /// mementos; else each is compared with the time in its list.
    pub asked: Option<i64>,
}

impl Default for Drift {
    /// A day, from the time in the list.
    fn default() -> Self {
        Self { max_ms: Some(DAY), asked: None }
    }
}

impl Drift {
    /// Milliseconds by which a memento is later than asked for; `None` if no time was.
    fn distance(&self, target: &Target, time: i64) -> Option<i64> {
        Some(time.saturating_sub(self.asked.or(target.unix_ms)?))
    }

    /// Whether a memento of this time is too far from its target.
    pub(super) fn is_too_far(&self, target: &Target, time: i64) -> bool {
        let distance = self.distance(target, time).map_or(0, i64::unsigned_abs);
        self.max_ms.is_some_and(|max| distance > max)
    }

    /// The row of a memento with its distance.
    pub(super) fn mark(&self, row: Row, target: &Target) -> Row {
        let time = row.timestamp().and_then(parse_date).map(|moment| moment.unix_ms);
        // A row with a reason has the time of its list.
        let time = time.filter(|_| row.reason().is_none());
        let Some(time) = time else { return row };
        let seconds = self.distance(target, time).unwrap_or_default() / 1000;
        let reason = self.is_too_far(target, time).then_some(Reason::Drift.id());
        // Lists give some times in milliseconds; rows have seconds.
        if seconds == 0 { row } else { row.drifted(seconds, reason) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(unix_ms: Option<i64>) -> Target {
        Target {
            uri_r: "http://x.org/".to_owned(),
            uri_m: "http://a.example/1".to_owned(),
            unix_ms,
            via: String::new(),
            route: "timemap",
            position: 1,
        }
    }

    #[test]
    fn distances_are_marked_in_both_directions() {
        let day = 86_400_i64;
        for (asked, listed, stamp, drift, reason) in [
            (None, Some(0), "19700101000000", None, None),
            (None, Some(0), "19700102000000", Some(day), None),
            (None, Some(0), "19700102000001", Some(day + 1), Some("drift")),
            (None, Some(3 * day * 1000), "19700101000000", Some(-3 * day), Some("drift")),
            (None, Some(999), "19700101000000", None, None),
            (None, None, "19990101000000", None, None),
            (Some(day * 1000), Some(0), "19700102000000", None, None),
            (Some(9 * day * 1000), None, "19700102000000", Some(-8 * day), Some("drift")),
        ] {
            let facts = [("timestamp", stamp)];
            let row = Row::new(facts.into_iter(), None);
            let marked = Drift { asked, ..Drift::default() }.mark(row.clone(), &target(listed));
            assert_eq!(marked.json()["drift"].as_i64(), drift, "{stamp}");
            assert_eq!(marked.reason(), reason, "{stamp}");
            let any = Drift { asked, max_ms: None }.mark(row, &target(listed));
            assert_eq!((any.json()["drift"].as_i64(), any.reason()), (drift, None));
        }
    }

    #[test]
    fn rows_with_a_reason_keep_it() {
        let row = Row::failed(&target(Some(0)), "memento-gone");
        assert_eq!(Drift::default().mark(row.clone(), &target(Some(9 << 40))), row);
    }
}
