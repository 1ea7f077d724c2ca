//! Indexes in Parquet. Only the columns that count are read, and only the row groups that can hold
//! what is wanted.

use arrow_array::RecordBatch;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::statistics::Statistics;

use super::Taker;
use super::columns::IndexColumns;
use super::entry::{Cells, IndexError};
use super::typed::{Lists, Numbers, Texts};
use crate::chunks::Chunks;
use crate::error::TableError;
use crate::guarded::guarded;

/// Rows decoded at a time.
const BATCH_ROWS: usize = 4096;
/// The column of Common Crawl that its tables are sorted by.
const KEY: &str = "url_surtkey";

/// Reads an index.
pub(super) fn read(file: &Chunks, taker: &mut Taker<'_>) -> Result<(), IndexError> {
    let broken = |why| IndexError::Table(TableError::Parquet(why));
    // Without the writer's own schema: its dictionaries would be one more type of text to read.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let metadata = guarded(|| ArrowReaderMetadata::load(file, options)).map_err(broken)?;
    let names: Vec<String> =
        metadata.schema().fields().iter().map(|field| field.name().clone()).collect();
    let columns = IndexColumns::choose(&names, taker.filter)?;
    let prefixes = taker.filter.key_prefixes();
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
            while !taker.has_ended
                && let Some(batch) =
                    guarded(|| batches.next().transpose()).map_err(|error| damaged(row, error))?
            {
                read_batch(&batch, &columns, row, taker)?;
                row += batch.num_rows() as u64;
            }
        }
        // Also for groups that are passed over: rows are numbered as in the whole table.
        before += rows;
    }
    Ok(())
}

/// Hands on the rows of a batch that are wanted.
fn read_batch(
    batch: &RecordBatch,
    columns: &IndexColumns,
    before: u64,
    taker: &mut Taker<'_>,
) -> Result<(), IndexError> {
    let column = |name: &String| batch.column_by_name(name);
    let texts = |name: &String| column(name).map(|array| Texts::new(name, array));
    let numbers = |name: &String| column(name).map(|array| Numbers::new(name, array));
    let lists = |name: &String| column(name).map(|array| Lists::new(name, array));
    let file = texts(&columns.file).transpose()?;
    let offset = numbers(&columns.offset).transpose()?;
    let length = numbers(&columns.length).transpose()?;
    let inner_offset = columns.inner_offset.as_ref().and_then(numbers).transpose()?;
    let url = columns.url.as_ref().and_then(texts).transpose()?;
    let languages = columns.languages.as_ref().and_then(lists).transpose()?;
    for at in 0..batch.num_rows() {
        if taker.has_ended {
            break;
        }
        let languages = languages.as_ref().map(|column| column.get(at));
        let cells = Cells {
            file: file.as_ref().and_then(|column| column.get(at)),
            offset: offset.as_ref().and_then(|column| column.get(at)),
            length: length.as_ref().and_then(|column| column.get(at)),
            inner_offset: inner_offset.as_ref().map(|column| column.get(at)),
            url: url.as_ref().and_then(|column| column.get(at)),
            timestamp: None,
            languages: languages.as_deref(),
        };
        taker.row(before + at as u64 + 1, &cells);
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
    // Bounds that a writer shortened still hold: the least is cut, the greatest is rounded up.
    let (min, max) = (min.data(), max.data());
    prefixes.iter().any(|prefix| {
        let prefix = prefix.as_bytes();
        // Compared up to the length of the prefix: a key that goes on behind it is not above it.
        let is_above = &min[..min.len().min(prefix.len())] > prefix;
        prefix <= max && !is_above
    })
}
