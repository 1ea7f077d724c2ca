//! The result of a verification: the differences, and what could not be checked.

use std::fmt::Display;

use serde::Serialize;

/// A difference between corpus and archives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// File or row id.
    pub subject: String,
    /// Column or property.
    pub what: String,
    /// The value in the corpus.
    pub stored: String,
    /// The value from the archives.
    pub derived: String,
    /// Of a folder that changed: the files in it that were written after the corpus, if their times tell
    /// and no file is missing or more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Of a folder that changed: files of rows that are not in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Of a folder that changed: files in it that are of no row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
}

impl Difference {
    /// A difference between two values.
    pub(super) fn new(
        subject: &str,
        what: &str,
        stored: &dyn Display,
        derived: &dyn Display,
    ) -> Self {
        Self {
            subject: subject.to_owned(),
            what: what.to_owned(),
            stored: stored.to_string(),
            derived: derived.to_string(),
            files: Vec::new(),
            missing: Vec::new(),
            more: Vec::new(),
        }
    }
}

/// Result of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Files with checked digests.
    pub files: u64,
    /// Rows in the corpus.
    pub rows: u64,
    /// Rows derived again, whether they differ or not.
    pub derived: u64,
    /// Archives that were not found. Their rows are not derived.
    pub missing: u64,
    /// Whether standard input is among them.
    pub missing_stdin: bool,
    /// Whether the decisions on rows were not found. Rows are derived without them.
    pub missing_decisions: bool,
    /// Whether the corpus is a stand-off corpus, from which no text can be derived.
    pub standoff: bool,
    /// Whether missing archives may explain differences in other rows, because pages were compared,
    /// or joined and chosen by the word of a crawl.
    pub depends: bool,
    /// The differences, up to a thousand.
    pub differences: Vec<Difference>,
    /// The number of all differences.
    pub differing: u64,
}

/// Maximum differences kept. A corpus of other archives differs in every row.
const KEPT: usize = 1000;

impl Verified {
    /// Whether nothing differs.
    pub fn sound(&self) -> bool {
        self.differing == 0
    }

    /// Adds a difference between two values.
    pub(super) fn differ(
        &mut self,
        subject: &str,
        what: &str,
        stored: &dyn Display,
        derived: &dyn Display,
    ) {
        self.add(Difference::new(subject, what, stored, derived));
    }

    /// Adds a difference. Beyond the maximum it is only counted.
    pub(super) fn add(&mut self, difference: Difference) {
        self.differing += 1;
        if self.differences.len() < KEPT {
            self.differences.push(difference);
        }
    }
}
