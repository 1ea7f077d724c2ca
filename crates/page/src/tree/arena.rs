//! The tree while it grows: nodes linked in all directions, because the tree builder moves them.

use rustc_hash::FxHashSet;

use super::names::Interner;
use super::style::{self, Styles};
use super::unread::Unread;
use super::{Attr, AttrEntry, Node, NodeKind, Tag, Tree, range};
use crate::additions::{self, Part};
use crate::{Limits, PageFlag};

/// No node.
const NONE: u32 = u32::MAX;
/// Children that may be moved from one parent to another, all in all: misnested markup.
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

#[derive(Debug, Clone, Copy)]
struct Growing {
    kind: NodeKind,
    name: u16,
    /// A script or style sheet whose text is wanted.
    keep_text: bool,
    parent: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
    start: u32,
    len: u32,
}

/// The growing tree.
#[derive(Debug)]
pub(super) struct Arena {
    nodes: Vec<Growing>,
    attrs: Vec<AttrEntry>,
    text: String,
    values: String,
    names: Interner,
    attr_names: Interner,
    limits: Limits,
    flags: Vec<PageFlag>,
    moves: usize,
    reading: Reading,
    unread: Unread,
    jsonld: Vec<String>,
    /// Style sheets for screens, and their elements.
    styles: Vec<String>,
    styled_by: Vec<u32>,
    /// Elements that a web archive put in.
    additions: FxHashSet<u32>,
    /// Elements that a web archive may have put around the page, and the page in them.
    around: Vec<u32>,
    content: Option<u32>,
}

impl Arena {
    pub(super) const DOCUMENT: u32 = 0;

    pub(super) fn new(limits: &Limits, reading: Reading) -> Self {
        let mut arena = Self {
            nodes: Vec::new(),
            attrs: Vec::new(),
            text: String::new(),
            values: String::new(),
            names: Interner::new(0),
            attr_names: Interner::new(Attr::KNOWN.len()),
            limits: limits.clone(),
            flags: Vec::new(),
            moves: 0,
            reading,
            unread: Unread::default(),
            jsonld: Vec::new(),
            styles: Vec::new(),
            styled_by: Vec::new(),
            additions: FxHashSet::default(),
            around: Vec::new(),
            content: None,
        };
        arena.push(NodeKind::Document, 0, 0, 0);
        arena
    }

    pub(super) fn reserve(&mut self, html_bytes: usize) {
        let bytes = html_bytes.min(self.limits.text_bytes);
        self.nodes.reserve((bytes / 30).min(self.limits.nodes));
        self.attrs.reserve((bytes / 40).min(self.limits.attributes));
        self.text.reserve(bytes / 4);
        self.values.reserve(bytes / 4);
    }

    pub(super) fn flag(&mut self, flag: PageFlag) {
        if !self.flags.contains(&flag) {
            self.flags.push(flag);
        }
    }

    /// Nodes made so far.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a limit ends parsing.
    pub(super) fn is_full(&mut self) -> bool {
        if self.nodes.len() >= self.limits.nodes {
            self.flag(PageFlag::NodesCapped);
        } else if self.moves >= MOVES {
            self.flag(PageFlag::WorkCapped);
        } else {
            return false;
        }
        true
    }

    fn push(&mut self, kind: NodeKind, name: u16, start: usize, len: usize) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Growing {
            kind,
            name,
            keep_text: false,
            parent: NONE,
            first: NONE,
            last: NONE,
            previous: NONE,
            next: NONE,
            start: start as u32,
            len: len as u32,
        });
        id
    }

    /// A new element without attributes and parent.
    pub(super) fn element(&mut self, tag: Tag, name: &str) -> u32 {
        let name = if tag == Tag::Other { self.names.number(name).unwrap_or(0) } else { 0 };
        let start = self.attrs.len();
        self.push(NodeKind::Element(tag), name, start, 0)
    }

    /// Adds an attribute to the element made last.
    pub(super) fn attribute(&mut self, element: u32, name: Attr, value: &str) {
        let node = &self.nodes[element as usize];
        let full = self.attrs.len() >= self.limits.attributes
            || node.len as usize >= self.limits.attributes_per_element;
        if full {
            return self.flag(PageFlag::AttributesCapped);
        }
        let room = self.limits.text_bytes.saturating_sub(self.values.len());
        let kept =
            value.floor_char_boundary(self.limits.attribute_bytes.min(room).min(value.len()));
        if kept < value.len() {
            self.flag(PageFlag::AttributesCapped);
        }
        if name == Attr::ID {
            match additions::part(value) {
                Some(Part::Addition) => self.addition(element),
                Some(Part::Around) => self.around.push(element),
                Some(Part::Content) => self.content = self.content.or(Some(element)),
                None => {}
            }
        }
        let start = self.values.len() as u32;
        self.values.push_str(&value[..kept]);
        self.attrs.push(AttrEntry { name, start, len: kept as u32 });
        self.nodes[element as usize].len += 1;
    }

    fn addition(&mut self, element: u32) {
        self.additions.insert(element);
        self.flag(PageFlag::ArchiveAdditions);
    }

    /// Where the page as archived stands in something of an archive, all beside it is the archive's.
    fn leave_content(&mut self) {
        let Some(content) = self.content else { return };
        let mut path = vec![content];
        while let Some(last) = path.last()
            && !matches!(self.nodes[*last as usize].kind, NodeKind::Element(Tag::Body))
            && self.nodes[*last as usize].parent != NONE
        {
            path.push(self.nodes[*last as usize].parent);
        }
        if !path[1..].iter().any(|node| self.around.contains(node)) {
            return;
        }
        self.leave_title();
        for pair in path.windows(2) {
            let mut child = self.nodes[pair[1] as usize].first;
            while child != NONE {
                if child != pair[0] {
                    self.addition(child);
                }
                child = self.nodes[child as usize].next;
            }
        }
    }

    /// In the head of an archive's own page the title alone is that of the page as archived.
    fn leave_title(&mut self) {
        let said = [Tag::Meta, Tag::Link, Tag::Base].map(NodeKind::Element);
        for node in 0..self.nodes.len() {
            let Growing { kind, parent, .. } = self.nodes[node];
            let in_head =
                parent != NONE && self.nodes[parent as usize].kind == NodeKind::Element(Tag::Head);
            if in_head && said.contains(&kind) {
                self.addition(node as u32);
            }
        }
    }

    /// Adds the attributes that an element lacks; its entries move to the end of the table.
    pub(super) fn attributes_if_missing(&mut self, element: u32, more: &[(Attr, &str)]) {
        let node = self.nodes[element as usize];
        let present = range(node.start, node.len);
        let missing = |(name, _): &&(Attr, &str)| {
            !self.attrs[present.clone()].iter().any(|entry| entry.name == *name)
        };
        let missing: Vec<_> = more.iter().filter(missing).copied().collect();
        if missing.is_empty() {
            return;
        }
        if present.end != self.attrs.len() {
            let start = self.attrs.len();
            self.attrs.extend_from_within(present);
            self.nodes[element as usize].start = start as u32;
        }
        for (name, value) in missing {
            self.attribute(element, name, value);
        }
    }

    /// Number of an attribute name; None if the page has too many of them.
    pub(super) fn attr_name(&mut self, name: &str) -> Option<Attr> {
        self.attr_names.number(name).map(Attr)
    }

    /// Wants the text of this script or style sheet, which was made last.
    pub(super) fn keep_text(&mut self, node: u32) {
        self.nodes[node as usize].keep_text = true;
        self.kept(node).0.push(String::new());
        if self.styles.len() > self.styled_by.len() {
            self.styled_by.push(node);
        }
    }

    /// Where the text of such an element goes, and how many bytes of it. Of scripts one byte more than the limit, so
    /// that readers see that it was reached.
    fn kept(&mut self, node: u32) -> (&mut Vec<String>, usize) {
        let limit = self.limits.jsonld_bytes;
        match self.nodes[node as usize].kind {
            NodeKind::Element(Tag::Style) => (&mut self.styles, limit),
            _ => (&mut self.jsonld, limit.saturating_add(1)),
        }
    }

    /// They do not nest, so text goes to the one begun last.
    fn append_kept(&mut self, node: u32, text: &str) {
        let (texts, limit) = self.kept(node);
        if let Some(own) = texts.last_mut() {
            let room = limit.saturating_sub(own.len()).min(text.len());
            own.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    /// Adds text at the end of `parent`.
    pub(super) fn append_text(&mut self, parent: u32, text: &str) {
        let node = &self.nodes[parent as usize];
        let NodeKind::Element(tag) = node.kind else { return };
        if tag == Tag::Noscript && self.reading == Reading::AsBrowser {
            self.unread.add_noscript(text);
        }
        if tag == Tag::Noframes {
            self.unread.add_noframes(text, self.limits.text_bytes);
        }
        let last = node.last;
        if node.keep_text {
            self.append_kept(parent, text);
        }
        if self.drops(tag) || self.empties(tag) {
            return;
        }
        if let Some(id) = self.new_text(last, text) {
            self.link_last(parent, id);
        }
    }

    /// Adds text before `sibling`.
    pub(super) fn text_before(&mut self, sibling: u32, text: &str) {
        let previous = self.nodes[sibling as usize].previous;
        if let Some(id) = self.new_text(previous, text) {
            self.link_before(sibling, id);
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
        self.unread.noframes().filter(|_| self.nodes.iter().any(frames))
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
        if let Some(node) = self.nodes.get_mut(previous as usize)
            && node.kind == NodeKind::Text
            && (node.start + node.len) as usize == start
        {
            node.len += kept as u32;
            return None;
        }
        (kept > 0).then(|| self.push(NodeKind::Text, 0, start, kept))
    }

    pub(super) fn parent(&self, id: u32) -> Option<u32> {
        Some(self.nodes[id as usize].parent).filter(|parent| *parent != NONE)
    }

    /// Makes `id`, which has no parent, the last child of `parent`.
    pub(super) fn link_last(&mut self, parent: u32, id: u32) {
        let last = std::mem::replace(&mut self.nodes[parent as usize].last, id);
        let node = &mut self.nodes[id as usize];
        (node.parent, node.previous) = (parent, last);
        match last {
            NONE => self.nodes[parent as usize].first = id,
            last => self.nodes[last as usize].next = id,
        }
    }

    /// Puts `id`, which has no parent, before `sibling`.
    pub(super) fn link_before(&mut self, sibling: u32, id: u32) {
        let Some(parent) = self.parent(sibling) else { return };
        let previous = std::mem::replace(&mut self.nodes[sibling as usize].previous, id);
        let node = &mut self.nodes[id as usize];
        (node.parent, node.previous, node.next) = (parent, previous, sibling);
        match previous {
            NONE => self.nodes[parent as usize].first = id,
            previous => self.nodes[previous as usize].next = id,
        }
    }

    /// Takes `id` out of its parent, if it has one.
    pub(super) fn unlink(&mut self, id: u32) {
        let Some(parent) = self.parent(id) else { return };
        let node = &mut self.nodes[id as usize];
        let (previous, next) = (node.previous, node.next);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
        match previous {
            NONE => self.nodes[parent as usize].first = next,
            previous => self.nodes[previous as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last = previous,
            next => self.nodes[next as usize].previous = previous,
        }
    }

    /// Moves all children of `from` to the end of `to`.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        let mut child = self.nodes[from as usize].first;
        while child != NONE {
            let next = self.nodes[child as usize].next;
            self.unlink(child);
            self.link_last(to, child);
            self.moves += 1;
            child = next;
        }
    }

    /// The finished tree: what hangs on the document, in document order, without what readers
    /// never see.
    pub(super) fn into_tree(mut self, flags: &mut Vec<PageFlag>) -> Tree {
        self.leave_content();
        flags.append(&mut self.flags);
        let mut tree = Tree {
            nodes: Vec::with_capacity(self.nodes.len()),
            attrs: Vec::new(),
            text: String::new(),
            values: String::new(),
            names: Vec::new(),
            attr_names: Vec::new(),
            jsonld: std::mem::take(&mut self.jsonld),
            styles: Styles::default(),
        };
        self.order(&mut tree);
        tree.attrs = self.attrs;
        tree.text = self.text;
        tree.values = self.values;
        tree.names = self.names.names;
        tree.attr_names = self.attr_names.names;
        tree
    }

    /// Walks along the links and writes the nodes in the order of the walk. Style sheets count where the walk comes by:
    /// not within templates and what an archive added.
    fn order(&self, tree: &mut Tree) {
        let is_styled = self.styles.iter().any(|sheet| style::may_hide(sheet));
        let mut at = Self::DOCUMENT;
        // Where the ancestors of `at`, and then `at`, went.
        let mut path: Vec<u32> = Vec::with_capacity(64);
        loop {
            let node = &self.nodes[at as usize];
            let keep = !matches!(node.kind, NodeKind::Element(tag) if self.drops(tag))
                && (self.additions.is_empty() || !self.additions.contains(&at));
            if keep {
                let parent = path.last().copied().unwrap_or(0);
                let (kind, name) = (node.kind, node.name);
                let (start, len) = (node.start, node.len);
                let end = tree.nodes.len() as u32 + 1;
                tree.nodes.push(Node { kind, name, parent, end, start, len });
            } else if is_styled
                && let Ok(place) = self.styled_by.binary_search(&at)
                && !self.additions.contains(&at)
            {
                tree.styles.add(&self.styles[place]);
            }
            let emptied = matches!(node.kind, NodeKind::Element(tag) if self.empties(tag));
            let descend = keep && node.first != NONE && !emptied;
            if descend {
                path.push(tree.nodes.len() as u32 - 1);
                at = node.first;
                continue;
            }
            loop {
                if at == Self::DOCUMENT {
                    return;
                }
                let node = &self.nodes[at as usize];
                if node.next != NONE {
                    at = node.next;
                    break;
                }
                at = node.parent;
                let end = tree.nodes.len() as u32;
                if let Some(id) = path.pop() {
                    tree.nodes[id as usize].end = end;
                }
            }
        }
    }
}
