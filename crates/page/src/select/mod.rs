//! CSS selectors over the tree.
//!
//! A *compound* says what one element must be (`a.more[href]:not(.ad)`). A *combinator* says how
//! two elements are related. A *complex* selector is a row of compounds with combinators between
//! them, and a [`Selector`] is a list of complex selectors between commas.
//!
//! The part of Selectors Level 4 that describes documents is supported. Everything else is an error
//! with its position, never a selector that silently matches nothing.
//!
//! ```
//! use scutch_page::{Limits, NodeId, Selector, Tree};
//!
//! let tree = Tree::parse("<p>a<p class=b>c", &Limits::default(), &mut Vec::new());
//! let selector: Selector = "p.b".parse()?;
//! let found = selector.select(&tree, NodeId::DOCUMENT);
//! assert_eq!(tree.text_content(found[0]), "c");
//! # Ok::<(), scutch_page::SelectorError>(())
//! ```

mod cursor;
mod error;
mod matching;
mod parse;
mod syntax;

use std::fmt;
use std::str::FromStr;

pub use self::error::SelectorError;

use self::matching::Matcher;
use self::syntax::Complex;
use crate::tree::{NodeId, Tree};

/// A parsed selector list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selector {
    text: String,
    list: Vec<Complex>,
}

impl Selector {
    /// Parses a selector list. A selector that begins with a combinator (`> a`) is relative to the
    /// element that is searched.
    ///
    /// # Errors
    /// If the text is no selector or uses something unsupported; the error has position and hint.
    pub fn parse(text: &str) -> Result<Self, SelectorError> {
        parse::list(text).map(|list| Self { text: text.to_owned(), list })
    }

    /// The elements below `root` that match, in document order. Elements outside of `root` may take
    /// part in a match. The work on one tree is bounded: when it is used up, nothing more matches.
    // One matcher for the whole search: its budget covers all elements together.
    pub fn select(&self, tree: &Tree, root: NodeId) -> Vec<NodeId> {
        let matcher = Matcher::new(tree, root);
        tree.descendants(root).filter(|id| matcher.any(&self.list, *id)).collect()
    }

    /// The first element below `root` that matches.
    /// Elements after it are not examined.
    pub fn first(&self, tree: &Tree, root: NodeId) -> Option<NodeId> {
        let matcher = Matcher::new(tree, root);
        tree.descendants(root).find(|id| matcher.any(&self.list, *id))
    }

    /// Whether an element matches.
    pub fn matches(&self, tree: &Tree, id: NodeId) -> bool {
        // Relative selectors have no element to be relative to: the document takes its place.
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

#[cfg(test)]
mod tests;
