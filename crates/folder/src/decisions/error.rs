//! Why decisions cannot be obeyed.

use std::io;
use std::path::PathBuf;

use super::line::LineFault;

/// Why decisions cannot be obeyed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecisionError {
    /// The file cannot be read.
    #[error("{path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A line is no decision.
    #[error("{path}, line {line}: {fault}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// The configuration was made with other decisions.
    #[error(
        "{path}: its sha256 is {found}, and the configuration has `decisions_sha256` {expected}"
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// sha256 of the configuration.
        expected: String,
        /// sha256 of the file.
        found: String,
    },
}
