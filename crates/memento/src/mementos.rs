//! The mementos that lists name, of one page after the other: 24 bytes each, whatever their addresses.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;

use crate::addresses::{Addresses, Place};
use crate::select::Selection;
use crate::timemap::Memento;
use crate::uri::same_memento;

/// A memento.
#[derive(Debug, Clone, Copy)]
struct Entry {
    unix_ms: i64,
    /// Stands for the address.
    key: u64,
    /// Which list named it, and where its address is.
    found: Found,
}

/// The number of a list, and a place of an address, in 64 bits.
#[derive(Debug, Clone, Copy)]
struct Found(u64);

impl Found {
    /// Bits of a place in the file: a terabyte.
    const PLACE: u32 = 40;
    const IS_PATTERN: u64 = 1 << 63;

    /// `None` where the place is too far.
    fn new(list: usize, place: Place) -> Option<Self> {
        let (flag, number) = match place {
            Place::Pattern(number) => (Self::IS_PATTERN, u64::from(number)),
            Place::File(place) => (0, place),
        };
        (number >> Self::PLACE == 0).then_some(Self(flag | (list as u64) << Self::PLACE | number))
    }

    fn list(self) -> usize {
        ((self.0 & !Self::IS_PATTERN) >> Self::PLACE) as usize
    }

    fn place(self) -> Place {
        let number = self.0 & ((1 << Self::PLACE) - 1);
        match self.0 & Self::IS_PATTERN {
            0 => Place::File(number),
            _ => Place::Pattern(number as u32),
        }
    }
}

/// Stands for a time of what is named twice.
const TWICE: i64 = i64::MIN;

/// Lists that are told apart; those behind them count as the last one.
const MOST_LISTS: usize = 1 << 23;

/// A memento, and where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<'a> {
    /// URI-M and time.
    pub memento: Memento,
    /// The list that named it first.
    pub list: &'a str,
}

/// Mementos of pages.
#[derive(Debug, Default)]
pub struct Mementos {
    entries: Vec<Entry>,
    addresses: Addresses,
    lists: Vec<String>,
}

impl Mementos {
    /// What is taken in from now on stands in this list.
    pub fn from_list(&mut self, uri_t: &str) {
        if self.lists.len() < MOST_LISTS && self.lists.last().is_none_or(|last| last != uri_t) {
            self.lists.push(uri_t.to_owned());
        }
    }

    /// Takes in a memento.
    ///
    /// # Errors
    /// When its address cannot be kept.
    pub fn push(&mut self, uri_m: &str, unix_ms: i64) -> io::Result<bool> {
        let mut hasher = DefaultHasher::new();
        same_memento(uri_m).hash(&mut hasher);
        let place = self.addresses.push(uri_m, unix_ms)?;
        let found = Found::new(self.lists.len().saturating_sub(1), place);
        let key = hasher.finish();
        self.entries.extend(found.map(|found| Entry { unix_ms, key, found }));
        Ok(found.is_some())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Forgets those from a place on.
    pub fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }

    /// Keeps, of those from a place on, what is wanted of one page: in order of time, what is of one
    /// time in the order of the lists, each memento once.
    pub fn choose(&mut self, from: usize, selection: &Selection) {
        self.retain(from, |entry| selection.takes(entry.unix_ms));
        self.once(from);
        self.entries[from..].sort_by_key(|entry| entry.unix_ms);
        let mut choice = selection.choice(self.entries[from..].iter().map(|e| e.unix_ms));
        self.retain(from, |entry| choice.takes(entry.unix_ms));
    }

    /// Of those from a place on, keeps the ones that pass.
    ///
    /// # Errors
    /// When an address cannot be read.
    pub fn filter(&mut self, from: usize, passes: impl Fn(&Memento) -> bool) -> io::Result<()> {
        for place in from..self.entries.len() {
            if !passes(&self.get(place)?.memento) {
                self.entries[place].unix_ms = TWICE;
            }
        }
        self.retain(from, |entry| entry.unix_ms != TWICE);
        Ok(())
    }

    /// The memento at a place.
    ///
    /// # Errors
    /// When its address cannot be read.
    pub fn get(&self, place: usize) -> io::Result<Listed<'_>> {
        let entry = self.entries.get(place).ok_or(io::ErrorKind::NotFound)?;
        let uri = self.addresses.get(entry.found.place(), entry.unix_ms)?;
        let list = self.lists.get(entry.found.list()).map_or("", String::as_str);
        Ok(Listed { memento: Memento { uri, unix_ms: entry.unix_ms, sure: true }, list })
    }

    /// A list may name a memento twice, and with two times: the earlier counts.
    fn once(&mut self, from: usize) {
        let entries = &mut self.entries[from..];
        let mut order: Vec<u32> = (0..entries.len() as u32).collect();
        let of = |place: u32| entries[place as usize];
        order.sort_unstable_by_key(|place| (of(*place).key, of(*place).unix_ms, *place));
        for pair in 1..order.len() {
            let (before, this) = (order[pair - 1] as usize, order[pair] as usize);
            if entries[before].key == entries[this].key {
                entries[this].unix_ms = TWICE;
            }
        }
        self.retain(from, |entry| entry.unix_ms != TWICE);
    }

    fn retain(&mut self, from: usize, mut keeps: impl FnMut(&Entry) -> bool) {
        let mut kept = from;
        for place in from..self.entries.len() {
            if keeps(&self.entries[place]) {
                self.entries[kept] = self.entries[place];
                kept += 1;
            }
        }
        self.entries.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memento_has_few_bytes() {
        assert_eq!(size_of::<Entry>(), 24);
        for (list, place) in [(0, Place::File(0)), (MOST_LISTS - 1, Place::File((1 << 40) - 1))] {
            let found = Found::new(list, place).expect("it fits");
            assert_eq!((found.list(), found.place()), (list, place));
        }
        let found = Found::new(7, Place::Pattern(u32::MAX)).expect("it fits");
        assert_eq!((found.list(), found.place()), (7, Place::Pattern(u32::MAX)));
        assert!(Found::new(0, Place::File(1 << 40)).is_none());
    }

    #[test]
    fn pages_stay_apart_and_lists_are_told() {
        let mut all = Mementos::default();
        let uri =
            |modifier: &str| format!("http://a.example/20140127171200{modifier}/http://x.org/");
        let time = 1_390_842_720_000;
        all.from_list("http://a.example/1");
        assert!(all.push(&uri("mp_"), time).expect("kept"));
        all.from_list("http://a.example/2");
        assert!(all.push(&uri(""), time).expect("kept"));
        assert!(all.push("http://b.example/m", time - 1).expect("kept"));
        all.choose(0, &Selection::default());
        let of = all.len();
        assert!(all.push(&uri(""), time).expect("kept"));
        all.choose(of, &Selection::default());
        let found: Vec<_> = (0..all.len()).map(|n| all.get(n).expect("there")).collect();
        let shown: Vec<_> = found.iter().map(|f| (f.memento.uri.clone(), f.list)).collect();
        let (first, second) = ("http://a.example/1", "http://a.example/2");
        assert_eq!(
            shown,
            [("http://b.example/m".to_owned(), second), (uri("mp_"), first), (uri(""), second)]
        );
    }
}
