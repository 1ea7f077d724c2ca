//! The folder that spill files of one shuffle or store lie in.

use std::path::{Path, PathBuf};

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
            None => folder_in(&self.parent)?,
        };
        self.files += 1;
        let path = made.path().join(format!("{}-{:05}", self.name, self.files));
        self.made = Some(made);
        Ok(path)
    }
}

fn folder_in(parent: &Path) -> Result<TempDir, ShuffleError> {
    uninterrupted(|| tempfile::Builder::new().prefix("spill-").tempdir_in(parent))
        .map_err(ShuffleError::at(parent))
}

/// Fails unless spill files can be made in a folder: asked before work whose first spill may come after
/// hours.
///
/// # Errors
/// When no folder can be made in it.
pub fn check_folder(folder: &Path) -> Result<(), ShuffleError> {
    folder_in(folder).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_take_no_files_are_found_out_before_they_are_needed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("written");
        for (path, is_sound) in [
            (folder.path().to_owned(), true),
            (folder.path().join("none"), false),
            (file.clone(), false),
            (file.join("below"), false),
        ] {
            assert_eq!(check_folder(&path).is_ok(), is_sound, "{}", path.display());
        }
        let left = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(left, 1, "nothing but the file is left");
    }
}
