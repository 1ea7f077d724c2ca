//! Matches elements against selectors.

use std::cell::Cell;

use super::syntax::{AttrOp, AttrTest, Combinator, Complex, Compound, Name, Nth, Test};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Elements that are examined for one selection. Nested markup multiplies with nested conditions.
const STEPS: u64 = 50_000_000;

/// One selection over one tree.
pub(super) struct Matcher<'t> {
    tree: &'t Tree,
    /// The element that is searched.
    scope: NodeId,
    left: Cell<u64>,
}

impl<'t> Matcher<'t> {
    pub(super) fn new(tree: &'t Tree, scope: NodeId) -> Self {
        Self { tree, scope, left: Cell::new(STEPS) }
    }

    /// Counts a step; whether it may be made.
    // Every element that is examined is one step, whatever part of a selector asks for it.
    fn step(&self) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        left > 0
    }

    pub(super) fn any(&self, list: &[Complex], id: NodeId) -> bool {
        self.any_from(list, self.scope, id)
    }

    fn any_from(&self, list: &[Complex], scope: NodeId, id: NodeId) -> bool {
        // From right to left, as browsers do: most elements fail at the last compound.
        list.iter().any(|complex| self.complex(complex, scope, id, complex.steps.len() - 1))
    }

    /// Whether `id` matches the compound at `last`, and related elements match those before it.
    fn complex(&self, complex: &Complex, scope: NodeId, id: NodeId, last: usize) -> bool {
        let (combinator, compound) = &complex.steps[last];
        if !self.step() || !self.compound(compound, scope, id) {
            return false;
        }
        let Some(combinator) = combinator else { return true };
        if last == 0 {
            return self.related(*combinator, id).any(|other| other == scope);
        }
        self.related(*combinator, id).any(|other| self.complex(complex, scope, other, last - 1))
    }

    /// The elements to which `id` stands in a relation, nearest first.
    // Boxed: the four iterators have different types, and few elements get here.
    fn related(&self, combinator: Combinator, id: NodeId) -> Box<dyn Iterator<Item = NodeId> + '_> {
        match combinator {
            Combinator::Descendant => Box::new(self.tree.ancestors(id)),
            Combinator::Child => Box::new(self.tree.parent(id).into_iter()),
            Combinator::Next => Box::new(self.before(id).last().into_iter()),
            Combinator::Later => Box::new(self.before(id)),
        }
    }

    /// Sibling elements before `id`, from the first.
    fn before(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let parent = self.tree.parent(id);
        let siblings = parent.into_iter().flat_map(|parent| self.elements(parent));
        siblings.take_while(move |sibling| *sibling < id)
    }

    fn elements(&self, parent: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children = self.tree.children(parent).take_while(|_| self.step());
        children.filter(|child| self.tree.tag(*child).is_some())
    }

    fn compound(&self, compound: &Compound, scope: NodeId, id: NodeId) -> bool {
        let Some(tag) = self.tree.tag(id) else { return false };
        let named = match &compound.name {
            None => true,
            Some(Name::Known(wanted)) => tag == *wanted,
            // Names without a constant are kept in lower case, as the selector's.
            Some(Name::Other(wanted)) => tag == Tag::Other && self.tree.name(id) == wanted,
        };
        named && compound.tests.iter().all(|test| self.test(test, scope, id))
    }

    fn test(&self, test: &Test, scope: NodeId, id: NodeId) -> bool {
        let attr = |name| self.tree.attr(id, name);
        match test {
            Test::Id(wanted) => attr(Attr::ID) == Some(wanted),
            Test::Class(wanted) => attr(Attr::CLASS)
                .is_some_and(|classes| classes.split_ascii_whitespace().any(|c| c == wanted)),
            Test::Attr(test) => self.attribute(test, id),
            Test::Is(list) => self.any_from(list, scope, id),
            Test::Not(list) => !self.any_from(list, scope, id),
            Test::Has(list) => self.has(list, id),
            Test::Nth(nth) => self.nth(*nth, id),
            Test::Empty => self.tree.children(id).next().is_none(),
            Test::Root => self.tree.parent(id) == Some(NodeId::DOCUMENT),
            Test::Scope => id == scope,
            // `:not(:hover)` is true, as for a page without a mouse.
            Test::Never => false,
        }
    }

    /// Whether one of the selectors matches below `id`, or after `id` if it begins with a
    /// combinator of siblings.
    fn has(&self, list: &[Complex], id: NodeId) -> bool {
        list.iter().any(|complex| {
            let last = complex.steps.len() - 1;
            let first = complex.steps[0].0;
            // `:has(+ p)` looks after the element, not into it.
            let to_siblings = matches!(first, Some(Combinator::Next | Combinator::Later));
            let within = if to_siblings { self.tree.parent(id).unwrap_or(id) } else { id };
            let end = self.tree.end(within);
            let candidates = self.tree.descendants(id).chain(
                // Behind the subtree of `id`, up to the end of its parent's.
                std::iter::successors(Some(self.tree.end(id)), |n| Some(NodeId(n.0 + 1)))
                    .take_while(move |n| *n < end),
            );
            candidates
                .take_while(|_| self.step())
                .any(|node| self.anchored(complex, id, node, last))
        })
    }

    /// As [`Self::complex`], but compounds stay below `scope` where the first has no relation to
    /// it.
    fn anchored(&self, complex: &Complex, scope: NodeId, id: NodeId, last: usize) -> bool {
        if complex.steps[0].0.is_some() {
            return self.complex(complex, scope, id, last);
        }
        let (combinator, compound) = &complex.steps[last];
        if id == scope || !self.tree.contains(scope, id) || !self.compound(compound, scope, id) {
            return false;
        }
        let Some(combinator) = combinator else { return true };
        self.related(*combinator, id)
            .any(|other| self.step() && self.anchored(complex, scope, other, last - 1))
    }

    fn nth(&self, nth: Nth, id: NodeId) -> bool {
        let Some(parent) = self.tree.parent(id) else { return false };
        let like = |other: &NodeId| {
            !nth.of_type
                || (self.tree.tag(*other) == self.tree.tag(id)
                    && self.tree.name(*other) == self.tree.name(id))
        };
        let place = match nth.from_end {
            true => self.elements(parent).filter(|e| *e >= id).filter(like).count(),
            // Only as many siblings as needed are counted: long lists are common.
            false if nth.step == 0 => {
                let wanted = usize::try_from(nth.offset).unwrap_or(0);
                let found = self.elements(parent).filter(like).nth(wanted.wrapping_sub(1));
                return wanted > 0 && found == Some(id);
            }
            false => self.elements(parent).take_while(|e| *e <= id).filter(like).count(),
        };
        // In 64 bits: `-2147483648n+2147483647` must not overflow.
        let ahead = i64::try_from(place).unwrap_or(i64::MAX) - i64::from(nth.offset);
        match i64::from(nth.step) {
            0 => ahead == 0,
            step => ahead % step == 0 && ahead / step >= 0,
        }
    }

    fn attribute(&self, test: &AttrTest, id: NodeId) -> bool {
        let value = match test.known {
            Some(known) => self.tree.attr(id, known),
            None => {
                let mut attrs = self.tree.attrs(id);
                attrs.find(|(a, _)| self.tree.attr_name(*a) == test.name).map(|(_, v)| v)
            }
        };
        let Some(value) = value else { return false };
        // `value` of the test was lowered once, when it was parsed.
        match test.ignore_case {
            true => compare(test.op, &value.to_lowercase(), &test.value),
            false => compare(test.op, value, &test.value),
        }
    }
}

/// Whether the value is as wanted. An empty value is part of nothing (Selectors Level 4, section
/// 6.2).
fn compare(op: AttrOp, value: &str, wanted: &str) -> bool {
    match op {
        AttrOp::Exists => true,
        AttrOp::Equals => value == wanted,
        AttrOp::Word => value.split_ascii_whitespace().any(|word| word == wanted),
        AttrOp::Dash => {
            value.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        }
        AttrOp::Prefix => !wanted.is_empty() && value.starts_with(wanted),
        AttrOp::Suffix => !wanted.is_empty() && value.ends_with(wanted),
        AttrOp::Within => !wanted.is_empty() && value.contains(wanted),
    }
}
