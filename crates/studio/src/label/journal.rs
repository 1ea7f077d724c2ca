//! A journal: a file of lines that only grows.
//!
//! Each line is on disk before the key press is answered. A process that is killed leaves at most a
//! last line that is cut, which the next one drops and reports.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::LabelError;

/// A journal that is open for writing. No other process can open it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What a journal held when it was opened.
#[derive(Debug)]
pub struct Kept<L> {
    /// Its lines.
    pub lines: Vec<L>,
    /// Bytes of a cut last line, which are gone.
    pub cut: usize,
}

impl Journal {
    /// Opens a journal, or begins one.
    ///
    /// # Errors
    /// When it cannot be read or written, another process has it, or a line but the last is none of
    /// ours.
    pub fn open<L: DeserializeOwned>(path: &Path) -> Result<(Self, Kept<L>), LabelError> {
        let at = LabelError::at(path);
        let mut options = OpenOptions::new();
        // In append mode each line goes to the end, wherever reading stopped.
        let mut file = options.read(true).append(true).create(true).open(path).map_err(&at)?;
        // Two processes would mix their lines, and each would know only its own.
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LabelError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(at(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&at)?;
        let (kept, whole) = read(path, &bytes)?;
        if whole < bytes.len() {
            // Removed before the next line is written: the two would become one broken line.
            file.set_len(whole as u64).and_then(|()| file.sync_all()).map_err(&at)?;
        }
        Ok((Self { path: path.to_owned(), file }, kept))
    }

    /// Reads a journal without opening it for writing.
    ///
    /// # Errors
    /// As [`Journal::open`].
    pub fn read<L: DeserializeOwned>(path: &Path) -> Result<Vec<L>, LabelError> {
        let bytes = fs::read(path).map_err(LabelError::at(path))?;
        Ok(read(path, &bytes)?.0.lines)
    }

    /// Adds a line, and waits until the disk has it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), LabelError> {
        self.add_later(line)?;
        self.sync()
    }

    /// Adds a line of many, for which [`Journal::sync`] waits.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add_later(&mut self, line: &impl Serialize) -> Result<(), LabelError> {
        let at = LabelError::at(&self.path);
        let mut text = serde_json::to_string(line).map_err(|error| at(error.into()))?;
        text.push('\n');
        // Line and line end in one write, so that a crash cuts this line only.
        self.file.write_all(text.as_bytes()).map_err(at)
    }

    /// Waits until the disk has all lines.
    ///
    /// # Errors
    /// When the disk fails.
    pub fn sync(&self) -> Result<(), LabelError> {
        // The length of the file is synced with its data. Times of change may be lost.
        self.file.sync_data().map_err(LabelError::at(&self.path))
    }
}

/// The lines, and the bytes up to the end of the last whole one.
fn read<L: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<(Kept<L>, usize), LabelError> {
    let mut kept = Kept { lines: Vec::new(), cut: 0 };
    let mut whole = 0;
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        // A line that is cut has no end; nothing can follow it.
        if !line.ends_with(b"\n") {
            kept.cut = line.len();
            break;
        }
        let cause = |error: serde_json::Error| LabelError::Line {
            path: path.to_owned(),
            line: number + 1,
            cause: error.to_string(),
        };
        kept.lines.push(serde_json::from_slice(line).map_err(cause)?);
        whole += line.len();
    }
    Ok((kept, whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{Event, Letter, Line};

    fn line(first: usize) -> Line {
        let event = Event::Mark { first, last: first, label: Letter::Content, words: None };
        Line { url: "http://a.example/".to_owned(), timestamp: "2019".to_owned(), pass: 1, event }
    }

    #[test]
    fn a_cut_line_is_dropped_wherever_it_is_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.jsonl");
        let (mut journal, kept) = Journal::open::<Line>(&path).expect("opens");
        assert!(kept.lines.is_empty());
        for first in 0..3 {
            journal.add(&line(first)).expect("adds");
        }
        drop(journal);
        let whole = fs::read(&path).expect("bytes");
        let two = whole.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(1).expect("two").0 + 1;
        for cut in two + 1..whole.len() {
            fs::write(&path, &whole[..cut]).expect("writes");
            let (mut journal, kept) = Journal::open::<Line>(&path).expect("opens");
            assert_eq!((kept.lines.len(), kept.cut), (2, cut - two));
            journal.add(&line(7)).expect("adds");
            drop(journal);
            let lines: Vec<Line> = Journal::read(&path).expect("reads");
            assert_eq!(lines, [line(0), line(1), line(7)]);
        }
    }

    #[test]
    fn damage_within_is_an_error_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.jsonl");
        fs::write(&path, "{\"url\": 1}\n{}\n").expect("writes");
        let error = Journal::open::<Line>(&path).expect_err("damaged").to_string();
        assert!(error.contains("a.jsonl: line 1: "), "{error}");
    }

    #[test]
    fn one_process_writes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.jsonl");
        let first = Journal::open::<Line>(&path).expect("opens");
        let error = Journal::open::<Line>(&path).expect_err("locked").to_string();
        assert!(error.contains("another scutch studio"), "{error}");
        drop(first);
        assert!(Journal::open::<Line>(&path).is_ok());
    }
}
