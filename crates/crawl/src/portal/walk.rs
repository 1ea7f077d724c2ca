//! The walk through a portal: templates of archive pages first, then everything that links lead to.

use std::collections::{BTreeMap, HashSet};

use scutch_fetch::Client;
use scutch_portal::{Portal, Site};
use scutch_url::Url;

use super::archive_queue::ArchiveQueue;
use super::articles::Articles;
use super::asker::Asker;
use super::bounds::{Bound, Reached};
use super::candidates::{Candidates, Origin, normal, text_hash};
use super::days::{Days, Place};
use super::external::ExternalLinks;
use super::missing::Missing;
use super::result::{CrawlResult, PageProblem};
use super::verdicts::SeenPages;
use crate::holdings::Holdings;
use crate::store::{Store, StoreError};

/// How far a crawl has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pages that were read, from the store or the network.
    pub pages: usize,
    /// Pages that are articles, twins included.
    pub articles: usize,
    /// Addresses that are still to be looked at.
    pub waiting: usize,
}

/// What a crawl depends on besides the portal file and the store.
#[derive(Debug, Clone, Default)]
pub struct CrawlOptions {
    /// 0 for the first run; each update has the next number.
    pub run: u32,
    /// The last day of date ranges without an end.
    pub today: jiff::civil::Date,
    /// The days whose articles are wanted.
    pub days: Days,
    /// Addresses that are not asked for.
    pub known_bad: HashSet<String>,
    /// Articles after which the crawl stops; its folder is not complete then.
    pub limit: Option<usize>,
    /// Problems of an earlier run, which are repeated without the network.
    pub earlier_problems: Vec<PageProblem>,
    /// Archives of others: what they hold is copied and not asked for.
    pub holdings: Option<Holdings>,
}

/// Crawls a portal. What is stored is not asked for, except archive pages in an update.
///
/// # Errors
/// When the store cannot be read or written.
pub fn crawl(
    portal: &Portal,
    client: Option<Client>,
    store: Store,
    options: CrawlOptions,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<CrawlResult, StoreError> {
    let mut walk = Walk {
        portal,
        site: Site::new(&portal.url, &portal.hosts),
        asker: Asker::new(client, store, options.run, &options.earlier_problems)
            .holding(options.holdings),
        archive: ArchiveQueue::new(portal.routes.len()),
        candidates: Candidates::default(),
        articles: Articles::default(),
        seen: SeenPages::default(),
        missing: Missing::default(),
        external: ExternalLinks::default(),
        problems: Vec::new(),
        unread: BTreeMap::new(),
        reached: Reached::default(),
        known_bad: options.known_bad,
        days: options.days,
        limit: options.limit,
        other_days: vec![HashSet::new(); portal.routes.len() + 1],
        is_fresh: false,
        column: None,
        on_progress,
    };
    // Templates first: their pages are read in the order of the file, whoever links to them.
    walk.read_templates(options.today)?;
    walk.follow_all()?;
    walk.write_verdicts()?;
    Ok(walk.finish())
}

/// The state of a crawl. Reading archive pages and candidates has files of its own.
pub(super) struct Walk<'a> {
    pub(super) portal: &'a Portal,
    pub(super) site: Site,
    pub(super) asker: Asker,
    pub(super) archive: ArchiveQueue,
    pub(super) candidates: Candidates,
    pub(super) articles: Articles,
    pub(super) seen: SeenPages,
    pub(super) missing: Missing,
    pub(super) external: ExternalLinks,
    pub(super) problems: Vec<PageProblem>,
    /// The first page of each route that could not be read, by the number of the route.
    pub(super) unread: BTreeMap<usize, PageProblem>,
    pub(super) reached: Reached,
    pub(super) known_bad: HashSet<String>,
    pub(super) days: Days,
    limit: Option<usize>,
    /// Addresses of other days that were left out, as hashes, by route.
    other_days: Vec<HashSet<u64>>,
    /// Whether the page that is being read was asked for by this update.
    pub(super) is_fresh: bool,
    /// Number of the column of the range that is being read.
    pub(super) column: Option<usize>,
    on_progress: &'a mut dyn FnMut(Progress),
}

impl Walk<'_> {
    /// Whether an address is of a day that is not wanted. Then, whether it is new.
    pub(super) fn leave_other_day(&mut self, address: &str, route: usize) -> Option<bool> {
        let place = self.days.place_of_address(address)?;
        // Hashes: a large archive lists millions of addresses of other days.
        let seen = self.other_days.get_mut(route).filter(|_| place != Place::Within)?;
        Some(seen.insert(text_hash(normal(address))))
    }

    /// Looks at everything that links lead to: archive pages first, then candidates, which may lead
    /// to further archive pages.
    fn follow_all(&mut self) -> Result<(), StoreError> {
        while !self.visit_if_limited()? {
            if let Some(page) = self.archive.pop() {
                self.read_archive_page(page.route, &page.address, Some(&page), false)?;
            } else if let Some(candidate) = self.candidates.pop() {
                self.visit(candidate)?;
            } else if let Some(candidate) = self.candidates.pop_late() {
                self.visit_late(candidate)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Whether nothing more is looked at: the user wants to stop, or there are as many articles as were
    /// asked for.
    pub(super) fn is_over(&self) -> bool {
        self.asker.is_stopped || self.is_at_limit()
    }

    fn is_at_limit(&self) -> bool {
        self.limit.is_some_and(|limit| self.articles.len() >= limit)
    }

    /// Under a limit, looks at what was found so far: all archive pages of a site are not needed for a
    /// few of its articles. Returns whether the crawl is over.
    pub(super) fn visit_if_limited(&mut self) -> Result<bool, StoreError> {
        while self.limit.is_some()
            && !self.is_over()
            && let Some(candidate) = self.candidates.pop()
        {
            self.visit(candidate)?;
        }
        Ok(self.is_over())
    }

    /// The address on this site, or the address as it is if articles may be on other sites.
    pub(super) fn localize(&self, address: &str) -> Option<String> {
        let url = Url::parse(address).ok()?;
        let elsewhere = || {
            // Fragments name places on a page, and would make several articles of it.
            let bare = address.split('#').next().unwrap_or(address);
            self.portal.article.elsewhere.then(|| bare.to_owned())
        };
        self.site.localized(&url).or_else(elsewhere)
    }

    /// Whether a bound of a route leaves a page out.
    pub(super) fn is_at_end(&mut self, route: usize, address: &str) -> bool {
        let total = self.portal.routes[route].stop.total;
        let articles = self.article_bound(route);
        let bound = if self.archive.pages()[route] >= total as usize {
            (Bound::Total, total)
        } else if self.candidates.found_by(route) >= articles.1 {
            articles
        } else {
            return false;
        };
        self.reached.note(route, bound, address, 1);
        true
    }

    /// The bound on addresses that a route may find. Neighbours have the number after the last
    /// route.
    pub(super) fn article_bound(&self, route: usize) -> (Bound, u32) {
        match self.portal.routes.get(route) {
            Some(route) => (Bound::Articles, route.stop.articles),
            None => (Bound::Neighbours, self.portal.article.max_neighbours),
        }
    }

    /// Adds a candidate. True if it is new.
    pub(super) fn add_candidate(&mut self, address: &str, origin: Origin<'_>) -> bool {
        let (bound, limit) = self.article_bound(origin.route);
        let is_known = self.candidates.number(address).is_some();
        // A known one costs nothing more: only new ones count against the bound.
        if !is_known && self.candidates.found_by(origin.route) >= limit {
            self.reached.note(origin.route, (bound, limit), address, 1);
            return false;
        }
        let is_late = self.portal.article.late(Site::target(address)).is_some();
        self.candidates.add(address, origin, self.is_fresh, is_late)
    }

    /// The depth of the page that names a candidate.
    pub(super) fn depth_of(&self, address: &str) -> u32 {
        let number = self.candidates.number(address);
        number.map_or(0, |number| self.candidates.get(number).depth)
    }

    pub(super) fn is_known_bad(&self, address: &str) -> bool {
        self.known_bad.contains(address)
    }

    pub(super) fn report_progress(&mut self) {
        (self.on_progress)(Progress {
            pages: self.archive.pages().iter().sum::<usize>() + self.articles.len(),
            articles: self.articles.len(),
            waiting: self.archive.waiting() + self.candidates.waiting(),
        });
    }

    fn finish(self) -> CrawlResult {
        let routes = self.portal.routes.iter().map(|route| route.name.clone());
        let mut names: Vec<_> = routes.chain(["neighbours".to_owned()]).collect();
        let mut pages = self.archive.pages().to_vec();
        let article = &self.portal.article;
        let is_late = |address: &str| article.late(Site::target(address)).is_some();
        let limited = self.is_at_limit();
        let mut result = CrawlResult {
            limited,
            articles: self.articles.lines(&self.candidates, &names, is_late),
            problems: self.problems,
            unread: self.unread.into_values().collect(),
            routes: Vec::new(),
            asked: self.asker.requests,
            held: self.asker.held,
            interrupted: self.asker.is_stopped,
        };
        // Without rules for neighbours, their route would be an empty row of the report.
        if article.neighbours.is_empty() {
            names.pop();
            pages.pop();
        }
        result.tally(&names, &pages);
        for (number, route) in result.routes.iter_mut().enumerate() {
            route.ends = self.reached.of_route(number);
            route.other_days = self.other_days.get(number).map_or(0, HashSet::len);
        }
        result
    }
}
