//! A task that concludes the groups of some parts.

use arrow_array::RecordBatch;
use scutch_folder::{RunError, ShareError};

use super::batches::{FILE, Rows, SHARE};
use super::{EngineEvidence, EngineTask, Observation, not_written};
use crate::flow::Unwatched;
use crate::stages::engine::{Concluded, Concluding, ConcludingMeans, Table};

/// Hands over the next rows, sorted; false where there are none any more.
pub type NextRows<'n> = dyn FnMut(&mut dyn FnMut(Observation<'_>) -> Result<(), RunError>) -> Result<bool, RunError>
    + 'n;

impl EngineTask {
    /// Takes in all rows of some parts, and writes their evidence into the folder of `evidence`;
    /// `attempt` ends the names of the files. What it gives are rows as well: the names of the files, the shares that
    /// were observed, and groups to be concluded once more.
    ///
    /// # Errors
    /// Rows that are not sorted or not whole; files that cannot be written.
    pub fn conclude(
        &self,
        evidence: &EngineEvidence,
        attempt: &str,
        next: &mut NextRows<'_>,
    ) -> Result<Vec<RecordBatch>, RunError> {
        let segments = self.segments();
        let reading = self.reading(&segments, &Unwatched);
        let (known, means) = (evidence.read(&reading)?, ConcludingMeans::new(&self.config));
        let concluding =
            Concluding::new(&reading, &means, known.hosts(), (&evidence.folder, attempt));
        let mut joining = Joining::new(concluding, evidence.parts);
        while next(&mut |row| joining.push(row))? {}
        joining.finish()
    }
}

/// Joins pieces to groups, and passes on what is none.
struct Joining<'a> {
    concluding: Concluding<'a>,
    parts: u32,
    /// The pieces so far: of which part, table, key and share.
    open: Option<(i32, String, String, i32)>,
    value: Vec<u8>,
    pieces: i32,
    rows: Rows,
    out: Vec<RecordBatch>,
}

impl<'a> Joining<'a> {
    fn new(concluding: Concluding<'a>, parts: u32) -> Self {
        let (value, rows) = (Vec::new(), Rows::new());
        Self { concluding, parts, open: None, value, pieces: 0, rows, out: Vec::new() }
    }

    fn push(&mut self, row: Observation<'_>) -> Result<(), RunError> {
        if matches!(row.table, SHARE | FILE) {
            self.out.extend(self.rows.push(row)?);
            return Ok(());
        }
        let incomplete = || ShareError::Pieces(row.key.to_owned());
        let table = Table::named(row.table).ok_or_else(incomplete)?;
        // Nothing is taken on trust: rows may come out of order, or not at all.
        if row.piece == 0 && self.open.is_none() {
            self.open = Some((row.part, row.table.to_owned(), row.key.to_owned(), row.share));
            self.value.clear();
            self.pieces = 0;
        }
        let continues = self.open.as_ref().is_some_and(|(part, table, key, share)| {
            (*part, &**table, &**key, *share) == (row.part, row.table, row.key, row.share)
        });
        if !continues || row.piece != self.pieces {
            return Err(incomplete().into());
        }
        self.value.extend_from_slice(row.value);
        self.pieces += 1;
        if row.last {
            self.open = None;
            let part = u32::try_from(row.part).map_err(|_| incomplete())?;
            self.concluding.add((part, table), row.key, &self.value)?;
            let concluded = self.concluding.take();
            self.send(concluded)?;
        }
        Ok(())
    }

    /// Makes rows of what was concluded.
    fn send(&mut self, Concluded { files, groups }: Concluded) -> Result<(), RunError> {
        let Self { parts, rows, out, .. } = self;
        for file in files {
            let value = &file.to_json().map_err(not_written)?;
            let (table, key) = (FILE, &*file.name);
            out.extend(rows.push(Observation { table, key, value, ..Observation::ALONE })?);
        }
        // No share: what several tasks say of one key is of one piece each, and merges in any order.
        groups.iter().try_for_each(|group| {
            Observation::each_of(group, (*parts, 0), |row| {
                out.extend(rows.push(row)?);
                Ok(())
            })
        })
    }

    fn finish(mut self) -> Result<Vec<RecordBatch>, RunError> {
        if let Some((.., key, _)) = self.open {
            return Err(ShareError::Pieces(key).into());
        }
        let concluded = self.concluding.end()?;
        self.send(concluded)?;
        self.out.extend(self.rows.take()?);
        Ok(self.out)
    }
}
