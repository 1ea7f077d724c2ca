//! How a document is parsed.

use crate::Syntax;

/// How a document is parsed. The defaults are those of a browser without scripts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether scripts could run: then `noscript` holds text. Default no.
    pub scripting: bool,
    /// Whether the document is XHTML. Default no.
    pub syntax: Syntax,
    /// Caps on work and memory.
    pub limits: Limits,
}

/// Caps on one document. What was left out is said in [`Cuts`](crate::Cuts).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Nodes in the tree; what follows is left out. Default 10,000,000.
    pub nodes: usize,
    /// Elements open at a time, of which formatting elements may be half: deeper tags are left out,
    /// their text stays. Default 512, least 16.
    pub depth: usize,
    /// Attributes kept of an element. Default 1,024.
    pub attributes_per_element: usize,
    /// Attributes in the tree. Default 10,000,000.
    pub attributes: usize,
    /// Children moved from one element to another, which only misnested markup needs; what follows
    /// is left out. Default 20,000,000.
    pub moves: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            nodes: 10_000_000,
            // Blink and WebKit bound the depth at 512, too.
            depth: 512,
            attributes_per_element: 1024,
            attributes: 10_000_000,
            moves: 20_000_000,
        }
    }
}
