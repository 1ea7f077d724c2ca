//! The course of a TimeMap: the pattern of its verdicts, and the probable event behind each change.

use crate::collection::timemap::TimeMap;
use crate::judge::Judged;
use crate::judge::verdict::{Reason, Status, Verdict};
use crate::sketch::lexicon::Notice;

/// The pattern of the verdicts of a TimeMap (AlNoamany et al. 2016). Unknown ones are passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pattern {
    /// On-topic throughout.
    AlwaysOn,
    /// Off-topic throughout, but for the anchor.
    AlwaysOff,
    /// On-topic, then off-topic to the end.
    WentOff,
    /// Off-topic, then on-topic to the end.
    CameOn,
    /// Changes more than once.
    Oscillates,
}

impl Pattern {
    /// Every pattern.
    pub const ALL: &'static [Self] =
        &[Self::AlwaysOn, Self::WentOff, Self::Oscillates, Self::CameOn, Self::AlwaysOff];

    /// The name as shown to people.
    pub fn name(self) -> &'static str {
        match self {
            Self::AlwaysOn => "always on-topic",
            Self::AlwaysOff => "always off-topic",
            Self::WentOff => "went off-topic for good",
            Self::CameOn => "began off-topic",
            Self::Oscillates => "oscillates",
        }
    }

    /// The pattern of a TimeMap.
    pub(crate) fn from_verdicts(judged: &Judged) -> Self {
        let known = judged.verdicts.iter().map(|v| v.status).filter(|s| *s != Status::Unknown);
        let mut known: Vec<bool> = known.map(|status| status == Status::Off).collect();
        let others = judged.verdicts.len() > 1;
        // The anchor is on-topic by definition: a TimeMap that is off-topic besides it never was
        // on.
        let all_but_one_off = known.iter().filter(|off| !**off).count() <= 1 && known.len() > 2;
        // Runs of equal verdicts become one, so that few patterns cover all.
        known.dedup();
        match known[..] {
            [] | [false] => Self::AlwaysOn,
            [true] => Self::AlwaysOff,
            [false, true] if others && all_but_one_off => Self::AlwaysOff,
            [false, true] => Self::WentOff,
            [true, false] => Self::CameOn,
            _ => Self::Oscillates,
        }
    }
}

/// A change along a TimeMap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Place of the first memento after the change.
    pub index: usize,
    /// Place of the last memento before it whose verdict is known.
    pub before: Option<usize>,
    /// 14 digits.
    pub stamp: String,
    /// Off-topic from here on.
    pub off: bool,
    /// The probable event, for changes to off-topic.
    pub cause: &'static str,
}

/// The changes of a TimeMap, in order.
pub fn changes(timemap: &TimeMap, judged: &Judged) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut before = false;
    let mut last_known = None;
    for (index, verdict) in judged.verdicts.iter().enumerate() {
        let off = match verdict.status {
            Status::Unknown => continue,
            status => status == Status::Off,
        };
        // One that begins off-topic is listed like a change, and counted as none.
        if off != before {
            let cause = if off { cause(verdict) } else { "" };
            let stamp = timemap.mementos[index].stamp();
            changes.push(Change { index, before: last_known, stamp, off, cause });
        }
        before = off;
        last_known = Some(index);
    }
    changes
}

/// The probable event behind a page that went off-topic. A notice says more than other evidence.
fn cause(verdict: &Verdict) -> &'static str {
    let says = verdict.reasons.iter().find_map(|reason| match reason {
        Reason::Says(notice) => Some(*notice),
        _ => None,
    });
    let has = |reason: Reason| verdict.reasons.contains(&reason);
    match says {
        _ if has(Reason::Empty) => "emptied",
        _ if has(Reason::HttpError) => "technical error or page gone",
        Some(Notice::NotFound) => "page gone",
        Some(Notice::ServerError) => "technical error",
        Some(Notice::Maintenance) => "maintenance",
        Some(Notice::Suspended) => "suspended",
        Some(Notice::Parked) => "domain parked or for sale",
        Some(Notice::ComingSoon) => "being rebuilt",
        Some(Notice::Login | Notice::Consent | Notice::Blocked) => "behind a door",
        Some(Notice::Moved) => "moved",
        Some(Notice::Listing) => "list of files",
        Some(Notice::Defaced) => "hacked",
        None if has(Reason::Refresh) => "moved",
        None if has(Reason::SharedBody) => "the same page as elsewhere",
        // Nothing of a language: it may differ from that of the anchor, or of the capture before.
        None => "new owner or new content",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(statuses: &[Status]) -> Pattern {
        let verdict = |status: &Status| Verdict {
            status: *status,
            content_kept: None,
            probability: None,
            scores: Vec::new(),
            reasons: Vec::new(),
            words: 0,
            bytes: 0,
            simhash_raw: 0,
            simhash_tf: 0,
        };
        Pattern::from_verdicts(&Judged {
            anchor: None,
            verdicts: statuses.iter().map(verdict).collect(),
        })
    }

    #[test]
    fn patterns_of_verdicts() {
        use Status::{Off, On, Unknown};
        assert_eq!(pattern(&[On, Unknown, On]), Pattern::AlwaysOn);
        assert_eq!(pattern(&[On, On, Off, Off]), Pattern::WentOff);
        assert_eq!(pattern(&[On, Off, Off]), Pattern::AlwaysOff);
        assert_eq!(pattern(&[Off, Off]), Pattern::AlwaysOff);
        assert_eq!(pattern(&[Off, On, On]), Pattern::CameOn);
        assert_eq!(pattern(&[On, On, Off, On]), Pattern::Oscillates);
        assert_eq!(pattern(&[Unknown]), Pattern::AlwaysOn);
    }

    #[test]
    fn changes_name_the_first_memento_and_the_event() {
        let verdict = |status: Status, reasons: &[Reason]| Verdict {
            status,
            content_kept: None,
            probability: None,
            scores: Vec::new(),
            reasons: reasons.to_vec(),
            words: 0,
            bytes: 0,
            simhash_raw: 0,
            simhash_tf: 0,
        };
        let verdicts = vec![
            verdict(Status::On, &[]),
            verdict(Status::Off, &[Reason::Learned, Reason::Says(Notice::Parked)]),
            verdict(Status::Unknown, &[Reason::Unresolved]),
            verdict(Status::Off, &[Reason::Empty]),
            verdict(Status::On, &[]),
            verdict(Status::Off, &[Reason::Learned, Reason::OtherLanguage]),
        ];
        let memento = |day: i64| crate::collection::timemap::Memento {
            unix_ms: Some(day * 86_400_000),
            ..Default::default()
        };
        let timemap = TimeMap { mementos: (0..6).map(memento).collect(), ..TimeMap::default() };
        let found = changes(&timemap, &Judged { anchor: None, verdicts });
        let found: Vec<(Option<usize>, usize, bool, &str)> = found
            .iter()
            .map(|change| (change.before, change.index, change.off, change.cause))
            .collect();
        let expected = [
            (Some(0), 1, true, "domain parked or for sale"),
            (Some(3), 4, false, ""),
            (Some(4), 5, true, "new owner or new content"),
        ];
        assert_eq!(found, expected);
    }
}
