//! Takes each file once, and gives it a name that no other has.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::{is_address, uninterrupted};

use super::content::Content;
use super::error::InputError;
use super::file::{InputFile, STDIN, display_name, tail};
use super::list::Lister;

impl Lister<'_> {
    /// Adds a file, unless it is in the list already under another path.
    pub(super) fn push(
        &mut self,
        path: PathBuf,
        name: &Path,
        size: u64,
        content: Content,
    ) -> Result<(), InputError> {
        let canonical = match is_address(&path) {
            true => path.clone(),
            false => uninterrupted(|| fs::canonicalize(&path))
                .map_err(|source| InputError::Unreadable { path: display_name(&path), source })?,
        };
        // By canonical path: links and `..` may name a file twice.
        if self.seen.insert(canonical) {
            let (name, spool) = (display_name(name), self.spool.as_ref() == Some(&path));
            self.inputs.files.push(InputFile {
                path,
                name,
                size,
                unreadable: None,
                content,
                spool,
            });
        }
        Ok(())
    }

    /// Adds a file that cannot be read, with the reason.
    pub(super) fn push_unreadable(&mut self, path: PathBuf, name: &Path, failure: &io::Error) {
        let canonical = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if self.seen.insert(canonical) {
            let (name, unreadable) = (display_name(name), Some(failure.to_string()));
            self.inputs.files.push(InputFile { path, name, unreadable, ..InputFile::default() });
        }
    }

    /// Makes names unique: files with equal names take one more folder of their paths as typed,
    /// and again until they differ. So a name is the same on every machine where the inputs lie in
    /// the same folders, and absolute only where nothing shorter differs. Standard input keeps its
    /// name.
    pub(super) fn make_names_unique(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            let mut seen = HashSet::new();
            let names = self.inputs.files.iter().map(|file| file.name.as_str());
            let twice: HashSet<String> =
                names.filter(|name| !seen.insert(*name)).map(str::to_owned).collect();
            let files = self.inputs.files.iter_mut().filter(|file| twice.contains(&file.name));
            for file in files.filter(|file| self.spool.as_ref() != Some(&file.path)) {
                let parts = Path::new(&file.name).components().count();
                // A path that is used up leaves it to the others to differ.
                if let Some(longer) = tail(&file.path, parts + 1) {
                    file.name = display_name(&longer);
                    changed = true;
                }
            }
        }
    }

    /// Fails if two files have one name: rows would not say which of them they come from.
    pub(super) fn names_differ(&self) -> Result<(), InputError> {
        let mut seen: HashMap<&str, &InputFile> = HashMap::new();
        let shown = |file: &InputFile| match self.spool.as_ref() == Some(&file.path) {
            true => STDIN.to_owned(),
            false => display_name(&file.path),
        };
        for file in &self.inputs.files {
            if let Some(other) = seen.insert(&file.name, file) {
                let name = file.name.clone();
                let (first, second) = (shown(other), shown(file));
                return Err(InputError::SameName { name, first, second });
            }
        }
        Ok(())
    }
}
