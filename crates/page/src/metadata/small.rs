//! Texts of elements that are too small to be more than one value.

use crate::tree::{NodeId, Tag, Tree};

/// Nodes of an element that holds one value.
pub(super) const NODES: usize = 1000;
/// Most bytes for each character that counts: the rest can be white space and letters of several bytes.
const BYTES: usize = 4;

/// The text of an element, not normalised, with a line end before what stands in the elements that are `apart`; nothing
/// of an element that holds more than some 1,000 nodes or can hold more than `chars` characters.
pub(super) fn small_text(
    tree: &Tree,
    id: NodeId,
    chars: usize,
    apart: impl Fn(Tag) -> bool,
) -> Option<String> {
    let mut text = String::new();
    for (count, node) in tree.descendants(id).enumerate() {
        text.push_str(tree.text(node));
        if text.len() > BYTES * chars || count >= NODES {
            return None;
        }
        if tree.tag(node).is_some_and(&apart) {
            text.push('\n');
        }
    }
    Some(text)
}
