//! The blocks of a page with what is known about their nodes.

use super::{Block, Container, Span};
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
}

impl Built {
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
            + blocks
    }
}

/// Bytes that a block owns on the heap.
fn block_memory(block: &Block) -> usize {
    block.text.capacity()
        + block.spans.capacity() * size_of::<Span>()
        + size_of_val(&*block.line_numbers)
}
