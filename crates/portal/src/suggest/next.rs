//! Suggests a rule for the next page.

use std::collections::BTreeSet;

use scutch_page::{Attr, NodeId, Selector, Tag, Tree};

use super::candidates;
use crate::document::Document;
use crate::file::{RuleFile, TextFile};

/// How the texts of links to the next page begin, in lower case; the shortest are whole texts.
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

/// Selectors of common publishing programs.
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

/// A rule for the next page that works on all pages given. Links to articles are not considered.
pub(super) fn suggest_rule(pages: &[Document], articles: &BTreeSet<String>) -> Option<RuleFile> {
    let link = |link: String| RuleFile { link: Some(link), ..RuleFile::default() };
    if let Some(usual) = USUAL.iter().find(|text| leads_on(text, pages, articles)) {
        return Some(link((*usual).to_owned()));
    }
    let named = pages.iter().find_map(|page| named_selector(page, pages, articles));
    named
        .map(link)
        .or_else(|| pages.iter().find_map(number_rule))
        .or_else(|| pages.iter().find_map(|page| text_rule(page, articles)))
}

/// Whether a selector has at most one target on each page, at least one in all, and none is an
/// article.
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
    // The last page has no next one, so some pages may be without a target.
    all.iter().all(good) && all.iter().any(|(_, targets)| !targets.is_empty())
}

/// The links whose texts say that they lead on.
fn telling_links(page: &Document) -> impl Iterator<Item = (NodeId, String)> {
    let tree = page.tree();
    let anchors = tree.all().filter(|id| tree.tag(*id) == Some(Tag::A));
    anchors.filter_map(|id| {
        let text = tree.text_content(id).trim().to_owned();
        let lower = text.to_lowercase();
        let short = lower.chars().count() < 40;
        let says = WORDS.iter().any(|word| match word.chars().count() {
            // `>` and `»` begin many other texts.
            0..=2 => lower == *word,
            _ => lower.starts_with(word),
        });
        (short && says && tree.attr(id, Attr::HREF).is_some()).then_some((id, text))
    })
}

/// A selector with a telling name, of a link with a telling text.
fn named_selector(
    page: &Document,
    pages: &[Document],
    articles: &BTreeSet<String>,
) -> Option<String> {
    let tree = page.tree();
    telling_links(page).find_map(|(id, _)| {
        let all = candidates::selectors_for(tree, [id].into_iter());
        let named = |text: &&String| {
            let text = text.to_lowercase();
            ["next", "older", "right", "more", "forward"].iter().any(|word| text.contains(word))
        };
        let mut all: Vec<_> = all.iter().filter(named).collect();
        all.sort_by_key(|text| (text.len(), (*text).clone()));
        all.into_iter().find(|text| leads_on(text, pages, articles)).cloned()
    })
}

/// A rule for the link whose number follows that of the current page.
fn number_rule(page: &Document) -> Option<RuleFile> {
    let tree = page.tree();
    let numbers: Vec<_> = tree
        .all()
        .filter(|id| tree.tag(*id) == Some(Tag::A) && is_number(tree, *id))
        .filter(|id| tree.attr(*id, Attr::HREF).is_some())
        .collect();
    for first in numbers.iter().take(8) {
        for pager in tree.ancestors(*first).take(4) {
            let inside = numbers.iter().filter(|id| tree.contains(pager, **id)).count();
            // A single number is more likely a date or a count.
            let Some(name) = name_of(tree, pager).filter(|_| inside >= 2) else { continue };
            let current = current_page(tree, pager, &numbers);
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

/// Whether the text of an element is a number of at most six digits.
fn is_number(tree: &Tree, id: NodeId) -> bool {
    let text = tree.text_content(id);
    let text = text.trim();
    !text.is_empty() && text.len() < 7 && text.bytes().all(|b| b.is_ascii_digit())
}

/// The innermost element of a pager with the number of the current page, which is no ordinary link.
fn current_page(tree: &Tree, pager: NodeId, numbers: &[NodeId]) -> Option<NodeId> {
    tree.descendants(pager).find(|id| {
        let leads = tree.tag(*id) == Some(Tag::A) && tree.attr(*id, Attr::HREF).is_some();
        let is_link = leads && !is_current(tree, *id);
        tree.tag(*id).is_some()
            && is_number(tree, *id)
            && !is_link
            && !tree.ancestors(*id).any(|a| tree.tag(a) == Some(Tag::A) && !is_current(tree, a))
            && !tree.descendants(*id).any(|d| numbers.contains(&d) && !is_current(tree, d))
    })
}

fn name_of(tree: &Tree, id: NodeId) -> Option<String> {
    candidates::names(tree, id).into_iter().find(|name| name.contains(['.', '#']))
}

/// Whether the classes of a link say that it is the current page.
fn is_current(tree: &Tree, id: NodeId) -> bool {
    let class = tree.attr(id, Attr::CLASS).unwrap_or_default();
    class.split_ascii_whitespace().any(|class| class == "active" || class.contains("current"))
}

/// A rule by the text of a link, if nothing around it has a name.
fn text_rule(page: &Document, articles: &BTreeSet<String>) -> Option<RuleFile> {
    let tree = page.tree();
    let leads = |id: NodeId| {
        let address = tree.attr(id, Attr::HREF).and_then(|href| page.resolve(href));
        address.is_some_and(|url| url != *page.url() && !articles.contains(url.as_str()))
    };
    let (id, text) = telling_links(page).find(|(id, _)| leads(*id))?;
    let link = candidates::names(tree, id).pop().unwrap_or_else(|| "a".to_owned());
    let text = TextFile { is: Some(text), ..TextFile::default() };
    Some(RuleFile { link: Some(link), text: Some(text), ..RuleFile::default() })
}
