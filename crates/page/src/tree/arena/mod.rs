//! The tree while it grows.

mod archive;
mod attributes;
mod finish;
mod kept;
mod links;
mod shadow;
mod twin;

use self::archive::ArchiveParts;
use self::kept::KeptTexts;
use self::links::{Growing, Links};
use self::shadow::Shadows;
use super::names::Interner;
use super::unread::Unread;
use super::{Attr, AttrEntry, NodeKind, Tag};
use crate::{Limits, PageFlag};

/// Children that may be moved from one parent to another. Only misnested markup moves many.
const MOVES: usize = 20_000_000;

/// What of a page goes into the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// What a reader sees in a browser that runs scripts: `noscript` holds nothing to read.
    AsBrowser,
    /// What a reader sees in one that does not.
    WithoutScripts,
    /// Everything but comments and event handlers, for rules that look into scripts and templates.
    Whole,
}

/// The growing tree.
#[derive(Debug)]
pub(super) struct Arena {
    links: Links,
    attrs: Vec<AttrEntry>,
    text: String,
    values: String,
    names: Interner,
    attr_names: Interner,
    limits: Limits,
    flags: Vec<PageFlag>,
    reading: Reading,
    unread: Unread,
    kept: KeptTexts,
    archive: ArchiveParts,
    shadows: Shadows,
}

impl Arena {
    pub(super) const DOCUMENT: u32 = 0;

    pub(super) fn new(limits: &Limits, reading: Reading) -> Self {
        let mut links = Links::default();
        links.push(NodeKind::Document, 0, 0, 0);
        Self {
            links,
            attrs: Vec::new(),
            text: String::new(),
            values: String::new(),
            names: Interner::new(0),
            attr_names: Interner::new(Attr::KNOWN.len()),
            limits: limits.clone(),
            flags: Vec::new(),
            reading,
            unread: Unread::default(),
            kept: KeptTexts::default(),
            archive: ArchiveParts::default(),
            shadows: Shadows::default(),
        }
    }

    /// Makes room for the tree of a document of so many bytes, at the usual density of markup.
    pub(super) fn reserve(&mut self, html_bytes: usize) {
        let bytes = html_bytes.min(self.limits.text_bytes);
        self.links.nodes.reserve((bytes / 30).min(self.limits.nodes));
        self.attrs.reserve((bytes / 40).min(self.limits.attributes));
        self.text.reserve(bytes / 4);
        self.values.reserve(bytes / 4);
    }

    /// Notes a flag, once.
    pub(super) fn flag(&mut self, flag: PageFlag) {
        if !self.flags.contains(&flag) {
            self.flags.push(flag);
        }
    }

    /// Nodes made so far.
    pub(super) fn len(&self) -> usize {
        self.links.nodes.len()
    }

    /// The limit that ends parsing, if one is reached.
    pub(super) fn full(&self) -> Option<PageFlag> {
        if self.links.nodes.len() >= self.limits.nodes {
            Some(PageFlag::NodesCapped)
        } else if self.links.moved() >= MOVES {
            Some(PageFlag::WorkCapped)
        } else {
            None
        }
    }

    /// The number of the name of an unknown element.
    pub(super) fn element_name(&mut self, name: &str) -> u16 {
        self.names.number(name).unwrap_or(0)
    }

    /// A new element without attributes and parent; `name` is the number of an unknown one.
    pub(super) fn element(&mut self, tag: Tag, name: u16) -> u32 {
        let start = self.attrs.len();
        self.links.push(NodeKind::Element(tag), name, start, 0)
    }

    /// A new element like another, without parent and children. Both share their attributes.
    pub(super) fn copy(&mut self, element: u32) -> u32 {
        let Growing { kind, name, start, len, .. } = *self.links.get(element);
        let id = self.links.push(kind, name, start as usize, len as usize);
        self.archive.copy(element, id);
        id
    }

    /// Keeps the text of this script or style sheet, which was made last.
    pub(super) fn keep_text(&mut self, element: u32) {
        let node = self.links.get_mut(element);
        node.keep_text = true;
        if let NodeKind::Element(tag) = node.kind {
            self.kept.begin(element, tag);
        }
    }

    /// Adds text at the end of `parent`.
    pub(super) fn append_text(&mut self, parent: u32, text: &str) {
        let Growing { kind, keep_text, .. } = *self.links.get(parent);
        let NodeKind::Element(tag) = kind else { return };
        if tag == Tag::Noscript && self.reading == Reading::AsBrowser {
            self.unread.add_noscript(text);
            self.twin(parent, text);
        }
        if tag == Tag::Noframes {
            self.unread.add_noframes(text, self.limits.text_bytes);
        }
        if keep_text {
            self.kept.append(tag, text, self.limits.jsonld_bytes);
        }
        if self.drops(tag) || self.empties(tag) {
            return;
        }
        if let Some(id) = self.new_text(self.links.last_child(parent), text) {
            self.links.link_last(parent, id);
        }
    }

    /// Adds text before `sibling`.
    pub(super) fn text_before(&mut self, sibling: u32, text: &str) {
        if let Some(id) = self.new_text(self.links.previous(sibling), text) {
            self.links.link_before(sibling, id);
        }
    }

    /// Whether the subtree of such an element is left out.
    fn drops(&self, tag: Tag) -> bool {
        match self.reading {
            Reading::AsBrowser => tag.is_dropped() || tag == Tag::Noscript,
            Reading::WithoutScripts => tag.is_dropped(),
            Reading::Whole => false,
        }
    }

    /// Whether everything is kept.
    pub(super) fn is_whole(&self) -> bool {
        self.reading == Reading::Whole
    }

    /// Whether what is in such an element is left out.
    fn empties(&self, tag: Tag) -> bool {
        self.reading != Reading::Whole && tag.is_emptied()
    }

    /// Bytes of text, about, in the markup of `noscript` elements.
    pub(super) fn noscript_text(&self) -> usize {
        self.unread.noscript()
    }

    /// What a page of frames says to browsers that show none, if that is a text.
    pub(super) fn noframes(&self) -> Option<&str> {
        let frames = |node: &Growing| matches!(node.kind, NodeKind::Element(Tag::Frameset));
        self.unread.noframes().filter(|_| self.links.nodes.iter().any(frames))
    }

    /// Bytes of text in the tree, white space not counted.
    pub(super) fn text_without_space(&self) -> usize {
        self.text.bytes().filter(|b| !b.is_ascii_whitespace()).count()
    }

    /// A text node that is to follow `previous`, or None when `previous` could take the text.
    fn new_text(&mut self, previous: u32, text: &str) -> Option<u32> {
        let room = self.limits.text_bytes.saturating_sub(self.text.len());
        let kept = text.floor_char_boundary(room.min(text.len()));
        if kept < text.len() {
            self.flag(PageFlag::TextCapped);
        }
        let start = self.text.len();
        self.text.push_str(&text[..kept]);
        if let Some(node) = self.links.nodes.get_mut(previous as usize)
            && node.kind == NodeKind::Text
            // Only a text that was added last can grow in place.
            && (node.start + node.len) as usize == start
        {
            node.len += kept as u32;
            return None;
        }
        (kept > 0).then(|| self.links.push(NodeKind::Text, 0, start, kept))
    }

    /// The parent; `None` for a node that is linked to nothing.
    pub(super) fn parent(&self, id: u32) -> Option<u32> {
        self.links.parent(id)
    }

    /// Makes `id`, which has no parent, the last child of `parent`.
    pub(super) fn link_last(&mut self, parent: u32, id: u32) {
        self.links.link_last(parent, id);
    }

    /// Puts `id`, which has no parent, before `sibling`.
    pub(super) fn link_before(&mut self, sibling: u32, id: u32) {
        self.links.link_before(sibling, id);
    }

    /// Takes `id` out of its parent, if it has one.
    pub(super) fn unlink(&mut self, id: u32) {
        self.links.unlink(id);
    }

    /// Moves all children of `from` to the end of `to`.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        self.links.move_children(from, to);
    }
}
