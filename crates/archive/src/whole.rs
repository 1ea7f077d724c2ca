//! Files that appear when they are whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::interrupted::{known, uninterrupted};

/// Bytes written at a time.
const BUFFER: usize = 64 << 10;
/// Longest name that the ending fits behind: file systems allow 255 bytes.
const LONGEST_NAME: usize = 240;
/// Ending of an unfinished file.
const ENDING: &str = ".partial";

/// A file that is written under a temporary name beside its target, and renamed when it is whole.
///
/// Until [`WholeFile::publish`] an older target stays as it is. What was not published is removed
/// when the value is dropped; what a killed process left, the next one writes over. Devices and
/// pipes have no name to wait for: they are written at once.
#[derive(Debug)]
pub struct WholeFile {
    target: PathBuf,
    /// `None` once it is renamed, and for devices and pipes.
    temporary: Option<PathBuf>,
    file: BufWriter<File>,
    new: bool,
}

/// Says which file an I/O error is about, which `std` does not.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot be written")]
pub struct Unwritten {
    /// The file.
    pub path: PathBuf,
    /// The system's own words.
    pub source: io::Error,
}

impl Unwritten {
    /// An error of the same kind with the name of its file. The kind tells a full disk or a closed
    /// pipe.
    pub fn error(path: &Path, source: io::Error) -> io::Error {
        io::Error::new(source.kind(), Self { path: path.to_owned(), source })
    }
}

impl WholeFile {
    /// Begins a file that takes the place of an older one.
    ///
    /// # Errors
    /// When no file can be made there, or another process is writing it; names the file.
    pub fn create(target: &Path) -> io::Result<Self> {
        Self::begin(target, false)
    }

    /// Begins a file that must not be there when it is whole.
    ///
    /// # Errors
    /// As [`WholeFile::create`], and when there is one.
    pub fn create_new(target: &Path) -> io::Result<Self> {
        if is_there(target)? {
            return Err(Unwritten::error(target, io::ErrorKind::AlreadyExists.into()));
        }
        Self::begin(target, true)
    }

    fn begin(target: &Path, new: bool) -> io::Result<Self> {
        let found = known(uninterrupted(|| fs::metadata(target)));
        let found = found.map_err(|error| Unwritten::error(target, error))?;
        if found.as_ref().is_some_and(|meta| !meta.is_file()) {
            let file = File::options().write(true).open(target);
            let file = file.map_err(|error| Unwritten::error(target, error))?;
            let file = BufWriter::with_capacity(BUFFER, file);
            return Ok(Self { target: target.to_owned(), temporary: None, file, new });
        }
        // Through a link, the file it leads to is replaced, and not the link.
        let real = uninterrupted(|| target.canonicalize());
        let target = real.unwrap_or_else(|_| target.to_owned());
        let temporary = beside(&target);
        let opened = open(&temporary, found.map(|meta| meta.permissions()));
        let file = opened.map_err(|error| Unwritten::error(&temporary, error))?;
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok(Self { target, temporary: Some(temporary), file, new })
    }

    /// The file that is being written.
    pub fn path(&self) -> &Path {
        self.temporary.as_deref().unwrap_or(&self.target)
    }

    /// Puts the file in its place: what was written is on disk and whole. Later writes go on in it.
    ///
    /// # Errors
    /// When it cannot be written or renamed; names the file.
    pub fn publish(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| Unwritten::error(self.path(), error))?;
        let Some(temporary) = &self.temporary else { return Ok(()) };
        // A rename that survives a power cut must not lead to bytes that did not.
        self.file.get_ref().sync_all().map_err(|error| Unwritten::error(temporary, error))?;
        if self.new && is_there(&self.target)? {
            return Err(Unwritten::error(&self.target, io::ErrorKind::AlreadyExists.into()));
        }
        rename_whole(temporary, &self.target)
            .map_err(|error| Unwritten::error(&self.target, error))?;
        self.temporary = None;
        Ok(())
    }
}

/// Renames a file that is whole and synced, and syncs the folder: without that, a power cut could
/// undo the rename.
///
/// # Errors
/// When it cannot be renamed, or the folder not be synced.
pub fn rename_whole(from: &Path, to: &Path) -> io::Result<()> {
    uninterrupted(|| fs::rename(from, to))?;
    let Some(folder) = to.parent() else { return Ok(()) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)?.sync_all()
}

/// Whether something has a name, be it a link that leads nowhere.
///
/// # Errors
/// When that cannot be looked up: a failing disk must not look like a free name.
fn is_there(path: &Path) -> io::Result<bool> {
    let found = known(uninterrupted(|| path.symlink_metadata()));
    found.map(|found| found.is_some()).map_err(|error| Unwritten::error(path, error))
}

/// The temporary name: always the same, so that killed processes leave one file and not many.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let mut shown = OsString::from(name);
    if name.len() > LONGEST_NAME {
        shown = name.to_string_lossy().chars().take(LONGEST_NAME / 4).collect::<String>().into();
    }
    shown.push(ENDING);
    target.with_file_name(shown)
}

fn open(path: &Path, permissions: Option<fs::Permissions>) -> io::Result<File> {
    // Not truncated before it is locked: it may be another process's.
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => {
            let sentence = "another process is writing it";
            return Err(io::Error::new(io::ErrorKind::WouldBlock, sentence));
        }
        // Some network file systems know no locks.
        Err(fs::TryLockError::Error(_)) => {}
    }
    match prepare(&file, permissions) {
        Ok(()) => Ok(file),
        Err(error) => {
            // The file may be new: nobody else would remove it.
            let _ = fs::remove_file(path);
            Err(error)
        }
    }
}

fn prepare(file: &File, permissions: Option<fs::Permissions>) -> io::Result<()> {
    uninterrupted(|| file.set_len(0))?;
    match permissions {
        Some(permissions) => uninterrupted(|| file.set_permissions(permissions.clone())),
        None => Ok(()),
    }
}

/// Removes what a process that was killed left of a file that is not written any more.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn discard_partial(target: &Path) -> io::Result<()> {
    match uninterrupted(|| fs::remove_file(beside(target))) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| Unwritten::error(self.path(), error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush().map_err(|error| Unwritten::error(self.path(), error))
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // Best effort: the next process writes over what stays.
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_process_left_can_be_discarded() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("out");
        fs::write(beside(&path), "half").expect("written");
        for _ in 0..2 {
            discard_partial(&path).expect("discarded");
            assert!(names(dir.path()).is_empty());
        }
    }

    #[test]
    fn a_file_appears_when_it_is_published_and_not_before() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("out");
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("a mode");
        let mut file = WholeFile::create(&path).expect("begins");
        file.write_all(b"new").expect("written");
        let other = WholeFile::create(&path).expect_err("locked");
        assert_eq!(other.kind(), io::ErrorKind::WouldBlock);
        assert!(other.to_string().contains("out.partial"), "{other}");
        assert_eq!(fs::read(&path).expect("is there"), b"old");
        file.publish().expect("published");
        assert_eq!(fs::read(&path).expect("is there"), b"new");
        assert_eq!(fs::metadata(&path).expect("is there").permissions().mode() & 0o777, 0o600);
        assert_eq!(names(dir.path()), ["out"]);
    }

    #[test]
    fn what_is_not_published_leaves_nothing() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("out");
        // A killed process left this.
        fs::write(dir.path().join("out.partial"), "a long torn beginning").expect("written");
        WholeFile::create_new(&path).expect("begins").write_all(b"x").expect("written");
        assert!(names(dir.path()).is_empty());
        let mut file = WholeFile::create_new(&path).expect("begins");
        file.write_all(b"whole").and_then(|()| file.publish()).expect("published");
        assert_eq!(fs::read(&path).expect("is there"), b"whole");
        let taken = WholeFile::create_new(&path).expect_err("is there");
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn links_stay_links_and_long_names_are_shortened() {
        let dir = tempfile::tempdir().expect("a folder");
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        fs::write(&real, "old").expect("written");
        symlink(&real, &link).expect("a link");
        let mut file = WholeFile::create(&link).expect("begins");
        file.write_all(b"new").and_then(|()| file.publish()).expect("published");
        assert!(link.symlink_metadata().expect("is there").is_symlink());
        assert_eq!(fs::read(&real).expect("is there"), b"new");
        let long = dir.path().join("n".repeat(255));
        WholeFile::create(&long).and_then(|mut file| file.publish()).expect("published");
        assert!(long.exists());
    }

    #[test]
    fn a_name_that_cannot_be_looked_up_is_an_error_and_not_free() {
        let dir = tempfile::tempdir().expect("a folder");
        // Longer than names may be, so that the system does not answer whether it is there.
        let path = dir.path().join("n".repeat(300));
        for begun in [WholeFile::create_new(&path), WholeFile::create(&path)] {
            let error = begun.expect_err("no answer");
            assert_eq!(error.kind(), io::ErrorKind::InvalidFilename, "{error}");
        }
        assert!(names(dir.path()).is_empty());
        let dangling = dir.path().join("link");
        symlink(dir.path().join("nowhere"), &dangling).expect("a link");
        let taken = WholeFile::create_new(&dangling).expect_err("a name is taken");
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn devices_are_written_at_once() {
        let mut file = WholeFile::create(Path::new("/dev/null")).expect("opens");
        file.write_all(b"x").and_then(|()| file.publish()).expect("written");
        let none = WholeFile::create(Path::new("/no-such-folder/x")).expect_err("no folder");
        assert!(none.to_string().contains("/no-such-folder/x.partial"), "{none}");
    }
}
