//! Cells of a table as rows of equal length, and which places a cell spans.

use super::parts::{Cell, Leaf};
use crate::block::CellPlace;

/// Columns of a table that are shown.
const COLUMNS: usize = 200;
/// Places in the grid of a table per cell. A table with more is made to be large.
const SPARSE: usize = 50;

/// The cells of one table, as they come.
#[derive(Default)]
pub(super) struct Rows(Vec<Vec<Placed>>);

/// A cell of the page with its position there.
struct Placed {
    place: CellPlace,
    column: usize,
    leaves: Vec<Leaf>,
}

impl Rows {
    /// The leaves of the cell at a position: the last cell, or a new one.
    pub(super) fn cell(&mut self, place: CellPlace) -> &mut Vec<Leaf> {
        let same = |row: &Vec<Placed>| row.last().is_some_and(|cell| cell.place.row == place.row);
        // Cells come row by row; a row ends where the next one begins.
        if !self.0.last().is_some_and(same) {
            self.0.push(Vec::new());
        }
        let last = self.0.len() - 1;
        let row = &mut self.0[last];
        let column = usize::from(place.column).min(COLUMNS - 1);
        if row.last().is_none_or(|before| before.column != column) {
            row.push(Placed { place, column, leaves: Vec::new() });
        }
        let last = row.len() - 1;
        &mut row[last].leaves
    }

    /// Rows of equal length. Columns in which no cell begins are removed; cells that span many
    /// columns leave some. In a table of far more places than cells only the cells are kept.
    pub(super) fn fitted(mut self) -> Vec<Vec<Cell>> {
        self.0.iter_mut().for_each(|row| row.retain(|cell| !cell.leaves.is_empty()));
        let mut places = [None; COLUMNS];
        self.0.iter().flatten().for_each(|cell| places[cell.column] = Some(0));
        let used = places.iter_mut().flatten();
        // Columns that are used are renumbered from the left.
        let width = used.enumerate().map(|(place, slot)| *slot = place).count();
        let cells: usize = self.0.iter().map(Vec::len).sum();
        // A hundred thousand rows with one cell in column 199 would be twenty million places.
        if width * self.0.len() > cells.saturating_mul(SPARSE) {
            let plain = |row: Vec<Placed>| row.into_iter().map(Placed::alone).collect();
            return self.0.into_iter().map(plain).collect();
        }
        let numbers = self.row_numbers();
        let mut grid = Vec::with_capacity(self.0.len());
        let mut spans = Vec::new();
        for (row, placed) in self.0.into_iter().enumerate() {
            let mut cells = vec![Cell::default(); width];
            for cell in placed {
                let column = places[cell.column].unwrap_or(0);
                // Spans reach over removed columns: only used ones count.
                let reach =
                    cell.column.saturating_add(usize::from(cell.place.columns)).min(COLUMNS);
                let across = places[cell.column..reach].iter().flatten().count();
                let below = cell.place.row.saturating_add(cell.place.rows);
                let down =
                    numbers[row..].partition_point(|number| *number < (cell.place.group, below));
                spans.push(Span { row, column, across, down });
                cells[column] = cell.alone();
            }
            grid.push(cells);
        }
        spans.into_iter().for_each(|span| span.lay(&mut grid));
        grid
    }

    /// Group and number of each row, as the page has them.
    fn row_numbers(&self) -> Vec<(u32, u32)> {
        let mut number = (0, 0);
        let numbers = self.0.iter().map(|row| {
            // A row without cells has no number of its own, and ends no span.
            number = row.first().map_or(number, |cell| (cell.place.group, cell.place.row));
            number
        });
        numbers.collect()
    }
}

impl Placed {
    /// The cell without spans.
    fn alone(self) -> Cell {
        Cell { header: self.place.header, leaves: self.leaves, ..Cell::default() }
    }
}

/// The places of the grid that a cell spans, its own among them.
struct Span {
    row: usize,
    column: usize,
    across: usize,
    down: usize,
}

impl Span {
    /// Gives the cell the empty places beside and below it, up to the next cell with text.
    fn lay(self, grid: &mut [Vec<Cell>]) {
        let is_free = |cell: &Cell| cell.leaves.is_empty() && cell.columns > 0;
        let own = &grid[self.row];
        let beside = &own[self.column + 1..(self.column + self.across).max(self.column + 1)];
        let across = 1 + beside.iter().take_while(|cell| is_free(cell)).count();
        let columns = self.column..self.column + across;
        let below = &grid[self.row + 1..(self.row + self.down).max(self.row + 1)];
        let down = below.iter().take_while(|row| row[columns.clone()].iter().all(is_free)).count();
        // Zero columns mark the places as taken, so that later cells stop there.
        for row in &mut grid[self.row..=self.row + down] {
            row[columns.clone()].iter_mut().for_each(|cell| (cell.columns, cell.rows) = (0, 0));
        }
        let cell = &mut grid[self.row][self.column];
        (cell.columns, cell.rows) = (across, 1 + down);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BlockKind;
    use crate::tree::NodeId;

    fn place(row: u32, column: u16, columns: u16, rows: u32) -> CellPlace {
        let (table, group, header) = (NodeId::DOCUMENT, 0, false);
        CellPlace { table, row, column, columns, rows, group, header }
    }

    fn leaf(text: &str) -> Leaf {
        let (kind, marks, editorial) = (BlockKind::Cell, Vec::new(), Vec::new());
        Leaf { kind, text: text.to_owned(), marks, editorial, language: None }
    }

    /// Each cell as its texts and spans.
    fn shown(cells: &[(CellPlace, &str)]) -> Vec<Vec<String>> {
        let mut rows = Rows::default();
        cells.iter().for_each(|(place, text)| rows.cell(*place).push(leaf(text)));
        let cell = |cell: &Cell| {
            let texts: String = cell.leaves.iter().map(|leaf| leaf.text.as_str()).collect();
            format!("{texts}{}{}", cell.columns, cell.rows)
        };
        rows.fitted().iter().map(|row| row.iter().map(cell).collect()).collect()
    }

    #[test]
    fn columns_without_cells_are_removed() {
        let cells = [(place(0, 0, 3, 1), "a"), (place(1, 0, 1, 1), "b"), (place(1, 2, 1, 1), "c")];
        assert_eq!(shown(&cells), [["a21", "00"], ["b11", "c11"]]);
    }

    #[test]
    fn spans_end_at_the_next_cell_and_at_the_last_row() {
        let cells = [(place(0, 0, 2, 9), "a"), (place(0, 1, 1, 1), "b"), (place(1, 1, 1, 1), "c")];
        assert_eq!(shown(&cells), [["a12", "b11"], ["00", "c11"]]);
    }

    #[test]
    fn blocks_of_one_place_are_one_cell() {
        let cells = [(place(0, 0, 1, 1), "a"), (place(0, 0, 1, 1), "b"), (place(0, 1, 1, 1), "c")];
        assert_eq!(shown(&cells), [["ab11", "c11"]]);
    }

    #[test]
    fn a_sparse_table_keeps_its_cells_alone() {
        let cells: Vec<(CellPlace, &str)> =
            (0..200_u16).map(|n| (place(u32::from(n), n, 1, 1), "a")).collect();
        let rows = shown(&cells);
        assert_eq!(rows.len(), 200);
        assert!(rows.iter().all(|row| *row == ["a11"]));
    }

    #[test]
    fn columns_beyond_the_last_share_it() {
        let cells =
            [(place(0, 0, 1, 1), "a"), (place(0, 500, 1, 1), "b"), (place(0, 900, 1, 1), "c")];
        assert_eq!(shown(&cells), [["a11", "bc11"]]);
    }

    #[test]
    fn no_table_has_no_rows() {
        assert!(Rows::default().fitted().is_empty());
    }
}
