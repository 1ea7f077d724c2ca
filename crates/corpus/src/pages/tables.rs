//! The tables of pages and nodes: columns, and a writer for each format of rows.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use scutch_archive::{path_kind, rename_whole};
use scutch_folder::config::Format;
use scutch_folder::manifest::Manifest;
use scutch_folder::{RunError, at, names};
use serde_json::Value;

use super::lines::Lines;
use crate::row::{Cell, Column, ColumnKind, stored};
use crate::table::{ParquetFile, Provenance};

/// A table of labels: its file names and columns.
#[derive(Debug)]
pub struct Table {
    /// JSON lines.
    lines: &'static str,
    parquet: &'static str,
    columns: &'static [Column<Value>],
}

/// The table of pages.
pub const PAGES: Table =
    Table { lines: names::PAGES[0], parquet: names::PAGES[1], columns: OF_PAGES };
/// The table of nodes.
pub const NODES: Table =
    Table { lines: names::NODES[0], parquet: names::NODES[1], columns: OF_NODES };

impl Table {
    /// Both possible file names.
    pub(crate) const fn names(&self) -> [&'static str; 2] {
        [self.lines, self.parquet]
    }

    /// The file names for these formats of rows, in their order.
    pub fn written(&self, formats: &[Format]) -> Vec<&'static str> {
        let name = |format: &Format| match format {
            Format::Parquet => Some(self.parquet),
            Format::Jsonl => Some(self.lines),
            _ => None,
        };
        formats.iter().filter_map(name).collect()
    }

    /// The file of the table in a folder. JSON lines if they exist, as they need no decoding.
    ///
    /// # Errors
    /// When the files cannot be looked up.
    pub fn file(&self, folder: &Path) -> io::Result<PathBuf> {
        let [lines, parquet] = self.names().map(|name| folder.join(name));
        let is_there = |path: &Path| path_kind(path).map(|kind| kind.is_some());
        Ok(if !is_there(&lines)? && is_there(&parquet)? { parquet } else { lines })
    }

    /// Converts a Parquet file of the table to the equivalent JSON lines.
    ///
    /// # Errors
    /// When the file is no Parquet, or writing fails.
    pub fn lines_of(&self, parquet: File, mut out: impl Write) -> io::Result<()> {
        let columns: Vec<&Column<Value>> = self.columns.iter().collect();
        let mut failed = None;
        stored::objects(parquet, &columns, |mut row| {
            // JSON lines have the field `hidden` only for hidden nodes.
            if row.get("hidden") == Some(&Value::Bool(false)) {
                row.remove("hidden");
            }
            if failed.is_none() {
                failed = writeln!(out, "{}", Value::Object(row)).err();
            }
        })?;
        failed.map_or_else(|| out.flush(), Err)
    }
}

/// A column, as a line of the table below.
const fn column(
    name: &'static str,
    kind: ColumnKind,
    repeats: bool,
    meaning: &'static str,
    get: fn(&Value) -> Cell<'_>,
) -> Column<Value> {
    Column { name, kind, repeats, meaning, get }
}

/// A text column of a JSON row.
fn text<'r>(row: &'r Value, name: &str) -> Cell<'r> {
    Cell::Text(row[name].as_str())
}

use ColumnKind::{Bool, F32, I64, Text};

/// The columns of the table of pages.
#[rustfmt::skip] // a table reads as a table
const OF_PAGES: &[Column<Value>] = &[
    column("id", Text, false, "The row in docs.", |r| text(r, "id")),
    column("warc_record_id", Text, false, "WARC-Record-ID without brackets.", |r| text(r, "warc_record_id")),
    column("url", Text, false, "Target URI as archived.", |r| text(r, "url")),
    column("timestamp", Text, false, "Capture time, 14 digits, UTC.", |r| text(r, "timestamp")),
    column("text", Text, false, "The content.", |r| text(r, "text")),
    column("method", Text, true, "Method that labelled the page, with its version.", |r| text(r, "method")),
    column("cross", Text, true, "Neighbours compared with (cur, up, down, prev, next).", |r| text(r, "cross")),
    column("group", Text, true, "Host and number of the template group.", |r| text(r, "group")),
    column("status", Text, true, "joint or no-cross.", |r| text(r, "status")),
    column("reason", Text, true, "Why there is no cross.", |r| text(r, "reason")),
];

/// The columns of the table of nodes.
#[rustfmt::skip]
const OF_NODES: &[Column<Value>] = &[
    column("warc_record_id", Text, true, "WARC-Record-ID of the page, without brackets.", |r| text(r, "warc_record_id")),
    column("url", Text, true, "Target URI of the page as archived.", |r| text(r, "url")),
    column("timestamp", Text, true, "Capture time, 14 digits, UTC.", |r| text(r, "timestamp")),
    column("node", I64, false, "Number of the text node in document order.", |r| Cell::I64(r["node"].as_i64())),
    column("xpath", Text, false, "Where the text node stands.", |r| text(r, "xpath")),
    column("text", Text, false, "The words of the node.", |r| text(r, "text")),
    column("bits", Text, true, "Which pages of the cross have it.", |r| text(r, "bits")),
    column("cross", Text, true, "Which pages the cross has.", |r| text(r, "cross")),
    column("class", Text, true, "What it is.", |r| text(r, "class")),
    column("score", F32, false, "From 0 (boilerplate) to 1 (content).", |r| Cell::F32(r["score"].as_f64().map(|score| score as f32))),
    column("hidden", Bool, true, "Whether readers do not see it.", |r| Cell::Bool(Some(r["hidden"] == true))),
    column("reason", Text, true, "What decided that its block is kept or dropped.", |r| text(r, "reason")),
    column("method", Text, true, "Method that labelled the page, with its version.", |r| text(r, "method")),
];

/// Writes a table in each format of rows.
pub(super) struct Writer {
    lines: Option<Lines>,
    parquet: Option<Parquet>,
}

/// A Parquet file under a temporary name.
struct Parquet {
    whole: PathBuf,
    partial: PathBuf,
    out: ParquetFile<Value>,
}

impl Writer {
    /// Creates a file for each format of rows.
    pub(super) fn create(
        table: &Table,
        folder: &Path,
        manifest: &Manifest,
    ) -> Result<Self, RunError> {
        let asked = |format| manifest.config.formats.contains(&format);
        let lines = asked(Format::Jsonl).then(|| Lines::create(folder, table.lines)).transpose()?;
        let parquet = || Parquet::create(table, folder, manifest);
        let parquet = asked(Format::Parquet).then(parquet).transpose()?;
        Ok(Self { lines, parquet })
    }

    /// Writes a row in each format.
    pub(super) fn write(&mut self, row: &Value) -> Result<(), RunError> {
        if let Some(Parquet { partial, out, .. }) = &mut self.parquet {
            out.write(row).map_err(at(partial))?;
        }
        self.lines.as_mut().map_or(Ok(()), |lines| lines.write(row))
    }

    /// Completes the files.
    pub(super) fn finish(self) -> Result<(), RunError> {
        self.lines.map_or(Ok(()), Lines::finish)?;
        self.parquet.map_or(Ok(()), Parquet::finish)
    }
}

impl Parquet {
    fn create(table: &Table, folder: &Path, manifest: &Manifest) -> Result<Self, RunError> {
        let whole = folder.join(table.parquet);
        // Both formats are written at once, so their temporary names differ.
        let partial = folder.join(format!("{}.partial", table.parquet));
        // No column names archives.
        let mut provenance = Provenance::new(&manifest.config);
        manifest.inputs.iter().for_each(|input| provenance.add_input(&input.name));
        let out = ParquetFile::create(&partial, table.columns.iter().collect(), provenance);
        Ok(Self { out: out.map_err(at(&partial))?, whole, partial })
    }

    fn finish(self) -> Result<(), RunError> {
        self.out.finish().map_err(at(&self.partial))?;
        rename_whole(&self.partial, &self.whole).map_err(at(&self.whole))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_column_reads_the_type_it_declares() {
        let row = json!({"node": 1, "score": 0.125, "text": "a"});
        let mut found = 0;
        for column in PAGES.columns.iter().chain(NODES.columns) {
            let (fits, there) = match ((column.get)(&row), column.kind) {
                (Cell::Text(value), Text) => (true, value.is_some()),
                (Cell::I64(value), I64) => (true, value == Some(1)),
                (Cell::F32(value), F32) => (true, value == Some(0.125)),
                (Cell::Bool(value), Bool) => (true, value == Some(false)),
                _ => (false, false),
            };
            assert!(fits, "{}", column.name);
            found += usize::from(there);
        }
        assert_eq!(found, 5);
    }
}
