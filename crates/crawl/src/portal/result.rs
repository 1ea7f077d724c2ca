//! The results of a crawl.

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

    /// An error of the server.
    pub(super) fn with_status(url: &str, status: u16, found_on: &str) -> Self {
        let mut problem = Self::new(url, PageReason::Status, found_on);
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
    /// The bounds that it reached; none if it was read to its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<RouteEnd>,
}

/// The results of a crawl.
#[derive(Debug, Clone, Default)]
pub struct CrawlResult {
    /// The articles in the order of discovery.
    pub articles: Vec<ArticleLine>,
    /// The problems in order.
    pub problems: Vec<PageProblem>,
    /// The routes by name.
    pub routes: Vec<RouteTally>,
    /// Requests, without redirects.
    pub asked: usize,
    /// Whether the user stopped the crawl.
    pub interrupted: bool,
}

impl CrawlResult {
    /// Counts what each route found.
    pub(super) fn tally(&mut self, names: &[String], pages: &[usize]) {
        let tally = |(name, pages): (&String, &usize)| {
            let found = self.articles.iter().filter(|article| article.routes.contains(name));
            // What would be lost without the route.
            let alone = found.clone().filter(|article| article.routes.len() == 1).count();
            let articles = found.count();
            let missed = self.articles.len() - articles;
            let (name, pages) = (name.clone(), *pages);
            RouteTally { name, pages, articles, alone, missed, ends: Vec::new() }
        };
        self.routes = names.iter().zip(pages).map(tally).collect();
    }
}
