//! Rows and cells of data tables, and the columns that cells take.

use super::builder::Builder;
use super::context::Frame;
use crate::block::{BlockKind, CellPlace};
use crate::tree::{Attr, NodeId, Tag};

/// Columns that one cell may span.
const COLUMN_SPAN_CAP: u32 = 100;
/// Rows that one cell may span (HTML standard, attributes common to `td` and `th` elements).
const ROW_SPAN_CAP: u32 = 65534;

impl Builder<'_> {
    /// Enters a table. The cells of a table that only places things are ordinary blocks.
    pub(super) fn enter_table(&mut self, id: NodeId) {
        let is_data = self.data_tables.binary_search(&id).is_ok();
        self.context.row = is_data.then_some((id, 0));
        self.context.cell = None;
    }

    /// Enters a section of rows, out of which cells do not reach.
    pub(super) fn enter_row_group(&mut self) {
        if let Some((_, frame)) = self.table_around() {
            frame.grid.begin_group();
        }
    }

    /// Enters a row. Rows may lie in a section; the table around it counts them.
    pub(super) fn enter_row(&mut self) {
        let Some((table, frame)) = self.table_around() else { return };
        let row = frame.grid.begin_row();
        self.context.row = Some((table, row));
    }

    /// Enters a cell, in the first column that is free.
    pub(super) fn enter_cell(&mut self, id: NodeId, tag: Tag) {
        let Some((table, row)) = self.context.row else { return };
        let (columns, rows) = self.spans_of_cell(id);
        // Cells without a row in their table stand in the first column.
        let column = self.take_columns(columns, rows).unwrap_or(0);
        let group = self.table_around().map_or(0, |(_, frame)| frame.grid.group);
        let header = tag == Tag::Th;
        self.context.cell = Some(CellPlace { table, row, column, columns, rows, group, header });
        self.context.kind = BlockKind::Cell;
    }

    /// The data table around what comes next.
    fn table_around(&mut self) -> Option<(NodeId, &mut Frame)> {
        let (table, _) = self.context.row?;
        let frame = self.frames.iter_mut().rev().find(|frame| frame.node == table)?;
        Some((table, frame))
    }

    /// Columns and rows that a cell spans.
    fn spans_of_cell(&self, id: NodeId) -> (u16, u32) {
        let span = |attr, most| {
            let value = self.tree.attr(id, attr).map(str::trim);
            value.and_then(|n| n.parse::<u32>().ok()).map_or(1, |n| n.min(most))
        };
        let columns = span(Attr::COLSPAN, COLUMN_SPAN_CAP).max(1) as u16;
        match span(Attr::ROWSPAN, ROW_SPAN_CAP) {
            // A span of no rows is one of all rows that are left (HTML standard, `rowspan`).
            0 => (columns, ROW_SPAN_CAP),
            rows => (columns, rows),
        }
    }

    /// Takes the columns of a cell in the current row; the first of them. `None` where no row is
    /// open in the table.
    fn take_columns(&mut self, columns: u16, rows: u32) -> Option<u16> {
        let (table, row) = self.context.row?;
        let at = self.frames.iter().rposition(|frame| frame.node == table)?;
        let (outer, inner) = self.frames.split_at_mut(at + 1);
        // The innermost element is the row, whatever stands between it and the table.
        let (grid, frame) = (&mut outer.last_mut()?.grid, inner.last_mut()?);
        let first = grid.free_column(row, frame.columns);
        frame.columns = first.saturating_add(columns);
        if rows > 1 {
            grid.cover(first..frame.columns, row.saturating_add(rows));
        }
        Some(first)
    }
}
