//! Indexes in Parquet. Only the columns that count are read, and only the row groups that can hold
//! what is wanted.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::statistics::Statistics;

use super::IndexCounts;
use super::columns::IndexColumns;
use super::entry::{Cells, IndexEntry, IndexError};
use super::filter::IndexFilter;
use crate::chunks::Chunks;
use crate::error::TableError;
use crate::guarded::guarded;

/// Rows decoded at a time.
const BATCH_ROWS: usize = 4096;
/// The column of Common Crawl that its tables are sorted by.
const KEY: &str = "url_surtkey";

/// Reads an index.
pub(super) fn read(
    file: &Chunks,
    filter: &IndexFilter,
    take: &mut dyn FnMut(IndexEntry),
) -> Result<IndexCounts, IndexError> {
    let broken = |why| IndexError::Table(TableError::Parquet(why));
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let metadata = guarded(|| ArrowReaderMetadata::load(file, options)).map_err(broken)?;
    let names: Vec<String> =
        metadata.schema().fields().iter().map(|field| field.name().clone()).collect();
    let columns = IndexColumns::choose(&names, filter)?;
    let prefixes = filter.key_prefixes();
    let mut counts = IndexCounts::default();
    let mut before = 0;
    for (number, group) in metadata.metadata().row_groups().iter().enumerate() {
        let rows = u64::try_from(group.num_rows()).unwrap_or_default();
        if prefixes.as_ref().is_none_or(|prefixes| can_hold(group, prefixes)) {
            let builder =
                ParquetRecordBatchReaderBuilder::new_with_metadata(file.clone(), metadata.clone());
            let mask = ProjectionMask::columns(builder.parquet_schema(), columns.names());
            let builder = builder.with_projection(mask).with_row_groups(vec![number]);
            let mut row = before;
            let mut batches =
                guarded(|| builder.with_batch_size(BATCH_ROWS).build()).map_err(broken)?;
            let damaged = |row: u64, error: String| {
                let why = format!("the row group cannot be read ({error})");
                IndexError::Row { row: row + 1, why }
            };
            while let Some(batch) =
                guarded(|| batches.next().transpose()).map_err(|error| damaged(row, error))?
            {
                read_batch(&batch, &columns, row, filter, &mut counts, take)?;
                row += batch.num_rows() as u64;
            }
        }
        before += rows;
    }
    Ok(counts)
}

/// Hands on the rows of a batch that are wanted.
fn read_batch(
    batch: &RecordBatch,
    columns: &IndexColumns,
    before: u64,
    filter: &IndexFilter,
    counts: &mut IndexCounts,
    take: &mut dyn FnMut(IndexEntry),
) -> Result<(), IndexError> {
    let column = |name: &String| batch.column_by_name(name);
    let (file, offset) = (column(&columns.file), column(&columns.offset));
    let length = column(&columns.length);
    let url = columns.url.as_ref().and_then(column);
    let languages = columns.languages.as_ref().and_then(column);
    for at in 0..batch.num_rows() {
        let cells = Cells {
            file: file.and_then(|array| text(array, at)),
            offset: offset.and_then(|array| number(array, at)),
            length: length.and_then(|array| number(array, at)),
            url: url.and_then(|array| text(array, at)),
            languages: languages.and_then(|array| text(array, at)),
        };
        counts.rows += 1;
        if filter.takes(&cells) {
            counts.taken += 1;
            take(cells.entry(before + at as u64 + 1)?);
        }
    }
    Ok(())
}

/// Whether the keys of a row group can begin with one of these. Without bounds they can.
fn can_hold(group: &RowGroupMetaData, prefixes: &[String]) -> bool {
    let key = group.columns().iter().find(|column| column.column_path().string() == KEY);
    let Some(Statistics::ByteArray(bounds)) = key.and_then(|key| key.statistics()) else {
        return true;
    };
    let (Some(min), Some(max)) = (bounds.min_opt(), bounds.max_opt()) else { return true };
    let (min, max) = (min.data(), max.data());
    prefixes.iter().any(|prefix| {
        let prefix = prefix.as_bytes();
        let is_above = &min[..min.len().min(prefix.len())] > prefix;
        prefix <= max && !is_above
    })
}

fn text(array: &ArrayRef, at: usize) -> Option<&str> {
    if array.is_null(at) {
        return None;
    }
    if let Some(texts) = array.as_string_opt::<i32>() {
        return Some(texts.value(at));
    }
    if let Some(bytes) = array.as_binary_opt::<i32>() {
        return std::str::from_utf8(bytes.value(at)).ok();
    }
    array.as_string_opt::<i64>().map(|texts| texts.value(at))
}

fn number(array: &ArrayRef, at: usize) -> Option<u64> {
    if array.is_null(at) {
        return None;
    }
    if let Some(numbers) = array.as_primitive_opt::<Int32Type>() {
        return u64::try_from(numbers.value(at)).ok();
    }
    if let Some(numbers) = array.as_primitive_opt::<Int64Type>() {
        return u64::try_from(numbers.value(at)).ok();
    }
    if let Some(numbers) = array.as_primitive_opt::<UInt32Type>() {
        return Some(u64::from(numbers.value(at)));
    }
    array.as_primitive_opt::<UInt64Type>().map(|numbers| numbers.value(at))
}
