//! Calls that a signal interrupts, and questions that a failing disk leaves without an answer.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Calls again as long as a signal interrupts the call (`EINTR`).
///
/// The standard library repeats opening, syncing, `read_exact` and `write_all` by itself. It does
/// not repeat a plain `read`, `rename`, `metadata`, or what makes and removes names.
///
/// # Errors
/// Those of the call, but never [`Interrupted`](io::ErrorKind::Interrupted).
pub fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            ended => return ended,
        }
    }
}

/// What has a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// A folder, or a link to one.
    Folder,
    /// A file, or whatever else is no folder.
    File,
}

/// What has a path, if anything does. Unlike [`Path::exists`] and [`Path::is_dir`], an error is no
/// "no": what a run finds must not depend on a failing disk.
///
/// # Errors
/// When the path cannot be looked up.
pub fn path_kind(path: &Path) -> io::Result<Option<PathKind>> {
    let found = known(uninterrupted(|| fs::metadata(path)))?;
    Ok(found.map(|found| if found.is_dir() { PathKind::Folder } else { PathKind::File }))
}

/// The answer to a question about a path; `None` if nothing has it. Any other error is no answer.
pub(crate) fn known<T>(answer: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{NotADirectory, NotFound};
    match answer {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => Ok(None),
        answer => answer.map(Some),
    }
}

/// The paths in a folder, sorted: folders list their files in any order.
///
/// # Errors
/// When the folder cannot be read.
pub fn paths_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    // Listed anew after a signal: a listing cannot be continued.
    let list = || fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths: Vec<PathBuf> = uninterrupted(list)?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_repeated_until_it_ends_without_a_signal() {
        for (signals, kind) in [(0, None), (3, None), (2, Some(io::ErrorKind::StorageFull))] {
            let mut calls = 0;
            let ended = uninterrupted(|| {
                calls += 1;
                match kind {
                    _ if calls <= signals => Err(io::ErrorKind::Interrupted.into()),
                    Some(kind) => Err(kind.into()),
                    None => Ok(calls),
                }
            });
            assert_eq!(calls, signals + 1);
            assert_eq!(
                ended.map_err(|error| Some(error.kind())),
                kind.map_or(Ok(calls), |kind| Err(Some(kind)))
            );
        }
    }

    #[test]
    fn what_has_a_path_is_told_and_no_error_is_a_no() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("b");
        fs::write(&file, "x").expect("a file");
        fs::create_dir(folder.path().join("a")).expect("a folder");
        for (path, kind) in [
            (folder.path().to_owned(), Some(PathKind::Folder)),
            (file.clone(), Some(PathKind::File)),
            (folder.path().join("none"), None),
            (file.join("below a file"), None),
        ] {
            assert_eq!(path_kind(&path).expect("an answer"), kind, "{}", path.display());
        }
        let long = folder.path().join("x".repeat(300));
        assert!(path_kind(&long).is_err(), "names are shorter");
        assert_eq!(paths_in(folder.path()).expect("a list"), [folder.path().join("a"), file]);
        assert!(paths_in(&folder.path().join("none")).is_err());
    }
}
