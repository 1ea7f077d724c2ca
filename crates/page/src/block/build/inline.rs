//! What stands in a block: text, line breaks, inline elements, and pictures between them.

use super::{Builder, Inline, blank};
use crate::block::facts::{Facts, facts};
use crate::block::formula;
use crate::block::{Block, BlockKind, Meanings, Span, SpanKind, quotes, sources};
use crate::tree::{Attr, NodeId, NodeKind, Tag, Tree};

/// Pictures not larger than this in a direction are counters, not pictures.
const TINY_PIXELS: u32 = 3;
/// Elements around a text that are looked at.
const NESTED: usize = 8;

impl Builder<'_> {
    /// Reads a text node.
    pub(super) fn text_node(&mut self, id: NodeId) {
        let text = self.tree.text(id);
        if self.is_apart(id, text) {
            self.writer.space();
        }
        if id < self.lines_end && !self.context.verbatim {
            self.lines(id, text);
        } else {
            self.text(id, text);
        }
        if !text.trim_ascii().is_empty() {
            self.last_text = id;
        }
    }

    /// Reads text whose lines are lines. One text may have more of them than a page may have blocks.
    fn lines(&mut self, id: NodeId, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            if self.is_full() {
                self.is_cut = true;
                return;
            }
            if at > 0 {
                self.line_break();
            }
            self.text(id, line);
        }
    }

    /// Whether styles set a text apart from what was read last although nothing but tags stands between: one element
    /// ends before it and another begins, with a date or a sentence, or both are links. Elements of one word each may be
    /// parts of a name.
    fn is_apart(&self, id: NodeId, text: &str) -> bool {
        if self.context.verbatim || !self.writer.touches(text) || self.joins() {
            return false;
        }
        let Some((ended, begun)) = self.between(id) else { return false };
        let link = |node: NodeId| self.tree.attr(node, Attr::HREF);
        let has_words =
            |node: NodeId| self.tree.text_content(node).trim().contains(char::is_whitespace);
        let are_links =
            link(ended).is_some() && link(begun).is_some() && link(ended) != link(begun);
        self.writer.is_before_date(text)
            || self.writer.is_before_sentence(text) && has_words(ended)
            || are_links
                && self.writer.is_before_word(text)
                && (has_words(ended) || has_words(begun))
    }

    /// Whether what is read is part of a word or name: words are raised by `sup`, and names in code are written in
    /// several elements.
    fn joins(&self) -> bool {
        let joins = |inline: &Inline| {
            matches!(inline.kind, Some(SpanKind::Code | SpanKind::Sub | SpanKind::Sup))
        };
        self.inlines.iter().any(joins)
    }

    /// The outermost element that ended since the last text was read and the outermost that has begun, where neither
    /// holds both texts.
    fn between(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let up = |from: NodeId, holds: fn(&Tree, NodeId, NodeId) -> bool, other: NodeId| {
            let parents =
                std::iter::successors(self.tree.parent(from), |node| self.tree.parent(*node));
            parents.take(NESTED).take_while(|node| !holds(self.tree, *node, other)).last()
        };
        let holds =
            |tree: &Tree, node: NodeId, other: NodeId| node < other && other < tree.end(node);
        Some((up(self.last_text, holds, id)?, up(id, holds, self.last_text)?))
    }

    /// Keeps the lines of an element whose style does, of verse for example.
    pub(super) fn read_lines(&mut self, id: NodeId, facts: Facts) {
        if facts.lines {
            self.lines_end = self.lines_end.max(self.tree.end(id));
        }
    }

    /// Reads text of a node.
    fn text(&mut self, node: NodeId, text: &str) {
        let chars = self.writer.chars();
        if self.context.verbatim {
            self.writer.verbatim(text);
        } else {
            // Words are broken by `wbr`.
            if !self.breakable && self.writer.meets(text) && !self.joins() {
                self.writer.space();
            }
            self.writer.flow(text);
        }
        self.breakable = false;
        if self.writer.chars() > chars {
            self.keep_place(node);
        }
        if !self.writer.is_empty() {
            for inline in &self.inlines {
                self.meanings = self.meanings.or(inline.meanings);
            }
        }
    }

    /// Keeps that a text node is read; [`flush`](Self::flush) says in which block.
    fn keep_place(&mut self, node: NodeId) {
        let texts = &mut self.built.texts;
        let is_text = self.tree.kind(node) == NodeKind::Text;
        if is_text && texts.last().is_none_or(|(last, _)| *last != node) {
            texts.push((node, u32::MAX));
        }
    }

    /// Writes a formula if the page tells its TeX. A picture beside one that has been read shows the same.
    pub(super) fn formula(
        &mut self,
        node: NodeId,
        tex: impl Fn(&Tree, NodeId) -> Option<String>,
    ) -> bool {
        if self.context.verbatim {
            return false;
        }
        let Some(tex) = tex(self.tree, node) else { return false };
        if self.formula.is_some_and(|read| formula::is_fallback(self.tree, node, read)) {
            return true;
        }
        self.formula = Some(node);
        let start = self.writer.position();
        self.text(node, &tex);
        let is_blank = |within: &NodeId| self.tree.text(*within).trim().is_empty();
        for within in self.tree.descendants(node).filter(|within| !is_blank(within)) {
            self.keep_place(within);
        }
        let (start, end) = (self.writer.visible_from(start), self.writer.len());
        if start < end {
            self.spans.push(Span { start, end, kind: SpanKind::Formula, node });
        }
        true
    }

    pub(super) fn line_break(&mut self) {
        if self.context.verbatim {
            self.writer.verbatim("\n");
        } else if self.writer.line_break() {
            self.flush();
        }
    }

    pub(super) fn space(&mut self) {
        if self.context.verbatim {
            self.writer.verbatim(" ");
        } else {
            self.writer.space();
        }
    }

    pub(super) fn open_inline(&mut self, node: NodeId, tag: Tag, facts: Facts) {
        let end = self.tree.end(node);
        let kind = match tag {
            Tag::A => self.tree.attr(node, Attr::HREF).map(|_| SpanKind::Link),
            Tag::B | Tag::Strong => Some(SpanKind::Strong),
            Tag::I | Tag::Em | Tag::Cite | Tag::Dfn | Tag::Var => Some(SpanKind::Emphasis),
            Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt => Some(SpanKind::Code),
            Tag::Del | Tag::S | Tag::Strike => Some(SpanKind::Deleted),
            Tag::Ins => Some(SpanKind::Inserted),
            Tag::Mark => Some(SpanKind::Highlighted),
            Tag::Abbr | Tag::Acronym => {
                self.tree.attr(node, Attr::TITLE).map(|_| SpanKind::Abbreviation)
            }
            Tag::Sub => Some(SpanKind::Sub),
            Tag::Sup => Some(SpanKind::Sup),
            _ => None,
        };
        // Within its like it says nothing more.
        let kind = kind.filter(|_| self.inlines.iter().all(|outer| outer.kind != kind));
        let quote = if tag == Tag::Q { self.open_quotation(node) } else { None };
        if kind.is_some() || quote.is_some() || facts.meanings != Meanings::default() {
            let (start, chars) = (self.writer.position(), self.writer.chars());
            let meanings = facts.meanings;
            self.inlines.push(Inline { end, node, kind, start, chars, meanings, quote });
        }
    }

    /// Writes the mark before a quotation; the one behind it.
    fn open_quotation(&mut self, node: NodeId) -> Option<&'static str> {
        if self.context.verbatim || self.writer.is_quoted() {
            return None;
        }
        let depth = self.inlines.iter().filter(|inline| inline.quote.is_some()).count();
        let (open, close) = quotes::around(self.tree, node, depth)?;
        self.writer.open_quotation(open);
        Some(close)
    }

    pub(super) fn close_inline(&mut self, inline: &Inline) {
        let end = self.writer.len();
        if let Some(kind) = inline.kind
            && inline.start < end
        {
            let start = match self.context.verbatim {
                true => inline.start,
                false => self.writer.visible_from(inline.start),
            };
            self.spans.push(Span { start, end, kind, node: inline.node });
            if kind == SpanKind::Link {
                self.link_chars += self.writer.chars().saturating_sub(inline.chars);
            }
        }
    }

    pub(super) fn replaced(&mut self, id: NodeId, tag: Tag) {
        match tag {
            Tag::Img if !is_picture(self.tree, id) || facts(self.tree, id, tag).hidden => {}
            Tag::Img if self.formula(id, formula::tex_of_picture) => {}
            Tag::Img if self.writer.is_unseen() && !self.context.verbatim => {
                self.place(BlockKind::Image, id);
            }
            Tag::Img => {
                self.space();
                let at = self.writer.len();
                self.spans.push(Span { start: at, end: at, kind: SpanKind::Image, node: id });
            }
            Tag::Video | Tag::Audio | Tag::Iframe | Tag::Embed | Tag::Object => {
                let facts = facts(self.tree, id, tag);
                if !facts.hidden && sources(self.tree, id).next().is_some() {
                    self.flush();
                    self.place(BlockKind::Media, id);
                }
            }
            Tag::Select | Tag::Input | Tag::Textarea => self.space(),
            _ => {}
        }
    }

    /// Adds a block without text.
    pub(super) fn place(&mut self, kind: BlockKind, node: NodeId) {
        let context = self.context;
        let block = blank(kind, node);
        self.built.blocks.push(Block {
            list: context.list,
            quote_depth: context.quote_depth,
            cell: context.cell,
            hidden: context.hidden,
            container: context.container,
            ..block
        });
    }

    /// Inline elements that stay open go on in the next block.
    pub(super) fn restart_inlines(&mut self) {
        self.spans.clear();
        for inline in &mut self.inlines {
            (inline.start, inline.chars) = (0, 0);
        }
    }
}

/// Whether an image is more than a counter or spacer.
fn is_picture(tree: &Tree, id: NodeId) -> bool {
    let tiny = |name: &str| {
        let value = tree.attr_named(id, name);
        value.and_then(|v| v.trim().parse::<u32>().ok()).is_some_and(|n| n <= TINY_PIXELS)
    };
    sources(tree, id).next().is_some() && !tiny("width") && !tiny("height")
}
