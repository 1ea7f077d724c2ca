//! Rules proposed from what repeats on archive pages.
//!
//! Candidates are selectors made of the names, classes and ids around the page's links. Each is tried
//! on all pages given; the one whose links look most like articles, and least like anything else, is
//! proposed. A proposal is a beginning for a person, not a decision.

mod candidates;
mod next;
mod score;

use std::collections::BTreeSet;

use scutch_page::{NodeId, Selector};

use crate::document::Document;
use crate::file::{Many, PortalFile, RuleFile};

/// What is proposed for a portal.
#[derive(Debug, Clone, Default)]
pub struct Suggestion {
    /// The preset for the program the site runs on, where the pages name it.
    pub preset: Option<&'static str>,
    /// Selector of the links to articles.
    pub links: Option<String>,
    /// Rule for the page that comes next.
    pub next: Option<RuleFile>,
}

/// Programs and what betrays them: preset, attribute, part of its value.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "wordpress",
        "meta[name=generator][content*=WordPress i], link[rel='https://api.w.org/'], link[href*='/wp-content/'], script[src*='/wp-includes/']",
    ),
    (
        "drupal",
        "meta[name=generator][content*=Drupal i], script[data-drupal-selector], script[src*='/sites/all/']",
    ),
    ("hexo", "meta[name=generator][content*=Hexo i], a[href*='hexo.io']"),
    ("ghost", "meta[name=generator][content*=Ghost i]"),
    ("blogger", "meta[name=generator][content*=blogger i], link[href*='blogger.com/feeds']"),
    ("typo3", "meta[name=generator][content*=TYPO3 i], link[href*='/typo3temp/']"),
];

/// Proposes rules for a portal from some of its archive pages.
pub fn suggest(pages: &[Document]) -> Suggestion {
    let links = best(pages, true).or_else(|| best(pages, false));
    let articles = links.as_ref().map(|links| addresses(links, pages)).unwrap_or_default();
    Suggestion {
        preset: preset(pages),
        links: links.map(|links| links.to_string()),
        next: next::rule(pages, &articles),
    }
}

fn preset(pages: &[Document]) -> Option<&'static str> {
    let has = |selector: &str| {
        let selector = Selector::parse(selector).ok();
        selector.is_some_and(|selector| pages.iter().any(|page| page.has(&selector)))
    };
    PROGRAMS.iter().find(|(_, selector)| has(selector)).map(|(name, _)| *name)
}

/// The selector with the best score over all pages; of equal ones the shortest.
fn best(pages: &[Document], strict: bool) -> Option<Selector> {
    let anchors: Vec<_> = pages.iter().map(|page| score::anchors(page, strict)).collect();
    let texts: BTreeSet<String> = pages
        .iter()
        .zip(&anchors)
        .flat_map(|(page, anchors)| candidates::around(page.tree(), anchors.wanted()))
        .collect();
    let mut best: Option<(f64, Selector)> = None;
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by_key(|text| (text.len(), text.clone()));
    for text in texts {
        let Ok(selector) = Selector::parse(&text) else { continue };
        let scores = pages
            .iter()
            .zip(&anchors)
            .map(|(page, anchors)| anchors.score(&selector.select(page.tree(), NodeId::DOCUMENT)));
        let score: f64 = scores.sum();
        if score > best.as_ref().map_or(LEAST, |(best, _)| best + 1e-9) {
            best = Some((score, selector));
        }
    }
    best.map(|(_, selector)| selector)
}

/// The score below which nothing is proposed: about two articles.
const LEAST: f64 = 0.5;

fn addresses(selector: &Selector, pages: &[Document]) -> BTreeSet<String> {
    let of_page = |page: &Document| {
        let tree = page.tree();
        let links = selector.select(tree, NodeId::DOCUMENT).into_iter();
        let hrefs = links.filter_map(|id| tree.attr(id, scutch_page::Attr::HREF));
        hrefs.filter_map(|href| page.resolve(href)).map(scutch_url::Url::into_string).collect()
    };
    pages.iter().flat_map(|page| -> Vec<String> { of_page(page) }).collect()
}

impl Suggestion {
    /// A portal file of it, for a site.
    ///
    /// # Errors
    /// When it cannot be written as TOML, which no proposal is known to cause.
    pub fn file(&self, url: &str) -> Result<String, toml::ser::Error> {
        let links = self
            .links
            .as_ref()
            .map(|link| RuleFile { link: Some(link.clone()), ..RuleFile::default() });
        let file = PortalFile {
            url: Some(url.to_owned()),
            links: links.map(|rule| Many(vec![rule])),
            next: self.next.clone().map(|rule| Many(vec![rule])),
            ..PortalFile::default()
        };
        let text = written(&file)?;
        let preset = self.preset.map(|preset| {
            format!(
                "# The site runs on {preset}: `scutch portal crawl --preset {preset}` may do.\n"
            )
        });
        Ok(preset.unwrap_or_default() + &text)
    }
}

/// What is set of a file, and nothing else.
fn written(file: &PortalFile) -> Result<String, toml::ser::Error> {
    let mut table = toml::Table::try_from(file)?;
    prune(&mut table);
    toml::to_string(&table)
}

fn prune(table: &mut toml::Table) {
    for (_, value) in table.iter_mut() {
        if let toml::Value::Table(inner) = value {
            prune(inner);
        }
    }
    table.retain(|_, value| match value {
        toml::Value::Array(list) => !list.is_empty(),
        toml::Value::Table(inner) => !inner.is_empty(),
        _ => true,
    });
}

#[cfg(test)]
mod tests;
