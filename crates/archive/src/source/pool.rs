//! The files of a run, each opened once.

use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fault::Faults;
use super::{FileStamp, Source, SourceFault, is_address};

/// Files kept open at most by default. Systems allow a process 256 open files or more, and a run
/// needs others for its output.
const MOST_OPEN: usize = 64;

/// Open files by path, shared by all threads of a run.
///
/// A file is opened when it is first asked for and stays open; above the limit the file that was
/// not asked for the longest is closed, unless somebody still reads from it. Every caller gets the
/// same handle, so a file that is replaced on disk keeps its bytes while it is open here.
///
/// The pool remembers what each file was when it was first opened, and what went wrong with it.
/// Opening a file again that is no longer the same is an error; [`SourcePool::verify`] looks at all.
///
/// ```no_run
/// # use std::path::Path;
/// use scutch_archive::{Limits, Position, Reader, SourcePool, read_record};
///
/// let pool = SourcePool::default();
/// let path = Path::new("collection.warc.gz");
/// let limits = Limits::default();
/// let mut reader = Reader::from_source(pool.source(path)?, Position::START, &limits);
/// let place = reader.position();
/// let record = read_record(pool.source(path)?, place, &limits);
/// assert_eq!(pool.opened(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct SourcePool {
    most_open: usize,
    files: Mutex<OpenFiles>,
    faults: Faults,
}

#[derive(Debug, Default)]
struct OpenFiles {
    by_path: HashMap<PathBuf, OpenFile>,
    /// Addresses, which take no file handle and so stay open: what is read must be of one version.
    addresses: HashMap<PathBuf, Source>,
    /// What each file was when it was first opened, closed ones included.
    stamps: HashMap<PathBuf, FileStamp>,
    /// Requests so far: the age of a file is the number of its last one.
    requests: u64,
    opened: u64,
}

#[derive(Debug)]
struct OpenFile {
    source: Source,
    last_request: u64,
}

impl Default for SourcePool {
    fn default() -> Self {
        Self::with_limit(MOST_OPEN)
    }
}

impl SourcePool {
    /// A pool that keeps at most `most_open` files open that nobody reads from.
    pub fn with_limit(most_open: usize) -> Self {
        Self { most_open, files: Mutex::default(), faults: Faults::default() }
    }

    /// The open file at `path`.
    ///
    /// # Errors
    /// When the file cannot be opened, or is no longer the one that was opened before; the next
    /// call tries again.
    pub fn source(&self, path: &Path) -> io::Result<Source> {
        let mut files = self.lock();
        files.requests += 1;
        let last_request = files.requests;
        if let Some(file) = files.by_path.get_mut(path) {
            file.last_request = last_request;
            return Ok(file.source.clone());
        }
        if let Some(source) = files.addresses.get(path) {
            return Ok(source.clone());
        }
        if is_address(path) {
            // A server may take its time, and others read files meanwhile.
            drop(files);
            let source = Source::open_address(path, None, self.faults.clone())?;
            let mut files = self.lock();
            return Ok(files.addresses.entry(path.to_owned()).or_insert(source).clone());
        }
        // The lock is held while the file is opened: two threads must not open it both.
        let source = self.open(path, &mut files.stamps)?;
        files.opened += 1;
        files.close_idle(self.most_open.saturating_sub(1));
        let file = OpenFile { source: source.clone(), last_request };
        files.by_path.insert(path.to_owned(), file);
        Ok(source)
    }

    /// Says which ranges of an address will be read, in order and apart, so that they are fetched beforehand
    /// and each once. Files are left alone.
    ///
    /// # Errors
    /// When no such address can be asked. What is there shows with the first read.
    pub fn expect(&self, path: &Path, ranges: &[Range<u64>]) -> io::Result<()> {
        if is_address(path) {
            let source = Source::open_address(path, Some(ranges), self.faults.clone())?;
            self.lock().addresses.insert(path.to_owned(), source);
        }
        Ok(())
    }

    /// Opens a file, the same one as before if it was open before.
    fn open(&self, path: &Path, stamps: &mut HashMap<PathBuf, FileStamp>) -> io::Result<Source> {
        let known = stamps.get(path).copied();
        let source = Source::open_noting(path, self.faults.clone()).inspect_err(|error| {
            // Whoever reads a file a second time needs it; the first time somebody names it.
            if known.is_some() {
                self.note_unread(path, error);
            }
        })?;
        let Some(stamp) = source.stamp() else { return Ok(source) };
        match known.and_then(|known| stamp.change_since(&known)) {
            None => {
                stamps.insert(path.to_owned(), known.unwrap_or(stamp));
                Ok(source)
            }
            Some(what) => {
                self.faults.note(path, |path| SourceFault::Changed { path, what });
                Err(io::Error::other(format!("changed while it was read: {what}")))
            }
        }
    }

    fn note_unread(&self, path: &Path, error: &io::Error) {
        let source = Arc::new(super::again(error));
        self.faults.note(path, |path| SourceFault::Unread { path, offset: 0, source });
    }

    /// Closes the file at `path` once its last reader is gone, and forgets what it was; the next
    /// request opens it as if for the first time.
    pub fn forget(&self, path: &Path) {
        let mut files = self.lock();
        files.by_path.remove(path);
        files.stamps.remove(path);
        files.addresses.remove(path);
        self.faults.forget(path);
    }

    /// How often a file was opened so far.
    pub fn opened(&self) -> u64 {
        self.lock().opened
    }

    /// What the file at `path` was when it was first opened.
    pub fn stamp(&self, path: &Path) -> Option<FileStamp> {
        self.lock().stamps.get(path).copied()
    }

    /// Whether all reads so far gave what is in the files. Costs nothing, and can be asked often.
    ///
    /// # Errors
    /// The fault of the first file by path.
    pub fn sound(&self) -> Result<(), SourceFault> {
        self.faults.first().map_or(Ok(()), Err)
    }

    /// As [`SourcePool::sound`], and looks at every file whether it is still the one that was
    /// opened. Asked when the last reading ends.
    ///
    /// # Errors
    /// The fault of the first file by path.
    pub fn verify(&self) -> Result<(), SourceFault> {
        let stamps: Vec<(PathBuf, FileStamp)> =
            self.lock().stamps.iter().map(|(path, stamp)| (path.clone(), *stamp)).collect();
        for (path, stamp) in stamps {
            self.faults.look_for_change(&path, &stamp);
        }
        self.sound()
    }

    /// The fault of a file, if it has one.
    pub fn fault(&self, path: &Path) -> Option<SourceFault> {
        self.faults.get(path)
    }

    fn lock(&self) -> MutexGuard<'_, OpenFiles> {
        // A thread that panics between two statements leaves a usable map.
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenFiles {
    /// Closes files until `keep` are left. A file somebody reads from stays: its handle would stay
    /// open anyway, and the next request would open a second one.
    fn close_idle(&mut self, keep: usize) {
        while self.by_path.len() > keep {
            let idle = self.by_path.iter().filter(|(_, file)| !file.source.is_shared());
            let oldest = idle.min_by_key(|(_, file)| file.last_request);
            let Some(path) = oldest.map(|(path, _)| path.clone()) else { return };
            self.by_path.remove(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read as _;

    use super::*;

    struct Folder(tempfile::TempDir);

    impl Folder {
        /// Files `0` to `n - 1`, each of which holds its own number.
        fn with_files(n: usize) -> Self {
            let folder = Self(tempfile::tempdir().expect("folder"));
            for file in 0..n {
                fs::write(folder.path(file), file.to_string()).expect("file");
            }
            folder
        }

        fn path(&self, file: usize) -> PathBuf {
            self.0.path().join(file.to_string())
        }
    }

    fn content(source: &Source) -> String {
        let mut text = String::new();
        source.reader().read_to_string(&mut text).expect("text");
        text
    }

    #[test]
    fn a_file_is_opened_once_while_it_fits() {
        let folder = Folder::with_files(5);
        let pool = SourcePool::with_limit(5);
        for round in 0..20 {
            let file = (round * 3) % 5;
            let source = pool.source(&folder.path(file)).expect("opens");
            assert_eq!(content(&source), file.to_string());
        }
        assert_eq!(pool.opened(), 5);
    }

    #[test]
    fn the_file_not_asked_for_the_longest_is_closed() {
        let folder = Folder::with_files(4);
        let pool = SourcePool::with_limit(3);
        let ask = |file: usize| drop(pool.source(&folder.path(file)).expect("opens"));
        [0, 1, 2, 0, 3].into_iter().for_each(ask); // closes 1
        assert_eq!(pool.opened(), 4);
        [0, 2, 3].into_iter().for_each(ask);
        assert_eq!(pool.opened(), 4);
        ask(1); // closes 0
        assert_eq!(pool.opened(), 5);
        [2, 3].into_iter().for_each(ask);
        assert_eq!(pool.opened(), 5);
        ask(0);
        assert_eq!(pool.opened(), 6);
    }

    #[test]
    fn files_in_use_stay_open_beyond_the_limit_and_close_with_their_readers() {
        let folder = Folder::with_files(6);
        let pool = SourcePool::with_limit(2);
        let source = |file: usize| pool.source(&folder.path(file)).expect("opens");
        let held: Vec<Source> = (0..4).map(source).collect();
        let again: Vec<Source> = (0..4).map(source).collect();
        assert_eq!(pool.opened(), 4);
        drop((held, again));
        drop(source(4)); // closes all but one of the four
        let left = (0..4).filter(|file| {
            let before = pool.opened();
            drop(source(*file));
            pool.opened() == before
        });
        assert!(left.count() <= 1);
    }

    #[test]
    fn a_limit_of_zero_still_opens_files() {
        let folder = Folder::with_files(2);
        let pool = SourcePool::with_limit(0);
        for file in [0, 1, 0] {
            assert_eq!(content(&pool.source(&folder.path(file)).expect("opens")), file.to_string());
        }
        assert_eq!(pool.opened(), 3);
    }

    #[test]
    fn a_missing_file_is_an_error_until_it_is_there() {
        let folder = Folder::with_files(0);
        let pool = SourcePool::default();
        let error = pool.source(&folder.path(0)).expect_err("missing");
        assert_eq!((error.kind(), pool.opened()), (io::ErrorKind::NotFound, 0));
        fs::write(folder.path(0), "here").expect("file");
        assert_eq!(content(&pool.source(&folder.path(0)).expect("opens")), "here");
    }

    #[test]
    fn a_replaced_file_keeps_its_bytes_until_it_is_forgotten() {
        let folder = Folder::with_files(1);
        let pool = SourcePool::default();
        let path = folder.path(0);
        pool.source(&path).expect("opens");
        fs::write(folder.path(1), "new").expect("file");
        fs::rename(folder.path(1), &path).expect("moves");
        assert_eq!(content(&pool.source(&path).expect("opens")), "0");
        pool.forget(&path);
        assert_eq!(content(&pool.source(&path).expect("opens")), "new");
    }

    #[test]
    fn threads_share_one_handle_of_each_file() {
        let folder = Folder::with_files(8);
        let pool = SourcePool::with_limit(8);
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let (folder, pool) = (&folder, &pool);
                scope.spawn(move || {
                    for step in 0..200 {
                        let file = (thread + step * 5) % 8;
                        let source = pool.source(&folder.path(file)).expect("opens");
                        assert_eq!(content(&source), file.to_string());
                    }
                });
            }
        });
        assert_eq!(pool.opened(), 8);
    }

    #[test]
    fn a_file_that_is_opened_again_must_be_the_same() {
        let folder = Folder::with_files(2);
        let pool = SourcePool::with_limit(1);
        let stamp = pool.source(&folder.path(0)).expect("opens").stamp();
        drop(pool.source(&folder.path(1)).expect("opens")); // closes 0
        assert_eq!(pool.stamp(&folder.path(0)), stamp);
        pool.verify().expect("nothing happened");
        fs::write(folder.path(0), "longer").expect("file");
        pool.sound().expect("nobody has looked yet");
        let error = pool.source(&folder.path(0)).expect_err("another file").to_string();
        assert!(error.contains("became longer"), "{error}");
        let fault = pool.sound().expect_err("noted").to_string();
        assert!(fault.contains("became longer"), "{fault}");
        assert!(pool.fault(&folder.path(0)).is_some() && pool.fault(&folder.path(1)).is_none());
        pool.forget(&folder.path(0));
        pool.sound().expect("forgotten");
        assert_eq!(content(&pool.source(&folder.path(0)).expect("opens")), "longer");
    }

    #[test]
    fn the_end_of_a_run_looks_at_every_file_open_or_closed() {
        for changed in [0, 1] {
            let folder = Folder::with_files(2);
            let pool = SourcePool::with_limit(1);
            (0..2).for_each(|file| drop(pool.source(&folder.path(file)).expect("opens")));
            fs::remove_file(folder.path(changed)).expect("removed");
            let fault = pool.verify().expect_err("gone").to_string();
            assert_eq!(
                fault,
                format!(
                    "{}: changed while it was read: it is gone",
                    folder.path(changed).display()
                )
            );
        }
    }
}
