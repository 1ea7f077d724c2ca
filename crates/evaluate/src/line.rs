//! Lines of JSON.

use serde::de::DeserializeOwned;

/// An error in a line of JSON. It gives no line number: that of serde would count within the line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LineError(String);

/// Reads a line of JSON. A byte order mark before the first line, as some editors write it, is
/// skipped.
///
/// # Errors
/// If the line is not JSON or not a `T`.
pub(crate) fn read_line<T: DeserializeOwned>(line: &str) -> Result<T, LineError> {
    serde_json::from_str(line.trim_start_matches('\u{feff}')).map_err(|error| without_line(&error))
}

/// An error without the number of its line, which would count within the line.
fn without_line(error: &serde_json::Error) -> LineError {
    let (text, column) = (error.to_string(), error.column());
    let what = text.strip_suffix(&format!(" at line {} column {column}", error.line()));
    LineError(format!("{} at column {column}", what.unwrap_or(&text)))
}
