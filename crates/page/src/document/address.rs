//! Addresses in documents: absolute where possible, and never ones that run something.

use url::Url;

use crate::Page;
use crate::block::sources;
use crate::tree::{Attr, NodeId, Tag};

/// Schemes that lead somewhere and run nothing.
const SCHEMES: &[&str] = &["http", "https", "ftp", "mailto", "tel", "gemini", "urn", "doi"];

/// Makes addresses of one page absolute.
pub(super) struct Addresses<'p> {
    page: &'p Page,
    base: Option<Url>,
}

impl<'p> Addresses<'p> {
    pub(super) fn of(page: &'p Page) -> Self {
        let tree = page.tree();
        let own = page.url().and_then(|url| Url::parse(url).ok());
        let element = tree.all().find(|id| tree.tag(*id) == Some(Tag::Base));
        let href = element.and_then(|id| tree.attr(id, Attr::HREF));
        let base = match (href, own) {
            (Some(href), Some(own)) => own.join(href).ok().or(Some(own)),
            (Some(href), None) => Url::parse(href).ok(),
            (None, own) => own,
        };
        Self { page, base }
    }

    /// Where a link leads; None where it leads nowhere one should go.
    pub(super) fn link(&self, node: NodeId) -> Option<String> {
        self.absolute(self.page.tree().attr(node, Attr::HREF)?)
    }

    /// Where a picture or player has its data.
    pub(super) fn source(&self, node: NodeId) -> Option<String> {
        sources(self.page.tree(), node).find_map(|address| self.absolute(address))
    }

    fn absolute(&self, written: &str) -> Option<String> {
        let written: String = written.trim().chars().filter(|c| !c.is_control()).collect();
        if written.is_empty() {
            return None;
        }
        let parsed = match &self.base {
            Some(base) => base.join(&written),
            None => Url::parse(&written),
        };
        match parsed {
            Ok(url) => SCHEMES.contains(&url.scheme()).then(|| self.page.original(url.to_string())),
            // Relative, and nothing known that it is relative to.
            Err(url::ParseError::RelativeUrlWithoutBase) => Some(written),
            Err(_) => None,
        }
    }
}
