//! Evidence in the files of all parts.

use std::path::{Path, PathBuf};

use scutch_folder::RunError;
use scutch_folder::shares::{PartEntry, Table};
use scutch_shuffle::{Evidence, PartFile, PartWriter, Settings, ShuffleError, Store};

/// The files of a folder.
#[derive(Debug, Clone)]
pub(crate) struct PartTables<'a> {
    pub(crate) folder: &'a Path,
    /// Number of parts.
    pub(crate) parts: u32,
    pub(crate) files: &'a [PartEntry],
}

impl PartTables<'_> {
    /// The evidence of a table; none of any key where it has no file.
    ///
    /// # Errors
    /// When two files are of one part.
    pub(in crate::stages) fn store<E: Evidence>(
        &self,
        table: Table,
        settings: &Settings,
    ) -> Result<Store<E>, ShuffleError> {
        let of_it = self.files.iter().filter(|entry| entry.table == table);
        let files = of_it.map(|PartEntry { part, name, bytes, .. }| PartFile {
            part: *part,
            path: self.folder.join(name),
            bytes: *bytes,
        });
        Store::of_parts(files.collect(), self.parts, settings)
    }
}

/// Writes the evidence of one part after the other, a file for each table.
pub(super) struct PartFiles {
    folder: PathBuf,
    /// Ends the names of files. Two attempts of one task must not write the same file.
    attempt: String,
    open: Option<(PartWriter, PartEntry)>,
    done: Vec<PartEntry>,
}

impl PartFiles {
    pub(super) fn new(folder: &Path, attempt: &str) -> Self {
        let (folder, attempt) = (folder.to_owned(), attempt.to_owned());
        Self { folder, attempt, open: None, done: Vec::new() }
    }

    /// Adds evidence behind all keys of its table and part.
    pub(super) fn put(
        &mut self,
        (table, part): (Table, u32),
        key: &str,
        evidence: &impl Evidence,
    ) -> Result<(), RunError> {
        let is_open = |entry: &PartEntry| entry.table == table && entry.part == part;
        if !self.open.as_ref().is_some_and(|(_, entry)| is_open(entry)) {
            self.close()?;
            let name = format!("{}-{part:05}-{}", table.name(), self.attempt);
            let writer = PartWriter::create(&self.folder.join(&name))?;
            self.open = Some((writer, PartEntry { table, part, name, bytes: 0 }));
        }
        self.open.as_mut().map_or(Ok(()), |(writer, _)| Ok(writer.put(key, evidence)?))
    }

    /// Completes the open file.
    pub(super) fn close(&mut self) -> Result<(), ShuffleError> {
        if let Some((writer, entry)) = self.open.take() {
            self.done.push(PartEntry { bytes: writer.finish()?, ..entry });
        }
        Ok(())
    }

    /// The files that were completed since the last call.
    pub(super) fn take(&mut self) -> Vec<PartEntry> {
        std::mem::take(&mut self.done)
    }
}
