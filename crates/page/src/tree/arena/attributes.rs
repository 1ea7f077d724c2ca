//! Attributes of elements in the growing tree. Those of an element are a range of one table.

use super::Arena;
use crate::PageFlag;
use crate::tree::{Attr, AttrEntry, range};

impl Arena {
    /// Adds an attribute to the element made last; whether it was kept whole.
    pub(in crate::tree) fn attribute(&mut self, element: u32, name: Attr, value: &str) -> bool {
        let node = self.links.get(element);
        let full = self.attrs.len() >= self.limits.attributes
            || node.len as usize >= self.limits.attributes_per_element;
        // Attributes that are left out leave the element in the tree.
        if full {
            self.flag(PageFlag::AttributesCapped);
            return false;
        }
        // The values of all attributes share the cap on text.
        let room = self.limits.text_bytes.saturating_sub(self.values.len());
        let kept =
            value.floor_char_boundary(self.limits.attribute_bytes.min(room).min(value.len()));
        if kept < value.len() {
            self.flag(PageFlag::AttributesCapped);
        }
        if name == Attr::ID {
            self.archive.read_id(element, value);
        }
        let start = self.values.len() as u32;
        self.values.push_str(&value[..kept]);
        self.attrs.push(AttrEntry { name, start, len: kept as u32 });
        self.links.get_mut(element).len += 1;
        kept == value.len()
    }

    /// Whether two elements have the same attributes, in any order.
    pub(in crate::tree) fn same_attributes(&self, one: u32, other: u32) -> bool {
        let (one, other) = (self.links.get(one), self.links.get(other));
        let other = &self.attrs[range(other.start, other.len)];
        let value = |entry: &AttrEntry| &self.values[range(entry.start, entry.len)];
        let has = |entry: &AttrEntry| {
            let found = other.iter().find(|known| known.name == entry.name);
            found.is_some_and(|found| value(found) == value(entry))
        };
        one.len as usize == other.len() && self.attrs[range(one.start, one.len)].iter().all(has)
    }

    /// Adds the attributes that an element lacks; its entries move to the end of the table.
    pub(in crate::tree) fn attributes_if_missing(&mut self, element: u32, more: &[(Attr, &str)]) {
        let node = *self.links.get(element);
        let present = range(node.start, node.len);
        let missing = |(name, _): &&(Attr, &str)| {
            !self.attrs[present.clone()].iter().any(|entry| entry.name == *name)
        };
        let missing: Vec<_> = more.iter().filter(missing).copied().collect();
        if missing.is_empty() {
            return;
        }
        // Room for the copy and one more; else each of very many `body` tags would copy all for nothing.
        let needed = if present.end == self.attrs.len() { 1 } else { present.len() + 1 };
        if present.len() >= self.limits.attributes_per_element
            || needed > self.limits.attributes.saturating_sub(self.attrs.len())
        {
            self.flag(PageFlag::AttributesCapped);
            return;
        }
        // The entries of an element are a range: to add one, the range must be the last.
        if present.end != self.attrs.len() {
            let start = self.attrs.len();
            self.attrs.extend_from_within(present);
            self.links.get_mut(element).start = start as u32;
        }
        for (name, value) in missing {
            self.attribute(element, name, value);
        }
    }

    /// Number of an attribute name; None if the page has too many of them.
    pub(in crate::tree) fn attr_name(&mut self, name: &str) -> Option<Attr> {
        self.attr_names.number(name).map(Attr)
    }
}
