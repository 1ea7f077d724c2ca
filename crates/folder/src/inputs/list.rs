//! Lists the files behind the named inputs.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{SourcePool, is_address, uninterrupted};

use super::content::Content;
use super::error::InputError;
use super::file::{Inputs, STDIN, display_name, named_path};
use super::pattern::{is_pattern, unnameable_matches};
use super::selection::Selection;
use crate::config::{Config, InputConfig};

/// Lists the archive files behind the named inputs. `spool` is the file standard input was
/// copied to, where `-` is among them.
///
/// # Errors
/// The first input that is missing, unreadable, empty, not an archive, or a folder without one.
pub fn list(named: &[String], spool: Option<&Path>) -> Result<Inputs, InputError> {
    Lister::new(&SourcePool::default(), None).list(named, spool)
}

/// The files behind the inputs of a run: archives, and tables of pages. They are left open in `pool`
/// for who reads them.
///
/// # Errors
/// As [`list`], and tables without the columns that are needed.
pub fn list_pooled(
    config: &Config,
    spool: Option<&Path>,
    pool: &SourcePool,
) -> Result<Inputs, InputError> {
    let selection = Selection::read(config)?;
    let mut lister = Lister::new(pool, Some(&config.input));
    let mut inputs = lister.list(&config.inputs, spool)?;
    if let Some(selection) = selection {
        let base = lister.bases.first().map(String::as_str);
        inputs.index = Some(selection.apply(&mut inputs.files, base, pool)?);
    }
    Ok(inputs)
}

pub(super) struct Lister<'p> {
    pub(super) pool: &'p SourcePool,
    /// What is known of inputs beforehand; `None` where only archives are wanted.
    pub(super) input: Option<&'p InputConfig>,
    pub(super) inputs: Inputs,
    pub(super) seen: HashSet<PathBuf>,
    pub(super) spool: Option<PathBuf>,
    /// Addresses before the names of files in an index.
    pub(super) bases: Vec<String>,
}

impl<'p> Lister<'p> {
    pub(super) fn new(pool: &'p SourcePool, input: Option<&'p InputConfig>) -> Self {
        Self {
            pool,
            input,
            inputs: Inputs::default(),
            seen: HashSet::new(),
            spool: None,
            bases: Vec::new(),
        }
    }

    /// Lists all that is named.
    fn list(&mut self, named: &[String], spool: Option<&Path>) -> Result<Inputs, InputError> {
        if named.is_empty() {
            return Err(InputError::Nothing);
        }
        for name in named {
            match spool {
                Some(spool) if name == STDIN => self.add_spool(spool)?,
                _ => self.add(name)?,
            }
        }
        self.make_names_unique();
        self.names_differ()?;
        Ok(std::mem::take(&mut self.inputs))
    }

    /// Adds what an address names: an archive or a table. One that ends with a slash comes before the
    /// names of files in an index.
    fn add_address(&mut self, named: &str) -> Result<(), InputError> {
        let address = PathBuf::from(named);
        let has_index = self.input.is_some_and(|input| input.index.is_some());
        if !has_index {
            return match named.ends_with('/') {
                true => Err(InputError::AddressOfFolder(named.into())),
                false => self.add_named_file(named, &address),
            };
        }
        if named.ends_with('/') {
            self.bases.push(named.to_owned());
            return Ok(());
        }
        // An index says what is there. Nothing else is fetched of an object that it leads to.
        let name = address.file_name().unwrap_or(address.as_os_str()).to_owned();
        self.push(address, Path::new(&name), 0, Content::Archive)
    }

    fn add(&mut self, named: &str) -> Result<(), InputError> {
        if is_address(Path::new(named)) {
            return self.add_address(named);
        }
        self.add_path(named, &named_path(named))
    }

    fn add_path(&mut self, named: &str, path: &Path) -> Result<(), InputError> {
        match uninterrupted(|| fs::metadata(path)) {
            Ok(meta) if meta.is_dir() => self.add_folder(named, path),
            // Opening a pipe would block until another process writes to it.
            Ok(meta) if !meta.is_file() => Err(InputError::NotAFile(named.into())),
            Ok(_) => self.add_named_file(named, path),
            Err(e) if e.kind() == io::ErrorKind::NotFound && is_pattern(named) => {
                self.add_pattern(named)
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Err(InputError::Missing(named.into())),
            Err(source) => Err(InputError::Unreadable { path: named.into(), source }),
        }
    }

    /// Adds the copy of standard input.
    fn add_spool(&mut self, spool: &Path) -> Result<(), InputError> {
        let unreadable = |source| InputError::Unreadable { path: STDIN.into(), source };
        self.spool = Some(spool.to_owned());
        let (found, size) = self.look(spool).map_err(unreadable)?;
        let content = found.content(STDIN)?;
        let name = self.input.and_then(|input| input.name.as_deref()).unwrap_or(STDIN);
        self.push(spool.to_owned(), Path::new(name), size, content)
    }

    /// Adds the files that match a pattern.
    fn add_pattern(&mut self, named: &str) -> Result<(), InputError> {
        let no_match = || InputError::NoMatch(named.into());
        let unread = |error: glob::GlobError| InputError::Unreadable {
            path: display_name(error.path()),
            source: error.into(),
        };
        let found = glob::glob(named).map_err(|_| no_match())?;
        let mut paths: Vec<PathBuf> =
            found.map(|path| path.map_err(unread)).collect::<Result<_, _>>()?;
        paths.extend(unnameable_matches(named));
        // By bytes, as folders are, whatever the locale.
        paths.sort_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
        if paths.is_empty() {
            return Err(no_match());
        }
        paths.iter().try_for_each(|path| self.add_path(&display_name(path), path))
    }

    /// Adds a named file.
    fn add_named_file(&mut self, named: &str, path: &Path) -> Result<(), InputError> {
        let unreadable = |source| InputError::Unreadable { path: named.into(), source };
        let (found, size) = self.look(path).map_err(unreadable)?;
        let content = found.content(named)?;
        let name = path.file_name().unwrap_or(path.as_os_str());
        self.push(path.to_owned(), Path::new(name), size, content)
    }
}
