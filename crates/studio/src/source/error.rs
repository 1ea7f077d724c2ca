//! Why captures cannot be shown.

use std::path::PathBuf;

use scutch_folder::RunError;
use scutch_folder::inputs::InputError;

/// Why archives or a capture cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A corpus folder cannot be read.
    #[error(transparent)]
    Corpus(#[from] RunError),
    /// A corpus folder stands beside other inputs.
    #[error("{0}: is a corpus folder, which names its archives itself: it is the only input")]
    FolderAmongOthers(PathBuf),
    /// No record is a page.
    #[error("{0}: no page in it: no answer with status 200 and the type of a page")]
    NoPage(String),
    /// No archive can be opened.
    #[error("{file}: cannot be opened: {detail}")]
    Unopened {
        /// The first of them.
        file: String,
        /// The words of the system.
        detail: String,
    },
    /// The record is not there any more, or damaged.
    #[error("{file}: no record can be read at offset {offset}")]
    Gone {
        /// The archive.
        file: String,
        /// The offset of its member.
        offset: u64,
    },
    /// What a revisit refers to is not among the inputs.
    #[error("{file}: the revisit at offset {offset} refers to no capture in the archives")]
    Dangling {
        /// The archive.
        file: String,
        /// The offset of its member.
        offset: u64,
    },
    /// The record is no capture.
    #[error("{file}: the record at offset {offset} is no capture")]
    NoCapture {
        /// The archive.
        file: String,
        /// The offset of its member.
        offset: u64,
    },
}
