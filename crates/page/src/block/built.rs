//! The blocks of a page with what is known about their nodes.

use std::sync::OnceLock;

use super::parts::{Block, Container, Span};
use super::wording::Wording;
use crate::tree::NodeId;

/// Blocks, their containers, and indexes from tree nodes to them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Built {
    pub(crate) blocks: Vec<Block>,
    pub(crate) containers: Vec<Container>,
    /// Numbers of the items of ordered lists, sorted by node.
    pub(super) numbers: Vec<(NodeId, i32)>,
    /// Text nodes that are part of a block, in document order, each with the index of the block in
    /// which it begins.
    pub(super) texts: Vec<(NodeId, u32)>,
    /// How each block is written, found when first asked for: a page can be scored twice.
    pub(super) wordings: OnceLock<Vec<Wording>>,
}

impl Built {
    /// How each block is written.
    pub(crate) fn wordings(&self) -> &[Wording] {
        let count = || self.blocks.iter().map(|block| Wording::of_text(&block.text)).collect();
        self.wordings.get_or_init(count)
    }

    /// The number of an item of an ordered list.
    pub(crate) fn item_number(&self, item: NodeId) -> Option<i32> {
        let at = self.numbers.binary_search_by_key(&item, |(node, _)| *node).ok()?;
        Some(self.numbers[at].1)
    }

    /// Index of the block in which a text node begins. `None` for text that is in no block.
    pub(crate) fn block_of(&self, text: NodeId) -> Option<usize> {
        let at = self.texts.binary_search_by_key(&text, |(node, _)| *node).ok()?;
        Some(self.texts[at].1 as usize)
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(block_memory).sum();
        self.blocks.capacity() * size_of::<Block>()
            + self.containers.capacity() * size_of::<Container>()
            + self.numbers.capacity() * size_of::<(NodeId, i32)>()
            + self.texts.capacity() * size_of::<(NodeId, u32)>()
            + self.wordings.get().map_or(0, |wordings| size_of_val(&wordings[..]))
            + blocks
    }

    /// Gives back the memory of blocks that never came.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.blocks.shrink_to_fit();
        self.containers.shrink_to_fit();
        self.numbers.shrink_to_fit();
        self.texts.shrink_to_fit();
    }
}

/// Bytes that a block owns on the heap.
fn block_memory(block: &Block) -> usize {
    block.text.capacity()
        + block.spans.capacity() * size_of::<Span>()
        + size_of_val(&*block.line_numbers)
}

#[cfg(test)]
mod tests {
    use crate::block::build;
    use crate::tree::{NodeId, Tag, Tree};
    use crate::{Limits, PageFlag};

    #[test]
    fn items_and_texts_are_found_by_their_nodes() {
        let (limits, mut flags) = (Limits::default(), Vec::new());
        let tree = Tree::parse("<ol start=4><li>a<li>b</ol>c", &limits, &mut flags);
        let built = build(&tree, &limits, &mut flags);
        let items = tree.all().filter(|id| tree.tag(*id) == Some(Tag::Li));
        let numbers: Vec<Option<i32>> = items.map(|item| built.item_number(item)).collect();
        assert_eq!(numbers, [Some(4), Some(5)]);
        let texts = tree.all().filter(|id| !tree.text(*id).is_empty());
        let blocks: Vec<Option<usize>> = texts.map(|text| built.block_of(text)).collect();
        assert_eq!(blocks, [Some(0), Some(1), Some(2)]);
        assert_eq!(built.item_number(NodeId::DOCUMENT), None);
        assert_eq!(built.block_of(NodeId::DOCUMENT), None);
    }

    #[test]
    fn blocks_beyond_the_cap_are_left_out_with_a_flag() {
        let (limits, mut flags) = (Limits { blocks: 2, ..Limits::default() }, Vec::new());
        let tree = Tree::parse("<p>a<p>b<p>c<p>d", &limits, &mut flags);
        let built = build(&tree, &limits, &mut flags);
        assert!(built.blocks.len() <= 3, "{}", built.blocks.len());
        assert_eq!(flags, [PageFlag::BlocksCapped]);
        assert!(built.containers.iter().all(|c| c.end as usize <= built.blocks.len()));
    }

    #[test]
    fn memory_grows_with_the_text() {
        let memory = |html: &str| {
            let (limits, mut flags) = (Limits::default(), Vec::new());
            let tree = Tree::parse(html, &limits, &mut flags);
            build(&tree, &limits, &mut flags).memory()
        };
        assert!(memory(&"x".repeat(10_000)) > memory("x") + 9_000);
    }

    #[test]
    fn a_shrunk_page_takes_what_its_blocks_take() {
        let (limits, mut flags) = (Limits::default(), Vec::new());
        let tree = Tree::parse(&"<p>x".repeat(1000), &limits, &mut flags);
        let mut built = build(&tree, &limits, &mut flags);
        built.blocks.reserve_exact(10_000);
        let (before, blocks) = (built.memory(), built.blocks.clone());
        built.shrink_to_fit();
        assert!(built.memory() < before && built.blocks == blocks);
    }
}
