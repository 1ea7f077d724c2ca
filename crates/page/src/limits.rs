//! Caps on the work and memory one page may cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Caps on one page. What exceeds a cap is left out and the page carries the cap's flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Bytes of the document that are read. Default 32 MiB.
    pub input_bytes: usize,
    /// Nodes in the tree. Default 1,000,000.
    pub nodes: usize,
    /// Depth below which the tree is flattened: deeper elements are left out, their text stays. Default 256.
    pub depth: usize,
    /// Attributes kept per element. Default 128.
    pub attributes_per_element: usize,
    /// Attributes in the tree. Default 1,000,000.
    pub attributes: usize,
    /// Bytes kept of one attribute value. Default 64 KiB.
    pub attribute_bytes: usize,
    /// Bytes of all text in the tree, and of all attribute values. Default 32 MiB each.
    pub text_bytes: usize,
    /// Blocks made from the tree. Default 100,000.
    pub blocks: usize,
    /// Bytes of one JSON-LD script, and of one style sheet, that are read. Default 1 MiB.
    pub jsonld_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 32 << 20,
            nodes: 1_000_000,
            depth: 256,
            attributes_per_element: 128,
            attributes: 1_000_000,
            attribute_bytes: 64 << 10,
            text_bytes: 32 << 20,
            blocks: 100_000,
            jsonld_bytes: 1 << 20,
        }
    }
}
