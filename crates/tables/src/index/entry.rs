//! One row of an index, and why there is none.

use crate::error::TableError;

/// Where a record stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexEntry {
    /// The file, as the index names it.
    pub file: String,
    /// Offset of the (compressed) record in the file.
    pub offset: u64,
    /// Its length in bytes; 0 where the index has none.
    pub length: u64,
}

/// Why an index cannot be read. The messages are sentences without the name of the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The operating system refused, or the file is damaged.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The table is none, or lacks a column.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It is no table at all.
    #[error("no index: neither Parquet nor JSON lines, CDX, or columns with names")]
    NoTable,
    /// A row does not say where a record stands.
    #[error("row {row}: {why}")]
    Row {
        /// Its number, from 1. In files of lines the number of the line.
        row: u64,
        /// What is wrong.
        why: String,
    },
}

/// The cells of a row that count.
#[derive(Debug, Default)]
pub(super) struct Cells<'a> {
    pub(super) file: Option<&'a str>,
    pub(super) offset: Option<u64>,
    pub(super) length: Option<u64>,
    pub(super) url: Option<&'a str>,
    pub(super) languages: Option<&'a str>,
}

impl Cells<'_> {
    /// The entry of the row.
    pub(super) fn entry(&self, row: u64) -> Result<IndexEntry, IndexError> {
        let lacks = |what: &str| IndexError::Row {
            row,
            why: format!("the {what} is missing or is no number"),
        };
        let no_file = || IndexError::Row { row, why: "the name of the file is missing".to_owned() };
        let file = self.file.map(str::trim).filter(|file| !file.is_empty()).ok_or_else(no_file)?;
        let offset = self.offset.ok_or_else(|| lacks("offset"))?;
        let length = self.length.ok_or_else(|| lacks("length"))?;
        if offset.checked_add(length).is_none() {
            return Err(lacks("sum of offset and length"));
        }
        Ok(IndexEntry { file: file.to_owned(), offset, length })
    }
}
