//! Reads one record by its place.

use std::path::Path;

use super::open::OpenError;
use super::{Item, Reader};
use crate::cause::{Cause, Damage};
use crate::limits::Limits;
use crate::place::Position;
use crate::record::Record;
use crate::source::Source;

/// There is no record at a place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The bytes there are damaged.
    #[error("no record at offset {}: {}", .0.offset, sentence(.0))]
    Damage(Damage),
    /// No record starts there.
    #[error("no record starts at offset {} (inner offset {})", .0.offset, .0.inner_offset)]
    NoRecord(Position),
}

/// What is wrong, with figures where there are some.
fn sentence(damage: &Damage) -> String {
    let (sentence, detail) = (damage.cause.sentence(), &damage.detail);
    if detail.is_empty() { sentence.to_owned() } else { format!("{sentence} {detail}") }
}

/// Reads the one record at a place of a file.
///
/// # Errors
/// The file cannot be opened, or no record starts there.
pub fn read_record_at(
    path: &Path,
    at: Position,
    limits: &Limits,
) -> Result<Record<'static>, ReadError> {
    first_record(Reader::open_at(path, at, limits)?, at)
}

/// Reads the one record at a place of a file that is already open.
///
/// # Errors
/// No record starts there.
pub fn read_record(
    source: Source,
    at: Position,
    limits: &Limits,
) -> Result<Record<'static>, ReadError> {
    first_record(Reader::from_source(source, at, limits), at)
}

fn first_record(mut reader: Reader, at: Position) -> Result<Record<'static>, ReadError> {
    match reader.next() {
        Some(Item::Record(record)) => Ok(record.into_owned()),
        // What is no record and stands farther on says nothing of the place that was asked for.
        Some(Item::Damage(damage))
            if damage.cause == Cause::NotARecord && damage.offset != at.offset =>
        {
            Err(ReadError::NoRecord(at))
        }
        Some(Item::Damage(damage)) => Err(ReadError::Damage(damage)),
        None => Err(ReadError::NoRecord(at)),
    }
}
