//! Which decisions were obeyed, for the end of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// Rows that decisions are about, each with the line of the last one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DecidedRows(BTreeMap<String, u64>);

impl FromIterator<(String, u64)> for DecidedRows {
    fn from_iter<I: IntoIterator<Item = (String, u64)>>(rows: I) -> Self {
        Self(rows.into_iter().collect())
    }
}

/// What became of the decisions of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionTally {
    /// Rows that decisions are about.
    pub rows: u64,
    /// Those of them that the run did not make: of other archives, or out of scope for another reason.
    pub unknown: u64,
    /// The first of these, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown_rows: Vec<UnknownRow>,
}

/// A row that decisions are about, and that the run did not make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownRow {
    /// Id of the row.
    pub id: String,
    /// Line of the last decision on it, from 1.
    pub line: u64,
}

/// Unknown rows that are named one by one.
const NAMED: usize = 100;

impl DecidedRows {
    /// Counts the rows, `met` being those that the run made or left out.
    pub fn tally(&self, met: &BTreeSet<String>) -> DecisionTally {
        let unknown = self.0.iter().filter(|(id, _)| !met.contains(*id));
        let mut unknown: Vec<UnknownRow> =
            unknown.map(|(id, line)| UnknownRow { id: id.clone(), line: *line }).collect();
        unknown.sort_by_key(|row| row.line);
        let (rows, count) = (self.0.len() as u64, unknown.len() as u64);
        unknown.truncate(NAMED);
        DecisionTally { rows, unknown: count, unknown_rows: unknown }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
