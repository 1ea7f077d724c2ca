//! Nodes linked in all directions, because the tree builder moves them.

use crate::tree::NodeKind;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A node of the growing tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Growing {
    pub(super) kind: NodeKind,
    /// Number of the name of an unknown element.
    pub(super) name: u16,
    /// A script or style sheet whose text is kept aside.
    pub(super) keep_text: bool,
    pub(super) parent: u32,
    pub(super) first: u32,
    last: u32,
    previous: u32,
    pub(super) next: u32,
    /// Text: bytes of the text of the tree. Element: entries of its attributes.
    pub(super) start: u32,
    pub(super) len: u32,
}

/// The nodes with their links.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) nodes: Vec<Growing>,
    /// Children that were moved from one parent to another.
    moved: usize,
}

impl Links {
    /// Adds a node that is linked to nothing; its number.
    pub(super) fn push(&mut self, kind: NodeKind, name: u16, start: usize, len: usize) -> u32 {
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

    pub(super) fn get(&self, id: u32) -> &Growing {
        &self.nodes[id as usize]
    }

    pub(super) fn get_mut(&mut self, id: u32) -> &mut Growing {
        &mut self.nodes[id as usize]
    }

    pub(super) fn parent(&self, id: u32) -> Option<u32> {
        Some(self.get(id).parent).filter(|parent| *parent != NONE)
    }

    /// The last child, or [`NONE`].
    pub(super) fn last_child(&self, id: u32) -> u32 {
        self.get(id).last
    }

    /// The sibling before a node, or [`NONE`].
    pub(super) fn previous(&self, id: u32) -> u32 {
        self.get(id).previous
    }

    /// Children that were moved from one parent to another so far.
    pub(super) fn moved(&self) -> usize {
        self.moved
    }

    /// Makes `id`, which has no parent, the last child of `parent`.
    pub(super) fn link_last(&mut self, parent: u32, id: u32) {
        // Links in all directions: the standard moves nodes before others and out of parents.
        let last = std::mem::replace(&mut self.get_mut(parent).last, id);
        let node = self.get_mut(id);
        (node.parent, node.previous) = (parent, last);
        match last {
            NONE => self.get_mut(parent).first = id,
            last => self.get_mut(last).next = id,
        }
    }

    /// Puts `id`, which has no parent, before `sibling`.
    pub(super) fn link_before(&mut self, sibling: u32, id: u32) {
        let Some(parent) = self.parent(sibling) else { return };
        let previous = std::mem::replace(&mut self.get_mut(sibling).previous, id);
        let node = self.get_mut(id);
        (node.parent, node.previous, node.next) = (parent, previous, sibling);
        match previous {
            NONE => self.get_mut(parent).first = id,
            previous => self.get_mut(previous).next = id,
        }
    }

    /// Takes `id` out of its parent, if it has one.
    pub(super) fn unlink(&mut self, id: u32) {
        let Some(parent) = self.parent(id) else { return };
        let node = self.get_mut(id);
        let (previous, next) = (node.previous, node.next);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
        match previous {
            NONE => self.get_mut(parent).first = next,
            previous => self.get_mut(previous).next = next,
        }
        match next {
            NONE => self.get_mut(parent).last = previous,
            next => self.get_mut(next).previous = previous,
        }
    }

    /// Moves all children of `from` to the end of `to`.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        let mut child = self.get(from).first;
        while child != NONE {
            let next = self.get(child).next;
            self.unlink(child);
            self.link_last(to, child);
            // Counted: misnested markup can make the tree builder move the same children again and
            // again.
            self.moved += 1;
            child = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn children(links: &Links, parent: u32) -> Vec<u32> {
        let first = Some(links.get(parent).first).filter(|id| *id != NONE);
        let next = |id: &u32| Some(links.get(*id).next).filter(|id| *id != NONE);
        std::iter::successors(first, next).collect()
    }

    /// Every link is answered by its counterpart.
    fn validate(links: &Links) {
        for (id, node) in (0..).zip(&links.nodes) {
            let children = children(links, id);
            assert_eq!(children.last().copied().unwrap_or(NONE), node.last);
            let mut before = NONE;
            for child in children {
                assert_eq!((links.get(child).parent, links.get(child).previous), (id, before));
                before = child;
            }
        }
    }

    fn nodes(count: usize) -> Links {
        let mut links = Links::default();
        for _ in 0..count {
            links.push(NodeKind::Text, 0, 0, 0);
        }
        links
    }

    #[test]
    fn children_keep_their_order() {
        let mut links = nodes(6);
        [1, 2, 3].into_iter().for_each(|id| links.link_last(0, id));
        links.link_before(2, 4);
        assert_eq!(children(&links, 0), [1, 4, 2, 3]);
        links.unlink(4);
        links.unlink(3);
        assert_eq!(children(&links, 0), [1, 2]);
        links.link_last(5, 3);
        links.move_children(0, 5);
        assert_eq!((children(&links, 0), children(&links, 5)), (vec![], vec![3, 1, 2]));
        assert_eq!(links.moved(), 2);
        validate(&links);
    }

    proptest! {
        #[test]
        fn links_stay_whole(steps in proptest::collection::vec((0..4, 1u32..8, 1u32..8), 0..40)) {
            // Nodes from 1 on hang below 0 at most one level deep, so that no circle can arise.
            let mut links = nodes(9);
            for (step, a, b) in steps {
                match step {
                    0 => {
                        links.unlink(a);
                        links.link_last(0, a);
                    }
                    1 if a != b && links.parent(b).is_some() => {
                        links.unlink(a);
                        links.link_before(b, a);
                    }
                    2 => links.unlink(a),
                    _ => {
                        // To another parent and back: nothing is moved to where it is.
                        links.move_children(0, 8);
                        validate(&links);
                        links.move_children(8, 0);
                    }
                }
                validate(&links);
            }
        }
    }
}
