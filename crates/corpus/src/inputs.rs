//! From what the user named (files, folders, patterns) to the list of archive files to read.
//!
//! Folders are walked recursively and sorted by relative path bytes; symbolic links inside them are
//! not followed; the same file is read once. A file that is not an archive is an error when named
//! and counted as `not-archive` when found in a folder.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{Sniffed, sniff};

/// The name of standard input on the command line and in rows.
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
}

impl InputFile {
    /// True for standard input, which is kept in a file while a run needs it.
    pub fn is_spool(&self) -> bool {
        self.name == STDIN
    }

    /// The path as the user knows it.
    pub fn shown_path(&self) -> String {
        if self.is_spool() { STDIN.to_owned() } else { self.path.display().to_string() }
    }
}

/// The files to read, and how many others were passed over in folders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Archive files in reading order.
    pub files: Vec<InputFile>,
    /// Files in folders that are not archives.
    pub not_archives: u64,
}

/// Why the inputs cannot be read. Sentences for the user; nothing has been written yet.
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
    if named.is_empty() {
        return Err(InputError::Nothing);
    }
    let mut lister = Lister::default();
    for name in named {
        match spool {
            Some(spool) if name == STDIN => lister.add_spool(spool)?,
            _ => lister.add(name)?,
        }
    }
    lister.tell_apart();
    Ok(lister.inputs)
}

#[derive(Default)]
struct Lister {
    inputs: Inputs,
    seen: HashSet<PathBuf>,
}

impl Lister {
    fn add(&mut self, named: &str) -> Result<(), InputError> {
        let path = Path::new(named);
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => self.add_folder(named),
            Ok(meta) => self.add_named_file(named, path, meta.len()),
            Err(e) if e.kind() == io::ErrorKind::NotFound && is_pattern(named) => {
                self.add_pattern(named)
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Err(InputError::Missing(named.into())),
            Err(source) => Err(InputError::Unreadable { path: named.into(), source }),
        }
    }

    fn add_spool(&mut self, spool: &Path) -> Result<(), InputError> {
        let unreadable = |source| InputError::Unreadable { path: STDIN.into(), source };
        let size = fs::metadata(spool).map_err(unreadable)?.len();
        match sniff(spool).map_err(unreadable)? {
            Sniffed::Empty => Err(InputError::Empty(STDIN.into())),
            Sniffed::NotArchive => Err(InputError::NotArchive(STDIN.into())),
            Sniffed::Archive(_) => self.push(spool.to_owned(), Path::new(STDIN), size),
        }
    }

    fn add_pattern(&mut self, named: &str) -> Result<(), InputError> {
        let no_match = || InputError::NoMatch(named.into());
        let mut paths: Vec<PathBuf> =
            glob::glob(named).map_err(|_| no_match())?.filter_map(Result::ok).collect();
        paths.sort_by(|a, b| a.as_os_str().as_bytes().cmp(b.as_os_str().as_bytes()));
        if paths.is_empty() {
            return Err(no_match());
        }
        for path in paths {
            self.add(&path.to_string_lossy())?;
        }
        Ok(())
    }

    fn add_named_file(&mut self, named: &str, path: &Path, size: u64) -> Result<(), InputError> {
        match sniff(path).map_err(|source| InputError::Unreadable { path: named.into(), source })? {
            Sniffed::Empty => Err(InputError::Empty(named.into())),
            Sniffed::NotArchive => Err(InputError::NotArchive(named.into())),
            Sniffed::Archive(_) => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                self.push(path.to_owned(), Path::new(name), size)
            }
        }
    }

    fn add_folder(&mut self, named: &str) -> Result<(), InputError> {
        let root = Path::new(named);
        let mut paths = Vec::new();
        walk(root, &mut paths)?;
        paths.sort_by_cached_key(|p| relative(root, p).as_os_str().as_bytes().to_vec());
        let others_before = self.inputs.not_archives;
        let mut archives = 0;
        for path in paths {
            let unreadable =
                |source| InputError::Unreadable { path: path.display().to_string(), source };
            match sniff(&path).map_err(unreadable)? {
                Sniffed::Archive(_) => {
                    archives += 1;
                    let size = fs::metadata(&path).map_err(unreadable)?.len();
                    self.push(path.clone(), relative(root, &path), size)?;
                }
                Sniffed::Empty | Sniffed::NotArchive => self.inputs.not_archives += 1,
            }
        }
        if archives == 0 {
            let others = self.inputs.not_archives - others_before;
            return Err(InputError::EmptyFolder { folder: named.into(), others });
        }
        Ok(())
    }

    fn push(&mut self, path: PathBuf, name: &Path, size: u64) -> Result<(), InputError> {
        let canonical = fs::canonicalize(&path).map_err(|source| InputError::Unreadable {
            path: path.display().to_string(),
            source,
        })?;
        if self.seen.insert(canonical) {
            self.inputs.files.push(InputFile { path, name: display_name(name), size });
        }
        Ok(())
    }

    /// Two inputs may hold files of the same relative name; then both are named in full.
    fn tell_apart(&mut self) {
        let mut seen = HashSet::new();
        let mut twice = HashSet::new();
        for file in &self.inputs.files {
            if !seen.insert(file.name.clone()) {
                twice.insert(file.name.clone());
            }
        }
        for file in &mut self.inputs.files {
            if twice.contains(&file.name) {
                file.name = display_name(&file.path);
            }
        }
    }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), InputError> {
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        let unreadable =
            |source| InputError::Unreadable { path: folder.display().to_string(), source };
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            if kind.is_dir() {
                pending.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
    }
    Ok(())
}

fn relative<'a>(root: &Path, path: &'a Path) -> &'a Path {
    path.strip_prefix(root).unwrap_or(path)
}

fn is_pattern(named: &str) -> bool {
    named.contains(['*', '?', '['])
}

/// Paths need not be UTF-8; rows are. Bytes that are not become U+FFFD in names only.
fn display_name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
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
