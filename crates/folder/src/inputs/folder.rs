//! The archives of a folder, or the tables of one that has no archives.

use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use super::content::Content;
use super::error::InputError;
use super::file::display_name;
use super::list::Lister;
use super::look::Found;
use super::walk::{FolderEntry, relative, walk};

/// What a folder holds.
#[derive(Default)]
struct Contents {
    /// The number of its archives. They are in the list of inputs already.
    archives: usize,
    /// Tables and their sizes: inputs only where there are no archives.
    tables: Vec<(PathBuf, u64, Content)>,
    others: Vec<PathBuf>,
    first_failure: Option<(PathBuf, io::Error)>,
    first_lacking: Option<InputError>,
}

impl Contents {
    /// Why there is nothing to read in the folder that was named.
    fn nothing(self, named: &str) -> InputError {
        if let Some((path, source)) = self.first_failure {
            return InputError::Unreadable { path: display_name(&path), source };
        }
        let others = self.others.len() as u64;
        // What a table lacks says more than that there is nothing.
        self.first_lacking.unwrap_or(InputError::EmptyFolder { folder: named.into(), others })
    }
}

impl Lister<'_> {
    /// Adds the archives of a folder, or the tables of one that has no archives.
    pub(super) fn add_folder(&mut self, named: &str, root: &Path) -> Result<(), InputError> {
        let mut walked = walk(root)?;
        let by_bytes =
            |entry: &FolderEntry| relative(root, &entry.path).as_os_str().as_bytes().to_vec();
        walked.entries.sort_by_cached_key(by_bytes);
        let mut contents = Contents { others: walked.others, ..Contents::default() };
        for entry in walked.entries {
            self.add_entry(root, entry, &mut contents)?;
        }
        let found = contents.archives + contents.tables.len();
        self.add_tables(root, &mut contents)?;
        contents.others.sort_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
        self.inputs.pass_over(&contents.others);
        if found == 0 { Err(contents.nothing(named)) } else { Ok(()) }
    }

    /// Adds a file of a folder if it is an archive, and otherwise notes what it is.
    fn add_entry(
        &mut self,
        root: &Path,
        entry: FolderEntry,
        contents: &mut Contents,
    ) -> Result<(), InputError> {
        let FolderEntry { path, failure } = entry;
        match failure.map_or_else(|| self.look(&path), Err) {
            Ok((Found::Content(Content::Archive), size)) => {
                contents.archives += 1;
                self.push(path.clone(), relative(root, &path), size, Content::Archive)?;
            }
            Ok((Found::Content(table), size)) => contents.tables.push((path, size, table)),
            Ok((found, _)) => {
                if let (Found::Lacking(source), None) = (found, &contents.first_lacking) {
                    let path = display_name(&path);
                    contents.first_lacking = Some(InputError::Table { path, source });
                }
                contents.others.push(path);
            }
            Err(failure) => {
                self.push_unreadable(path.clone(), relative(root, &path), &failure);
                contents.first_failure.get_or_insert((path, failure));
            }
        }
        Ok(())
    }

    /// Adds the tables of a folder without archives. Beside archives a table is what somebody made of them: its
    /// pages would count twice.
    fn add_tables(&mut self, root: &Path, contents: &mut Contents) -> Result<(), InputError> {
        for (path, size, table) in std::mem::take(&mut contents.tables) {
            if contents.archives > 0 {
                self.pool.forget(&path);
                contents.others.push(path);
            } else {
                self.push(path.clone(), relative(root, &path), size, table)?;
            }
        }
        Ok(())
    }
}
