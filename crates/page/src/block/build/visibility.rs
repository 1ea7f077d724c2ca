//! Which elements are out of sight: for screen readers alone, or hidden until somebody clicks.

use super::amounts::{HELP_BYTES, MARK_BYTES, is_json};
use super::builder::Builder;
use crate::block::class_names::Hides;
use crate::block::class_words::Meaning;
use crate::block::facts::Facts;
use crate::tree::{NodeId, Tag};

/// Nodes looked at on either side of a drawn formula, where its MathML stands.
const NEAR: usize = 4;
/// Bytes of text that make a page of their own.
const TEXT_BYTES: u32 = 600;

impl Builder<'_> {
    /// Whether an element is for screen readers alone, or is a mark that screen readers skip, such
    /// as a cross that closes a notice.
    pub(super) fn is_unseen(&self, id: NodeId, facts: Facts) -> bool {
        let unseen = match facts.names.hides() {
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
        // The cheap test first: the amounts of prose are measured for few pages.
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
