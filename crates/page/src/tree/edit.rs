//! A tree with some of its elements gone, opened or renamed.

use rustc_hash::FxHashMap;

use super::{Layout, Node, NodeId, NodeKind, Tag, Tree};

/// What becomes of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// It goes, with all that is in it.
    Remove,
    /// It goes; what is in it stays.
    Unwrap,
    /// It goes with every element in it; their text stays.
    UnwrapAll,
    /// It becomes another element.
    Rename(Tag),
    /// It becomes two: one, and another in it around all that it holds.
    Pair(Tag, Tag),
}

/// The place of a node that was removed, and of nodes not come to yet.
const GONE: u32 = u32::MAX;

impl Tree {
    /// The tree after `edits`, and for each old node its new place: that of its nearest element left where it was
    /// opened, none where it was removed. The outer edit goes before the inner ones. A space stands where an
    /// element has parted lines and does so no more, so that words on either side stay two.
    pub fn edited(&self, edits: &FxHashMap<NodeId, Edit>) -> (Self, Places) {
        let mut nodes: Vec<Node> = Vec::with_capacity(self.nodes.len());
        let mut places = vec![GONE; self.nodes.len()];
        // Where the children of a node go.
        let mut inside = vec![GONE; self.nodes.len()];
        let mut open_until = 0;
        let space = |parent| Node {
            kind: NodeKind::Text,
            name: 0,
            parent,
            end: 0,
            start: self.text.len() as u32,
            len: 1,
        };
        // Ends of elements behind which a space goes, with where it goes.
        let mut gaps: Vec<(u32, u32)> = Vec::new();
        let mut at = 0;
        while at < self.nodes.len() {
            while let Some((_, parent)) = gaps.pop_if(|(end, _)| *end as usize <= at) {
                nodes.push(space(parent));
            }
            let node = self.nodes[at];
            let element = matches!(node.kind, NodeKind::Element(_));
            let edit = edits.get(&NodeId(at as u32)).copied().filter(|_| element);
            if edit == Some(Edit::Remove) {
                at = node.end as usize;
                continue;
            }
            // The document is its own parent.
            let parent = inside[node.parent as usize];
            if edit == Some(Edit::UnwrapAll) {
                open_until = open_until.max(node.end as usize);
            }
            let opened = edit == Some(Edit::Unwrap) || at < open_until;
            if parts_lines(node.kind) && (opened || edit.is_some_and(Edit::joins_lines)) {
                nodes.push(space(parent));
                gaps.push((node.end, parent));
            }
            if opened && element {
                places[at] = parent;
            } else {
                places[at] = nodes.len() as u32;
                let kind = match edit {
                    Some(Edit::Rename(tag) | Edit::Pair(tag, _)) => NodeKind::Element(tag),
                    _ => node.kind,
                };
                nodes.push(Node { kind, parent: if at == 0 { 0 } else { parent }, ..node });
                if let Some(Edit::Pair(_, tag)) = edit {
                    let kind = NodeKind::Element(tag);
                    nodes.push(Node { kind, parent: places[at], start: 0, len: 0, ..node });
                }
            }
            let innermost = nodes.len().saturating_sub(1) as u32;
            inside[at] = if opened && element { parent } else { innermost };
            at += 1;
        }
        close(&mut nodes);
        let text = [self.text.as_str(), " "].concat();
        (Self { nodes, text, ..self.clone() }, Places(places))
    }
}

/// Whether text before an element and text in or behind it are in different lines.
fn parts_lines(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Element(tag) if tag == Tag::Br || tag.layout() == Layout::Block)
}

impl Edit {
    /// Whether what becomes of an element is part of a line.
    fn joins_lines(self) -> bool {
        matches!(self, Self::Rename(tag) | Self::Pair(tag, _) if !parts_lines(NodeKind::Element(tag)))
    }
}

/// Sets the ends of all subtrees anew.
fn close(nodes: &mut [Node]) {
    for (at, node) in nodes.iter_mut().enumerate() {
        node.end = at as u32 + 1;
    }
    for at in (1..nodes.len()).rev() {
        let (end, parent) = (nodes[at].end, nodes[at].parent as usize);
        nodes[parent].end = nodes[parent].end.max(end);
    }
}

/// Where the nodes of a tree are after edits.
#[derive(Debug, Clone)]
pub struct Places(Vec<u32>);

impl Places {
    /// The new place of a node; `None` where it was removed.
    pub fn of(&self, id: NodeId) -> Option<NodeId> {
        self.0.get(id.index()).copied().filter(|place| *place != GONE).map(NodeId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attr, Limits};

    fn text(tree: &Tree) -> String {
        let shown = |id: NodeId| match tree.tag(id) {
            Some(tag) => format!("<{}>", tag.name()),
            None => tree.text(id).to_owned(),
        };
        tree.all().skip_while(|id| tree.tag(*id) != Some(Tag::Body)).skip(1).map(shown).collect()
    }

    #[test]
    fn elements_go_open_and_change() {
        let html = "<div class=a>a<b>b<i>c</i></b></div><div class=b>d<p>e</p></div><p class=c>f";
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let cases = [
            (Edit::Remove, "<div>d<p>e<p>f"),
            (Edit::Unwrap, " a<b>b<i>c <div>d<p>e<p>f"),
            (Edit::UnwrapAll, " abc <div>d<p>e<p>f"),
            (Edit::Rename(Tag::P), "<p>a<b>b<i>c<div>d<p>e<p>f"),
            (Edit::Pair(Tag::Figure, Tag::P), "<figure><p>a<b>b<i>c<div>d<p>e<p>f"),
        ];
        let of_class = |id: &NodeId| tree.attr(*id, Attr::CLASS) == Some("a");
        let id = tree.all().find(of_class).expect("element");
        for (edit, expected) in cases {
            let (edited, places) = tree.edited(&FxHashMap::from_iter([(id, edit)]));
            edited.validate();
            assert_eq!(text(&edited), expected, "{edit:?}");
            assert_eq!(places.of(id).is_none(), edit == Edit::Remove);
        }
    }
}
