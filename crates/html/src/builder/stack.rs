//! The stack of open elements (WHATWG HTML, 13.2.4.2).

use super::{Builder, Mode, TreeSink};
use crate::name::Class;
use crate::{Name, Namespace};

/// An open element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) node: u32,
    /// Where its children go: for templates not the element.
    pub(super) inside: u32,
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    pub(super) class: Class,
}

impl Open {
    /// Whether it is this element of HTML.
    #[inline]
    pub(super) fn is_html(&self, name: Name) -> bool {
        self.name == name && self.namespace == Namespace::Html
    }
}

impl<T: TreeSink> Builder<T> {
    pub(super) fn push(&mut self, open: Open) {
        self.count(open, 1);
        self.open.push(open);
    }

    pub(super) fn pop(&mut self) {
        if let Some(open) = self.open.pop() {
            // In wrapping addition the largest number takes one away.
            self.count(open, usize::MAX);
        }
    }

    /// Pops down to `len` open elements.
    pub(super) fn pop_to(&mut self, len: usize) {
        while self.open.len() > len {
            self.pop();
        }
    }

    /// Removes the open element at `at`.
    pub(super) fn remove_open(&mut self, at: usize) {
        let open = self.open.remove(at);
        self.count(open, usize::MAX);
    }

    /// Removes a node from the open elements, if it is one.
    pub(super) fn close_node(&mut self, node: u32) {
        if let Some(at) = self.position_of_node(node) {
            self.remove_open(at);
        }
    }

    pub(super) fn position_of_node(&self, node: u32) -> Option<usize> {
        self.open.iter().rposition(|open| open.node == node)
    }

    /// Counts elements of which it matters whether there are any.
    #[inline]
    pub(super) fn count(&mut self, open: Open, one: usize) {
        if open.is_html(Name::P) {
            self.paragraphs = self.paragraphs.wrapping_add(one);
        } else if open.is_html(Name::TEMPLATE) {
            self.templates = self.templates.wrapping_add(one);
        }
    }

    /// The current node.
    #[inline]
    pub(super) fn current(&self) -> Option<&Open> {
        self.open.last()
    }

    /// The "adjusted current node": for fragments the context, while nothing is open in it.
    #[inline]
    pub(super) fn adjusted_current(&self) -> Option<&Open> {
        match &self.context {
            Some(context) if self.open.len() == 1 => Some(context),
            _ => self.open.last(),
        }
    }

    /// Whether the current node is this element of HTML.
    pub(super) fn is_current(&self, name: Name) -> bool {
        self.current().is_some_and(|open| open.is_html(name))
    }

    /// Whether the current node is in one of the sets.
    pub(super) fn current_is(&self, sets: Class) -> bool {
        self.current().is_some_and(|open| open.class.is(sets))
    }

    /// The position of the topmost open element for which `is` holds, if no element of `bounds` is
    /// above it.
    pub(super) fn scope(&self, bounds: Class, is: impl Fn(&Open) -> bool) -> Option<usize> {
        for (at, open) in self.open.iter().enumerate().rev() {
            if is(open) {
                return Some(at);
            }
            if open.class.is(bounds) {
                return None;
            }
        }
        None
    }

    /// Whether such an element "is in scope".
    pub(super) fn in_scope(&self, name: Name) -> bool {
        self.scope(Class::SCOPE, |open| open.is_html(name)).is_some()
    }

    /// Whether such an element "is in table scope".
    pub(super) fn in_table_scope(&self, name: Name) -> bool {
        self.scope(Class::TABLE_SCOPE, |open| open.is_html(name)).is_some()
    }

    /// Pops elements up to and with the topmost of this name.
    pub(super) fn pop_until(&mut self, name: Name) {
        let at = self.open.iter().rposition(|open| open.is_html(name));
        self.pop_to(at.unwrap_or(0));
    }

    /// Pops elements up to and with the topmost of these sets.
    pub(super) fn pop_until_in(&mut self, sets: Class) {
        let at = self.open.iter().rposition(|open| open.class.is(sets));
        self.pop_to(at.unwrap_or(0));
    }

    /// "Clears the stack back" to an element of these sets.
    pub(super) fn clear_back_to(&mut self, sets: Class) {
        let at = self.open.iter().rposition(|open| open.class.is(sets));
        self.pop_to(at.map_or(0, |at| at + 1));
    }

    /// "Generates implied end tags".
    pub(super) fn close_implied(&mut self) {
        while self.current_is(Class::IMPLIED) {
            self.pop();
        }
    }

    /// "Generates implied end tags" for elements other than `name`.
    pub(super) fn close_implied_but(&mut self, name: Name) {
        while self.current().is_some_and(|open| open.class.is(Class::IMPLIED) && open.name != name)
        {
            self.pop();
        }
    }

    /// Closes an element of this name and what need not be closed in it.
    pub(super) fn close(&mut self, name: Name) {
        self.close_implied_but(name);
        self.pop_until(name);
    }

    /// Closes a `p` element that is in button scope, if there is one.
    #[inline]
    pub(super) fn close_paragraph(&mut self) {
        // The count spares most tags a walk over the stack.
        if self.paragraphs > 0 && self.has_paragraph() {
            self.close(Name::P);
        }
    }

    /// Whether a `p` element is in button scope.
    pub(super) fn has_paragraph(&self) -> bool {
        let bounds = Class::SCOPE.or(Class::BUTTON);
        self.scope(bounds, |open| open.is_html(Name::P)).is_some()
    }

    /// "Resets the insertion mode appropriately" (13.2.4.1).
    pub(super) fn mode_by_stack(&self) -> Mode {
        for at in (0..self.open.len()).rev() {
            let is_last = at == 0;
            let open = match &self.context {
                Some(context) if is_last => context,
                _ => &self.open[at],
            };
            // Elements of SVG and MathML select no mode.
            if open.namespace != Namespace::Html {
                continue;
            }
            match open.name {
                // A fragment in a cell is read as a body: it has no row to return to.
                Name::TD | Name::TH if !is_last => return Mode::InCell,
                Name::TR => return Mode::InRow,
                Name::TBODY | Name::THEAD | Name::TFOOT => return Mode::InTableBody,
                Name::CAPTION => return Mode::InCaption,
                Name::COLGROUP => return Mode::InColumnGroup,
                Name::TABLE => return Mode::InTable,
                Name::TEMPLATE => {
                    return self.template_modes.last().copied().unwrap_or(Mode::InBody);
                }
                Name::HEAD if !is_last => return Mode::InHead,
                Name::BODY => return Mode::InBody,
                Name::FRAMESET => return Mode::InFrameset,
                Name::HTML if self.head.is_none() => return Mode::BeforeHead,
                Name::HTML => return Mode::AfterHead,
                _ => {}
            }
        }
        Mode::InBody
    }
}
