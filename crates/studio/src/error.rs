//! Why the studio cannot open or serve.

use std::io;
use std::path::PathBuf;

use crate::label::LabelError;
use crate::review::ReviewError;
use crate::source::SourceError;

/// Why the studio cannot be opened or serve.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudioError {
    /// The archives.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The labels.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// The corpus or the decisions.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// The token that is kept for a port.
    #[error("{path}: cannot be read or written")]
    Token {
        /// The file.
        path: PathBuf,
        /// The words of the system.
        source: io::Error,
    },
    /// The port of the server, or the random numbers of the system.
    #[error("port {port} of 127.0.0.1: cannot be listened at")]
    Listen {
        /// The port that was asked for; 0 is any.
        port: u16,
        /// The words of the system.
        source: io::Error,
    },
}

/// An error and its causes as one sentence.
pub(crate) fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
