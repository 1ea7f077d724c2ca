//! Decisions of people on rows of a corpus: a row is left out, or has another title, author, date or type
//! of page.
//!
//! The file is JSON lines, appended to while somebody looks through a corpus:
//!
//! ```text
//! {"id": "aq6f…", "field": "title", "value": "The fog lifts", "by": "ada", "why": "that was the site"}
//! {"id": "aq6f…", "field": "title", "undo": true}
//! {"id": "k3zc…", "field": "keep", "value": false}
//! ```
//!
//! A later line on the same row and field replaces an earlier one.

mod error;
mod line;
mod tally;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

pub use self::error::DecisionError;
pub use self::line::{DecidedField, LineFault};
use self::line::{Event, Line};
pub use self::tally::{DecidedRows, DecisionTally, UnknownRow};
use crate::config::Config;
use crate::digest::FileDigest;

/// Bytes of a line at most: texts of a page are not written there.
const MOST_BYTES: u64 = 1 << 20;

/// What was decided on a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowDecision {
    /// Line of the last decision, from 1.
    pub line: u64,
    /// Whether the row stays in the corpus; `None` where nobody decided that.
    pub keep: Option<bool>,
    /// Fields in the place of what the page says.
    pub values: Vec<DecidedValue>,
}

/// The value of a field by a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedValue {
    /// The field.
    pub field: DecidedField,
    /// One value, or several authors. None where the page has none.
    pub values: Vec<String>,
    /// Who decided; empty where the file does not say.
    pub by: String,
}

/// The decisions of a file by the ids of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decisions {
    rows: HashMap<String, RowDecision>,
    digest: FileDigest,
}

impl Decisions {
    /// Reads the file that a configuration names, and notes its digest in the configuration.
    ///
    /// # Errors
    /// As [`read`](Self::read), and where the configuration has the digest of another file.
    pub fn of_config(config: &mut Config) -> Result<Option<Self>, DecisionError> {
        let Some(path) = config.decisions.clone() else { return Ok(None) };
        let decisions = Self::read(&path)?;
        let found = decisions.digest.sha256.clone();
        match config.decisions_sha256.replace(found.clone()) {
            Some(expected) if expected != found => {
                Err(DecisionError::Changed { path, expected, found })
            }
            _ => Ok(Some(decisions)),
        }
    }

    /// Reads a file to its end.
    ///
    /// # Errors
    /// A file that cannot be read, and the first line that is no decision.
    pub fn read(path: &Path) -> Result<Self, DecisionError> {
        let failed = |source| DecisionError::File { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(failed)?);
        let (mut rows, mut hash, mut size) = (HashMap::new(), Sha256::new(), 0);
        let mut bytes = Vec::new();
        for number in 1.. {
            if !next_line(&mut file, &mut bytes).map_err(failed)? {
                break;
            }
            hash.update(&bytes);
            size += bytes.len() as u64;
            let read = Line::read(&bytes, MOST_BYTES);
            let at = |fault| DecisionError::Line { path: path.to_owned(), line: number, fault };
            if let Some(line) = read.map_err(at)? {
                take(&mut rows, line, number);
            }
        }
        let sha256 = HEXLOWER.encode(&hash.finalize());
        Ok(Self { rows, digest: FileDigest { size, sha256 } })
    }

    /// What was decided on a row.
    pub fn get(&self, id: &str) -> Option<&RowDecision> {
        self.rows.get(id)
    }

    /// Size and digest of the file.
    pub fn digest(&self) -> &FileDigest {
        &self.digest
    }

    /// The rows that are decided on.
    pub fn rows(&self) -> DecidedRows {
        self.rows.iter().map(|(id, decision)| (id.clone(), decision.line)).collect()
    }
}

/// Reads a line with its end. False at the end of the file. Of a line that is too long only the
/// beginning is read, which [`Line::read`] refuses.
fn next_line(file: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<bool> {
    bytes.clear();
    Ok(file.take(MOST_BYTES + 1).read_until(b'\n', bytes)? > 0)
}

/// Adds a line to the decisions before it.
fn take(rows: &mut HashMap<String, RowDecision>, line: Line, number: u64) {
    let row = rows.entry(line.id.clone()).or_default();
    row.line = number;
    match line.event {
        Event::Keep(keep) => row.keep = keep,
        Event::Value(field, decided) => {
            row.values.retain(|other| other.field != field);
            row.values.extend(decided);
        }
    }
    // What was taken back was never decided: its row need not be there.
    if row.keep.is_none() && row.values.is_empty() {
        rows.remove(&line.id);
    }
}

#[cfg(test)]
mod tests;
