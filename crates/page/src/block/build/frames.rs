//! Block-level elements: what they open, give to the blocks in them, and close.

use super::{Builder, Frame};
use crate::block::facts::Facts;
use crate::block::{BlockKind, CellPlace, Container, ListPlace, Meanings};
use crate::tree::{Attr, NodeId, Tag};

/// Columns that one cell may span.
const SPAN_CAP: u16 = 100;

impl Builder<'_> {
    pub(super) fn open_block(&mut self, id: NodeId, tag: Tag, facts: Facts) {
        if self.context.verbatim {
            return self.writer.verbatim_line();
        }
        self.flush();
        let before = self.context;
        self.open_container(id, tag, facts);
        self.context.hidden |= (facts.hidden || facts.unspoken) && self.may_hide(id, tag);
        self.enter(id, tag);
        let end = self.tree.end(id);
        let start = self.tree.attr(id, Attr::START).filter(|_| tag == Tag::Ol);
        let start = start.and_then(|n| n.trim().parse().ok());
        let next = start.unwrap_or(u32::from(tag == Tag::Ol));
        self.frames.push(Frame { node: id, end, before, next, columns: 0 });
    }

    pub(super) fn open_container(&mut self, node: NodeId, tag: Tag, facts: Facts) {
        let first = self.built.blocks.len() as u32;
        let is_page = matches!(tag, Tag::Html | Tag::Body);
        let meanings = if is_page { Meanings::default() } else { facts.meanings };
        let parent = self.context.container;
        self.context.container = self.built.containers.len() as u32;
        let declared = facts.declared;
        let container = Container { node, tag, parent, first, end: first, meanings, declared };
        self.built.containers.push(container);
    }

    /// What the element makes of the blocks in it.
    pub(super) fn enter(&mut self, id: NodeId, tag: Tag) {
        let context = &mut self.context;
        match tag {
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => {
                context.kind = BlockKind::Code;
                context.verbatim = true;
            }
            Tag::Blockquote => context.quote_depth = context.quote_depth.saturating_add(1),
            Tag::Figcaption | Tag::Caption => context.kind = BlockKind::Caption,
            Tag::Dt => context.kind = BlockKind::Term,
            Tag::Dd => context.kind = BlockKind::Definition,
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => {
                let depth = context.list.map_or(0, |l| l.depth).saturating_add(1);
                let number = (tag == Tag::Ol).then_some(0);
                context.list = Some(ListPlace { list: id, depth, number });
                context.kind = BlockKind::Paragraph;
            }
            Tag::Li => self.enter_item(id),
            Tag::Tr => self.count_row(),
            Tag::Td | Tag::Th => self.enter_cell(id, tag),
            Tag::Table if self.data_tables.binary_search(&id).is_ok() => {
                let (row, column, header) = (0, 0, false);
                context.cell = Some(CellPlace { table: id, row, column, header });
            }
            Tag::Table => context.cell = None,
            _ => {
                if let Some(level) = tag.heading_level() {
                    context.kind = BlockKind::Heading(level);
                }
            }
        }
    }

    pub(super) fn enter_item(&mut self, id: NodeId) {
        let value = self.tree.attr(id, Attr::VALUE).and_then(|n| n.trim().parse().ok());
        let list = self.context.list.get_or_insert(ListPlace { list: id, depth: 1, number: None });
        if list.number.is_some()
            && let Some(frame) = self.frames.last_mut()
        {
            let number = value.unwrap_or(frame.next);
            frame.next = number.saturating_add(1);
            list.number = Some(number);
        }
        self.context.kind = BlockKind::ListItem;
        self.context.item_begun = false;
    }

    /// Rows may lie in a section of the table; the innermost table counts them.
    pub(super) fn count_row(&mut self) {
        let Some(cell) = &mut self.context.cell else { return };
        if let Some(frame) = self.frames.iter_mut().rev().find(|f| f.node == cell.table) {
            cell.row = frame.next;
            frame.next = frame.next.saturating_add(1);
        }
    }

    pub(super) fn enter_cell(&mut self, id: NodeId, tag: Tag) {
        let Some(cell) = &mut self.context.cell else { return };
        let span = self.tree.attr(id, Attr::COLSPAN).and_then(|n| n.trim().parse().ok());
        let span: u16 = span.unwrap_or(1);
        if let Some(frame) = self.frames.last_mut() {
            cell.column = frame.columns;
            frame.columns = frame.columns.saturating_add(span.clamp(1, SPAN_CAP));
        }
        cell.header = tag == Tag::Th;
        self.context.kind = BlockKind::Cell;
    }

    /// Closes what ends before `at`.
    pub(super) fn close_until(&mut self, at: NodeId) {
        loop {
            let inline = self.inlines.last().map(|i| i.end).filter(|end| *end <= at);
            let block = self.frames.last().map(|f| f.end).filter(|end| *end <= at);
            match (inline, block) {
                (Some(inner), outer) if outer.is_none_or(|outer| inner <= outer) => {
                    if let Some(inline) = self.inlines.pop() {
                        self.close_inline(&inline);
                    }
                }
                (_, Some(_)) => self.close_block(),
                _ => return self.close_root(at),
            }
        }
    }

    pub(super) fn close_root(&mut self, at: NodeId) {
        if at == NodeId(u32::MAX) {
            self.flush();
            let end = self.built.blocks.len() as u32;
            self.built.containers[0].end = end;
        }
    }

    pub(super) fn close_block(&mut self) {
        self.flush();
        let Some(frame) = self.frames.pop() else { return };
        let end = self.built.blocks.len() as u32;
        self.built.containers[self.context.container as usize].end = end;
        let begun = self.context.item_begun;
        self.context = frame.before;
        // A paragraph in an item has used up the item's mark.
        if self.context.kind == BlockKind::ListItem && begun {
            self.context.item_begun = true;
        }
    }
}
