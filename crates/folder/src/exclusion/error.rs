//! Why a list cannot be obeyed.

use std::io;
use std::path::PathBuf;

use super::name::NameFault;

/// Why a list cannot be obeyed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExclusionError {
    /// The file cannot be read.
    #[error("{path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A line names nothing we know.
    #[error("{path}, line {line}: {fault}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: NameFault,
    },
    /// No line names anything.
    #[error("{path}: names nothing")]
    Empty {
        /// The file.
        path: PathBuf,
    },
}
