//! A copy of standard input. It cannot be read twice, so it is kept in `.partial/` during a run.

use std::fs::{self, File};
use std::io;

use scutch_archive::uninterrupted;
use scutch_folder::{Folder, Found, RunError, at};

use super::prepare::lock;

/// A new copy of standard input, beside the copy of an earlier run. Dropping it without [`keep`](Self::keep)
/// removes the copy and the folders created for it.
pub(super) struct Spool<'a> {
    folder: &'a Folder,
    found: Found,
    lock: Option<File>,
}

impl<'a> Spool<'a> {
    /// Locks the folder, then copies standard input. Without the lock it could replace the copy that
    /// another run is reading.
    pub(super) fn fill(folder: &'a Folder, found: Found) -> Result<Self, RunError> {
        folder.create().map_err(at(folder.root()))?;
        let spool = Self { folder, found, lock: Some(lock(folder)?) };
        let path = folder.arriving();
        let mut file = File::create(&path).map_err(at(&path))?;
        io::copy(&mut io::stdin().lock(), &mut file).map_err(at(&path))?;
        Ok(spool)
    }

    /// Moves the copy to its final place and passes on the lock.
    pub(super) fn keep(mut self) -> Result<Option<File>, RunError> {
        let path = self.folder.spool();
        uninterrupted(|| fs::rename(self.folder.arriving(), &path)).map_err(at(&path))?;
        Ok(self.lock.take())
    }

    /// Removes the copy and what was created for it.
    fn withdraw(&self) -> io::Result<()> {
        // The earlier run may still be resumed, so only the new copy is removed.
        if self.found == (Found::Unfinished { begun: true }) {
            return uninterrupted(|| fs::remove_file(self.folder.arriving()));
        }
        self.folder.remove_partial()?;
        match self.found {
            Found::Nothing => uninterrupted(|| fs::remove_dir(self.folder.root())),
            _ => Ok(()),
        }
    }
}

impl Drop for Spool<'_> {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // The error that ended the run matters more than one of tidying up.
            let _ = self.withdraw();
        }
    }
}
