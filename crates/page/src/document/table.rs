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
        let width = used.enumerate().map(|(place, slot)| *slot = place).count();
        let cells: usize = self.0.iter().map(Vec::len).sum();
        // A hundred thousand rows with one cell in column 199 would be twenty million places.
        if width * self.0.len() > cells.saturating_mul(SPARSE) {
            let plain = |row: Vec<Placed>| row.into_iter().map(Placed::alone).collect();
            return self.0.into_iter().map(plain).collect();
        }
        // Group and number of each row.
        let mut number = (0, 0);
        let numbers = self.0.iter().map(|row| {
            // A row without cells has no number of its own, and ends no span.
            number = row.first().map_or(number, |cell| (cell.place.group, cell.place.row));
            number
        });
        let numbers: Vec<(u32, u32)> = numbers.collect();
        let mut grid = Vec::with_capacity(self.0.len());
        let mut spans = Vec::new();
        for (row, placed) in self.0.into_iter().enumerate() {
            let mut cells = vec![Cell::default(); width];
            for cell in placed {
                let column = places[cell.column].unwrap_or(0);
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
        for row in &mut grid[self.row..=self.row + down] {
            row[columns.clone()].iter_mut().for_each(|cell| (cell.columns, cell.rows) = (0, 0));
        }
        let cell = &mut grid[self.row][self.column];
        (cell.columns, cell.rows) = (across, 1 + down);
    }
}
