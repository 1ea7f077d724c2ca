//! Mementos from outside archives: folders of dated files, folders with a table of captures, working
//! folders of the OTMT, and lists that select among captures.
//!
//! An [`Import`] numbers files and hands captures to a [`Gatherer`]. What is wrong with one file is
//! a [`Loss`]; what is wrong with a list or folder as a whole is an [`ImportError`]. Files that the
//! system fails to read are an error too: another run may read them.

mod captures;
mod dated;
mod lists;
mod otmt;

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use scutch_archive::{Damage, Record};
use scutch_memento::TimeMapError;

pub use captures::has_captures;
pub use dated::has_dates;
pub use otmt::is_working_folder;

use crate::collection::Collection;
use crate::collection::list::{Loss, Selection};
use crate::collection::timemap::Grouping;
use crate::evaluate::label::LabelError;
use crate::gather::{FileCapture, Gatherer};

/// Why a folder or list cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The system cannot read a file or folder.
    #[error("{}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
    /// The system cannot read a file from a place on.
    #[error("{}, byte {offset}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// Where reading failed, in bytes from the start of the file.
        offset: u64,
        /// The system's own words.
        source: io::Error,
    },
    /// Pages are there that the system cannot read.
    #[error("{} cannot be read", counted(*count))]
    Pages {
        /// How many.
        count: usize,
        /// What is wrong with the first.
        source: Box<ImportError>,
    },
    /// A file is larger than a page or a list may be.
    #[error("{}: larger than {LARGEST} bytes", .0.display())]
    TooLarge(PathBuf),
    /// A table is not text.
    #[error("{}: not UTF-8", .0.display())]
    NotText(PathBuf),
    /// A table of captures lacks a column.
    #[error("{}: line 1: there is no column {column:?}; columns stand between tabs", path.display())]
    Column {
        /// The table.
        path: PathBuf,
        /// The column.
        column: &'static str,
    },
    /// A file is no TimeMap in any known form.
    #[error("{}", path.display())]
    TimeMap {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: TimeMapError,
    },
    /// A table of the gold standard cannot be read.
    #[error("{}", path.display())]
    Labels {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: LabelError,
    },
    /// Lists of mementos name none.
    #[error("{0}: no memento is listed")]
    NoMemento(String),
    /// A list of seeds names none.
    #[error("{}: no seed is listed", .0.display())]
    NoSeed(PathBuf),
    /// A temporary file cannot be written.
    #[error("the temporary file for sketches cannot be written")]
    Sketches(#[source] io::Error),
}

impl ImportError {
    /// Whether the inputs are readable but name nothing.
    pub fn names_nothing(&self) -> bool {
        matches!(self, Self::NoMemento(_) | Self::NoSeed(_))
    }

    /// Whether the system failed at a file that a table may rightly name.
    fn is_of_the_system(&self) -> bool {
        use io::ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound};
        match self {
            Self::Unreadable { source, .. } | Self::Unread { source, .. } => !matches!(
                source.kind(),
                InvalidFilename | InvalidInput | IsADirectory | NotADirectory | NotFound
            ),
            _ => false,
        }
    }

    /// The error and its causes in one line.
    fn in_one_line(&self) -> String {
        let mut line = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            line = format!("{line}: {error}");
            cause = error.source();
        }
        line
    }
}

/// A collection in the making, from several kinds of inputs.
pub struct Import<'a> {
    gatherer: Gatherer<'a>,
    /// Names of files, by number.
    files: Vec<String>,
    /// How many files the system failed to read.
    unread: usize,
    /// What is wrong with the first of them.
    fault: Option<ImportError>,
}

impl<'a> Import<'a> {
    /// Begins with an empty gatherer.
    pub fn new(gatherer: Gatherer<'a>) -> Self {
        Self { gatherer, files: Vec::new(), unread: 0, fault: None }
    }

    /// The number of a new file.
    pub fn add_file(&mut self, name: String) -> u32 {
        self.files.push(name);
        u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX)
    }

    /// Takes in a record of an archive that has this number and name.
    ///
    /// # Errors
    /// When a temporary file cannot be written.
    pub fn record(&mut self, file: u32, name: &str, record: Record<'_>) -> Result<(), ImportError> {
        self.gatherer.record(file, name, record).map_err(ImportError::Sketches)
    }

    /// Notes a byte range of an archive that cannot be read.
    pub fn damage(&mut self, name: &str, damage: &Damage) {
        self.gatherer.damage(name, damage);
    }

    /// Notes what is wrong with a file.
    pub fn loss(&mut self, file: &str, reason: &'static str, sentence: String) {
        self.gatherer.loss(Loss { file: file.to_owned(), offset: None, reason, sentence });
    }

    /// Takes in the files of a folder that have dates in their paths.
    ///
    /// # Errors
    /// When the folder cannot be read, or a temporary file cannot be written.
    pub fn dated_folder(&mut self, folder: &Path) -> Result<(), ImportError> {
        dated::read(folder, self)
    }

    /// Takes in the files of a folder that its table of captures names.
    ///
    /// # Errors
    /// When the table cannot be read or lacks a column, or a temporary file cannot be written.
    pub fn captures_folder(&mut self, folder: &Path) -> Result<(), ImportError> {
        captures::read(folder, self)
    }

    /// Takes in the mementos of a working folder of the OTMT, and gives its TimeMaps.
    ///
    /// # Errors
    /// When its tables cannot be read, or a temporary file cannot be written.
    pub fn otmt_folder(&mut self, folder: &Path) -> Result<Selection, ImportError> {
        otmt::read(folder, self)
    }

    /// What TimeMaps and tables of the gold standard select: everything where none is named.
    ///
    /// # Errors
    /// When one of them cannot be read, or none names a memento.
    pub fn timemaps(&mut self, paths: &[PathBuf]) -> Result<Selection, ImportError> {
        lists::timemaps(paths, self)
    }

    /// What a list of seeds selects.
    ///
    /// # Errors
    /// When it cannot be read, or names no seed.
    pub fn seeds(&mut self, path: &Path) -> Result<Selection, ImportError> {
        lists::seeds(path, self).map(Selection::Seeds)
    }

    /// The collection of everything taken in.
    ///
    /// # Errors
    /// When the system failed to read a file of a page, or a temporary file cannot be written or read.
    pub fn finish(
        self,
        grouping: Grouping,
        selection: Selection,
    ) -> Result<Collection, ImportError> {
        let Self { gatherer, files, unread: count, fault } = self;
        // After all files, so that one of them does not hide how many there are.
        if let Some(source) = fault.map(Box::new) {
            return Err(ImportError::Pages { count, source });
        }
        gatherer.finish(files, grouping, selection).map_err(ImportError::Sketches)
    }

    /// The bytes of a page, or a sentence for its [`Loss`]. A failure of the system ends the import.
    fn page(&mut self, path: &Path) -> Result<Vec<u8>, String> {
        bytes_of(path).map_err(|error| {
            let sentence = format!("{}; it is left out.", error.in_one_line());
            if error.is_of_the_system() {
                self.unread += 1;
                // The first one is shown, with the number of all.
                self.fault.get_or_insert(error);
            }
            sentence
        })
    }

    fn file(&mut self, file: &FileCapture<'_>) -> Result<(), ImportError> {
        self.gatherer.file(file).map_err(ImportError::Sketches)
    }
}

/// Largest page or list that is read from a file of its own, in bytes: such files are read whole.
const LARGEST: u64 = 64 << 20;

/// The lines of a text that are not blank, numbered from 1; `None` for a line that is not UTF-8.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, Option<&str>)> {
    // Spreadsheet programs write a byte order mark.
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let lines = (1..).zip(text.split(|b| *b == b'\n'));
    lines
        .filter(|(_, line)| !line.trim_ascii().is_empty())
        .map(|(number, line)| (number, std::str::from_utf8(without_end(line)).ok()))
}

/// A line without its end and spaces before it. A tab there stays: an empty cell is behind it.
fn without_end(line: &[u8]) -> &[u8] {
    let last = line.iter().rposition(|byte| !matches!(byte, b'\r' | b' '));
    &line[..last.map_or(0, |last| last + 1)]
}

/// The bytes of a file that is not too large.
fn bytes_of(path: &Path) -> Result<Vec<u8>, ImportError> {
    // Checked before reading: a folder may hold archives of many gigabytes.
    let size = fs::metadata(path).map_err(unreadable(path))?.len();
    if size > LARGEST {
        return Err(ImportError::TooLarge(path.to_owned()));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).map_err(unreadable(path))?.read_to_end(&mut bytes);
    let offset = bytes.len() as u64;
    read.map_err(|source| ImportError::Unread { path: path.to_owned(), offset, source })?;
    Ok(bytes)
}

/// A number of pages in words.
fn counted(pages: usize) -> String {
    format!("{pages} {}", if pages == 1 { "page" } else { "pages" })
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> ImportError {
    let path = path.to_owned();
    move |source| ImportError::Unreadable { path, source }
}
