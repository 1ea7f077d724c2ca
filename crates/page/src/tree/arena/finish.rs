//! From the growing tree to the finished one.

use super::Arena;
use super::links::NONE;
use crate::PageFlag;
use crate::tree::style::{self, Styles};
use crate::tree::{Node, NodeKind, Tag, Tree};

/// The element that MathJax 3 and 4 put around a drawing.
const MATHJAX: &str = "mjx-container";

impl Arena {
    /// The finished tree: what hangs on the document, in document order, without what readers never
    /// see.
    pub(in crate::tree) fn into_tree(mut self, flags: &mut Vec<PageFlag>) -> Tree {
        self.compose();
        self.archive.add_surroundings(&self.links);
        if !self.archive.is_empty() {
            self.flag(PageFlag::ArchiveAdditions);
        }
        flags.append(&mut self.flags);
        let mut tree = Tree {
            nodes: Vec::with_capacity(self.links.nodes.len()),
            attrs: Vec::new(),
            present: self.attrs.iter().fold(0, |bits, entry| bits | entry.name.bit()),
            text: String::new(),
            values: String::new(),
            names: Vec::new(),
            attr_names: Vec::new(),
            // Nodes are copied in order; attributes and texts stay where they are.
            jsonld: std::mem::take(&mut self.kept.jsonld),
            styles: Styles::default(),
        };
        self.write_in_order(&mut tree);
        tree.attrs = self.attrs;
        tree.text = self.text;
        tree.values = self.values;
        tree.names = self.names.names;
        tree.attr_names = self.attr_names.names;
        tree
    }

    /// Walks along the links and writes the nodes in the order of the walk. The walk meets only the
    /// style sheets that count: none within templates or in what an archive added.
    fn write_in_order(&self, tree: &mut Tree) {
        let is_styled = self.kept.styles.iter().any(|sheet| style::may_matter(sheet));
        let mut at = Self::DOCUMENT;
        // The positions in `tree` of the ancestors of `at`, and then of `at` itself.
        let mut path: Vec<u32> = Vec::with_capacity(64);
        loop {
            let node = self.links.get(at);
            let is_kept = !matches!(node.kind, NodeKind::Element(tag) if self.drops(tag))
                && !self.archive.contains(at);
            if is_kept {
                let parent = path.last().copied().unwrap_or(0);
                let (kind, name) = (node.kind, node.name);
                let (start, len) = (node.start, node.len);
                let end = tree.nodes.len() as u32 + 1;
                tree.nodes.push(Node { kind, name, parent, end, start, len });
            } else if is_styled
                && !self.archive.contains(at)
                && let Some(sheet) = self.kept.style_of(at)
            {
                tree.styles.add(sheet);
            }
            let is_emptied = matches!(node.kind, NodeKind::Element(tag) if self.empties(tag))
                && !self.is_formula(at);
            if is_kept && node.first != NONE && !is_emptied {
                path.push(tree.nodes.len() as u32 - 1);
                at = node.first;
                continue;
            }
            match self.next_after(at, &mut path, tree) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// Whether an element is a drawing of MathJax, of which the formula is read.
    fn is_formula(&self, at: u32) -> bool {
        let node = self.links.get(at);
        let parent = self.links.nodes.get(node.parent as usize);
        node.kind == NodeKind::Element(Tag::Svg)
            && parent.is_some_and(|parent| {
                let name = self.names.names.get(usize::from(parent.name));
                parent.kind == NodeKind::Element(Tag::Other)
                    && name.is_some_and(|name| **name == *MATHJAX)
            })
    }

    /// The node after the subtree of `at`. Ancestors that end before it are closed.
    fn next_after(&self, mut at: u32, path: &mut Vec<u32>, tree: &mut Tree) -> Option<u32> {
        while at != Self::DOCUMENT {
            let node = self.links.get(at);
            if node.next != NONE {
                return Some(node.next);
            }
            at = node.parent;
            let end = tree.nodes.len() as u32;
            if let Some(id) = path.pop() {
                tree.nodes[id as usize].end = end;
            }
        }
        None
    }
}
