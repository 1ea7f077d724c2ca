//! Single files and folders of a corpus: how one appears whole, and what has a path.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use scutch_archive::{UnwrittenFile, WholeFile, rename_whole, uninterrupted};

use super::error::{RunError, at};

/// Writes a small file, whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path).map_err(unnamed)?;
    file.write_all(bytes).and_then(|()| file.publish()).map_err(unnamed)
}

/// The error of the system alone: callers name the file, and once is enough.
fn unnamed(error: io::Error) -> io::Error {
    error.downcast::<UnwrittenFile>().map_or_else(|error| error, |unwritten| unwritten.source)
}

/// Moves the output of a shard, a file or a folder, to its place. It replaces the output of a run
/// that was killed before the completion mark.
pub(crate) fn place_whole(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        uninterrupted(|| fs::create_dir_all(folder))?;
    }
    // Renaming replaces a file but not a folder with files in it.
    if kind(to)? == Some(Kind::Folder) {
        uninterrupted(|| fs::remove_dir_all(to))?;
    }
    rename_whole(from, to)
}

/// Writes a value as indented JSON, atomically.
pub(crate) fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), RunError> {
    let mut json = serde_json::to_vec_pretty(value).map_err(|e| at(path)(e.into()))?;
    // Text files end with a line break, for `cat` and `diff`.
    json.push(b'\n');
    write_whole(path, &json).map_err(at(path))
}

/// What has a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Folder,
    /// A file, or whatever else is no folder.
    File,
}

/// What has a path, if anything does. Unlike [`Path::exists`], an error is no "no": what a folder
/// holds must not depend on a failing disk.
pub(crate) fn kind(path: &Path) -> io::Result<Option<Kind>> {
    match uninterrupted(|| fs::metadata(path)) {
        Ok(found) => Ok(Some(if found.is_dir() { Kind::Folder } else { Kind::File })),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(e) => Err(e),
    }
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
