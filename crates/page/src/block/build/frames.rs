//! Block-level elements: what they open, give to the blocks in them, and close.

use super::{Builder, Frame};
use crate::block::facts::Facts;
use crate::block::{BlockKind, CellPlace, Container, ListPlace, Meanings, listing};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Columns that one cell may span.
const SPAN_CAP: u32 = 100;
/// Elements between a list and its items that are looked through.
const LIST_REACH: usize = 8;
/// Columns in which cells may reach into the rows below.
const HELD_CAP: usize = 200;
/// Rows that one cell may span (HTML standard, attributes common to `td` and `th` elements).
const ROW_SPAN_CAP: u32 = 65534;

impl Builder<'_> {
    pub(super) fn open_block(&mut self, id: NodeId, tag: Tag, facts: Facts) {
        if self.context.verbatim {
            return self.writer.verbatim_line();
        }
        self.flush();
        let before = self.context;
        self.open_container(id, tag, facts);
        self.context.hidden |= (facts.hidden || facts.unspoken) && self.may_hide(id, tag, facts);
        self.read_lines(id, facts);
        self.enter(id, tag);
        let end = self.tree.end(id);
        let (next, step) = if tag == Tag::Ol { self.counting(id) } else { (0, 0) };
        let frame = Frame {
            node: id,
            end,
            before,
            next,
            step,
            rows: 0,
            group: 0,
            columns: 0,
            held: Vec::new(),
        };
        self.frames.push(frame);
    }

    /// The number of the first item of an ordered list, and what lies between two.
    fn counting(&self, id: NodeId) -> (i32, i32) {
        let start = self.tree.attr(id, Attr::START).and_then(integer);
        if !is_reversed(self.tree, id) {
            return (start.unwrap_or(1), 1);
        }
        let is_item = |child: &NodeId| self.tree.tag(*child) == Some(Tag::Li);
        let items = || self.tree.children(id).filter(is_item).count() as i32;
        (start.unwrap_or_else(items), -1)
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
                context.list = Some(ListPlace { list: id, depth });
                context.kind = BlockKind::Paragraph;
            }
            Tag::Li => self.enter_item(id),
            Tag::Tr => self.count_row(),
            // Cells do not reach out of their rows' group.
            Tag::Thead | Tag::Tbody | Tag::Tfoot => {
                if let Some((_, frame)) = self.table_around() {
                    frame.held.clear();
                    frame.group = frame.rows;
                }
            }
            Tag::Td | Tag::Th => {
                self.begin_column();
                self.enter_cell(id, tag);
            }
            Tag::Table if self.data_tables.binary_search(&id).is_ok() => {
                (context.row, context.cell) = (Some((id, 0)), None);
            }
            Tag::Table => (context.row, context.cell) = (None, None),
            Tag::Div if listing::is_listing(self.tree, id) => {
                context.kind = BlockKind::Code;
                context.verbatim = true;
            }
            _ => {
                if let Some(level) = tag.heading_level() {
                    context.kind = BlockKind::Heading(level);
                }
            }
        }
    }

    pub(super) fn enter_item(&mut self, id: NodeId) {
        let value = self.tree.attr(id, Attr::VALUE).and_then(integer);
        let list = self.context.list.get_or_insert(ListPlace { list: id, depth: 1 }).list;
        // Between the list and its items can be others that do not belong there.
        let counts = |frame: &&mut Frame| frame.node == list;
        if self.tree.tag(list) == Some(Tag::Ol)
            && let Some(frame) = self.frames.iter_mut().rev().take(LIST_REACH).find(counts)
        {
            let number = value.unwrap_or(frame.next);
            frame.next = number.saturating_add(frame.step);
            self.built.numbers.push((id, number));
        }
        self.context.kind = BlockKind::ListItem;
        self.context.item_begun = false;
    }

    /// Rows may lie in a section of the table; the innermost table counts them.
    pub(super) fn count_row(&mut self) {
        let Some((table, frame)) = self.table_around() else { return };
        let row = frame.rows;
        frame.rows = row.saturating_add(1);
        self.context.row = Some((table, row));
    }

    /// The data table around what comes next.
    fn table_around(&mut self) -> Option<(NodeId, &mut Frame)> {
        let (table, _) = self.context.row?;
        let frame = self.frames.iter_mut().rev().find(|frame| frame.node == table)?;
        Some((table, frame))
    }

    pub(super) fn enter_cell(&mut self, id: NodeId, tag: Tag) {
        let Some((table, row)) = self.context.row else { return };
        let (columns, rows) = self.span(id);
        let column = self.take_columns(columns, rows, table, row);
        let group = self.table_around().map_or(0, |(_, frame)| frame.group);
        let header = tag == Tag::Th;
        self.context.cell = Some(CellPlace { table, row, column, columns, rows, group, header });
        self.context.kind = BlockKind::Cell;
    }

    /// Columns and rows that a cell spans.
    fn span(&self, id: NodeId) -> (u16, u32) {
        let span = |attr, most| {
            let value = self.tree.attr(id, attr).map(str::trim);
            value.and_then(|n| n.parse::<u32>().ok()).map_or(1, |n| n.min(most))
        };
        let columns = span(Attr::COLSPAN, SPAN_CAP).max(1) as u16;
        // A span of no rows is one of all that are left.
        match span(Attr::ROWSPAN, ROW_SPAN_CAP) {
            0 => (columns, ROW_SPAN_CAP),
            rows => (columns, rows),
        }
    }

    /// The first column that is free for a cell; it and those that the cell spans are taken.
    fn take_columns(&mut self, columns: u16, rows: u32, table: NodeId, row: u32) -> u16 {
        let open = self.frames.iter().rposition(|frame| frame.node == table);
        let Some((above, within)) = open.map(|at| self.frames.split_at_mut(at + 1)) else {
            return 0;
        };
        let (Some(table), Some(frame)) = (above.last_mut(), within.last_mut()) else { return 0 };
        let is_held = |column: u16| table.held.get(usize::from(column)).is_some_and(|to| *to > row);
        while is_held(frame.columns) {
            frame.columns += 1;
        }
        let first = frame.columns;
        frame.columns = first.saturating_add(columns);
        if rows > 1 {
            let taken = usize::from(first).min(HELD_CAP)..usize::from(frame.columns).min(HELD_CAP);
            table.held.resize(table.held.len().max(taken.end), 0);
            table.held[taken].fill(row.saturating_add(rows));
        }
        first
    }

    /// Closes what ends before `at`.
    pub(super) fn close_until(&mut self, at: NodeId) {
        loop {
            let inline = self.inlines.last().map(|i| i.end).filter(|end| *end <= at);
            let block = self.frames.last().map(|f| f.end).filter(|end| *end <= at);
            match (inline, block) {
                (Some(inner), outer) if outer.is_none_or(|outer| inner <= outer) => {
                    if let Some(inline) = self.inlines.pop() {
                        inline.quote.into_iter().for_each(|mark| self.writer.close_quotation(mark));
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

/// A number as attributes have it; one too large is the largest.
fn integer(value: &str) -> Option<i32> {
    let number: i64 = value.trim().parse().ok()?;
    i32::try_from(number).ok().or(Some(if number < 0 { i32::MIN } else { i32::MAX }))
}

/// Whether the items of an ordered list count down.
pub(crate) fn is_reversed(tree: &Tree, list: NodeId) -> bool {
    tree.attr_named(list, "reversed").is_some()
}
