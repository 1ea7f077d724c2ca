//! Tables of a single row that only place words side by side, such as signatures of functions. In
//! plain text they are one line.

use rustc_hash::FxHashMap;

use crate::block::Block;
use crate::tree::{Layout, NodeId, Tag, Tree};

/// Characters beyond which a cell is a text of its own.
const SHORT: usize = 100;

/// Finds the rows of a page that are one line, and remembers them.
pub(super) struct Single<'p> {
    tree: &'p Tree,
    known: FxHashMap<NodeId, bool>,
    /// Whether a table has one row.
    tables: FxHashMap<NodeId, bool>,
}

impl<'p> Single<'p> {
    pub(super) fn for_tree(tree: &'p Tree) -> Self {
        Self { tree, known: FxHashMap::default(), tables: FxHashMap::default() }
    }

    /// The row that is one line, where the block is a cell of one.
    pub(super) fn row(&mut self, block: &Block) -> Option<NodeId> {
        let tree = self.tree;
        // Rows of data tables are written as rows anyway.
        if block.cell.is_some() || !is_cell(tree, block.node) {
            return None;
        }
        let row = tree.parent(block.node).filter(|row| tree.tag(*row) == Some(Tag::Tr))?;
        let (known, tables) = (&mut self.known, &mut self.tables);
        known.entry(row).or_insert_with(|| is_line(tree, row, tables)).then_some(row)
    }
}

/// Whether an element is a cell of a table.
fn is_cell(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.tag(id), Some(Tag::Td | Tag::Th))
}

/// Whether a row is the only one of its table, and all its cells are short.
fn is_line(tree: &Tree, row: NodeId, tables: &mut FxHashMap<NodeId, bool>) -> bool {
    if !tree.children(row).filter(|id| is_cell(tree, *id)).all(|cell| is_short(tree, cell)) {
        return false;
    }
    let Some(table) = tree.ancestors(row).find(|id| tree.tag(*id) == Some(Tag::Table)) else {
        return false;
    };
    // Remembered: otherwise each row would count the rows of its table again.
    let rows = || tree.descendants(table).filter(|id| tree.tag(*id) == Some(Tag::Tr)).take(2);
    *tables.entry(table).or_insert_with(|| rows().count() == 1)
}

/// Whether a cell is a few words of one line: no block, no line break.
fn is_short(tree: &Tree, cell: NodeId) -> bool {
    let mut room = SHORT;
    tree.descendants(cell).all(|id| match tree.tag(id) {
        Some(tag) => tag != Tag::Br && tag.layout() != Layout::Block,
        None => {
            let letters = tree.text(id).chars().filter(|c| !c.is_whitespace()).take(room + 1);
            let left = room.checked_sub(letters.count());
            room = left.unwrap_or_default();
            left.is_some()
        }
    })
}
