//! CSS selectors over the tree.
//!
//! A *compound* is what one element must be (`a.more[href]:not(.ad)`), a *combinator* how two
//! elements stand to each other, a *complex* selector compounds with combinators between them, and a
//! [`Selector`] complex selectors between commas. Of Selectors Level 4 there is what pages are
//! described with; what there is not is an error with its place, never a selector that silently
//! matches nothing.

mod error;
mod matching;
mod parse;

use std::fmt;
use std::str::FromStr;

pub use error::SelectorError;

use self::matching::Matcher;
use crate::tree::{Attr, NodeId, Tag, Tree};

/// A parsed selector list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    text: String,
    list: Vec<Complex>,
}

impl Selector {
    /// Reads a selector list. One that begins with a combinator (`> a`) is relative to the element
    /// that is searched.
    ///
    /// # Errors
    /// When it is none, or uses what is not supported; the error has the place and a hint.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        parse::list(text).map(|list| Self { text: text.to_owned(), list })
    }

    /// The elements below `root` that match, in document order. The elements around them may lie
    /// outside of `root`. The work on one tree is bounded: elements that hostile markup makes too
    /// dear to look at do not match.
    pub fn select(&self, tree: &Tree, root: NodeId) -> Vec<NodeId> {
        let matcher = Matcher::new(tree, root);
        tree.descendants(root).filter(|id| matcher.any(&self.list, *id)).collect()
    }

    /// The first element below `root` that matches.
    pub fn first(&self, tree: &Tree, root: NodeId) -> Option<NodeId> {
        let matcher = Matcher::new(tree, root);
        tree.descendants(root).find(|id| matcher.any(&self.list, *id))
    }

    /// Whether an element matches.
    pub fn matches(&self, tree: &Tree, id: NodeId) -> bool {
        Matcher::new(tree, NodeId::DOCUMENT).any(&self.list, id)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Self, SelectorError> {
        Self::parse(text)
    }
}

/// How an element stands to the one named before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combinator {
    Descendant,
    Child,
    Next,
    Later,
}

/// Compounds from left to right, each with its relation to the one before it. The relation of the
/// first is that to the element searched, or `None`: anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Complex {
    steps: Vec<(Option<Combinator>, Compound)>,
}

/// What one element must be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Compound {
    name: Option<Name>,
    tests: Vec<Test>,
}

/// An element name: a tag that means something here, or a name in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Name {
    Known(Tag),
    Other(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Test {
    Id(String),
    Class(String),
    Attr(AttrTest),
    Is(Vec<Complex>),
    Not(Vec<Complex>),
    Has(Vec<Complex>),
    Nth(Nth),
    Empty,
    Root,
    Scope,
    /// Never true: what only a living page has.
    Never,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct AttrTest {
    known: Option<Attr>,
    name: String,
    op: AttrOp,
    value: String,
    ignore_case: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AttrOp {
    Exists,
    Equals,
    Word,
    Dash,
    Prefix,
    Suffix,
    Within,
}

/// Place among siblings: `step * n + offset` for some n from 0, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Nth {
    step: i32,
    offset: i32,
    of_type: bool,
    from_end: bool,
}

#[cfg(test)]
mod tests;
