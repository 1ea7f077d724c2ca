//! Links of an HTML page, by a scanner over its text: no tree, one pass, document order.
//!
//! The scanner knows what matters for finding links: tags, quoted and unquoted attributes,
//! comments, raw text (`script`, `style`, `textarea`, `title` ...), `base`. On sound pages it finds
//! what a tree finds.
//!
//! ```
//! use scutch_url::Url;
//! use scutch_url::links::links;
//!
//! let page = Url::parse("http://example.org/news/")?;
//! let html = r#"<base href="/2020/"> <a href="story?a=1&amp;b=2" rel=nofollow>A story</a>"#;
//! let found = links(html, &page);
//! assert_eq!(found[0].url.as_str(), "http://example.org/2020/story?a=1&b=2");
//! assert_eq!((found[0].text.as_str(), found[0].rel.as_deref()), ("A story", Some("nofollow")));
//! # Ok::<(), scutch_url::ParseError>(())
//! ```

mod elements;
mod outlinks;
mod scanner;

use crate::parse::Url;
use elements::{add, joined};
pub use outlinks::{Outlinks, outlinks};
use scanner::{Scanner, Tag, Token};

/// Most links of one page; pages with more are made by machines for machines.
pub const MAX_LINKS: usize = 100_000;

/// Longest URL of a link, in bytes. A longer `base` would be multiplied by all links.
const MAX_URL: usize = 1 << 14;

/// Bytes of anchor text after which no more is added.
const MAX_ANCHOR: usize = 2000;

/// What kind of element a link stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkKind {
    /// `a`
    Anchor,
    /// `area`
    Area,
    /// `link`
    Link,
    /// `img`, `source`, `video`, `audio`, `track`, `embed`, `object`, `input`
    Media,
    /// `script`
    Script,
    /// `iframe`, `frame`
    Frame,
    /// `form`
    Form,
    /// `meta http-equiv=refresh`
    Refresh,
    /// `blockquote`, `q`, `ins`, `del`
    Cite,
}

/// One link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, completed by the base of the page.
    pub url: Url,
    /// The address as it stands in the page, character references undone.
    pub as_written: String,
    /// The element.
    pub kind: LinkKind,
    /// Text between the tags of an anchor, space collapsed; the `alt` of an image map.
    pub text: String,
    /// `rel`, as written.
    pub rel: Option<String>,
    /// `hreflang`, as written.
    pub hreflang: Option<String>,
    /// Byte offset of the tag in the page.
    pub offset: usize,
}

/// All http(s) links of a page in document order.
pub fn links(html: &str, page: &Url) -> Vec<Link> {
    if page.as_str().len() > MAX_URL {
        return Vec::new();
    }
    let mut collector = Collector::new(page);
    let mut scanner = Scanner::new(html);
    while collector.found.len() < MAX_LINKS
        && let Some(token) = scanner.next()
    {
        match token {
            Token::Text(text) => collector.text(text),
            Token::Start(tag) => collector.start(&tag),
            Token::End(name) if name.eq_ignore_ascii_case("a") => collector.close_anchor(),
            Token::End(_) => {}
        }
    }
    collector.close_anchor();
    collector.found
}

/// Links found so far.
struct Collector<'p> {
    page: &'p Url,
    /// The first `base` of the page; later ones do not count.
    base: Option<Url>,
    found: Vec<Link>,
    /// Place among the links found, and text so far, of the anchor that is open.
    anchor: Option<(usize, String)>,
}

impl<'p> Collector<'p> {
    fn new(page: &'p Url) -> Self {
        Collector { page, base: None, found: Vec::new(), anchor: None }
    }

    fn text(&mut self, text: &str) {
        if let Some((_, anchor)) = &mut self.anchor
            && anchor.len() < MAX_ANCHOR
        {
            anchor.push_str(text);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        if tag.name.eq_ignore_ascii_case("base") && self.base.is_none() {
            self.base = tag.value("href").and_then(|href| joined(self.page, &href));
            return;
        }
        let is_anchor = tag.name.eq_ignore_ascii_case("a");
        if is_anchor {
            // Anchors do not nest: the next one ends the last one.
            self.close_anchor();
        }
        let before = self.found.len();
        add(&mut self.found, tag, self.base.as_ref().unwrap_or(self.page));
        if is_anchor && self.found.len() > before {
            self.anchor = Some((before, String::new()));
        }
    }

    /// Gives the open anchor its text.
    fn close_anchor(&mut self) {
        let Some((place, text)) = self.anchor.take() else { return };
        if let Some(link) = self.found.get_mut(place) {
            let text = crate::entities::unescape(&text);
            // As a browser shows it: line ends of the source are blanks.
            link.text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LinkKind, links, outlinks};
    use crate::Url;
    use crate::verdict::{Checker, Filters};

    fn found(html: &str) -> Vec<String> {
        let page = Url::parse("http://e.org/d/p").unwrap();
        links(html, &page).into_iter().map(|link| link.url.into_string()).collect()
    }

    #[test]
    fn a_long_base_is_not_multiplied() {
        let long = "x".repeat(100_000);
        let page = format!("<base href=/{long}/><a href=a>a</a><a href=/{long}>b</a>");
        assert_eq!(found(&page), ["http://e.org/d/a"]);
    }

    #[test]
    fn quirks_of_courlan_done_right() {
        // 37: base, line ends, `>` in values, data-href, comments, scripts, quotes and blanks
        assert_eq!(found(r#"<base href="/x/"><a href=y>"#), ["http://e.org/x/y"]);
        assert_eq!(found("<a\nhref='y'>"), ["http://e.org/d/y"]);
        assert_eq!(found(r#"<a class="a>b" href="y">"#), ["http://e.org/d/y"]);
        assert_eq!(found(r#"<a data-href="y">"#), [""; 0]);
        assert_eq!(found(r#"<!-- <a href="y"> --><script>'<a href="y">'</script>"#), [""; 0]);
        assert_eq!(
            found(r#"<a href="/it's"><a href="/a b">"#),
            ["http://e.org/it's", "http://e.org/a%20b"]
        );
        // 39: http(s) only, an empty address is the page itself
        assert_eq!(
            found(r#"<a href="mailto:x@y"><a href="javascript:x"><a href="">"#),
            ["http://e.org/d/p"]
        );
        // 8: character references as in attributes
        assert_eq!(
            found("<a href='?a=1&amp;b=2&copy=3&section'>"),
            ["http://e.org/d/p?a=1&b=2&copy=3&section"]
        );
        // 36: document order
        assert_eq!(
            found("<a href=b><a href=a><img src=c>"),
            ["http://e.org/d/b", "http://e.org/d/a", "http://e.org/d/c"]
        );
    }

    #[test]
    fn what_stands_around_a_link() {
        let page = Url::parse("http://e.org/").unwrap();
        let html = r#"<a rel="nofollow x" hreflang=de href="/y">two <b>words</b>
            &amp; more</a> none <link rel=alternate href="/f">
            <meta http-equiv=Refresh content="0; URL='/r'">"#;
        let all = links(html, &page);
        assert_eq!(all[0].text, "two words & more");
        // 38: nofollow is kept and told
        assert_eq!(all[0].rel.as_deref(), Some("nofollow x"));
        assert_eq!(all[0].hreflang.as_deref(), Some("de"));
        assert_eq!((all[1].kind, all[2].kind), (LinkKind::Link, LinkKind::Refresh));
        assert_eq!(all[2].url.as_str(), "http://e.org/r");
    }

    #[test]
    fn one_of_several_spellings() {
        let page = Url::parse("https://e.org/").unwrap();
        let html = "<a href=http://e.org/a-b/><a href=https://e.org/a-b#x><a href=//f.org/>\
            <a href=/tag/x>";
        let mut checker = Checker::new(Filters::relaxed().with_listings());
        let split = outlinks(&links(html, &page), &page, &mut checker);
        assert_eq!(split.internal.len() + split.external.len() + split.priority.len(), 3);
        assert_eq!(split.external[0].as_str(), "https://f.org/");
        assert_eq!(split.priority[0].as_str(), "https://e.org/tag/x");
    }

    proptest! {
        #[test]
        fn never_panics(
            html in "(<[a-z!/?]{0,3}|[ a-zé='\"/<>&;-]{0,6}|href=|<a |<!--|-->|<script>|</script>){0,20}",
        ) {
            let _ = found(&html);
        }
    }
}
