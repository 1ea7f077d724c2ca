//! Archive pages: what they list, and where they lead on.

use scutch_portal::{Document, Listing, Route, RouteKind, Site};
use scutch_url::Url;

use super::answer::{Answer, PageReason};
use super::finds::{digest, normal};
use super::result::Problem;
use super::walk::{Linked, Stranger, Walk};
use crate::store::StoreError;

/// What an archive page gave.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Addresses that may be articles.
    pub(super) listed: Vec<String>,
    /// How many nobody had found before.
    pub(super) new: usize,
    /// The page that comes next.
    pub(super) next: Option<String>,
}

impl Walk<'_> {
    /// Reads an archive page: what earlier runs stored, then what is asked for now, where that is
    /// `due` or nothing is stored. `None` where there is no page.
    pub(super) fn archive_page(
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
                self.fresh = *run > 0 && *run == self.asker.run();
                let read = self.read_archive(number, route, address, linked, answer);
                // Found by an earlier run: not new, unless this run stored it before it was killed.
                given = read.map(|read| Given {
                    new: if *run == self.asker.run() { read.new } else { 0 },
                    ..read
                });
            }
        }
        let up_to_date = runs.last() == Some(&self.asker.run());
        // A site without a sitemap or feed does not get one from run to run.
        let is_there = given.is_some() || route.kind == RouteKind::Pages;
        if runs.is_empty() || (due && is_there && !up_to_date) {
            self.fresh = self.asker.run() > 0;
            match self.asker.ask(address)? {
                Ok(answer) => given = self.read_archive(number, route, address, linked, answer),
                Err((reason, sentence)) if runs.is_empty() => {
                    let (url, found_on) = (address.to_owned(), found_on.to_owned());
                    self.problems.push(Problem { url, reason, sentence, found_on });
                }
                Err(_) => {}
            }
        }
        self.fresh = false;
        self.pages[number] += usize::from(given.is_some());
        self.tell();
        Ok(given)
    }

    pub(super) fn read_archive(
        &mut self,
        number: usize,
        route: &Route,
        address: &str,
        linked: Option<&Linked>,
        answer: Answer,
    ) -> Option<Given> {
        if !answer.is_page() || !answer.is_text() {
            // That there is no further page is how numbered pages end.
            if let Some(linked) = linked {
                self.problem_of_status(address, answer.status, &linked.found_on);
            }
            return None;
        }
        let page = answer.into_document();
        if self.portal.learn_hosts && normal(address) == normal(self.portal.url.as_str()) {
            self.portal.own_addresses(&page).iter().for_each(|own| self.site.learn(own));
            self.site.learn_by_links(&route.links.addresses(&page));
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
    pub(super) fn listed(
        &mut self,
        number: usize,
        route: &Route,
        address: &str,
        page: &Document,
    ) -> Given {
        let mut given = Given::default();
        let addresses = match route.kind {
            RouteKind::Pages => route.links.addresses(page),
            RouteKind::Sitemap | RouteKind::Feed => self.listing(number, address, page),
        };
        let trap = (route.kind == RouteKind::Pages).then(|| self.trap(address, page)).flatten();
        for (place, listed) in addresses.iter().enumerate() {
            let Some(listed) = self.local(listed) else {
                self.stranger(listed, number, address, place + 1);
                continue;
            };
            let deeper = trap.is_some_and(|folder| listed.starts_with(folder));
            if deeper
                && !self.seen.contains(normal(&listed))
                && self.finds.number(&listed).is_none()
            {
                continue;
            }
            let position = given.listed.len() + 1;
            if let Some(new) = self.lead(&listed, number, address, position) {
                given.new += usize::from(new);
                given.listed.push(listed);
            }
        }
        let next = route.next.addresses(page);
        given.next = next.into_iter().next().and_then(|next| self.local(&next));
        given
    }

    /// The folder of a page whose text a folder above it has too: the server gives its first page
    /// instead of saying that there is none. Relative links on it would lead ever deeper.
    fn trap<'a>(&mut self, address: &'a str, page: &Document) -> Option<&'a str> {
        let path = address.split('?').next().unwrap_or(address);
        let own = path.rfind('/').map_or(path, |slash| &path[..=slash]);
        let highest = self.texts.entry(digest(page.text())).or_insert_with(|| own.to_owned());
        if highest.starts_with(own) {
            own.clone_into(highest);
        }
        (own.len() > highest.len() && own.starts_with(highest.as_str())).then_some(own)
    }

    /// Follows a link on a page, found by route `via`: to an archive page, or to what may be an
    /// article; then, whether nobody had found it before.
    pub(super) fn lead(
        &mut self,
        address: &str,
        via: usize,
        found_on: &str,
        position: usize,
    ) -> Option<bool> {
        let target = Site::target(address);
        if self.portal.skips(target) {
            return None;
        }
        if let Some(route) = self.portal.route_of_address(target) {
            self.link_archive(route, address.to_owned(), found_on, via, position);
            return None;
        }
        let can_be = self.portal.article.can_be(target);
        can_be.then(|| self.note(address, via, found_on, position))
    }

    /// Keeps a link that leads to another host, in case that turns out to be the site's own.
    pub(super) fn stranger(&mut self, address: &str, via: usize, found_on: &str, position: usize) {
        let can_turn_out = self.portal.learn_hosts && self.site.is_nameless();
        if can_turn_out && self.strange.insert(address.to_owned()) {
            let (address, found_on) = (address.to_owned(), found_on.to_owned());
            self.strangers.push(Stranger { address, found_on, via, position });
        }
    }

    /// Believes an article that says that its address is the same on another host, and follows the
    /// links that led there.
    pub(super) fn believe(&mut self, alias: &str, address: &str) {
        if !self.portal.learn_hosts || !self.site.learn_by_twin(alias, address) {
            return;
        }
        for stranger in std::mem::take(&mut self.strangers) {
            let Stranger { address, found_on, via, position } = &stranger;
            match self.local(address) {
                Some(local) => drop(self.lead(&local, *via, found_on, *position)),
                None => self.strangers.push(stranger),
            }
        }
    }

    /// The pages of a sitemap or feed; further sitemaps wait.
    pub(super) fn listing(&mut self, number: usize, address: &str, page: &Document) -> Vec<String> {
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
    pub(super) fn link_archive(
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
}
