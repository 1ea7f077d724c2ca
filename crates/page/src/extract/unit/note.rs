//! Notes: what a number in the text leads to is part of the text, wherever it stands.
//!
//! A reference is a short link, raised or in brackets, to an element of the page (DPUB-ARIA 1.1
//! calls it `doc-noteref`). The element that it leads to is the note.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::Judge;
use crate::Reason;
use crate::block::{Block, BlockKind, Container, SpanKind};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Characters of a reference: a number, a letter or a sign, with brackets.
const REFERENCE: usize = 5;
/// Blocks of a note.
const BLOCKS: usize = 4;

/// Keeps notes that kept text refers to.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let tree = judge.page.tree();
    let mut referred: FxHashMap<&str, usize> = FxHashMap::default();
    for (at, block) in judge.page.blocks().iter().enumerate() {
        if judge.labels[at].content {
            for target in references(tree, block) {
                referred.entry(target).or_insert(at);
            }
        }
    }
    if referred.is_empty() {
        return;
    }
    let containers = judge.page.containers();
    for (at, container) in containers.iter().enumerate() {
        let id = tree.attr(container.node, Attr::ID);
        let Some(from) = id.and_then(|id| referred.get(id)) else { continue };
        let end =
            if container.tag == Tag::Dt { description(containers, at) } else { container.end };
        let range = container.first as usize..end as usize;
        if range.start > *from && is_note(judge, range.clone()) {
            judge.keep(range, Reason::Unit);
        }
    }
    // Older pages mark the place of a note with an empty anchor.
    for (at, block) in judge.page.blocks().iter().enumerate() {
        if judge.labels[at].content || block.chars == 0 || !is_note(judge, at..at + 1) {
            continue;
        }
        let begins = std::iter::once(block.node).chain(tree.descendants(block.node)).take(ANCHOR);
        let mut ids = begins.filter_map(|id| {
            tree.attr(id, Attr::ID)
                .or_else(|| tree.attr_named(id, "name").filter(|_| tree.tag(id) == Some(Tag::A)))
        });
        if ids.any(|id| referred.get(id).is_some_and(|from| *from < at)) {
            judge.labels[at] =
                crate::Label { content: true, score: judge.labels[at].score, reason: Reason::Unit };
        }
    }
}

/// Whether blocks can be a note: few, no section with a heading, and not out of sight, as copies of
/// notes are that show when the mouse is over their numbers.
fn is_note(judge: &Judge<'_, '_>, range: Range<usize>) -> bool {
    let mut blocks = judge.page.blocks()[range.clone()].iter();
    range.len() <= BLOCKS
        && blocks.all(|block| !block.hidden && !matches!(block.kind, BlockKind::Heading(_)))
}

/// Where the description ends that follows a term: docutils writes notes so.
fn description(containers: &[Container], term: usize) -> u32 {
    let Container { parent, end, .. } = containers[term];
    let behind = containers[term + 1..].iter().take(BLOCKS).find(|next| next.first >= end);
    let description = behind.filter(|next| next.tag == Tag::Dd && next.parent == parent);
    description.map_or(end, |description| description.end)
}

/// Nodes at the beginning of a block that can be the anchor of a note.
const ANCHOR: usize = 6;

/// The ids that the references of a block lead to.
fn references<'t>(tree: &'t Tree, block: &'t Block) -> impl Iterator<Item = &'t str> {
    block.spans.iter().filter(|span| span.kind == SpanKind::Link).filter_map(move |span| {
        let text = &block.text[span.start as usize..span.end as usize];
        let target = tree.attr(span.node, Attr::HREF)?.strip_prefix('#')?;
        (is_mark(text) && is_raised(tree, span.node, text)).then_some(target)
    })
}

/// Whether a text can be the mark of a note.
fn is_mark(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() <= REFERENCE
        && !text.is_empty()
        && (text.contains(|c: char| c.is_numeric()) || text.chars().all(|c| !c.is_alphanumeric()))
        || text.chars().count() == 1
}

/// Whether a link is raised, in brackets, or declared to be a reference.
fn is_raised(tree: &Tree, link: NodeId, text: &str) -> bool {
    let declared = |id: NodeId| tree.attr(id, Attr::ROLE) == Some("doc-noteref");
    let raised = |id: NodeId| tree.tag(id) == Some(Tag::Sup);
    let around = || tree.ancestors(link).take(2);
    let inside = || tree.descendants(link).take(4);
    declared(link)
        || around().any(|id| raised(id) || declared(id))
        || inside().any(raised)
        || text.trim().starts_with('[')
}
