//! How much of a portal is in web archives: the comparison of the ELTE.DH paper (2020, section
//! 5.2), with every address accounted for at every step.
//!
//! An index lists *captures* of *addresses*. Steps remove captures, and an address is gone with its
//! last capture. The rest is brought into one spelling and matched with the own articles: by
//! address first, then by *slug*, the last part of the path, because sites change their addresses
//! and keep the slugs.

mod groups;
mod line;
mod matching;
mod normal;
mod steps;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::portal::Portal;

pub use groups::OwnArticle;
pub use line::CaptureLine;
pub use matching::{Ambiguous, Match, Year};
pub use normal::{normal, slug};
pub use steps::{Removed, Step};

/// Options of a comparison.
#[derive(Debug, Clone, Default)]
pub struct CoverageOptions<'p> {
    /// The earliest time of captures, as digits of the index: `2019`, `20190601`.
    pub from: Option<String>,
    /// The latest time.
    pub to: Option<String>,
    /// Rules for what can be an article.
    pub portal: Option<&'p Portal>,
}

/// A comparison that is being fed.
#[derive(Debug)]
pub struct Comparison<'p> {
    options: CoverageOptions<'p>,
    /// Addresses of the index with their captures.
    archived: BTreeMap<String, Vec<CaptureLine>>,
    own: Vec<OwnArticle>,
    own_lines: usize,
    lines: usize,
    unreadable: usize,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Lines of the index, malformed ones included.
    pub index_lines: usize,
    /// Malformed lines.
    pub index_unreadable: usize,
    /// The steps from the index to addresses of articles.
    pub steps: Vec<Step>,
    /// Own articles as they were given, repeated ones included.
    pub own_given: usize,
    /// Own articles, each once whatever addresses it has.
    pub own: usize,
    /// Articles matched by address.
    pub both_by_address: usize,
    /// Articles matched by slug.
    pub both_by_slug: usize,
    /// Own articles without a match.
    pub only_own: usize,
    /// Archived articles without a match.
    pub only_archive: usize,
    /// Slugs that several articles have.
    pub ambiguous: Vec<Ambiguous>,
    /// Counts by the year in the address.
    pub years: Vec<Year>,
    /// All articles with their matches.
    #[serde(skip)]
    pub matches: Vec<Match>,
    /// Addresses of the index that are no articles, with reasons.
    #[serde(skip)]
    pub removed: Vec<Removed>,
}

impl<'p> Comparison<'p> {
    /// Starts a comparison.
    pub fn new(options: CoverageOptions<'p>) -> Self {
        let (archived, own) = (BTreeMap::new(), Vec::new());
        Self { options, archived, own, own_lines: 0, lines: 0, unreadable: 0 }
    }

    /// Adds an own article by its only address.
    pub fn add_own(&mut self, address: &str) {
        self.add_article(OwnArticle {
            addresses: vec![address.to_owned()],
            ..OwnArticle::default()
        });
    }

    /// Adds an own article. Those that share an address, a number or a digest are one.
    pub fn add_article(&mut self, article: OwnArticle) {
        self.own_lines += 1;
        self.own.push(article);
    }

    /// Adds a line of an index. A line with a legend sets `legend`, which the caller keeps per
    /// file.
    pub fn add_line(&mut self, text: &str, legend: &mut Option<String>) {
        // The legend begins with the separator of the file, which is mostly a space.
        if text.trim_start().starts_with("CDX ") && text.starts_with([' ', 'C']) {
            *legend = Some(text.trim().trim_start_matches("CDX").trim().to_owned());
            return;
        }
        if text.trim().is_empty() {
            return;
        }
        self.lines += 1;
        match CaptureLine::parse(text, legend.as_deref()) {
            Some((address, capture)) => self.archived.entry(address).or_default().push(capture),
            None => self.unreadable += 1,
        }
    }

    /// Lines of indexes so far, malformed ones included, and the malformed ones.
    pub fn index_lines(&self) -> (usize, usize) {
        (self.lines, self.unreadable)
    }

    /// Compares what was added.
    pub fn finish(self) -> Coverage {
        let Self { options, archived, own, own_lines, lines, unreadable } = self;
        let (mut steps, removed, left) = steps::run(archived, &options);
        let own = groups::OwnArticles::new(&own, options.portal);
        let merged = steps::merge_spellings(left, &own, options.portal, &mut steps);
        let own = own.articles;
        let matched = matching::match_articles(&own, &merged);
        Coverage {
            index_lines: lines,
            index_unreadable: unreadable,
            steps,
            own_given: own_lines,
            own: own.len(),
            both_by_address: matched.count("address"),
            both_by_slug: matched.count("slug"),
            only_own: matched.count("own"),
            only_archive: matched.count("archive"),
            ambiguous: matched.ambiguous,
            years: matched.years,
            matches: matched.matches,
            removed,
        }
    }
}

#[cfg(test)]
mod tests;
