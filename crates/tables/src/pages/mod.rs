//! Tables of pages: what they are known by, and their rows.

mod json;
mod json_row;
mod parquet;
#[cfg(test)]
mod tests;

use std::io;

use scutch_archive::{Cause, Damage, Limits, Position, Source, TableRecords};
use serde::{Deserialize, Serialize};

use crate::chunks::Chunks;
use crate::columns::{PageColumns, TableColumns};
use crate::error::TableError;
use crate::guarded::guarded;
use crate::inflated::Compression;

/// What a Parquet file begins with.
pub(crate) const PARQUET: &[u8] = b"PAR1";

/// The form of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableForm {
    /// A JSON object a line; plain, or compressed with gzip or zstd.
    JsonLines,
    /// Parquet.
    Parquet,
}

/// A table of pages: its form, and which columns hold what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageTable {
    /// The form.
    pub form: TableForm,
    /// Its columns.
    #[serde(flatten)]
    pub columns: PageColumns,
}

/// Looks whether a file is a table of pages, by its bytes. `None` for something else.
///
/// The columns of JSON lines are those of the first line.
///
/// # Errors
/// When the file cannot be read. The inner error says what a table lacks.
pub fn sniff_table(
    source: &Source,
    wanted: &TableColumns,
) -> io::Result<Option<Result<PageTable, TableError>>> {
    let mut head = [0; PARQUET.len()];
    let n = source.read_at(0, &mut head)?;
    let (form, names) = if head[..n] == *PARQUET {
        (TableForm::Parquet, parquet::names(&Chunks(source.clone())))
    } else {
        let Some(names) = json::names(source)? else { return Ok(None) };
        (TableForm::JsonLines, Ok(names))
    };
    let columns = names.and_then(|names| wanted.choose(&names));
    Ok(Some(columns.map(|columns| PageTable { form, columns })))
}

impl PageTable {
    /// Reads the rows from a place on that one of them named.
    ///
    /// # Errors
    /// The damaged range that stands for the file.
    pub fn open(
        &self,
        source: Source,
        at: Position,
        limits: &Limits,
    ) -> Result<Box<dyn TableRecords>, Damage> {
        let length = source.len();
        let damaged = |cause, detail| Damage { offset: 0, length, cause, detail };
        Ok(match self.form {
            TableForm::JsonLines => {
                let unread = |error: io::Error| damaged(Cause::ReadError, error.to_string());
                let compression = Compression::of_source(&source).map_err(unread)?;
                let lines = json::JsonLines::open(source, compression, at, &self.columns, limits);
                Box::new(lines.map_err(unread)?)
            }
            TableForm::Parquet => {
                let open = || parquet::ParquetRows::open(source, at, &self.columns, limits);
                Box::new(guarded(open).map_err(|why| damaged(Cause::RowUnreadable, why))?)
            }
        })
    }
}
