//! A page as rules see it.

use std::cell::OnceCell;

use scutch_page::{Attr, Hints, Limits, NodeId, Page, Selector, Syntax, Tag, Tree, charset};
use scutch_url::Url;
use serde_json::Value;

use crate::json::find_json;

/// A page with its address. It is decoded, and parsed as HTML or JSON, when a rule first needs
/// that.
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
    /// A page at an address. `content_type` is the HTTP header field.
    pub fn new(url: Url, bytes: Vec<u8>, content_type: Option<String>) -> Self {
        let (text, tree, json, base) = Default::default();
        Self { url, bytes, content_type, guessed_charset: None, text, tree, json, base }
    }

    /// The page with the charset that a web archive has guessed.
    #[must_use]
    pub fn with_guessed_charset(self, guessed_charset: Option<String>) -> Self {
        Self { guessed_charset, ..self }
    }

    /// A page with a known text.
    #[cfg(test)]
    pub(crate) fn from_text(url: Url, text: String) -> Self {
        let charset = "text/html; charset=utf-8".to_owned();
        Self::new(url, text.into_bytes(), Some(charset))
    }

    /// The address.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The text, decoded.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| {
            // The parser would cut a longer page anyway.
            let limit = Limits::default().input_bytes.min(self.bytes.len());
            charset::decode(&self.bytes[..limit], &self.hints()).text.into_owned()
        })
    }

    /// What is known of the page besides its bytes.
    fn hints(&self) -> Hints<'_> {
        Hints {
            url: Some(self.url.as_str()),
            http_content_type: self.content_type.as_deref(),
            guessed_charset: self.guessed_charset.as_deref(),
            ..Hints::default()
        }
    }

    /// The page as extraction sees it, parsed anew at each call.
    pub fn page(&self) -> Page {
        Page::parse(&self.bytes, &self.hints(), &Limits::default())
    }

    /// The text as HTML, scripts included.
    pub fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| {
            let syntax = Syntax::of_content_type(self.content_type.as_deref());
            // With scripts, unlike `Page`, because rules look into them.
            Tree::parse_whole(self.text(), syntax, &Limits::default(), &mut Vec::new())
        })
    }

    /// The JSON in the text, if there is any.
    pub(crate) fn json(&self) -> Option<&Value> {
        self.json.get_or_init(|| find_json(self.text())).as_ref()
    }

    /// Whether an element of the page matches.
    pub fn has(&self, selector: &Selector) -> bool {
        selector.first(self.tree(), NodeId::DOCUMENT).is_some()
    }

    /// The base of relative addresses: the `base` element, or else the address of the page.
    fn base(&self) -> &Url {
        self.base.get_or_init(|| {
            let tree = self.tree();
            let base = tree.all().find(|id| tree.tag(*id) == Some(Tag::Base));
            let href = base.and_then(|id| tree.attr(id, Attr::HREF));
            href.and_then(|href| self.url.join(href.trim()).ok())
                .unwrap_or_else(|| self.url.clone())
        })
    }

    /// Resolves an address on the page; `None` if it is malformed or no http(s) URL.
    pub fn resolve(&self, reference: &str) -> Option<Url> {
        let reference = reference.trim();
        if reference.is_empty() {
            return None;
        }
        // JSON has no base element, and parsing it as HTML would be wasted.
        let is_json = self.json.get().is_some_and(Option::is_some);
        let base = if is_json { &self.url } else { self.base() };
        base.join(reference).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
    }
}
