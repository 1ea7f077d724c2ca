//! The content root of a page: the tightest element around its text, as a person would name it.

use scutch_page::{Extraction, NodeId, Page};

/// Share of the content that the root must hold.
// Less than all: a single misjudged block outside would otherwise make the whole page the root.
const SHARE: f32 = 0.9;

/// The innermost element that holds nearly all of what was extracted.
pub fn content_root(page: &Page, extraction: &Extraction) -> Option<NodeId> {
    let kept = page.blocks().iter().zip(&extraction.labels).filter(|(_, label)| label.content);
    let blocks: Vec<(NodeId, u32)> = kept.map(|(block, _)| (block.node, block.chars)).collect();
    let all: u32 = blocks.iter().map(|(_, chars)| chars).sum();
    if all == 0 {
        return None;
    }
    let tree = page.tree();
    let holds = |id: NodeId| -> f32 {
        let inside = blocks.iter().filter(|(node, _)| tree.contains(id, *node));
        inside.map(|(_, chars)| *chars as f32).sum()
    };
    // The root contains the largest block, which has more than the tenth that may be missing.
    let (largest, _) =
        blocks.iter().max_by_key(|(node, chars)| (*chars, std::cmp::Reverse(*node)))?;
    let mut around = std::iter::once(*largest).chain(tree.ancestors(*largest));
    // The document itself is no element that a rule could name.
    around.find(|id| holds(*id) >= SHARE * all as f32).filter(|id| *id != NodeId::DOCUMENT)
}
