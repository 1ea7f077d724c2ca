//! What may be an article: looked at, told from its twins, followed to its further pages.

use scutch_portal::{Article, Document, Site};

use super::answer::{Answer, PageReason};
use super::articles::Identity;
use super::finds::normal;
use super::result::Problem;
use super::walk::Walk;
use crate::store::StoreError;

/// Pages of one article, at most.
const MOST_PAGES: usize = 1000;

impl Walk<'_> {
    pub(super) fn late_candidate(&mut self, find: usize) -> Result<(), StoreError> {
        let address = self.finds.get(find).address.clone();
        let id = self.portal.article.late(Site::target(&address)).flatten();
        if let Some(article) = id.and_then(|id| self.articles.with_id(id)) {
            self.articles.alias(article, &address);
            return Ok(());
        }
        self.candidate(find)
    }

    /// Something that may be an article.
    pub(super) fn candidate(&mut self, find: usize) -> Result<(), StoreError> {
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
            Ok(answer) => self.looked_at(find, &address, &found_on, answer, run)?,
            Err((reason, sentence)) => {
                self.problems.push(Problem { url: address, reason, sentence, found_on });
            }
        }
        self.tell();
        Ok(())
    }

    pub(super) fn looked_at(
        &mut self,
        find: usize,
        address: &str,
        found_on: &str,
        answer: Answer,
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
        let (status, is_text) = (answer.status, answer.is_text());
        let page = answer.into_document();
        if is_text && article.is(&page) {
            let identity = self.identity(&page, &landed, address)?;
            self.articles.add(find, address, status, run, identity);
            return Ok(());
        }
        let route = Some(&page).filter(|_| is_text);
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
    pub(super) fn identity(
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
    pub(super) fn further(
        &mut self,
        page: &Document,
        address: &str,
    ) -> Result<Vec<String>, StoreError> {
        let rules = &self.portal.article.next;
        let mut pages: Vec<String> = Vec::new();
        let mut next = rules.addresses(page).into_iter().next();
        while let Some(at) = next.take().and_then(|next| self.local(&next)) {
            if at == address || pages.contains(&at) || pages.len() >= MOST_PAGES {
                break;
            }
            match self.asker.once(&at)? {
                Ok(answer) if answer.is_page() => {
                    next = rules.addresses(&answer.into_document()).into_iter().next();
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
}

/// Whether an address that a page gives for itself can be believed: templates that were never filled
/// in give all pages of a site one address. It has the same last part, or the number of the article.
fn is_same_article(article: &Article, alias: &str, own: &str, id: Option<&str>) -> bool {
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
