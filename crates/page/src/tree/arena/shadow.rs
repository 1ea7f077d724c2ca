//! Declarative shadow roots: what a page slots into them is put where the slot is (DOM standard,
//! 4.2.2.3 and 4.2.2.4).
//!
//! An element with a shadow root shows the root. Its own children are shown in the root's slots: by
//! the name in their `slot` attribute, others in the slot without a name. Children for which there
//! is no slot are not shown by browsers; here they stay behind the root, so that no text is lost.

use rustc_hash::FxHashMap;

use super::Arena;
use super::links::NONE;
use crate::tree::{Attr, NodeKind, range};

/// Shadow roots and slots of a page, in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct Shadows {
    pub(super) roots: Vec<u32>,
    pub(super) slots: Vec<u32>,
}

impl Arena {
    /// Notes that an element is a declarative shadow root.
    pub(in crate::tree) fn shadow_root(&mut self, id: u32) {
        self.shadows.roots.push(id);
    }

    /// Notes that an element is a slot.
    pub(in crate::tree) fn slot(&mut self, id: u32) {
        self.shadows.slots.push(id);
    }

    /// Moves the children of each element with a shadow root into the slots of the root.
    pub(super) fn compose(&mut self) {
        if self.shadows.roots.is_empty() {
            return;
        }
        let (Some(name), Some(slot)) = (self.attr_name_of("name"), self.attr_name_of("slot"))
        else {
            return;
        };
        let mut slots = self.slots_by_root(name);
        for root in std::mem::take(&mut self.shadows.roots) {
            let (Some(host), Some(of_root)) = (self.parent(root), slots.remove(&root)) else {
                continue;
            };
            self.fill(host, root, &of_root, slot);
        }
    }

    /// For each root, its slots by name; of two with one name the first counts.
    fn slots_by_root(&self, name: Attr) -> FxHashMap<u32, FxHashMap<String, u32>> {
        let mut by_root: FxHashMap<u32, FxHashMap<String, u32>> = FxHashMap::default();
        for slot in &self.shadows.slots {
            // Depth is capped, so that walks up are short.
            let mut around = std::iter::successors(self.parent(*slot), |id| self.parent(*id));
            // Numbers grow with time: the list is sorted.
            let root = around.find(|id| self.shadows.roots.binary_search(id).is_ok());
            let Some(root) = root else { continue };
            let key = self.value(*slot, name).unwrap_or_default().to_owned();
            by_root.entry(root).or_default().entry(key).or_insert(*slot);
        }
        by_root
    }

    /// Moves the children of `host` beside `root` into the slots.
    fn fill(&mut self, host: u32, root: u32, slots: &FxHashMap<String, u32>, slot_attr: Attr) {
        let mut filled: Vec<u32> = Vec::new();
        let mut next = self.links.get(host).first;
        while next != NONE {
            let child = next;
            next = self.links.get(child).next;
            let name = match self.links.get(child).kind {
                _ if child == root => continue,
                NodeKind::Element(_) => self.value(child, slot_attr).unwrap_or_default(),
                _ => "",
            };
            let Some(slot) = slots.get(name).copied() else { continue };
            if !filled.contains(&slot) {
                filled.push(slot);
                self.empty(slot);
            }
            self.links.unlink(child);
            self.links.link_last(slot, child);
        }
    }

    /// Removes what a slot shows while nothing is slotted.
    fn empty(&mut self, slot: u32) {
        let mut next = self.links.get(slot).first;
        while next != NONE {
            let child = next;
            next = self.links.get(child).next;
            self.links.unlink(child);
        }
    }

    /// The value of an attribute.
    fn value(&self, element: u32, name: Attr) -> Option<&str> {
        let node = self.links.get(element);
        let entry = self.attrs[range(node.start, node.len)].iter().find(|e| e.name == name)?;
        Some(&self.values[range(entry.start, entry.len)])
    }

    /// The number of an attribute name, known or new.
    fn attr_name_of(&mut self, name: &str) -> Option<Attr> {
        Attr::known(name).or_else(|| self.attr_name(name))
    }
}

#[cfg(test)]
mod tests {
    use crate::Limits;
    use crate::tree::Tree;

    fn text(html: &str) -> String {
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let texts: Vec<&str> =
            tree.all().map(|id| tree.text(id).trim()).filter(|t| !t.is_empty()).collect();
        texts.join(" ")
    }

    #[test]
    fn slotted_content_stands_in_its_slot() {
        let root = |inside: &str| format!("<template shadowrootmode=open>{inside}</template>");
        for (inside, light, expected) in [
            ("<p>a</p><slot></slot><p>c</p>", "<p>b</p>", "a b c"),
            (
                "<slot name=x>none</slot><p>b</p><slot></slot>",
                "<p>c</p><i slot=x>a</i>d",
                "a b c d",
            ),
            // What a slot shows while it is empty.
            ("<slot name=x>a</slot><slot></slot>", "b", "a b"),
            // The first slot of a name is filled.
            ("<slot name=x></slot>b<slot name=x>c</slot>", "<i slot=x>a</i>", "a b c"),
            // Nothing is lost where there is no slot.
            ("<p>a</p>", "<p>b</p>", "a b"),
        ] {
            assert_eq!(text(&format!("<x-a>{}{light}</x-a>", root(inside))), expected, "{inside}");
        }
        let inner = format!("<x-b>{}<p>b</p></x-b>", root("a<slot></slot>"));
        let outer = format!("<x-a>{}<p>c</p></x-a>", root(&format!("{inner}<slot></slot>")));
        assert_eq!(text(&outer), "a b c");
    }

    #[test]
    fn slots_without_a_root_stay() {
        assert_eq!(text("<x-a><slot>a</slot><p>b</p></x-a>"), "a b");
    }
}
