//! Caps on the work and memory one page may cost.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Caps on one page. What exceeds a cap is left out and the page carries the cap's flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Bytes of the document that are read. Default 32 MiB.
    pub input_bytes: usize,
    /// Bytes of one repetition, of a character, a word or a block of up to 64 KiB, from which on all
    /// but its beginning is left out. Default 1 MiB, least 256 KiB.
    pub repeated_bytes: usize,
    /// Nodes in the tree. Default 1,000,000.
    pub nodes: usize,
    /// Depth below which the tree is flattened: deeper elements are left out, their text stays.
    /// Default 256, least 16.
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
            repeated_bytes: 1 << 20,
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

/// A cap that is no number of its range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` is `{found}`: a number from {} to {}", range.start(), range.end())]
pub struct BadLimit {
    /// The field of [`Limits`].
    pub field: &'static str,
    /// What stands there.
    pub found: usize,
    /// What may stand there.
    pub range: RangeInclusive<usize>,
}

impl Limits {
    /// Least depth: frames of tables and the elements that every page has come first.
    pub const LEAST_DEPTH: usize = 16;
    /// Most of all: places in texts and in the tree are kept in 32 bits.
    pub const MOST: usize = u32::MAX as usize;

    /// Checks what types cannot.
    ///
    /// # Errors
    /// Names the first cap that cannot be kept.
    pub fn check(&self) -> Result<(), BadLimit> {
        let caps = [
            ("input_bytes", self.input_bytes, 0),
            ("repeated_bytes", self.repeated_bytes, 0),
            ("nodes", self.nodes, 0),
            ("depth", self.depth, Self::LEAST_DEPTH),
            ("attributes_per_element", self.attributes_per_element, 0),
            ("attributes", self.attributes, 0),
            ("attribute_bytes", self.attribute_bytes, 0),
            ("text_bytes", self.text_bytes, 0),
            ("blocks", self.blocks, 0),
            ("jsonld_bytes", self.jsonld_bytes, 0),
        ];
        let mut bad = caps.into_iter().filter_map(|(field, found, least)| {
            let range = least..=Self::MOST;
            (!range.contains(&found)).then_some(BadLimit { field, found, range })
        });
        bad.next().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_sound() {
        assert_eq!(Limits::default().check(), Ok(()));
    }

    #[test]
    fn caps_out_of_their_range_are_named() {
        let shallow = Limits { depth: Limits::LEAST_DEPTH - 1, ..Limits::default() };
        let error = shallow.check().expect_err("too shallow");
        assert_eq!((error.field, error.found), ("depth", 15));
        assert_eq!(error.to_string(), "`depth` is `15`: a number from 16 to 4294967295");
        if let Some(many) = Limits::MOST.checked_add(1) {
            let huge = Limits { nodes: many, blocks: many, ..Limits::default() };
            assert_eq!(huge.check().map_err(|error| error.field), Err("nodes"), "the first");
        }
        let none = Limits { blocks: 0, text_bytes: 0, ..Limits::default() };
        assert_eq!(none.check(), Ok(()));
    }

    #[test]
    fn configurations_name_some_caps_and_no_others() {
        let limits: Limits = serde_json::from_str("{\"blocks\": 7}").expect("limits");
        assert_eq!(limits, Limits { blocks: 7, ..Limits::default() });
        assert!(serde_json::from_str::<Limits>("{\"blokcs\": 7}").is_err());
    }
}
