//! The kept blocks as nested structure: quotations, lists, tables, figures opened and closed.

use super::address::Addresses;
use super::{Cell, Frame, Leaf, Mark, Marked, Part, Picture, inline, language};
use crate::block::text::normalised;
use crate::block::{Block, BlockKind, CellPlace, Span, SpanKind};
use crate::tree::{Attr, NodeId, Tag};
use crate::{Extraction, Label, Page, Reason};

/// Columns a table is shown with.
const COLUMNS: usize = 200;
/// Roles of notes in ARIA and its module for publishing.
const NOTES: &[&str] = &["note", "doc-footnote", "doc-endnote"];
/// Frames in one another; readers of XML refuse deep documents, and no text means more.
const FRAMES: usize = 48;

/// The kept blocks of a page as parts: those that are readers' comments, or the others.
pub(super) fn outline(page: &Page, extraction: &Extraction, comments: bool) -> Vec<Part> {
    let config = &extraction.config;
    let shown = |block: &Block| match block.kind {
        BlockKind::Image => config.images,
        BlockKind::Media => config.links,
        _ => true,
    };
    let wanted = |label: &Label| label.content && (label.reason == Reason::Comment) == comments;
    let kept = page.blocks().iter().zip(&extraction.labels);
    let kept: Vec<&Block> =
        kept.filter(|(block, label)| wanted(label) && shown(block)).map(|(b, _)| b).collect();
    if kept.is_empty() {
        return Vec::new();
    }
    let addresses = Addresses::of(page);
    let (links, images) = (config.links, config.images);
    let ends = (kept[0].node, kept[kept.len() - 1].node);
    let (parts, open, framing) = (Vec::new(), Vec::new(), Vec::new());
    let mut writer =
        Writer { page, addresses, links, images, ends, parts, open, framing, framed: None };
    let mut rest = kept.as_slice();
    while let Some((block, after)) = rest.split_first() {
        writer.nest(block);
        let Some(table) = block.cell.map(|cell| cell.table) else {
            let leaf = writer.leaf(block);
            writer.parts.extend(leaf.map(Part::Leaf));
            rest = after;
            continue;
        };
        let places = places(page, table, rest);
        let rows = writer.rows(&rest[..places.len()], &places);
        writer.parts.push(Part::Table(rows));
        rest = &rest[places.len()..];
    }
    writer.close_to(0);
    without_empty_frames(writer.parts)
}

/// Frames are opened for blocks of which nothing may be left to show.
fn without_empty_frames(parts: Vec<Part>) -> Vec<Part> {
    let mut kept: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match (kept.last(), &part) {
            (Some(Part::Open(_)), Part::Close(_)) => {
                kept.pop();
            }
            (_, Part::Table(rows)) if rows.iter().all(Vec::is_empty) => {}
            _ => kept.push(part),
        }
    }
    kept
}

struct Writer<'p> {
    page: &'p Page,
    addresses: Addresses<'p>,
    links: bool,
    images: bool,
    /// The first block and the last.
    ends: (NodeId, NodeId),
    parts: Vec<Part>,
    open: Vec<(NodeId, Frame)>,
    /// The elements that can be frames around the children of `framed`, outermost first.
    framing: Vec<NodeId>,
    framed: Option<NodeId>,
}

impl Writer<'_> {
    /// Closes and opens frames until those around `block` are open.
    fn nest(&mut self, block: &Block) {
        let wanted = self.frames(block);
        // The same item may be known by its number only at its first block.
        let same = self.open.iter().zip(&wanted).take_while(|((a, _), (b, _))| a == b).count();
        self.close_to(same);
        for (node, frame) in &wanted[same..] {
            self.parts.push(Part::Open(*frame));
            self.open.push((*node, *frame));
        }
    }

    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            if let Some((_, frame)) = self.open.pop() {
                self.parts.push(Part::Close(frame));
            }
        }
    }

    /// The frames around a block, outermost first.
    fn frames(&mut self, block: &Block) -> Vec<(NodeId, Frame)> {
        let mut frames: Vec<(NodeId, Frame)> = Vec::new();
        let number = block.list.and_then(|l| l.number);
        self.find_framing(block.node);
        for id in self.framing.iter().copied().chain([block.node]) {
            self.enter(id, number, &mut frames);
        }
        frames.truncate(FRAMES);
        // Text of a list that is in no item gets an item of its own.
        if matches!(frames.last(), Some((_, Frame::List(_)))) {
            frames.push((block.node, Frame::Item(None)));
        }
        frames
    }

    /// Finds the elements around a node that can be frames, unless they are those of the node before.
    fn find_framing(&mut self, node: NodeId) {
        let tree = self.page.tree();
        let parent = tree.parent(node);
        if self.framed == parent {
            return;
        }
        self.framed = parent;
        let mut framing: Vec<NodeId> =
            tree.ancestors(node).filter(|id| self.can_frame(*id)).collect();
        framing.reverse();
        self.framing = framing;
    }

    fn can_frame(&self, id: NodeId) -> bool {
        let known = |tag| {
            matches!(
                tag,
                Tag::Blockquote
                    | Tag::Dl
                    | Tag::Figure
                    | Tag::Aside
                    | Tag::Ul
                    | Tag::Menu
                    | Tag::Dir
                    | Tag::Ol
                    | Tag::Li
            )
        };
        self.page.tree().tag(id).is_some_and(known) || self.is_note(id)
    }

    /// Adds the frames that an element is.
    fn enter(&self, id: NodeId, number: Option<u32>, frames: &mut Vec<(NodeId, Frame)>) {
        let tree = self.page.tree();
        let Some(tag) = tree.tag(id) else { return };
        let in_list = matches!(frames.last(), Some((_, Frame::List(_))));
        match tag {
            Tag::Blockquote => frames.push((id, Frame::Quote)),
            Tag::Dl => frames.push((id, Frame::Definitions)),
            Tag::Figure => frames.push((id, Frame::Figure)),
            Tag::Aside if !self.is_note(id) && !self.is_all(id) => {
                frames.push((id, Frame::Box));
            }
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
        if self.is_note(id) && !self.is_all(id) {
            frames.push((id, Frame::Note));
        }
    }

    fn is_note(&self, id: NodeId) -> bool {
        let role = self.page.tree().attr(id, Attr::ROLE);
        role.is_some_and(|role| NOTES.contains(&role.trim().to_ascii_lowercase().as_str()))
    }

    /// Whether an element holds everything: it is beside nothing.
    fn is_all(&self, id: NodeId) -> bool {
        let tree = self.page.tree();
        tree.contains(id, self.ends.0) && tree.contains(id, self.ends.1)
    }

    /// A block without its page; `None` for pictures and players that lead nowhere.
    fn leaf(&self, block: &Block) -> Option<Leaf> {
        let at = |mark| vec![Marked { start: 0, end: 0, mark }];
        let marks = match block.kind {
            BlockKind::Image => at(Mark::Picture(self.picture(block.node)?)),
            BlockKind::Media => at(Mark::Media {
                name: self.page.tree().name(block.node).to_owned(),
                source: self.addresses.source(block.node)?,
            }),
            BlockKind::Code => Vec::new(),
            _ => inline::marks(&block.text, &block.spans, |span| self.mark(span)),
        };
        let language = match block.kind {
            BlockKind::Code => language::of(self.page.tree(), block.node),
            _ => None,
        };
        Some(Leaf { kind: block.kind, text: block.text.clone(), marks, language })
    }

    fn mark(&self, span: &Span) -> Option<Mark> {
        Some(match span.kind {
            SpanKind::Link => Mark::Link(self.addresses.link(span.node).filter(|_| self.links)?),
            SpanKind::Strong => Mark::Strong,
            SpanKind::Emphasis => Mark::Emphasis,
            SpanKind::Code => Mark::Code,
            SpanKind::Deleted => Mark::Deleted,
            SpanKind::Sub => Mark::Sub,
            SpanKind::Sup => Mark::Sup,
            SpanKind::Image => Mark::Picture(self.picture(span.node)?),
        })
    }

    fn picture(&self, node: NodeId) -> Option<Picture> {
        let source = self.addresses.source(node).filter(|_| self.images)?;
        let tree = self.page.tree();
        let is_image = tree.tag(node) == Some(Tag::Img);
        let alt = tree.attr(node, Attr::ALT).filter(|_| is_image).unwrap_or_default();
        Some(Picture { source, alt: normalised(alt) })
    }

    /// The cells of one table as rows of equal length.
    fn rows(&self, blocks: &[&Block], places: &[CellPlace]) -> Vec<Vec<Cell>> {
        let column = |column: u16| usize::from(column).min(COLUMNS - 1);
        let width = places.iter().map(|cell| column(cell.column) + 1).max().unwrap_or(0);
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut last = None;
        for (block, cell) in blocks.iter().zip(places) {
            if last != Some(cell.row) {
                rows.push(vec![Cell::default(); width]);
                last = Some(cell.row);
            }
            if let Some(slot) = rows.last_mut().and_then(|row| row.get_mut(column(cell.column))) {
                slot.header |= cell.header;
                slot.leaves.extend(self.leaf(block));
            }
        }
        without_empty_columns(&mut rows, width);
        rows
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

/// Cells that span many columns leave columns in which nothing stands.
fn without_empty_columns(rows: &mut [Vec<Cell>], width: usize) {
    let used: Vec<bool> =
        (0..width).map(|at| rows.iter().any(|row| !row[at].leaves.is_empty())).collect();
    if used.contains(&false) {
        for row in rows {
            let mut used = used.iter();
            row.retain(|_| used.next().copied().unwrap_or(false));
        }
    }
}
