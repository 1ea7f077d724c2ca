//! The files of a run, each opened once.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::Source;

/// Files kept open at most by default. Systems allow a process 256 open files or more, and a run
/// needs others for its output.
const MOST_OPEN: usize = 64;

/// Open files by path, shared by all threads of a run.
///
/// A file is opened when it is first asked for and stays open; above the limit the file that was
/// not asked for the longest is closed, unless somebody still reads from it. Every caller gets the
/// same handle, so a file that is replaced on disk keeps its bytes while it is open here.
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
}

#[derive(Debug, Default)]
struct OpenFiles {
    by_path: HashMap<PathBuf, OpenFile>,
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
        Self { most_open, files: Mutex::default() }
    }

    /// The open file at `path`.
    ///
    /// # Errors
    /// When the file cannot be opened; the next call tries again.
    pub fn source(&self, path: &Path) -> io::Result<Source> {
        // A thread that panics between two statements below leaves a usable map.
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.requests += 1;
        let last_request = files.requests;
        if let Some(file) = files.by_path.get_mut(path) {
            file.last_request = last_request;
            return Ok(file.source.clone());
        }
        // The lock is held while the file is opened: two threads must not open it both.
        let source = Source::open(path)?;
        files.opened += 1;
        files.close_idle(self.most_open.saturating_sub(1));
        let file = OpenFile { source: source.clone(), last_request };
        files.by_path.insert(path.to_owned(), file);
        Ok(source)
    }

    /// Closes the file at `path` once its last reader is gone; the next request opens it again.
    pub fn forget(&self, path: &Path) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).by_path.remove(path);
    }

    /// How often a file was opened so far.
    pub fn opened(&self) -> u64 {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).opened
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
}
