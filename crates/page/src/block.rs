//! The page as a sequence of blocks of text.

use crate::tree::NodeId;

/// What a block is in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BlockKind {
    /// Running text.
    Paragraph,
    /// A heading of level 1 to 6.
    Heading(u8),
}

/// A block: text that a reader sees as one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text, whitespace normalised.
    pub text: String,
    /// The element it comes from.
    pub node: NodeId,
    /// Characters of `text` inside links.
    pub link_chars: u32,
}
