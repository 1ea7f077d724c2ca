//! Why the studio cannot open or serve.

use std::io;

use crate::label::LabelError;
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
    /// The port of the server, or the random numbers of the system.
    #[error("port {port} of 127.0.0.1: cannot be listened at")]
    Listen {
        /// The port that was asked for; 0 is any.
        port: u16,
        /// The words of the system.
        source: io::Error,
    },
}
