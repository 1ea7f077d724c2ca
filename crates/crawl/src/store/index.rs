//! Where the groups of a file are: 20 bytes each, because there may be millions.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use scutch_memento::without_modifier;

use super::facts::GroupKind;

/// Where a group is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GroupLocation {
    /// Offset of the record with its last answer.
    pub(crate) answer: u64,
    /// Offset of the record with its facts.
    pub(crate) facts: u64,
}

/// A group in 20 bytes; aligned, it would take 24.
#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(4))]
struct IndexEntry {
    key: u64,
    answer: u64,
    /// Bytes from the answer to the facts.
    distance: u32,
}

impl IndexEntry {
    fn location(self) -> GroupLocation {
        GroupLocation { answer: self.answer, facts: self.answer + u64::from(self.distance) }
    }
}

/// New groups that are collected before they are merged into the sorted ones.
// Merging costs the time of a sort over all groups, so it must be rare.
const MAX_FRESH: usize = 1 << 16;

/// The groups of a file, by 64-bit hashes of their names.
#[derive(Debug, Default)]
pub(crate) struct GroupIndex {
    /// Sorted by key.
    sorted: Vec<IndexEntry>,
    fresh: BTreeMap<u64, GroupLocation>,
    len: usize,
}

/// The key of a group. The modifiers of URI-Ms do not count: lists name one memento with and
/// without.
pub(crate) fn group_key(kind: &str, name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    match [GroupKind::Memento, GroupKind::Drifted].iter().any(|of| of.name() == kind) {
        true => without_modifier(name).hash(&mut hasher),
        false => name.hash(&mut hasher),
    }
    hasher.finish()
}

/// The key of a memento.
pub(crate) fn memento_key(uri_m: &str) -> u64 {
    group_key(GroupKind::Memento.name(), uri_m)
}

impl GroupIndex {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, key: u64) -> Option<GroupLocation> {
        let fresh = self.fresh.get(&key).copied();
        fresh.or_else(|| find(&self.sorted, key).map(|place| self.sorted[place].location()))
    }

    /// Keys and locations of all groups, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, GroupLocation)> {
        let replaced = |key: &u64| !self.fresh.contains_key(key);
        let sorted = self.sorted.iter().map(|entry| ({ entry.key }, entry.location()));
        let fresh = self.fresh.iter().map(|(key, location)| (*key, *location));
        sorted.filter(move |(key, _)| replaced(key)).chain(fresh)
    }

    /// Adds a group, in place of one with the same key.
    pub(crate) fn insert(&mut self, key: u64, location: GroupLocation) {
        self.len += usize::from(self.get(key).is_none());
        self.fresh.insert(key, location);
        if self.fresh.len() >= MAX_FRESH {
            self.merge_fresh();
        }
    }

    fn merge_fresh(&mut self) {
        // Appended entries are unsorted until the end, so the search leaves them out.
        let sorted = self.sorted.len();
        for (key, location) in std::mem::take(&mut self.fresh) {
            // No group has four gigabytes: long answers are limited to half a gigabyte.
            let distance = u32::try_from(location.facts - location.answer).unwrap_or(u32::MAX);
            let entry = IndexEntry { key, answer: location.answer, distance };
            match find(&self.sorted[..sorted], key) {
                Some(place) => self.sorted[place] = entry,
                None => self.sorted.push(entry),
            }
        }
        self.sorted.sort_unstable_by_key(|entry| entry.key);
    }
}

fn find(sorted: &[IndexEntry], key: u64) -> Option<usize> {
    sorted.binary_search_by(|entry| { entry.key }.cmp(&key)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key and locations to tell versions of a group apart.
    fn key(n: u64) -> u64 {
        group_key("page", &n.to_string())
    }

    fn location(n: u64) -> GroupLocation {
        GroupLocation { answer: n * 1000, facts: n * 1000 + 7 }
    }

    #[test]
    fn groups_are_found_and_the_last_of_a_key_counts() {
        assert_eq!(size_of::<IndexEntry>(), 20);
        let mut groups = GroupIndex::default();
        let all = 3 * MAX_FRESH as u64;
        (0..all).for_each(|n| groups.insert(key(n), location(n)));
        (0..all / 2).for_each(|n| groups.insert(key(n), location(n + 1)));
        assert_eq!(groups.len() as u64, all);
        for n in 0..all {
            assert_eq!(groups.get(key(n)), Some(location(n + u64::from(n < all / 2))), "{n}");
        }
        assert_eq!(groups.get(key(all)), None);
    }

    /// As when some pages are asked for again and others for the first time.
    #[test]
    fn replaced_and_new_groups_may_be_merged_together() {
        let mut groups = GroupIndex::default();
        let all = MAX_FRESH as u64;
        (0..all).for_each(|n| groups.insert(key(n), location(n)));
        for n in 0..all / 2 {
            groups.insert(key(n), location(n + 1));
            groups.insert(key(n + all), location(n + all));
        }
        assert_eq!((groups.sorted.len(), groups.fresh.len()), (groups.len(), 0));
        for n in 0..groups.len() as u64 {
            assert_eq!(groups.get(key(n)), Some(location(n + u64::from(n < all / 2))), "{n}");
        }
    }

    #[test]
    fn keys_ignore_modifiers_of_mementos_only() {
        let uri =
            |modifier: &str| format!("http://a.example/20140127171200{modifier}/http://x.org/");
        let same = |kind: GroupKind| {
            group_key(kind.name(), &uri("")) == group_key(kind.name(), &uri("id_"))
        };
        assert!(same(GroupKind::Memento) && !same(GroupKind::Page));
        assert_ne!(group_key("memento", "x"), group_key("page", "x"));
    }
}
