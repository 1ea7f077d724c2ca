//! Cuts the tree into blocks in one walk, without recursion.

mod amounts;
mod back_links;
mod builder;
mod cells;
mod context;
mod draft;
mod frames;
mod heading_links;
mod inline;
mod numbers;
mod visibility;

pub(crate) use self::frames::is_reversed;
pub(crate) use self::heading_links::MARKS;

use self::builder::Builder;
use super::built::Built;
use super::class_words::Meaning;
use super::facts::Facts;
use super::parts::{Block, BlockKind};
use super::{copy_button, formula, line_numbers, listing, symbols};
use crate::tree::{Attr, Layout, NodeId, Tag, Tree};
use crate::{Limits, PageFlag};

/// Bytes of text of a sign: an arrow, the name of an icon, "Copy to clipboard" in any script.
const SIGN_BYTES: u32 = 80;

/// Cuts `tree` into blocks.
pub(crate) fn build(tree: &Tree, limits: &Limits, flags: &mut Vec<PageFlag>) -> Built {
    let mut builder = Builder::new(tree, limits);
    let mut at = NodeId(1);
    while at.index() < tree.len() {
        builder.close_until(at);
        if builder.cap.is_reached(builder.built.blocks.len()) {
            break;
        }
        at = builder.visit(at);
    }
    let cut = builder.cap.cut;
    if cut {
        flags.push(PageFlag::BlocksCapped);
    }
    builder.finish()
}

impl Builder<'_> {
    /// Reads one node; the node to go on with.
    fn visit(&mut self, id: NodeId) -> NodeId {
        let is_entered = match self.tree.tag(id) {
            None => {
                self.text_node(id);
                true
            }
            Some(tag) => match tag.layout() {
                // Nothing in these elements is text for readers.
                Layout::Meta => false,
                Layout::Replaced => {
                    self.replaced(id, tag);
                    false
                }
                Layout::Inline => self.visit_inline(id, tag),
                Layout::Block => self.visit_block(id, tag),
            },
        };
        if is_entered { NodeId(id.0 + 1) } else { self.tree.end(id) }
    }

    /// Reads an inline element; whether to go on with what is in it.
    fn visit_inline(&mut self, id: NodeId, tag: Tag) -> bool {
        if let Some(is_entered) = self.visit_special(id, tag) {
            return is_entered;
        }
        let facts = self.facts.facts(id, tag);
        if self.is_beside_code(id, facts) {
            self.number_lines(id, facts.hidden);
            return false;
        }
        let is_hidden = (facts.hidden || self.is_unseen(id, facts))
            // MediaWiki hides the MathML of its formulas and shows a picture.
            && !formula::holds_math(self.tree, id)
            && self.may_hide(id, tag, facts);
        if is_hidden || self.is_edit_link(id) || formula::is_drawn(self.tree, id) {
            return false;
        }
        if self.task_box(id, tag) {
            return false;
        }
        if self.is_sign(id, tag) {
            if !self.context.verbatim {
                self.draft.writer.space();
            }
            return false;
        }
        self.keep_lines(id, facts);
        self.open_inline(id, tag, facts);
        true
    }

    /// Reads breaks, formulas and links of headings, which are not text in an element; whether to
    /// go on with what is in them. `None` for all other elements.
    // Called for every inline element, from one place.
    #[inline]
    fn visit_special(&mut self, id: NodeId, tag: Tag) -> Option<bool> {
        match tag {
            Tag::Br => {
                self.line_break();
                Some(true)
            }
            Tag::Wbr => {
                self.draft.breakable = true;
                Some(true)
            }
            // Without TeX a formula is read from its elements.
            Tag::Math if self.formula(id, formula::tex) || self.formula(id, formula::line) => {
                Some(false)
            }
            Tag::Span
                if formula::is_alone(self.tree, id) && self.formula(id, formula::drawn_line) =>
            {
                Some(false)
            }
            Tag::Span | Tag::Other
                if formula::is_mathjax(self.tree, id)
                    && self.formula(id, formula::mathjax_text) =>
            {
                Some(false)
            }
            Tag::A if self.is_heading_link(id) => Some(false),
            Tag::Other if self.is_annotation(id) => Some(false),
            _ => None,
        }
    }

    /// Reads a block-level element; whether to go on with what is in it.
    fn visit_block(&mut self, id: NodeId, tag: Tag) -> bool {
        let facts = self.facts.facts(id, tag);
        if self.is_gutter(id, tag, facts) || self.is_beside_code(id, facts) {
            self.number_lines(id, facts.hidden);
            return false;
        }
        let is_left_out = tag == Tag::Noframes
            || tag == Tag::Div && formula::is_drawn(self.tree, id)
            || self.is_unseen(id, facts) && self.may_hide(id, tag, facts)
            || self.is_copy_box(id, tag);
        if is_left_out {
            return false;
        }
        self.open_block(id, tag, facts);
        true
    }

    /// Whether an inline element is a sign for those who use the page, not for readers of its text.
    fn is_sign(&self, id: NodeId, tag: Tag) -> bool {
        // The cheap test first: signs are short.
        (1..=SIGN_BYTES).contains(&self.inside(id))
            && (self.is_back_link(id, tag)
                || symbols::is_icon_name(self.tree, id, tag)
                || copy_button::is_copy_button(self.tree, id, tag))
    }

    /// Whether a block-level element is a button that copies, or says that it has.
    fn is_copy_box(&self, id: NodeId, tag: Tag) -> bool {
        (1..=SIGN_BYTES).contains(&self.inside(id))
            && copy_button::is_copy_button(self.tree, id, tag)
    }

    /// Whether an element of MathML repeats in another notation what is shown.
    fn is_annotation(&self, id: NodeId) -> bool {
        matches!(self.tree.name(id), "annotation" | "annotation-xml")
    }

    /// Whether an element holds the numbers of lines.
    fn is_gutter(&self, id: NodeId, tag: Tag, facts: Facts) -> bool {
        // For SyntaxHighlighter `brush: js; gutter: false` are options of the code itself.
        let is_code =
            || self.tree.attr(id, Attr::CLASS).is_some_and(|class| class.contains("brush:"));
        facts.meanings.has(Meaning::Gutter) && matches!(tag, Tag::Td | Tag::Pre) && !is_code()
    }

    fn is_beside_code(&self, id: NodeId, facts: Facts) -> bool {
        self.context.verbatim && listing::is_beside_code(self.tree, id, facts)
    }

    /// Keeps the numbers of lines that an element shows, for the code around it or after it.
    fn number_lines(&mut self, id: NodeId, hidden: bool) {
        if hidden {
            return;
        }
        let first = if self.context.verbatim { self.draft.writer.line() } else { 0 };
        self.numbers.extend(line_numbers::shown(self.tree, id, first).unwrap_or_default());
    }

    /// Ends the block that is being written. A block without visible text is dropped.
    fn flush(&mut self) {
        let verbatim = self.context.verbatim;
        if verbatim {
            // Before the test for visible text: code of blank lines is no block.
            self.draft.writer.trim_end();
        }
        if self.draft.writer.is_invisible() || !verbatim && self.is_for_scripts() {
            self.draft.discard();
            self.texts.discard();
            if verbatim {
                self.numbers.end_column();
            }
            self.numbers.end_empty();
            return;
        }
        let kind = self.kind_of_next();
        let container = self.context.container;
        let block = Block {
            list: self.context.list,
            quote_depth: self.context.quote_depth,
            cell: self.context.cell,
            hidden: self.context.hidden,
            container,
            line_numbers: self.numbers.take(kind),
            ..Block::empty(kind, self.built.containers[container as usize].node)
        };
        self.texts.settle(self.built.blocks.len() as u32);
        let block = self.draft.finish(block, verbatim);
        self.built.blocks.push(block);
    }

    /// The kind of the block that is written next: only the first block of an item is its item.
    fn kind_of_next(&mut self) -> BlockKind {
        match self.context.kind {
            BlockKind::ListItem if self.context.item_begun => BlockKind::Paragraph,
            BlockKind::ListItem => {
                self.context.item_begun = true;
                BlockKind::ListItem
            }
            kind => kind,
        }
    }
}
