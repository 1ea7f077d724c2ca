//! The mementos that lists name, page after page: 24 bytes each, however long their URIs are.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;

use crate::select::Selection;
use crate::timemap::Memento;
use crate::uri::without_modifier;
use crate::uri_store::{Location, UriStore};

/// A memento in 24 bytes.
#[derive(Debug, Clone, Copy)]
struct MementoEntry {
    unix_ms: i64,
    /// Hash of the URI-M without its modifier.
    key: u64,
    /// Its list and the location of its URI.
    origin: Origin,
}

/// The number of a list and the location of a URI, packed into 64 bits.
#[derive(Debug, Clone, Copy)]
struct Origin(u64);

impl Origin {
    /// Bits for the location; as a file offset they reach to a terabyte.
    const LOCATION_BITS: u32 = 40;
    /// The top bit tells patterns from file offsets.
    const IS_PATTERN: u64 = 1 << 63;

    /// `None` if the location needs more bits.
    fn new(list: usize, location: Location) -> Option<Self> {
        let (flag, number) = match location {
            Location::Pattern(number) => (Self::IS_PATTERN, u64::from(number)),
            Location::File(offset) => (0, offset),
        };
        let fits = number >> Self::LOCATION_BITS == 0;
        fits.then_some(Self(flag | (list as u64) << Self::LOCATION_BITS | number))
    }

    fn list(self) -> usize {
        ((self.0 & !Self::IS_PATTERN) >> Self::LOCATION_BITS) as usize
    }

    fn location(self) -> Location {
        let number = self.0 & ((1 << Self::LOCATION_BITS) - 1);
        match self.0 & Self::IS_PATTERN {
            0 => Location::File(number),
            _ => Location::Pattern(number as u32),
        }
    }
}

/// Marks an entry for removal. No readable date gives this time.
const REMOVED: i64 = i64::MIN;

/// The time of a memento whose time is not known.
pub const UNDATED: i64 = i64::MIN + 1;

/// Lists that keep their own URI-T. Mementos of later lists are attributed to the last of these.
// 23 bits are what the location leaves of 64, beside the flag.
const MAX_LISTS: usize = 1 << 23;

/// A memento and the list that named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMemento<'a> {
    /// URI-M and time.
    pub memento: Memento,
    /// URI-T of the first list that named it.
    pub list: &'a str,
}

/// Mementos of many pages, appended page after page. Methods with `from` work on the newest page
/// only.
#[derive(Debug, Default)]
pub struct Mementos {
    entries: Vec<MementoEntry>,
    uris: UriStore,
    lists: Vec<String>,
}

impl Mementos {
    /// Attributes the following mementos to the list at `uri_t`.
    pub fn begin_list(&mut self, uri_t: &str) {
        if self.lists.len() < MAX_LISTS && self.lists.last().is_none_or(|last| last != uri_t) {
            self.lists.push(uri_t.to_owned());
        }
    }

    /// Appends a memento. False if there is no room for its URI.
    ///
    /// # Errors
    /// When its URI cannot be written to the temporary file.
    pub fn push(&mut self, uri_m: &str, unix_ms: i64) -> io::Result<bool> {
        let mut hasher = DefaultHasher::new();
        without_modifier(uri_m).hash(&mut hasher);
        let location = self.uris.push(uri_m, unix_ms)?;
        let origin = Origin::new(self.lists.len().saturating_sub(1), location);
        let key = hasher.finish();
        self.entries.extend(origin.map(|origin| MementoEntry { unix_ms, key, origin }));
        Ok(origin.is_some())
    }

    /// Number of mementos.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Keeps the first `len` mementos.
    pub fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }

    /// Applies a selection to the mementos from index `from` on, which belong to one page. They are
    /// left sorted by time, those of one time in list order, without duplicates.
    pub fn select_from(&mut self, from: usize, selection: &Selection) {
        self.retain(from, |entry| selection.accepts(entry.unix_ms));
        // Before sorting: of one time, the memento of the list that was asked first is kept.
        self.remove_duplicates(from);
        self.entries[from..].sort_by_key(|entry| entry.unix_ms);
        let mut choice = selection.choice(self.entries[from..].iter().map(|e| e.unix_ms));
        self.retain(from, |entry| choice.accepts(entry.unix_ms));
    }

    /// Keeps the mementos from index `from` on for which `keep` is true.
    ///
    /// # Errors
    /// When a URI cannot be read from the temporary file.
    pub fn filter_from(&mut self, from: usize, keep: impl Fn(&Memento) -> bool) -> io::Result<()> {
        for index in from..self.entries.len() {
            if !keep(&self.get(index)?.memento) {
                self.entries[index].unix_ms = REMOVED;
            }
        }
        self.retain(from, |entry| entry.unix_ms != REMOVED);
        Ok(())
    }

    /// The memento at an index.
    ///
    /// # Errors
    /// When there is none, or its URI cannot be read from the temporary file.
    pub fn get(&self, index: usize) -> io::Result<ListedMemento<'_>> {
        let entry = self.entries.get(index).ok_or(io::ErrorKind::NotFound)?;
        let uri = self.uris.get(entry.origin.location(), entry.unix_ms)?;
        let list = self.lists.get(entry.origin.list()).map_or("", String::as_str);
        let memento = Memento { uri, unix_ms: entry.unix_ms, date_is_standard: true, digest: None };
        Ok(ListedMemento { memento, list })
    }

    /// Appends the mementos of another list. False if there is no room for all URIs.
    ///
    /// # Errors
    /// When a URI cannot be read from or written to a temporary file.
    pub fn append(&mut self, other: &Self) -> io::Result<bool> {
        let mut has_room = true;
        for index in 0..other.len() {
            let memento = other.get(index)?.memento;
            has_room &= self.push(&memento.uri, memento.unix_ms)?;
        }
        Ok(has_room)
    }

    /// Removes repeated mementos from index `from` on. If lists give one memento two times, the
    /// earlier time is kept.
    pub fn remove_duplicates(&mut self, from: usize) {
        let entries = &mut self.entries[from..];
        // Indices are sorted instead of entries, which must stay in list order.
        let mut order: Vec<u32> = (0..entries.len() as u32).collect();
        order.sort_unstable_by_key(|index| {
            let entry = entries[*index as usize];
            (entry.key, entry.unix_ms, *index)
        });
        for pair in 1..order.len() {
            let (before, this) = (order[pair - 1] as usize, order[pair] as usize);
            if entries[before].key == entries[this].key {
                entries[this].unix_ms = REMOVED;
            }
        }
        self.retain(from, |entry| entry.unix_ms != REMOVED);
    }

    /// As `Vec::retain`, but leaves the entries before `from` alone.
    fn retain(&mut self, from: usize, mut keep: impl FnMut(&MementoEntry) -> bool) {
        let mut kept = from;
        for index in from..self.entries.len() {
            if keep(&self.entries[index]) {
                self.entries[kept] = self.entries[index];
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
    fn an_entry_is_24_bytes_and_keeps_lists_and_locations_at_their_limits() {
        assert_eq!(size_of::<MementoEntry>(), 24);
        for (list, location) in [
            (0, Location::File(0)),
            (MAX_LISTS - 1, Location::File((1 << 40) - 1)),
            (MAX_LISTS - 1, Location::Pattern(u32::MAX)),
            (7, Location::Pattern(0)),
        ] {
            let origin = Origin::new(list, location).expect("it fits");
            assert_eq!((origin.list(), origin.location()), (list, location));
        }
        assert!(Origin::new(0, Location::File(1 << 40)).is_none());
    }

    const TIME: i64 = 1_390_842_720_000;

    fn uri(modifier: &str) -> String {
        format!("http://a.example/20140127171200{modifier}/http://x.org/")
    }

    fn all_uris(mementos: &Mementos) -> Vec<String> {
        let get = |index| mementos.get(index).expect("stored").memento.uri;
        (0..mementos.len()).map(get).collect()
    }

    #[test]
    fn selecting_one_page_leaves_earlier_pages_and_names_the_first_list() {
        let mut all = Mementos::default();
        all.begin_list("http://a.example/1");
        assert!(all.push(&uri("mp_"), TIME).expect("kept"));
        all.begin_list("http://a.example/2");
        assert!(all.push(&uri(""), TIME).expect("kept"));
        assert!(all.push("http://b.example/m", TIME - 1).expect("kept"));
        all.select_from(0, &Selection::default());
        let second_page = all.len();
        assert!(all.push(&uri(""), TIME).expect("kept"));
        all.select_from(second_page, &Selection::default());
        let found: Vec<_> = (0..all.len()).map(|n| all.get(n).expect("stored")).collect();
        let shown: Vec<_> = found.iter().map(|f| (f.memento.uri.clone(), f.list)).collect();
        let (first, second) = ("http://a.example/1", "http://a.example/2");
        assert_eq!(
            shown,
            [("http://b.example/m".to_owned(), second), (uri("mp_"), first), (uri(""), second)]
        );
    }

    #[test]
    fn a_memento_with_two_times_keeps_the_earlier_one() {
        for times in [[TIME, TIME - 5], [TIME - 5, TIME]] {
            let mut all = Mementos::default();
            for (modifier, time) in ["", "id_"].into_iter().zip(times) {
                all.push(&uri(modifier), time).expect("kept");
            }
            all.select_from(0, &Selection::default());
            assert_eq!((all.len(), all.get(0).expect("stored").memento.unix_ms), (1, TIME - 5));
        }
    }

    #[test]
    fn filtering_and_truncating_touch_only_the_newest_page() {
        let mut all = Mementos::default();
        for number in 0..4 {
            all.push(&format!("http://a.example/{number}"), TIME).expect("kept");
        }
        all.filter_from(2, |memento| memento.uri.ends_with('3')).expect("read");
        assert_eq!(
            all_uris(&all),
            ["http://a.example/0", "http://a.example/1", "http://a.example/3"]
        );
        all.truncate(1);
        assert_eq!(all_uris(&all), ["http://a.example/0"]);
        assert_eq!(all.get(1).expect_err("cut off").kind(), io::ErrorKind::NotFound);
        assert!(!all.is_empty());
    }
}
