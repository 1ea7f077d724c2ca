//! The folder that spill files of one shuffle or store lie in.

use std::path::PathBuf;

use tempfile::TempDir;

use crate::interrupted::uninterrupted;
use crate::{Settings, ShuffleError};

/// Made when the first file is needed, removed with all files when dropped.
#[derive(Debug)]
pub(crate) struct SpillFolder {
    name: &'static str,
    parent: PathBuf,
    made: Option<TempDir>,
    files: u32,
}

impl SpillFolder {
    /// `name` says in file names what is spilt.
    pub(crate) fn new(name: &'static str, settings: &Settings) -> Self {
        let parent = settings.folder.clone().unwrap_or_else(std::env::temp_dir);
        Self { name, parent, made: None, files: 0 }
    }

    /// The path of a new file.
    pub(crate) fn new_file(&mut self) -> Result<PathBuf, ShuffleError> {
        let made = match self.made.take() {
            Some(made) => made,
            None => {
                uninterrupted(|| tempfile::Builder::new().prefix("spill-").tempdir_in(&self.parent))
                    .map_err(ShuffleError::at(&self.parent))?
            }
        };
        self.files += 1;
        let path = made.path().join(format!("{}-{:05}", self.name, self.files));
        self.made = Some(made);
        Ok(path)
    }
}
