//! Exit codes: the one table, and the way from errors to it.

use std::io;
use std::process::ExitCode;

use scutch_corpus::RunError;

use crate::talk;

/// How the program ends. The numbers are a promise to scripts (see the user guide).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done. Quarantined records are counted and named, and do not change that.
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// Done, but `--strict` found losses.
    Losses = 3,
    /// Checked, and found damage.
    Damage = 4,
    /// Done, but nothing passed the filters.
    Nothing = 5,
    /// Interrupted; the same command goes on from there.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A command line that makes sense to clap but not to us.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);

/// Prints clap's own words: help to stdout with success, everything else to stderr.
pub(crate) fn of_usage(error: &clap::Error) -> Exit {
    // A reader that closed the pipe has seen enough.
    let _ = error.print();
    if error.use_stderr() { Exit::Usage } else { Exit::Done }
}

/// JSON is written by a library whose errors hide those of the pipe, and so do our own that say nothing besides.
fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    if let Some(run) = cause.downcast_ref::<RunError>() {
        return run.is_closed_pipe();
    }
    let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
    let json =
        || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    io.or_else(json) == Some(io::ErrorKind::BrokenPipe)
}

/// Prints an error and its hint. A closed pipe is success: the reader has what it wanted.
pub(crate) fn of_error(error: &anyhow::Error) -> Exit {
    if error.chain().any(is_closed_pipe) {
        return Exit::Done;
    }
    talk::error(error);
    if error.is::<UsageError>() { Exit::Usage } else { Exit::Failed }
}
