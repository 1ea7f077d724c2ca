//! How much of a portal web archives have: the comparison of the ELTE.DH paper (2020, section 5.2),
//! with every address accounted for at every step.
//!
//! An archive's index names *captures*; an *address* is what their lines call the original. Steps take
//! captures away, and an address is gone with its last capture. What is left is brought into one
//! spelling and matched with the own articles: by that spelling, and then by *slug*, the last part of
//! the path, because sites change their addresses and keep the slugs.

mod line;
mod matching;
mod normal;
mod steps;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::portal::Portal;

pub use line::CaptureLine;
pub use matching::{Ambiguous, Match, Year};
pub use normal::{normal, slug};
pub use steps::{Removed, Step};

/// What to compare by.
#[derive(Debug, Clone, Default)]
pub struct Terms<'p> {
    /// The first time captures may have, as digits of the index: `2019`, `20190601`.
    pub from: Option<String>,
    /// The last one.
    pub to: Option<String>,
    /// Rules for what can be an article.
    pub portal: Option<&'p Portal>,
}

/// A comparison under way.
#[derive(Debug)]
pub struct Comparison<'p> {
    terms: Terms<'p>,
    /// Addresses of the index, each with the captures that are left of it.
    archived: BTreeMap<String, Vec<CaptureLine>>,
    own: BTreeMap<String, Vec<String>>,
    own_lines: usize,
    lines: usize,
    unreadable: usize,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Lines of the index that were read, unreadable ones among them.
    pub index_lines: usize,
    /// Lines that say nothing.
    pub index_unreadable: usize,
    /// The way from the index to addresses of articles.
    pub steps: Vec<Step>,
    /// Own addresses as they were given, repeated ones counted.
    pub own_given: usize,
    /// Own addresses in one spelling.
    pub own: usize,
    /// Articles of both, by address.
    pub both_by_address: usize,
    /// Articles of both, by slug.
    pub both_by_slug: usize,
    /// Only own articles.
    pub only_own: usize,
    /// Only archived articles.
    pub only_archive: usize,
    /// Slugs that several articles have.
    pub ambiguous: Vec<Ambiguous>,
    /// By the year in the address.
    pub years: Vec<Year>,
    /// Own and archived articles, matched.
    #[serde(skip)]
    pub matches: Vec<Match>,
    /// Addresses of the index that are no articles, and why.
    #[serde(skip)]
    pub removed: Vec<Removed>,
}

impl<'p> Comparison<'p> {
    /// Begins.
    pub fn new(terms: Terms<'p>) -> Self {
        let (archived, own) = (BTreeMap::new(), BTreeMap::new());
        Self { terms, archived, own, own_lines: 0, lines: 0, unreadable: 0 }
    }

    /// Adds an own article, by one of its addresses.
    pub fn own(&mut self, address: &str) {
        self.own_lines += 1;
        self.own.entry(normal(address)).or_default().push(address.to_owned());
    }

    /// Adds a line of an index, with the legend that its file began with.
    pub fn line(&mut self, text: &str, legend: &mut Option<String>) {
        if text.trim_start().starts_with("CDX ") && text.starts_with([' ', 'C']) {
            *legend = Some(text.trim().trim_start_matches("CDX").trim().to_owned());
            return;
        }
        if text.trim().is_empty() {
            return;
        }
        self.lines += 1;
        match CaptureLine::read(text, legend.as_deref()) {
            Some((address, capture)) => self.archived.entry(address).or_default().push(capture),
            None => self.unreadable += 1,
        }
    }

    /// Compares.
    pub fn finish(self) -> Coverage {
        let Self { terms, archived, own, own_lines, lines, unreadable } = self;
        let (mut steps, removed, left) = steps::run(archived, &terms);
        let merged = steps::merge(left, &mut steps);
        let matched = matching::run(&own, &merged);
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
