//! Addresses of a page: absolute where possible, and never such that run something.

use std::cell::Cell;

use url::Url;

use super::Page;
use crate::block::sources;
use crate::tree::{Attr, NodeId, Tag};

/// Schemes whose addresses may be followed; `javascript:` and `data:` run or hide something.
const SCHEMES: &[&str] = &["http", "https", "ftp", "mailto", "tel", "gemini", "urn", "doi"];

/// Schemes of which a click runs what the address holds.
const RUN: &[&str] = &["javascript", "vbscript", "data"];

/// Bytes of a base. A longer one is hostile: it would be repeated in each address.
const BASE: usize = 2 << 10;
/// Bytes of an address. No server answers longer ones.
const ADDRESS: usize = 8 << 10;
/// Bytes of all addresses of a page: one link can be part of a hundred thousand blocks.
const ALL: usize = 16 << 20;
/// Bytes of addresses that are still written when these are used up.
const SHORT: usize = 256;

/// What relative addresses of a page are resolved against: its own address or its `base` element.
pub(crate) fn base(page: &Page) -> Option<Url> {
    let tree = page.tree();
    let own = page.url().and_then(|url| Url::parse(url).ok());
    // Other `base` elements only say in which window links open.
    let mut elements = tree.all().filter(|id| tree.tag(*id) == Some(Tag::Base));
    let href =
        elements.find_map(|id| tree.attr(id, Attr::HREF)).map(|href| page.original(href.trim()));
    match (href, own) {
        (Some(href), Some(own)) => own.join(&href).ok().or(Some(own)),
        (Some(href), None) => Url::parse(&href).ok(),
        (None, own) => own,
    }
}

/// Whether a click on an address runs what it holds. Such an address is never written as a link.
///
/// Browsers drop white space and controls before an address, and tabs and line ends anywhere in it
/// (WHATWG URL, 4.4).
pub fn runs(address: &str) -> bool {
    let seen = address.trim_start_matches(|c: char| c.is_ascii_control() || c == ' ');
    let seen = seen.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    // No scheme that runs is longer.
    let scheme: String = seen.take_while(|c| *c != ':').take(16).collect();
    RUN.iter().any(|runs| scheme.eq_ignore_ascii_case(runs))
}

/// Makes addresses of one page absolute.
#[derive(Debug)]
pub struct Addresses<'p> {
    page: &'p Page,
    base: Option<Url>,
    /// Bytes of addresses so far.
    written: Cell<usize>,
}

impl<'p> Addresses<'p> {
    /// Of a page, by its own address or by what it gives as its base.
    pub fn for_page(page: &'p Page) -> Self {
        let base = base(page);
        let base = base.filter(|base| base.as_str().len() <= BASE);
        Self { page, base, written: Cell::new(0) }
    }

    /// Where a link leads; None where it leads nowhere one should go.
    pub(crate) fn link(&self, node: NodeId) -> Option<String> {
        self.absolute(self.page.tree().attr(node, Attr::HREF)?)
    }

    /// Where a picture or player has its data.
    pub fn source(&self, node: NodeId) -> Option<String> {
        sources(self.page.tree(), node).find_map(|address| self.absolute(address))
    }

    /// An absolute address, as far as there is room for it; a relative one where there is no base.
    pub(crate) fn absolute(&self, written: &str) -> Option<String> {
        let fits = |bytes: usize| bytes <= ADDRESS && (bytes <= SHORT || self.written.get() <= ALL);
        if !fits(written.len()) {
            return None;
        }
        // Addresses that are not written have cost work, too.
        let address = self.resolved(written);
        let bytes = address.as_ref().map_or(0, String::len).max(written.len());
        self.written.set(self.written.get() + bytes);
        address.filter(|address| fits(address.len()))
    }

    /// The address against the base, if its scheme is harmless.
    fn resolved(&self, written: &str) -> Option<String> {
        // Line breaks within an address are ignored by browsers, and used to hide `javascript:`.
        let written: String = written.trim().chars().filter(|c| !c.is_control()).collect();
        if written.is_empty() {
            return None;
        }
        let address = self.page.original(&written);
        let parsed = match &self.base {
            Some(base) => base.join(&address),
            None => Url::parse(&address),
        };
        match parsed {
            Ok(url) => SCHEMES.contains(&url.scheme()).then(|| url.into()),
            // Relative, and nothing known that it is relative to.
            Err(url::ParseError::RelativeUrlWithoutBase) => Some(written),
            Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    #[test]
    fn addresses_that_run_are_known_however_they_are_written() {
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            " \u{1}\t javascript:alert(1)",
            "java\tscr\nipt:alert(1)",
            "vbscript:x",
            "data:text/html,<script>",
        ] {
            assert!(runs(address), "{address:?}");
        }
        for address in [
            "http://a.example/",
            "/javascript:x",
            "mailto:a@a.example",
            "#data",
            "javascripts:x",
            "",
        ] {
            assert!(!runs(address), "{address:?}");
        }
    }

    fn page(url: Option<&str>, html: &str) -> Page {
        Page::parse(html.as_bytes(), &Hints { url, ..Hints::default() }, &Limits::default())
    }

    fn link(url: Option<&str>, html: &str) -> Option<String> {
        let page = page(url, html);
        let tree = page.tree();
        let anchor = tree.all().find(|id| tree.tag(*id) == Some(Tag::A)).expect("a link");
        Addresses::for_page(&page).link(anchor)
    }

    const HERE: Option<&str> = Some("http://a.example/b/c?d");

    #[test]
    fn addresses_are_relative_to_the_base() {
        for (html, expected) in [
            ("<a href=x>", "http://a.example/b/x"),
            ("<a href='../x y'>", "http://a.example/x%20y"),
            ("<a href='//e.example/'>", "http://e.example/"),
            ("<base href=/z/><a href=x>", "http://a.example/z/x"),
            ("<base target=_top><base href='http://f.example'><a href=x>", "http://f.example/x"),
            ("<base href='http://['><a href=x>", "http://a.example/b/x"),
            ("<a href='ht\ntp://e.example/x'>", "http://e.example/x"),
        ] {
            assert_eq!(link(HERE, html).as_deref(), Some(expected), "{html}");
        }
    }

    #[test]
    fn addresses_that_run_something_lead_nowhere() {
        for href in ["javascript:x()", "data:text/html,x", "vbscript:x", "file:///etc", "", " "] {
            assert_eq!(link(HERE, &format!("<a href='{href}'>")), None, "{href}");
        }
        for href in ["mailto:a@a.example", "tel:1", "doi:10.1/x", "ftp://a.example/"] {
            assert_eq!(link(HERE, &format!("<a href='{href}'>")).as_deref(), Some(href));
        }
    }

    #[test]
    fn without_a_base_addresses_stay_relative() {
        assert_eq!(link(None, "<a href=' x#y '>").as_deref(), Some("x#y"));
        assert_eq!(link(None, "<base href='/z'><a href=x>").as_deref(), Some("x"));
    }

    #[test]
    fn long_addresses_and_bases_are_left_out() {
        let long = "x".repeat(ADDRESS + 1);
        assert_eq!(link(HERE, &format!("<a href={long}>")), None);
        let base = format!("<base href='http://a.example/{}/'><a href=x>", "y".repeat(BASE));
        assert_eq!(link(HERE, &base).as_deref(), Some("x"));
    }

    #[test]
    fn addresses_of_archives_are_those_of_the_original() {
        let url = Some("https://web.archive.org/web/20200102030405/http://a.example/b");
        let html = "<a href='/web/20200102030405/http://e.example/x'>";
        assert_eq!(link(url, html).as_deref(), Some("http://e.example/x"));
    }
}
