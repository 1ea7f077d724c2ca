//! Which elements are out of sight: for screen readers alone, or hidden until somebody clicks.

use std::cell::OnceCell;

use super::Builder;
use super::heading_links::MARK_BYTES;
use crate::block::class_words::{Hides, Meaning};
use crate::block::facts::Facts;
use crate::tree::{NodeId, Tag, Tree};

/// Bytes of text that a few words for screen readers have in any script.
pub(super) const HELP_BYTES: u32 = 200;
/// Nodes looked at on either side of a drawn formula, where its MathML stands.
const NEAR: usize = 4;
/// Bytes of text that make a page of their own.
const TEXT_BYTES: u32 = 600;
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
    fn total(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Bytes of prose inside and outside of an element.
    fn prose(&self, tree: &Tree, id: NodeId) -> (u32, u32) {
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
fn is_json(text: &str) -> bool {
    let inner = text.trim_start_matches(['[', '{', ' ', '\n']);
    inner.len() < text.len() && text.ends_with([']', '}']) && inner.starts_with('"')
}

impl Builder<'_> {
    /// Whether an element is for screen readers alone, or is a mark that screen readers skip, such
    /// as a cross that closes a notice.
    pub(super) fn is_unseen(&self, id: NodeId, facts: Facts) -> bool {
        let unseen = match facts.unseen {
            Hides::Nothing => false,
            Hides::Little => self.inside(id) <= HELP_BYTES,
            Hides::Anything => true,
        };
        unseen || facts.unspoken && (self.inside(id) <= MARK_BYTES || self.is_drawn_formula(id))
    }

    /// Whether the element draws a formula whose MathML stands beside it, as KaTeX and MathJax do.
    /// The formula is read from the MathML.
    fn is_drawn_formula(&self, id: NodeId) -> bool {
        let Some(parent) = self.tree.parent(id) else { return false };
        let (own_end, end) = (self.tree.end(id), self.tree.end(parent));
        [parent, own_end].into_iter().any(|from| {
            let near = (from.0..end.0).take(NEAR).map(NodeId);
            near.filter(|node| *node < id || *node >= own_end)
                .any(|node| self.tree.tag(node) == Some(Tag::Math))
        })
    }

    /// Whether an element that is declared hidden may be left out. Some pages hide their text until
    /// a script shows it, so the element with most of the text is read. A menu, data for scripts or
    /// a notice in front of the page stays hidden even then.
    pub(super) fn may_hide(&self, id: NodeId, tag: Tag, facts: Facts) -> bool {
        if matches!(tag, Tag::Html | Tag::Body | Tag::Main) {
            return false;
        }
        if self.inside(id) <= self.amounts.total() / 2 {
            return true;
        }
        let (inside, outside) = self.amounts.prose(self.tree, id);
        let is_notice = facts.meanings.has(Meaning::Notice) && outside >= TEXT_BYTES;
        is_notice || outside > 0 && inside <= outside / 2
    }

    /// Whether the block that is being written is data for scripts, or a mark that hid a script
    /// from old browsers.
    pub(super) fn is_for_scripts(&self) -> bool {
        let writer = &self.draft.writer;
        writer.is_script_mark() || self.context.hidden && is_json(writer.text())
    }

    /// Bytes of text in an element.
    pub(super) fn inside(&self, id: NodeId) -> u32 {
        self.amounts.inside(self.tree, id)
    }
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
