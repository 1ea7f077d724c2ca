//! Derives stored rows again, in parallel, and reports differences in the order of the rows.

use std::iter::once;
use std::thread;

use scutch_archive::Record;
use scutch_folder::reasons::INTERNAL_ERROR;
use scutch_shuffle::ShuffleError;
use serde_json::Value;

use super::difference::Difference;
use super::locate::Locator;
use crate::derive::Deriving;
use crate::row::Column;
use crate::row::digest::GROUP_COLUMNS;
use crate::row::json::JsonRow;
use crate::row::stored::StoredRow;
use crate::stages::opened::{Derived, Draft, Outcome};

/// Further ordinals to try, in case the columns that tell the ordinal were changed.
const ORDINALS: u32 = 10_000;

/// Rows per thread that are collected before deriving, and the bytes of records that end collecting.
const WAITING: usize = 64;
/// Bytes of collected records that start deriving, whatever their number.
const WAITING_BYTES: usize = 64 << 20;

/// A stored row, and the record it was made of or why that cannot be read.
type Found = (StoredRow, Result<(usize, Record<'static>), String>);

/// Collects rows and derives them in parallel once there are enough. A single thread reads the records:
/// an archive compressed as a whole can only be read in order.
pub(super) struct Again<'a> {
    comparing: Comparing<'a>,
    locator: Locator<'a>,
    jobs: usize,
    waiting: Vec<Found>,
    bytes: usize,
    /// Rows that came of their records again, equal or not.
    derived: u64,
}

/// What a comparison of rows came to.
#[derive(Debug, Default)]
struct Compared {
    /// Rows that came of their records again.
    derived: u64,
    differences: Vec<Difference>,
}

/// What rows are derived and compared by.
#[derive(Clone, Copy)]
pub(super) struct Comparing<'a> {
    pub(super) deriving: Deriving<'a>,
    pub(super) columns: &'a [&'static Column],
}

impl<'a> Again<'a> {
    pub(super) fn new(comparing: Comparing<'a>, locator: Locator<'a>, jobs: usize) -> Self {
        Self { comparing, locator, jobs, waiting: Vec::new(), bytes: 0, derived: 0 }
    }

    /// How many rows were derived, but for those that wait.
    pub(super) fn derived(&self) -> u64 {
        self.derived
    }

    /// Takes a row. What differs of those that waited, if there are enough of them.
    ///
    /// # Errors
    /// When evidence cannot be read.
    pub(super) fn check(&mut self, row: StoredRow) -> Result<Vec<Difference>, ShuffleError> {
        let record = self.locator.record(&row)?;
        self.bytes += record.as_ref().map_or(0, |(_, record)| record.block().len());
        self.waiting.push((row, record));
        let enough =
            self.waiting.len() >= WAITING.saturating_mul(self.jobs) || self.bytes >= WAITING_BYTES;
        if enough { self.rest() } else { Ok(Vec::new()) }
    }

    /// What differs of all rows that wait.
    ///
    /// # Errors
    /// When evidence cannot be read.
    pub(super) fn rest(&mut self) -> Result<Vec<Difference>, ShuffleError> {
        let waiting = std::mem::take(&mut self.waiting);
        self.bytes = 0;
        // Equal shares of consecutive rows keep the order of differences.
        let share = waiting.len().div_ceil(self.jobs).max(1);
        thread::scope(|scope| {
            let comparing = self.comparing;
            let work = |part| (part, scope.spawn(move || comparing.part(part)));
            let threads: Vec<_> = waiting.chunks(share).map(work).collect();
            let mut found = Vec::new();
            for (part, thread) in threads {
                let differences = || part.iter().map(failed).collect();
                let panicked = |_| Ok(Compared { derived: 0, differences: differences() });
                let compared = thread.join().unwrap_or_else(panicked)?;
                self.derived += compared.derived;
                found.extend(compared.differences);
            }
            Ok(found)
        })
    }
}

/// The difference reported for a row whose thread panicked.
fn failed((row, _): &Found) -> Difference {
    Difference::new(&row.id, "outcome", &"row", &INTERNAL_ERROR)
}

impl Comparing<'_> {
    fn part(self, rows: &[Found]) -> Result<Compared, ShuffleError> {
        let mut found = Compared::default();
        for (row, record) in rows {
            match self.row(row, record)? {
                Ok(differences) => {
                    found.derived += 1;
                    found.differences.extend(differences);
                }
                Err(underived) => found.differences.push(underived),
            }
        }
        Ok(found)
    }

    /// The differences of one row; the only one where no row can be derived.
    fn row(
        self,
        row: &StoredRow,
        record: &Result<(usize, Record<'_>), String>,
    ) -> Result<Result<Vec<Difference>, Difference>, ShuffleError> {
        let (input, record) = match record {
            Ok(found) => found,
            Err(error) => return Ok(Err(Difference::new(&row.id, "record", &"readable", error))),
        };
        let instead = match self.outcome(row, self.deriving.derive(*input, record)?) {
            Outcome::Row(draft) => return Ok(Ok(self.compared(row, *draft))),
            Outcome::OutOfScope(filter) => filter.id(),
            Outcome::Quarantined(why) => why.reason,
        };
        Ok(Err(Difference::new(&row.id, "outcome", &"row", &instead)))
    }

    /// What becomes of a record as the copy of its capture that a row was made of.
    fn outcome(self, row: &StoredRow, derived: Derived) -> Outcome {
        let mut copies = derived.decided.into_iter().flat_map(|decided| decided.copies);
        let decided = copies.find(|copy| copy.id == row.id);
        decided.map_or(derived.outcome, |copy| copy.outcome)
    }

    /// Compares a stored row with a derived one, column by column.
    fn compared(self, stored: &StoredRow, draft: Draft) -> Vec<Difference> {
        let Draft { mut row, identity, .. } = draft;
        // The ordinal among equal captures is unknown here. The stored id tells it, if it is intact.
        let ordinals = once(stored.ordinal).chain(0..ORDINALS);
        if let Some(id) = ordinals.map(|n| identity.row_id(n)).find(|id| *id == stored.id) {
            row.id = id;
        }
        let derived = JsonRow(&row, self.columns).to_value();
        let expected = |column: &str| derived.get(column).unwrap_or(&Value::Null);
        let pairs = stored.columns.iter().map(|(column, value)| (column, value, expected(column)));
        let differing = pairs.filter(|(column, value, expected)| {
            !GROUP_COLUMNS.contains(&column.as_str()) && value != expected
        });
        let difference = |(column, value, expected): (&String, &Value, &Value)| {
            Difference::new(&stored.id, column, value, expected)
        };
        differing.map(difference).collect()
    }
}

#[cfg(test)]
mod tests {
    use scutch_archive::SourcePool;
    use scutch_folder::config::Config;
    use scutch_folder::inputs::Archives;
    use scutch_page::Document;

    use super::*;
    use crate::row::{Identity, PageFacts, Row, columns};
    use crate::stages::Evidence;

    #[test]
    fn a_capture_that_came_very_often_is_the_same_again() {
        let (config, evidence) = (Config::default(), Evidence::default());
        let (columns, pool) = (columns(&config), SourcePool::default());
        let archives = Archives::new(&[], &pool, &config.archive);
        let deriving = Deriving { archives, config: &config, evidence: &evidence, decisions: None };
        let comparing = Comparing { deriving, columns: &columns };
        let identity = Identity::new("http://a.example/", "2019-05-17T10:00:00Z", "urn:uuid:1");
        let row = |ordinal| Row { id: identity.row_id(ordinal), ..Row::default() };
        let stored = |ordinal| {
            let value = JsonRow(&row(ordinal), &columns).to_value();
            let columns = value.as_object().cloned().expect("an object");
            StoredRow { ordinal, ..StoredRow::new(columns) }
        };
        let compared = |stored: &StoredRow| {
            let (identity, document) = (identity.clone(), Document::default());
            comparing
                .compared(
                    stored,
                    Draft { row: row(0), facts: PageFacts::default(), identity, document },
                )
                .len()
        };
        assert_eq!([0, 1, 30_000].map(|ordinal| compared(&stored(ordinal))), [0, 0, 0]);
        assert_eq!(compared(&StoredRow { ordinal: 7, ..stored(30_000) }), 1);
    }
}
