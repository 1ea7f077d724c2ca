//! What of a page is out of sight: for screen readers alone, or hidden until somebody clicks.

use super::{Builder, MARK_BYTES};
use crate::block::facts::Facts;
use crate::block::words::{Hides, Meaning};
use crate::tree::{NodeId, Tag, Tree};

/// Bytes of text that a few words have in any script, such as those for screen readers.
pub(super) const HELP_BYTES: u32 = 200;
/// Nodes at the beginning of what stands before or behind a drawn formula, among which is that of MathML.
const NEAR: usize = 4;
/// Bytes of text that make a page of their own.
const TEXT_BYTES: u32 = 600;
/// Bytes of links that weigh as much as one of other text.
const LINKED: u32 = 8;

impl Builder<'_> {
    /// Whether an element is for screen readers alone, or a mark that is not for them, such as a cross to close
    /// something.
    pub(super) fn is_unseen(&self, id: NodeId, facts: Facts) -> bool {
        let unseen = match facts.unseen {
            Hides::Nothing => false,
            Hides::Little => self.inside(id) <= HELP_BYTES,
            Hides::Anything => true,
        };
        unseen || facts.unspoken && (self.inside(id) <= MARK_BYTES || self.is_drawn_formula(id))
    }

    /// Whether a formula stands beside the element as MathML, as with KaTeX and MathJax: it is read there.
    fn is_drawn_formula(&self, id: NodeId) -> bool {
        let Some(parent) = self.tree.parent(id) else { return false };
        let end = self.tree.end(parent);
        [parent, self.tree.end(id)].into_iter().any(|from| {
            let near = (from.0..end.0).take(NEAR).map(NodeId);
            near.filter(|node| *node < id || *node >= self.tree.end(id))
                .any(|node| self.tree.tag(node) == Some(Tag::Math))
        })
    }

    /// Whether an element may be left out if it says it is hidden. Pages hide their text until a script shows it:
    /// what holds most of the text is not hidden, unless that is a menu, data for scripts, or a notice in front of a
    /// page that has a text without it.
    pub(super) fn may_hide(&self, id: NodeId, tag: Tag, facts: Facts) -> bool {
        if matches!(tag, Tag::Html | Tag::Body | Tag::Main) {
            return false;
        }
        let all = self.text_before.last().copied().unwrap_or(0);
        if self.inside(id) <= all / 2 {
            return true;
        }
        let told = self.told_before.get_or_init(|| told_before(self.tree));
        let inside = told[self.tree.end(id).0 as usize] - told[id.0 as usize];
        let outside = told.last().copied().unwrap_or(0) - inside;
        let is_notice = facts.meanings.has(Meaning::Notice) && outside >= TEXT_BYTES;
        is_notice || outside > 0 && inside <= outside / 2
    }

    /// Whether the block that is being written is data for scripts, or hid scripts from old browsers.
    pub(super) fn is_for_scripts(&self) -> bool {
        self.writer.is_left_over() || self.context.hidden && is_data(self.writer.text())
    }

    /// Bytes of text in an element.
    pub(super) fn inside(&self, id: NodeId) -> u32 {
        self.text_before[self.tree.end(id).0 as usize] - self.text_before[id.0 as usize]
    }
}

/// Bytes of visible text before each node, and after the last.
pub(super) fn text_before(tree: &Tree) -> Vec<u32> {
    let mut sums = Vec::with_capacity(tree.len() + 1);
    let mut sum = 0;
    for id in tree.all() {
        sums.push(sum);
        let text = tree.text(id).as_bytes();
        sum += text.trim_ascii().len() as u32;
    }
    sums.push(sum);
    sums
}

/// Bytes of text that tell a reader something before each node, and after the last: links less, data for scripts not
/// at all.
fn told_before(tree: &Tree) -> Vec<u32> {
    let (mut sums, mut sum, mut link_end) =
        (Vec::with_capacity(tree.len() + 1), 0, NodeId::DOCUMENT);
    for id in tree.all() {
        sums.push(sum);
        if tree.tag(id) == Some(Tag::A) {
            link_end = link_end.max(tree.end(id));
        }
        let text = tree.text(id).trim_ascii();
        let bytes = if is_data(text) { 0 } else { text.len() as u32 };
        sum += if id < link_end { bytes / LINKED } else { bytes };
    }
    sums.push(sum);
    sums
}

/// Whether a text is JSON.
fn is_data(text: &str) -> bool {
    let inner = text.trim_start_matches(['[', '{', ' ', '\n']);
    inner.len() < text.len() && text.ends_with([']', '}']) && inner.starts_with('"')
}
