//! What a crawl gives.

use serde::{Deserialize, Serialize};

/// An article: a line of `articles.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArticleLine {
    /// Its address.
    pub url: String,
    /// Other addresses of the same article.
    pub aliases: Vec<String>,
    /// Names of the routes that found it.
    pub routes: Vec<String>,
    /// The page that named it first.
    pub found_on: String,
    /// Its place on that page, from 1.
    pub position: usize,
    /// `stored`.
    pub status: &'static str,
    /// HTTP status of the page.
    pub http_status: u16,
    /// Its further pages, where it has several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// The run that stored it, from 0.
    pub run: u32,
}

/// A line of `problems.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What was asked for.
    pub url: String,
    /// Reason id.
    pub reason: String,
    /// What it means.
    pub sentence: String,
    /// The page that named it; empty for pages that the portal file names.
    pub found_on: String,
}

/// What one route found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteTally {
    /// Its name.
    pub name: String,
    /// Archive pages read.
    pub pages: usize,
    /// Articles it found.
    pub articles: usize,
    /// Articles nothing else found.
    pub alone: usize,
    /// Articles of other routes that it missed.
    pub missed: usize,
}

/// All of it.
#[derive(Debug, Clone, Default)]
pub struct Crawled {
    /// The articles, in the order they were found.
    pub articles: Vec<ArticleLine>,
    /// What did not work, in order.
    pub problems: Vec<Problem>,
    /// The routes, by name.
    pub routes: Vec<RouteTally>,
    /// Requests made, redirects not counted.
    pub asked: usize,
    /// Whether the user stopped it.
    pub interrupted: bool,
}

impl Crawled {
    /// Counts for each route what it found.
    pub(super) fn tally(&mut self, names: &[String], pages: &[usize]) {
        let tally = |(name, pages): (&String, &usize)| {
            let found = self.articles.iter().filter(|article| article.routes.contains(name));
            let alone = found.clone().filter(|article| article.routes.len() == 1).count();
            let articles = found.count();
            let missed = self.articles.len() - articles;
            RouteTally { name: name.clone(), pages: *pages, articles, alone, missed }
        };
        self.routes = names.iter().zip(pages).map(tally).collect();
    }
}
