//! The state of the walk over the tree.

use super::amounts::TextAmounts;
use super::context::{Context, Frame};
use super::draft::{Draft, TextNodes};
use super::numbers::NumberColumn;
use crate::Limits;
use crate::block::built::Built;
use crate::block::facts::{FactReader, Facts};
use crate::block::tables;
use crate::tree::{NodeId, Tag, Tree};

/// Open elements for which room is made beforehand.
const EXPECTED_DEPTH: usize = 256;

/// The cap on blocks, and whether it cut something off.
pub(super) struct Cap {
    pub(super) most: usize,
    pub(super) cut: bool,
}

impl Cap {
    /// Whether no more blocks may be added; remembers that something is left out.
    pub(super) fn is_reached(&mut self, blocks: usize) -> bool {
        let reached = blocks >= self.most;
        self.cut |= reached;
        reached
    }
}

/// Walks over the tree and writes blocks.
pub(super) struct Builder<'t> {
    pub(super) tree: &'t Tree,
    pub(super) facts: FactReader<'t>,
    pub(super) built: Built,
    pub(super) cap: Cap,
    pub(super) context: Context,
    pub(super) frames: Vec<Frame>,
    pub(super) draft: Draft,
    pub(super) texts: TextNodes,
    pub(super) numbers: NumberColumn,
    pub(super) amounts: TextAmounts,
    /// Tables that hold data, sorted.
    pub(super) data_tables: Vec<NodeId>,
    /// The text node that was read last.
    pub(super) last_text: NodeId,
    /// The formula that was read last.
    pub(super) formula: Option<NodeId>,
    /// End of the elements in which lines of the source are lines.
    pub(super) lines_end: NodeId,
}

impl<'t> Builder<'t> {
    /// A walk that begins before the first node.
    pub(super) fn new(tree: &'t Tree, limits: &Limits) -> Self {
        let mut builder = Self {
            tree,
            facts: FactReader::new(tree),
            built: Built::default(),
            cap: Cap { most: limits.blocks, cut: false },
            context: Context::DOCUMENT,
            frames: Vec::with_capacity(limits.depth.min(EXPECTED_DEPTH)),
            draft: Draft::default(),
            texts: TextNodes::default(),
            numbers: NumberColumn::default(),
            amounts: TextAmounts::measure(tree),
            data_tables: tables::data_tables(tree),
            last_text: NodeId::DOCUMENT,
            formula: None,
            lines_end: NodeId::DOCUMENT,
        };
        builder.open_container(NodeId::DOCUMENT, Tag::Html, Facts::default());
        builder
    }

    /// Closes everything that is open; the blocks.
    pub(super) fn finish(mut self) -> Built {
        self.close_until(NodeId(u32::MAX));
        self.flush();
        self.built.containers[0].end = self.built.blocks.len() as u32;
        self.built.texts = self.texts.into_nodes();
        self.built
    }
}
