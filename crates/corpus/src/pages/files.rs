//! Writers of JSON lines and of folders with a file per document. Both are complete or absent.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use scutch_archive::{rename_whole, uninterrupted};
use serde_json::Value;

use super::row::Row;
use crate::folder::names::MARKUP;
use crate::folder::{RunError, at};

/// A file of JSON lines.
pub(super) struct Lines {
    whole: PathBuf,
    partial: PathBuf,
    out: BufWriter<File>,
}

impl Lines {
    /// Creates a file under a temporary name.
    pub(super) fn create(folder: &Path, name: &str) -> Result<Self, RunError> {
        let whole = folder.join(name);
        let partial = whole.with_extension("partial");
        let out = BufWriter::new(File::create(&partial).map_err(at(&partial))?);
        Ok(Self { whole, partial, out })
    }

    /// Writes a line.
    pub(super) fn write(&mut self, line: &Value) -> Result<(), RunError> {
        writeln!(self.out, "{line}").map_err(at(&self.partial))
    }

    pub(super) fn finish(self) -> Result<(), RunError> {
        let file = self.out.into_inner();
        let file = file.map_err(|error| at(&self.partial)(error.into_error()))?;
        file.sync_all().map_err(at(&self.partial))?;
        rename_whole(&self.partial, &self.whole).map_err(at(&self.whole))
    }
}

/// A folder with one file per document.
pub(super) struct Files {
    whole: PathBuf,
    partial: PathBuf,
}

impl Files {
    /// Creates an empty folder under a temporary name.
    pub(super) fn create(folder: &Path) -> Result<Self, RunError> {
        let (whole, partial) = (folder.join(MARKUP), folder.join("markup.partial"));
        // An interrupted command leaves files that may belong to other rows.
        absent(&partial).map_err(at(&partial))?;
        uninterrupted(|| fs::create_dir(&partial)).map_err(at(&partial))?;
        Ok(Self { whole, partial })
    }

    /// Writes the markup of a document. Its name is the row id, which has only letters and digits:
    /// no text of an archive becomes a path.
    pub(super) fn write(&self, row: &Row) -> Result<(), RunError> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let Some((id, html)) = text("id").zip(text("markup")) else { return Ok(()) };
        let path = self.partial.join(format!("{id}.html"));
        fs::write(&path, html).map_err(at(&path))
    }

    pub(super) fn finish(self) -> Result<(), RunError> {
        // Renaming does not replace a folder that has files.
        absent(&self.whole).map_err(at(&self.whole))?;
        uninterrupted(|| fs::rename(&self.partial, &self.whole)).map_err(at(&self.whole))
    }
}

/// Removes a folder, if it exists.
fn absent(folder: &Path) -> io::Result<()> {
    match uninterrupted(|| fs::remove_dir_all(folder)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
