//! The folder a crawl writes to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::result::{Crawled, Problem, RouteTally};
use crate::store::{Store, StoreError};

/// Why a folder cannot be worked with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The WARC file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be read or written.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: io::Error,
    },
    /// The state cannot be read.
    #[error("{}: not the state of a crawl: {fault}", path.display())]
    State {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: serde_json::Error,
    },
}

/// Which run this is, and whether it came to its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    run: u32,
    complete: bool,
}

/// A folder with `pages.warc.gz`, `articles.jsonl`, `problems.jsonl`, `routes.json` and `state.json`.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    state: State,
}

impl Folder {
    /// Opens a folder, or begins it. With `update`, a complete run is followed by one for what is new.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(path: &Path, update: bool) -> Result<Self, FolderError> {
        let mut folder = Self { path: path.to_owned(), state: State::default() };
        fs::create_dir_all(path).map_err(folder.cannot(""))?;
        match fs::read(path.join(STATE)) {
            Ok(bytes) => {
                let path = path.join(STATE);
                let state = serde_json::from_slice(&bytes);
                folder.state = state.map_err(|fault| FolderError::State { path, fault })?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(folder.cannot(STATE)(error)),
        }
        if update && folder.state.complete {
            folder.state = State { run: folder.state.run + 1, complete: false };
            folder.save()?;
        }
        Ok(folder)
    }

    /// The number of the run.
    pub fn run(&self) -> u32 {
        self.state.run
    }

    /// The store to go on with.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn store(&self, software: &str, now: i64) -> Result<Store, StoreError> {
        Store::begin(&self.path.join(PAGES), software, DESCRIPTION, now)
    }

    /// The store, only to read.
    ///
    /// # Errors
    /// When there is none.
    pub fn stored(&self) -> Result<Store, StoreError> {
        Store::read_only(&self.path.join(PAGES))
    }

    /// The problems of the run before; none where there was none.
    pub fn problems(&self) -> Vec<Problem> {
        let text = fs::read_to_string(self.path.join("problems.jsonl")).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Writes what a crawl gave. Only a crawl that came to its end makes the run complete.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&mut self, crawled: &Crawled) -> Result<(), FolderError> {
        self.write_file("articles.jsonl", &lines(&crawled.articles))?;
        self.write_file("problems.jsonl", &lines(&crawled.problems))?;
        self.write_file("routes.json", &routes(crawled))?;
        if !crawled.interrupted {
            self.state.complete = true;
            self.save()?;
        }
        Ok(())
    }

    /// Writes a file whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_file(&self, name: &str, text: &str) -> Result<(), FolderError> {
        let unfinished = self.path.join(format!("{name}.unfinished"));
        fs::write(&unfinished, text).map_err(self.cannot(name))?;
        fs::rename(&unfinished, self.path.join(name)).map_err(self.cannot(name))
    }

    fn save(&self) -> Result<(), FolderError> {
        self.write_file(STATE, &line(&self.state))
    }

    fn cannot(&self, name: &str) -> impl Fn(io::Error) -> FolderError + use<> {
        let path = self.path.join(name);
        move |fault| FolderError::File { path: path.clone(), fault }
    }
}

const STATE: &str = "state.json";
const PAGES: &str = "pages.warc.gz";
const DESCRIPTION: &str = "Archive pages and articles of a portal.";

fn line(value: &impl Serialize) -> String {
    // Values of ours are structures with names for keys, which JSON has a form for.
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

fn routes(crawled: &Crawled) -> String {
    line(&Routes { articles: crawled.articles.len(), routes: &crawled.routes })
}

/// The store of the pages that are recorded for a portal folder.
///
/// # Errors
/// When it cannot be read or written.
pub fn recorded(folder: &Path, software: &str, now: i64) -> Result<Store, FolderError> {
    let pages = folder.join("pages");
    fs::create_dir_all(&pages).map_err(|fault| FolderError::File { path: pages.clone(), fault })?;
    Ok(Store::begin(&pages.join("recorded.warc.gz"), software, DESCRIPTION, now)?)
}
