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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    #[test]
    fn large_elements_have_no_text() {
        let text = |html: &str, chars: usize| {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            let tree = page.tree();
            let body = tree.all().find(|id| tree.tag(*id) == Some(Tag::Body)).expect("a body");
            small_text(tree, body, chars, |tag| tag == Tag::P)
        };
        assert_eq!(text("<b>The</b> fog", 10).as_deref(), Some("The fog"));
        assert_eq!(text("<p>The<p>fog", 10).as_deref(), Some("\nThe\nfog"));
        assert_eq!(text("The fog lifts", 2), None);
        assert_eq!(text(&"<img>".repeat(NODES + 1), 10), None);
        assert!(text("", 1).is_none_or(|text| text.is_empty()));
    }
}
