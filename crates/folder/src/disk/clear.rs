//! What is cleared away: files of an earlier run, and what was unfinished.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::uninterrupted;

use super::Folder;
use crate::config::Format;
use crate::error::{RunError, at};
use crate::files::absent_is_fine;
use crate::names::{CARD, DUPLICATES, LABELS, MARKUP, METADATA, RECORDS, TOMBSTONES};

impl Folder {
    /// Removes the files that a run writes, and nothing else. Lock and kept standard input stay.
    /// The manifest is removed first: without it the folder does not count as a corpus.
    ///
    /// # Errors
    /// When a file or folder cannot be removed.
    pub fn clear(&self, formats: &[Format]) -> io::Result<()> {
        let files = [self.manifest(), self.report(), self.timing(), self.timing_page()];
        for file in files.into_iter().chain([self.quarantine(), self.root.join(CARD)]) {
            absent_is_fine(uninterrupted(|| fs::remove_file(&file)))?;
        }
        // They describe rows that are about to be replaced.
        for table in DUPLICATES.into_iter().chain([TOMBSTONES]) {
            absent_is_fine(uninterrupted(|| fs::remove_file(self.root.join(table))))?;
        }
        for format in formats {
            let parts = self.root.join(format.folder());
            absent_is_fine(uninterrupted(|| fs::remove_dir_all(&parts)))?;
        }
        self.empty_partial(&[self.lock(), self.spool()])
    }

    /// Empties `.partial/` except for the lock.
    ///
    /// # Errors
    /// When a file or folder cannot be removed.
    pub fn clear_partial(&self) -> io::Result<()> {
        self.empty_partial(&[self.lock()])
    }

    /// Removes kept standard input of a run that will not be resumed.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn forget_spool(&self) -> io::Result<()> {
        absent_is_fine(uninterrupted(|| fs::remove_file(self.arriving())))?;
        absent_is_fine(uninterrupted(|| fs::remove_file(self.spool())))
    }

    /// Removes the plan of a run that cannot be resumed.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn forget_plan(&self) -> io::Result<()> {
        absent_is_fine(uninterrupted(|| fs::remove_file(self.plan())))
    }

    /// Removes `.partial/`. The lock goes last: until then the folder must be recognised as ours.
    ///
    /// # Errors
    /// When a file or folder cannot be removed.
    pub fn remove_partial(&self) -> io::Result<()> {
        self.empty_partial(&[self.lock()])?;
        absent_is_fine(uninterrupted(|| fs::remove_dir_all(self.partial())))
    }

    /// Empties `.partial/` except for these files.
    fn empty_partial(&self, kept: &[PathBuf]) -> io::Result<()> {
        let listed = || fs::read_dir(self.partial())?.collect::<io::Result<Vec<_>>>();
        let entries = match uninterrupted(listed) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let path = entry.path();
            match uninterrupted(|| entry.file_type())?.is_dir() {
                true => uninterrupted(|| fs::remove_dir_all(&path))?,
                false if !kept.contains(&path) => uninterrupted(|| fs::remove_file(&path))?,
                false => {}
            }
        }
        Ok(())
    }
}

/// Removes the tables of labels of an earlier run: they would not fit the rows of this one.
///
/// # Errors
/// The first file or folder that cannot be removed.
pub fn clear_labels(folder: &Path) -> Result<(), RunError> {
    for name in LABELS.into_iter().filter(|name| *name != MARKUP) {
        let path = folder.join(name);
        absent_is_fine(uninterrupted(|| fs::remove_file(&path))).map_err(at(&path))?;
    }
    let path = folder.join(MARKUP);
    absent_is_fine(uninterrupted(|| fs::remove_dir_all(&path))).map_err(at(&path))
}

/// Removes the records for repositories from a corpus folder.
///
/// # Errors
/// The first file that cannot be removed.
pub fn clear_records(folder: &Path) -> Result<(), RunError> {
    for name in RECORDS {
        let path = folder.join(name);
        absent_is_fine(uninterrupted(|| fs::remove_file(&path))).map_err(at(&path))?;
    }
    // Empty by now, unless somebody added files of their own.
    match uninterrupted(|| fs::remove_dir(folder.join(METADATA))) {
        Err(e) if e.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        removed => absent_is_fine(removed).map_err(at(&folder.join(METADATA))),
    }
}
