//! Candidates: whether a page is an article, which article it is, and its further pages.

use scutch_portal::{Article, Document, PageVerdict, Site};

use super::answer::{Answer, PageReason};
use super::articles::{Identity, NewPage};
use super::bounds::Bound;
use super::candidates::{Origin, normal, text_hash};
use super::days::Place;
use super::result::PageProblem;
use super::verdicts::Standing;
use super::walk::Walk;
use crate::store::{ResponseRef, StoreError};

/// A candidate that has an answer.
struct Answered<'a> {
    /// Its number among the candidates.
    number: usize,
    address: &'a str,
    /// The page that named it.
    found_on: &'a str,
    response: ResponseRef,
    status: u16,
    run: u32,
    /// The archive of others that held it.
    holding: Option<String>,
}

impl Walk<'_> {
    /// Looks at a late candidate, unless the article with its number is known by now.
    pub(super) fn visit_late(&mut self, candidate: usize) -> Result<(), StoreError> {
        let address = self.candidates.get(candidate).address.clone();
        let id = self.portal.article.late(Site::target(&address)).flatten();
        if let Some(article) = id.and_then(|id| self.articles.with_id(id)) {
            self.articles.add_alias(article, &address);
            return Ok(());
        }
        self.visit(candidate)
    }

    /// Looks at a candidate.
    pub(super) fn visit(&mut self, number: usize) -> Result<(), StoreError> {
        let candidate = self.candidates.get(number).clone();
        let (address, found_on) = (candidate.address.as_str(), candidate.found_on.as_str());
        if self.candidates.is_redirect_target(address) {
            return Ok(());
        }
        if self.is_known_bad(address) {
            self.problems.push(PageProblem::judged(address, PageVerdict::KnownBad, found_on));
            return Ok(());
        }
        match self.asker.latest(address, candidate.is_fresh)? {
            Ok(answer) => self.read_candidate(number, address, found_on, answer)?,
            Err(unanswered) => {
                self.problems.push(PageProblem::unanswered(address, unanswered, found_on));
            }
        }
        self.report_progress();
        Ok(())
    }

    fn read_candidate(
        &mut self,
        number: usize,
        address: &str,
        found_on: &str,
        answer: Answer,
    ) -> Result<(), StoreError> {
        let (response, holding) = (answer.response.clone(), answer.holding.clone());
        let (status, run) = (answer.status, answer.run);
        let answered = Answered { number, address, found_on, response, status, run, holding };
        if !answer.is_page() {
            self.seen.add(answered.response, Standing::refused(&answer));
            self.problems.push(PageProblem::with_status(address, status, found_on));
            return Ok(());
        }
        let Some(final_address) = self.localize(answer.url.as_str()) else {
            self.reject(PageVerdict::Elsewhere, answered);
            return Ok(());
        };
        if final_address != address {
            self.candidates.add_redirect_target(&final_address);
        }
        let is_text = answer.is_text();
        let page = answer.into_document();
        if is_text && self.portal.article.is(&page) {
            return self.read_article(answered, &final_address, &page);
        }
        let standing = self.read_other_page(address, found_on, is_text.then_some(&page));
        self.seen.add(answered.response, standing);
        Ok(())
    }

    /// Reads a page that looks like an article.
    fn read_article(
        &mut self,
        answered: Answered<'_>,
        final_address: &str,
        page: &Document,
    ) -> Result<(), StoreError> {
        if self.is_of_other_day(final_address, page) {
            self.reject(PageVerdict::OtherDay, answered);
            return Ok(());
        }
        let address = answered.address;
        let access = self.portal.article.access(page);
        if let Some(verdict) = access.refusal {
            self.reject(verdict, answered);
            // A chain of neighbours must not end at a paywall.
            self.follow_neighbours(page, address);
            return Ok(());
        }
        let identity = self.identify(page, final_address, address)?;
        // Twins are not asked for, but dead addresses may all redirect to one page.
        let is_doubtful =
            !self.articles.knows(address, &identity) || self.articles.shares_target(&identity);
        if is_doubtful && self.is_missing(page, final_address)? {
            self.reject(PageVerdict::SoftNotFound, answered);
            return Ok(());
        }
        let Answered { number: candidate, response, status, run, holding, .. } = answered;
        self.seen.add(response, Standing::Article { page: self.articles.len() });
        let is_marked_paid = access.is_marked_paid;
        let new = NewPage { candidate, address, status, run, holding, is_marked_paid };
        self.articles.add(&new, identity);
        Ok(())
    }

    /// Notes a page that is no article.
    fn reject(&mut self, verdict: PageVerdict, answered: Answered<'_>) {
        let Answered { address, found_on, response, .. } = answered;
        self.seen.add(response, Standing::Other(verdict));
        self.problems.push(PageProblem::judged(address, verdict, found_on));
    }

    /// Takes an article back that turned out to be a soft 404, with its twins.
    pub(super) fn take_back(&mut self, page: usize) {
        for candidate in self.articles.take_back(page) {
            let found = self.candidates.get(candidate);
            let problem =
                PageProblem::judged(&found.address, PageVerdict::SoftNotFound, &found.found_on);
            self.problems.push(problem);
        }
    }

    /// Whether an article is of a day that is not wanted, by its address or else by what it tells.
    /// One that tells no day is kept.
    fn is_of_other_day(&self, address: &str, page: &Document) -> bool {
        if self.days.is_all() {
            return false;
        }
        let place = self.days.place_of_address(address);
        let place = place.or_else(|| self.days.place_of_page(self.portal, page));
        place.is_some_and(|place| place != Place::Within)
    }

    /// Follows a page that is no article, or says that it is none.
    fn read_other_page(
        &mut self,
        address: &str,
        found_on: &str,
        page: Option<&Document>,
    ) -> Standing {
        // Archive pages whose address does not tell are recognised by their content.
        let recognised = page.and_then(|page| Some((page, self.portal.route_of_page(page)?)));
        match recognised {
            Some((page, route)) => {
                self.follow_recognised(route, address, page);
                Standing::ArchivePage { route }
            }
            None => {
                let refusal = page.and_then(|page| self.portal.article.access(page).refusal);
                let verdict = refusal.unwrap_or(PageVerdict::NotArticle);
                self.problems.push(PageProblem::judged(address, verdict, found_on));
                Standing::Other(verdict)
            }
        }
    }

    /// Follows a candidate that turned out to be an archive page of a route.
    fn follow_recognised(&mut self, route: usize, address: &str, page: &Document) {
        let depth = self.depth_of(address) + 1;
        let stop = &self.portal.routes[route].stop;
        let bound = if depth > stop.depth {
            (Bound::Depth, stop.depth)
        } else if self.archive.count_recognised(route, stop.pages) {
            self.archive.mark_read(address);
            let at = Origin { route, page: address, position: 0, depth, column: None };
            self.follow_archive_page(at, page);
            return;
        } else {
            (Bound::Pages, stop.pages)
        };
        self.reached.note(route, bound, address, 1);
    }

    /// Reads what identifies an article, and follows its links to neighbours and further pages.
    fn identify(
        &mut self,
        page: &Document,
        final_address: &str,
        address: &str,
    ) -> Result<Identity, StoreError> {
        let article = &self.portal.article;
        let id = article.id.texts(page).into_iter().next();
        let aliases = article.alias.every_address(page);
        // Before the aliases are localized: one of them may teach the host of all others.
        aliases.iter().for_each(|alias| self.learn_host(alias, final_address));
        let aliases = aliases.iter().filter_map(|alias| self.localize(alias));
        let is_own = |alias: &String| is_same_article(article, alias, final_address, id.as_deref());
        let aliases: Vec<_> = aliases.filter(is_own).collect();
        self.follow_neighbours(page, address);
        let pages = self.fetch_further_pages(page, address)?;
        let redirected_to = Some(final_address.to_owned()).filter(|last| last != address);
        let is_late = article.late(Site::target(address)).is_some();
        let text = text_hash(page.text());
        Ok(Identity { id, aliases, redirected_to, pages, text, is_late })
    }

    /// Follows the links of an article to its neighbours.
    fn follow_neighbours(&mut self, page: &Document, address: &str) {
        let neighbours = self.portal.article.neighbours.every_address(page);
        // Neighbours count as a route of their own, numbered after those of the portal file.
        let route = self.portal.routes.len();
        // Neighbours of neighbours are as deep: a chain of them can be the whole site.
        let depth = self.depth_of(address);
        for (place, neighbour) in neighbours.iter().enumerate() {
            let position = place + 1;
            let origin = Origin { route, page: address, position, depth, column: None };
            match self.localize(neighbour) {
                Some(local) => drop(self.follow_link(&local, origin)),
                None => self.add_external(neighbour, origin),
            }
        }
    }

    /// Fetches and stores the further pages of an article.
    fn fetch_further_pages(
        &mut self,
        page: &Document,
        address: &str,
    ) -> Result<Vec<String>, StoreError> {
        let rules = &self.portal.article.next;
        let mut pages: Vec<String> = Vec::new();
        let mut next = rules.addresses(page).into_iter().next();
        while let Some(at) = next.take().and_then(|next| self.localize(&next)) {
            // The last page may link back to the first.
            if at == address || pages.contains(&at) {
                break;
            }
            if pages.len() >= self.portal.article.max_pages {
                self.problems.push(PageProblem::new(&at, PageReason::TooManyPages, address));
                break;
            }
            match self.asker.latest(&at, false)? {
                Ok(answer) if answer.is_page() => {
                    let (article, number) = (address.to_owned(), pages.len() + 2);
                    let standing = Standing::Continuation { article, number };
                    self.seen.add(answer.response.clone(), standing);
                    next = rules.addresses(&answer.into_document()).into_iter().next();
                    pages.push(at);
                }
                Ok(answer) => {
                    self.seen.add(answer.response.clone(), Standing::refused(&answer));
                    self.problems.push(PageProblem::with_status(&at, answer.status, address));
                }
                Err(unanswered) => {
                    self.problems.push(PageProblem::unanswered(&at, unanswered, address));
                }
            }
        }
        Ok(pages)
    }
}

/// Whether an address that a page gives for itself can be trusted. Templates with an unfilled field
/// give all pages of a site one address, so the number or the last path segment must agree.
fn is_same_article(article: &Article, alias: &str, own: &str, id: Option<&str>) -> bool {
    let number = |address| article.late(Site::target(address));
    if let Some(number) = number(alias) {
        return number.is_some() && number == id;
    }
    let (alias, last) = (last_segment(alias), last_segment(own));
    // An address that is a number alone has no segment to compare, and any name is better.
    !alias.is_empty() && (alias == last || number(own).is_some())
}

fn last_segment(address: &str) -> &str {
    let path = Site::target(normal(address)).split('?').next().unwrap_or_default();
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use scutch_portal::Portal;

    use super::*;

    #[test]
    fn addresses_that_pages_give_for_themselves_must_agree_with_their_own() {
        let portal = Portal::from_preset("wordpress", "https://a.example/").expect("a preset");
        for (alias, own, id, expected) in [
            ("/2013/03/story/", "/2013/03/01/story/", None, true),
            ("/2013/03/story/index.html", "/2013/03/story/", None, true),
            ("/", "/2013/03/story/", None, false),
            ("/[url]/", "/2013/03/story/", None, false),
            ("/?p=12", "/2013/03/story/", Some("12"), true),
            ("/?p=12", "/2013/03/story/", Some("13"), false),
            ("/?p=12", "/2013/03/story/", None, false),
            ("/2013/03/story/", "/?p=12", None, true),
            ("/2013/03/story/", "/index.html%3Fp=12.html", None, true),
            ("/", "/?p=12", None, false),
        ] {
            let [alias, own] = [alias, own].map(|path| format!("https://a.example{path}"));
            let same = is_same_article(&portal.article, &alias, &own, id);
            assert_eq!(same, expected, "{alias} {own}");
        }
    }
}
