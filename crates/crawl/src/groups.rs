//! Where the groups of a file are: 20 bytes each, for there may be millions.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use scutch_memento::same_memento;

use crate::group::Kind;

/// Where a group is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stored {
    /// Byte of the file at which the record of its last answer begins.
    pub(crate) answer: u64,
    /// The same of the record with its facts.
    pub(crate) facts: u64,
}

#[derive(Debug, Clone, Copy)]
#[repr(Rust, packed(4))]
struct Entry {
    key: u64,
    answer: u64,
    /// Bytes from the answer to the facts.
    behind: u32,
}

impl Entry {
    fn stored(self) -> Stored {
        Stored { answer: self.answer, facts: self.answer + u64::from(self.behind) }
    }
}

/// New groups that are kept apart until there are enough to sort them in.
const FRESH: usize = 1 << 16;

/// The groups of a file, by 64 bits of their names.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// In order of keys.
    sorted: Vec<Entry>,
    fresh: BTreeMap<u64, Stored>,
    len: usize,
}

/// What a group is known by: mementos however their replay is asked for.
pub(crate) fn key(kind: &str, name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    match kind == Kind::Memento.name() {
        true => same_memento(name).hash(&mut hasher),
        false => name.hash(&mut hasher),
    }
    hasher.finish()
}

impl Groups {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn get(&self, key: u64) -> Option<Stored> {
        let fresh = self.fresh.get(&key).copied();
        fresh.or_else(|| find(&self.sorted, key).map(|place| self.sorted[place].stored()))
    }

    /// Takes in a group; it stands in the place of one with the same key.
    pub(crate) fn insert(&mut self, key: u64, stored: Stored) {
        self.len += usize::from(self.get(key).is_none());
        self.fresh.insert(key, stored);
        if self.fresh.len() >= FRESH {
            self.sort_in();
        }
    }

    fn sort_in(&mut self) {
        // Only what was there before is in order meanwhile.
        let sorted = self.sorted.len();
        for (key, stored) in std::mem::take(&mut self.fresh) {
            // A record is nowhere near as long.
            let behind = u32::try_from(stored.facts - stored.answer).unwrap_or(u32::MAX);
            let entry = Entry { key, answer: stored.answer, behind };
            match find(&self.sorted[..sorted], key) {
                Some(place) => self.sorted[place] = entry,
                None => self.sorted.push(entry),
            }
        }
        self.sorted.sort_unstable_by_key(|entry| entry.key);
    }
}

fn find(sorted: &[Entry], key: u64) -> Option<usize> {
    sorted.binary_search_by(|entry| { entry.key }.cmp(&key)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_and_the_last_counts() {
        assert_eq!(size_of::<Entry>(), 20);
        let mut groups = Groups::default();
        let stored = |n: u64| Stored { answer: n * 1000, facts: n * 1000 + 7 };
        let of = |n: u64| key("page", &n.to_string());
        let all = 3 * FRESH as u64;
        (0..all).for_each(|n| groups.insert(of(n), stored(n)));
        (0..all / 2).for_each(|n| groups.insert(of(n), stored(n + 1)));
        assert_eq!(groups.len() as u64, all);
        for n in 0..all {
            assert_eq!(groups.get(of(n)), Some(stored(n + u64::from(n < all / 2))), "{n}");
        }
        assert_eq!(groups.get(of(all)), None);
    }

    /// As when some pages are asked for again and others for the first time.
    #[test]
    fn the_last_counts_among_new_ones_too() {
        let mut groups = Groups::default();
        let stored = |n: u64| Stored { answer: n * 1000, facts: n * 1000 + 7 };
        let of = |n: u64| key("page", &n.to_string());
        let all = FRESH as u64;
        (0..all).for_each(|n| groups.insert(of(n), stored(n)));
        for n in 0..all / 2 {
            groups.insert(of(n), stored(n + 1));
            groups.insert(of(n + all), stored(n + all));
        }
        assert_eq!((groups.sorted.len(), groups.fresh.len()), (groups.len(), 0));
        for n in 0..groups.len() as u64 {
            assert_eq!(groups.get(of(n)), Some(stored(n + u64::from(n < all / 2))), "{n}");
        }
    }
}
