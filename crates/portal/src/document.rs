//! A page as rules see it.

use std::cell::OnceCell;

use scutch_page::{Attr, Hints, Limits, NodeId, Selector, Tag, Tree, charset};
use scutch_url::Url;
use serde_json::Value;

use crate::json;

/// A page: its address and its text, decoded and read as HTML or JSON when a rule wants it.
#[derive(Debug)]
pub struct Document {
    url: Url,
    bytes: Vec<u8>,
    content_type: Option<String>,
    guessed_charset: Option<String>,
    text: OnceCell<String>,
    tree: OnceCell<Tree>,
    json: OnceCell<Option<Value>>,
    base: OnceCell<Url>,
}

impl Document {
    /// A page of an address. `content_type` is the HTTP field as sent.
    pub fn new(url: Url, bytes: Vec<u8>, content_type: Option<String>) -> Self {
        let (text, tree, json, base) = Default::default();
        Self { url, bytes, content_type, guessed_charset: None, text, tree, json, base }
    }

    /// The page with what a web archive guessed its charset to be.
    #[must_use]
    pub fn with_guessed_charset(self, guessed_charset: Option<String>) -> Self {
        Self { guessed_charset, ..self }
    }

    /// A page whose text is known.
    #[cfg(test)]
    pub(crate) fn of_text(url: Url, text: String) -> Self {
        let page = Self::new(url, Vec::new(), None);
        // Nothing has been decoded yet.
        let _ = page.text.set(text);
        page
    }

    /// The address.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The text, decoded.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let limit = Limits::default().input_bytes.min(self.bytes.len());
            let hints = Hints {
                url: Some(self.url.as_str()),
                http_content_type: self.content_type.as_deref(),
                guessed_charset: self.guessed_charset.as_deref(),
                ..Hints::default()
            };
            charset::decode(&self.bytes[..limit], &hints).text.into_owned()
        })
    }

    /// The text as HTML, scripts included.
    pub fn tree(&self) -> &Tree {
        self.tree
            .get_or_init(|| Tree::parse_whole(self.text(), &Limits::default(), &mut Vec::new()))
    }

    /// The text as JSON; None where it is none.
    pub(crate) fn json(&self) -> Option<&Value> {
        self.json.get_or_init(|| json::find(self.text())).as_ref()
    }

    /// Whether an element of the page matches.
    pub fn has(&self, selector: &Selector) -> bool {
        selector.first(self.tree(), NodeId::DOCUMENT).is_some()
    }

    /// What relative addresses on the page are relative to.
    fn base(&self) -> &Url {
        self.base.get_or_init(|| {
            let tree = self.tree();
            let base = tree.all().find(|id| tree.tag(*id) == Some(Tag::Base));
            let href = base.and_then(|id| tree.attr(id, Attr::HREF));
            href.and_then(|href| self.url.join(href.trim()).ok())
                .unwrap_or_else(|| self.url.clone())
        })
    }

    /// An address on the page, resolved; None where it is none, or no page on the web.
    pub fn resolve(&self, reference: &str) -> Option<Url> {
        let reference = reference.trim();
        if reference.is_empty() {
            return None;
        }
        // JSON has no base element, and is not worth being read as HTML.
        let plain = self.json.get().is_some_and(Option::is_some);
        let base = if plain { &self.url } else { self.base() };
        base.join(reference).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
    }
}
