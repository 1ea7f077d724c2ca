//! What is shown of the rows of a corpus: a page of the table, and the capture that a row was made from.

use std::ops::Range;
use std::sync::Arc;

use scutch_corpus::row::{Cell, Column};
use scutch_folder::inputs::RecordPlace;

use super::query::column;
use super::{Review, ReviewError, Selection, Values};
use crate::source::PageCapture;

/// Rows of a page of the table.
pub const PAGE: usize = 50;

/// Rows as a table shows them.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow {
    /// Number in the corpus.
    pub number: usize,
    /// Id.
    pub id: String,
    /// Values of the columns that are shown.
    pub cells: Vec<String>,
}

impl Review {
    /// A page of a selection, from 1.
    ///
    /// # Errors
    /// When its rows cannot be read.
    pub fn page(
        &self,
        selection: &Selection,
        page: usize,
        shown: &[&'static Column],
    ) -> Result<Vec<TableRow>, ReviewError> {
        let start = (page - 1).saturating_mul(PAGE);
        let numbers = selection.at(start..start.saturating_add(PAGE));
        let Some(first) = numbers.first().copied() else { return Ok(Vec::new()) };
        let id = column(self.columns(), "id");
        let with_id: Vec<&'static Column> = id.into_iter().chain(shown.iter().copied()).collect();
        // Rows that follow one another are read from their parts: the first page waits for nothing.
        let (values, offset): (Vec<Arc<Values>>, usize) = match selection.rows {
            None => (self.window(first..first + numbers.len(), &with_id)?, first),
            Some(_) => (self.columns.values(&self.rows, &with_id)?, 0),
        };
        let row = |number: usize| {
            let mut cells = values.iter().map(|values| values.shown(number - offset).into_owned());
            TableRow { number, id: cells.next().unwrap_or_default(), cells: cells.collect() }
        };
        Ok(numbers.into_iter().map(row).collect())
    }

    fn window(
        &self,
        rows: Range<usize>,
        columns: &[&'static Column],
    ) -> Result<Vec<Arc<Values>>, ReviewError> {
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let mut values: Vec<Values> = columns.iter().map(|one| Values::of_column(one)).collect();
        self.rows.cells(rows, &names, &mut |_, at, cell| values[at].push(cell))?;
        Ok(values.into_iter().map(Arc::new).collect())
    }

    /// The capture that a row was made from.
    ///
    /// # Errors
    /// When its part cannot be read.
    pub fn capture(&self, number: usize) -> Result<Option<PageCapture>, ReviewError> {
        let names = ["url", "timestamp", "warc_file", "warc_offset", "inner_offset"];
        let place = RecordPlace { input: 0, offset: 0, inner_offset: 0 };
        let mut capture = PageCapture { url: String::new(), unix_ms: 0, place, timemap: 0 };
        let mut input = None;
        self.rows.cells(number..number + 1, &names, &mut |_, at, cell| match (at, cell) {
            (0, Cell::Text(url)) => url.unwrap_or_default().clone_into(&mut capture.url),
            // Rows hold microseconds, captures milliseconds.
            (1, Cell::Timestamp(Some(unix_us))) => capture.unix_ms = unix_us.div_euclid(1000),
            (2, Cell::Text(Some(file))) => {
                let mut inputs = self.manifest().inputs.iter();
                input = inputs.position(|input| input.name == file);
            }
            (3, Cell::I64(Some(at))) => capture.place.offset = at.unsigned_abs(),
            (4, Cell::I64(Some(at))) => capture.place.inner_offset = at.unsigned_abs(),
            _ => {}
        })?;
        // Without an archive in the manifest there is no place to open.
        let input = input.and_then(|input| u32::try_from(input).ok());
        Ok(input.map(|input| {
            capture.place.input = input;
            capture
        }))
    }
}
