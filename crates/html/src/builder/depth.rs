//! A bound on open elements, because the work for a token grows with their number.

use super::foreign::is_html;
use super::{Builder, TreeSink};
use crate::name::Class;
use crate::{Name, Namespace, Tag, TokenSink};

impl<T: TreeSink> Builder<T> {
    /// Whether a start tag may open an element. If not, its end tag will be left out as well.
    #[inline]
    pub(super) fn admits(&mut self, tag: &Tag<'_>) -> bool {
        let name = tag.name;
        let open = self.open_elements();
        // Formatting elements are copied into every paragraph that follows: they get half of the
        // depth.
        if open < self.depth / 2 || self.is_leaf(tag) {
            return true;
        }
        let is_formatting = Class::of(Namespace::Html, name).is(Class::FORMATTING);
        if !is_formatting && open < self.depth {
            return true;
        }
        // Only the tag is left out: its text goes into the element that is open.
        self.flattened += 1;
        // A foreign tag that closes itself has no end tag.
        let is_foreign = matches!(name, Name::SVG | Name::MATH)
            || self.is_in_foreign() && self.is_foreign_start(name);
        if !(tag.self_closing && is_foreign) {
            *self.left_out.entry(name).or_default() += 1;
        }
        false
    }

    /// Whether an end tag belongs to a start tag that was left out. Each start tag is matched once.
    /// Once the deep part of the document is over, no end tag is matched: some start tags have no
    /// end tag.
    #[inline]
    pub(super) fn was_left_out(&mut self, name: Name) -> bool {
        !self.left_out.is_empty() && self.take_left_out(name)
    }

    #[cold]
    fn take_left_out(&mut self, name: Name) -> bool {
        // Well below the limit the deep part is over.
        if self.open_elements() < self.depth / 3 {
            self.left_out.clear();
            return false;
        }
        let Some(count) = self.left_out.get_mut(&name).filter(|count| **count > 0) else {
            return false;
        };
        *count -= 1;
        true
    }

    /// Whether nothing nests in an element, or its tag switches the tokenizer.
    fn is_leaf(&self, tag: &Tag<'_>) -> bool {
        // In SVG and MathML any element may hold others. A start tag that ends foreign content closes more than
        // it opens.
        if self.is_in_foreign() && self.is_foreign_start(tag.name) {
            return is_html(tag);
        }
        match tag.name {
            Name::NOSCRIPT => self.scripting,
            Name::IFRAME
            | Name::NOEMBED
            | Name::NOFRAMES
            | Name::PLAINTEXT
            | Name::SCRIPT
            | Name::STYLE
            | Name::TEXTAREA
            | Name::TITLE
            | Name::XMP => true,
            name => Class::of(Namespace::Html, name).is(Class::VOID),
        }
    }
}
