//! How the program ends: from errors to exit codes.

use std::io;

use scutch_folder::RunError;

use crate::exit::{Advised, Exit, UsageError};
use crate::talk;

/// The end of a command line that clap answered itself: help on stdout, faults on stderr.
pub(crate) fn after_parsing(error: &clap::Error) -> Exit {
    // A reader that closed the pipe has seen enough.
    let _ = error.print();
    if error.use_stderr() { Exit::Usage } else { Exit::Done }
}

/// Whether an error means that the reader of stdout has gone. Errors of JSON and of runs hide it.
fn is_closed_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    if let Some(run) = cause.downcast_ref::<RunError>() {
        return run.is_closed_pipe();
    }
    // serde_json wraps errors of the writer and answers only with their kind.
    let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
    let json =
        || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    io.or_else(json) == Some(io::ErrorKind::BrokenPipe)
}

/// Prints an error and its hint. A closed pipe is success: the reader has what it wanted.
pub(crate) fn after_error(error: &anyhow::Error) -> Exit {
    // `scutch ... | head` is ordinary use. Any layer may have wrapped the broken pipe, so all are
    // looked at.
    if error.chain().any(is_closed_pipe) {
        return Exit::Done;
    }
    talk::error(error);
    if let Some(advised) = error.downcast_ref::<Advised>() {
        return advised.exit;
    }
    if error.is::<UsageError>() { Exit::Usage } else { Exit::Failed }
}
