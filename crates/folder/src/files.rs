//! Single files and folders of a corpus: how one appears whole.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use scutch_archive::{PathKind, UnwrittenFile, WholeFile, path_kind, rename_whole, uninterrupted};

use crate::error::{RunError, at};

/// Writes a small file, whole or not at all.
///
/// # Errors
/// The error of the system, without the path.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path).map_err(unnamed)?;
    file.write_all(bytes).and_then(|()| file.publish()).map_err(unnamed)
}

/// The error of the system alone: callers name the file, and once is enough.
fn unnamed(error: io::Error) -> io::Error {
    error.downcast::<UnwrittenFile>().map_or_else(|error| error, |unwritten| unwritten.source)
}

/// Moves the output of a shard, a file or a folder, to its place. It replaces the output of a run
/// that was killed before the completion mark.
///
/// # Errors
/// When the earlier output cannot be removed, or the new one not moved.
pub fn place_whole(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        uninterrupted(|| fs::create_dir_all(folder))?;
    }
    // Renaming replaces a file but not a folder with files in it.
    if path_kind(to)? == Some(PathKind::Folder) {
        uninterrupted(|| fs::remove_dir_all(to))?;
    }
    rename_whole(from, to)
}

/// Writes a value as indented JSON, atomically.
pub(super) fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), RunError> {
    let mut json = serde_json::to_vec_pretty(value).map_err(|e| at(path)(e.into()))?;
    // Text files end with a line break, for `cat` and `diff`.
    json.push(b'\n');
    write_whole(path, &json).map_err(at(path))
}

/// Whether a folder holds nothing.
pub(super) fn is_empty(folder: &Path) -> io::Result<bool> {
    uninterrupted(|| Ok(fs::read_dir(folder)?.next().transpose()?.is_none()))
}

/// Ignores the error that a file to remove does not exist.
pub(super) fn absent_is_fine(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
