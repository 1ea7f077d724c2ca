//! Proposes a rule for the page that comes next.

use std::collections::BTreeSet;

use scutch_page::{Attr, NodeId, Selector, Tag, Tree};

use super::candidates;
use crate::document::Document;
use crate::file::{RuleFile, TextFile};

/// What links to the next page say, in lower case; the first letters of longer texts.
const WORDS: &[&str] = &[
    "next",
    "older",
    "»",
    "›",
    ">",
    ">>",
    "→",
    "következő",
    "tovább",
    "régebbi",
    "korábbi",
    "suivant",
    "articles plus anciens",
    "plus ancien",
    "weiter",
    "nächste",
    "ältere",
    "siguiente",
    "anteriores",
    "successiv",
    "precedenti",
    "articoli meno recenti",
    "próxim",
    "następn",
    "další",
    "ďalšie",
    "următor",
    "volgende",
    "nästa",
    "下一",
    "次",
    "more",
    "load more",
];

/// Selectors that programs use for it.
const USUAL: &[&str] = &[
    "a[rel~=next]",
    "a.next",
    ".next > a",
    ".nav-previous > a",
    "a.next-page",
    ".pagination-next > a",
    ".older-posts",
    "link[rel~=next]",
];

/// A rule for the next page, from the pages given; what leads to articles is not looked at.
pub(super) fn rule(pages: &[Document], articles: &BTreeSet<String>) -> Option<RuleFile> {
    let link = |link: String| RuleFile { link: Some(link), ..RuleFile::default() };
    if let Some(usual) = USUAL.iter().find(|text| leads_on(text, pages, articles)) {
        return Some(link((*usual).to_owned()));
    }
    let named = pages.iter().find_map(|page| by_name(page, pages, articles));
    named
        .map(link)
        .or_else(|| pages.iter().find_map(by_number))
        .or_else(|| pages.iter().find_map(|page| by_text(page, articles)))
}

/// Whether a selector has exactly one target on each page that it matches on, and matches on one.
fn leads_on(text: &str, pages: &[Document], articles: &BTreeSet<String>) -> bool {
    let Ok(selector) = Selector::parse(text) else { return false };
    let targets = |page: &Document| -> BTreeSet<String> {
        let tree = page.tree();
        let links = selector.select(tree, NodeId::DOCUMENT).into_iter();
        let hrefs = links.filter_map(|id| tree.attr(id, Attr::HREF));
        hrefs.filter_map(|href| page.resolve(href)).map(scutch_url::Url::into_string).collect()
    };
    let all: Vec<_> = pages.iter().map(|page| (page.url().as_str(), targets(page))).collect();
    let good = |(url, targets): &(&str, BTreeSet<String>)| {
        targets.len() <= 1 && targets.iter().all(|t| t != url && !articles.contains(t))
    };
    all.iter().all(good) && all.iter().any(|(_, targets)| !targets.is_empty())
}

/// The links whose texts say that they lead on.
fn saying(page: &Document) -> impl Iterator<Item = (NodeId, String)> {
    let tree = page.tree();
    let anchors = tree.all().filter(|id| tree.tag(*id) == Some(Tag::A));
    anchors.filter_map(|id| {
        let text = tree.text_content(id).trim().to_owned();
        let lower = text.to_lowercase();
        let short = lower.chars().count() < 40;
        let says = WORDS.iter().any(|word| match word.chars().count() {
            0..=2 => lower == *word,
            _ => lower.starts_with(word),
        });
        (short && says && tree.attr(id, Attr::HREF).is_some()).then_some((id, text))
    })
}

/// A selector with a name in it, of a link that says that it leads on.
fn by_name(page: &Document, pages: &[Document], articles: &BTreeSet<String>) -> Option<String> {
    let tree = page.tree();
    saying(page).find_map(|(id, _)| {
        let all = candidates::around(tree, [id].into_iter());
        let named = |text: &&String| {
            let text = text.to_lowercase();
            ["next", "older", "right", "more", "forward"].iter().any(|word| text.contains(word))
        };
        let mut all: Vec<_> = all.iter().filter(named).collect();
        all.sort_by_key(|text| (text.len(), (*text).clone()));
        all.into_iter().find(|text| leads_on(text, pages, articles)).cloned()
    })
}

/// The link with the number behind that of the page.
fn by_number(page: &Document) -> Option<RuleFile> {
    let tree = page.tree();
    let is_number = |id: NodeId| {
        let text = tree.text_content(id);
        let text = text.trim();
        !text.is_empty() && text.len() < 7 && text.bytes().all(|b| b.is_ascii_digit())
    };
    let numbers: Vec<_> = tree
        .all()
        .filter(|id| tree.tag(*id) == Some(Tag::A) && is_number(*id))
        .filter(|id| tree.attr(*id, Attr::HREF).is_some())
        .collect();
    for first in numbers.iter().take(8) {
        for pager in tree.ancestors(*first).take(4) {
            let within = numbers.iter().filter(|id| tree.contains(pager, **id)).count();
            let Some(name) = name_of(tree, pager).filter(|_| within >= 2) else { continue };
            let current = tree.descendants(pager).find(|id| {
                let leads = tree.tag(*id) == Some(Tag::A) && tree.attr(*id, Attr::HREF).is_some();
                let is_link = leads && !is_current(tree, *id);
                tree.tag(*id).is_some()
                    && is_number(*id)
                    && !is_link
                    && !tree
                        .ancestors(*id)
                        .any(|a| tree.tag(a) == Some(Tag::A) && !is_current(tree, a))
                    && !tree.descendants(*id).any(|d| numbers.contains(&d) && !is_current(tree, d))
            });
            let Some(current) = current.map(|id| candidates::names(tree, id)) else { continue };
            // Of several classes, the one that says it.
            let says = current.iter().rev().find(|name| name.contains("current"));
            let current = says.or(current.last()).cloned().unwrap_or_default();
            return Some(RuleFile {
                link: Some(format!("{name} a")),
                number: Some(1),
                current: Some(format!("{name} {current}")),
                ..RuleFile::default()
            });
        }
    }
    None
}

fn name_of(tree: &Tree, id: NodeId) -> Option<String> {
    candidates::names(tree, id).into_iter().find(|name| name.contains(['.', '#']))
}

/// Whether a link says that it is the page one is on.
fn is_current(tree: &Tree, id: NodeId) -> bool {
    let class = tree.attr(id, Attr::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| class == "active" || class.contains("current"))
}

/// A link by its text, where nothing around it has a name.
fn by_text(page: &Document, articles: &BTreeSet<String>) -> Option<RuleFile> {
    let tree = page.tree();
    let leads = |id: NodeId| {
        let address = tree.attr(id, Attr::HREF).and_then(|href| page.resolve(href));
        address.is_some_and(|url| url != *page.url() && !articles.contains(url.as_str()))
    };
    let (id, text) = saying(page).find(|(id, _)| leads(*id))?;
    let link = candidates::names(tree, id).pop().unwrap_or_else(|| "a".to_owned());
    let text = TextFile { is: Some(text), ..TextFile::default() };
    Some(RuleFile { link: Some(link), text: Some(text), ..RuleFile::default() })
}
