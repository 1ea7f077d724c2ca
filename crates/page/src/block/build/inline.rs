//! What stands in a block: text, line breaks, inline elements, formulas and pictures.

use super::builder::Builder;
use super::draft::Inline;
use crate::block::facts::Facts;
use crate::block::text::seams;
use crate::block::{
    Block, BlockKind, Meanings, Span, SpanKind, formula, quotes, sources, symbols, task,
};
use crate::tree::{Attr, NodeId, NodeKind, Tag, Tree};

/// Pixels up to which a picture is a counter or a spacer.
const TINY_PIXELS: u32 = 3;
/// Elements around a text that are looked at.
const NESTED: usize = 8;

impl Builder<'_> {
    /// Reads a text node.
    pub(super) fn text_node(&mut self, id: NodeId) {
        let text = self.tree.text(id);
        if self.is_set_apart(id, text) {
            self.draft.writer.space();
        }
        if id < self.lines_end && !self.context.verbatim {
            self.lines(id, text);
        } else {
            self.text(id, text);
        }
        // White space between two elements does not separate their texts here: `touches` knows it.
        if !text.trim_ascii().is_empty() {
            self.last_text = id;
        }
    }

    /// Reads text whose lines are lines, of verse for example.
    fn lines(&mut self, id: NodeId, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            // One text node may have more lines than a page may have blocks.
            if self.cap.is_reached(self.built.blocks.len()) {
                return;
            }
            if at > 0 {
                self.line_break();
            }
            self.text(id, line);
        }
    }

    /// Whether only tags stand between a text and the last one, but styles keep them distinct. One
    /// element ends before the text and another begins with it, and the text is a date, a sentence,
    /// or both elements are links. Elements of one word each may be parts of a name.
    fn is_set_apart(&self, id: NodeId, text: &str) -> bool {
        let writer = &self.draft.writer;
        if self.context.verbatim || !writer.touches(text) || self.draft.joins_words() {
            return false;
        }
        let Some((ended, begun)) = self.elements_between(id) else { return false };
        let link = |node: NodeId| self.tree.attr(node, Attr::HREF);
        let has_words =
            |node: NodeId| self.tree.text_content(node).trim().contains(char::is_whitespace);
        let are_links =
            link(ended).is_some() && link(begun).is_some() && link(ended) != link(begun);
        let before = writer.text();
        seams::date_follows(before, text)
            || seams::sentence_follows(before, text) && has_words(ended)
            || are_links
                && seams::word_follows(before, text)
                && (has_words(ended) || has_words(begun))
    }

    /// The outermost element that ended since the last text and the outermost that began since.
    /// Neither holds both texts.
    fn elements_between(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let outermost = |from: NodeId, other: NodeId| {
            let parents =
                std::iter::successors(self.tree.parent(from), |node| self.tree.parent(*node));
            let holds_other = |node: &NodeId| *node < other && other < self.tree.end(*node);
            parents.take(NESTED).take_while(|node| !holds_other(node)).last()
        };
        Some((outermost(self.last_text, id)?, outermost(id, self.last_text)?))
    }

    /// Keeps the lines of the source in an element whose style does.
    pub(super) fn keep_lines(&mut self, id: NodeId, facts: Facts) {
        if facts.lines {
            self.lines_end = self.lines_end.max(self.tree.end(id));
        }
    }

    /// Writes text of a node.
    fn text(&mut self, node: NodeId, text: &str) {
        // CodeMirror 5 keeps a zero-width space in an empty line.
        let text = if self.context.verbatim && text == "\u{200b}" { "\n" } else { text };
        let is_visible = self.draft.write(text, self.context.verbatim);
        if is_visible && self.tree.kind(node) == NodeKind::Text {
            self.texts.read(node);
        }
    }

    /// Writes the formula of an element if the page declares its TeX; whether it did.
    pub(super) fn formula(
        &mut self,
        node: NodeId,
        tex: impl Fn(&Tree, NodeId) -> Option<String>,
    ) -> bool {
        if self.context.verbatim {
            return false;
        }
        let Some(tex) = tex(self.tree, node) else { return false };
        // A picture beside a formula shows the same formula.
        if self.formula.is_some_and(|read| formula::is_fallback(self.tree, node, read)) {
            return true;
        }
        self.formula = Some(node);
        self.separate_formulas();
        let start = self.draft.writer.position();
        self.text(node, &tex);
        // The text of the element was not written but is represented by the formula.
        for within in self.tree.descendants(node) {
            if !self.tree.text(within).trim().is_empty() {
                self.texts.read(within);
            }
        }
        let writer = &self.draft.writer;
        let (start, end) = (writer.visible_from(start), writer.len());
        if start < end {
            self.draft.spans.push(Span { start, end, kind: SpanKind::Formula, node });
        }
        true
    }

    /// Writes a space between two formulas: each is a word of its own.
    fn separate_formulas(&mut self) {
        let end = self.draft.writer.len();
        // What only editions mark parts no formulas.
        let mut ending = self.draft.spans.iter().rev().take_while(|span| span.end == end);
        let last = ending.find(|span| !span.kind.is_editorial());
        if end > 0 && last.is_some_and(|span| span.kind == SpanKind::Formula) {
            self.draft.writer.space();
        }
    }

    /// Writes a line break; the second in a row ends the block.
    pub(super) fn line_break(&mut self) {
        if self.context.verbatim {
            self.draft.writer.verbatim("\n");
        } else if self.draft.writer.line_break() {
            self.flush();
        }
    }

    /// Opens an inline element, if it has a meaning for the text in it.
    pub(super) fn open_inline(&mut self, node: NodeId, tag: Tag, facts: Facts) {
        let kind = span_kind(self.tree, node, tag);
        // Within its like an element adds nothing.
        let kind = kind.filter(|own| {
            let like = self.draft.inlines.iter().filter(|outer| outer.kind == kind);
            like.take(own.depth()).count() < own.depth()
        });
        let writer = &self.draft.writer;
        let (start, chars) = (writer.position(), writer.chars());
        let quote = if tag == Tag::Q { self.open_quotation(node) } else { None };
        if kind.is_some() || quote.is_some() || facts.meanings != Meanings::default() {
            let (end, meanings) = (self.tree.end(node), facts.meanings);
            self.draft.inlines.push(Inline { node, end, kind, start, chars, meanings, quote });
        }
    }

    /// Writes the mark before a quotation; the mark to write after it.
    fn open_quotation(&mut self, node: NodeId) -> Option<&'static str> {
        if self.context.verbatim || self.draft.writer.is_quoted() {
            return None;
        }
        let quotations = self.draft.inlines.iter().filter(|inline| inline.quote.is_some());
        let (open, close) = quotes::around(self.tree, node, quotations.count())?;
        self.draft.writer.open_quotation(open);
        Some(close)
    }

    /// Reads an element that has no text of its own: a picture, a player, a form control.
    pub(super) fn replaced(&mut self, id: NodeId, tag: Tag) {
        match tag {
            Tag::Img if !is_picture(self.tree, id) || self.facts.facts(id, tag).hidden => {}
            Tag::Img if self.formula(id, formula::tex_of_picture) => {}
            Tag::Img if self.character(id) => {}
            // At the beginning of a block a picture is a block of its own.
            Tag::Img if self.draft.writer.is_invisible() && !self.context.verbatim => {
                self.push_without_text(BlockKind::Image, id);
            }
            Tag::Img => {
                self.draft.space(self.context.verbatim);
                let at = self.draft.writer.len();
                let kind = SpanKind::Image;
                self.draft.spans.push(Span { start: at, end: at, kind, node: id });
            }
            Tag::Video | Tag::Audio | Tag::Iframe | Tag::Embed | Tag::Object => {
                let facts = self.facts.facts(id, tag);
                if !facts.hidden && sources(self.tree, id).next().is_some() {
                    self.flush();
                    self.push_without_text(BlockKind::Media, id);
                }
            }
            Tag::Rt => self.draft.end_ruby_base(id),
            Tag::Input if self.task_box(id, tag) => {}
            // Controls stand between words like a space.
            Tag::Select | Tag::Input | Tag::Textarea => self.draft.space(self.context.verbatim),
            _ => {}
        }
    }

    /// Writes the sign of the box at the beginning of a task; whether it is one.
    pub(super) fn task_box(&mut self, id: NodeId, tag: Tag) -> bool {
        let begins = self.draft.writer.is_invisible()
            && self.context.kind == BlockKind::ListItem
            && !self.context.item_begun;
        let sign = begins.then(|| task::sign(self.tree, id, tag)).flatten();
        let Some(sign) = sign else { return false };
        self.draft.write(sign.encode_utf8(&mut [0; 4]), self.context.verbatim);
        self.draft.space(self.context.verbatim);
        true
    }

    /// Writes the character that a picture stands for; whether it stands for one.
    fn character(&mut self, picture: NodeId) -> bool {
        let Some(character) = symbols::of_picture(self.tree, picture) else { return false };
        // An initial belongs to its word.
        self.draft.breakable = true;
        self.draft.write(character, self.context.verbatim);
        self.draft.breakable = true;
        true
    }

    /// Adds a picture or player as a block without text.
    fn push_without_text(&mut self, kind: BlockKind, node: NodeId) {
        let context = self.context;
        self.built.blocks.push(Block {
            list: context.list,
            quote_depth: context.quote_depth,
            cell: context.cell,
            hidden: context.hidden,
            container: context.container,
            ..Block::empty(kind, node)
        });
    }
}

/// What the text in an inline element is; `None` if it is nothing special.
fn span_kind(tree: &Tree, node: NodeId, tag: Tag) -> Option<SpanKind> {
    match tag {
        // An anchor without an address is a place to jump to.
        Tag::A => tree.attr(node, Attr::HREF).map(|_| SpanKind::Link),
        Tag::B | Tag::Strong => Some(SpanKind::Strong),
        Tag::I | Tag::Em | Tag::Cite | Tag::Dfn | Tag::Var => Some(SpanKind::Emphasis),
        Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt => Some(SpanKind::Code),
        Tag::Del | Tag::S | Tag::Strike => Some(SpanKind::Deleted),
        Tag::Ins => Some(SpanKind::Inserted),
        Tag::Mark => Some(SpanKind::Highlighted),
        Tag::Abbr | Tag::Acronym => tree.attr(node, Attr::TITLE).map(|_| SpanKind::Abbreviation),
        Tag::Sub => Some(SpanKind::Sub),
        Tag::Sup => Some(SpanKind::Sup),
        Tag::Q => Some(SpanKind::Quoted),
        Tag::U => Some(SpanKind::Underlined),
        Tag::Time => tree.attr(node, Attr::DATETIME).map(|_| SpanKind::Time),
        Tag::Ruby => Some(SpanKind::Ruby),
        _ => {
            let declared = tree.attr(node, Attr::LANG).or_else(|| tree.attr(node, Attr::XML_LANG));
            declared.map(|_| SpanKind::Language)
        }
    }
}

/// Whether an image is more than a counter or spacer.
fn is_picture(tree: &Tree, id: NodeId) -> bool {
    let is_tiny = |name: &str| {
        let value = tree.attr_named(id, name);
        value.and_then(|v| v.trim().parse::<u32>().ok()).is_some_and(|n| n <= TINY_PIXELS)
    };
    // Where AMP lays out an image, its sides are a ratio.
    let is_ratio = tree.attr_named(id, "layout").is_some();
    sources(tree, id).next().is_some() && (is_ratio || !is_tiny("width") && !is_tiny("height"))
}
