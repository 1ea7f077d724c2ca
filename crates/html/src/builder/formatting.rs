//! The list of active formatting elements (WHATWG HTML, 13.2.4.3).

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::{Builder, NO_NODE, TreeSink};
use crate::{Attribute, Name, Source, Tag};

/// Elements with one name and the same attributes that the list keeps ("Noah's Ark clause").
/// Without the bound, a page that never closes `<font>` would reopen ever more of them.
const ARK: usize = 3;

/// An entry of the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Active {
    /// [`NO_NODE`] for a marker.
    pub(super) node: u32,
    pub(super) name: Name,
    /// A hash of the attributes that does not depend on their order.
    attributes: u64,
    /// Where among the open elements the element was.
    at: u32,
}

impl Active {
    fn is_marker(&self) -> bool {
        self.node == NO_NODE
    }
}

impl<T: TreeSink> Builder<T> {
    /// Adds a marker.
    pub(super) fn add_marker(&mut self) {
        // A marker is known by its node; its other values are never read.
        self.active.push(Active { node: NO_NODE, name: Name::HTML, attributes: 0, at: 0 });
        self.markers += 1;
    }

    /// "Clears the list up to the last marker".
    pub(super) fn clear_to_marker(&mut self) {
        while let Some(entry) = self.active.pop() {
            if entry.is_marker() {
                self.markers -= 1;
                return;
            }
        }
    }

    /// Where the entries after the last marker begin.
    fn after_marker(&self) -> usize {
        self.active.iter().rposition(Active::is_marker).map_or(0, |at| at + 1)
    }

    /// The position of the last entry of this name after the last marker.
    pub(super) fn active_named(&self, name: Name) -> Option<usize> {
        let first = self.after_marker();
        let at = self.active[first..].iter().rposition(|entry| entry.name == name)?;
        Some(first + at)
    }

    /// The position of the entry of a node.
    pub(super) fn active_node(&self, node: u32) -> Option<usize> {
        self.active.iter().rposition(|entry| entry.node == node && !entry.is_marker())
    }

    /// The same entry for another node.
    pub(super) fn renewed(&self, at: usize, node: u32) -> Active {
        Active { node, ..self.active[at] }
    }

    /// Inserts a formatting element for a tag and adds it to the list.
    pub(super) fn insert_formatting(&mut self, source: &Source<'_>, tag: &Tag<'_>) {
        let node = self.insert(source, tag);
        let attributes = hash(source, tag.attributes);
        let at = self.open.len() as u32 - 1;
        self.keep_ark(source, node, tag.name, attributes);
        self.active.push(Active { node, name: tag.name, attributes, at });
    }

    /// Removes the earliest of the equal elements, if there are as many as may be.
    fn keep_ark(&mut self, source: &Source<'_>, node: u32, name: Name, attributes: u64) {
        let first = self.after_marker();
        let (mut earliest, mut equal) = (None, 0);
        for (at, entry) in self.active.iter().enumerate().skip(first) {
            if entry.name == name
                && entry.attributes == attributes
                // The hash only spares comparisons: the attributes decide.
                && self.tree.same_attributes(source, entry.node, node)
            {
                earliest = earliest.or(Some(at));
                equal += 1;
            }
        }
        if let Some(earliest) = earliest.filter(|_| equal >= ARK) {
            self.active.remove(earliest);
        }
    }

    /// Whether an entry is a marker or its element is open.
    fn needs_nothing(&self, entry: &Active) -> bool {
        entry.is_marker()
            // Mostly the element is where it was pushed; a search follows only if not.
            || self.open.get(entry.at as usize).is_some_and(|open| open.node == entry.node)
            || self.position_of_node(entry.node).is_some()
    }

    /// "Reconstructs the active formatting elements".
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        if self.active.last().is_some_and(|last| !self.needs_nothing(last)) {
            self.reopen();
        }
    }

    /// Opens copies of all entries behind the last one that is a marker or open.
    #[cold]
    fn reopen(&mut self) {
        let first = self.active.iter().rposition(|entry| self.needs_nothing(entry));
        for at in first.map_or(0, |at| at + 1)..self.active.len() {
            let Active { node, name, .. } = self.active[at];
            let node = self.insert_copy(node, name);
            let place = self.open.len() as u32 - 1;
            let entry = &mut self.active[at];
            (entry.node, entry.at) = (node, place);
        }
    }
}

/// A hash of attributes, whatever their order.
fn hash(source: &Source<'_>, attributes: &[Attribute]) -> u64 {
    let of_one = |attribute: &Attribute| {
        let mut hasher = FxHasher::default();
        (attribute.name, source.text(attribute.value)).hash(&mut hasher);
        hasher.finish()
    };
    // A sum does not depend on the order of its terms.
    attributes.iter().map(of_one).fold(0, u64::wrapping_add)
}
