//! Texts of elements that are small enough to hold a single value.

use crate::tree::{NodeId, Tag, Tree};

/// Most nodes of such an element.
pub(super) const NODES: usize = 1000;
/// Bytes per character that are allowed for: the rest may be white space or multi-byte letters.
const BYTES: usize = 4;

/// The text of an element, not normalised, with a line feed after each element for which `apart`
/// holds. `None` for elements with more than [`NODES`] nodes or possibly more than `chars`
/// characters.
pub(super) fn small_text(
    tree: &Tree,
    id: NodeId,
    chars: usize,
    apart: impl Fn(Tag) -> bool,
) -> Option<String> {
    let mut text = String::new();
    for (count, node) in tree.descendants(id).enumerate() {
        text.push_str(tree.text(node));
        // Given up early: nested large elements would be read again and again.
        if text.len() > BYTES * chars || count >= NODES {
            return None;
        }
        if tree.tag(node).is_some_and(&apart) {
            text.push('\n');
        }
    }
    Some(text)
}
