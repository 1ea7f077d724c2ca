//! Lists the files behind the named inputs.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{Sniffed, Source, SourcePool, is_address, sniff_source, uninterrupted};
use scutch_tables::{TableColumns, TableError, sniff_table};

use super::content::Content;
use super::error::InputError;
use super::file::{InputFile, Inputs, STDIN, display_name, named_path, tail};
use super::pattern::{is_pattern, unnameable_matches};
use super::selection::Selection;
use super::walk::{FolderEntry, relative, walk};
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
    pool: &'p SourcePool,
    /// What is known of inputs beforehand; `None` where only archives are wanted.
    input: Option<&'p InputConfig>,
    pub(super) inputs: Inputs,
    seen: HashSet<PathBuf>,
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

    /// Adds the archives of a folder, or the tables of one that has no archives.
    fn add_folder(&mut self, named: &str, root: &Path) -> Result<(), InputError> {
        let mut found = walk(root)?;
        found
            .entries
            .sort_by_cached_key(|e| relative(root, &e.path).as_os_str().as_bytes().to_vec());
        let mut others = found.others;
        let (mut archives, mut tables) = (0, Vec::new());
        let (mut first_failure, mut first_lacking) = (None, None);
        for FolderEntry { path, failure } in found.entries {
            match failure.map_or_else(|| self.look(&path), Err) {
                Ok((Found::Content(Content::Archive), size)) => {
                    archives += 1;
                    self.push(path.clone(), relative(root, &path), size, Content::Archive)?;
                }
                Ok((Found::Content(table), size)) => tables.push((path, size, table)),
                Ok((found, _)) => {
                    if let Found::Lacking(source) = found {
                        let path = display_name(&path);
                        first_lacking = first_lacking.or(Some(InputError::Table { path, source }));
                    }
                    others.push(path);
                }
                Err(failure) => {
                    self.push_unreadable(path.clone(), relative(root, &path), &failure);
                    first_failure = first_failure.or(Some((path, failure)));
                }
            }
        }
        let found = archives + tables.len();
        for (path, size, table) in tables {
            // Beside archives a table is what somebody made of them: its pages would count twice.
            if archives > 0 {
                self.pool.forget(&path);
                others.push(path);
            } else {
                self.push(path.clone(), relative(root, &path), size, table)?;
            }
        }
        others.sort_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
        self.inputs.pass_over(&others);
        let others = others.len() as u64;
        match first_failure {
            _ if found > 0 => Ok(()),
            Some((path, source)) => {
                Err(InputError::Unreadable { path: display_name(&path), source })
            }
            // Says more than that there is nothing.
            None => {
                Err(first_lacking
                    .unwrap_or(InputError::EmptyFolder { folder: named.into(), others }))
            }
        }
    }

    /// Adds a file, unless it is in the list already under another path.
    fn push(
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
    fn push_unreadable(&mut self, path: PathBuf, name: &Path, failure: &io::Error) {
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
}

impl Lister<'_> {
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

/// What a file is by its bytes.
enum Found {
    Empty,
    Other,
    /// A table that lacks what is needed.
    Lacking(TableError),
    Content(Content),
}

impl Found {
    /// What a file holds that was named.
    fn content(self, named: &str) -> Result<Content, InputError> {
        match self {
            Self::Empty => Err(InputError::Empty(named.into())),
            Self::Other => Err(InputError::NotArchive(named.into())),
            Self::Lacking(source) => Err(InputError::Table { path: named.into(), source }),
            Self::Content(content) => Ok(content),
        }
    }
}

impl Lister<'_> {
    /// What a file is, and its size. What is an input stays open, as it is read next.
    fn look(&self, path: &Path) -> io::Result<(Found, u64)> {
        let source = self.pool.source(path)?;
        let columns = self.input.map(|input| &input.columns);
        let found = found(&source, path, columns);
        if !matches!(found, Ok(Found::Content(_))) {
            self.pool.forget(path);
        }
        // The bytes that a short read left out could make another file of it.
        source.verify().map_err(|fault| io::Error::other(fault.detail()))?;
        Ok((found?, source.len()))
    }
}

/// What an open file is. Without `columns` no table is looked for.
fn found(source: &Source, path: &Path, columns: Option<&TableColumns>) -> io::Result<Found> {
    Ok(match (sniff_source(source, path)?, columns) {
        (Sniffed::Empty, _) => Found::Empty,
        (Sniffed::Archive(_), _) => Found::Content(Content::Archive),
        (Sniffed::NotArchive, None) => Found::Other,
        (Sniffed::NotArchive, Some(columns)) => match sniff_table(source, columns)? {
            None => Found::Other,
            Some(Ok(table)) => Found::Content(Content::Table(table)),
            Some(Err(lacking)) => Found::Lacking(lacking),
        },
    })
}
