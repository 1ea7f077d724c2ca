//! Rows read back from a corpus folder, from Parquet or JSON lines.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Float32Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use scutch_folder::config::Format;
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::{RunError, at};
use serde_json::{Map, Value};

use crate::row::json::cell_value;
use crate::row::types::in_type_of;
use crate::row::{Cell, Column, ColumnKind, Identity, columns};

/// One stored row: its position in the archives, and its columns as JSON.
#[derive(Debug)]
pub(crate) struct StoredRow {
    pub(crate) id: String,
    pub(crate) warc_file: String,
    pub(crate) offset: u64,
    pub(crate) inner_offset: u64,
    /// The number of earlier rows of the same capture, judging by their columns.
    pub(crate) ordinal: u32,
    pub(crate) columns: Map<String, Value>,
}

impl StoredRow {
    /// A row from its columns. Columns of other types count as missing.
    pub(crate) fn new(columns: Map<String, Value>) -> Self {
        let text =
            |name: &str| columns.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let number = |name: &str| columns.get(name).and_then(Value::as_u64).unwrap_or_default();
        Self {
            id: text("id"),
            warc_file: text("warc_file"),
            offset: number("warc_offset"),
            inner_offset: number("inner_offset"),
            ordinal: 0,
            columns,
        }
    }

    /// The identity of its capture. Without a record id the block would count, which is in no
    /// column: then different captures may be taken for the same.
    pub(crate) fn identity(&self) -> Identity {
        let text = |name: &str| self.columns.get(name).and_then(Value::as_str).unwrap_or_default();
        Identity::new(text("url"), text("warc_date"), text("warc_record_id"))
    }

    /// Its text; empty where it has none.
    pub(crate) fn text(&self) -> &str {
        self.columns.get("text").and_then(Value::as_str).unwrap_or_default()
    }

    /// Sort key for archive order.
    pub(crate) fn place(&self) -> (&str, u64, u64) {
        (&self.warc_file, self.offset, self.inner_offset)
    }
}

/// Calls `take` with each row of a complete corpus in its order: an object with the columns of these
/// names, `null` where a row has none. Rows in JSON lines have further columns.
///
/// # Errors
/// When the folder is no complete corpus, has no rows, or cannot be read.
pub fn read_rows(
    folder: &Path,
    names: &[&str],
    mut take: impl FnMut(&Map<String, Value>),
) -> Result<(), RunError> {
    let manifest = read_manifest(folder)?;
    let mut wanted = columns(&manifest.config);
    wanted.retain(|column| names.contains(&column.name));
    if !manifest.config.formats.iter().any(|format| format.is_of_rows()) {
        return Err(RunError::NoRows(folder.to_owned()));
    }
    for part in parts(folder, &manifest) {
        for_each(&part, &wanted, |row| take(&row.columns)).map_err(at(&part))?;
    }
    Ok(())
}

/// The part files to read. One format is enough: all formats of rows hold the same rows.
pub(crate) fn parts(folder: &Path, manifest: &Manifest) -> Vec<PathBuf> {
    let rows = manifest.config.formats.iter().filter(|format| format.is_of_rows());
    // Parquet comes first in the order of formats and is the fastest to read.
    let Some(format) = rows.min() else { return Vec::new() };
    let (start, ending) = (format!("{}/", format.folder()), format!(".{}", format.extension()));
    let of_it = |path: &str| path.starts_with(&start) && path.ends_with(&ending);
    let parts = manifest.outputs.iter().filter(|o| of_it(&o.path));
    parts.map(|o| folder.join(&o.path)).collect()
}

/// Calls `row` for each row of a part, in order.
pub(crate) fn for_each(
    part: &Path,
    columns: &[&Column],
    mut row: impl FnMut(StoredRow),
) -> io::Result<()> {
    let file = File::open(part)?;
    if part.to_string_lossy().ends_with(Format::Parquet.extension()) {
        objects(file, columns, |columns| row(StoredRow::new(columns)))
    } else {
        json_rows(file, row)
    }
}

/// Reads JSON lines.
fn json_rows(file: File, mut row: impl FnMut(StoredRow)) -> io::Result<()> {
    for line in BufReader::new(zstd::Decoder::new(file)?).lines() {
        row(StoredRow::new(serde_json::from_str(&line?)?));
    }
    Ok(())
}

/// Rows decoded at a time, to bound memory.
const BATCH_ROWS: usize = 256;

/// Calls `row` for each row of a Parquet file, as an object with these columns.
pub(crate) fn objects<R>(
    file: File,
    columns: &[&Column<R>],
    mut row: impl FnMut(Map<String, Value>),
) -> io::Result<()> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).map_err(io::Error::other)?;
    let names = columns.iter().map(|column| column.name);
    // Columns that are not needed are not even decompressed.
    let wanted = ProjectionMask::columns(reader.parquet_schema(), names);
    let reader = reader.with_projection(wanted).with_batch_size(BATCH_ROWS);
    for batch in reader.build().map_err(io::Error::other)? {
        let batch = batch.map_err(io::Error::other)?;
        let arrays = arrays(&batch, columns);
        for i in 0..batch.num_rows() {
            row(cells(&arrays, i));
        }
    }
    Ok(())
}

/// A column of a batch: its name, its type, and its values if the file has it.
pub(super) type Stored = (&'static str, ColumnKind, Option<ArrayRef>);

/// These columns of a batch.
pub(super) fn arrays<R>(batch: &RecordBatch, columns: &[&Column<R>]) -> Vec<Stored> {
    let stored = |column: &&Column<R>| {
        let array = batch.column_by_name(column.name);
        (column.name, column.kind, array.map(|array| in_type_of(column.kind, array)))
    };
    columns.iter().map(stored).collect()
}

/// The columns of a row of a batch.
fn cells(columns: &[Stored], i: usize) -> Map<String, Value> {
    let cell = |(name, kind, array): &Stored| {
        let value = array.as_ref().and_then(|array| value(array, *kind, i));
        ((*name).to_owned(), value.unwrap_or(Value::Null))
    };
    columns.iter().map(cell).collect()
}

/// `None` when the array has another type than the column, as in a file edited by another tool. The
/// row then differs from its record, and verification reports it.
fn value(array: &ArrayRef, kind: ColumnKind, i: usize) -> Option<Value> {
    with_cell(array, kind, i, cell_value)
}

/// What `then` makes of a value of an array. `None` as for [`value`].
pub(super) fn with_cell<T>(
    array: &ArrayRef,
    kind: ColumnKind,
    i: usize,
    then: impl FnOnce(Cell<'_>) -> T,
) -> Option<T> {
    if array.is_null(i) {
        return Some(then(Cell::Text(None)));
    }
    // Declared here, because a list cell borrows its items.
    let items;
    let cell = match kind {
        ColumnKind::Text => Cell::Text(Some(array.as_string_opt::<i32>()?.value(i))),
        ColumnKind::List => {
            let list = array.as_list_opt::<i32>()?.value(i);
            items = list
                .as_string_opt::<i32>()?
                .iter()
                .flatten()
                .map(str::to_owned)
                .collect::<Vec<_>>();
            Cell::List(&items)
        }
        ColumnKind::Timestamp => {
            Cell::Timestamp(Some(array.as_primitive_opt::<TimestampMicrosecondType>()?.value(i)))
        }
        ColumnKind::F32 => Cell::F32(Some(array.as_primitive_opt::<Float32Type>()?.value(i))),
        ColumnKind::I32 => Cell::I32(Some(array.as_primitive_opt::<Int32Type>()?.value(i))),
        ColumnKind::I64 => Cell::I64(Some(array.as_primitive_opt::<Int64Type>()?.value(i))),
        ColumnKind::Bool => Cell::Bool(Some(array.as_boolean_opt()?.value(i))),
    };
    Some(then(cell))
}
