//! The kept blocks as nested structure: quotations, lists, tables, figures opened and closed.

use crate::block::{Block, BlockKind, CellPlace};
use crate::tree::{NodeId, Tag};
use crate::{Extraction, Page};

/// Columns a table is shown with.
const COLUMNS: usize = 200;

/// An element around blocks that shows in the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    Quote,
    /// Ordered, from this number on, or not.
    List(Option<u32>),
    /// With its number in an ordered list.
    Item(Option<u32>),
    Definitions,
    Figure,
}

/// A cell: whether it is a header, and its blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Cell<'p> {
    pub(super) header: bool,
    pub(super) blocks: Vec<&'p Block>,
}

/// What comes next in the output.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Event<'p> {
    Open(Frame),
    Close(Frame),
    Block(&'p Block),
    Table(Vec<Vec<Cell<'p>>>),
}

/// The kept blocks of a page as events.
pub(super) fn outline<'p>(page: &'p Page, extraction: &Extraction) -> Vec<Event<'p>> {
    let config = &extraction.config;
    let shown = |block: &Block| match block.kind {
        BlockKind::Image => config.images,
        BlockKind::Media => config.links,
        _ => true,
    };
    let kept = page.blocks().iter().zip(&extraction.labels);
    let kept: Vec<&Block> =
        kept.filter(|(block, label)| label.content && shown(block)).map(|(b, _)| b).collect();
    let mut writer = Writer { page, events: Vec::new(), open: Vec::new() };
    let mut rest = kept.as_slice();
    while let Some((block, after)) = rest.split_first() {
        let table = block.cell.map(|cell| cell.table);
        let Some(table) = table else {
            writer.nest(block);
            writer.events.push(Event::Block(block));
            rest = after;
            continue;
        };
        let places = places(page, table, rest);
        writer.nest(block);
        writer.events.push(Event::Table(rows(&rest[..places.len()], &places)));
        rest = &rest[places.len()..];
    }
    writer.close_to(0);
    writer.events
}

struct Writer<'p> {
    page: &'p Page,
    events: Vec<Event<'p>>,
    open: Vec<(NodeId, Frame)>,
}

impl Writer<'_> {
    /// Closes and opens frames until those around `block` are open.
    fn nest(&mut self, block: &Block) {
        let wanted = self.frames(block);
        // The same item may be known by its number only at its first block.
        let same = self.open.iter().zip(&wanted).take_while(|((a, _), (b, _))| a == b).count();
        self.close_to(same);
        for (node, frame) in &wanted[same..] {
            self.events.push(Event::Open(*frame));
            self.open.push((*node, *frame));
        }
    }

    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            if let Some((_, frame)) = self.open.pop() {
                self.events.push(Event::Close(frame));
            }
        }
    }

    /// The frames around a block, outermost first.
    fn frames(&self, block: &Block) -> Vec<(NodeId, Frame)> {
        let tree = self.page.tree();
        let mut path: Vec<NodeId> = tree.ancestors(block.node).collect();
        path.reverse();
        path.push(block.node);
        let mut frames: Vec<(NodeId, Frame)> = Vec::new();
        let number = block.list.and_then(|l| l.number);
        for id in path {
            let Some(tag) = tree.tag(id) else { continue };
            let in_list = matches!(frames.last(), Some((_, Frame::List(_))));
            match tag {
                Tag::Blockquote => frames.push((id, Frame::Quote)),
                Tag::Dl => frames.push((id, Frame::Definitions)),
                Tag::Figure => frames.push((id, Frame::Figure)),
                Tag::Ul | Tag::Menu | Tag::Dir => frames.push((id, Frame::List(None))),
                Tag::Ol => frames.push((id, Frame::List(Some(number.unwrap_or(1))))),
                Tag::Li => {
                    if !in_list {
                        frames.push((tree.parent(id).unwrap_or(id), Frame::List(None)));
                    }
                    frames.push((id, Frame::Item(number)));
                }
                _ => {}
            }
        }
        // Text of a list that is in no item gets an item of its own.
        if matches!(frames.last(), Some((_, Frame::List(_)))) {
            frames.push((block.node, Frame::Item(None)));
        }
        frames
    }
}

/// The places of the blocks of one table. Lists and headings in a cell do not know theirs: it is that of
/// the block before in the same cell, or the next. Code ends the table: it must stay verbatim.
fn places(page: &Page, table: NodeId, blocks: &[&Block]) -> Vec<CellPlace> {
    let tree = page.tree();
    let cell = |block: &Block| {
        let own = std::iter::once(block.node).chain(tree.ancestors(block.node));
        own.take_while(|id| *id != table)
            .find(|id| matches!(tree.tag(*id), Some(Tag::Td | Tag::Th)))
    };
    let mut places: Vec<CellPlace> = Vec::new();
    let mut before = None;
    for block in blocks {
        let own = block.cell.filter(|place| place.table == table);
        let inside = || tree.contains(table, block.node).then(|| cell(block)).flatten();
        let Some(at) = inside().filter(|_| block.kind != BlockKind::Code) else { break };
        let known = own.or_else(|| {
            let last = places.last()?;
            let row = |id: Option<NodeId>| id.and_then(|id| tree.parent(id));
            Some(match (before == Some(at), row(before) == row(Some(at))) {
                (true, _) => *last,
                (false, true) => CellPlace { column: last.column + 1, ..*last },
                (false, false) => CellPlace { row: last.row + 1, column: 0, ..*last },
            })
        });
        let Some(place) = known else { break };
        places.push(place);
        before = Some(at);
    }
    places
}

/// The cells of one table as rows of equal length.
fn rows<'p>(blocks: &[&'p Block], places: &[CellPlace]) -> Vec<Vec<Cell<'p>>> {
    let column = |column: u16| usize::from(column).min(COLUMNS - 1);
    let width = places.iter().map(|cell| column(cell.column) + 1).max().unwrap_or(0);
    let mut rows: Vec<Vec<Cell<'p>>> = Vec::new();
    let mut last = None;
    for (block, cell) in blocks.iter().zip(places) {
        if last != Some(cell.row) {
            rows.push(vec![Cell::default(); width]);
            last = Some(cell.row);
        }
        if let Some(slot) = rows.last_mut().and_then(|row| row.get_mut(column(cell.column))) {
            slot.header |= cell.header;
            slot.blocks.push(block);
        }
    }
    without_empty_columns(&mut rows, width);
    rows
}

/// Cells that span many columns leave columns in which nothing stands.
fn without_empty_columns(rows: &mut [Vec<Cell<'_>>], width: usize) {
    let used: Vec<bool> =
        (0..width).map(|at| rows.iter().any(|row| !row[at].blocks.is_empty())).collect();
    if used.contains(&false) {
        for row in rows {
            let mut used = used.iter();
            row.retain(|_| used.next().copied().unwrap_or(false));
        }
    }
}
