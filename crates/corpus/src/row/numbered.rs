//! The rows of a complete corpus by their numbers: of a part only the rows and columns asked for are
//! decoded.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::ops::Range;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use scutch_folder::config::Format;
use scutch_folder::manifest::{Manifest, read_manifest};
use scutch_folder::{RunError, at};
use serde_json::{Map, Value};

use super::json::cell_value;
use super::stored::{Stored, arrays, parts, with_cell};
use super::{Cell, Column, ColumnKind, columns};

/// Rows decoded at a time, to bound memory.
const BATCH_ROWS: usize = 256;

/// Takes the value of a row: its number, the place of its column among those asked for, the cell.
/// A value that is missing comes as an empty text.
pub type TakeCell<'t> = dyn FnMut(usize, usize, Cell<'_>) + 't;

/// The rows of a corpus folder, from Parquet or JSON lines. Rows are numbered from 0 in the order of
/// the parts.
#[derive(Debug)]
pub struct NumberedRows {
    manifest: Manifest,
    columns: Vec<&'static Column>,
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    path: PathBuf,
    rows: Range<usize>,
}

impl Part {
    fn is_parquet(&self) -> bool {
        self.path.extension().is_some_and(|ending| ending == Format::Parquet.extension())
    }
}

impl NumberedRows {
    /// Counts the rows of a corpus: from the footers of Parquet, else by the lines.
    ///
    /// # Errors
    /// When the folder is no complete corpus, has no rows, or cannot be read.
    pub fn open(folder: &Path) -> Result<Self, RunError> {
        let manifest = read_manifest(folder)?;
        if !manifest.config.formats.iter().any(|format| format.is_of_rows()) {
            return Err(RunError::NoRows(folder.to_owned()));
        }
        let mut found: Vec<Part> = Vec::new();
        for path in parts(folder, &manifest) {
            let first = found.last().map_or(0, |part| part.rows.end);
            let mut part = Part { path, rows: first..first };
            part.rows.end = first + count(&part).map_err(at(&part.path))?;
            found.push(part);
        }
        let columns = columns(&manifest.config);
        Ok(Self { manifest, columns, parts: found })
    }

    /// The manifest of the corpus.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The columns of the corpus, in order.
    pub fn columns(&self) -> &[&'static Column] {
        &self.columns
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.parts.last().map_or(0, |part| part.rows.end)
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows of each part file.
    pub fn parts(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.parts.iter().map(|part| part.rows.clone())
    }

    /// Calls `take` with the values of rows, row by row in order. Columns that the corpus lacks are
    /// missing in each row.
    ///
    /// # Errors
    /// When a part cannot be read.
    pub fn cells(
        &self,
        rows: Range<usize>,
        names: &[&str],
        take: &mut TakeCell<'_>,
    ) -> Result<(), RunError> {
        let column = |name: &&str| self.columns.iter().find(|column| column.name == *name).copied();
        let wanted: Vec<Option<&Column>> = names.iter().map(column).collect();
        for part in &self.parts {
            let within = rows.start.max(part.rows.start)..rows.end.min(part.rows.end);
            if within.is_empty() {
                continue;
            }
            let read = if part.is_parquet() { from_parquet } else { from_lines };
            read(part, within, &wanted, take).map_err(at(&part.path))?;
        }
        Ok(())
    }

    /// All columns of a row as JSON; `None` if there is no such row.
    ///
    /// # Errors
    /// When its part cannot be read.
    pub fn row(&self, number: usize) -> Result<Option<Map<String, Value>>, RunError> {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let mut row = Map::new();
        self.cells(number..number + 1, &names, &mut |_, column, cell| {
            row.insert(names[column].to_owned(), cell_value(cell));
        })?;
        Ok((!row.is_empty()).then_some(row))
    }
}

fn count(part: &Part) -> io::Result<usize> {
    if part.is_parquet() {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&part.path)?);
        // The footer has the number: nothing is decoded.
        let rows = reader.map_err(io::Error::other)?.metadata().file_metadata().num_rows();
        return usize::try_from(rows).map_err(io::Error::other);
    }
    let mut lines = lines(part)?;
    let mut line = Vec::new();
    let mut count = 0;
    while lines.read_until(b'\n', &mut line)? > 0 {
        line.clear();
        count += 1;
    }
    Ok(count)
}

fn lines(part: &Part) -> io::Result<BufReader<zstd::Decoder<'static, BufReader<File>>>> {
    Ok(BufReader::new(zstd::Decoder::new(File::open(&part.path)?)?))
}

fn from_parquet(
    part: &Part,
    rows: Range<usize>,
    wanted: &[Option<&'static Column>],
    take: &mut TakeCell<'_>,
) -> io::Result<()> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&part.path)?);
    let reader = reader.map_err(io::Error::other)?;
    let known: Vec<&Column> = wanted.iter().flatten().copied().collect();
    let mask =
        ProjectionMask::columns(reader.parquet_schema(), known.iter().map(|column| column.name));
    let reader = reader.with_projection(mask).with_batch_size(BATCH_ROWS.min(rows.len()));
    let reader = reader.with_offset(rows.start - part.rows.start).with_limit(rows.len());
    let mut number = rows.start;
    for batch in reader.build().map_err(io::Error::other)? {
        let batch = batch.map_err(io::Error::other)?;
        let stored = arrays(&batch, &known);
        // Arrays come in the order of `known`; a column that the corpus lacks has none.
        let mut stored = stored.iter();
        let arrays: Vec<Option<&Stored>> =
            wanted.iter().map(|column| column.and_then(|_| stored.next())).collect();
        for i in 0..batch.num_rows() {
            for (place, column) in arrays.iter().enumerate() {
                let cell = column.and_then(|(_, kind, array)| Some((array.as_ref()?, *kind)));
                let taken = cell.and_then(|(array, kind)| {
                    with_cell(array, kind, i, |cell| take(number, place, cell))
                });
                // The corpus lacks the column, or another tool has stored another type.
                if taken.is_none() {
                    take(number, place, Cell::Text(None));
                }
            }
            number += 1;
        }
    }
    Ok(())
}

fn from_lines(
    part: &Part,
    rows: Range<usize>,
    wanted: &[Option<&'static Column>],
    take: &mut TakeCell<'_>,
) -> io::Result<()> {
    let first = part.rows.start;
    // Compressed lines are found only by reading those before them.
    for (at, line) in lines(part)?.lines().enumerate().take(rows.end - first) {
        let line = line?;
        if at + first < rows.start {
            continue;
        }
        let row: Map<String, Value> = serde_json::from_str(&line)?;
        for (place, column) in wanted.iter().enumerate() {
            let value = column.and_then(|column| Some((row.get(column.name)?, column.kind)));
            match value {
                Some((value, kind)) => {
                    with_value(value, kind, |cell| take(at + first, place, cell));
                }
                None => take(at + first, place, Cell::Text(None)),
            }
        }
    }
    Ok(())
}

/// A value of JSON lines as the cell it was written from.
fn with_value(value: &Value, kind: ColumnKind, then: impl FnOnce(Cell<'_>)) {
    // Declared here, because a list cell borrows its items.
    let items: Vec<String>;
    let integer = value.as_i64();
    let cell = match kind {
        ColumnKind::Text => Cell::Text(value.as_str()),
        ColumnKind::List => {
            let values = value.as_array().map_or(&[][..], Vec::as_slice);
            items = values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            Cell::List(&items)
        }
        ColumnKind::Timestamp => {
            let time = value.as_str().and_then(|text| text.parse::<Timestamp>().ok());
            Cell::Timestamp(time.map(Timestamp::as_microsecond))
        }
        ColumnKind::F32 => Cell::F32(value.as_f64().map(|number| number as f32)),
        ColumnKind::I32 => Cell::I32(integer.and_then(|number| i32::try_from(number).ok())),
        ColumnKind::I64 => Cell::I64(integer),
        ColumnKind::Bool => Cell::Bool(value.as_bool()),
    };
    then(cell);
}

#[cfg(test)]
mod tests {
    use scutch_folder::config::Config;

    use super::*;
    use crate::fixture;
    use crate::{Ended, Request, Unwatched, run};

    /// Six pages in parts of two rows.
    fn corpus(format: Format) -> (tempfile::TempDir, NumberedRows) {
        let place = tempfile::tempdir().expect("a folder");
        let archive = place.path().join("a.warc");
        let page = |n: u32| {
            let html = format!("<html><title>Tides {n}</title><p>The tide number {n} was low.</p>");
            fixture::response(&format!("http://sea.example/{n}"), n, &html)
        };
        std::fs::write(&archive, (1..=6).flat_map(page).collect::<Vec<u8>>()).expect("an archive");
        let inputs = vec![archive.display().to_string()];
        let config =
            Config { inputs, formats: vec![format], shard_records: 2, ..Config::default() };
        let folder = place.path().join("corpus");
        let ended = run(&Request::new(config, folder.clone()), &Unwatched).expect("runs");
        assert!(matches!(ended, Ended::Complete(_)));
        let rows = NumberedRows::open(&folder).expect("opens");
        (place, rows)
    }

    fn texts(rows: &NumberedRows, range: Range<usize>, names: &[&str]) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let take = &mut |row, _, cell: Cell<'_>| found.push((row, cell_value(cell).to_string()));
        rows.cells(range, names, take).expect("reads");
        found
    }

    #[test]
    fn rows_are_the_same_by_number_whatever_the_format() {
        let (_parquet, parquet) = corpus(Format::Parquet);
        let (_lines, lines) = corpus(Format::Jsonl);
        assert_eq!((parquet.len(), lines.len()), (6, 6));
        assert!(parquet.parts().count() > 1 && parquet.parts().eq(lines.parts()));
        for number in 0..6 {
            let row = parquet.row(number).expect("reads").expect("a row");
            assert_eq!(row.len(), parquet.columns().len());
            assert_eq!(Some(row), lines.row(number).expect("reads"), "{number}");
        }
        assert_eq!(parquet.row(6).expect("reads"), None);
        let names = ["title", "n_words", "flags", "no_such", "timestamp"];
        for range in [0..6, 1..3, 3..4, 5..9, 6..7] {
            let found = texts(&parquet, range.clone(), &names);
            assert_eq!(found, texts(&lines, range.clone(), &names), "{range:?}");
            assert_eq!(found.len(), names.len() * range.end.min(6).saturating_sub(range.start));
            assert!(found.iter().all(|(row, _)| range.contains(row)), "{found:?}");
        }
    }
}
