//! The styles of a page in the order of the page: its own, and those that it links.

use std::collections::HashSet;

use scutch_page::{Attr, Limits, NodeId, Syntax, Tag, Tree};
use scutch_url::Url;

use super::{confined, for_media};

/// How deep style sheets may import others.
const MOST_IMPORTS: usize = 4;
/// Bytes of styles from which on a page gets no further ones: they are repeated on each page.
const MOST_BYTES: usize = 2 << 20;

/// The styles of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PageStyles {
    /// One style sheet, confined.
    pub css: String,
    /// Style sheets that the page links or imports, each once.
    pub linked: u64,
    /// Those of them that are in the archives.
    pub found: u64,
}

/// Collects the styles of a page. `url` is its address; `find` gives the style sheet of an address.
pub fn page_styles(
    html: &str,
    url: &str,
    find: &mut dyn FnMut(&str) -> Option<String>,
) -> PageStyles {
    let syntax = Syntax::Html;
    let tree = Tree::parse_whole(html, syntax, &Limits::default(), &mut Vec::new());
    let mut collector =
        Collector { find, css: String::new(), linked: HashSet::new(), found: 0, open: Vec::new() };
    let page = Url::parse(url).ok();
    let base = tree.all().find(|node| tree.tag(*node) == Some(Tag::Base));
    let base = base.and_then(|node| page.as_ref()?.join(tree.attr(node, Attr::HREF)?).ok());
    let Some(base) = base.or(page) else { return PageStyles::default() };
    for node in tree.all() {
        collector.element(&tree, node, &base);
    }
    let linked = collector.linked.len() as u64;
    PageStyles { css: collector.css, linked, found: collector.found }
}

struct Collector<'f> {
    find: &'f mut dyn FnMut(&str) -> Option<String>,
    css: String,
    linked: HashSet<String>,
    found: u64,
    /// Addresses of the sheets that are being read, the linked one first.
    open: Vec<String>,
}

impl Collector<'_> {
    fn element(&mut self, tree: &Tree, node: NodeId, base: &Url) {
        let attr = |name: &str| tree.attr_named(node, name).unwrap_or_default();
        let sheet = match tree.name(node) {
            "style" => Some(self.confined(&tree.text_content(node), base, 0)),
            "link" if links_style(attr("rel")) => self.linked(attr("href"), base, 0),
            _ => None,
        };
        if let Some(sheet) = sheet.filter(|sheet| self.css.len() + sheet.len() <= MOST_BYTES) {
            self.css.push_str(&for_media(sheet, attr("media")));
            self.css.push('\n');
        }
    }

    /// A style sheet with those that it imports, `depth` imports away from the page.
    fn confined(&mut self, css: &str, base: &Url, depth: usize) -> String {
        confined(css, &mut |address| self.linked(address, base, depth + 1))
    }

    /// The style sheet of an address, relative to `base`.
    fn linked(&mut self, address: &str, base: &Url, depth: usize) -> Option<String> {
        if depth > MOST_IMPORTS || address.is_empty() {
            return None;
        }
        let url = base.join(address).ok()?;
        let address = url.as_str().split('#').next().unwrap_or_default().to_owned();
        // As in browsers, a sheet that imports itself, or one that imports it, is not read again.
        if self.open.contains(&address) {
            return None;
        }
        let is_new = self.linked.insert(address.clone());
        let css = (self.find)(&address)?;
        self.found += u64::from(is_new);
        if css.len() > MOST_BYTES {
            return None;
        }
        self.open.push(address);
        let confined = self.confined(&css, &url, depth);
        self.open.pop();
        Some(confined)
    }
}

/// Whether a link is that to a style sheet which is in force when the page opens.
fn links_style(rel: &str) -> bool {
    let has = |word: &str| rel.split_ascii_whitespace().any(|w| w.eq_ignore_ascii_case(word));
    has("stylesheet") && !has("alternate")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn styles(html: &str) -> PageStyles {
        let sheets = [
            ("http://a.example/css/a.css", "@import 'b.css'; .a { color: red }"),
            ("http://a.example/css/b.css", "@import 'a.css'; .b { background: url(x.gif) }"),
        ];
        page_styles(html, "http://a.example/page/", &mut |address| {
            let found = sheets.iter().find(|(known, _)| *known == address);
            found.map(|(_, css)| (*css).to_owned())
        })
    }

    #[test]
    fn styles_come_in_the_order_of_the_page() {
        let found = styles(
            "<style>.first { a: b }</style><link rel=stylesheet href=/css/a.css>\
             <link rel='alternate stylesheet' href=/other.css><link rel=icon href=/i.png>\
             <link rel=STYLESHEET href=missing.css media=print><style media=print>.last { a: b }</style>",
        );
        let at =
            |text: &str| found.css.find(text).unwrap_or_else(|| panic!("{text}: {}", found.css));
        assert!(at(".first") < at(".b {") && at(".b {") < at(".a {") && at(".a {") < at(".last"));
        assert!(found.css.contains("@media print {\n.last"), "{}", found.css);
        assert!(!found.css.contains("url("), "{}", found.css);
        assert_eq!((found.linked, found.found), (3, 2));
    }

    #[test]
    fn circles_of_imports_end_and_bases_count() {
        let found = styles("<base href=/css/><link rel=stylesheet href=a.css>");
        assert_eq!((found.linked, found.found), (2, 2));
        assert!(found.css.len() < 1000, "{}", found.css);
        assert_eq!(styles("<p>no style"), PageStyles::default());
    }
}
