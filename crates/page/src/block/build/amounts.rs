//! How much text elements have, and how much of it is prose.

use std::cell::OnceCell;

use crate::tree::{NodeId, Tag, Tree};

/// Bytes of text that a mark has at most: a cross, an arrow, "Permalink".
pub(super) const MARK_BYTES: u32 = 40;
/// Bytes of text that a few words for screen readers have in any script.
pub(super) const HELP_BYTES: u32 = 200;
/// Bytes of link text that count as one byte of other text.
const LINKED: u32 = 8;

/// How much text each part of the page has, as sums over the nodes before each node.
pub(super) struct TextAmounts {
    /// Bytes of visible text before each node, and in all.
    before: Vec<u32>,
    /// The same, with links counted less and data for scripts not at all. Few pages ask for it.
    prose_before: OnceCell<Vec<u32>>,
}

impl TextAmounts {
    pub(super) fn measure(tree: &Tree) -> Self {
        let mut before = Vec::with_capacity(tree.len() + 1);
        let mut sum = 0;
        for id in tree.all() {
            before.push(sum);
            sum += tree.text(id).as_bytes().trim_ascii().len() as u32;
        }
        before.push(sum);
        Self { before, prose_before: OnceCell::new() }
    }

    /// Bytes of text in an element.
    pub(super) fn inside(&self, tree: &Tree, id: NodeId) -> u32 {
        self.before[tree.end(id).index()] - self.before[id.index()]
    }

    /// Bytes of text on the page.
    pub(super) fn total(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Bytes of prose inside and outside of an element.
    pub(super) fn prose(&self, tree: &Tree, id: NodeId) -> (u32, u32) {
        let before = self.prose_before.get_or_init(|| prose_before(tree));
        let inside = before[tree.end(id).index()] - before[id.index()];
        (inside, before.last().copied().unwrap_or(0) - inside)
    }
}

/// Bytes of prose before each node, and in all.
fn prose_before(tree: &Tree) -> Vec<u32> {
    let (mut sums, mut sum, mut link_end) =
        (Vec::with_capacity(tree.len() + 1), 0, NodeId::DOCUMENT);
    for id in tree.all() {
        sums.push(sum);
        if tree.tag(id) == Some(Tag::A) {
            link_end = link_end.max(tree.end(id));
        }
        let text = tree.text(id).trim_ascii();
        let bytes = if is_json(text) { 0 } else { text.len() as u32 };
        sum += if id < link_end { bytes / LINKED } else { bytes };
    }
    sums.push(sum);
    sums
}

/// Whether a text is JSON, as pages leave it in hidden elements for their scripts.
pub(super) fn is_json(text: &str) -> bool {
    let inner = text.trim_start_matches(['[', '{', ' ', '\n']);
    inner.len() < text.len() && text.ends_with([']', '}']) && inner.starts_with('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn tree(html: &str) -> Tree {
        Tree::parse(html, &Limits::default(), &mut Vec::new())
    }

    fn element(tree: &Tree, tag: Tag) -> NodeId {
        tree.all().find(|id| tree.tag(*id) == Some(tag)).expect("an element")
    }

    #[test]
    fn text_is_measured_without_the_space_around_it() {
        let tree = tree("<div> ab <p>cde</p></div>f");
        let amounts = TextAmounts::measure(&tree);
        assert_eq!(amounts.inside(&tree, element(&tree, Tag::Div)), 5);
        assert_eq!(amounts.inside(&tree, element(&tree, Tag::P)), 3);
        assert_eq!(amounts.total(), 6);
    }

    #[test]
    fn links_count_little_as_prose_and_data_not_at_all() {
        let data = "{\"a\": 1}";
        let tree = tree(&format!("<div><a href=x>0123456789abcdef</a><p>{data}</p></div>prose"));
        let amounts = TextAmounts::measure(&tree);
        assert_eq!(amounts.prose(&tree, element(&tree, Tag::Div)), (2, 5));
    }

    #[test]
    fn json_is_known_by_its_brackets_and_first_name() {
        for (text, expected) in [
            ("{\"a\": 1}", true),
            ("[ {\"a\": 1} ]", true),
            ("{a}", false),
            ("\"a\"]", false),
            ("[1] see below", false),
            ("", false),
        ] {
            assert_eq!(is_json(text), expected, "{text}");
        }
    }
}
