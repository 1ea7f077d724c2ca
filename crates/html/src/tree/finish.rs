//! From the growing tree to the finished one.

use rustc_hash::FxHashSet;

use super::growing::{Growing, Link, NONE};
use super::{Content, Cuts, Kind, Node, Tree};
use crate::builder::TreeSink;
use crate::{Name, Namespace, Quirks, Source};

impl Growing {
    /// The finished tree: what hangs on `root`, in document order.
    pub(crate) fn into_tree<'t>(
        mut self,
        source: Source<'t>,
        root: u32,
        quirks: Quirks,
        cuts: Cuts,
    ) -> Tree<'t> {
        // Before the count of nodes: the copies may reach the limit.
        self.show_selected();
        let nodes = cuts.nodes || self.is_full();
        let cuts = Cuts { attributes: cuts.attributes || self.cut, nodes, ..cuts };
        let nodes = Vec::with_capacity(self.nodes.len());
        let mut tree = Tree { source, nodes, attributes: Vec::new(), doctype: None, quirks, cuts };
        self.write_in_order(&mut tree, root);
        tree.attributes = self.attributes;
        tree.doctype = self.doctype;
        tree
    }

    /// The only child of the document that is an element: all of a fragment.
    pub(crate) fn root(&self) -> u32 {
        let mut child = self.get(Self::DOCUMENT).first;
        while child != NONE && self.get(child).kind != Kind::Element {
            child = self.get(child).next;
        }
        if child == NONE { Self::DOCUMENT } else { child }
    }

    /// Walks along the links and writes the nodes in the order of the walk.
    fn write_in_order(&self, tree: &mut Tree<'_>, root: u32) {
        let mut at = root;
        let mut parent = 0;
        loop {
            let link = self.get(at);
            let id = tree.nodes.len() as u32;
            // The text before it was written last: nothing stands between the two.
            if link.kind == Kind::MoreText && id > 0 {
                append_text(tree, link);
            } else {
                let Link { kind, namespace, name, content, .. } = *link;
                let (kind, content) = if at == root && at != Self::DOCUMENT {
                    (Kind::Document, Content::None)
                } else {
                    (kind, content)
                };
                tree.nodes.push(Node { kind, namespace, name, parent, end: id + 1, content });
                if link.first != NONE {
                    (at, parent) = (link.first, id);
                    continue;
                }
            }
            // The node behind this subtree; elements that end before it are closed.
            let mut done = at;
            while done != root && self.get(done).next == NONE {
                done = self.get(done).parent;
                let end = tree.nodes.len() as u32;
                let closed = &mut tree.nodes[parent as usize];
                closed.end = end;
                parent = closed.parent;
            }
            if done == root {
                return;
            }
            at = self.get(done).next;
        }
    }

    /// Shows in each `selectedcontent` what is selected (HTML, "maybe clone an option
    /// into selectedcontent"), once for the whole document: scripts see no state between.
    fn show_selected(&mut self) {
        let mut done: FxHashSet<u32> = FxHashSet::default();
        for shown in std::mem::take(&mut self.selected) {
            let is_select = |id: &u32| self.is_html(*id, Name::SELECT);
            let Some(select) = self.ancestors(shown).find(is_select) else { continue };
            // Of several the first counts.
            if !done.insert(select) || self.has(select, Name::MULTIPLE) {
                continue;
            }
            let Some(option) = self.selected_option(select) else { continue };
            // An option cannot be copied into itself.
            if self.ancestors(shown).all(|around| around != option) {
                self.replace_children(shown, option);
            }
        }
    }

    fn is_html(&self, id: u32, name: Name) -> bool {
        let link = self.get(id);
        link.kind == Kind::Element && link.name == name && link.namespace == Namespace::Html
    }

    /// Whether an element has an attribute of this name.
    fn has(&self, element: u32, name: Name) -> bool {
        self.attributes_of(element).iter().any(|attribute| attribute.name == name)
    }

    /// The parent, its parent, and so on, up to a template at most.
    fn ancestors(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |id: u32| Some(self.get(id).parent).filter(|parent| *parent != NONE);
        // What is in a template is in no element.
        std::iter::successors(parent(id), move |id| parent(*id))
            .take_while(|id| self.get(*id).kind != Kind::Contents)
    }

    /// The last option that says that it is selected, else the first that can be.
    fn selected_option(&self, select: u32) -> Option<u32> {
        let options = || self.below(select, false).filter(|id| self.is_html(*id, Name::OPTION));
        let said = options().filter(|id| self.has(*id, Name::SELECTED)).last();
        said.or_else(|| options().find(|id| !self.has(*id, Name::DISABLED)))
    }

    /// The nodes below `root`, in document order; with what is in templates if asked for.
    fn below(&self, root: u32, with_contents: bool) -> impl Iterator<Item = u32> + '_ {
        let mut at = root;
        std::iter::from_fn(move || {
            let link = self.get(at);
            at = match link.first {
                NONE => self.behind(at, root)?,
                _ if link.kind == Kind::Contents && !with_contents => self.behind(at, root)?,
                first => first,
            };
            Some(at)
        })
    }

    /// The node behind the subtree of `id`, within `root`.
    fn behind(&self, id: u32, root: u32) -> Option<u32> {
        let mut at = id;
        while at != root {
            match self.get(at).next {
                NONE => at = self.get(at).parent,
                next => return Some(next),
            }
        }
        None
    }

    /// Puts copies of the children of `from` in the place of those of `to`.
    fn replace_children(&mut self, to: u32, from: u32) {
        while self.get(to).first != NONE {
            self.detach(self.get(to).first);
        }
        // Nested, they could multiply a document.
        let nodes: Vec<u32> = self.below(from, true).take(self.room()).collect();
        // The copy of each node so far, for its children.
        let mut parents = vec![(from, to)];
        for id in nodes {
            while parents.last().is_some_and(|(old, _)| *old != self.get(id).parent) {
                parents.pop();
            }
            let Some((_, parent)) = parents.last().copied() else { return };
            let copy = self.copy(id);
            self.append(parent, copy);
            parents.push((id, copy));
        }
    }
}

/// Adds text to the text written last.
fn append_text(tree: &mut Tree<'_>, more: &Link) {
    if let Some(last) = tree.nodes.last_mut() {
        let joined = tree.source.concat(last.content.span(), more.content.span());
        last.content = Content::Text(joined);
    }
}
