//! The files below a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::uninterrupted;

use super::error::InputError;
use super::file::display_name;

/// An entry of a folder: a file, or something that could not be examined.
pub(super) struct FolderEntry {
    pub(super) path: PathBuf,
    pub(super) failure: Option<io::Error>,
}

/// The entries of a folder and its subfolders.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) entries: Vec<FolderEntry>,
    /// Links, pipes and the like, which are not opened.
    pub(super) others: Vec<PathBuf>,
}

impl Walked {
    /// Adds the entries of one folder. Subfolders go to `pending`.
    fn add_folder(&mut self, folder: &Path, pending: &mut Vec<PathBuf>) -> io::Result<()> {
        // Listed anew after a signal: a listing cannot be continued.
        let entries: Vec<_> = uninterrupted(|| fs::read_dir(folder)?.collect())?;
        for entry in entries {
            let path = entry.path();
            match uninterrupted(|| entry.file_type()) {
                Ok(kind) if kind.is_dir() => pending.push(path),
                Ok(kind) if kind.is_file() => {
                    self.entries.push(FolderEntry { path, failure: None });
                }
                // Links are not followed: they may lead in circles or out of the collection.
                Ok(_) => self.others.push(path),
                Err(error) => self.entries.push(FolderEntry { path, failure: Some(error) }),
            }
        }
        Ok(())
    }
}

/// All entries below a folder. An unreadable subfolder is an entry with an error.
pub(super) fn walk(root: &Path) -> Result<Walked, InputError> {
    let mut found = Walked::default();
    let mut pending = Vec::new();
    let unreadable = |source| InputError::Unreadable { path: display_name(root), source };
    found.add_folder(root, &mut pending).map_err(unreadable)?;
    // A list instead of recursion: deep folders must not exhaust the stack.
    while let Some(folder) = pending.pop() {
        if let Err(error) = found.add_folder(&folder, &mut pending) {
            found.entries.push(FolderEntry { path: folder, failure: Some(error) });
        }
    }
    Ok(found)
}

/// The path relative to the named folder.
pub(super) fn relative<'a>(root: &Path, path: &'a Path) -> &'a Path {
    path.strip_prefix(root).unwrap_or(path)
}
