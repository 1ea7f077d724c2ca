//! The *shelf*: pages that the first reading has opened and the second would open again. The first of them are kept,
//! as many as there is room for, so that a small input is parsed once; of a large one memory does not grow.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;
use scutch_page::Page;
use scutch_template::Key;

use crate::derive::Opened;

/// Bytes that pages on the shelf take together, reckoned by [`weight`].
const ROOM: usize = 32 << 20;
/// What a node and a block take besides their text.
const NODE: usize = 32;
const BLOCK: usize = 256;

/// Pages by capture. What is on it says nothing that the archive does not say: no row depends on it.
#[derive(Debug)]
pub(crate) struct Shelf(Mutex<Pages>);

#[derive(Debug)]
struct Pages {
    room: usize,
    kept: FxHashMap<Key, Opened>,
}

impl Default for Shelf {
    fn default() -> Self {
        Self::with_room(ROOM)
    }
}

impl Shelf {
    fn with_room(room: usize) -> Self {
        Self(Mutex::new(Pages { room, kept: FxHashMap::default() }))
    }

    /// Keeps a page made of so many bytes, if there is room.
    pub(crate) fn put(&self, key: Key, bytes: usize, opened: Opened) {
        let weight = weight(bytes, &opened.page);
        let mut pages = self.pages();
        if let Some(room) = pages.room.checked_sub(weight) {
            pages.room = room;
            pages.kept.insert(key, opened);
        }
    }

    /// Hands out the page of a capture.
    pub(crate) fn take(&self, key: &Key) -> Option<Opened> {
        self.pages().kept.remove(key)
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The memory that a page made of so many bytes takes, nearly.
fn weight(bytes: usize, page: &Page) -> usize {
    bytes + NODE * page.tree().len() + BLOCK * page.blocks().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mime::Mime;
    use scutch_page::{Hints, Limits};

    #[test]
    fn pages_are_kept_while_there_is_room_and_handed_out_once() {
        let html = b"<p>fog";
        let opened = || {
            let page = Page::parse(html, &Hints::default(), &Limits::default());
            Opened { page, mime: Mime::default() }
        };
        let key = |record| Key { url: "http://a.example/".to_owned(), time: 0, record };
        let shelf = Shelf::with_room(2 * weight(html.len(), &opened().page));
        (0..3).for_each(|record| shelf.put(key(record), html.len(), opened()));
        let there: Vec<bool> = (0..3).map(|record| shelf.take(&key(record)).is_some()).collect();
        assert_eq!(there, [true, true, false]);
        assert!(shelf.take(&key(0)).is_none());
    }
}
