//! Why a shuffle cannot go on.

use std::io;
use std::path::{Path, PathBuf};

/// Why a shuffle cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShuffleError {
    /// A spill file, or the folder for them, cannot be written or read.
    #[error("{path}: the spill file cannot be written or read")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
    /// A spill file holds other bytes than were written.
    #[error("{path}: the spill file is corrupt at byte {offset}: {what}")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// Where the record begins that cannot be read.
        offset: u64,
        /// What was expected and not found.
        what: &'static str,
    },
    /// Two files have evidence of the same part of the keys: one of them is of another attempt.
    #[error("two files have part {part} of the keys: {first} and {second}")]
    Doubled {
        /// The part.
        part: u32,
        /// The first file.
        first: PathBuf,
        /// The second file.
        second: PathBuf,
    },
    /// What is known of one key takes more memory than all keys may.
    #[error(
        "the memory budget is too small: what is kept of {key} alone takes {needed} bytes, and its stage may have {budget}"
    )]
    BudgetTooSmall {
        /// The key, such as a host.
        key: String,
        /// Bytes that its group takes.
        needed: usize,
        /// Bytes that all groups may take.
        budget: usize,
    },
}

impl ShuffleError {
    /// The error of a call on `path`.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
