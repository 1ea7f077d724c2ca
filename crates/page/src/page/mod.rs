//! The immutable page value that everything reads.

mod address;
mod repetition;
mod script_text;

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use scutch_url::Memento;
use serde_json::Value;

pub(crate) use self::address::base;
pub use self::address::{Addresses, runs};
use crate::block::{self, Block, Built, Container, Wording};
use crate::charset::{self, CharsetSource};
use crate::page_type::TypePrediction;
use crate::structured::jsonld;
use crate::tree::{Edit, NodeId, NodeMap, Syntax, Tree};
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
    /// By its server.
    syntax: Syntax,
    limits: Limits,
    /// The text that it holds without showing it.
    script_text: Option<Box<Self>>,
    /// Found when first asked for.
    typed: OnceLock<TypePrediction>,
}

impl Page {
    /// Parses an HTML page. Never fails: whatever exceeds `limits` is left out, with a flag.
    pub fn parse(bytes: &[u8], hints: &Hints<'_>, limits: &Limits) -> Self {
        let mut page = Self::html(bytes, hints, limits);
        let declared = script_text::markup(&page.structured, page.blocks());
        // The text was decoded with the page: the HTTP header does not apply to it.
        let decoded = Hints { url: hints.url, capture_ms: hints.capture_ms, ..Hints::default() };
        let declared = declared.map(|markup| Self::html(markup.as_bytes(), &decoded, limits));
        let script_text =
            declared.filter(|text| script_text::is_script_only(text.blocks(), page.blocks()));
        // Boxed: few pages have one, and a page is a large value.
        page.script_text = script_text.map(Box::new);
        page
    }

    /// Parses HTML without the text for scripts.
    fn html(bytes: &[u8], hints: &Hints<'_>, limits: &Limits) -> Self {
        let syntax = Syntax::of_content_type(hints.http_content_type);
        Self::read(bytes, hints, limits, |text, flags| {
            let tree = Tree::parse_as(text, syntax, limits, flags);
            let built = block::build(&tree, limits, flags);
            (tree, built)
        })
    }

    /// Parses a plain text document. Paragraphs are separated by blank lines.
    pub fn plain_text(bytes: &[u8], hints: &Hints<'_>, limits: &Limits) -> Self {
        Self::read(bytes, hints, limits, |text, flags| {
            (Tree::empty(), block::from_plain_text(text, limits, flags))
        })
    }

    /// Decodes the bytes and reads structured data; `cut` makes tree and blocks of the text.
    fn read(
        bytes: &[u8],
        hints: &Hints<'_>,
        limits: &Limits,
        cut: impl FnOnce(&str, &mut Vec<PageFlag>) -> (Tree, Built),
    ) -> Self {
        let kept = first(bytes, limits.input_bytes);
        let told = repetition::without_repetitions(kept, limits.repeated_bytes);
        let decoded = charset::decode(&told, hints);
        let mut flags = decoded.flags;
        if kept.len() < bytes.len() {
            flags.push(PageFlag::InputCapped);
        }
        if told.len() < kept.len() {
            flags.push(PageFlag::RepetitionCut);
        }
        // Blocks of noise would be content to nobody.
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
            syntax: Syntax::of_content_type(hints.http_content_type),
            limits: limits.clone(),
            script_text: None,
            typed: OnceLock::new(),
        }
    }

    /// The page after edits of its tree, and the new nodes of its old ones. Structured data and
    /// hints stay those of this page.
    pub fn edited(&self, edits: &FxHashMap<NodeId, Edit>) -> (Self, NodeMap) {
        let (tree, places) = self.tree.edited(edits);
        let mut flags = self.flags.clone();
        let built = block::build(&tree, &self.limits, &mut flags);
        flags.sort_unstable();
        flags.dedup();
        (
            Self { tree, built, flags, script_text: None, typed: OnceLock::new(), ..self.clone() },
            places,
        )
    }

    /// The page with other markup, parsed with the same limits. Structured data and hints stay
    /// those of this page.
    pub fn with_markup(&self, text: &str) -> Self {
        let mut flags = self.flags.clone();
        let tree = Tree::parse_as(text, self.syntax, &self.limits, &mut flags);
        let built = block::build(&tree, &self.limits, &mut flags);
        flags.sort_unstable();
        flags.dedup();
        Self { tree, built, flags, script_text: None, typed: OnceLock::new(), ..self.clone() }
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

    /// How each block is written.
    pub(crate) fn wordings(&self) -> &[Wording] {
        self.built.wordings()
    }

    /// The block-level elements around the blocks, outer before inner; the first is the document.
    pub fn containers(&self) -> &[Container] {
        &self.built.containers
    }

    /// The number of an item of an ordered list.
    pub(crate) fn item_number(&self, item: NodeId) -> Option<i32> {
        self.built.item_number(item)
    }

    /// Index of the block in which a text node begins. `None` for text that is in no block: text
    /// for screen readers only, and numbers beside lines of code (see [`Block::line_numbers`]).
    pub fn block_of(&self, text: NodeId) -> Option<usize> {
        self.built.block_of(text)
    }

    /// The address given as a hint. For a memento (URI-M) it is that of the original (URI-R).
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// Whether the page was saved as a web archive replays it: its addresses may lead into the
    /// archive.
    pub(crate) fn is_replayed(&self) -> bool {
        self.replayed
    }

    /// An address of the page as the original page has it.
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

    /// Approximate size in memory, in bytes.
    pub fn memory(&self) -> usize {
        let structured: usize = self.structured.iter().map(jsonld::memory).sum();
        let script_text = self.script_text().map_or(0, Self::memory);
        self.tree.memory() + self.built.memory() + structured + script_text
    }

    /// Gives back memory that parsing reserved and did not need. Of use for pages that are kept.
    pub fn shrink_to_fit(&mut self) {
        self.tree.shrink_to_fit();
        self.built.shrink_to_fit();
    }

    /// The text that the page holds for scripts, in its structured data, without showing it. All of
    /// its blocks are content.
    pub fn script_text(&self) -> Option<&Self> {
        self.script_text.as_deref()
    }

    /// The JSON-LD scripts, parsed.
    pub(crate) fn structured(&self) -> &[Value] {
        &self.structured
    }

    /// Characters of visible text and of text for scripts, white space normalised.
    pub fn visible_chars(&self) -> usize {
        let own: usize = self.blocks().iter().filter(|b| !b.hidden).map(|b| b.chars as usize).sum();
        own + self.script_text().map_or(0, Self::visible_chars)
    }

    /// What type of page it is, found as given if it is not known yet.
    pub(crate) fn typed_with(&self, find: impl FnOnce() -> TypePrediction) -> TypePrediction {
        *self.typed.get_or_init(find)
    }
}

/// More bytes than a character has in any charset.
const CHARACTER: usize = 16;

/// The first bytes of a document, cut between characters if possible: in UTF-8 before a character
/// that is cut, in other charsets behind the last ASCII byte.
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
        // In UTF-16 every other byte is ASCII and ends no character.
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

    const LATIN: Hints<'static> = Hints {
        url: Some("http://a.example/b"),
        http_content_type: Some("text/html; charset=iso-8859-1"),
        guessed_charset: None,
        capture_ms: Some(7),
        charset_rule: crate::CharsetRule::Weighed,
    };

    #[test]
    fn a_page_knows_where_it_is_from() {
        let text = b"Die gr\xfcne Wiese ist sch\xf6n, und sie ist f\xfcr alle da.";
        let page = Page::parse(text, &LATIN, &Limits::default());
        assert_eq!((page.charset(), page.charset_source()), ("windows-1252", CharsetSource::Http));
        assert_eq!((page.url(), page.capture_ms()), (Some("http://a.example/b"), Some(7)));
        assert!(page.blocks()[0].text.starts_with("Die gr\u{fc}ne Wiese"));
        assert!(!page.is_replayed());
    }

    #[test]
    fn addresses_of_replayed_pages_are_those_of_the_original() {
        let url = Some("https://web.archive.org/web/20200102030405/http://a.example/b");
        let page = Page::parse(b"a", &Hints { url, ..Hints::default() }, &Limits::default());
        assert_eq!(page.url(), Some("http://a.example/b"));
        assert!(page.is_replayed());
        let inner = "https://web.archive.org/web/20200102030405/http://a.example/c";
        assert_eq!(page.original(inner), "http://a.example/c");
        assert_eq!(page.original("/d"), "/d");
    }

    #[test]
    fn edited_pages_have_blocks_of_their_own() {
        let page = Page::parse(b"<p>a</p><div id=x>b</div>", &LATIN, &Limits::default());
        let tree = page.tree();
        let named = |id: &NodeId| tree.attr(*id, crate::Attr::ID) == Some("x");
        let div = tree.all().find(named).expect("a div");
        let (edited, map) = page.edited(&FxHashMap::from_iter([(div, Edit::Remove)]));
        assert_eq!((page.blocks().len(), edited.blocks().len()), (2, 1));
        assert_eq!((map.get(div), edited.url()), (None, page.url()));
        let with_markup = page.with_markup("<p>c<p>d<p>e");
        assert_eq!((with_markup.blocks().len(), with_markup.charset()), (3, page.charset()));
    }

    #[test]
    fn blocks_are_found_by_their_text() {
        let page = Page::parse(b"<p>a <b>b</b><p>c", &Hints::default(), &Limits::default());
        let tree = page.tree();
        let texts = tree.all().filter(|id| !tree.text(*id).is_empty());
        let blocks: Vec<Option<usize>> = texts.map(|id| page.block_of(id)).collect();
        assert_eq!(blocks, [Some(0), Some(0), Some(1)]);
        assert_eq!(page.block_of(NodeId::DOCUMENT), None);
        assert_eq!(page.visible_chars(), 4);
        assert!(page.memory() > 0 && page.containers()[0].end == 2);
    }

    #[test]
    fn the_header_says_what_a_slash_means() {
        let html = b"<html><head><title/><script src='a.js'/></head><body><p>One</p></body></html>";
        for (http_content_type, blocks) in
            [(Some("application/xhtml+xml; charset=utf-8"), 1), (Some("text/html"), 0), (None, 0)]
        {
            let hints = Hints { http_content_type, ..Hints::default() };
            let page = Page::parse(html, &hints, &Limits::default());
            assert_eq!(page.blocks().len(), blocks, "{http_content_type:?}");
            assert_eq!(page.with_markup("<title/><p>a").blocks().len(), blocks);
        }
    }

    #[test]
    fn plain_text_has_no_tree() {
        let page = Page::plain_text(b"a\n\nb", &Hints::default(), &Limits::default());
        assert!(page.tree().is_empty());
        assert_eq!(page.blocks().len(), 2);
    }

    #[test]
    fn bytes_that_are_no_text_have_no_blocks() {
        let noise: Vec<u8> =
            (0..4000_u32).map(|n| if n % 10 == 0 { 0xff } else { 1 + (n % 7) as u8 }).collect();
        let page = Page::parse(&noise, &Hints::default(), &Limits::default());
        assert!(page.flags().contains(&PageFlag::NotText));
        assert!(page.blocks().is_empty());
    }

    proptest::proptest! {
        #[test]
        fn any_cut_is_a_prefix_of_the_document(
            text in "[a-z\u{e9}\u{4e2d}\u{1f517}]{0,40}",
            most in 0usize..60,
        ) {
            let kept = first(text.as_bytes(), most);
            proptest::prop_assert!(kept.len() <= most.max(text.len().min(most)));
            proptest::prop_assert!(text.as_bytes().starts_with(kept));
            proptest::prop_assert!(std::str::from_utf8(kept).is_ok());
            proptest::prop_assert!(most - kept.len().min(most) < 4 || kept.len() == text.len());
        }
    }
}
