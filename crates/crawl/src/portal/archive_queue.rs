//! The archive pages of a crawl: those that wait, those that were read, and their limits.

use std::collections::{HashMap, HashSet, VecDeque};

use scutch_portal::Stop;

use super::bounds::Bound;
use super::candidates::{Origin, normal, text_hash};

/// An archive page that another page links to.
#[derive(Debug)]
pub(super) struct LinkedPage {
    /// Number of its route.
    pub(super) route: usize,
    pub(super) address: String,
    /// The page that names it, the route of that page, and the place on it.
    pub(super) found_on: String,
    pub(super) via: usize,
    pub(super) position: usize,
    /// How many links lead to it from a page whose address the portal file gives.
    pub(super) depth: u32,
    /// Number of the column of the page that names it.
    pub(super) column: Option<usize>,
}

impl LinkedPage {
    pub(super) fn origin(&self) -> Origin<'_> {
        let (route, page, depth) = (self.via, self.found_on.as_str(), self.depth - 1);
        Origin { route, page, position: self.position, depth, column: self.column }
    }
}

/// Archive pages that wait, and what is known of those that were read.
#[derive(Debug)]
pub(super) struct ArchiveQueue {
    queue: VecDeque<LinkedPage>,
    /// Pages that were read or wait, in normal spelling.
    known: HashSet<String>,
    /// Pages that were read, in normal spelling.
    read: HashSet<String>,
    /// Pages that were read, by route; the last number is that of neighbours.
    pages: Vec<usize>,
    /// Pages that were linked, by route.
    linked: Vec<u32>,
    /// Hashes of texts, with the highest folder whose page has each.
    texts: HashMap<u64, String>,
}

impl ArchiveQueue {
    pub(super) fn new(routes: usize) -> Self {
        Self {
            queue: VecDeque::new(),
            known: HashSet::new(),
            read: HashSet::new(),
            pages: vec![0; routes + 1],
            linked: vec![0; routes],
            texts: HashMap::new(),
        }
    }

    /// Queues a linked page of a route, unless it is known.
    ///
    /// # Errors
    /// The bound of the route that leaves it out.
    pub(super) fn push(
        &mut self,
        route: usize,
        address: &str,
        origin: Origin<'_>,
        stop: &Stop,
    ) -> Result<(), (Bound, u32)> {
        if self.is_known(address) {
            return Ok(());
        }
        let depth = origin.depth + 1;
        // The depth is told first: it leaves the page out, however many are still allowed.
        if depth > stop.depth {
            return Err((Bound::Depth, stop.depth));
        }
        if self.linked[route] >= stop.pages {
            return Err((Bound::Pages, stop.pages));
        }
        self.known.insert(normal(address).to_owned());
        self.linked[route] += 1;
        let (found_on, address) = (origin.page.to_owned(), address.to_owned());
        let Origin { route: via, position, column, .. } = origin;
        let page = LinkedPage { route, address, found_on, via, position, depth, column };
        self.queue.push_back(page);
        Ok(())
    }

    /// Takes the next page that was not read meanwhile by way of the templates.
    pub(super) fn pop(&mut self) -> Option<LinkedPage> {
        while let Some(page) = self.queue.pop_front() {
            // It was linked before a template led to it.
            if !self.read.contains(normal(&page.address)) {
                return Some(page);
            }
        }
        None
    }

    pub(super) fn mark_read(&mut self, address: &str) {
        self.known.insert(normal(address).to_owned());
        self.read.insert(normal(address).to_owned());
    }

    pub(super) fn is_known(&self, address: &str) -> bool {
        self.known.contains(normal(address))
    }

    /// Counts a page that a route read.
    pub(super) fn count_page(&mut self, route: usize) {
        self.pages[route] += 1;
    }

    /// Counts a page that turned out to be an archive page of a route. False at the limit of the
    /// route.
    pub(super) fn count_recognised(&mut self, route: usize, max: u32) -> bool {
        let has_room = self.linked[route] < max;
        if has_room {
            self.linked[route] += 1;
            self.pages[route] += 1;
        }
        has_room
    }

    /// The folder of an address if a folder above it has the same text: the server sends its first
    /// page instead of an error. Relative links on it would lead ever deeper.
    pub(super) fn repeated_folder<'a>(&mut self, address: &'a str, text: &str) -> Option<&'a str> {
        // A slash in the query is no folder.
        let path = address.split('?').next().unwrap_or(address);
        let own = path.rfind('/').map_or(path, |slash| &path[..=slash]);
        let highest = self.texts.entry(text_hash(text)).or_insert_with(|| own.to_owned());
        if highest.starts_with(own) {
            own.clone_into(highest);
        }
        (own.len() > highest.len() && own.starts_with(highest.as_str())).then_some(own)
    }

    /// Number of waiting pages.
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Pages that were read, by route; the last number is that of neighbours.
    pub(super) fn pages(&self) -> &[usize] {
        &self.pages
    }
}

#[cfg(test)]
mod tests {
    use scutch_portal::Portal;

    use super::*;

    fn push(queue: &mut ArchiveQueue, address: &str, depth: u32) -> Result<(), (Bound, u32)> {
        let toml =
            "url = 'http://a.example/'\n[archive.a]\nurl = '/0/'\nstop = { pages = 2, depth = 5 }";
        let portal = Portal::load(toml, None).expect("a portal");
        let page = "http://a.example/";
        let origin = Origin { route: 0, page, position: 1, depth, column: None };
        queue.push(0, address, origin, &portal.routes[0].stop)
    }

    #[test]
    fn pages_are_queued_once_and_up_to_the_limit_of_their_route() {
        let mut queue = ArchiveQueue::new(1);
        queue.mark_read("http://a.example/0/");
        for (page, depth, expected) in [
            ("0/index.html", 0, Ok(())),
            ("1", 4, Ok(())),
            ("1", 9, Ok(())),
            ("9", 5, Err((Bound::Depth, 5))),
            ("2", 0, Ok(())),
            ("3", 0, Err((Bound::Pages, 2))),
            ("2", 0, Ok(())),
        ] {
            let pushed = push(&mut queue, &format!("http://a.example/{page}"), depth);
            assert_eq!(pushed, expected, "{page}");
        }
        assert_eq!(queue.waiting(), 2);
        queue.mark_read("http://a.example/1");
        assert_eq!(queue.pop().map(|page| page.address).as_deref(), Some("http://a.example/2"));
        assert!(queue.pop().is_none());
        assert!(!queue.count_recognised(0, 2) && queue.count_recognised(0, 3));
        assert_eq!(queue.pages(), [1, 0]);
    }

    #[test]
    fn texts_that_repeat_in_deeper_folders_are_recognised() {
        let mut queue = ArchiveQueue::new(0);
        for (address, text, expected) in [
            ("http://a.example/x/", "first", None),
            ("http://a.example/x/y/", "first", Some("http://a.example/x/y/")),
            ("http://a.example/x/y/z?q=/", "first", Some("http://a.example/x/y/")),
            ("http://a.example/", "first", None),
            ("http://a.example/x/", "first", Some("http://a.example/x/")),
            ("http://a.example/x/", "other", None),
            ("http://b.example/x/", "first", None),
        ] {
            assert_eq!(queue.repeated_folder(address, text), expected, "{address} {text}");
        }
    }
}
