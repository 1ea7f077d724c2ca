//! Lists in pages: each is asked for once, and not more of them than a list can have.

use std::collections::{HashSet, VecDeque};

use crate::timemap::TimeMap;

/// Pages of one list, at most.
pub(crate) const MOST: usize = 10_000;

/// The pages still to be asked for.
#[derive(Debug, Default)]
pub struct Pages {
    seen: HashSet<String>,
    waiting: VecDeque<String>,
    /// What each page held, so that a server which takes no notice of pages is not asked on.
    held: HashSet<u64>,
}

impl Pages {
    /// Starts with the first page.
    pub fn from(uri: &str) -> Self {
        let mut pages = Self::default();
        pages.offer(uri);
        pages
    }

    fn offer(&mut self, uri: &str) {
        if self.seen.len() < MOST && self.seen.insert(uri.to_owned()) {
            self.waiting.push_back(uri.to_owned());
        }
    }

    /// The next page to ask for.
    pub fn next_page(&mut self) -> Option<String> {
        self.waiting.pop_front()
    }

    /// Takes in the pages that a page names; those that were asked for before are passed over, also
    /// under the name the page gives itself.
    pub fn took(&mut self, page: &TimeMap) {
        self.seen.extend(page.own.clone());
        if page.held.is_some_and(|held| !self.held.insert(held)) {
            return;
        }
        page.pages.iter().for_each(|page| self.offer(&page.uri));
    }
}
