//! What the walk decided of each response, for the records beside them.

use std::collections::HashMap;

use scutch_portal::{PageVerdict, Site, Verdict};

use super::answer::Answer;
use super::walk::Walk;
use crate::store::{NewVerdict, ResponseRef, StoreError};

/// What a page turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// A page that is an article, by its number among these.
    Article { page: usize },
    /// Page `number` of the article whose first page has the address.
    Continuation { article: String, number: usize },
    /// An archive page of a route.
    ArchivePage { route: usize },
    /// None of these.
    Other(PageVerdict),
}

impl Standing {
    /// What an answer without a readable page is.
    pub(super) fn refused(answer: &Answer) -> Self {
        let verdict = if answer.is_page() { PageVerdict::NotArticle } else { PageVerdict::Status };
        Self::Other(verdict)
    }

    /// Of several findings on one response the lowest counts: an article may be listed as a further
    /// page of another, and an archive page may be linked as a candidate.
    fn rank(&self) -> u8 {
        match self {
            Self::Article { .. } => 0,
            Self::Continuation { .. } => 1,
            Self::ArchivePage { .. } => 2,
            Self::Other(_) => 3,
        }
    }
}

/// The pages that the walk looked at, in order: about 300 bytes each.
#[derive(Debug, Default)]
pub(super) struct SeenPages {
    pages: Vec<(ResponseRef, Standing)>,
    numbers: HashMap<String, usize>,
}

impl SeenPages {
    pub(super) fn add(&mut self, response: ResponseRef, standing: Standing) {
        match self.numbers.get(&response.id) {
            Some(number) => {
                let known = &mut self.pages[*number].1;
                if standing.rank() < known.rank() {
                    *known = standing;
                }
            }
            None => {
                self.numbers.insert(response.id.clone(), self.pages.len());
                self.pages.push((response, standing));
            }
        }
    }
}

/// The pages that stand for articles.
struct Mains {
    /// Of each page that is an article, the one that stands for it and its twins.
    pages: Vec<usize>,
    /// Record ids of the responses, by page.
    firsts: HashMap<usize, String>,
}

/// Record ids of the responses that are articles, by page.
fn first_pages(seen: &[(ResponseRef, Standing)]) -> HashMap<usize, String> {
    let articles = seen.iter().filter_map(|(response, standing)| match standing {
        Standing::Article { page } => Some((*page, response.id.clone())),
        _ => None,
    });
    articles.collect()
}

/// A field of the record, for people.
type Field = (&'static str, String);

impl Walk<'_> {
    /// Stores a verdict on each response, beside those that are stored already.
    pub(super) fn write_verdicts(&mut self) -> Result<(), StoreError> {
        let batch = self.asker.next_batch();
        let article = &self.portal.article;
        let is_late = |address: &str| article.late(Site::target(address)).is_some();
        let mains = self.articles.mains(&self.candidates, is_late);
        let seen = std::mem::take(&mut self.seen).pages;
        let mains = Mains { firsts: first_pages(&seen), pages: mains };
        let mut verdicts: Vec<_> = seen
            .into_iter()
            .map(|(response, standing)| self.verdict(batch, response, &standing, &mains))
            .collect();
        // An interrupted crawl may still come to the others.
        if !self.asker.is_stopped {
            let unused = self.asker.unused()?.into_iter();
            verdicts.extend(unused.map(|response| self.unused(batch, response)));
        }
        self.asker.put_verdicts(verdicts.into_iter())
    }

    fn verdict(
        &self,
        batch: u32,
        response: ResponseRef,
        standing: &Standing,
        mains: &Mains,
    ) -> NewVerdict {
        let mut first = None;
        let (page, article, number, more) = match standing {
            Standing::Article { page } if self.articles.is_taken_back(*page) => {
                (PageVerdict::SoftNotFound, None, None, Vec::new())
            }
            Standing::Article { page } => {
                let main = mains.pages[*page];
                let address = &self.candidates.get(self.articles.page(main).0).address;
                let verdict = if main == *page { PageVerdict::Article } else { PageVerdict::Again };
                (verdict, Some(address.clone()), None, self.discovery(*page))
            }
            Standing::Continuation { article, number } => {
                let number = u32::try_from(*number).ok();
                let main = self.main_of(article, mains);
                first = main.and_then(|main| mains.firsts.get(&main)).cloned();
                let main = main.map(|main| self.articles.page(main).0);
                let main = main.map(|candidate| self.candidates.get(candidate).address.clone());
                let article = main.unwrap_or_else(|| article.clone());
                (PageVerdict::Continuation, Some(article), number, Vec::new())
            }
            Standing::ArchivePage { route } => {
                let more = vec![("route", self.route_name(*route))];
                (PageVerdict::ArchivePage, None, None, more)
            }
            Standing::Other(verdict) => (*verdict, None, None, Vec::new()),
        };
        let digest = response.digest.clone();
        let column = self.column_of(standing);
        let verdict = Verdict { page, batch, digest, article, number, first, column };
        NewVerdict { response, verdict, more }
    }

    /// The page that stands for the article at an address.
    fn main_of(&self, address: &str, mains: &Mains) -> Option<usize> {
        let candidate = self.candidates.number(address)?;
        mains.pages.get(self.articles.of_candidate(candidate)?).copied()
    }

    fn unused(&self, batch: u32, response: ResponseRef) -> NewVerdict {
        let page = match self.is_known_bad(&response.target) {
            true => PageVerdict::KnownBad,
            false => PageVerdict::Unused,
        };
        let digest = response.digest.clone();
        let verdict = Verdict::bare(page, batch, digest);
        NewVerdict { response, verdict, more: Vec::new() }
    }

    /// The column that first listed an article.
    fn column_of(&self, standing: &Standing) -> Option<String> {
        let Standing::Article { page } = standing else { return None };
        let candidate = self.candidates.get(self.articles.page(*page).0);
        candidate.column.and_then(|number| self.portal.columns.get(number)).cloned()
    }

    /// How an article was found, and whether it says that it is not free to read.
    fn discovery(&self, page: usize) -> Vec<Field> {
        let (candidate, run) = self.articles.page(page);
        let found = self.candidates.get(candidate);
        let mut fields = vec![("run", run.to_string()), ("order", (candidate + 1).to_string())];
        fields.extend(found.routes.iter().map(|route| ("route", self.route_name(*route))));
        fields.push(("found-on", found.found_on.clone()));
        fields.push(("position", found.position.to_string()));
        if self.articles.is_marked_paid(page) {
            fields.push(("accessible-for-free", "false".to_owned()));
        }
        fields
    }

    /// The name of a route; neighbours have the number after the last.
    fn route_name(&self, route: usize) -> String {
        let name = self.portal.routes.get(route).map(|route| route.name.as_str());
        name.unwrap_or("neighbours").to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_stays_one_whatever_else_its_page_is() {
        let response = |id: &str| ResponseRef { id: id.to_owned(), ..ResponseRef::default() };
        let (article, list) = (Standing::Article { page: 7 }, Standing::ArchivePage { route: 0 });
        let other = Standing::Other(PageVerdict::NotArticle);
        let further = Standing::Continuation { article: "x".to_owned(), number: 2 };
        let mut seen = SeenPages::default();
        for (id, standing) in [
            ("a", &other),
            ("b", &list),
            ("a", &article),
            ("b", &further),
            ("b", &other),
            ("a", &list),
            ("c", &list),
        ] {
            seen.add(response(id), standing.clone());
        }
        let found: Vec<_> =
            seen.pages.iter().map(|(seen, standing)| (&*seen.id, standing)).collect();
        assert_eq!(found, [("a", &article), ("b", &further), ("c", &list)]);
    }
}
