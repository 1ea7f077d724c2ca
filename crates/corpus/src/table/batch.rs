//! Rows as Arrow batches.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};

use super::builder::{Builder, builder, data_type};
use crate::row::{AsJson, Cell, Column, Row};

/// Rows converted to Arrow at a time.
pub(super) const BATCH_ROWS: usize = 256;
/// Bytes of strings converted to Arrow at a time.
const BATCH_BYTES: usize = 4 << 20;

/// Collects rows until they make a batch.
pub(crate) struct Batching<R: 'static = Row> {
    schema: SchemaRef,
    columns: Vec<(&'static Column<R>, Builder)>,
    rows: usize,
    bytes: usize,
}

impl<R> Batching<R> {
    /// Collects rows of these columns.
    pub(crate) fn new(columns: Vec<&'static Column<R>>) -> Self {
        let schema = schema(&columns);
        let columns = columns.into_iter().map(|column| (column, builder(column.kind))).collect();
        Self { schema, columns, rows: 0, bytes: 0 }
    }

    /// The schema of the batches.
    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Number of columns.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: &R) {
        self.append(|_, column| (column.get)(row));
    }

    /// Adds a row with these cells.
    pub(super) fn append<'c>(&mut self, cell: impl Fn(usize, &'static Column<R>) -> Cell<'c>) {
        for (number, (column, builder)) in self.columns.iter_mut().enumerate() {
            // Declared here, because the cell borrows it.
            let text;
            let cell = match cell(number, column) {
                Cell::Json(value) => {
                    // JSON is made only here, for the writers that need it as text.
                    text = value.map(AsJson::to_json);
                    Cell::Text(text.as_deref())
                }
                cell => cell,
            };
            self.bytes += size(cell);
            builder.append(cell);
        }
        self.rows += 1;
    }

    /// Whether the rows are enough for a batch. Whichever comes first: rows for short texts, bytes
    /// for long ones.
    pub(crate) fn is_full(&self) -> bool {
        self.rows >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }

    /// The collected rows and their bytes of strings; `None` where there are no rows.
    ///
    /// # Errors
    /// When columns do not fit together, which a test of the column table excludes.
    pub(crate) fn take(&mut self) -> Result<Option<(RecordBatch, usize)>, ArrowError> {
        if self.rows == 0 {
            return Ok(None);
        }
        let arrays = self.columns.iter_mut().map(|(_, builder)| builder.finish()).collect();
        let batch = RecordBatch::try_new(self.schema.clone(), arrays)?;
        self.rows = 0;
        Ok(Some((batch, std::mem::take(&mut self.bytes))))
    }
}

/// The Arrow schema. Each field has its meaning as metadata.
pub(crate) fn schema<R>(columns: &[&Column<R>]) -> SchemaRef {
    let fields = columns.iter().map(|column| {
        let meaning = HashMap::from([("description".to_owned(), column.meaning.to_owned())]);
        Field::new(column.name, data_type(column.kind), true).with_metadata(meaning)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// The size of a cell for the limits above. It depends on the row only.
fn size(cell: Cell<'_>) -> usize {
    match cell {
        Cell::Text(text) => text.map_or(0, str::len),
        Cell::List(items) => items.iter().map(String::len).sum(),
        _ => 8,
    }
}
