//! The immutable page value that everything reads.

mod address;
mod script_text;

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use scutch_url::Memento;
use serde_json::Value;

pub use self::address::Addresses;
pub(crate) use self::address::base;
use crate::block::{self, Block, Built, Container};
use crate::charset::{self, CharsetSource};
use crate::page_type::Typed;
use crate::structured::jsonld;
use crate::tree::{Edit, NodeId, NodeMap, Tree};
use crate::{Hints, Limits, PageFlag, additions};

/// A page: decoded, parsed, cut into blocks. Immutable.
#[derive(Debug, Clone)]
pub struct Page {
    charset: &'static str,
    charset_source: CharsetSource,
    flags: Vec<PageFlag>,
    tree: Tree,
    built: Built,
    structured: Vec<Value>,
    url: Option<String>,
    replayed: bool,
    capture_ms: Option<i64>,
    limits: Limits,
    /// The text that it holds without showing it.
    unshown: Option<Box<Self>>,
    /// Found when first asked for.
    typed: OnceLock<Typed>,
}

impl Page {
    /// Reads an HTML page. Never fails: what exceeds `limits` is left out, with a flag.
    pub fn parse(bytes: &[u8], hints: &Hints<'_>, limits: &Limits) -> Self {
        let mut page = Self::html(bytes, hints, limits);
        let declared = script_text::markup(&page.structured, page.blocks());
        // It has been decoded: what the header says of the page's bytes is not said of it.
        let decoded = Hints { url: hints.url, capture_ms: hints.capture_ms, ..Hints::default() };
        let declared = declared.map(|markup| Self::html(markup.as_bytes(), &decoded, limits));
        let unshown = declared.filter(|text| script_text::is_unshown(text.blocks(), page.blocks()));
        page.unshown = unshown.map(Box::new);
        page
    }

    fn html(bytes: &[u8], hints: &Hints<'_>, limits: &Limits) -> Self {
        Self::read(bytes, hints, limits, |text, flags| {
            let tree = Tree::parse(text, limits, flags);
            let built = block::build(&tree, limits, flags);
            (tree, built)
        })
    }

    /// Reads a plain text document; paragraphs are separated by blank lines.
    pub fn plain_text(bytes: &[u8], hints: &Hints<'_>, limits: &Limits) -> Self {
        Self::read(bytes, hints, limits, |text, flags| {
            (Tree::empty(), block::from_plain_text(text, limits, flags))
        })
    }

    fn read(
        bytes: &[u8],
        hints: &Hints<'_>,
        limits: &Limits,
        cut: impl FnOnce(&str, &mut Vec<PageFlag>) -> (Tree, Built),
    ) -> Self {
        let kept = first(bytes, limits.input_bytes);
        let decoded = charset::decode(kept, hints);
        let mut flags = decoded.flags;
        if kept.len() < bytes.len() {
            flags.push(PageFlag::InputCapped);
        }
        let text = if flags.contains(&PageFlag::NotText) { "" } else { &*decoded.text };
        let (tree, built) = cut(text, &mut flags);
        let structured = jsonld::scripts(&tree, limits, &mut flags);
        flags.sort_unstable();
        flags.dedup();
        let uri_r = hints.url.and_then(Memento::split).map(|memento| memento.uri_r());
        let replayed = uri_r.is_some() || flags.contains(&PageFlag::ArchiveAdditions);
        Self {
            charset: decoded.charset,
            charset_source: decoded.source,
            flags,
            tree,
            built,
            structured,
            url: uri_r.or_else(|| hints.url.map(str::to_owned)),
            replayed,
            capture_ms: hints.capture_ms,
            limits: limits.clone(),
            unshown: None,
            typed: OnceLock::new(),
        }
    }

    /// The page after edits of its tree, and where its nodes are then. What it says about itself stays as
    /// it was read.
    pub fn edited(&self, edits: &FxHashMap<NodeId, Edit>) -> (Self, NodeMap) {
        let (tree, places) = self.tree.edited(edits);
        let mut flags = self.flags.clone();
        let built = block::build(&tree, &self.limits, &mut flags);
        flags.sort_unstable();
        flags.dedup();
        (Self { tree, built, flags, unshown: None, typed: OnceLock::new(), ..self.clone() }, places)
    }

    /// The page with other text, read as this one was. What it says about itself stays as it was read.
    pub fn reread(&self, text: &str) -> Self {
        let mut flags = self.flags.clone();
        let tree = Tree::parse(text, &self.limits, &mut flags);
        let built = block::build(&tree, &self.limits, &mut flags);
        flags.sort_unstable();
        flags.dedup();
        Self { tree, built, flags, unshown: None, typed: OnceLock::new(), ..self.clone() }
    }

    /// WHATWG name of the encoding, in lower case.
    pub fn charset(&self) -> &'static str {
        self.charset
    }

    /// What decided the encoding.
    pub fn charset_source(&self) -> CharsetSource {
        self.charset_source
    }

    /// What was noteworthy, sorted, each once.
    pub fn flags(&self) -> &[PageFlag] {
        &self.flags
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The blocks in reading order.
    pub fn blocks(&self) -> &[Block] {
        &self.built.blocks
    }

    /// The block-level elements around the blocks, outer before inner; the first is the document.
    pub fn containers(&self) -> &[Container] {
        &self.built.containers
    }

    /// The number of an item of an ordered list.
    pub(crate) fn item_number(&self, item: NodeId) -> Option<i32> {
        self.built.item_number(item)
    }

    /// The block in which a text node begins. `None` for text that is not read, such as what is there for screen readers
    /// only, and for numbers beside lines of code, of which [`Block::line_numbers`] tells.
    pub fn block_of(&self, text: NodeId) -> Option<usize> {
        self.built.block_of(text)
    }

    /// The address given as a hint; of a URI-M the URI-R.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Whether the page was taken from a web archive as it is shown there: addresses may lead back into that archive.
    pub(crate) fn is_replayed(&self) -> bool {
        self.replayed
    }

    /// An address as the original has it, if the page was taken from a web archive as it is shown there.
    pub(crate) fn original<'a>(&self, address: &'a str) -> Cow<'a, str> {
        let original = self.replayed.then(|| additions::original(address)).flatten();
        original.map_or(Cow::Borrowed(address), Cow::Owned)
    }

    /// The capture time given as a hint, milliseconds since 1970 UTC.
    pub fn capture_ms(&self) -> Option<i64> {
        self.capture_ms
    }

    /// The limits the page was read with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Bytes that the page takes in memory, nearly.
    pub fn memory(&self) -> usize {
        let structured: usize = self.structured.iter().map(jsonld::memory).sum();
        let unshown = self.unshown().map_or(0, Self::memory);
        self.tree.memory() + self.built.memory() + structured + unshown
    }

    /// The text that the page holds in its structured data without showing it; all of its blocks are content.
    pub fn unshown(&self) -> Option<&Self> {
        self.unshown.as_deref()
    }

    /// The JSON-LD scripts, parsed.
    pub(crate) fn structured(&self) -> &[Value] {
        &self.structured
    }

    /// Characters of visible text, and of the text that the page holds without showing it, white space normalised.
    pub fn visible_chars(&self) -> usize {
        let own: usize = self.blocks().iter().filter(|b| !b.hidden).map(|b| b.chars as usize).sum();
        own + self.unshown().map_or(0, Self::visible_chars)
    }

    /// What type of page it is, found as given if it is not known yet.
    pub(crate) fn typed_with(&self, find: impl FnOnce() -> Typed) -> Typed {
        *self.typed.get_or_init(find)
    }
}

/// Bytes of a character in any charset, and more.
const CHARACTER: usize = 16;

/// The first bytes of a document, not cut within a character as far as can be seen: within one of UTF-8, or in other charsets
/// behind the last ASCII among them.
fn first(bytes: &[u8], most: usize) -> &[u8] {
    if bytes.len() <= most {
        return bytes;
    }
    let kept = &bytes[..most];
    let begin = kept.iter().rev().take(CHARACTER).rposition(|byte| *byte & 0xc0 != 0x80);
    let tail = begin.map_or(kept, |at| &kept[most - 1 - at..]);
    if let Err(error) = std::str::from_utf8(tail) {
        if error.error_len().is_none() {
            return &kept[..most - (tail.len() - error.valid_up_to())];
        }
        // Where ASCII is every other byte it does not end a character.
        let plain = kept.iter().rev().take(CHARACTER).position(u8::is_ascii);
        return if kept.contains(&0) { kept } else { &kept[..most - plain.unwrap_or(0)] };
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_document_is_not_cut_within_a_character() {
        let text = "so \u{6c34}\u{6c34}\u{6c34}";
        let limits = Limits { input_bytes: 7, ..Limits::default() };
        let page = Page::parse(text.as_bytes(), &Hints::default(), &limits);
        assert_eq!(page.flags(), [PageFlag::InputCapped]);
        assert_eq!(first(b"abcdef", 3), b"abc");
        let water = "\u{6c34}".repeat(40);
        for (most, kept) in [(90, 90), (91, 90), (92, 90), (93, 93), (2, 0)] {
            assert_eq!(first(water.as_bytes(), most).len(), kept);
        }
        // Shift_JIS ends in a byte that is none of UTF-8.
        assert_eq!(first(b"so <b>\x90\x85\x90\x85\x90\x85", 9).len(), 6);
        assert_eq!(first(b"a\0b\0\x34\x6c", 5).len(), 5);
    }
}
