//! Tables that say where records stand: a file, an offset and a length in each row.
//!
//! | table | known by |
//! |---|---|
//! | Parquet, as Common Crawl's columnar index | its first bytes |
//! | JSON lines | a line that begins with a brace |
//! | CDX with a legend, CDXJ | what [`scutch_archive::cdx`] knows them by |
//! | columns between tabs or commas | a first line with their names |
//!
//! All but Parquet may be compressed with gzip or zstd.

mod columns;
mod entry;
mod filter;
mod lines;
mod parquet;
#[cfg(test)]
mod tests;

use std::io;

use scutch_archive::Source;

pub use entry::{IndexEntry, IndexError};
pub use filter::IndexFilter;

use crate::chunks::Chunks;
use crate::pages::PARQUET;

/// How many rows an index has, and how many of them were taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IndexCounts {
    /// Rows that were looked at. Row groups that cannot hold what is wanted are passed over.
    pub rows: u64,
    /// Rows that the filter took.
    pub taken: u64,
}

/// Hands each row of an index that a filter takes to `take`, in the order of the table.
///
/// # Errors
/// A file that cannot be read or is no such table, a column that is missing, or the first row of which
/// the place cannot be read.
pub fn read_index(
    source: &Source,
    filter: &IndexFilter,
    take: &mut dyn FnMut(IndexEntry),
) -> Result<IndexCounts, IndexError> {
    let mut head = [0; PARQUET.len()];
    let n = source.read_at(0, &mut head)?;
    if head[..n] == *PARQUET {
        return parquet::read(&Chunks(source.clone()), filter, take);
    }
    lines::read(source, filter, take)
}

/// Whether an index is a table, and no CDX file.
///
/// # Errors
/// When the file cannot be read.
pub fn is_table_index(source: &Source) -> io::Result<bool> {
    let mut head = [0; PARQUET.len()];
    let n = source.read_at(0, &mut head)?;
    Ok(head[..n] == *PARQUET || lines::is_table(source)?)
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}
