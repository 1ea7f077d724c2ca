//! The page as a sanitised tree of nodes in one arena.
//!
//! Nodes lie in document order, so that a subtree is a range of nodes and a walk over the tree is
//! a walk over a slice; nothing here recurses. Scripts, styles, templates, comments and event
//! handlers are not in it; JSON-LD and what style sheets hide are kept aside.

mod arena;
mod attr;
mod edit;
mod html5;
mod names;
mod script;
pub(crate) mod style;
mod syntax;
mod tag;
mod unread;
mod walk;

use std::ops::Range;

pub use attr::Attr;
pub use edit::{Edit, NodeMap};
pub(crate) use script::is_tex;
pub use syntax::Syntax;
pub use tag::{Layout, Tag};

use crate::{Limits, PageFlag};

/// Attribute that an image gets in our trees: the address of its twin for browsers without scripts.
pub(crate) const NOSCRIPT_TWIN: &str = "data-noscript-src";

/// Words of an element's class that are looked at: themes add one for each category and tag.
const CLASSES: usize = 64;

/// A node of a [`Tree`]. Ids grow in document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The document itself, parent of the root element.
    pub const DOCUMENT: Self = Self(0);

    /// The number of the node in document order; the document is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// The document.
    Document,
    /// An element.
    Element(Tag),
    /// A run of text.
    Text,
}

#[derive(Debug, Clone, Copy)]
/// A node as it is stored. Its number is its position.
struct Node {
    kind: NodeKind,
    /// For [`Tag::Other`], index into `Tree::names`.
    name: u16,
    parent: u32,
    /// One past the last node of the subtree.
    end: u32,
    /// Text: bytes of `Tree::text`. Element: entries of `Tree::attrs`.
    start: u32,
    len: u32,
}

#[derive(Debug, Clone, Copy)]
/// An attribute of an element: its value is a range of `Tree::values`.
struct AttrEntry {
    name: Attr,
    start: u32,
    len: u32,
}

/// The sanitised tree of a page.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Node>,
    attrs: Vec<AttrEntry>,
    /// The [bits](Attr::bit) of all attributes of the page: most that are asked for it has not.
    present: u64,
    text: String,
    values: String,
    names: Vec<Box<str>>,
    attr_names: Vec<Box<str>>,
    jsonld: Vec<String>,
    styles: style::Styles,
}

impl Tree {
    /// Parses `html` as browsers do. Flags say which limits were reached.
    pub fn parse(html: &str, limits: &Limits, flags: &mut Vec<PageFlag>) -> Self {
        Self::parse_as(html, Syntax::Html, limits, flags)
    }

    /// Parses a document of a declared syntax. Flags say which limits were reached.
    pub fn parse_as(
        html: &str,
        syntax: Syntax,
        limits: &Limits,
        flags: &mut Vec<PageFlag>,
    ) -> Self {
        html5::parse(html, syntax, limits, flags)
    }

    /// Parses `html` with what readers never see: scripts, styles, templates, `noscript`. For rules
    /// that look there; nothing else of this crate reads such a tree.
    pub fn parse_whole(
        html: &str,
        syntax: Syntax,
        limits: &Limits,
        flags: &mut Vec<PageFlag>,
    ) -> Self {
        html5::parse_whole(html, syntax, limits, flags)
    }

    /// A tree of the document node alone.
    pub fn empty() -> Self {
        arena::Arena::new(&Limits::default(), arena::Reading::AsBrowser).into_tree(&mut Vec::new())
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the document node.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// Bytes that it takes in memory, nearly.
    pub(crate) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.attrs.capacity() * size_of::<AttrEntry>()
            + self.text.capacity()
            + self.values.capacity()
            + self.jsonld.iter().map(String::capacity).sum::<usize>()
            + self.styles.memory()
    }

    /// Gives back the memory of nodes and texts that never came.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.nodes.shrink_to_fit();
        self.attrs.shrink_to_fit();
        self.text.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// What the node is.
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.nodes[id.index()].kind
    }

    /// The element's tag; None for text and the document.
    pub fn tag(&self, id: NodeId) -> Option<Tag> {
        match self.kind(id) {
            NodeKind::Element(tag) => Some(tag),
            NodeKind::Document | NodeKind::Text => None,
        }
    }

    /// The element's name in lower case; empty for text and the document.
    pub fn name(&self, id: NodeId) -> &str {
        match self.kind(id) {
            NodeKind::Element(Tag::Other) => &self.names[usize::from(self.nodes[id.index()].name)],
            NodeKind::Element(tag) => tag.name(),
            NodeKind::Document | NodeKind::Text => "",
        }
    }

    /// The text of a text node; empty for other nodes.
    pub fn text(&self, id: NodeId) -> &str {
        let node = &self.nodes[id.index()];
        match node.kind {
            NodeKind::Text => &self.text[range(node.start, node.len)],
            NodeKind::Document | NodeKind::Element(_) => "",
        }
    }

    /// The value of an attribute of an element.
    #[inline]
    pub fn attr(&self, id: NodeId, name: Attr) -> Option<&str> {
        if self.present & name.bit() == 0 {
            return None;
        }
        self.found_attr(id, name)
    }

    fn found_attr(&self, id: NodeId, name: Attr) -> Option<&str> {
        let entry = self.entries(id).iter().find(|entry| entry.name == name)?;
        // Attributes are few: a linear search beats any index.
        Some(&self.values[range(entry.start, entry.len)])
    }

    /// The words of an element's class, as far as they are looked at.
    pub(crate) fn classes(&self, id: NodeId) -> impl Iterator<Item = &str> {
        let class = self.attr(id, Attr::CLASS).unwrap_or_default();
        class.split_ascii_whitespace().take(CLASSES)
    }

    /// The value of an attribute by its name, known or not.
    // By constant where there is one: comparing names costs more.
    pub fn attr_named(&self, id: NodeId, name: &str) -> Option<&str> {
        self.attrs(id).find(|(attr, _)| self.attr_name(*attr) == name).map(|(_, value)| value)
    }

    /// Attributes of an element, in the order of the source.
    pub fn attrs(&self, id: NodeId) -> impl Iterator<Item = (Attr, &str)> {
        self.entries(id).iter().map(|e| (e.name, &self.values[range(e.start, e.len)]))
    }

    /// The name of an attribute of this tree.
    pub fn attr_name(&self, attr: Attr) -> &str {
        let number = usize::from(attr.0);
        match Attr::KNOWN.get(number) {
            Some(known) => known,
            None => &self.attr_names[number - Attr::KNOWN.len()],
        }
    }

    /// The attribute of a name. `None` if no element of this tree has it.
    pub(crate) fn attr_of_name(&self, name: &str) -> Option<Attr> {
        let unknown = || self.attr_names.iter().position(|known| **known == *name);
        Attr::known(name).or_else(|| Some(Attr((Attr::KNOWN.len() + unknown()?) as u16)))
    }

    /// Whether a style sheet within the page takes the element out of sight. What holds it may do
    /// so, too.
    pub(crate) fn is_styled_away(&self, id: NodeId) -> bool {
        let value = |name| self.attr(id, name).unwrap_or_default();
        self.styles.hide(self.name(id), value(Attr::CLASS), value(Attr::ID))
    }

    /// Whether style sheets of the page keep the lines of the source in an element.
    pub(crate) fn is_styled_verbatim(&self, id: NodeId) -> bool {
        if !self.styles.keeps_any_lines() {
            return false;
        }
        let value = |name| self.attr(id, name).unwrap_or_default();
        self.styles.keep_lines(self.name(id), value(Attr::CLASS), value(Attr::ID))
    }

    /// Text of the JSON-LD scripts, in document order.
    pub fn jsonld(&self) -> impl Iterator<Item = &str> {
        self.jsonld.iter().map(String::as_str)
    }

    /// All text below `id`, as in the source.
    pub fn text_content(&self, id: NodeId) -> String {
        self.descendants(id).map(|node| self.text(node)).collect()
    }

    /// The attributes of an element as they are stored.
    fn entries(&self, id: NodeId) -> &[AttrEntry] {
        let node = &self.nodes[id.index()];
        match node.kind {
            NodeKind::Element(_) => &self.attrs[range(node.start, node.len)],
            NodeKind::Document | NodeKind::Text => &[],
        }
    }

    /// Checks that every subtree is a proper range within its parent's.
    #[cfg(test)]
    pub(crate) fn validate(&self) {
        for id in self.all().skip(1) {
            let parent = self.parent(id).expect("only the document has no parent");
            assert!(parent < id && self.end(id) <= self.end(parent) && id < self.end(id));
        }
    }
}

// Offsets of 32 bits keep a node at 28 bytes: memory of pages is mostly nodes.
/// A range of bytes or entries.
fn range(start: u32, len: u32) -> Range<usize> {
    start as usize..start as usize + len as usize
}

#[cfg(test)]
mod tests;
