//! The folder of a copy.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Component, Path, PathBuf};

use scutch_archive::{rename_whole, uninterrupted};
use scutch_folder::{RunError, at};

/// Makes a copy of a corpus, a folder that is complete or absent: `make` fills it under another name,
/// and it is renamed at the end. Half a copy is never taken for a corpus. `None` where `make` gave up:
/// then there is no folder.
///
/// # Errors
/// When the folder exists or lies in the corpus, another process is writing it, or `make` or the file
/// system fails.
pub(crate) fn complete_or_absent<T>(
    corpus: &Path,
    output: &Path,
    make: impl FnOnce(&Path) -> Result<Option<T>, RunError>,
) -> Result<Option<T>, RunError> {
    let unfinished = unfinished(output);
    if output.symlink_metadata().is_ok() {
        return Err(RunError::Exists(output.to_owned()));
    }
    // Whoever removed the corpus afterwards would remove the copy with it.
    if is_within(output, corpus).map_err(at(output))? {
        return Err(RunError::Within { output: output.to_owned(), corpus: corpus.to_owned() });
    }
    let _lock = claim(&unfinished)?;
    let made = make(&unfinished).and_then(|made| {
        if made.is_some() {
            rename_whole(&unfinished, output).map_err(at(output))?;
        }
        Ok(made)
    });
    if !matches!(made, Ok(Some(_))) {
        // An error of tidying up would hide the error that matters.
        let _ = absent(&unfinished);
    }
    made
}

/// Whether a folder that is not there yet, or one that would be made above it, would lie in another.
fn is_within(new: &Path, folder: &Path) -> io::Result<bool> {
    let real = |path: &Path| uninterrupted(|| fs::canonicalize(path));
    let folder = real(folder)?;
    let mut place = PathBuf::new();
    // Part by part: what `..` leads to depends on links, and on folders that are still to be made.
    for part in std::path::absolute(new)?.components() {
        if part == Component::ParentDir {
            place.pop();
            continue;
        }
        place.push(part);
        match real(&place) {
            Ok(real) => place = real,
            Err(error) if !is_missing(&error) => return Err(error),
            Err(_) if place.starts_with(&folder) => return Ok(true),
            Err(_) => {}
        }
    }
    Ok(false)
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The temporary name of a copy, in the same folder so that renaming is atomic.
fn unfinished(output: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(output.file_name().unwrap_or_default());
    name.push(".unfinished-copy");
    output.with_file_name(name)
}

/// Makes the folder of a copy, and locks it. One that a killed process left behind is emptied.
fn claim(unfinished: &Path) -> Result<File, RunError> {
    // What it leads to would be emptied.
    if unfinished.is_symlink() {
        return Err(RunError::Exists(unfinished.to_owned()));
    }
    uninterrupted(|| fs::create_dir_all(unfinished)).map_err(at(unfinished))?;
    let lock = uninterrupted(|| File::open(unfinished)).map_err(at(unfinished))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(RunError::Locked(unfinished.to_owned())),
        Err(TryLockError::Error(error)) => return Err(at(unfinished)(error)),
    }
    // Emptied, not removed: the lock is on the folder itself.
    for entry in uninterrupted(|| fs::read_dir(unfinished)).map_err(at(unfinished))? {
        let entry = entry.map_err(at(unfinished))?;
        let kind = entry.file_type().map_err(at(&entry.path()))?;
        if kind.is_dir() {
            absent(&entry.path())?;
        } else {
            uninterrupted(|| fs::remove_file(entry.path())).map_err(at(&entry.path()))?;
        }
    }
    Ok(lock)
}

/// Removes a folder, if it exists.
fn absent(folder: &Path) -> Result<(), RunError> {
    match uninterrupted(|| fs::remove_dir_all(folder)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(folder)(error)),
        _ => Ok(()),
    }
}
