//! The results of a crawl.

use scutch_portal::PageVerdict;
use serde::{Deserialize, Serialize};

use super::answer::PageReason;
use super::bounds::RouteEnd;

/// An article: one line of `articles.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArticleLine {
    /// Its address.
    pub url: String,
    /// Its other addresses.
    pub aliases: Vec<String>,
    /// Names of the routes that found it.
    pub routes: Vec<String>,
    /// The page that named it first.
    pub found_on: String,
    /// Its place on that page, from 1.
    pub position: usize,
    /// Always `stored`.
    pub status: &'static str,
    /// HTTP status of the page.
    pub http_status: u16,
    /// Its further pages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// The run that stored it, from 0.
    pub run: u32,
    /// The archive of others that it was copied from; absent if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holding: Option<String>,
    /// Whether its structured data say that it is not free to read; absent if not.
    #[serde(rename = "marked_paid", skip_serializing_if = "std::ops::Not::not")]
    pub is_marked_paid: bool,
}

/// A page that is no article: one line of `problems.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageProblem {
    /// The address that was asked for.
    pub url: String,
    /// Reason id.
    pub reason: String,
    /// The reason as an English sentence.
    pub sentence: String,
    /// The page that named it; empty for addresses of the portal file.
    pub found_on: String,
}

impl PageProblem {
    pub(super) fn new(url: &str, reason: PageReason, found_on: &str) -> Self {
        let unanswered = (reason.id().to_owned(), reason.sentence().to_owned());
        Self::unanswered(url, unanswered, found_on)
    }

    /// A page that is no article.
    pub(super) fn judged(url: &str, verdict: PageVerdict, found_on: &str) -> Self {
        let unanswered = (verdict.id().to_owned(), verdict.sentence().to_owned());
        Self::unanswered(url, unanswered, found_on)
    }

    /// An error of the server.
    pub(super) fn with_status(url: &str, status: u16, found_on: &str) -> Self {
        let mut problem = Self::judged(url, PageVerdict::Status, found_on);
        problem.sentence.push_str(&format!(" (status {status})"));
        problem
    }

    /// A failure of the client.
    pub(super) fn unanswered(
        url: &str,
        (reason, sentence): (String, String),
        found_on: &str,
    ) -> Self {
        Self { url: url.to_owned(), reason, sentence, found_on: found_on.to_owned() }
    }
}

/// What one route found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteTally {
    /// Its name.
    pub name: String,
    /// Archive pages that were read.
    pub pages: usize,
    /// Articles that it found.
    pub articles: usize,
    /// Articles that no other route found.
    pub alone: usize,
    /// Articles that only other routes found.
    pub missed: usize,
    /// Addresses of other days than those asked for, which were left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub other_days: usize,
    /// The bounds that it reached; none if it was read to its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<RouteEnd>,
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The results of a crawl.
#[derive(Debug, Clone, Default)]
pub struct CrawlResult {
    /// The articles in the order of discovery.
    pub articles: Vec<ArticleLine>,
    /// The problems in order.
    pub problems: Vec<PageProblem>,
    /// First pages of routes that the server does not give, one for each route without a page. They
    /// are no problem as long as another route finds the articles.
    pub unread: Vec<PageProblem>,
    /// The routes by name.
    pub routes: Vec<RouteTally>,
    /// Requests, without redirects.
    pub asked: usize,
    /// Pages that were copied from archives of others in this run.
    pub held: usize,
    /// Whether the user stopped the crawl.
    pub interrupted: bool,
    /// Whether it stopped after as many articles as were asked for.
    pub limited: bool,
}

/// Why a crawl found no article: pages with one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The first of the pages.
    pub first: PageProblem,
    /// How many there are.
    pub pages: usize,
}

impl CrawlResult {
    /// Why there are no articles, the widest cause first: what keeps archive pages from being read,
    /// then what is wrong with the pages that they list. Empty if all were read and list nothing.
    pub fn causes(&self) -> Vec<Cause> {
        let (first, listed): (Vec<_>, Vec<_>) =
            self.problems.iter().partition(|problem| problem.found_on.is_empty());
        let mut causes: Vec<Cause> = Vec::new();
        for problem in first.into_iter().chain(&self.unread).chain(listed) {
            match causes.iter_mut().find(|cause| cause.first.reason == problem.reason) {
                Some(cause) => cause.pages += 1,
                None => causes.push(Cause { first: problem.clone(), pages: 1 }),
            }
        }
        causes
    }

    /// Articles that are marked as paid, and pages that a paywall hides.
    pub fn paid(&self) -> (usize, usize) {
        let marked = self.articles.iter().filter(|article| article.is_marked_paid).count();
        let is_hidden = |problem: &&PageProblem| problem.reason == PageVerdict::Paywall.id();
        (marked, self.problems.iter().filter(is_hidden).count())
    }

    /// Archive pages that were read, of all routes.
    pub fn pages_read(&self) -> usize {
        self.routes.iter().map(|route| route.pages).sum()
    }

    /// Counts what each route found.
    pub(super) fn tally(&mut self, names: &[String], pages: &[usize]) {
        let tally = |(name, pages): (&String, &usize)| {
            let found = self.articles.iter().filter(|article| article.routes.contains(name));
            // What would be lost without the route.
            let alone = found.clone().filter(|article| article.routes.len() == 1).count();
            let articles = found.count();
            let missed = self.articles.len() - articles;
            let (name, pages) = (name.clone(), *pages);
            RouteTally { name, pages, articles, alone, missed, ..RouteTally::default() }
        };
        self.routes = names.iter().zip(pages).map(tally).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_begin_with_what_keeps_archive_pages_from_being_read() {
        let failed = |url: &str, reason: &str, found_on: &str| {
            PageProblem::unanswered(url, (reason.to_owned(), format!("{reason}.")), found_on)
        };
        let result = CrawlResult {
            problems: vec![
                failed("/listed", "fetch-timeout", "/list"),
                PageProblem::judged("/about", PageVerdict::NotArticle, "/list"),
                PageProblem::judged("/imprint", PageVerdict::NotArticle, "/list"),
                failed("/list", "fetch-tls", ""),
            ],
            unread: vec![PageProblem::with_status("/sitemap.xml", 404, "")],
            ..CrawlResult::default()
        };
        let causes = result.causes();
        let shown: Vec<_> = causes
            .iter()
            .map(|c| (c.first.url.as_str(), c.first.reason.as_str(), c.pages))
            .collect();
        let expected = [
            ("/list", "fetch-tls", 1),
            ("/sitemap.xml", "page-status", 1),
            ("/listed", "fetch-timeout", 1),
            ("/about", "page-no-article", 2),
        ];
        assert_eq!(shown, expected);
        assert_eq!(CrawlResult::default().causes(), []);
    }
}
