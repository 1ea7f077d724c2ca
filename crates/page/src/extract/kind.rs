//! What kind of page it is, as far as it says so: articles are extracted otherwise than shops.

use crate::Page;
use crate::metadata::jsonld;
use crate::tree::{Attr, Tag};

/// What a page says it is. More than one may hold, or none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) article: bool,
    pub(super) product: bool,
    pub(super) forum: bool,
    pub(super) listing: bool,
    /// The address is that of the site, not of a page in it.
    pub(super) home: bool,
}

/// Types of structured data, in JSON-LD or microdata, in lower case.
const ARTICLES: &[&str] = &[
    "article",
    "newsarticle",
    "blogposting",
    "reportagenewsarticle",
    "opinionnewsarticle",
    "analysisnewsarticle",
    "backgroundnewsarticle",
    "liveblogposting",
    "scholarlyarticle",
    "techarticle",
    "medicalwebpage",
    "recipe",
];
const PRODUCTS: &[&str] = &["product", "productgroup", "individualproduct", "offer"];
const FORUMS: &[&str] = &["discussionforumposting", "qapage", "question"];
const LISTINGS: &[&str] =
    &["collectionpage", "itemlist", "searchresultspage", "offercatalog", "blog"];

impl Kind {
    pub(super) fn of(page: &Page) -> Self {
        let mut kind = Self { home: page.url().is_some_and(is_home), ..Self::default() };
        for object in jsonld::objects(page.structured()) {
            jsonld::types(object).for_each(|name| kind.add(name));
        }
        let tree = page.tree();
        for id in tree.all() {
            match tree.tag(id) {
                Some(Tag::Meta) if tree.attr(id, Attr::PROPERTY) == Some("og:type") => {
                    kind.add_open_graph(tree.attr(id, Attr::CONTENT).unwrap_or_default());
                }
                Some(_) => {
                    let types = tree.attr(id, Attr::ITEMTYPE).unwrap_or_default();
                    let types = types.split_ascii_whitespace();
                    types.for_each(|name| kind.add(name.rsplit('/').next().unwrap_or(name)));
                }
                None => {}
            }
        }
        kind
    }

    fn add(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        let name = name.as_str();
        self.article |= ARTICLES.contains(&name);
        self.product |= PRODUCTS.contains(&name);
        self.forum |= FORUMS.contains(&name);
        self.listing |= LISTINGS.contains(&name);
    }

    fn add_open_graph(&mut self, value: &str) {
        self.article |= value.eq_ignore_ascii_case("article");
        self.product |= value.to_ascii_lowercase().contains("product");
    }
}

fn is_home(url: &str) -> bool {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest).split_once('/');
    path.is_none_or(|(_, path)| path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn pages_say_what_they_are() {
        for (html, article, product) in [
            ("<meta property=og:type content=article>", true, false),
            ("<div itemscope itemtype='http://schema.org/Product'>x</div>", false, true),
            ("<script type=application/ld+json>{\"@type\":\"NewsArticle\"}</script>", true, false),
            ("<p>x", false, false),
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let kind = Kind::of(&page);
            assert_eq!((kind.article, kind.product), (article, product), "{html}");
        }
        assert!(is_home("http://a.example/") && !is_home("http://a.example/b"));
    }
}
