//! Why a corpus cannot be reviewed.

use std::io;

use scutch_folder::RunError;

use crate::label::LabelError;

/// Why rows, texts or decisions cannot be shown or kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The corpus folder cannot be read.
    #[error(transparent)]
    Corpus(#[from] RunError),
    /// The file of decisions cannot be used.
    #[error(transparent)]
    Decisions(#[from] LabelError),
    /// The copy of the texts for searching cannot be written or read.
    #[error("the copy of the texts for searching: {0}")]
    Texts(String),
    /// The archive with the damage cannot be read.
    #[error("{file}: cannot be read")]
    Archive {
        /// The archive.
        file: String,
        /// The words of the system.
        source: io::Error,
    },
    /// An address asks for what is not there.
    #[error("{0}")]
    Query(String),
    /// A decision that makes no sense.
    #[error("{0}")]
    Refused(&'static str),
}
