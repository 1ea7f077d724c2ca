//! Tables in Parquet, of which only the columns in question are read.

use std::fs::File;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{TimestampMicrosecondType, TimestampMillisecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use scutch_memento::cdx_timestamp;

use crate::column::Columns;
use crate::entry::OnItem;
use crate::error::ListError;
use crate::table::row;

/// Rows decoded at a time, to bound memory.
const BATCH_ROWS: usize = 1024;

/// Reads a table; rows are numbered on from `before`.
pub(crate) fn read(
    file: File,
    asked: Option<&str>,
    before: u64,
    take: OnItem<'_>,
) -> Result<u64, ListError> {
    let failed = |error: &dyn std::fmt::Display| ListError::Parquet(error.to_string());
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|e| failed(&e))?;
    let names: Vec<String> =
        reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    // Without a row to look at, only names tell: the first column if there is one alone.
    let first = match &names[..] {
        [_] => vec!["http://a.example/".to_owned()],
        _ => Vec::new(),
    };
    let columns = Columns::choose(&names, &first, asked)?;
    let wanted = [Some(columns.address), columns.original, columns.time];
    let kept: Vec<&str> = wanted.iter().flatten().map(|at| names[*at].as_str()).collect();
    // Columns that are not needed are not even decompressed.
    let mask = ProjectionMask::columns(reader.parquet_schema(), kept.iter().copied());
    let reader = reader.with_projection(mask).with_batch_size(BATCH_ROWS);
    let mut number = before;
    for batch in reader.build().map_err(|e| failed(&e))? {
        let batch = batch.map_err(|e| failed(&e))?;
        for at in 0..batch.num_rows() {
            number += 1;
            take(row(number, &cells(&batch, &names, at), &columns))?;
        }
    }
    Ok(number)
}

/// The cells of a row of a batch, at the places that they have in the whole table.
fn cells(batch: &RecordBatch, names: &[String], at: usize) -> Vec<String> {
    let cell = |name: &String| {
        batch.column_by_name(name).and_then(|array| text(array, at)).unwrap_or_default()
    };
    names.iter().map(cell).collect()
}

/// A cell as text: strings of all kinds, times as 14 digits.
fn text(array: &ArrayRef, at: usize) -> Option<String> {
    if array.is_null(at) {
        return None;
    }
    if let Some(texts) = array.as_string_opt::<i32>() {
        return Some(texts.value(at).to_owned());
    }
    if let Some(texts) = array.as_string_opt::<i64>() {
        return Some(texts.value(at).to_owned());
    }
    if let Some(texts) = array.as_string_view_opt() {
        return Some(texts.value(at).to_owned());
    }
    if let Some(times) = array.as_primitive_opt::<TimestampMillisecondType>() {
        return Some(cdx_timestamp(times.value(at)));
    }
    let times = array.as_primitive_opt::<TimestampMicrosecondType>()?;
    Some(cdx_timestamp(times.value(at).div_euclid(1000)))
}
