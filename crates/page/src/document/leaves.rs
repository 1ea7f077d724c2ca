//! Blocks without their page: text with marks, addresses made absolute.

use std::cell::Cell as Slot;

use super::parts::{Leaf, Mark, Marked, Picture};
use super::{code_language, editorial, formulas, inline};
use crate::block::{Block, BlockKind, Span, SpanKind, is_displayed, normalised};
use crate::page::Addresses;
use crate::tree::{Attr, NodeId, Tag};
use crate::{ExtractConfig, Page};

/// Bytes of what an abbreviation stands for. A longer title is hostile: it would be repeated in
/// each block.
const TITLE_BYTES: usize = 256;
/// Elements between a picture and the link around it.
const LINK_REACH: usize = 8;

/// Makes leaves of blocks.
pub(super) struct Leaves<'p> {
    page: &'p Page,
    config: &'p ExtractConfig,
    addresses: Addresses<'p>,
    /// The abbreviation whose title was written last. One element around many blocks is a span in
    /// each of them.
    abbreviation: Slot<Option<NodeId>>,
}

impl<'p> Leaves<'p> {
    pub(super) fn new(page: &'p Page, config: &'p ExtractConfig) -> Self {
        let (addresses, abbreviation) = (Addresses::for_page(page), Slot::default());
        Self { page, config, addresses, abbreviation }
    }

    /// The leaf of a block; `None` for pictures and players without an address.
    pub(super) fn leaf(&self, block: &Block) -> Option<Leaf> {
        let written;
        let block = match formulas::with_tex(self.page.tree(), block) {
            Some(with_tex) => {
                written = with_tex;
                &written
            }
            None => block,
        };
        let point = |mark| vec![Marked { start: 0, end: 0, mark }];
        let marks = match block.kind {
            BlockKind::Image => point(Mark::Picture(self.picture(block.node)?)),
            BlockKind::Media => point(Mark::Media {
                name: self.page.tree().name(block.node).to_owned(),
                source: self.addresses.source(block.node)?,
            }),
            // Formats write code verbatim: links and emphasis have no place in it.
            BlockKind::Code => Vec::new(),
            _ => inline::marks(&block.text, &block.spans, |span| self.mark(span)),
        };
        let marks = without_double_links(marks);
        let editorial = match block.kind {
            BlockKind::Code => Vec::new(),
            _ => editorial::marks(self.page.tree(), block),
        };
        let language = match block.kind {
            BlockKind::Code => code_language::of_code(self.page.tree(), block.node),
            _ => None,
        };
        let text = block.text(self.config.line_numbers).into_owned();
        Some(Leaf { kind: block.kind, text, marks, editorial, language })
    }

    /// What a span is; `None` if it is nothing that is asked for.
    fn mark(&self, span: &Span) -> Option<Mark> {
        Some(match span.kind {
            SpanKind::Link => {
                Mark::Link(self.addresses.link(span.node).filter(|_| self.config.links)?)
            }
            SpanKind::Strong => Mark::Strong,
            SpanKind::Emphasis => Mark::Emphasis,
            SpanKind::Code => Mark::Code,
            SpanKind::Deleted => Mark::Deleted,
            SpanKind::Sub => Mark::Sub,
            SpanKind::Sup => Mark::Sup,
            SpanKind::Inserted => Mark::Inserted,
            SpanKind::Highlighted => Mark::Highlighted,
            SpanKind::Abbreviation => Mark::Abbreviation(self.abbreviation(span.node)?),
            SpanKind::Formula => {
                Mark::Formula { displayed: is_displayed(self.page.tree(), span.node) }
            }
            SpanKind::Image => Mark::Picture(self.picture(span.node)?),
            // They stand beside the marks.
            SpanKind::Quoted
            | SpanKind::Underlined
            | SpanKind::Time
            | SpanKind::Ruby
            | SpanKind::Language => return None,
        })
    }

    /// What an abbreviation stands for; `None` if the element was the last one already.
    fn abbreviation(&self, node: NodeId) -> Option<String> {
        if self.abbreviation.replace(Some(node)) == Some(node) {
            return None;
        }
        let title = self.page.tree().attr(node, Attr::TITLE);
        let title = normalised(title.filter(|title| title.len() <= TITLE_BYTES)?);
        Some(title).filter(|title| !title.is_empty())
    }

    /// A picture, if pictures are wanted and it has an address.
    fn picture(&self, node: NodeId) -> Option<Picture> {
        let source = self.addresses.source(node).filter(|_| self.config.images)?;
        let tree = self.page.tree();
        let is_image = tree.tag(node) == Some(Tag::Img);
        let alt = tree.attr(node, Attr::ALT).filter(|_| is_image).unwrap_or_default();
        Some(Picture { source, alt: normalised(alt), link: self.link_around(node) })
    }

    /// Where the link around a picture leads.
    fn link_around(&self, picture: NodeId) -> Option<String> {
        let tree = self.page.tree();
        let mut around = tree.ancestors(picture).take(LINK_REACH);
        let link = around.find(|id| tree.tag(*id) == Some(Tag::A)).filter(|_| self.config.links)?;
        self.addresses.link(link)
    }
}

/// Removes the link of a picture within a linked text: the mark of the text has it.
fn without_double_links(mut marks: Vec<Marked>) -> Vec<Marked> {
    let mut linked = 0;
    for marked in &mut marks {
        match &mut marked.mark {
            Mark::Link(_) => linked = marked.end,
            Mark::Picture(picture) if marked.start < linked => picture.link = None,
            _ => {}
        }
    }
    marks
}
