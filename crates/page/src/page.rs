//! The immutable page value that everything reads.

use crate::block::{Block, BlockKind};
use crate::charset::{self, CharsetSource};
use crate::extract::Extraction;
use crate::metadata::Metadata;
use crate::tree::{NodeId, Tree};
use crate::{Limits, PageFlag};

/// What is known of a page besides its bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hints<'a> {
    /// Address of the page.
    pub url: Option<&'a str>,
    /// The HTTP `Content-Type` value as sent.
    pub http_content_type: Option<&'a str>,
    /// When the page was captured, milliseconds since 1970 UTC.
    pub capture_ms: Option<i64>,
}

/// A page: decoded, parsed, cut into blocks. Immutable.
#[derive(Debug, Clone)]
pub struct Page {
    charset: &'static str,
    charset_source: CharsetSource,
    flags: Vec<PageFlag>,
    tree: Tree,
    blocks: Vec<Block>,
}

impl Page {
    /// Reads an HTML page. Never fails: what exceeds `limits` is left out, with a flag.
    pub fn parse(bytes: &[u8], hints: &Hints<'_>, limits: &Limits) -> Self {
        Self::plain_text(bytes, hints, limits)
    }

    /// Reads a plain text document; paragraphs are separated by blank lines.
    pub fn plain_text(bytes: &[u8], hints: &Hints<'_>, _limits: &Limits) -> Self {
        let decoded = charset::decode(bytes, hints);
        let text = decoded.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let block = Block { kind: BlockKind::Paragraph, text, node: NodeId(0), link_chars: 0 };
        Self {
            charset: decoded.charset,
            charset_source: decoded.source,
            flags: decoded.flags,
            tree: Tree::empty(),
            blocks: vec![block],
        }
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
        &self.blocks
    }

    /// Characters of visible text, whitespace normalised.
    pub fn visible_chars(&self) -> usize {
        self.blocks.iter().map(|b| b.text.chars().count()).sum()
    }

    /// What the page says about itself; the language is that of the extracted text.
    pub fn metadata(&self, _extraction: &Extraction) -> Metadata {
        Metadata::default()
    }
}
