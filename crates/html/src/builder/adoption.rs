//! The adoption agency algorithm: elements that are closed in the wrong order (WHATWG HTML,
//! 13.2.6.4.7).

use super::stack::Open;
use super::{Builder, TreeSink, place};
use crate::Name;
use crate::name::Class;

/// Blocks that one end tag may reach into.
/// The standard has this number; it bounds the work for one end tag.
const OUTER: usize = 8;
/// Formatting elements between the two that are kept in the list.
/// The standard has this number, too: deeper formatting is dropped rather than copied.
const INNER: usize = 3;

impl<T: TreeSink> Builder<T> {
    /// Runs the algorithm for an end tag.
    pub(super) fn adopt(&mut self, subject: Name) {
        // An element that has left the list already is only closed.
        if let Some(current) = self.current()
            && current.is_html(subject)
            && self.active_node(current.node).is_none()
        {
            return self.pop();
        }
        for _ in 0..OUTER {
            let Some(entry) = self.active_named(subject) else {
                return self.end_any(subject);
            };
            let formatting = self.active[entry].node;
            // The element was closed otherwise: its entry is stale.
            let Some(at) = self.position_of_node(formatting) else {
                self.active.remove(entry);
                return;
            };
            // No end tag reaches out of a table cell or another bound of scope.
            if self.scope(Class::SCOPE, |open| open.node == formatting).is_none() {
                return;
            }
            let below = &self.open[at..];
            // Without a block inside, the markup nests well: closing is enough.
            let Some(block) = below.iter().position(|open| open.class.is(Class::SPECIAL)) else {
                self.pop_to(at);
                self.active.remove(entry);
                return;
            };
            self.adopt_block(formatting, at, at + block);
        }
    }

    /// Steps 11 to 20, for the formatting element at `at` among the open elements and the furthest
    /// block at `block`.
    fn adopt_block(&mut self, formatting: u32, at: usize, block: usize) {
        let common = self.open[at.saturating_sub(1)];
        let furthest = self.open[block];
        let (last, bookmark) = self.adopt_between(at, block);
        self.tree.detach(last);
        self.put_into(&common, last);
        // The copy takes all that the block holds, so that its formatting stays.
        let node = self.tree.copy(formatting);
        self.tree.move_children(furthest.node, node);
        self.tree.append(furthest.node, node);
        let Some(old) = self.active_node(formatting) else { return };
        let entry = self.renewed(old, node);
        let name = entry.name;
        match bookmark.and_then(|before| self.active_node(before)) {
            // The list grows behind the old entry or before it.
            Some(before) => {
                self.active.insert(before + 1, entry);
                self.active.remove(if old > before { old + 1 } else { old });
            }
            None => self.active[old] = entry,
        }
        self.close_node(formatting);
        if let Some(furthest) = self.position_of_node(furthest.node) {
            self.open.insert(furthest + 1, place::html(node, name));
        }
    }

    /// Step 14: the formatting elements between the two are copied around the block; the last of
    /// them, and the one behind which the new entry goes.
    fn adopt_between(&mut self, at: usize, block: usize) -> (u32, Option<u32>) {
        let mut last = self.open[block].node;
        let mut bookmark = None;
        let mut passed = 0;
        for between in (at + 1..block).rev() {
            passed += 1;
            let Open { node, name, .. } = self.open[between];
            let mut entry = self.active_node(node);
            if passed > INNER
                && let Some(entry) = entry.take()
            {
                self.active.remove(entry);
            }
            // What is not in the list is closed for good: no copy of it is due.
            let Some(entry) = entry else {
                self.remove_open(between);
                continue;
            };
            let copy = self.tree.copy(node);
            self.active[entry] = self.renewed(entry, copy);
            self.open[between] = place::html(copy, name);
            bookmark = bookmark.or(Some(copy));
            self.tree.detach(last);
            self.tree.append(copy, last);
            last = copy;
        }
        (last, bookmark)
    }
}
