//! Why the WARC file of a run cannot be used.

use std::io;
use std::path::PathBuf;

use scutch_archive::{OpenError, ReadError, SourceFault};
use scutch_shuffle::ShuffleError;

/// Why a run cannot continue with its files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The WARC file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The WARC file cannot be written.
    #[error("{}: cannot be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another process writes the file.
    #[error("{}: another run is writing this file", .0.display())]
    Busy(PathBuf),
    /// A record cannot be read any more.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The system could not read the WARC file.
    #[error(transparent)]
    Fault(#[from] SourceFault),
    /// Another program's file: nothing is cut off from it or added to it.
    #[error("{}: the file is there and was not begun by scutch", .0.display())]
    Foreign(PathBuf),
    /// Unreadable bytes between intact records.
    #[error("{}: byte {offset}: damaged between records that are sound; mend it with `scutch \
             archive repair`", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Offset of the damage.
        offset: u64,
    },
    /// The log of waiting addresses cannot be read or written.
    #[error("the temporary list of addresses cannot be used")]
    Frontier(#[source] io::Error),
    /// The temporary file of a merge cannot be used.
    #[error("the temporary list of answers cannot be used")]
    Aside(#[source] io::Error),
    /// The index of holdings cannot be read.
    #[error("the temporary index of holdings cannot be used")]
    Holdings(#[from] ShuffleError),
    /// The WARC file cannot be read.
    #[error("{}: cannot be read", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file does not exist, and nothing may be fetched.
    #[error("{}: no such file, and without the network there is nothing else", .0.display())]
    Missing(PathBuf),
}
