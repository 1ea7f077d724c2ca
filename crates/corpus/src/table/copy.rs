//! Copies of part files with other rows or values.

use std::fs::File;
use std::io;
use std::path::Path;

use arrow_array::{RecordBatch, new_null_array};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};

use super::batch::{BATCH_ROWS, schema};
use super::builder::data_type;
use super::parquet::{io_error, properties};
use super::provenance::entries_of;
use crate::row::Column;
use crate::row::types::in_type_of;
use scutch_folder::digest::{Digesting, FileDigest};

/// Copies a part file, row group by row group, and applies `edit` to each batch of rows. The copy has
/// the columns and types of today, and the provenance of the old file.
///
/// # Errors
/// When reading, editing or writing fails.
pub(crate) fn copy_parquet(
    old: &Path,
    new: &Path,
    columns: &[&'static Column],
    mut edit: impl FnMut(RecordBatch) -> io::Result<RecordBatch>,
) -> io::Result<FileDigest> {
    let source = File::open(old)?;
    let metadata = ArrowReaderMetadata::load(&source, ArrowReaderOptions::default());
    let metadata = metadata.map_err(io::Error::other)?;
    let out = Digesting::new(File::create(new)?);
    let schema = schema(columns);
    let mut writer =
        ArrowWriter::try_new(out, schema.clone(), Some(properties(columns))).map_err(io_error)?;
    for group in 0..metadata.metadata().num_row_groups() {
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(
            source.try_clone()?,
            metadata.clone(),
        )
        .with_row_groups(vec![group])
        .with_batch_size(BATCH_ROWS);
        for batch in reader.build().map_err(io::Error::other)? {
            let batch = of_today(&batch.map_err(io::Error::other)?, columns, &schema)?;
            writer.write(&edit(batch)?).map_err(io_error)?;
        }
        // The same row groups as in the old file.
        writer.flush().map_err(io_error)?;
    }
    for entry in entries_of(metadata.metadata()) {
        writer.append_key_value_metadata(entry);
    }
    writer.into_inner().map_err(io_error)?.sync()
}

/// A batch of a corpus of any version with the columns of today. Those that it lacks are null.
fn of_today(
    batch: &RecordBatch,
    columns: &[&'static Column],
    schema: &SchemaRef,
) -> io::Result<RecordBatch> {
    let is_known = |name: &str| columns.iter().any(|column| column.name == name);
    if let Some(other) = batch.schema_ref().fields().iter().find(|field| !is_known(field.name())) {
        // Copied without it, rows would lose a value without a word.
        let name = other.name();
        return Err(io::Error::other(format!("it has a column `{name}`, which rows do not have")));
    }
    let array = |column: &&Column| match batch.column_by_name(column.name) {
        Some(array) => in_type_of(column.kind, array),
        None => new_null_array(&data_type(column.kind), batch.num_rows()),
    };
    RecordBatch::try_new(schema.clone(), columns.iter().map(array).collect())
        .map_err(io::Error::other)
}
