//! The folder that a crawl writes to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use scutch_archive::uninterrupted;
use serde::{Deserialize, Serialize};

use super::result::{CrawlResult, PageProblem, RouteTally};
use crate::store::{Store, StoreError};

/// Why the folder of a crawl cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The WARC file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The state of the crawl is malformed.
    #[error("{}: not the state of a crawl: {error}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

/// The number of the current run, and whether it is complete.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    run: u32,
    complete: bool,
}

/// A folder with `pages.warc.gz`, `articles.jsonl`, `problems.jsonl`, `routes.json` and
/// `state.json`.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    state: State,
}

impl Folder {
    /// Opens a folder, or begins it. With `update`, a complete run is followed by one that looks
    /// for what is new.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(path: &Path, update: bool) -> Result<Self, FolderError> {
        let cannot = |error| FolderError::File { path: path.to_owned(), error };
        uninterrupted(|| fs::create_dir_all(path)).map_err(cannot)?;
        let mut folder = Self::look(path)?;
        // An interrupted run is continued first, as the run it was.
        if update && folder.state.complete {
            folder.state = State { run: folder.state.run + 1, complete: false };
            folder.save()?;
        }
        Ok(folder)
    }

    /// Looks at a folder, which need not be there, and changes nothing.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn look(path: &Path) -> Result<Self, FolderError> {
        let mut folder = Self { path: path.to_owned(), state: State::default() };
        match fs::read(path.join(STATE)) {
            Ok(bytes) => {
                let path = path.join(STATE);
                let state = serde_json::from_slice(&bytes);
                folder.state = state.map_err(|error| FolderError::State { path, error })?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(folder.cannot(STATE)(error)),
        }
        Ok(folder)
    }

    /// The number of the run.
    pub fn run(&self) -> u32 {
        self.state.run
    }

    /// The store, to continue it.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn store(&self, software: &str, now: i64) -> Result<Store, StoreError> {
        Store::begin(&self.path.join(PAGES), software, DESCRIPTION, now)
    }

    /// The store, for reading only.
    ///
    /// # Errors
    /// When there is none.
    pub fn stored(&self) -> Result<Store, StoreError> {
        Store::read_only(&self.path.join(PAGES))
    }

    /// The store, for reading only; `None` before the first run.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn stored_so_far(&self) -> Result<Option<Store>, StoreError> {
        match self.stored() {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The problems of the last run; none if there was no run.
    pub fn problems(&self) -> Vec<PageProblem> {
        let text = fs::read_to_string(self.path.join("problems.jsonl")).unwrap_or_default();
        // Malformed lines are of no use to anybody, and the run writes the file anew.
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Writes the results of a crawl. Only a crawl that came to its end makes the run complete.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&mut self, crawled: &CrawlResult) -> Result<(), FolderError> {
        self.write_file("articles.jsonl", &lines(&crawled.articles))?;
        self.write_file("problems.jsonl", &lines(&crawled.problems))?;
        self.write_file("routes.json", &routes_json(crawled))?;
        // An update after an interrupted run would take its missing pages for old news.
        if !crawled.interrupted && !crawled.limited {
            self.state.complete = true;
            self.save()?;
        }
        Ok(())
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_file(&self, name: &str, text: &str) -> Result<(), FolderError> {
        // Renaming is atomic, writing is not.
        let unfinished = self.path.join(format!("{name}.unfinished"));
        fs::write(&unfinished, text).map_err(self.cannot(name))?;
        uninterrupted(|| fs::rename(&unfinished, self.path.join(name))).map_err(self.cannot(name))
    }

    fn save(&self) -> Result<(), FolderError> {
        self.write_file(STATE, &line(&self.state))
    }

    fn cannot(&self, name: &str) -> impl Fn(io::Error) -> FolderError + use<> {
        let path = self.path.join(name);
        move |error| FolderError::File { path: path.clone(), error }
    }
}

const STATE: &str = "state.json";
const PAGES: &str = "pages.warc.gz";
const DESCRIPTION: &str = "Archive pages and articles of a portal.";

fn line(value: &impl Serialize) -> String {
    // Serializing cannot fail: our types have string keys only.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

fn lines<T: Serialize>(values: &[T]) -> String {
    values.iter().map(line).collect()
}

#[derive(Serialize)]
struct Routes<'a> {
    articles: usize,
    routes: &'a [RouteTally],
}

fn routes_json(crawled: &CrawlResult) -> String {
    line(&Routes { articles: crawled.articles.len(), routes: &crawled.routes })
}

/// Opens the store of the pages that were recorded for tests of a portal file.
///
/// # Errors
/// When it cannot be read or written.
pub fn open_recorded(folder: &Path, software: &str, now: i64) -> Result<Store, FolderError> {
    let pages = folder.join("pages");
    let made = fs::create_dir_all(&pages);
    made.map_err(|error| FolderError::File { path: pages.clone(), error })?;
    Ok(Store::begin(&pages.join("recorded.warc.gz"), software, DESCRIPTION, now)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_numbered_and_only_complete_ones_are_followed_by_updates() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("crawl");
        let run = |update| Folder::open(&path, update).expect("opens").run();
        let write = |interrupted| {
            let result = CrawlResult { interrupted, ..CrawlResult::default() };
            Folder::open(&path, false).expect("opens").write(&result).expect("written");
        };
        assert_eq!(run(true), 0, "nothing to update yet");
        write(true);
        assert_eq!(run(true), 0, "an interrupted run is continued");
        write(false);
        assert_eq!((run(false), run(true), run(true)), (0, 1, 1), "an update is continued too");
        write(false);
        assert_eq!(run(true), 2);
    }

    #[test]
    fn problems_come_back_and_malformed_states_are_errors() {
        let folder = tempfile::tempdir().expect("a folder");
        let problem = PageProblem::with_status("http://a.example/x", 404, "http://a.example/");
        let problems = vec![problem];
        let result = CrawlResult { problems: problems.clone(), ..CrawlResult::default() };
        let mut opened = Folder::open(folder.path(), false).expect("opens");
        assert_eq!(opened.problems(), []);
        opened.write(&result).expect("written");
        assert_eq!(opened.problems(), problems);
        assert!(opened.stored().is_err(), "there is no WARC file");
        fs::write(folder.path().join(STATE), "{\"run\": -1}").expect("written");
        let error = Folder::open(folder.path(), false).expect_err("no state");
        assert!(matches!(error, FolderError::State { .. }), "{error}");
    }
}
