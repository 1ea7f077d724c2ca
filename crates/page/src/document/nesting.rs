//! Frames around blocks: which are open, and which a block needs.

use super::numbering::Numbering;
use super::parts::{Frame, Leaf, Part};
use super::quoted::Sources;
use crate::Page;
use crate::block::{BlockKind, is_post};
use crate::tree::{Attr, NodeId, Tag};

/// Roles of notes in ARIA and its module for publishing.
const NOTES: &[&str] = &["note", "doc-footnote", "doc-endnote"];
/// Siblings before a list among which its item is.
const SIBLINGS: usize = 4;
/// Frames within frames. Readers of XML refuse deeper documents, and no text needs more.
const FRAMES: usize = 48;

/// Opens and closes frames, and keeps the parts in between.
pub(super) struct Nesting<'p> {
    page: &'p Page,
    sources: Sources<'p>,
    /// The first block and the last.
    ends: (NodeId, NodeId),
    parts: Vec<Part>,
    /// The frames that are open, with their elements.
    open: Vec<(NodeId, Frame)>,
    /// The parent that was looked at last: many blocks in a row have the same.
    framed: Option<NodeId>,
    /// The elements around its children that can be frames, outermost first.
    framing: Vec<NodeId>,
}

impl<'p> Nesting<'p> {
    pub(super) fn new(page: &'p Page, ends: (NodeId, NodeId)) -> Self {
        let (parts, open, framing) = (Vec::new(), Vec::new(), Vec::new());
        Self { page, sources: Sources::new(page), ends, parts, open, framing, framed: None }
    }

    /// Adds a leaf or a table to the frames that are open.
    pub(super) fn push(&mut self, part: Part) {
        let part = match part {
            Part::Leaf(leaf) => Part::Leaf(self.placed(leaf)),
            part => part,
        };
        self.parts.push(part);
    }

    /// Closes what is open; all parts.
    pub(super) fn finish(mut self) -> Vec<Part> {
        self.close_to(0);
        without_empty_frames(self.parts)
    }

    /// Closes and opens frames until exactly those around an element are open.
    pub(super) fn nest(&mut self, node: NodeId) {
        let wanted = self.frames(node);
        // The frame of an ordered list holds the number of the first item that is left of it.
        let same = self.open.iter().zip(&wanted).take_while(|((a, _), (b, _))| a == b).count();
        self.close_to(same);
        for (node, frame) in &wanted[same..] {
            self.parts.push(Part::Open(*frame));
            if *frame == Frame::Quote {
                self.parts.extend(self.sources.of_quotation(*node).map(Part::Source));
            }
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
        // Deeper blocks move up into the innermost frame that is left.
        frames.truncate(FRAMES);
        // Text of a list that is in no item gets an item of its own.
        match frames.last() {
            Some((_, Frame::List(_))) => frames.push((node, Frame::Item(None))),
            Some((list, Frame::Definitions)) => frames.push((*list, Frame::Description)),
            _ => {}
        }
        frames
    }

    /// Finds the elements around a node that can be frames.
    fn find_framing(&mut self, node: NodeId) {
        let tree = self.page.tree();
        let parent = tree.parent(node);
        // The same frames as for the block before.
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
        self.page.tree().tag(id).is_some_and(is_frame) || self.is_note(id)
    }

    /// Adds the frames that an element is.
    fn enter(&self, id: NodeId, frames: &mut Vec<(NodeId, Frame)>) {
        let tree = self.page.tree();
        let Some(tag) = tree.tag(id) else { return };
        if let Some((list, Frame::Definitions)) = frames.last().copied() {
            match tag {
                Tag::Dt => frames.push((id, Frame::Term)),
                Tag::Dd => frames.push((id, Frame::Description)),
                // Anything else in such a list is a description. All of it in a row is one.
                _ => frames.push((list, Frame::Description)),
            }
        }
        match tag {
            Tag::Blockquote if !is_post(tree, id) => frames.push((id, Frame::Quote)),
            Tag::Dl => frames.push((id, Frame::Definitions)),
            Tag::Figure => frames.push((id, Frame::Figure)),
            Tag::Aside if !self.is_note(id) && !self.holds_all(id) => {
                frames.push((id, Frame::Box));
            }
            Tag::Ul | Tag::Menu | Tag::Dir => self.enter_list(id, None, frames),
            // The first number is corrected when its first item comes.
            Tag::Ol => self.enter_list(id, Some(Numbering::of_list(tree, id, 1)), frames),
            Tag::Li => self.enter_item(id, frames),
            _ => {}
        }
        if self.is_note(id) && !self.holds_all(id) {
            frames.push((id, Frame::Note));
        }
    }

    /// Enters a list. A list directly in a list belongs to the item before it, as browsers show it.
    fn enter_list(
        &self,
        id: NodeId,
        numbering: Option<Numbering>,
        frames: &mut Vec<(NodeId, Frame)>,
    ) {
        if let Some((_, Frame::List(_))) = frames.last() {
            match self.item_before(id) {
                Some(item) => self.enter_item(item, frames),
                None => frames.push((id, Frame::Item(None))),
            }
        }
        frames.push((id, Frame::List(numbering)));
    }

    /// The item that ends right before a list.
    fn item_before(&self, list: NodeId) -> Option<NodeId> {
        let tree = self.page.tree();
        let around = tree.parent(list)?;
        let mut last = NodeId(list.0.checked_sub(1)?);
        // White space, and lists that stand between the item and this one.
        for _ in 0..SIBLINGS {
            if last <= around {
                return None;
            }
            let node = std::iter::successors(Some(last), |node| tree.parent(*node));
            let before = node.take_while(|node| *node != around).last()?;
            if tree.tag(before) == Some(Tag::Li) {
                return Some(before);
            }
            last = NodeId(before.0 - 1);
        }
        None
    }

    fn enter_item(&self, id: NodeId, frames: &mut Vec<(NodeId, Frame)>) {
        let number = self.page.item_number(id);
        match (frames.last_mut(), number) {
            // Items before this one may have been dropped.
            (Some((_, Frame::List(Some(numbering)))), Some(first)) => numbering.start = first,
            (Some((_, Frame::List(_))), _) => {}
            // An item outside of a list makes its parent a list.
            _ => {
                let parent = self.page.tree().parent(id).unwrap_or(id);
                frames.push((parent, Frame::List(None)));
            }
        }
        frames.push((id, Frame::Item(number)));
    }

    fn is_note(&self, id: NodeId) -> bool {
        let role = self.page.tree().attr(id, Attr::ROLE);
        role.is_some_and(|role| NOTES.iter().any(|note| role.trim().eq_ignore_ascii_case(note)))
    }

    /// Whether an element holds everything that is kept: then it is not beside the text.
    fn holds_all(&self, id: NodeId) -> bool {
        let tree = self.page.tree();
        tree.contains(id, self.ends.0) && tree.contains(id, self.ends.1)
    }

    /// A leaf with the kind that it has in its frame: only the first leaf of a term or description
    /// is one.
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
}

/// Whether elements with this tag are frames.
fn is_frame(tag: Tag) -> bool {
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
}

/// Removes frames that were opened for blocks of which nothing is left to show.
fn without_empty_frames(parts: Vec<Part>) -> Vec<Part> {
    let mut kept: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        if matches!(part, Part::Close(_)) {
            kept.pop_if(|last| matches!(last, Part::Source(_)));
        }
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
