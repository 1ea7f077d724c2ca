//! One row of an index, and why there is none.

use scutch_archive::Position;
use scutch_archive::cdx::LineFault;

use crate::error::TableError;

/// Where a record stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexEntry {
    /// Number of the row, from 1. In files of lines the number of the line.
    pub row: u64,
    /// The file, as the index names it.
    pub file: String,
    /// Offset of the (compressed) record in the file.
    pub offset: u64,
    /// Offset in the inflated member, where the index has it: several records may share a member.
    pub inner_offset: Option<u64>,
    /// Its length in bytes; 0 where the index has none.
    pub length: u64,
    /// Its URL, if [`IndexFilter::with_urls`](super::IndexFilter::with_urls) asks for it and the index has it.
    pub url: Option<String>,
    /// The beginning of its time as 14 digits. Only CDX has it.
    pub timestamp: Option<String>,
}

impl IndexEntry {
    /// Where the record begins. Without an inner offset it is the first of its member.
    pub fn position(&self) -> Position {
        Position { offset: self.offset, inner_offset: self.inner_offset.unwrap_or_default() }
    }
}

/// A row that does not say where a record stands. Reading goes on behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFault {
    /// Number of the row, as in [`IndexEntry::row`].
    pub row: u64,
    /// What is wrong, as a reason.
    pub fault: LineFault,
    /// What is wrong, in words.
    pub why: String,
}

impl RowFault {
    pub(super) fn new(row: u64, fault: LineFault, why: impl Into<String>) -> Self {
        Self { row, fault, why: why.into() }
    }

    /// What is wrong, as a sentence of its own.
    pub fn sentence(&self) -> String {
        let mut rest = self.why.trim_end_matches('.').chars();
        let first = rest.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(rest).chain(['.']).collect()
    }
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
    /// A column holds something else than what is read of it.
    #[error("the column `{column}` has the type {found}, and {wanted} are read")]
    Type {
        /// The column.
        column: String,
        /// Its type.
        found: String,
        /// What can be read.
        wanted: &'static str,
    },
    /// A row does not say where a record stands.
    #[error("row {row}: {why}")]
    Row {
        /// Its number, from 1. In files of lines the number of the line.
        row: u64,
        /// What is wrong.
        why: String,
    },
}

impl From<RowFault> for IndexError {
    fn from(fault: RowFault) -> Self {
        Self::Row { row: fault.row, why: fault.why }
    }
}

/// The cells of a row that count.
#[derive(Debug, Default)]
pub(super) struct Cells<'a> {
    pub(super) file: Option<&'a str>,
    pub(super) offset: Option<u64>,
    pub(super) length: Option<u64>,
    /// `None` where there is no such column, `Some(None)` where the cell holds no number.
    pub(super) inner_offset: Option<Option<u64>>,
    pub(super) url: Option<&'a str>,
    pub(super) timestamp: Option<&'a str>,
    pub(super) languages: Option<&'a str>,
}

impl Cells<'_> {
    /// The entry of the row.
    pub(super) fn entry(&self, row: u64, with_url: bool) -> Result<IndexEntry, RowFault> {
        let lacks = |what: &str| {
            let why = format!("the {what} is missing or is no number");
            RowFault::new(row, LineFault::Number, why)
        };
        let no_file =
            || RowFault::new(row, LineFault::Incomplete, "the name of the file is missing");
        let file = self.file.map(str::trim).filter(|file| !file.is_empty()).ok_or_else(no_file)?;
        let offset = self.offset.ok_or_else(|| lacks("offset"))?;
        let length = self.length.ok_or_else(|| lacks("length"))?;
        // No file has such a range, and its end would overflow.
        if offset.checked_add(length).is_none() {
            return Err(lacks("sum of offset and length"));
        }
        let inner_offset = match self.inner_offset {
            // Without it the first record of the member would be read in place of the right one.
            Some(inner) => Some(inner.ok_or_else(|| lacks("inner offset"))?),
            None => None,
        };
        let url = self.url.filter(|url| with_url && !url.is_empty()).map(str::to_owned);
        let timestamp = self.timestamp.map(str::to_owned);
        Ok(IndexEntry { row, file: file.to_owned(), offset, inner_offset, length, url, timestamp })
    }
}
