//! What a tree says of its nodes, and ways through it.

use super::{Content, Kind, Node, NodeId, Tree};
use crate::{Attribute, Cuts, Doctype, Name, Names, Namespace, Prefix, Quirks, Span};

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// The document, or all of a fragment.
    Document,
    /// The document type.
    Doctype,
    /// An element.
    Element(Namespace, Name),
    /// What is in a template: its only child.
    Contents,
    /// A run of text.
    Text,
    /// A comment.
    Comment,
}

impl Tree<'_> {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the document node.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// What the node is.
    pub fn kind(&self, id: NodeId) -> NodeKind {
        let node = self.node(id);
        match node.kind {
            Kind::Document => NodeKind::Document,
            Kind::Doctype => NodeKind::Doctype,
            Kind::Element => NodeKind::Element(node.namespace, node.name),
            Kind::Contents => NodeKind::Contents,
            Kind::Text | Kind::MoreText => NodeKind::Text,
            Kind::Comment => NodeKind::Comment,
        }
    }

    /// The local name of an element; empty for other nodes.
    pub fn name(&self, id: NodeId) -> &str {
        match self.kind(id) {
            NodeKind::Element(_, name) => self.names().text(name),
            _ => "",
        }
    }

    /// The text of a text or comment; empty for other nodes.
    pub fn text(&self, id: NodeId) -> &str {
        match self.node(id).content {
            Content::Text(span) => self.source.text(span),
            Content::None | Content::Attributes { .. } => "",
        }
    }

    /// Attributes of an element, in the order of the source: prefix, name, value.
    pub fn attributes(&self, id: NodeId) -> impl Iterator<Item = (Prefix, Name, &str)> {
        self.entries(id)
            .iter()
            .map(|attribute| (attribute.prefix, attribute.name, self.source.text(attribute.value)))
    }

    /// The value of an attribute without prefix.
    pub fn attribute(&self, id: NodeId, name: Name) -> Option<&str> {
        let is = |a: &&Attribute| a.name == name && a.prefix == Prefix::None;
        self.entries(id).iter().find(is).map(|attribute| self.source.text(attribute.value))
    }

    pub(super) fn entries(&self, id: NodeId) -> &[Attribute] {
        match self.node(id).content {
            Content::Attributes { start, len } => {
                &self.attributes[start as usize..(start + len) as usize]
            }
            Content::None | Content::Text(_) => &[],
        }
    }

    /// The names of this tree.
    pub fn names(&self) -> &Names {
        self.source.names()
    }

    /// The document type.
    pub fn doctype(&self) -> Option<&Doctype> {
        self.doctype.as_ref()
    }

    /// Whether the document is in quirks mode.
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// What was left out.
    pub fn cuts(&self) -> Cuts {
        self.cuts
    }

    /// The parent; `None` for the document.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::DOCUMENT).then(|| NodeId(self.node(id).parent))
    }

    /// One past the last node of the subtree of `id`.
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(self.node(id).end)
    }

    /// All nodes below `id`, in document order.
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0 + 1..self.node(id).end).map(NodeId)
    }

    /// The children of `id`, in document order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.end(id);
        let first = NodeId(id.0 + 1);
        std::iter::successors((first < end).then_some(first), move |child| {
            let next = self.end(*child);
            (next < end).then_some(next)
        })
    }

    /// The parent, its parent, and so on up to the document.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// All nodes in document order, the document first.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Bytes that it takes in memory, without a document that it borrows.
    pub fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.attributes.capacity() * size_of::<Attribute>()
            + self.source.memory()
    }

    /// Whether every subtree is a proper range within its parent's.
    pub fn is_sound(&self) -> bool {
        self.all().skip(1).all(|id| {
            let parent = NodeId(self.node(id).parent);
            parent < id && self.end(id) <= self.end(parent) && id < self.end(id)
        })
    }
}

impl Content {
    /// The text, if it is one.
    pub(super) fn span(self) -> Span {
        match self {
            Self::Text(span) => span,
            Self::None | Self::Attributes { .. } => Span::EMPTY,
        }
    }
}
