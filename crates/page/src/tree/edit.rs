//! A tree with some of its elements removed, unwrapped or renamed.

use rustc_hash::FxHashMap;

use super::{Layout, Node, NodeId, NodeKind, Tag, Tree};

/// What to do with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// Remove it with everything in it.
    Remove,
    /// Remove it; its children take its place.
    Unwrap,
    /// Remove it and every element in it; their text stays.
    UnwrapAll,
    /// Make it another element.
    Rename(Tag),
    /// Make it two elements: the first around the second, which holds its children.
    Pair(Tag, Tag),
}

/// The new node of a node that was removed, or that was not reached yet.
const GONE: u32 = u32::MAX;

impl Tree {
    /// The tree after `edits`, and where its nodes are then. The outer edit is applied before the
    /// inner ones. A space replaces an element that used to begin or end a line, so that the words
    /// on either side stay two.
    pub fn edited(&self, edits: &FxHashMap<NodeId, Edit>) -> (Self, NodeMap) {
        let mut editor = Editor::new(self);
        let mut at = 0;
        while at < self.nodes.len() {
            editor.close_gaps(at as u32);
            let node = self.nodes[at];
            let element = matches!(node.kind, NodeKind::Element(_));
            match edits.get(&NodeId(at as u32)).copied().filter(|_| element) {
                Some(Edit::Remove) => at = node.end as usize,
                edit => {
                    editor.write(at, node, edit);
                    at += 1;
                }
            }
        }
        let mut nodes = editor.nodes;
        close(&mut nodes);
        // The spaces between words are the last byte.
        let text = [self.text.as_str(), " "].concat();
        (Self { nodes, text, ..self.clone() }, NodeMap(editor.new_nodes))
    }
}

/// Writes the edited tree node by node.
struct Editor {
    nodes: Vec<Node>,
    /// For each old node, the new one.
    new_nodes: Vec<u32>,
    /// For each old node, the new parent of its children.
    parents: Vec<u32>,
    /// Everything before this old node is unwrapped.
    unwrap_until: u32,
    /// Ends of elements behind which a space goes, each with the parent of the space.
    gaps: Vec<(u32, u32)>,
    /// Where the text of a space begins.
    space_at: u32,
}

impl Editor {
    fn new(tree: &Tree) -> Self {
        Self {
            nodes: Vec::with_capacity(tree.nodes.len()),
            new_nodes: vec![GONE; tree.nodes.len()],
            parents: vec![GONE; tree.nodes.len()],
            unwrap_until: 0,
            gaps: Vec::new(),
            space_at: tree.text.len() as u32,
        }
    }

    /// Writes the spaces behind elements that end at or before the old node `at`.
    fn close_gaps(&mut self, at: u32) {
        while let Some((_, parent)) = self.gaps.pop_if(|(end, _)| *end <= at) {
            self.space(parent);
        }
    }

    /// Writes an old node, unless it is unwrapped.
    fn write(&mut self, at: usize, node: Node, edit: Option<Edit>) {
        // The document is its own parent.
        let parent = self.parents[node.parent as usize];
        if edit == Some(Edit::UnwrapAll) {
            // Elements nest, so the farthest end covers all that are open.
            self.unwrap_until = self.unwrap_until.max(node.end);
        }
        let unwrapped = edit == Some(Edit::Unwrap) || (at as u32) < self.unwrap_until;
        if parts_lines(node.kind) && (unwrapped || edit.is_some_and(Edit::joins_lines)) {
            self.space(parent);
            self.gaps.push((node.end, parent));
        }
        if unwrapped && matches!(node.kind, NodeKind::Element(_)) {
            (self.new_nodes[at], self.parents[at]) = (parent, parent);
            return;
        }
        let new = self.nodes.len() as u32;
        let kind = match edit {
            Some(Edit::Rename(tag) | Edit::Pair(tag, _)) => NodeKind::Element(tag),
            _ => node.kind,
        };
        self.nodes.push(Node { kind, parent: if at == 0 { 0 } else { parent }, ..node });
        if let Some(Edit::Pair(_, tag)) = edit {
            let kind = NodeKind::Element(tag);
            self.nodes.push(Node { kind, parent: new, start: 0, len: 0, ..node });
        }
        self.new_nodes[at] = new;
        self.parents[at] = self.nodes.len() as u32 - 1;
    }

    fn space(&mut self, parent: u32) {
        let (kind, start) = (NodeKind::Text, self.space_at);
        self.nodes.push(Node { kind, name: 0, parent, end: 0, start, len: 1 });
    }
}

/// Whether an element begins and ends a line.
fn parts_lines(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::Element(tag) if tag == Tag::Br || tag.layout() == Layout::Block)
}

impl Edit {
    /// Whether the element is part of a line after the edit.
    fn joins_lines(self) -> bool {
        let (Self::Rename(tag) | Self::Pair(tag, _)) = self else { return false };
        !parts_lines(NodeKind::Element(tag))
    }
}

/// Computes the ends of all subtrees anew.
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
pub struct NodeMap(Vec<u32>);

impl NodeMap {
    /// The new node of an old one: the nearest element left of one that was unwrapped. `None` if it
    /// was removed.
    pub fn get(&self, id: NodeId) -> Option<NodeId> {
        self.0.get(id.index()).copied().filter(|new| *new != GONE).map(NodeId)
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
            let (edited, map) = tree.edited(&FxHashMap::from_iter([(id, edit)]));
            edited.validate();
            assert_eq!(text(&edited), expected, "{edit:?}");
            assert_eq!(map.get(id).is_none(), edit == Edit::Remove);
        }
    }

    #[test]
    fn unwrapped_nodes_map_to_the_element_around_them() {
        let html = "<main><div><p>a</p></div></main>";
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let named = |tag| tree.all().find(|id| tree.tag(*id) == Some(tag)).expect("an element");
        let edits = [(named(Tag::Div), Edit::Unwrap), (named(Tag::P), Edit::Unwrap)];
        let (edited, map) = tree.edited(&FxHashMap::from_iter(edits));
        for tag in [Tag::Div, Tag::P, Tag::Main] {
            let new = map.get(named(tag)).expect("a node");
            assert_eq!(edited.tag(new), Some(Tag::Main), "{tag:?}");
        }
        assert_eq!(map.get(NodeId::DOCUMENT), Some(NodeId::DOCUMENT));
        assert_eq!(map.get(NodeId(9999)), None);
    }

    #[test]
    fn inner_edits_of_removed_elements_do_nothing() {
        let html = "<div>a<p>b</p></div>c";
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let named = |tag| tree.all().find(|id| tree.tag(*id) == Some(tag)).expect("an element");
        let edits = [(named(Tag::Div), Edit::Remove), (named(Tag::P), Edit::Rename(Tag::H1))];
        let (edited, map) = tree.edited(&FxHashMap::from_iter(edits));
        assert_eq!((text(&edited).as_str(), map.get(named(Tag::P))), ("c", None));
    }

    proptest::proptest! {
        #[test]
        fn edited_trees_stay_valid_and_keep_the_text_of_what_stays(
            soup in "(<(div|p|b|ul|li|table|td)>|</(div|b|ul)>|[ab ]){0,30}",
            choices in proptest::collection::vec(0usize..6, 40),
        ) {
            let tree = Tree::parse(&soup, &Limits::default(), &mut Vec::new());
            let elements = tree.all().skip(1).filter(|id| tree.tag(*id).is_some());
            let edit = |(id, choice): (NodeId, &usize)| {
                let edits = [
                    Edit::Unwrap,
                    Edit::UnwrapAll,
                    Edit::Rename(Tag::P),
                    Edit::Pair(Tag::Div, Tag::B),
                ];
                edits.get(*choice).map(|edit| (id, *edit))
            };
            let (edited, map) = tree.edited(&elements.zip(&choices).filter_map(edit).collect());
            edited.validate();
            let letters = |tree: &Tree| tree.text_content(NodeId::DOCUMENT).replace(' ', "");
            proptest::prop_assert_eq!(letters(&edited), letters(&tree));
            proptest::prop_assert!(tree.all().all(|id| map.get(id).is_some()));
        }
    }
}
