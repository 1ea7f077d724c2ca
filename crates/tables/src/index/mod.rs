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
mod number;
mod numbered;
mod parquet;
#[cfg(test)]
mod tests;
mod typed;

use std::io;
use std::ops::ControlFlow;

use scutch_archive::Source;

pub use entry::{IndexEntry, IndexError, RowFault};
pub use filter::{HostFilter, IndexFilter};

use entry::Cells;

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

/// What takes the rows of an index: each as an entry, or as what is wrong with it. A break ends the reading.
pub type TakeRow<'t> = &'t mut dyn FnMut(Result<IndexEntry, RowFault>) -> ControlFlow<()>;

/// Hands each row of an index that a filter takes to `take`, in the order of the table.
///
/// # Errors
/// A file that cannot be read or is no such table, and a column that is missing or holds something else.
pub fn read_index(
    source: &Source,
    filter: &IndexFilter<'_>,
    take: TakeRow<'_>,
) -> Result<IndexCounts, IndexError> {
    let mut head = [0; PARQUET.len()];
    let n = source.read_at(0, &mut head)?;
    let mut taker = Taker { filter, take, counts: IndexCounts::default(), has_ended: false };
    if head[..n] == *PARQUET {
        parquet::read(&Chunks(source.clone()), &mut taker)?;
    } else {
        lines::read(source, &mut taker)?;
    }
    Ok(taker.counts)
}

/// Hands rows on that are wanted.
struct Taker<'a> {
    filter: &'a IndexFilter<'a>,
    take: TakeRow<'a>,
    counts: IndexCounts,
    /// No more rows are asked for.
    has_ended: bool,
}

impl Taker<'_> {
    fn row(&mut self, number: u64, cells: &Cells<'_>) {
        self.counts.rows += 1;
        if self.filter.takes(cells) {
            self.counts.taken += 1;
            self.hand(cells.entry(number, self.filter.with_urls));
        }
    }

    /// Hands on what is wrong with a row of which not even the filter can tell.
    fn fault(&mut self, fault: RowFault) {
        self.counts.rows += 1;
        self.hand(Err(fault));
    }

    fn hand(&mut self, row: Result<IndexEntry, RowFault>) {
        self.has_ended |= (self.take)(row).is_break();
    }
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}
