//! TimeMaps in several pages: each page is asked for once, and their number is limited.

use std::collections::{HashSet, VecDeque};

use crate::timemap::{MAX_PAGES, TimeMap};

/// The queue of pages of one TimeMap.
#[derive(Debug, Default)]
pub struct TimeMapPages {
    seen: HashSet<String>,
    waiting: VecDeque<String>,
    /// Hashes of the mementos of the pages so far.
    hashes: HashSet<u64>,
    is_cut: bool,
}

impl TimeMapPages {
    /// Starts with the first page.
    pub fn starting_at(uri_t: &str) -> Self {
        let mut pages = Self::default();
        pages.offer(uri_t);
        pages
    }

    fn offer(&mut self, uri: &str) {
        // Pages that were asked for count too: the limit is one of requests.
        if self.seen.len() >= MAX_PAGES {
            self.is_cut |= !self.seen.contains(uri);
        } else if self.seen.insert(uri.to_owned()) {
            self.waiting.push_back(uri.to_owned());
        }
    }

    /// Whether the list has more pages than are asked for.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The next page to ask for.
    pub fn next_page(&mut self) -> Option<String> {
        self.waiting.pop_front()
    }

    /// Queues the pages that an answer links to, unless they were queued before.
    pub fn add_links_of(&mut self, page: &TimeMap) {
        // A page may link back to itself under the URI it gives itself.
        self.seen.extend(page.own.clone());
        // A server that ignores page numbers gives one page for all of them, without end.
        if page.mementos_hash.is_some_and(|hash| !self.hashes.insert(hash)) {
            return;
        }
        page.pages.iter().for_each(|page| self.offer(&page.uri));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timemap::PageLink;

    fn page(hash: u64, links: &[&str]) -> TimeMap {
        let pages = links.iter().map(|uri| PageLink { uri: (*uri).to_owned() }).collect();
        TimeMap { mementos_hash: Some(hash), pages, ..TimeMap::default() }
    }

    #[test]
    fn pages_are_asked_once_and_in_order() {
        let mut pages = TimeMapPages::starting_at("1");
        assert_eq!(pages.next_page().as_deref(), Some("1"));
        pages.add_links_of(&page(1, &["2", "3", "1", "2"]));
        pages.add_links_of(&page(2, &["4"]));
        let rest: Vec<_> = std::iter::from_fn(|| pages.next_page()).collect();
        assert_eq!(rest, ["2", "3", "4"]);
    }

    #[test]
    fn a_page_with_the_mementos_of_an_earlier_one_leads_nowhere() {
        let mut pages = TimeMapPages::starting_at("1");
        pages.next_page();
        pages.add_links_of(&page(7, &["2"]));
        assert_eq!(pages.next_page().as_deref(), Some("2"));
        pages.add_links_of(&page(7, &["3"]));
        assert_eq!(pages.next_page(), None);
    }

    #[test]
    fn the_number_of_pages_is_limited() {
        let mut pages = TimeMapPages::starting_at("0");
        for number in 0..2 * MAX_PAGES {
            pages.add_links_of(&page(number as u64, &[&format!("n{number}")]));
        }
        assert!(pages.is_cut());
        assert_eq!(std::iter::from_fn(|| pages.next_page()).count(), MAX_PAGES);
    }

    #[test]
    fn pages_that_are_known_cut_nothing() {
        let mut pages = TimeMapPages::starting_at("0");
        for number in 1..MAX_PAGES {
            pages.add_links_of(&page(number as u64, &[&format!("n{number}")]));
        }
        pages.add_links_of(&page(0, &["n1", "0"]));
        assert!(!pages.is_cut());
    }
}
