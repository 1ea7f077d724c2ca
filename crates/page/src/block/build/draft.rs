//! The block that is being written: its text, the spans in it, and the inline elements that are
//! open.

use std::cmp::Reverse;

use crate::block::text::Writer;
use crate::block::{Block, Meanings, Span, SpanKind};
use crate::tree::NodeId;

/// An inline element that is open.
pub(super) struct Inline {
    pub(super) node: NodeId,
    pub(super) end: NodeId,
    pub(super) kind: Option<SpanKind>,
    /// Bytes of the text before it.
    pub(super) start: u32,
    /// Characters of the text before it.
    pub(super) chars: u32,
    pub(super) meanings: Meanings,
    /// The mark to write at the end of a quotation.
    pub(super) quote: Option<&'static str>,
}

/// The block that is being written.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) writer: Writer,
    pub(super) spans: Vec<Span>,
    link_chars: u32,
    meanings: Meanings,
    /// Inline elements that are open, outer before inner.
    pub(super) inlines: Vec<Inline>,
    /// The last node was a `wbr`, where a word may be broken.
    pub(super) breakable: bool,
}

impl Draft {
    /// Whether the text is part of a word or a name: `sup` raises parts of words, and code writes
    /// one name in several elements.
    pub(super) fn joins_words(&self) -> bool {
        let joins = |inline: &Inline| {
            matches!(inline.kind, Some(SpanKind::Code | SpanKind::Sub | SpanKind::Sup))
        };
        self.inlines.iter().any(joins)
    }

    /// Writes text. Whether some of it is visible.
    pub(super) fn write(&mut self, text: &str, verbatim: bool) -> bool {
        let chars = self.writer.chars();
        if verbatim {
            self.writer.verbatim(text);
        } else {
            if !self.breakable && self.writer.starts_new_word(text) && !self.joins_words() {
                self.writer.space();
            }
            self.writer.flow(text);
        }
        self.breakable = false;
        if !self.writer.is_empty() {
            for inline in &self.inlines {
                self.meanings = self.meanings.or(inline.meanings);
            }
        }
        self.writer.chars() > chars
    }

    pub(super) fn space(&mut self, verbatim: bool) {
        if verbatim {
            self.writer.verbatim(" ");
        } else {
            self.writer.space();
        }
    }

    /// Adds the span of the text that a reading belongs to: what the ruby element has since its
    /// last one.
    pub(super) fn end_ruby_base(&mut self, reading: NodeId) {
        let (end, next) = (self.writer.len(), self.writer.position());
        let mut open = self.inlines.iter_mut().rev();
        let ruby = open.find(|inline| inline.kind == Some(SpanKind::Ruby));
        let Some(ruby) = ruby else { return };
        let start = self.writer.visible_from(std::mem::replace(&mut ruby.start, next));
        if start < end {
            self.spans.push(Span { start, end, kind: SpanKind::Ruby, node: reading });
        }
    }

    /// Adds the span of an inline element that closes here.
    pub(super) fn close(&mut self, inline: &Inline, verbatim: bool) {
        let end = self.writer.len();
        let Some(kind) = inline.kind.filter(|_| inline.start < end) else { return };
        // What is left of a ruby element has no reading.
        if kind == SpanKind::Ruby {
            return;
        }
        let start = if verbatim { inline.start } else { self.writer.visible_from(inline.start) };
        self.spans.push(Span { start, end, kind, node: inline.node });
        // Characters, not bytes: link density compares them with the characters of the block.
        if kind == SpanKind::Link {
            self.link_chars += self.writer.chars().saturating_sub(inline.chars);
        }
    }

    /// Moves text and spans into `block`. Inline elements stay open and go on in the next block.
    pub(super) fn finish(&mut self, block: Block, verbatim: bool) -> Block {
        let open = std::mem::take(&mut self.inlines);
        open.iter().rev().for_each(|inline| self.close(inline, verbatim));
        self.inlines = open;
        let chars = self.writer.chars();
        let end = self.writer.len();
        let mut spans = std::mem::take(&mut self.spans);
        // Trailing white space was removed from verbatim text after some spans had ended in it.
        spans.iter_mut().for_each(|s| (s.start, s.end) = (s.start.min(end), s.end.min(end)));
        // Of two spans over the same text the element further up in the tree is the outer one.
        spans.sort_by_key(|s| (s.start, Reverse(s.end), s.node));
        let block = Block {
            text: self.writer.take(),
            chars,
            link_chars: std::mem::take(&mut self.link_chars).min(chars),
            spans,
            inline: std::mem::take(&mut self.meanings),
            ..block
        };
        self.restart_inlines();
        block
    }

    /// Forgets what was written.
    pub(super) fn discard(&mut self) {
        self.writer.take();
        self.link_chars = 0;
        self.meanings = Meanings::default();
        self.restart_inlines();
    }

    /// Lets the open inline elements begin again with the next block.
    fn restart_inlines(&mut self) {
        self.spans.clear();
        for inline in &mut self.inlines {
            (inline.start, inline.chars) = (0, 0);
        }
    }
}

/// The text nodes that are read, each with the block in which it begins.
#[derive(Default)]
pub(super) struct TextNodes {
    nodes: Vec<(NodeId, u32)>,
    /// How many of them lie in blocks that are written.
    settled: usize,
}

impl TextNodes {
    /// Notes that a text node is read.
    pub(super) fn read(&mut self, node: NodeId) {
        // One text node can fill several blocks, line by line: the first of them counts.
        if self.nodes.last().is_none_or(|(last, _)| *last != node) {
            self.nodes.push((node, u32::MAX));
        }
    }

    /// Assigns the nodes read since the last block to the block of this index.
    pub(super) fn settle(&mut self, block: u32) {
        self.nodes[self.settled..].iter_mut().for_each(|(_, of)| *of = block);
        self.settled = self.nodes.len();
    }

    /// Forgets the nodes read since the last block.
    pub(super) fn discard(&mut self) {
        self.nodes.truncate(self.settled);
    }

    /// The nodes with the indexes of their blocks, in document order.
    pub(super) fn into_nodes(self) -> Vec<(NodeId, u32)> {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::BlockKind;

    fn inline(kind: SpanKind, node: u32, start: u32) -> Inline {
        let meanings = Meanings::default();
        let (node, end) = (NodeId(node), NodeId(node + 1));
        Inline { node, end, kind: Some(kind), start, chars: start, meanings, quote: None }
    }

    #[test]
    fn open_elements_end_with_the_block_and_go_on_in_the_next() {
        let mut draft = Draft::default();
        draft.write("See ", false);
        draft.inlines.push(inline(SpanKind::Link, 4, draft.writer.position()));
        draft.write("the harbour", false);
        let empty = || Block::empty(BlockKind::Paragraph, NodeId::DOCUMENT);
        let first = draft.finish(empty(), false);
        assert_eq!((first.text.as_str(), first.link_chars), ("See the harbour", 11));
        assert_eq!(&first.text[first.spans[0].start as usize..], "the harbour");
        draft.write("and the quay", false);
        let second = draft.finish(empty(), false);
        assert_eq!((second.spans.len(), second.link_chars, second.chars), (1, 12, 12));
    }

    #[test]
    fn outer_spans_come_before_inner_ones_over_the_same_text() {
        let mut draft = Draft::default();
        draft.inlines.extend([inline(SpanKind::Strong, 2, 0), inline(SpanKind::Emphasis, 3, 0)]);
        draft.write("Fog", false);
        let block = draft.finish(Block::empty(BlockKind::Paragraph, NodeId::DOCUMENT), false);
        let kinds: Vec<SpanKind> = block.spans.iter().map(|span| span.kind).collect();
        assert_eq!(kinds, [SpanKind::Strong, SpanKind::Emphasis]);
    }

    #[test]
    fn what_is_discarded_leaves_nothing_behind() {
        let mut draft = Draft::default();
        draft.inlines.push(inline(SpanKind::Link, 2, 0));
        draft.write(" \u{200d}", false);
        draft.discard();
        draft.inlines.clear();
        draft.write("Fog", false);
        let block = draft.finish(Block::empty(BlockKind::Paragraph, NodeId::DOCUMENT), false);
        assert_eq!((block.text.as_str(), block.link_chars, block.spans.len()), ("Fog", 0, 0));
    }

    #[test]
    fn text_nodes_belong_to_the_block_in_which_they_begin() {
        let mut texts = TextNodes::default();
        texts.read(NodeId(3));
        texts.settle(0);
        texts.read(NodeId(3));
        texts.read(NodeId(5));
        texts.settle(1);
        texts.read(NodeId(7));
        texts.discard();
        assert_eq!(texts.into_nodes(), [(NodeId(3), 0), (NodeId(5), 1)]);
    }
}
