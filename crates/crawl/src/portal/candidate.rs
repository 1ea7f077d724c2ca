//! What may be an article: looked at, told from its twins, followed to its further pages.

use scutch_portal::{Article, Document, Site};

use super::answer::{Answer, PageReason};
use super::articles::Identity;
use super::finds::{digest, normal};
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
        let fresh = self.finds.get(find).fresh;
        match self.asker.latest(&address, fresh)? {
            Ok(answer) => self.looked_at(find, &address, &found_on, answer)?,
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
        let (status, is_text, run) = (answer.status, answer.is_text(), answer.run);
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
        aliases.iter().for_each(|alias| self.believe(alias, landed));
        let aliases = aliases.iter().filter_map(|alias| self.local(alias));
        let is_own = |alias: &String| is_same_article(article, alias, landed, id.as_deref());
        let aliases: Vec<_> = aliases.filter(is_own).collect();
        let neighbours = article.neighbours.every_address(page);
        let via = self.portal.routes.len();
        for (place, neighbour) in neighbours.iter().enumerate() {
            match self.local(neighbour) {
                Some(local) => drop(self.lead(&local, via, address, place + 1)),
                None => self.stranger(neighbour, via, address, place + 1),
            }
        }
        let pages = self.further(page, address)?;
        let landed = Some(landed.to_owned()).filter(|landed| landed != address);
        let late = article.late(Site::target(address)).is_some();
        Ok(Identity { id, aliases, landed, pages, text: digest(page.text()), late })
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
            match self.asker.latest(&at, false)? {
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
/// in give all pages of a site one address. It has the same last part, or the number of the article;
/// a page under an address that is a number alone has no last part, and any other address is better.
fn is_same_article(article: &Article, alias: &str, own: &str, id: Option<&str>) -> bool {
    let number = |address| article.late(Site::target(address));
    if let Some(number) = number(alias) {
        return number.is_some() && number == id;
    }
    let (alias, last) = (last_part(alias), last_part(own));
    !alias.is_empty() && (alias == last || number(own).is_some())
}

fn last_part(address: &str) -> &str {
    let path = Site::target(normal(address)).split('?').next().unwrap_or_default();
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use scutch_portal::Portal;

    use super::*;

    #[test]
    fn addresses_that_pages_give_for_themselves_are_believed_with_care() {
        let portal = Portal::of_preset("wordpress", "https://a.example/").expect("a preset");
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
