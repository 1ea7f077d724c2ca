//! Ways through a tree: up to the document, down through a subtree, along the children.

use super::{NodeId, Tree};

impl Tree {
    /// The parent; None for the document.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::DOCUMENT).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// One past the last node of the subtree of `id`.
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(self.nodes[id.index()].end)
    }

    /// Whether `node` is `ancestor` or lies in it.
    pub fn contains(&self, ancestor: NodeId, node: NodeId) -> bool {
        ancestor <= node && node < self.end(ancestor)
    }

    /// All nodes below `id`, in document order.
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0 + 1..self.nodes[id.index()].end).map(NodeId)
    }

    /// The children of `id`, in document order.
    // The next child begins where the subtree of this one ends: no links between siblings.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.end(id);
        let first = NodeId(id.0 + 1);
        std::iter::successors((first < end).then_some(first), move |child| {
            let next = self.end(*child);
            (next < end).then_some(next)
        })
    }

    /// The parent, its parent, and so on up to the document.
    // Depth is capped when the tree is built, so that walks up are short.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// All nodes in document order, the document first.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes[0].end).map(NodeId)
    }
}
