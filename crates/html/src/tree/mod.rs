//! The tree of a document: nodes in document order, in one array.
//!
//! A subtree is a range of nodes: a walk over it is a walk over a slice. Nothing here recurses.

mod finish;
mod growing;
mod walk;

pub use walk::NodeKind;

pub(crate) use growing::Growing;

use crate::{Attribute, Doctype, Name, Namespace, Quirks, Source, Span};

/// A node of a [`Tree`]. Ids grow in document order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The document, parent of the root element. In a fragment, parent of its nodes.
    pub const DOCUMENT: Self = Self(0);

    /// The number of the node in document order; the document is 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is, as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    Document,
    Doctype,
    Element,
    /// What is in a template.
    Contents,
    Text,
    /// Text that belongs to the text before it. Not in finished trees.
    MoreText,
    Comment,
}

/// A node as it is stored: 24 bytes. Its number is its position.
#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    namespace: Namespace,
    name: Name,
    parent: u32,
    /// One past the last node of the subtree.
    end: u32,
    content: Content,
}

/// What a node holds beside its children.
#[derive(Debug, Clone, Copy)]
enum Content {
    /// Nothing, or the document type.
    None,
    /// Text of a text or comment.
    Text(Span),
    /// Attributes of an element.
    Attributes { start: u32, len: u32 },
}

/// What was left out of a tree because a limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cuts {
    /// The end of the document: it is longer than [`Source::MOST`] bytes.
    pub input: bool,
    /// Tags deeper than the limit; their text is in the tree.
    pub depth: bool,
    /// All behind the node that reached the limit on nodes, or on nodes moved.
    pub nodes: bool,
    /// Attributes, or names of elements or attributes.
    pub attributes: bool,
}

/// The tree of a document or fragment.
#[derive(Debug, Clone)]
pub struct Tree<'t> {
    source: Source<'t>,
    nodes: Vec<Node>,
    attributes: Vec<Attribute>,
    doctype: Option<Doctype>,
    quirks: Quirks,
    cuts: Cuts,
}
