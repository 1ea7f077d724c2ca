//! The part of a file that is read: stretches of its bytes, and of members that several records share some of
//! their records.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::place::Location;

/// Inflated bytes before each record that is read, by the offset of the member.
type InnerOffsets = BTreeMap<u64, Vec<u64>>;

/// Which records of a file are read. Clones share it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct SelectedRecords {
    ranges: Arc<[Range<u64>]>,
    /// Where given, a member that is not in it has one record that is read: the first.
    inner_offsets: Option<Arc<InnerOffsets>>,
}

impl SelectedRecords {
    /// All records in ranges that are in order, do not overlap, and begin and end with records.
    pub fn in_ranges(ranges: impl IntoIterator<Item = Range<u64>>) -> Self {
        Self { ranges: ranges.into_iter().collect(), inner_offsets: None }
    }

    /// Only those of them that begin at these inner offsets of their members. Where a member is not named, its
    /// first record.
    #[must_use]
    pub fn at(self, inner_offsets: BTreeMap<u64, Vec<u64>>) -> Self {
        Self { inner_offsets: Some(Arc::new(inner_offsets)), ..self }
    }

    /// The ranges, in order.
    pub fn ranges(&self) -> &[Range<u64>] {
        &self.ranges
    }

    /// Bytes of all ranges.
    pub fn size(&self) -> u64 {
        let sizes = self.ranges.iter().map(|range| range.end.saturating_sub(range.start));
        sizes.fold(0, u64::saturating_add)
    }

    /// Whether a record in one of the ranges is read.
    pub(super) fn takes(&self, location: Location) -> bool {
        self.inner_offsets.as_ref().is_none_or(|members| match members.get(&location.offset) {
            Some(inner_offsets) => inner_offsets.contains(&location.inner_offset),
            None => location.inner_offset == 0,
        })
    }

    /// The ranges that end behind an offset, as far as they begin in a file of `length` bytes.
    pub(super) fn stretches(&self, offset: u64, length: u64) -> Stretches {
        let next = self.ranges.partition_point(|range| range.end <= offset);
        let end = self.ranges.partition_point(|range| range.start < length);
        Stretches { all: Arc::clone(&self.ranges), next, end }
    }

    /// The ranges that begin behind the end of a file of `length` bytes.
    pub(super) fn behind(&self, length: u64) -> &[Range<u64>] {
        &self.ranges[self.ranges.partition_point(|range| range.start < length)..]
    }
}

/// Stretches of a file that are still to be read.
#[derive(Debug, Clone)]
pub(super) struct Stretches {
    all: Arc<[Range<u64>]>,
    next: usize,
    end: usize,
}

impl Stretches {
    pub(super) fn of_all(all: Arc<[Range<u64>]>) -> Self {
        Self { next: 0, end: all.len(), all }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.next >= self.end
    }

    pub(super) fn clear(&mut self) {
        self.next = self.end;
    }

    pub(super) fn pop(&mut self) -> Option<Range<u64>> {
        if self.is_empty() {
            return None;
        }
        let next = self.all.get(self.next).cloned();
        self.next += 1;
        next
    }
}

/// As manifests have it: offsets and lengths, such as `[[1024, 512]]`. Inner offsets come with their members.
#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Ranges(Vec<(u64, u64)>),
    Records { ranges: Vec<(u64, u64)>, inner_offsets: Vec<(u64, Vec<u64>)> },
}

impl From<SelectedRecords> for Stored {
    fn from(selected: SelectedRecords) -> Self {
        let pair = |range: &Range<u64>| (range.start, range.end.saturating_sub(range.start));
        let ranges = selected.ranges.iter().map(pair).collect();
        match selected.inner_offsets {
            None => Self::Ranges(ranges),
            Some(members) => {
                let inner_offsets =
                    members.iter().map(|(offset, inner)| (*offset, inner.clone())).collect();
                Self::Records { ranges, inner_offsets }
            }
        }
    }
}

impl From<Stored> for SelectedRecords {
    fn from(stored: Stored) -> Self {
        let (pairs, members) = match stored {
            Stored::Ranges(ranges) => (ranges, None),
            Stored::Records { ranges, inner_offsets } => {
                (ranges, Some(Arc::new(inner_offsets.into_iter().collect())))
            }
        };
        let range = |(offset, length): (u64, u64)| offset..offset.saturating_add(length);
        Self { ranges: pairs.into_iter().map(range).collect(), inner_offsets: members }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_taken_by_the_places_in_their_members() {
        let all = SelectedRecords::in_ranges([0..10, 20..30, 40..50]);
        let some = all.clone().at([(20, vec![7, 9])].into());
        for (offset, inner_offset, expected) in
            [(0, 0, true), (0, 7, false), (20, 0, false), (20, 7, true), (20, 9, true)]
        {
            let location = Location { offset, length: 10, inner_offset };
            assert!(all.takes(location));
            assert_eq!(some.takes(location), expected, "{offset} {inner_offset}");
        }
        let mut left = all.stretches(10, 40);
        assert_eq!((left.pop(), left.pop()), (Some(20..30), None));
        assert_eq!((all.behind(40).first(), all.size()), (Some(&(40..50)), 30));
    }

    #[test]
    fn what_manifests_have_is_read_again() {
        let all = SelectedRecords::in_ranges([0..10, 20..30]);
        let some = all.clone().at([(20, vec![7])].into());
        for (selected, expected) in [
            (all, "[[0,10],[20,10]]"),
            (some, r#"{"ranges":[[0,10],[20,10]],"inner_offsets":[[20,[7]]]}"#),
        ] {
            let text = serde_json::to_string(&selected).expect("JSON");
            assert_eq!(text, expected);
            assert_eq!(serde_json::from_str::<SelectedRecords>(&text).expect("the same"), selected);
        }
    }
}
