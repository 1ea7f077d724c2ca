//! The list of archive files behind the names a user gave: files, folders, patterns.
//!
//! Folders are walked recursively, without following symbolic links, and sorted by the bytes of the
//! relative path. A file named twice is read once.
//!
//! A named file that is no archive or cannot be read is an error. In a folder, other files are counted,
//! and unreadable ones are listed with the reason: reading them yields one damaged range. So do archives
//! in folders whose names are not UTF-8, because rows and `run.json` could not name them.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{
    Cause, Damage, Limits, Position, Reader, Record, Sniffed, Source, SourcePool, read_record,
    sniff_source,
};
use serde::{Deserialize, Serialize};

/// The name of standard input, on the command line and in rows.
pub const STDIN: &str = "-";

/// One archive file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputFile {
    /// Where the file is.
    pub path: PathBuf,
    /// Name in rows and reports: the path relative to the named input, with `/` between parts.
    pub name: String,
    /// Size in bytes when listed.
    pub size: u64,
    /// Why it could not be read when it was listed, in the words of the system.
    pub unreadable: Option<String>,
}

impl InputFile {
    /// Opens the file at a position, for readers of one file. A run reads through `Archives`.
    ///
    /// # Errors
    /// The damaged range to report when the file cannot be opened, or could not be when it was listed.
    pub fn open(&self, at: Position, limits: &Limits) -> Result<Reader, Damage> {
        Archives { files: std::slice::from_ref(self), pool: &SourcePool::default(), limits }
            .reader(0, at)
    }

    /// Whether this is standard input, copied to a file for the run.
    pub fn is_spool(&self) -> bool {
        self.name == STDIN
    }

    /// The path to show to the user.
    pub fn shown_path(&self) -> String {
        if self.is_spool() { STDIN.to_owned() } else { display_name(&self.path) }
    }
}

/// Where a record begins: the number of its input file, and the place in it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub(crate) struct RecordPlace {
    /// Number of the input file.
    pub(crate) input: u32,
    /// Offset of its member in the file.
    pub(crate) offset: u64,
    /// Offset in the inflated member.
    pub(crate) inner_offset: u64,
}

impl RecordPlace {
    /// Where a record of the input file number `input` begins.
    pub(crate) fn of_record(input: usize, record: &Record<'_>) -> Self {
        let location = record.location();
        // Lists of more than four thousand million files are not read in one run.
        let input = u32::try_from(input).unwrap_or(u32::MAX);
        Self { input, offset: location.offset, inner_offset: location.inner_offset }
    }
}

/// The archive files of a run as they are read: each is opened once, whoever reads it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Archives<'a> {
    /// The files, by number.
    pub(crate) files: &'a [InputFile],
    /// Their open handles.
    pub(crate) pool: &'a SourcePool,
    /// Caps on what is read of them.
    pub(crate) limits: &'a Limits,
}

impl Archives<'_> {
    /// The open file of an input.
    pub(crate) fn source(&self, input: usize) -> io::Result<Source> {
        match &self.files[input].unreadable {
            Some(why) => Err(io::Error::other(why.clone())),
            None => self.pool.source(&self.files[input].path),
        }
    }

    /// Reads an input from a place on, or gives the damaged range that stands for all of it.
    pub(crate) fn reader(&self, input: usize, at: Position) -> Result<Reader, Damage> {
        let source = self.source(input).map_err(|error| {
            let (cause, detail) = (Cause::ReadError, error.to_string());
            Damage { offset: 0, length: 0, cause, detail }
        })?;
        Ok(Reader::from_source(source, at, self.limits))
    }

    /// The record at a place, if it can be read there.
    pub(crate) fn record(&self, place: RecordPlace) -> Option<Record<'static>> {
        let input = place.input as usize;
        let at = Position { offset: place.offset, inner_offset: place.inner_offset };
        let record = read_record(self.source(input).ok()?, at, self.limits).ok()?;
        (RecordPlace::of_record(input, &record) == place).then_some(record)
    }
}

/// The files to read, and how many others were passed over in folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Archive files in reading order, unreadable ones in folders included.
    pub files: Vec<InputFile>,
    /// Other files in folders, links and pipes included.
    pub not_archives: u64,
}

impl Inputs {
    /// Sets the new path of the copy of standard input.
    pub(crate) fn move_spool(&mut self, to: &Path) {
        for file in self.files.iter_mut().filter(|file| file.is_spool()) {
            to.clone_into(&mut file.path);
        }
    }
}

/// Why the inputs cannot be read. The messages are sentences for the user.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// Nothing was named.
    #[error("no input named: give at least one archive file or folder")]
    Nothing,
    /// The path does not exist.
    #[error("{0}: no such file or folder")]
    Missing(String),
    /// A pattern matched nothing or is malformed.
    #[error("{0}: the pattern matches no file")]
    NoMatch(String),
    /// The file is empty.
    #[error("{0}: the file is empty (0 bytes), so there is nothing to read")]
    Empty(String),
    /// The file was named but holds no archive.
    #[error(
        "{0}: not a web archive (its first bytes are neither WARC nor ARC, plain or compressed)"
    )]
    NotArchive(String),
    /// A pipe, a socket or a device was named.
    #[error("{0}: no regular file, so it cannot be read twice")]
    NotAFile(String),
    /// The folder holds no archive.
    #[error("{folder}: no web archive in this folder (other files: {others})")]
    EmptyFolder {
        /// The folder as named.
        folder: String,
        /// Files in it that are not archives.
        others: u64,
    },
    /// The operating system refused.
    #[error("{path}: cannot be read")]
    Unreadable {
        /// The path as named or found.
        path: String,
        /// The system's own words.
        source: io::Error,
    },
}

/// Lists the archive files behind the named inputs. `spool` is the file standard input was
/// copied to, where `-` is among them.
///
/// # Errors
/// The first input that is missing, unreadable, empty, not an archive, or a folder without one.
pub fn list(named: &[String], spool: Option<&Path>) -> Result<Inputs, InputError> {
    list_pooled(named, spool, &SourcePool::default())
}

/// As [`list`]; the files are left open in `pool` for who reads them.
pub(crate) fn list_pooled(
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
    lister.tell_apart();
    Ok(lister.inputs)
}

struct Lister<'p> {
    pool: &'p SourcePool,
    inputs: Inputs,
    seen: HashSet<PathBuf>,
    spool: Option<PathBuf>,
}

impl<'p> Lister<'p> {
    fn new(pool: &'p SourcePool) -> Self {
        Self { pool, inputs: Inputs::default(), seen: HashSet::new(), spool: None }
    }
    fn add(&mut self, named: &str) -> Result<(), InputError> {
        let path = Path::new(named);
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => self.add_folder(named),
            // Opening a pipe would block until another process writes to it.
            Ok(meta) if !meta.is_file() => Err(InputError::NotAFile(named.into())),
            Ok(meta) => self.add_named_file(named, path, meta.len()),
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
        let size = fs::metadata(spool).map_err(unreadable)?.len();
        self.spool = Some(spool.to_owned());
        match sniff_in(self.pool, spool).map_err(unreadable)? {
            Sniffed::Empty => Err(InputError::Empty(STDIN.into())),
            Sniffed::NotArchive => Err(InputError::NotArchive(STDIN.into())),
            Sniffed::Archive(_) => self.push(spool.to_owned(), Path::new(STDIN), size),
        }
    }

    /// Adds the files that match a pattern.
    fn add_pattern(&mut self, named: &str) -> Result<(), InputError> {
        let no_match = || InputError::NoMatch(named.into());
        let mut paths: Vec<PathBuf> =
            glob::glob(named).map_err(|_| no_match())?.filter_map(Result::ok).collect();
        paths.extend(unnameable_matches(named));
        // By bytes, as folders are, whatever the locale.
        paths.sort_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
        let mut is_read = false;
        let mut first_failure = None;
        for path in paths {
            if let Some(named) = path.to_str() {
                self.add(named)?;
                is_read = true;
                continue;
            }
            let failure = match size_of_archive(self.pool, &path) {
                Ok(None) => {
                    self.inputs.not_archives += 1;
                    continue;
                }
                Ok(Some(_)) => unnameable(),
                Err(failure) => failure,
            };
            let name = path.file_name().unwrap_or(path.as_os_str());
            self.push_unreadable(path.clone(), Path::new(name), &failure);
            first_failure = first_failure.or(Some((path, failure)));
        }
        match first_failure {
            _ if is_read => Ok(()),
            Some((path, source)) => {
                Err(InputError::Unreadable { path: display_name(&path), source })
            }
            None => Err(no_match()),
        }
    }

    /// Adds a named file.
    fn add_named_file(&mut self, named: &str, path: &Path, size: u64) -> Result<(), InputError> {
        let unreadable = |source| InputError::Unreadable { path: named.into(), source };
        match sniff_in(self.pool, path).map_err(unreadable)? {
            Sniffed::Empty => Err(InputError::Empty(named.into())),
            Sniffed::NotArchive => Err(InputError::NotArchive(named.into())),
            Sniffed::Archive(_) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                self.push(path.to_owned(), Path::new(name), size)
            }
        }
    }

    /// Adds the archives of a folder.
    fn add_folder(&mut self, named: &str) -> Result<(), InputError> {
        let root = Path::new(named);
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
            let size = match size {
                Ok(Some(_)) if path.to_str().is_none() => Err(unnameable()),
                size => size,
            };
            match size {
                Ok(Some(size)) => {
                    archives += 1;
                    self.push(path.clone(), relative(root, &path), size)?;
                }
                Ok(None) => others += 1,
                Err(failure) => {
                    self.push_unreadable(path.clone(), relative(root, &path), &failure);
                    first_failure = first_failure.or(Some((path, failure)));
                }
            }
        }
        self.inputs.not_archives += others;
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
        let canonical = fs::canonicalize(&path).map_err(|source| InputError::Unreadable {
            path: path.display().to_string(),
            source,
        })?;
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

    /// Makes names unique. Files with equal relative names get their full paths as names, which may
    /// collide with further names, so this repeats. Standard input keeps its name.
    fn tell_apart(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            let mut seen = HashSet::new();
            let names = self.inputs.files.iter().map(|file| file.name.as_str());
            let twice: HashSet<String> =
                names.filter(|name| !seen.insert(*name)).map(str::to_owned).collect();
            let files = self.inputs.files.iter_mut().filter(|file| twice.contains(&file.name));
            for file in files.filter(|file| self.spool.as_ref() != Some(&file.path)) {
                let full = display_name(&file.path);
                changed |= full != file.name;
                file.name = full;
            }
        }
    }
}

/// What a file is. An archive stays open, as it is read next.
fn sniff_in(pool: &SourcePool, path: &Path) -> io::Result<Sniffed> {
    let sniffed = sniff_source(&pool.source(path)?, path);
    if !matches!(sniffed, Ok(Sniffed::Archive(_))) {
        pool.forget(path);
    }
    sniffed
}

/// The size of an archive; `None` where the file is none.
fn size_of_archive(pool: &SourcePool, path: &Path) -> io::Result<Option<u64>> {
    match sniff_in(pool, path)? {
        Sniffed::Archive(_) => Ok(Some(fs::metadata(path)?.len())),
        Sniffed::Empty | Sniffed::NotArchive => Ok(None),
    }
}

/// An entry of a folder: a file, or something that could not be examined.
struct FolderEntry {
    path: PathBuf,
    failure: Option<io::Error>,
}

/// The entries of a folder and its subfolders.
#[derive(Default)]
struct Walked {
    entries: Vec<FolderEntry>,
    /// Number of links, pipes and the like, which are not opened.
    others: u64,
}

impl Walked {
    /// Adds the entries of one folder. Subfolders go to `pending`.
    fn add_folder(&mut self, folder: &Path, pending: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => pending.push(path),
                Ok(kind) if kind.is_file() => {
                    self.entries.push(FolderEntry { path, failure: None });
                }
                Ok(_) => self.others += 1,
                Err(error) => self.entries.push(FolderEntry { path, failure: Some(error) }),
            }
        }
        Ok(())
    }
}

/// All entries below a folder. An unreadable subfolder is an entry with an error.
fn walk(root: &Path) -> Result<Walked, InputError> {
    let mut found = Walked::default();
    let mut pending = Vec::new();
    let unreadable = |source| InputError::Unreadable { path: root.display().to_string(), source };
    found.add_folder(root, &mut pending).map_err(unreadable)?;
    while let Some(folder) = pending.pop() {
        if let Err(error) = found.add_folder(&folder, &mut pending) {
            found.entries.push(FolderEntry { path: folder, failure: Some(error) });
        }
    }
    Ok(found)
}

/// The path relative to the named folder.
fn relative<'a>(root: &Path, path: &'a Path) -> &'a Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// Whether a name has wildcards of `glob`.
fn is_pattern(named: &str) -> bool {
    named.contains(['*', '?', '['])
}

/// The files with names that are not UTF-8 and match the last part of a pattern, with any character for
/// the invalid bytes. `glob` skips such files silently.
fn unnameable_matches(named: &str) -> Vec<PathBuf> {
    let (folders, last) = named.rsplit_once('/').map_or((".", named), |(folders, last)| {
        if folders.is_empty() { ("/", last) } else { (folders, last) }
    });
    // `**` matches folders, not files.
    let pattern = glob::Pattern::new(last).ok().filter(|_| last != "**");
    let Some(last) = pattern else { return Vec::new() };
    // A final `**` also matches the folder before it, which `glob` does not return.
    let above = folders.strip_suffix("**").map(|above| if above.is_empty() { "." } else { above });
    let folders = [Some(folders), above].into_iter().flatten();
    let folders = folders.filter_map(|folders| glob::glob(folders).ok()).flatten();
    let folders: BTreeSet<PathBuf> = folders.filter_map(Result::ok).collect();
    let folders = folders.into_iter();
    let entries = folders.filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let files = entries.filter_map(Result::ok).filter(|entry| {
        let name = entry.file_name();
        name.to_str().is_none() && last.matches(&name.to_string_lossy()) && entry.path().is_file()
    });
    files.map(|entry| entry.path()).collect()
}

/// A path as text. Bytes that are not UTF-8 are escaped, so that different paths stay different.
fn display_name(path: &Path) -> String {
    let spelled = |chunk: std::str::Utf8Chunk<'_>| {
        format!("{}{}", chunk.valid(), chunk.invalid().escape_ascii())
    };
    path.as_os_str().as_bytes().utf8_chunks().map(spelled).collect()
}

/// The reason for a file whose name is not UTF-8.
fn unnameable() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidFilename, "the name of the file is not UTF-8; rename it")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WARC: &[u8] = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";

    fn tree(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("temporary folder");
        for (name, bytes) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("parent")).expect("folder");
            fs::write(path, bytes).expect("file");
        }
        dir
    }

    fn at(dir: &tempfile::TempDir, name: &str) -> String {
        dir.path().join(name).display().to_string()
    }

    #[test]
    fn folders_are_sorted_by_path_bytes_and_other_files_counted() {
        let dir =
            tree(&[("b/x.warc", WARC), ("b.warc", WARC), ("a/z.warc", WARC), ("n.txt", b"no")]);
        let inputs = list(&[at(&dir, "")], None).expect("lists");
        let names: Vec<_> = inputs.files.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["a/z.warc", "b.warc", "b/x.warc"]);
        assert_eq!(inputs.not_archives, 1);
    }

    #[test]
    fn the_same_file_is_read_once() {
        let dir = tree(&[("a.warc", WARC)]);
        let inputs =
            list(&[at(&dir, "a.warc"), at(&dir, ""), at(&dir, "*.warc")], None).expect("lists");
        assert_eq!(inputs.files.len(), 1);
    }

    #[test]
    fn equal_relative_names_are_told_apart() {
        let dir = tree(&[("x/a.warc", WARC), ("y/a.warc", WARC)]);
        let inputs = list(&[at(&dir, "x"), at(&dir, "y")], None).expect("lists");
        assert_ne!(inputs.files[0].name, inputs.files[1].name);
    }

    #[test]
    fn names_in_full_are_told_apart_from_relative_ones() {
        let named = |name: &str, path: &str| InputFile {
            path: path.into(),
            name: name.into(),
            size: 0,
            unreadable: None,
        };
        let pool = SourcePool::default();
        let mut lister = Lister::new(&pool);
        lister.spool = Some("out/stdin".into());
        lister.inputs.files = vec![
            named("a.warc", "b/a.warc"),
            named("a.warc", "c/a.warc"),
            named("b/a.warc", "z/b/a.warc"),
            named(STDIN, "out/stdin"),
            named(STDIN, "z/-"),
        ];
        lister.tell_apart();
        let names: Vec<&str> = lister.inputs.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["b/a.warc", "c/a.warc", "z/b/a.warc", STDIN, "z/-"]);
    }

    /// Nests folders until their paths are longer than the system opens, which stops root, too.
    fn too_deep(dir: &tempfile::TempDir) {
        let (name, outer) = ("d".repeat(250), dir.path().join("outer"));
        fs::create_dir_all(dir.path().join("deep").join(&name)).expect("folder");
        for _ in 0..17 {
            fs::create_dir(&outer).expect("folder");
            fs::rename(dir.path().join("deep").join(&name), outer.join(&name)).expect("moves");
            fs::rename(&outer, dir.path().join("deep").join(&name)).expect("moves");
        }
    }

    #[test]
    fn what_cannot_be_read_in_a_folder_is_listed_with_its_reason() {
        let dir = tree(&[("in/a.warc", WARC), ("in/z.warc", WARC)]);
        too_deep(&dir);
        fs::rename(at(&dir, "deep"), at(&dir, "in/deep")).expect("moves");
        let inputs = list(&[at(&dir, "in")], None).expect("lists");
        let why: Vec<_> = inputs.files.iter().map(|file| file.unreadable.is_some()).collect();
        assert_eq!(why, [false, true, false]);
        let (pool, limits) = (SourcePool::default(), Limits::default());
        let archives = Archives { files: &inputs.files, pool: &pool, limits: &limits };
        let damage = archives.reader(1, Position::START);
        let damage = damage.expect_err("unreadable");
        assert!(damage.detail.contains("too long"), "{}", damage.detail);
        let error = list(&[at(&dir, "in/deep")], None).expect_err("nothing else").to_string();
        assert!(error.contains("cannot be read"), "{error}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn archives_whose_names_are_not_utf8_are_listed_apart_with_that_reason() {
        use std::ffi::OsStr;
        let dir = tree(&[("in/z.warc", WARC), ("only/n.txt", b"no")]);
        for name in [b"in/a\xfe.warc", b"in/a\xff.warc"] {
            fs::write(dir.path().join(OsStr::from_bytes(name)), WARC).expect("file");
        }
        fs::write(dir.path().join(OsStr::from_bytes(b"only/\xff.warc")), WARC).expect("file");
        fs::write(dir.path().join(OsStr::from_bytes(b"only/\xff.txt")), b"no").expect("file");
        let inputs = list(&[at(&dir, "in")], None).expect("lists");
        let names: Vec<_> = inputs.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a\\xfe.warc", "a\\xff.warc", "z.warc"]);
        let why: Vec<_> = inputs.files.iter().map(|file| file.unreadable.is_some()).collect();
        assert_eq!(why, [true, true, false]);
        let error = list(&[at(&dir, "only")], None).expect_err("nothing else");
        assert!(error.to_string().contains("\\xff.warc: cannot be read"), "{error}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn patterns_list_archives_whose_names_are_not_utf8_with_that_reason() {
        use std::ffi::OsStr;
        let dir = tree(&[("in/a.warc", WARC), ("in/z.warc", WARC), ("only/n.txt", b"no")]);
        for name in [&b"in/m\xff.warc"[..], b"in/m\xff.arc", b"only/\xff.warc"] {
            fs::write(dir.path().join(OsStr::from_bytes(name)), WARC).expect("file");
        }
        fs::write(dir.path().join(OsStr::from_bytes(b"in/\xff.warc")), b"no").expect("file");
        for pattern in ["in/*.warc", "[hi]n/[a-z]*.w[a-b]rc", "**/[amz]*.warc", "in/**/[amz]*.warc"]
        {
            let inputs = list(&[at(&dir, pattern)], None).expect(pattern);
            let names: Vec<_> = inputs.files.iter().map(|file| file.name.as_str()).collect();
            assert_eq!(names, ["a.warc", "m\\xff.warc", "z.warc"], "{pattern}");
            let why: Vec<_> = inputs.files.iter().map(|file| file.unreadable.is_some()).collect();
            assert_eq!(why, [false, true, false], "{pattern}");
            assert_eq!(inputs.not_archives, u64::from(pattern == "in/*.warc"), "{pattern}");
        }
        let error = list(&[at(&dir, "only/*.warc")], None).expect_err("nothing else");
        assert!(error.to_string().contains("\\xff.warc: cannot be read"), "{error}");
    }

    #[test]
    fn links_and_pipes_in_folders_are_counted_and_not_opened() {
        let dir = tree(&[("in/a.warc", WARC)]);
        std::os::unix::fs::symlink("nowhere", at(&dir, "in/link.warc")).expect("link");
        let _socket = std::os::unix::net::UnixListener::bind(at(&dir, "in/s")).expect("socket");
        let inputs = list(&[at(&dir, "in")], None).expect("lists");
        assert_eq!((inputs.files.len(), inputs.not_archives), (1, 2));
        let error = |name: &str| list(&[at(&dir, name)], None).expect_err(name).to_string();
        assert!(error("in/link.warc").contains("no such file"));
        assert!(error("in/s").contains("no regular file"));
    }

    #[test]
    fn bad_inputs_are_named() {
        let dir =
            tree(&[("empty.warc", b""), ("page.html", b"<html>"), ("only/readme.txt", b"hi")]);
        let error = |name: &str| list(&[at(&dir, name)], None).expect_err(name).to_string();
        assert!(error("none.warc").contains("no such file"));
        assert!(error("*.arc").contains("matches no file"));
        assert!(error("empty.warc").contains("empty"));
        assert!(error("page.html").contains("not a web archive"));
        assert!(error("only").contains("other files: 1"));
    }
}
