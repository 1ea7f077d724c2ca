//! Addresses that may be articles, where they were found, and the queue of those to look at.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Where a link is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin<'a> {
    /// Number of the route that found it.
    pub(super) route: usize,
    /// Address of the page.
    pub(super) page: &'a str,
    /// Its place among the links of that page, from 1.
    pub(super) position: usize,
    /// How many links lead to that page from one whose address the portal file gives.
    pub(super) depth: u32,
    /// Number of the column of the portal that the page belongs to.
    pub(super) column: Option<usize>,
}

/// An address that may be an article.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) address: String,
    /// Numbers of the routes that found it.
    pub(super) routes: BTreeSet<usize>,
    /// The page that named it first.
    pub(super) found_on: String,
    /// Its place on that page, from 1.
    pub(super) position: usize,
    /// The depth of that page.
    pub(super) depth: u32,
    /// Number of the column that first listed it, whichever route found it first.
    pub(super) column: Option<usize>,
    /// Whether a page that this update asked for names it.
    pub(super) is_fresh: bool,
    /// Other spellings of the address that were linked.
    pub(super) spellings: BTreeSet<String>,
}

/// All candidates in the order of discovery.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    list: Vec<Candidate>,
    /// Numbers by normal spelling.
    numbers: HashMap<String, usize>,
    /// Candidates that a route found first, by route.
    found: HashMap<usize, u32>,
    queue: VecDeque<usize>,
    /// Those that are looked at when nothing else is left.
    late: VecDeque<usize>,
    /// Targets of redirects: they were looked at under another address.
    redirect_targets: HashSet<String>,
}

/// Names of files that servers send for their folder.
const INDEX_FILES: &[&str] = &["index.html", "index.htm", "index.php"];

/// The normal spelling of an address: that of the folder for the index file in it.
pub(super) fn normal(address: &str) -> &str {
    let folder = |file: &&str| address.strip_suffix(*file).filter(|folder| folder.ends_with('/'));
    INDEX_FILES.iter().find_map(folder).unwrap_or(address)
}

/// A hash to compare texts by.
pub(super) fn text_hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

impl Candidates {
    /// Adds an address, or a route to a known one. `is_fresh`: the page was asked for by this
    /// update; `is_late`: look at it when nothing else is left. True if the address is new.
    pub(super) fn add(
        &mut self,
        address: &str,
        origin: Origin<'_>,
        is_fresh: bool,
        is_late: bool,
    ) -> bool {
        let number = *self.numbers.entry(normal(address).to_owned()).or_insert(self.list.len());
        if let Some(candidate) = self.list.get_mut(number) {
            candidate.routes.insert(origin.route);
            candidate.is_fresh |= is_fresh;
            candidate.column = candidate.column.or(origin.column);
            // The first spelling is asked for; the others become its aliases.
            if candidate.address != address {
                candidate.spellings.insert(address.to_owned());
            }
            return false;
        }
        *self.found.entry(origin.route).or_default() += 1;
        self.list.push(Candidate {
            address: address.to_owned(),
            routes: BTreeSet::from([origin.route]),
            found_on: origin.page.to_owned(),
            position: origin.position,
            depth: origin.depth,
            column: origin.column,
            is_fresh,
            spellings: BTreeSet::new(),
        });
        if is_late { &mut self.late } else { &mut self.queue }.push_back(number);
        true
    }

    /// The number of an address, if it was found.
    pub(super) fn number(&self, address: &str) -> Option<usize> {
        self.numbers.get(normal(address)).copied()
    }

    /// Number of the candidates that a route found first.
    pub(super) fn found_by(&self, route: usize) -> u32 {
        self.found.get(&route).copied().unwrap_or_default()
    }

    pub(super) fn get(&self, number: usize) -> &Candidate {
        &self.list[number]
    }

    /// Takes the next candidate that is not late.
    pub(super) fn pop(&mut self) -> Option<usize> {
        self.queue.pop_front()
    }

    /// Takes the next late candidate.
    pub(super) fn pop_late(&mut self) -> Option<usize> {
        self.late.pop_front()
    }

    /// How many are still to be looked at.
    pub(super) fn waiting(&self) -> usize {
        self.queue.len() + self.late.len()
    }

    pub(super) fn add_redirect_target(&mut self, address: &str) {
        self.redirect_targets.insert(address.to_owned());
    }

    pub(super) fn is_redirect_target(&self, address: &str) -> bool {
        self.redirect_targets.contains(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(candidates: &mut Candidates, address: &str, route: usize, is_late: bool) -> bool {
        let (page, position) = ("http://a.example/", route + 1);
        // Routes from 2 on have columns.
        let column = route.checked_sub(2);
        let origin = Origin { route, page, position, depth: 0, column };
        candidates.add(address, origin, route == 7, is_late)
    }

    #[test]
    fn spellings_of_one_address_are_one_candidate() {
        let mut all = Candidates::default();
        assert!(add(&mut all, "http://a.example/x/", 0, false));
        assert!(!add(&mut all, "http://a.example/x/index.html", 7, false));
        assert!(!add(&mut all, "http://a.example/x/index.php", 2, false));
        let number = all.number("http://a.example/x/index.htm").expect("found");
        let found = all.get(number);
        assert_eq!((found.position, found.is_fresh), (1, true));
        assert_eq!(found.column, Some(5), "the first of the columns that list it");
        assert_eq!(found.routes, BTreeSet::from([0, 2, 7]));
        assert_eq!(found.spellings.len(), 2);
        assert_eq!((all.found_by(0), all.found_by(7)), (1, 0));
        assert_eq!(all.number("http://a.example/xindex.html"), None);
    }

    #[test]
    fn late_candidates_wait_in_a_queue_of_their_own() {
        let mut all = Candidates::default();
        add(&mut all, "http://a.example/?p=1", 0, true);
        add(&mut all, "http://a.example/x", 0, false);
        assert_eq!(all.waiting(), 2);
        assert_eq!(
            (all.pop(), all.pop(), all.pop_late(), all.waiting()),
            (Some(1), None, Some(0), 0)
        );
    }
}
