//! A writer of JSON lines. The file is complete or absent.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use scutch_archive::rename_whole;
use scutch_folder::{RunError, at};
use serde_json::Value;

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
