//! What block-level elements give the blocks in them, and the elements that are open.

use crate::block::{BlockKind, CellPlace, ListPlace};
use crate::tree::NodeId;

/// What the open elements say of the block that is being written.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) kind: BlockKind,
    /// Index of the innermost container.
    pub(super) container: u32,
    pub(super) list: Option<ListPlace>,
    /// The first block of the list item has been written.
    pub(super) item_begun: bool,
    pub(super) quote_depth: u8,
    /// The data table and the row in it.
    pub(super) row: Option<(NodeId, u32)>,
    pub(super) cell: Option<CellPlace>,
    /// White space counts, as in `pre`.
    pub(super) verbatim: bool,
    pub(super) hidden: bool,
}

impl Context {
    /// The context of a document in which nothing is open.
    pub(super) const DOCUMENT: Self = Self {
        kind: BlockKind::Paragraph,
        container: 0,
        list: None,
        item_begun: false,
        quote_depth: 0,
        row: None,
        cell: None,
        verbatim: false,
        hidden: false,
    };
}

/// A block-level element that is open.
pub(super) struct Frame {
    pub(super) node: NodeId,
    pub(super) end: NodeId,
    /// The context to go back to when it closes.
    pub(super) before: Context,
    pub(super) items: ItemCounter,
    pub(super) grid: Grid,
    /// Columns that the cells of a row have taken so far.
    pub(super) columns: u16,
}

/// The numbers of the items of an ordered list.
#[derive(Clone, Copy, Default)]
pub(super) struct ItemCounter {
    /// Number of the next item.
    pub(super) next: i32,
    /// 1, or -1 in a list that counts down.
    pub(super) step: i32,
}

/// Columns in which cells may reach into the rows below; further columns are not tracked.
const TRACKED_COLUMNS: usize = 200;

/// The rows of a table that have been read, and the cells that reach into those to come.
#[derive(Default)]
pub(super) struct Grid {
    /// Rows so far.
    pub(super) rows: u32,
    /// The first row of the group of rows that is open.
    pub(super) group: u32,
    /// For each column, the first row that no cell from above reaches into.
    free_from: Vec<u32>,
}

impl Grid {
    /// Begins a group of rows. Cells do not reach from one group into the next.
    pub(super) fn begin_group(&mut self) {
        self.free_from.clear();
        self.group = self.rows;
    }

    /// Counts a row; its number.
    pub(super) fn begin_row(&mut self) -> u32 {
        let row = self.rows;
        self.rows = row.saturating_add(1);
        row
    }

    /// The first column from `from` on that no cell of an earlier row covers.
    pub(super) fn free_column(&self, row: u32, from: u16) -> u16 {
        let is_covered =
            |column: u16| self.free_from.get(usize::from(column)).is_some_and(|free| *free > row);
        // At most as many steps as there are tracked columns.
        (from..u16::MAX).find(|column| !is_covered(*column)).unwrap_or(u16::MAX)
    }

    /// Notes that a cell covers some columns up to the row before `free`.
    pub(super) fn cover(&mut self, columns: std::ops::Range<u16>, free: u32) {
        let tracked = |column: u16| usize::from(column).min(TRACKED_COLUMNS);
        let columns = tracked(columns.start)..tracked(columns.end);
        self.free_from.resize(self.free_from.len().max(columns.end), 0);
        self.free_from[columns].fill(free);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cover_columns_up_to_their_last_row_and_no_further() {
        let mut grid = Grid::default();
        assert_eq!((grid.begin_row(), grid.begin_row()), (0, 1));
        // A cell of row 0 that spans columns 1 and 2 and three rows.
        grid.cover(1..3, 3);
        for (row, from, free) in [(1, 0, 0), (1, 1, 3), (2, 2, 3), (3, 1, 1), (2, 3, 3)] {
            assert_eq!(grid.free_column(row, from), free, "row {row} from column {from}");
        }
        grid.begin_group();
        assert_eq!((grid.free_column(2, 1), grid.group), (1, 2));
    }

    #[test]
    fn columns_beyond_those_tracked_are_free() {
        let mut grid = Grid::default();
        grid.cover(0..u16::MAX, 9);
        let tracked = TRACKED_COLUMNS as u16;
        assert_eq!(grid.free_column(1, 0), tracked);
        assert_eq!(grid.free_column(1, tracked + 7), tracked + 7);
    }
}
