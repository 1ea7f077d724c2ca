//! Why a list cannot be read.

use std::io;

/// Why a list as a whole cannot be read. Single lines are refused instead; see [`crate::Item`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The file cannot be opened or read, or an entry cannot be kept.
    #[error("cannot be read")]
    Unreadable(#[from] io::Error),
    /// A folder that is no corpus folder.
    #[error("the folder holds no corpus: there is no run.json, or no rows in docs/")]
    NoCorpus,
    /// A web archive, which is no list.
    #[error("a web archive is no list; `scutch archive index` makes one of it")]
    Archive,
    /// A page of HTML or XML.
    #[error("a page of HTML or XML is no list")]
    Markup,
    /// A table without the column that was named: that name, and those that there are.
    #[error("there is no column {0:?}; there are {1}")]
    NoColumn(String, String),
    /// A table of which no column holds addresses.
    #[error("no column of the table holds addresses; there are {0}")]
    NoAddresses(String),
    /// The TimeMap cannot be read.
    #[error(transparent)]
    TimeMap(#[from] scutch_memento::TimeMapError),
    /// The Parquet file cannot be read.
    #[error("the Parquet file cannot be read: {0}")]
    Parquet(String),
}
