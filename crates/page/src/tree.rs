//! The page as a tree of nodes in one arena.

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

/// The sanitised tree of a page.
#[derive(Debug, Clone, Default)]
pub struct Tree {}
