//! How much links look like articles.

use std::collections::{BTreeMap, HashMap};

use scutch_page::{Attr, NodeId, Tag, Tree};

use crate::document::Document;

/// The links of a page: their targets, and how much they look like articles.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    /// Number of the target, and score.
    links: HashMap<NodeId, (usize, f64)>,
    /// Number of different targets.
    targets: usize,
    /// Links that look like articles, in document order.
    likely: Vec<NodeId>,
}

/// Beginnings of words in classes and ids of boxes beside the main list.
const ELSEWHERE: &[&str] = &[
    "nav",
    "menu",
    "footer",
    "sidebar",
    "aside",
    "related",
    "popular",
    "widget",
    "trend",
    "breadcrumb",
    "share",
    "social",
    "pagi",
    "pager",
    "comment",
    "promo",
    "banner",
    "advert",
    "recommend",
    "ajanl",
    "tagcloud",
    "cookie",
    "logo",
    "ticker",
    "dropdown",
    "mostread",
    "newest",
];

/// The score at which a link counts neither for nor against a group.
const EVEN: f64 = 0.42;

/// Scores all links of a page. `strict` also counts the names of boxes, not only their elements.
pub(super) fn anchors(page: &Document, strict: bool) -> Anchors {
    let tree = page.tree();
    let mut anchors = Anchors::default();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for id in tree.all().filter(|id| tree.tag(*id) == Some(Tag::A)) {
        let address = tree.attr(id, Attr::HREF).and_then(|href| page.resolve(href));
        let Some(address) = address else { continue };
        let score = likeness(tree, id, page, &address, strict);
        // Links to the parts of one page are one target.
        let bare = address.as_str().split('#').next().unwrap_or_default().to_owned();
        let next = numbers.len();
        let number = *numbers.entry(bare).or_insert(next);
        anchors.links.insert(id, (number, score));
        if score > EVEN {
            anchors.likely.push(id);
        }
    }
    anchors.targets = numbers.len();
    anchors
}

impl Anchors {
    /// Links that look like articles.
    pub(super) fn likely(&self) -> impl Iterator<Item = NodeId> {
        self.likely.iter().copied()
    }

    /// The score of a group of links: the sum over its targets of what their best links have above
    /// even.
    pub(super) fn score(&self, group: &[NodeId]) -> f64 {
        let mut best = vec![f64::NAN; self.targets];
        for id in group {
            // Whatever matches something that is no link is a wrong selector.
            let Some((number, score)) = self.links.get(id) else { return -1.0 };
            best[*number] = best[*number].max(*score);
        }
        let all = best.iter().filter(|score| !score.is_nan());
        all.map(|score| score - EVEN).sum()
    }
}

/// How much a link looks like an article: about 0 to 1, less for boxes beside the list.
fn likeness(
    tree: &Tree,
    id: NodeId,
    page: &Document,
    address: &scutch_url::Url,
    strict: bool,
) -> f64 {
    // The page itself, or the front page of a site.
    if address == page.url() || address.path_and_rest().len() < 2 {
        return -0.5;
    }
    let text = tree.text_content(id);
    // Titles are longer than names of categories, but beyond forty letters nothing is gained.
    let length = text.split_whitespace().map(str::len).sum::<usize>().min(40) as f64 / 40.0;
    let heading = |id: NodeId| tree.tag(id).is_some_and(|tag| tag.heading_level().is_some());
    // Links are put into headings, and headings into links.
    let in_heading = tree.ancestors(id).take(3).any(heading) || tree.descendants(id).any(heading);
    let in_article = tree.ancestors(id).take(8).any(|id| tree.tag(id) == Some(Tag::Article));
    let same_host = address.host() == page.url().host();
    let mut score = 0.35 * length + 0.3 * slug(address);
    score += if in_heading { 0.25 } else { 0.0 };
    score += if in_article { 0.1 } else { 0.0 };
    score -= if same_host { 0.0 } else { 0.3 };
    score - if is_elsewhere(tree, id, strict) { 0.6 } else { 0.0 }
}

/// How much the last part of a path looks like a title or a number.
fn slug(address: &scutch_url::Url) -> f64 {
    let target = address.path_and_rest();
    let last = target.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let words = last.split(['-', '_', '+', '.']).filter(|word| word.len() > 1).count();
    let digits = last.bytes().filter(u8::is_ascii_digit).count();
    match (words, digits) {
        (4.., _) => 1.0,
        (3, _) | (_, 5..) => 0.8,
        (2, _) | (_, 3..) => 0.5,
        _ => 0.0,
    }
}

/// Whether a link is in a box beside the main list.
fn is_elsewhere(tree: &Tree, id: NodeId, strict: bool) -> bool {
    tree.ancestors(id).chain([id]).any(|id| {
        let Some(tag) = tree.tag(id) else { return false };
        if matches!(tag, Tag::Nav | Tag::Footer | Tag::Aside) {
            return true;
        }
        // The page as a whole has classes for everything on it.
        if matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article) || !strict {
            return false;
        }
        let names = [Attr::CLASS, Attr::ID].map(|attr| tree.attr(id, attr).unwrap_or_default());
        names.iter().any(|name| {
            let name = name.to_lowercase();
            let mut words = name.split(|c: char| !c.is_alphanumeric());
            words.any(|word| ELSEWHERE.iter().any(|part| word.starts_with(part)))
        })
    })
}
