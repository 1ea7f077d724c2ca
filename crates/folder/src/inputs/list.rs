//! Lists the archive files behind the named inputs.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{Sniffed, SourcePool, sniff_source, uninterrupted};

use super::error::InputError;
use super::file::{InputFile, Inputs, STDIN, display_name, named_path, tail};
use super::pattern::{is_pattern, unnameable_matches};
use super::walk::{FolderEntry, relative, walk};

/// Lists the archive files behind the named inputs. `spool` is the file standard input was
/// copied to, where `-` is among them.
///
/// # Errors
/// The first input that is missing, unreadable, empty, not an archive, or a folder without one.
pub fn list(named: &[String], spool: Option<&Path>) -> Result<Inputs, InputError> {
    list_pooled(named, spool, &SourcePool::default())
}

/// As [`list`]; the files are left open in `pool` for who reads them.
///
/// # Errors
/// As [`list`].
pub fn list_pooled(
    named: &[String],
    spool: Option<&Path>,
    pool: &SourcePool,
) -> Result<Inputs, InputError> {
    if named.is_empty() {
        return Err(InputError::Nothing);
    }
    let mut lister = Lister::new(pool);
    for name in named {
        match spool {
            Some(spool) if name == STDIN => lister.add_spool(spool)?,
            _ => lister.add(name)?,
        }
    }
    lister.make_names_unique();
    Ok(lister.inputs)
}

pub(super) struct Lister<'p> {
    pool: &'p SourcePool,
    pub(super) inputs: Inputs,
    seen: HashSet<PathBuf>,
    pub(super) spool: Option<PathBuf>,
}

impl<'p> Lister<'p> {
    pub(super) fn new(pool: &'p SourcePool) -> Self {
        Self { pool, inputs: Inputs::default(), seen: HashSet::new(), spool: None }
    }

    fn add(&mut self, named: &str) -> Result<(), InputError> {
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
        match sniff_in(self.pool, spool).map_err(unreadable)? {
            (Sniffed::Empty, _) => Err(InputError::Empty(STDIN.into())),
            (Sniffed::NotArchive, _) => Err(InputError::NotArchive(STDIN.into())),
            (Sniffed::Archive(_), size) => self.push(spool.to_owned(), Path::new(STDIN), size),
        }
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
        match sniff_in(self.pool, path).map_err(unreadable)? {
            (Sniffed::Empty, _) => Err(InputError::Empty(named.into())),
            (Sniffed::NotArchive, _) => Err(InputError::NotArchive(named.into())),
            (Sniffed::Archive(_), size) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                self.push(path.to_owned(), Path::new(name), size)
            }
        }
    }

    /// Adds the archives of a folder.
    fn add_folder(&mut self, named: &str, root: &Path) -> Result<(), InputError> {
        let mut found = walk(root)?;
        found
            .entries
            .sort_by_cached_key(|e| relative(root, &e.path).as_os_str().as_bytes().to_vec());
        let mut others = found.others;
        let mut archives = 0;
        let mut first_failure = None;
        for FolderEntry { path, failure } in found.entries {
            let size = match failure {
                Some(failure) => Err(failure),
                None => size_of_archive(self.pool, &path),
            };
            match size {
                Ok(Some(size)) => {
                    archives += 1;
                    self.push(path.clone(), relative(root, &path), size)?;
                }
                Ok(None) => others.push(path),
                Err(failure) => {
                    self.push_unreadable(path.clone(), relative(root, &path), &failure);
                    first_failure = first_failure.or(Some((path, failure)));
                }
            }
        }
        others.sort_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
        self.inputs.pass_over(&others);
        let others = others.len() as u64;
        match first_failure {
            _ if archives > 0 => Ok(()),
            Some((path, source)) => {
                Err(InputError::Unreadable { path: display_name(&path), source })
            }
            None => Err(InputError::EmptyFolder { folder: named.into(), others }),
        }
    }

    /// Adds a file, unless it is in the list already under another path.
    fn push(&mut self, path: PathBuf, name: &Path, size: u64) -> Result<(), InputError> {
        let canonical = uninterrupted(|| fs::canonicalize(&path))
            .map_err(|source| InputError::Unreadable { path: display_name(&path), source })?;
        // By canonical path: links and `..` may name a file twice.
        if self.seen.insert(canonical) {
            let name = display_name(name);
            self.inputs.files.push(InputFile { path, name, size, unreadable: None });
        }
        Ok(())
    }

    /// Adds a file that cannot be read, with the reason.
    fn push_unreadable(&mut self, path: PathBuf, name: &Path, failure: &io::Error) {
        let canonical = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        if self.seen.insert(canonical) {
            let (name, unreadable) = (display_name(name), Some(failure.to_string()));
            self.inputs.files.push(InputFile { path, name, size: 0, unreadable });
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
}

/// What a file is, and its size. An archive stays open, as it is read next.
fn sniff_in(pool: &SourcePool, path: &Path) -> io::Result<(Sniffed, u64)> {
    let source = pool.source(path)?;
    let sniffed = sniff_source(&source, path);
    if !matches!(sniffed, Ok(Sniffed::Archive(_))) {
        pool.forget(path);
    }
    // The bytes that a short read left out could make another file of it.
    source.verify().map_err(|fault| io::Error::other(fault.detail()))?;
    Ok((sniffed?, source.len()))
}

/// The size of an archive; `None` where the file is none.
fn size_of_archive(pool: &SourcePool, path: &Path) -> io::Result<Option<u64>> {
    match sniff_in(pool, path)? {
        (Sniffed::Archive(_), size) => Ok(Some(size)),
        (Sniffed::Empty | Sniffed::NotArchive, _) => Ok(None),
    }
}
