//! The way through a portal.

use std::collections::{HashMap, HashSet, VecDeque};

use scutch_fetch::Client;
use scutch_portal::{Place, Portal, Route, Site};
use scutch_url::Url;

use super::answer::PageReason;
use super::articles::Articles;
use super::asker::Asker;
use super::finds::{Finds, normal};
use super::result::{Crawled, Problem};
use crate::store::{Store, StoreError};

/// How far a crawl has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pages read, from the store or the network.
    pub pages: usize,
    /// Pages that are articles, twins counted.
    pub articles: usize,
    /// Addresses that are not looked at yet.
    pub waiting: usize,
}

/// Pages with the same list one after the other, after which a server is taken to give one page for
/// every number.
const REPEATED: usize = 2;

/// What a crawl depends on besides the portal file and what is stored.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// 0 for the first run, and greater in runs that look for what is new.
    pub run: u32,
    /// Ends ranges of dates without an end.
    pub today: jiff::civil::Date,
    /// Addresses to leave alone.
    pub known_bad: HashSet<String>,
    /// Problems of an earlier run, which stand where nobody can be asked.
    pub told: Vec<Problem>,
}

/// Crawls a portal; what is stored is not asked for.
///
/// # Errors
/// When the store cannot be read or written.
pub fn crawl(
    portal: &Portal,
    client: Option<Client>,
    store: Store,
    terms: Terms,
    watch: &mut dyn FnMut(Progress),
) -> Result<Crawled, StoreError> {
    let mut walk = Walk {
        portal,
        site: Site::new(&portal.url, &portal.hosts),
        asker: Asker::new(client, store, terms.run, &terms.told),
        finds: Finds::default(),
        articles: Articles::default(),
        problems: Vec::new(),
        archive: VecDeque::new(),
        seen: HashSet::new(),
        read: HashSet::new(),
        fresh: false,
        landed: HashSet::new(),
        texts: HashMap::new(),
        strangers: Vec::new(),
        strange: HashSet::new(),
        candidates: VecDeque::new(),
        late: VecDeque::new(),
        pages: vec![0; portal.routes.len() + 1],
        linked: vec![0; portal.routes.len()],
        known_bad: terms.known_bad,
        watch,
    };
    walk.templates(terms.today)?;
    walk.rest()?;
    Ok(walk.finish())
}

pub(super) struct Walk<'a> {
    pub(super) portal: &'a Portal,
    pub(super) site: Site,
    pub(super) asker: Asker,
    pub(super) finds: Finds,
    pub(super) articles: Articles,
    pub(super) problems: Vec<Problem>,
    /// Archive pages that were linked.
    pub(super) archive: VecDeque<Linked>,
    /// Archive pages that were read or wait, in their normal spelling.
    pub(super) seen: HashSet<String>,
    /// Archive pages that were read, in their normal spelling.
    pub(super) read: HashSet<String>,
    /// Whether the page that is read was asked for by this run, in a run for what is new.
    pub(super) fresh: bool,
    /// Where redirects led: looked at already, under another address.
    pub(super) landed: HashSet<String>,
    /// Texts of archive pages, with the highest folder that has each.
    pub(super) texts: HashMap<u64, String>,
    /// Links to other hosts, each once.
    pub(super) strangers: Vec<Stranger>,
    pub(super) strange: HashSet<String>,
    /// Finds to look at.
    pub(super) candidates: VecDeque<usize>,
    /// Finds to look at when there is nothing else.
    pub(super) late: VecDeque<usize>,
    /// Pages read of each route; the last one is that of neighbours.
    pub(super) pages: Vec<usize>,
    /// Archive pages that were linked, of each route.
    pub(super) linked: Vec<u32>,
    pub(super) known_bad: HashSet<String>,
    pub(super) watch: &'a mut dyn FnMut(Progress),
}

/// An archive page that another page links to.
#[derive(Debug)]
pub(super) struct Linked {
    pub(super) route: usize,
    pub(super) address: String,
    /// The page that names it, its route, and the place on it.
    pub(super) found_on: String,
    pub(super) via: usize,
    pub(super) position: usize,
}

/// A link to another host.
#[derive(Debug)]
pub(super) struct Stranger {
    pub(super) address: String,
    /// The page that has it, its route, and the place on it.
    pub(super) found_on: String,
    pub(super) via: usize,
    pub(super) position: usize,
}

impl Walk<'_> {
    /// The archive pages that the portal file gives addresses for.
    pub(super) fn templates(&mut self, today: jiff::civil::Date) -> Result<(), StoreError> {
        let portal = self.portal;
        for (number, route) in portal.routes.iter().enumerate() {
            let places = route.places(portal, today);
            let last = self.last_stored(route, &places);
            for (nth, place) in places.iter().enumerate() {
                // Days that are over do not change; the last one that was read may not have been.
                let may_change = !route.is_dated() || last.is_none_or(|last| nth == last);
                self.place(number, route, place, may_change)?;
                if self.asker.stopped {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The newest place that an earlier run stored.
    pub(super) fn last_stored(&self, route: &Route, places: &[Place]) -> Option<usize> {
        let is_stored = |place: &Place| {
            let run = place.page(0).and_then(|address| self.asker.first_run(&address));
            run.is_some_and(|run| run < self.asker.run())
        };
        let mut stored = (0..places.len()).filter(|nth| is_stored(&places[*nth]));
        if route.is_new_first() { stored.next() } else { stored.next_back() }
    }

    /// A stretch of archive pages, to its end.
    pub(super) fn place(
        &mut self,
        number: usize,
        route: &Route,
        place: &Place,
        may_change: bool,
    ) -> Result<(), StoreError> {
        let (mut stale, mut repeated) = (0, 0);
        let mut before = Vec::new();
        let mut due = may_change;
        let mut address = place.page(0);
        for page in 1..=route.stop.pages {
            let Some(at) = address else { break };
            let Some(given) = self.archive_page(number, route, &at, None, due)? else { break };
            // In a run for what is new, the pages behind one with nothing new have not changed.
            due = due && given.new > 0 || !route.stop.known;
            stale = if given.new == 0 { stale + 1 } else { 0 };
            repeated = if given.listed == before { repeated + 1 } else { 0 };
            let ends = (route.stop.empty && given.listed.is_empty())
                || route.stop.stale.is_some_and(|most| stale >= most)
                || route.stop.last.as_deref() == Some(at.as_str())
                || repeated >= REPEATED;
            if ends {
                break;
            }
            before = given.listed;
            address = if route.next.is_empty() { place.page(page) } else { given.next };
            // A next link may lead in a circle.
            if address.as_deref().is_some_and(|next| self.seen.contains(normal(next))) {
                address = address.filter(|_| route.next.is_empty());
            }
        }
        Ok(())
    }

    /// Everything that links lead to: archive pages first, then what may be articles, which may lead
    /// to further archive pages.
    pub(super) fn rest(&mut self) -> Result<(), StoreError> {
        let portal = self.portal;
        while !self.asker.stopped {
            if let Some(linked) = self.archive.pop_front() {
                if !self.read.contains(normal(&linked.address)) {
                    let route = &portal.routes[linked.route];
                    let Linked { address, .. } = &linked;
                    self.archive_page(linked.route, route, address, Some(&linked), false)?;
                }
            } else if let Some(find) = self.candidates.pop_front() {
                self.candidate(find)?;
            } else if let Some(find) = self.late.pop_front() {
                self.late_candidate(find)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// The address on the site, or elsewhere where articles may be.
    pub(super) fn local(&self, address: &str) -> Option<String> {
        let url = Url::parse(address).ok()?;
        let elsewhere = || {
            let bare = address.split('#').next().unwrap_or(address);
            self.portal.article.elsewhere.then(|| bare.to_owned())
        };
        self.site.localized(&url).or_else(elsewhere)
    }

    /// Notes a find; whether it is new.
    pub(super) fn note(
        &mut self,
        address: &str,
        route: usize,
        found_on: &str,
        position: usize,
    ) -> bool {
        let new = self.finds.note(address, route, found_on, position);
        if self.fresh {
            self.finds.freshen(address);
        }
        if new {
            let number = self.finds.len() - 1;
            match self.portal.article.late(Site::target(address)) {
                Some(_) => self.late.push_back(number),
                None => self.candidates.push_back(number),
            }
        }
        new
    }

    pub(super) fn is_known_bad(&self, address: &str) -> bool {
        !self.known_bad.is_empty() && self.known_bad.contains(address)
    }

    pub(super) fn problem(&mut self, address: &str, reason: PageReason, found_on: &str) {
        let (url, found_on) = (address.to_owned(), found_on.to_owned());
        let sentence = reason.sentence().to_owned();
        self.problems.push(Problem { url, reason: reason.id().to_owned(), sentence, found_on });
    }

    pub(super) fn problem_of_status(&mut self, address: &str, status: u16, found_on: &str) {
        let reason = PageReason::Status;
        let sentence = format!("{} (status {status})", reason.sentence());
        let (url, found_on) = (address.to_owned(), found_on.to_owned());
        self.problems.push(Problem { url, reason: reason.id().to_owned(), sentence, found_on });
    }

    pub(super) fn tell(&mut self) {
        (self.watch)(Progress {
            pages: self.pages.iter().sum::<usize>() + self.articles.len(),
            articles: self.articles.len(),
            waiting: self.archive.len() + self.candidates.len() + self.late.len(),
        });
    }

    pub(super) fn finish(self) -> Crawled {
        let routes = self.portal.routes.iter().map(|route| route.name.clone());
        let mut names: Vec<_> = routes.chain(["neighbours".to_owned()]).collect();
        let mut pages = self.pages;
        let article = &self.portal.article;
        let is_late = |address: &str| article.late(Site::target(address)).is_some();
        let mut crawled = Crawled {
            articles: self.articles.lines(&self.finds, &names, is_late),
            problems: self.problems,
            routes: Vec::new(),
            asked: self.asker.asked,
            interrupted: self.asker.stopped,
        };
        if article.neighbours.is_empty() {
            names.pop();
            pages.pop();
        }
        crawled.tally(&names, &pages);
        crawled
    }
}
