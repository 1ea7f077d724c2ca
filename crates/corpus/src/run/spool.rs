//! Standard input cannot be read twice, so it is kept in `.partial/` while a run needs it.

use std::fs::{self, File};
use std::io;

use super::prepare::lock;
use crate::folder::{Folder, Found, RunError, at};

/// Standard input, copied beside what is kept of an earlier one. Unless the run is accepted, it goes with this value,
/// and so does what was made to hold it.
pub(super) struct Spool<'a> {
    folder: &'a Folder,
    found: Found,
    lock: Option<File>,
}

impl<'a> Spool<'a> {
    /// Takes the folder, then copies standard input: another run may be reading what it kept there.
    pub(super) fn fill(folder: &'a Folder, found: Found) -> Result<Self, RunError> {
        folder.create().map_err(at(folder.root()))?;
        let spool = Self { folder, found, lock: Some(lock(folder)?) };
        let path = folder.arriving();
        let mut file = File::create(&path).map_err(at(&path))?;
        io::copy(&mut io::stdin().lock(), &mut file).map_err(at(&path))?;
        Ok(spool)
    }

    /// Puts the copy where the run reads it, and hands on the lock.
    pub(super) fn keep(mut self) -> Result<Option<File>, RunError> {
        let path = self.folder.spool();
        fs::rename(self.folder.arriving(), &path).map_err(at(&path))?;
        Ok(self.lock.take())
    }

    fn withdraw(&self) -> io::Result<()> {
        if self.found == (Found::Unfinished { begun: true }) {
            return fs::remove_file(self.folder.arriving());
        }
        self.folder.remove_partial()?;
        match self.found {
            Found::Nothing => fs::remove_dir(self.folder.root()),
            _ => Ok(()),
        }
    }
}

impl Drop for Spool<'_> {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // A failure here would hide the error that matters.
            let _ = self.withdraw();
        }
    }
}
