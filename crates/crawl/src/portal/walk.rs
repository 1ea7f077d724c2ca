//! The way through a portal.

use std::collections::{HashSet, VecDeque};

use scutch_fetch::Client;
use scutch_portal::{Document, Listing, Place, Portal, Route, RouteKind, Site};
use scutch_url::Url;

use super::answer::{Answer, PageReason};
use super::articles::{Articles, Identity};
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

/// Pages of one article, at most.
const MOST_PAGES: usize = 1000;

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
        landed: HashSet::new(),
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

struct Walk<'a> {
    portal: &'a Portal,
    site: Site,
    asker: Asker,
    finds: Finds,
    articles: Articles,
    problems: Vec<Problem>,
    /// Archive pages that were linked.
    archive: VecDeque<Linked>,
    /// Archive pages that were read or wait, in their normal spelling.
    seen: HashSet<String>,
    /// Archive pages that were read, in their normal spelling.
    read: HashSet<String>,
    /// Where redirects led: looked at already, under another address.
    landed: HashSet<String>,
    /// Finds to look at.
    candidates: VecDeque<usize>,
    /// Finds to look at when there is nothing else.
    late: VecDeque<usize>,
    /// Pages read of each route; the last one is that of neighbours.
    pages: Vec<usize>,
    /// Archive pages that were linked, of each route.
    linked: Vec<u32>,
    known_bad: HashSet<String>,
    watch: &'a mut dyn FnMut(Progress),
}

/// An archive page that another page links to.
#[derive(Debug)]
struct Linked {
    route: usize,
    address: String,
    /// The page that names it, its route, and the place on it.
    found_on: String,
    via: usize,
    position: usize,
}

/// What an archive page gave.
#[derive(Debug, Default)]
struct Given {
    /// Addresses that may be articles.
    listed: Vec<String>,
    /// How many nobody had found before.
    new: usize,
    /// The page that comes next.
    next: Option<String>,
}

impl Walk<'_> {
    /// The archive pages that the portal file gives addresses for.
    fn templates(&mut self, today: jiff::civil::Date) -> Result<(), StoreError> {
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
    fn last_stored(&self, route: &Route, places: &[Place]) -> Option<usize> {
        let is_stored = |place: &Place| {
            let run = place.page(0).and_then(|address| self.asker.first_run(&address));
            run.is_some_and(|run| run < self.asker.run())
        };
        let mut stored = (0..places.len()).filter(|nth| is_stored(&places[*nth]));
        if route.is_new_first() { stored.next() } else { stored.next_back() }
    }

    /// A stretch of archive pages, to its end.
    fn place(
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
    fn rest(&mut self) -> Result<(), StoreError> {
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

    /// Reads an archive page: what earlier runs stored, then what is asked for now, where that is
    /// `due` or nothing is stored. `None` where there is no page.
    fn archive_page(
        &mut self,
        number: usize,
        route: &Route,
        address: &str,
        linked: Option<&Linked>,
        due: bool,
    ) -> Result<Option<Given>, StoreError> {
        let found_on = linked.map_or("", |linked| linked.found_on.as_str());
        self.seen.insert(normal(address).to_owned());
        self.read.insert(normal(address).to_owned());
        if self.is_known_bad(address) {
            self.problem(address, PageReason::KnownBad, found_on);
            return Ok(None);
        }
        let mut given = None;
        let runs: Vec<_> = self.asker.runs(address).collect();
        for run in &runs {
            if let Some(answer) = self.asker.stored(address, *run)? {
                let read = self.read_archive(number, route, address, linked, &answer);
                // Found by an earlier run: not new, unless this run stored it before it was killed.
                given = read.map(|read| Given {
                    new: if *run == self.asker.run() { read.new } else { 0 },
                    ..read
                });
            }
        }
        let up_to_date = runs.last() == Some(&self.asker.run());
        if runs.is_empty() || (due && !up_to_date) {
            match self.asker.ask(address)? {
                Ok(answer) => given = self.read_archive(number, route, address, linked, &answer),
                Err((reason, sentence)) if runs.is_empty() => {
                    let (url, found_on) = (address.to_owned(), found_on.to_owned());
                    self.problems.push(Problem { url, reason, sentence, found_on });
                }
                Err(_) => {}
            }
        }
        self.pages[number] += usize::from(given.is_some());
        self.tell();
        Ok(given)
    }

    fn read_archive(
        &mut self,
        number: usize,
        route: &Route,
        address: &str,
        linked: Option<&Linked>,
        answer: &Answer,
    ) -> Option<Given> {
        if !answer.is_page() || !answer.is_text() {
            // That there is no further page is how numbered pages end.
            if let Some(linked) = linked {
                self.problem_of_status(address, answer.status, &linked.found_on);
            }
            return None;
        }
        let page = answer.document();
        if self.portal.learn_hosts && normal(address) == normal(self.portal.url.as_str()) {
            self.portal.own_addresses(&page).iter().for_each(|own| self.site.learn(own));
        }
        // An address that looks like that of an archive page may be that of an article.
        let signs = self.portal.article.has_signs() && route.kind == RouteKind::Pages;
        if let Some(linked) = linked.filter(|_| signs && self.portal.article.is(&page)) {
            self.note(address, linked.via, &linked.found_on, linked.position);
            return None;
        }
        Some(self.listed(number, route, address, &page))
    }

    /// What an archive page lists.
    fn listed(&mut self, number: usize, route: &Route, address: &str, page: &Document) -> Given {
        let mut given = Given::default();
        let addresses = match route.kind {
            RouteKind::Pages => route.links.addresses(page),
            RouteKind::Sitemap | RouteKind::Feed => self.listing(number, address, page),
        };
        for listed in addresses {
            let Some(listed) = self.local(&listed) else { continue };
            let target = Site::target(&listed);
            if self.portal.skips(target) {
                continue;
            }
            let position = given.listed.len() + 1;
            if let Some(other) = self.portal.route_of_address(target) {
                self.link_archive(other, listed, address, number, position);
                continue;
            }
            if !self.portal.article.can_be(target) {
                continue;
            }
            given.new += usize::from(self.note(&listed, number, address, position));
            given.listed.push(listed);
        }
        let next = route.next.addresses(page);
        given.next = next.into_iter().next().and_then(|next| self.local(&next));
        given
    }

    /// The pages of a sitemap or feed; further sitemaps wait.
    fn listing(&mut self, number: usize, address: &str, page: &Document) -> Vec<String> {
        let listing = Listing::read(page.text());
        let own = listing.own.iter().chain(listing.pages.first()).chain(listing.sitemaps.first());
        if self.portal.learn_hosts {
            own.for_each(|own| self.site.learn(own));
        }
        for sitemap in &listing.sitemaps {
            let local = page.resolve(sitemap).and_then(|url| self.site.localized(&url));
            if let Some(local) = local {
                self.link_archive(number, local, address, number, 0);
            }
        }
        let resolved = listing.pages.iter().filter_map(|page_of| page.resolve(page_of));
        resolved.map(Url::into_string).collect()
    }

    /// Notes an archive page that the page of route `via` links to.
    fn link_archive(
        &mut self,
        route: usize,
        address: String,
        found_on: &str,
        via: usize,
        position: usize,
    ) {
        let most = self.portal.routes[route].stop.pages;
        if self.linked[route] < most && self.seen.insert(normal(&address).to_owned()) {
            self.linked[route] += 1;
            let found_on = found_on.to_owned();
            self.archive.push_back(Linked { route, address, found_on, via, position });
        }
    }

    /// The address on the site, or elsewhere where articles may be.
    fn local(&self, address: &str) -> Option<String> {
        let url = Url::parse(address).ok()?;
        let elsewhere = || {
            let bare = address.split('#').next().unwrap_or(address);
            self.portal.article.elsewhere.then(|| bare.to_owned())
        };
        self.site.localized(&url).or_else(elsewhere)
    }

    /// Notes a find; whether it is new.
    fn note(&mut self, address: &str, route: usize, found_on: &str, position: usize) -> bool {
        let new = self.finds.note(address, route, found_on, position);
        if new {
            let number = self.finds.len() - 1;
            match self.portal.article.late(Site::target(address)) {
                Some(_) => self.late.push_back(number),
                None => self.candidates.push_back(number),
            }
        }
        new
    }

    fn late_candidate(&mut self, find: usize) -> Result<(), StoreError> {
        let address = self.finds.get(find).address.clone();
        let id = self.portal.article.late(Site::target(&address)).flatten();
        if let Some(article) = id.and_then(|id| self.articles.with_id(id)) {
            self.articles.alias(article, &address);
            return Ok(());
        }
        self.candidate(find)
    }

    /// Something that may be an article.
    fn candidate(&mut self, find: usize) -> Result<(), StoreError> {
        let (address, found_on) = {
            let find = self.finds.get(find);
            (find.address.clone(), find.found_on.clone())
        };
        if self.landed.contains(&address) {
            return Ok(());
        }
        if self.is_known_bad(&address) {
            self.problem(&address, PageReason::KnownBad, &found_on);
            return Ok(());
        }
        let run = self.asker.first_run(&address).unwrap_or(self.asker.run());
        match self.asker.once(&address)? {
            Ok(answer) => self.looked_at(find, &address, &found_on, &answer, run)?,
            Err((reason, sentence)) => {
                self.problems.push(Problem { url: address, reason, sentence, found_on });
            }
        }
        self.tell();
        Ok(())
    }

    fn looked_at(
        &mut self,
        find: usize,
        address: &str,
        found_on: &str,
        answer: &Answer,
        run: u32,
    ) -> Result<(), StoreError> {
        if !answer.is_page() {
            self.problem_of_status(address, answer.status, found_on);
            return Ok(());
        }
        let landed = self.local(answer.url.as_str());
        let Some(landed) = landed else {
            self.problem(address, PageReason::Elsewhere, found_on);
            return Ok(());
        };
        if landed != address {
            self.landed.insert(landed.clone());
        }
        let article = &self.portal.article;
        let page = answer.document();
        if answer.is_text() && article.is(&page) {
            let identity = self.identity(&page, &landed, address)?;
            self.articles.add(find, address, answer.status, run, identity);
            return Ok(());
        }
        let route = Some(&page).filter(|_| answer.is_text());
        let route = route.and_then(|page| self.portal.route_of_page(page));
        match route {
            Some(number) if self.linked[number] < self.portal.routes[number].stop.pages => {
                self.linked[number] += 1;
                self.pages[number] += 1;
                self.seen.insert(normal(address).to_owned());
                self.read.insert(normal(address).to_owned());
                self.listed(number, &self.portal.routes[number], address, &page);
            }
            Some(_) | None => self.problem(address, PageReason::NotArticle, found_on),
        }
        Ok(())
    }

    /// What an article says of itself and of others.
    fn identity(
        &mut self,
        page: &Document,
        landed: &str,
        address: &str,
    ) -> Result<Identity, StoreError> {
        let article = &self.portal.article;
        let id = article.id.texts(page).into_iter().next();
        let aliases = article.alias.every_address(page);
        let aliases = aliases.iter().filter_map(|alias| self.local(alias));
        let is_own = |alias: &String| is_same_article(article, alias, landed, id.as_deref());
        let aliases: Vec<_> = aliases.filter(is_own).collect();
        let neighbours = article.neighbours.every_address(page);
        for (place, neighbour) in neighbours.iter().enumerate() {
            let Some(neighbour) = self.local(neighbour) else { continue };
            let target = Site::target(&neighbour);
            let via = self.portal.routes.len();
            if self.portal.skips(target) {
                continue;
            }
            match self.portal.route_of_address(target) {
                Some(route) => self.link_archive(route, neighbour, address, via, place + 1),
                None if self.portal.article.can_be(target) => {
                    self.note(&neighbour, via, address, place + 1);
                }
                None => {}
            }
        }
        let pages = self.further(page, address)?;
        let landed = Some(landed.to_owned()).filter(|landed| landed != address);
        Ok(Identity { id, aliases, landed, pages })
    }

    /// The further pages of an article, asked for and stored.
    fn further(&mut self, page: &Document, address: &str) -> Result<Vec<String>, StoreError> {
        let rules = &self.portal.article.next;
        let mut pages: Vec<String> = Vec::new();
        let mut next = rules.addresses(page).into_iter().next();
        while let Some(at) = next.take().and_then(|next| self.local(&next)) {
            if at == address || pages.contains(&at) || pages.len() >= MOST_PAGES {
                break;
            }
            match self.asker.once(&at)? {
                Ok(answer) if answer.is_page() => {
                    next = rules.addresses(&answer.document()).into_iter().next();
                    pages.push(at);
                }
                Ok(answer) => self.problem_of_status(&at, answer.status, address),
                Err((reason, sentence)) => {
                    let found_on = address.to_owned();
                    self.problems.push(Problem { url: at, reason, sentence, found_on });
                }
            }
        }
        Ok(pages)
    }

    fn is_known_bad(&self, address: &str) -> bool {
        !self.known_bad.is_empty() && self.known_bad.contains(address)
    }

    fn problem(&mut self, address: &str, reason: PageReason, found_on: &str) {
        let (url, found_on) = (address.to_owned(), found_on.to_owned());
        let sentence = reason.sentence().to_owned();
        self.problems.push(Problem { url, reason: reason.id().to_owned(), sentence, found_on });
    }

    fn problem_of_status(&mut self, address: &str, status: u16, found_on: &str) {
        let reason = PageReason::Status;
        let sentence = format!("{} (status {status})", reason.sentence());
        let (url, found_on) = (address.to_owned(), found_on.to_owned());
        self.problems.push(Problem { url, reason: reason.id().to_owned(), sentence, found_on });
    }

    fn tell(&mut self) {
        (self.watch)(Progress {
            pages: self.pages.iter().sum::<usize>() + self.articles.len(),
            articles: self.articles.len(),
            waiting: self.archive.len() + self.candidates.len() + self.late.len(),
        });
    }

    fn finish(self) -> Crawled {
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

/// Whether an address that a page gives for itself can be believed: templates that were never filled
/// in give all pages of a site one address. It has the same last part, or the number of the article.
fn is_same_article(
    article: &scutch_portal::Article,
    alias: &str,
    own: &str,
    id: Option<&str>,
) -> bool {
    let by_number = article.late(Site::target(alias)).flatten();
    by_number.is_some_and(|number| Some(number) == id) || {
        let (alias, own) = (last_part(alias), last_part(own));
        !alias.is_empty() && alias == own
    }
}

fn last_part(address: &str) -> &str {
    let path = Site::target(normal(address)).split('?').next().unwrap_or_default();
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}
