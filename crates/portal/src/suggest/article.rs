//! Suggests what an article is: from pages that lists lead to, beside pages that are none.

use std::collections::{BTreeMap, BTreeSet};

use scutch_page::{Attr, NodeId, Selector};

use super::candidates::names;
use crate::document::Document;
use crate::site::Site;

/// Signs of articles that many publishing programs have, the surest first.
const USUAL: &[&str] = &[
    "meta[property='og:type'][content=article i]",
    "body.single-post",
    "meta[property='article:published_time']",
    "[itemtype$='/NewsArticle']",
    "[itemtype$='/BlogPosting']",
    "[itemtype$='/Article']",
    "[itemprop=articleBody]",
];

/// Parts of class names and ids that speak of articles.
const TELLING: &[&str] =
    &["article", "post", "story", "single", "entry", "news", "detail", "content", "text", "title"];

/// Parts of class names and ids of boxes that articles may lack.
const BESIDE: &[&str] = &["comment", "share", "social", "related", "ad-", "banner", "next", "prev"];

/// Elements of a page whose names are looked at.
const MAX_ELEMENTS: usize = 20_000;

/// A selector that the articles match, and none of the other pages. One article in four may lack
/// it: what a list leads to is not always one.
pub(super) fn suggest_sign(articles: &[Document], others: &[&Document]) -> Option<String> {
    if articles.is_empty() {
        return None;
    }
    let usual = USUAL.iter().copied().find(|text| {
        let Ok(selector) = Selector::parse(text) else { return false };
        let having = articles.iter().filter(|page| page.has(&selector)).count();
        is_enough(having, articles.len()) && !others.iter().any(|page| page.has(&selector))
    });
    usual.map(str::to_owned).or_else(|| own_sign(articles, others))
}

/// Whether so many of all articles have a sign.
fn is_enough(having: usize, all: usize) -> bool {
    having > 0 && having + all / 4 >= all
}

/// The class or id that tells articles of this site from its other pages.
fn own_sign(articles: &[Document], others: &[&Document]) -> Option<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in articles.iter().flat_map(names_of) {
        *counts.entry(name).or_default() += 1;
    }
    let foreign: BTreeSet<String> = others.iter().flat_map(|page| names_of(page)).collect();
    let signs = counts
        .into_iter()
        .filter(|(name, having)| is_enough(*having, articles.len()) && !foreign.contains(name));
    let rank = |(name, having): &(String, usize)| {
        let lower = name.to_lowercase();
        let position = TELLING.iter().position(|part| lower.contains(part));
        let is_beside = BESIDE.iter().any(|part| lower.contains(part));
        let missing = articles.len() - having;
        (missing, is_beside, !lower.starts_with("body."), position.unwrap_or(TELLING.len()))
    };
    signs.min_by_key(|sign| (rank(sign), sign.0.len(), sign.0.clone())).map(|(name, _)| name)
}

/// The names of all elements of a page that have a class or an id.
fn names_of(page: &Document) -> BTreeSet<String> {
    let tree = page.tree();
    let named =
        |id: &NodeId| tree.attr(*id, Attr::CLASS).is_some() || tree.attr(*id, Attr::ID).is_some();
    let elements = tree.all().filter(named).take(MAX_ELEMENTS);
    elements.flat_map(|id| names(tree, id).into_iter().skip(1)).collect()
}

/// A regular expression for the paths of all addresses: parts that all share stay, numbers become
/// numbers of so many digits. `None` where the paths have no common form.
pub(super) fn suggest_form(addresses: &BTreeSet<String>) -> Option<String> {
    // Of fewer, what they share may be chance.
    const MIN_ADDRESSES: usize = 5;
    if addresses.len() < MIN_ADDRESSES {
        return None;
    }
    let paths: Vec<&str> = addresses
        .iter()
        .map(|address| Site::target(address).split(['?', '#']).next().unwrap_or_default())
        .collect();
    let parts: Vec<Vec<&str>> = paths.iter().map(|path| path.split('/').collect()).collect();
    let first = parts.first()?;
    if parts.iter().any(|other| other.len() != first.len()) {
        return None;
    }
    let form = (0..first.len()).map(|at| {
        let column: BTreeSet<&str> = parts.iter().map(|parts| parts[at]).collect();
        form_of(&column)
    });
    let form = form.collect::<Vec<_>>().join("/");
    // Any path of one part is no rule.
    (form != "/[^/]+" && form != "/[^/]+/").then(|| format!("^{form}$"))
}

/// The form of one part of all paths.
fn form_of(parts: &BTreeSet<&str>) -> String {
    let mut all = parts.iter();
    let first = all.next().copied().unwrap_or_default();
    if parts.len() == 1 {
        return regex::escape(first);
    }
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if parts.iter().all(is_number) {
        return match parts.iter().all(|part| part.len() == first.len()) {
            true => format!(r"\d{{{}}}", first.len()),
            false => r"\d+".to_owned(),
        };
    }
    "[^/]+".to_owned()
}

#[cfg(test)]
mod tests {
    use scutch_url::Url;

    use super::*;

    fn page(html: &str) -> Document {
        let url = Url::parse("https://a.example/x").expect("an address");
        Document::from_text(url, html.to_owned())
    }

    #[test]
    fn signs_are_on_articles_and_nowhere_else() {
        let og = "<meta property=og:type content=Article>";
        for (articles, others, expected) in [
            ([og, og, og], "<p>list", Some(USUAL[0])),
            (["<body class=story>"; 3], "<body class=list>", Some("body.story")),
            (["<div class='x1 post-text'>"; 3], "<div class=x1>", Some("div.post-text")),
            (["<div id=story-text>"; 3], "<div id=x>", Some("#story-text")),
            (["<div class=box>"; 3], "<div class=box>", None),
            (["<p>a", "<p>b", "<p>c"], "<p>list", None),
            // Two of three are too few.
            (["<i class=post>", "<i class=post>", "<i>"], "<p>", None),
        ] {
            let found = suggest_sign(&articles.map(page), &[&page(others)]);
            assert_eq!(found.as_deref(), expected, "{articles:?}");
        }
        assert_eq!(suggest_sign(&[], &[]), None);
    }

    #[test]
    fn one_page_in_four_may_be_no_article() {
        let post = "<b class=post>";
        let pages = [post, post, post, "<p>An advertisement"].map(page);
        assert_eq!(suggest_sign(&pages, &[]).as_deref(), Some("b.post"));
    }

    #[test]
    fn addresses_of_one_form_give_a_rule() {
        let of = |form: &str, n: usize| {
            let one = |n: usize| format!("https://a.example{}", form.replace('#', &n.to_string()));
            (11..11 + n).map(one).collect::<BTreeSet<_>>()
        };
        for (form, n, expected) in [
            ("/2020/#/the-ferry-#/", 6, Some(r"^/2020/\d{2}/[^/]+/$")),
            ("/news/story.#.html?x", 5, Some("^/news/[^/]+$")),
            ("/news/story.#.html", 4, None),
            ("/ferry-#", 9, None),
        ] {
            assert_eq!(suggest_form(&of(form, n)).as_deref(), expected, "{form}");
        }
        let mixed = [of("/a/#", 3), of("/a/b/#", 3)].concat_sets();
        assert_eq!(suggest_form(&mixed), None);
    }

    trait ConcatSets {
        fn concat_sets(self) -> BTreeSet<String>;
    }

    impl ConcatSets for [BTreeSet<String>; 2] {
        fn concat_sets(self) -> BTreeSet<String> {
            self.into_iter().flatten().collect()
        }
    }
}
