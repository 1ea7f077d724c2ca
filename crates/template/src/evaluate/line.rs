//! Lines of JSON.

use serde::de::DeserializeOwned;

/// What is wrong with a line of JSON. Without the number of a line: it would be that within the line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LineError(String);

/// Reads a line of JSON. A byte order mark, as editors put before the first, is no part of it.
///
/// # Errors
/// If it is none, or does not hold what is wanted.
pub fn read_line<T: DeserializeOwned>(line: &str) -> Result<T, LineError> {
    serde_json::from_str(line.trim_start_matches('\u{feff}')).map_err(|error| {
        let (text, column) = (error.to_string(), error.column());
        let what = text.strip_suffix(&format!(" at line {} column {column}", error.line()));
        LineError(format!("{} at column {column}", what.unwrap_or(&text)))
    })
}
