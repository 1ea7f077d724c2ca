//! The kept blocks as nested structure: quotations, lists, tables, figures opened and closed.

use std::cell::Cell as Slot;

use super::table::Rows;
use super::{Cell, Frame, Leaf, Mark, Marked, Numbering, Part, Picture, inline, language};
use crate::block::normalised;
use crate::block::{Block, BlockKind, Span, SpanKind, is_displayed, is_post};
use crate::page::Addresses;
use crate::tree::{Attr, NodeId, Tag};
use crate::{Extraction, Label, Page, Reason};

/// Roles of notes in ARIA and its module for publishing.
const NOTES: &[&str] = &["note", "doc-footnote", "doc-endnote"];
/// Bytes of what an abbreviation stands for; a longer one was made to be repeated in each block.
const TITLE: usize = 256;
/// Elements between a picture and the link around it.
const LINK_REACH: usize = 8;
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
    let (links, images, line_numbers) = (config.links, config.images, config.line_numbers);
    let ends = (kept[0].node, kept[kept.len() - 1].node);
    let (parts, open, framing, told) = (Vec::new(), Vec::new(), Vec::new(), Slot::default());
    let mut writer = Writer {
        page,
        addresses,
        links,
        images,
        line_numbers,
        ends,
        parts,
        open,
        framing,
        framed: None,
        told,
    };
    let mut rest = kept.as_slice();
    while let Some((block, after)) = rest.split_first() {
        let Some(cell) = block.in_row() else {
            writer.nest(block.node);
            let leaf = writer.leaf(block);
            writer.parts.extend(leaf.map(|leaf| Part::Leaf(writer.placed(leaf))));
            rest = after;
            continue;
        };
        let table = cell.table;
        writer.nest(table);
        let is_of = |block: &&&Block| block.in_row().is_some_and(|cell| cell.table == table);
        let (cells, behind) = rest.split_at(rest.iter().take_while(is_of).count());
        let rows = writer.rows(cells);
        writer.parts.push(Part::Table(rows));
        rest = behind;
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
    line_numbers: bool,
    /// The first block and the last.
    ends: (NodeId, NodeId),
    parts: Vec<Part>,
    open: Vec<(NodeId, Frame)>,
    /// The elements that can be frames around the children of `framed`, outermost first.
    framing: Vec<NodeId>,
    framed: Option<NodeId>,
    /// The element whose title was told last.
    told: Slot<Option<NodeId>>,
}

impl Writer<'_> {
    /// Closes and opens frames until those around the element of a block or table are open.
    fn nest(&mut self, node: NodeId) {
        let wanted = self.frames(node);
        // A list is known by the number of the first item that is left of it.
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

    /// The frames around an element, outermost first.
    fn frames(&mut self, node: NodeId) -> Vec<(NodeId, Frame)> {
        let mut frames: Vec<(NodeId, Frame)> = Vec::new();
        self.find_framing(node);
        for id in self.framing.iter().copied().chain([node]) {
            self.enter(id, &mut frames);
        }
        frames.truncate(FRAMES);
        // Text of a list that is in no item gets an item of its own.
        match frames.last() {
            Some((_, Frame::List(_))) => frames.push((node, Frame::Item(None))),
            Some((list, Frame::Definitions)) => frames.push((*list, Frame::Description)),
            _ => {}
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
                    | Tag::Dt
                    | Tag::Dd
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
    fn enter(&self, id: NodeId, frames: &mut Vec<(NodeId, Frame)>) {
        let tree = self.page.tree();
        let Some(tag) = tree.tag(id) else { return };
        if let Some((list, Frame::Definitions)) = frames.last().copied() {
            match tag {
                Tag::Dt => frames.push((id, Frame::Term)),
                Tag::Dd => frames.push((id, Frame::Description)),
                // What does not belong there describes, too; what of it follows one another is one description.
                _ => frames.push((list, Frame::Description)),
            }
        }
        match tag {
            Tag::Blockquote if !is_post(tree, id) => frames.push((id, Frame::Quote)),
            Tag::Dl => frames.push((id, Frame::Definitions)),
            Tag::Figure => frames.push((id, Frame::Figure)),
            Tag::Aside if !self.is_note(id) && !self.is_all(id) => {
                frames.push((id, Frame::Box));
            }
            Tag::Ul | Tag::Menu | Tag::Dir => frames.push((id, Frame::List(None))),
            Tag::Ol => frames.push((id, Frame::List(Some(Numbering::of(tree, id, 1))))),
            Tag::Li => {
                let number = self.page.item_number(id);
                match (frames.last_mut(), number) {
                    (Some((_, Frame::List(Some(numbering)))), Some(first)) => {
                        numbering.start = first;
                    }
                    (Some((_, Frame::List(_))), _) => {}
                    _ => frames.push((tree.parent(id).unwrap_or(id), Frame::List(None))),
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
        role.is_some_and(|role| NOTES.iter().any(|note| role.trim().eq_ignore_ascii_case(note)))
    }

    /// Whether an element holds everything: it is beside nothing.
    fn is_all(&self, id: NodeId) -> bool {
        let tree = self.page.tree();
        tree.contains(id, self.ends.0) && tree.contains(id, self.ends.1)
    }

    /// A leaf as it is called where it stands: only the first of a term or description is one, and none elsewhere.
    fn placed(&self, leaf: Leaf) -> Leaf {
        let frame = match leaf.kind {
            BlockKind::Term => Frame::Term,
            BlockKind::Definition => Frame::Description,
            _ => return leaf,
        };
        let is_text = |part: &&Part| !matches!(part, Part::Leaf(leaf) if leaf.text.is_empty());
        match self.parts.iter().rev().find(is_text) {
            Some(Part::Open(open)) if *open == frame => leaf,
            _ => Leaf { kind: BlockKind::Paragraph, ..leaf },
        }
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
        let marks = unlinked(marks);
        let language = match block.kind {
            BlockKind::Code => language::of(self.page.tree(), block.node),
            _ => None,
        };
        let text = block.text(self.line_numbers).into_owned();
        Some(Leaf { kind: block.kind, text, marks, language })
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
            SpanKind::Inserted => Mark::Inserted,
            SpanKind::Highlighted => Mark::Highlighted,
            // One around many blocks is a span in each.
            SpanKind::Abbreviation if self.told.replace(Some(span.node)) == Some(span.node) => {
                return None;
            }
            SpanKind::Abbreviation => {
                let title = self.page.tree().attr(span.node, Attr::TITLE);
                let title = normalised(title.filter(|title| title.len() <= TITLE)?);
                Mark::Abbreviation(Some(title).filter(|title| !title.is_empty())?)
            }
            SpanKind::Formula => {
                Mark::Formula { displayed: is_displayed(self.page.tree(), span.node) }
            }
            SpanKind::Image => Mark::Picture(self.picture(span.node)?),
        })
    }

    fn picture(&self, node: NodeId) -> Option<Picture> {
        let source = self.addresses.source(node).filter(|_| self.images)?;
        let tree = self.page.tree();
        let is_image = tree.tag(node) == Some(Tag::Img);
        let alt = tree.attr(node, Attr::ALT).filter(|_| is_image).unwrap_or_default();
        Some(Picture { source, alt: normalised(alt), link: self.link_around(node) })
    }

    /// Where the link around a picture leads.
    fn link_around(&self, picture: NodeId) -> Option<String> {
        let tree = self.page.tree();
        let mut around = tree.ancestors(picture).take(LINK_REACH);
        let link = around.find(|id| tree.tag(*id) == Some(Tag::A)).filter(|_| self.links)?;
        self.addresses.link(link)
    }

    /// The cells of one table as rows.
    fn rows(&self, blocks: &[&Block]) -> Vec<Vec<Cell>> {
        let mut rows = Rows::default();
        for block in blocks {
            let Some(place) = block.in_row() else { continue };
            rows.cell(place).extend(self.leaf(block));
        }
        rows.fitted()
    }
}

/// Links of pictures are told once: by the marks around them, where there are some.
fn unlinked(mut marks: Vec<Marked>) -> Vec<Marked> {
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
