//! A cache of opened pages: the first ones that were observed, so that a small input is parsed once.
//!
//! Rows are the same with or without it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use scutch_template::Key;

use crate::stages::opened::Opened;

/// Bytes of memory that cached pages take together.
const CAPACITY: usize = 64 << 20;

/// Opened pages by capture.
#[derive(Debug)]
pub(crate) struct PageCache(Mutex<Pages>);

#[derive(Debug)]
struct Pages {
    room: usize,
    kept: FxHashMap<Key, Opened>,
}

impl Default for PageCache {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl PageCache {
    fn with_capacity(room: usize) -> Self {
        Self(Mutex::new(Pages { room, kept: FxHashMap::default() }))
    }

    /// A cache that keeps nothing: rows are derived elsewhere.
    pub(super) fn none() -> Self {
        Self::with_capacity(0)
    }

    /// Keeps a page, if there is room and the capture is not there already, as from two archives that both have it.
    pub(crate) fn put(&self, key: Key, mut opened: Opened) {
        // Hardly a page shrinks to less than half, so a full cache costs no more than this look.
        if self.pages().room < opened.page.memory() / 2 {
            return;
        }
        opened.page.shrink_to_fit();
        let memory = opened.page.memory();
        let mut pages = self.pages();
        if pages.kept.contains_key(&key) {
            return;
        }
        // No page is evicted: rows are derived in reading order, so the earliest pages are needed
        // first.
        if let Some(room) = pages.room.checked_sub(memory) {
            pages.room = room;
            pages.kept.insert(key, opened);
        }
    }

    /// Hands out the page of a capture.
    pub(crate) fn take(&self, key: &Key) -> Option<Opened> {
        // The space is not given back, because nothing is cached after the first reading.
        self.pages().kept.remove(key)
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        // After a panic under the lock at worst one page is not cached.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use scutch_archive::MediaType;
    use scutch_page::{Hints, Limits, Page};

    use super::*;

    fn opened(html: &str) -> Opened {
        let mut page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        page.shrink_to_fit();
        Opened { page, mime: MediaType::default() }
    }

    fn key(record: u64) -> Key {
        Key { url: "http://a.example/".to_owned(), time: 0, record }
    }

    #[test]
    fn pages_are_kept_while_there_is_room_and_handed_out_once() {
        let cache = PageCache::with_capacity(2 * opened("<p>fog").page.memory());
        (0..3).for_each(|record| cache.put(key(record), opened("<p>fog")));
        let there: Vec<bool> = (0..3).map(|record| cache.take(&key(record)).is_some()).collect();
        assert_eq!(there, [true, true, false]);
        assert!(cache.take(&key(0)).is_none());
        let cache = PageCache::with_capacity(2 * opened("<p>fog").page.memory());
        [0, 0, 1].into_iter().for_each(|record| cache.put(key(record), opened("<p>fog")));
        assert!(cache.take(&key(1)).is_some());
    }

    #[test]
    fn what_is_small_in_the_document_and_large_in_memory_takes_the_room_it_takes() {
        let values = "0,".repeat(10_000);
        let script = format!("<script type=application/ld+json>[{values}0]</script><p>fog");
        let cache = PageCache::with_capacity(10 * script.len());
        cache.put(key(0), opened(&script));
        assert!(cache.take(&key(0)).is_none());
        cache.put(key(1), opened(&values));
        assert!(cache.take(&key(1)).is_some());
    }
}
