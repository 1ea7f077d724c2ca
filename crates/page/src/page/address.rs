//! Addresses in documents: absolute where possible, and never ones that run something.

use std::cell::Cell;

use url::Url;

use super::Page;
use crate::block::sources;
use crate::tree::{Attr, NodeId, Tag};

/// Schemes that lead somewhere and run nothing.
const SCHEMES: &[&str] = &["http", "https", "ftp", "mailto", "tel", "gemini", "urn", "doi"];

/// Bytes of a base: what is longer was made to be repeated in each address.
const BASE: usize = 2 << 10;
/// Bytes of an address; a longer one leads nowhere.
const ADDRESS: usize = 8 << 10;
/// Bytes of all addresses of a page, and of those that are still written when these are used up: one element can be part of
/// a hundred thousand blocks.
const ALL: usize = 16 << 20;
const SHORT: usize = 256;

/// What relative addresses of a page begin with: its own address, or what it says instead.
pub(crate) fn base(page: &Page) -> Option<Url> {
    let tree = page.tree();
    let own = page.url().and_then(|url| Url::parse(url).ok());
    // Others say only where links open.
    let mut elements = tree.all().filter(|id| tree.tag(*id) == Some(Tag::Base));
    let href =
        elements.find_map(|id| tree.attr(id, Attr::HREF)).map(|href| page.original(href.trim()));
    match (href, own) {
        (Some(href), Some(own)) => own.join(&href).ok().or(Some(own)),
        (Some(href), None) => Url::parse(&href).ok(),
        (None, own) => own,
    }
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
    pub fn of(page: &'p Page) -> Self {
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
    fn absolute(&self, written: &str) -> Option<String> {
        let fits = |bytes: usize| bytes <= ADDRESS && (bytes <= SHORT || self.written.get() <= ALL);
        if !fits(written.len()) {
            return None;
        }
        // What leads nowhere has cost work, too.
        let address = self.resolved(written);
        let bytes = address.as_ref().map_or(0, String::len).max(written.len());
        self.written.set(self.written.get() + bytes);
        address.filter(|address| fits(address.len()))
    }

    fn resolved(&self, written: &str) -> Option<String> {
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
