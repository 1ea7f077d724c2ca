//! The kind of a page by its own declarations: an article, a product, a forum, a list.

use crate::Page;
use crate::structured::jsonld;
use crate::structured::schema_types::{self, SchemaType};
use crate::tree::{Attr, Tag};

/// What a page declares itself to be. Several may hold, or none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DeclaredKind {
    pub(super) article: bool,
    pub(super) product: bool,
    pub(super) forum: bool,
    pub(super) listing: bool,
    /// Whether the address is that of the whole site.
    pub(super) home: bool,
}

impl DeclaredKind {
    /// Reads structured data, microdata and `og:type`.
    pub(super) fn from_page(page: &Page) -> Self {
        let mut kind = Self { home: page.url().is_some_and(is_home), ..Self::default() };
        for object in jsonld::objects(page.structured()) {
            jsonld::types(object)
                .filter_map(schema_types::by_name)
                .for_each(|known| kind.add(known));
        }
        let tree = page.tree();
        for id in tree.all() {
            match tree.tag(id) {
                Some(Tag::Meta) if tree.attr(id, Attr::PROPERTY) == Some("og:type") => {
                    kind.add_open_graph(tree.attr(id, Attr::CONTENT).unwrap_or_default());
                }
                Some(_) => {
                    schema_types::types_of_element(tree, id).for_each(|known| kind.add(known));
                }
                None => {}
            }
        }
        kind
    }

    fn add(&mut self, known: &SchemaType) {
        match known.kind {
            "article" => self.article = true,
            "product" => self.product = true,
            "forum" => self.forum = true,
            "listing" => self.listing = true,
            _ => {}
        }
    }

    fn add_open_graph(&mut self, value: &str) {
        self.article |= value.eq_ignore_ascii_case("article");
        // `product`, `og:product`, `product.item` and `product.group` are all in use.
        self.product |= value.to_ascii_lowercase().contains("product");
    }
}

/// Whether an address has no path.
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
            let kind = DeclaredKind::from_page(&page);
            assert_eq!((kind.article, kind.product), (article, product), "{html}");
        }
        assert!(is_home("http://a.example/") && !is_home("http://a.example/b"));
    }

    #[test]
    fn more_than_one_kind_may_hold() {
        let html = r#"<meta property=og:type content='og:product'>
            <script type=application/ld+json>[{"@type":"QAPage"},{"@type":["Blog","Thing"]}]</script>
            <article itemscope itemtype="https://schema.org/BlogPosting">x</article>"#;
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let kind = DeclaredKind::from_page(&page);
        let expected =
            DeclaredKind { article: true, product: true, forum: true, listing: true, home: false };
        assert_eq!(kind, expected);
    }

    #[test]
    fn only_the_address_of_a_site_is_home() {
        for (url, expected) in [
            ("https://a.example", true),
            ("https://a.example/", true),
            ("a.example/", true),
            ("https://a.example/index.html", false),
            ("https://a.example/?p=1", false),
        ] {
            let hints = Hints { url: Some(url), ..Hints::default() };
            let page = Page::parse(b"<p>x", &hints, &Limits::default());
            assert_eq!(DeclaredKind::from_page(&page).home, expected, "{url}");
        }
    }
}
