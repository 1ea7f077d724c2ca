//! Suggests rules from what repeats on archive pages.
//!
//! Candidates are selectors made of the names, classes and ids around the page's links. Each is
//! tried on all pages given. The winner's links look most like articles and least like anything
//! else. A person should check the result.

mod article;
mod candidates;
mod explore;
mod next;
mod paging;
mod score;
mod write;

use std::collections::BTreeSet;

use scutch_page::{NodeId, Selector};

use crate::document::Document;
use crate::file::RuleFile;

pub use explore::{Ask, Exploration, explore};
pub use paging::PageTemplate;

/// Suggested rules for a portal.
#[derive(Debug, Clone, Default)]
pub struct Suggestion {
    /// The preset of the site's publishing program, if the pages name it.
    pub preset: Option<&'static str>,
    /// Selector of the links to articles.
    pub links: Option<String>,
    /// Rule for the next page.
    pub next: Option<RuleFile>,
    /// The publishing program that the pages name, also where its preset does not fit.
    pub program: Option<&'static str>,
    /// Address of the first list.
    pub start: Option<String>,
    /// Addresses of lists by number, where no link leads from one to the next.
    pub paging: Option<PageTemplate>,
    /// Address of a sitemap, relative to the site.
    pub sitemap: Option<String>,
    /// Selector that articles match, and no other page that was looked at.
    pub is: Option<String>,
    /// Regular expression for the addresses of articles, where there is no such selector.
    pub keep: Option<String>,
}

/// Presets, and selectors that only pages of their programs match.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "wordpress",
        "meta[name=generator i][content*=WordPress i], link[rel='https://api.w.org/'], link[href*='/wp-content/'], script[src*='/wp-includes/']",
    ),
    (
        "drupal",
        "meta[name=generator i][content*=Drupal i], script[data-drupal-selector], script[src*='/sites/all/']",
    ),
    ("hexo", "meta[name=generator i][content*=Hexo i], a[href*='hexo.io']"),
    ("ghost", "meta[name=generator i][content*=Ghost i]"),
    ("blogger", "meta[name=generator i][content*=blogger i], link[href*='blogger.com/feeds']"),
    ("typo3", "meta[name=generator i][content*=TYPO3 i], link[href*='/typo3temp/']"),
];

/// Suggests rules for a portal from some of its archive pages.
pub fn suggest(pages: &[Document]) -> Suggestion {
    // Some sites have their main list in a box that is named like a sidebar.
    let links = best_selector(pages, true).or_else(|| best_selector(pages, false));
    let articles = links.as_ref().map(|links| addresses(links, pages)).unwrap_or_default();
    Suggestion {
        preset: preset(pages),
        links: links.map(|links| links.to_string()),
        next: next::suggest_rule(pages, &articles),
        ..Suggestion::default()
    }
}

fn preset(pages: &[Document]) -> Option<&'static str> {
    let has = |selector: &str| {
        let selector = Selector::parse(selector).ok();
        selector.is_some_and(|selector| pages.iter().any(|page| page.has(&selector)))
    };
    PROGRAMS.iter().find(|(_, selector)| has(selector)).map(|(name, _)| *name)
}

/// The selector with the best score over all pages; the shortest of equals.
fn best_selector(pages: &[Document], strict: bool) -> Option<Selector> {
    let anchors: Vec<_> = pages.iter().map(|page| score::anchors(page, strict)).collect();
    let texts: BTreeSet<String> = pages
        .iter()
        .zip(&anchors)
        .flat_map(|(page, anchors)| candidates::selectors_for(page.tree(), anchors.likely()))
        .collect();
    let mut best: Option<(f64, Selector)> = None;
    let mut texts: Vec<_> = texts.into_iter().collect();
    // The shortest selector first: it wins among equals, and breaks least with a new design.
    texts.sort_by_key(|text| (text.len(), text.clone()));
    for text in texts {
        let Ok(selector) = Selector::parse(&text) else { continue };
        let scores = pages
            .iter()
            .zip(&anchors)
            .map(|(page, anchors)| anchors.score(&selector.select(page.tree(), NodeId::DOCUMENT)));
        let score: f64 = scores.sum();
        // A longer selector must be clearly better, not by a rounding error.
        if score > best.as_ref().map_or(MIN_SCORE, |(best, _)| best + 1e-9) {
            best = Some((score, selector));
        }
    }
    best.map(|(_, selector)| selector)
}

/// The score below which nothing is suggested; about that of two articles.
const MIN_SCORE: f64 = 0.5;

fn addresses(selector: &Selector, pages: &[Document]) -> BTreeSet<String> {
    let on_page = |page: &Document| -> Vec<String> {
        let tree = page.tree();
        let links = selector.select(tree, NodeId::DOCUMENT).into_iter();
        let hrefs = links.filter_map(|id| tree.attr(id, scutch_page::Attr::HREF));
        hrefs.filter_map(|href| page.resolve(href)).map(scutch_url::Url::into_string).collect()
    };
    pages.iter().flat_map(on_page).collect()
}

#[cfg(test)]
mod tests;
