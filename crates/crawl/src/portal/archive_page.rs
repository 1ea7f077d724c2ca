//! Archive pages: what they list, and which page comes next.

use scutch_portal::{Document, Listing, PageVerdict, Route, RouteKind, Site};
use scutch_url::Url;

use super::answer::Answer;
use super::archive_queue::LinkedPage;
use super::bounds::Bound;
use super::candidates::{Origin, normal};
use super::result::PageProblem;
use super::verdicts::Standing;
use super::walk::Walk;
use crate::store::StoreError;

/// The content of an archive page.
#[derive(Debug, Default)]
pub(super) struct ArchivePage {
    /// Addresses that may be articles.
    pub(super) listed: Vec<String>,
    /// How many of them are new.
    pub(super) new: usize,
    /// The next page.
    pub(super) next: Option<String>,
}

impl Walk<'_> {
    /// Reads an archive page of a route: first what earlier runs stored, then the answer to a
    /// request if the page is `due` or was never stored. `None` if there is no page.
    pub(super) fn read_archive_page(
        &mut self,
        route: usize,
        address: &str,
        linked: Option<&LinkedPage>,
        due: bool,
    ) -> Result<Option<ArchivePage>, StoreError> {
        if self.is_at_end(route, address) {
            return Ok(None);
        }
        let found_on = linked.map_or("", |linked| linked.found_on.as_str());
        self.archive.mark_read(address);
        if self.is_known_bad(address) {
            self.problems.push(PageProblem::judged(address, PageVerdict::KnownBad, found_on));
            return Ok(None);
        }
        let runs: Vec<_> = self.asker.runs(address).collect();
        let mut page = self.read_stored_pages(route, address, linked, &runs)?;
        // An update does not ask again for a missing sitemap or feed: sites do not get them later.
        let may_exist = page.is_some() || self.portal.routes[route].kind == RouteKind::Pages;
        if self.asks_again(&runs, due && may_exist) {
            self.is_fresh = self.asker.run() > 0;
            match self.asker.ask_anew(address, runs.is_empty())? {
                Ok(answer) => page = self.read_archive_answer(route, address, linked, answer),
                // What an earlier run stored stands in for an answer.
                Err(unanswered) if runs.is_empty() => {
                    self.problems.push(PageProblem::unanswered(address, unanswered, found_on));
                }
                Err(_) => {}
            }
        }
        self.is_fresh = false;
        if page.is_some() {
            self.archive.count_page(route);
        }
        self.report_progress();
        Ok(page)
    }

    /// Whether a page is asked for that these `runs` stored: never twice in one run.
    fn asks_again(&self, runs: &[u32], due: bool) -> bool {
        runs.last().is_none_or(|last| due && *last != self.asker.run())
    }

    /// Reads the answers that these runs have stored; the page is that of the last.
    fn read_stored_pages(
        &mut self,
        route: usize,
        address: &str,
        linked: Option<&LinkedPage>,
        runs: &[u32],
    ) -> Result<Option<ArchivePage>, StoreError> {
        let mut page = None;
        for run in runs {
            if let Some(answer) = self.asker.stored(address, *run)? {
                page = self.read_stored_page(route, address, linked, answer);
            }
        }
        Ok(page)
    }

    /// Reads an answer that a run has stored. Nothing on it is new, unless this run stored it
    /// before it was killed.
    fn read_stored_page(
        &mut self,
        route: usize,
        address: &str,
        linked: Option<&LinkedPage>,
        answer: Answer,
    ) -> Option<ArchivePage> {
        let is_of_this_run = answer.run == self.asker.run();
        self.is_fresh = answer.run > 0 && is_of_this_run;
        let page = self.read_archive_answer(route, address, linked, answer)?;
        let new = if is_of_this_run { page.new } else { 0 };
        Some(ArchivePage { new, ..page })
    }

    fn read_archive_answer(
        &mut self,
        number: usize,
        address: &str,
        linked: Option<&LinkedPage>,
        answer: Answer,
    ) -> Option<ArchivePage> {
        let route = &self.portal.routes[number];
        if !answer.is_page() || !answer.is_text() {
            self.note_no_page(number, address, linked, &answer);
            return None;
        }
        let response = answer.response.clone();
        let page = match route.kind {
            RouteKind::Pages => answer.into_document(),
            RouteKind::Sitemap | RouteKind::Feed => answer.into_listing(),
        };
        if self.portal.learn_hosts && normal(address) == normal(self.portal.url.as_str()) {
            self.portal.own_addresses(&page).iter().for_each(|own| self.site.learn(own));
            self.site.learn_by_links(&route.links.addresses(&page));
        }
        // The address of an article may look like that of an archive page.
        let has_signs = self.portal.article.has_signs() && route.kind == RouteKind::Pages;
        if let Some(linked) = linked.filter(|_| has_signs && self.portal.article.is(&page)) {
            self.add_candidate(address, linked.origin());
            return None;
        }
        self.seen.add(response, Standing::ArchivePage { route: number });
        let (depth, column) =
            linked.map_or((0, self.column), |linked| (linked.depth, linked.column));
        let at = Origin { route: number, page: address, position: 0, depth, column };
        Some(self.follow_archive_page(at, &page))
    }

    /// Notes an answer that is no archive page.
    fn note_no_page(
        &mut self,
        route: usize,
        address: &str,
        linked: Option<&LinkedPage>,
        answer: &Answer,
    ) {
        self.seen.add(answer.response.clone(), Standing::refused(answer));
        // Numbered pages end with an error, which is no problem. Linked pages should exist.
        match linked {
            Some(linked) => {
                let found_on = linked.found_on.as_str();
                self.problems.push(PageProblem::with_status(address, answer.status, found_on));
            }
            None if self.archive.pages()[route] == 0 => {
                let unread = || PageProblem::with_status(address, answer.status, "");
                self.unread.entry(route).or_insert_with(unread);
            }
            None => {}
        }
    }

    /// Follows the links of an archive page that its route's rules find; `at` is the page.
    pub(super) fn follow_archive_page(&mut self, at: Origin<'_>, page: &Document) -> ArchivePage {
        let route: &Route = &self.portal.routes[at.route];
        let mut result = ArchivePage::default();
        let addresses = self.listed_addresses(at, page);
        let is_html = route.kind == RouteKind::Pages;
        let repeated =
            is_html.then(|| self.archive.repeated_folder(at.page, page.text())).flatten();
        for (place, listed) in addresses.iter().enumerate() {
            let origin = |position| Origin { position, ..at };
            let Some(listed) = self.localize(listed) else {
                self.add_external(listed, origin(place + 1));
                continue;
            };
            let is_deeper = repeated.is_some_and(|folder| listed.starts_with(folder));
            let is_known =
                self.archive.is_known(&listed) || self.candidates.number(&listed).is_some();
            if is_deeper && !is_known {
                continue;
            }
            let position = result.listed.len() + 1;
            if let Some(is_new) = self.follow_link(&listed, origin(position)) {
                result.new += usize::from(is_new);
                result.listed.push(listed);
            }
        }
        let next = route.next.addresses(page);
        result.next = next.into_iter().next().and_then(|next| self.localize(&next));
        result
    }

    /// The addresses on an archive page, up to the bound of its route.
    fn listed_addresses(&mut self, at: Origin<'_>, page: &Document) -> Vec<String> {
        let route = &self.portal.routes[at.route];
        let most = route.stop.list as usize;
        let (mut addresses, beyond) = match route.kind {
            RouteKind::Pages => (route.links.addresses(page), 0),
            RouteKind::Sitemap | RouteKind::Feed => self.read_listing(at, page),
        };
        let left = beyond + addresses.len().saturating_sub(most);
        if left > 0 {
            self.reached.note(at.route, (Bound::List, route.stop.list), at.page, left);
        }
        addresses.truncate(most);
        addresses
    }

    /// Follows a link to an archive page, or to what may be an article. In the second case, whether
    /// the address is new.
    pub(super) fn follow_link(&mut self, address: &str, origin: Origin<'_>) -> Option<bool> {
        let target = Site::target(address);
        if self.portal.skips(target) {
            return None;
        }
        if let Some(route) = self.portal.route_of_address(target) {
            let is_list = self.portal.routes[route].kind == RouteKind::Pages;
            if !is_list || self.leave_other_day(address, route).is_none() {
                self.queue_archive_page(route, address, origin);
            }
            return None;
        }
        if !self.portal.article.can_be(target) {
            return None;
        }
        // It is listed all the same: a list of other days is not an empty one.
        let left_out = self.leave_other_day(address, origin.route);
        Some(left_out.unwrap_or_else(|| self.add_candidate(address, origin)))
    }

    /// Keeps a link to another host, which may turn out to be the site's own.
    pub(super) fn add_external(&mut self, address: &str, origin: Origin<'_>) {
        // Only a server without a name can be a copy of a site with one.
        if !self.portal.learn_hosts || !self.site.is_nameless() {
            return;
        }
        let (bound, limit) = self.article_bound(origin.route);
        if self.external.len() < limit as usize {
            self.external.add(address, origin);
        } else {
            self.reached.note(origin.route, (bound, limit), address, 1);
        }
    }

    /// Learns the site's host from an article that gives itself an address there, and follows the
    /// links to this host that were external until now.
    pub(super) fn learn_host(&mut self, alias: &str, address: &str) {
        if !self.portal.learn_hosts || !self.site.learn_by_twin(alias, address) {
            return;
        }
        for link in self.external.take() {
            match self.localize(&link.address) {
                Some(local) => drop(self.follow_link(&local, link.origin())),
                None => self.external.put_back(link),
            }
        }
    }

    /// The pages of a sitemap or feed, and how many addresses it has beyond the bound. Further
    /// sitemaps are queued.
    fn read_listing(&mut self, at: Origin<'_>, page: &Document) -> (Vec<String>, usize) {
        let listing = Listing::read(page.text(), self.portal.routes[at.route].stop.list as usize);
        // A copied sitemap still has the addresses of the original.
        let own = listing.own.iter().chain(listing.pages.first()).chain(listing.sitemaps.first());
        if self.portal.learn_hosts {
            own.for_each(|own| self.site.learn(own));
        }
        for sitemap in &listing.sitemaps {
            let local = page.resolve(sitemap).and_then(|url| self.site.localized(&url));
            if let Some(local) = local {
                self.queue_archive_page(at.route, &local, at);
            }
        }
        let resolved = listing.pages.iter().filter_map(|page_of| page.resolve(page_of));
        (resolved.map(Url::into_string).collect(), listing.left)
    }

    fn queue_archive_page(&mut self, route: usize, address: &str, origin: Origin<'_>) {
        let stop = &self.portal.routes[route].stop;
        if let Err(bound) = self.archive.push(route, address, origin, stop) {
            self.reached.note(route, bound, address, 1);
        }
    }
}
