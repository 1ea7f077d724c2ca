//! Paragraphs that occur in several rows, or twice in one. The earliest capture has the original.

use std::io;
use std::path::{Path, PathBuf};

use scutch_page::counts::reaches;

use super::fingerprint;
use super::spill::{Spill, number, runs};

/// Collects paragraphs.
pub(super) struct Paragraphs {
    work: PathBuf,
    chars: u32,
    /// Hash of the paragraph (8 bytes), then the sort key of its occurrence: time (8), start of the row
    /// id (16), start and end in the text (4 each); row number (4).
    found: Spill<44>,
    pub(super) count: u64,
}

/// A paragraph that also occurs earlier: bytes `start` to `end` of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Repeated {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The row of the first occurrence.
    pub(super) of: u32,
}

impl Paragraphs {
    /// Creates the work files. `chars` is the minimum length of a paragraph.
    pub(super) fn create(work: &Path, chars: u32) -> io::Result<Self> {
        let found = Spill::create(&work.join("paragraphs"))?;
        Ok(Self { work: work.to_owned(), chars, found, count: 0 })
    }

    /// Adds the paragraphs of a row.
    pub(super) fn take(&mut self, row: u32, time: &str, id: &str, text: &str) -> io::Result<()> {
        let mut start = 0;
        for line in text.split('\n') {
            let end = start + line.len();
            if reaches(line, self.chars as usize) {
                self.count += 1;
                let mut record = [0; 44];
                record[..8].copy_from_slice(&fingerprint(line.trim()).to_be_bytes());
                // The time follows the hash, so that sorting puts the earliest occurrence first.
                record[8..16].copy_from_slice(&when(time).to_be_bytes());
                let id = id.as_bytes();
                // 16 characters of an id are 80 bits, enough to order occurrences.
                let kept = id.len().min(16);
                record[16..16 + kept].copy_from_slice(&id[..kept]);
                record[32..36].copy_from_slice(&(start as u32).to_be_bytes());
                record[36..40].copy_from_slice(&(end as u32).to_be_bytes());
                record[40..].copy_from_slice(&row.to_be_bytes());
                self.found.push(&record)?;
            }
            start = end + 1;
        }
        Ok(())
    }

    /// Calls `take` for each row with repeated paragraphs, by row and position.
    pub(super) fn repeated(
        self,
        rows: u32,
        mut take: impl FnMut(u32, &[Repeated]) -> io::Result<()>,
    ) -> io::Result<()> {
        // A second sort, by row, so that the table is in the order of the rows.
        let mut by_row = Spill::<16>::create(&self.work.join("repeated"))?;
        self.found.drain(|records| {
            for run in runs(records, 8).filter(|run| run.len() > 1) {
                // Records sort by time, so the first of a group is the original.
                let first = &run[0][40..];
                for record in &run[1..] {
                    let mut repeated = [0; 16];
                    repeated[..4].copy_from_slice(&record[40..]);
                    repeated[4..12].copy_from_slice(&record[32..40]);
                    repeated[12..].copy_from_slice(first);
                    by_row.push_ranked(number(record, 40), rows, &repeated)?;
                }
            }
            Ok(())
        })?;
        by_row.drain(|records| {
            for run in runs(records, 4) {
                let spans: Vec<Repeated> = run.iter().map(repeated).collect();
                take(number(&run[0], 0), &spans)?;
            }
            Ok(())
        })
    }
}

/// Reads a record of the spill by row.
fn repeated(record: &[u8; 16]) -> Repeated {
    Repeated { start: number(record, 4), end: number(record, 8), of: number(record, 12) }
}

/// A time as a number that sorts by time, also before 1970. Unknown times sort last.
fn when(time: &str) -> u64 {
    let time = time.parse::<jiff::Timestamp>().map(jiff::Timestamp::as_millisecond);
    time.map_or(u64::MAX, |ms| (ms as u64) ^ (1 << 63))
}
