//! Captions: what a table, a listing or a quotation is called, and who said it, goes where it goes.

use super::Judge;
use crate::Reason;
use crate::block::{Block, BlockKind, ClassName, Container};
use crate::tree::Tag;

/// Keeps the captions of tables, listings and quotations that are kept.
pub(super) fn decide(judge: &mut Judge<'_, '_>) {
    let containers = judge.page.containers();
    for (at, block) in judge.page.blocks().iter().enumerate() {
        if judge.labels[at].content || block.chars == 0 || !is_caption(containers, block) {
            continue;
        }
        let range = judge.blocks_of(holder(containers, block.container));
        if range.len() <= PARTS && holds_text(judge, range) {
            judge.keep(at..at + 1, Reason::Unit);
        }
    }
}

fn is_caption(containers: &[Container], block: &Block) -> bool {
    let container = &containers[block.container as usize];
    let around = &containers[container.parent as usize];
    block.kind == BlockKind::Caption
        || container.names.has(ClassName::Caption)
        || container.names.has(ClassName::Title) && around.names.has(ClassName::Captioned)
        || container.tag == Tag::Footer && block.quote_depth > 0
}

/// The figure, table or quotation around a caption, else the element that holds it.
fn holder(containers: &[Container], caption: u32) -> u32 {
    let parent = |container: u32| containers[container as usize].parent;
    let mut around = std::iter::successors(Some(parent(caption)), |at| Some(parent(*at)));
    let is_holder = |at: &u32| {
        matches!(containers[*at as usize].tag, Tag::Figure | Tag::Table | Tag::Blockquote)
    };
    around.by_ref().take(super::LEVELS).find(is_holder).unwrap_or_else(|| parent(caption))
}

/// Blocks of a figure that are looked at: each caption in it looks at all of them.
const PARTS: usize = 400;

/// Whether a range has text that is no caption, and most of it is kept.
fn holds_text(judge: &Judge<'_, '_>, range: std::ops::Range<usize>) -> bool {
    // Words beside a picture say nothing about its caption.
    let is_text = |at: &usize| {
        let block = &judge.page.blocks()[*at];
        block.chars > 0
            && block.kind != BlockKind::Caption
            && (block.cell.is_some() || block.kind == BlockKind::Code || block.quote_depth > 0)
    };
    let (mut kept, mut all) = (0, 0);
    for at in range.filter(is_text) {
        all += 1;
        kept += usize::from(judge.labels[at].content);
    }
    kept > 0 && kept * 2 >= all
}
