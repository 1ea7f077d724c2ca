//! Writes a shard: its parts, its quarantine lines, and its completion mark.

mod rows;

use std::fs::File;
use std::io::{BufWriter, Write as _};

use scutch_folder::config::{Config, Format};
use scutch_folder::digest::files_in;
use scutch_folder::manifest::OutputEntry;
use scutch_folder::mark::Mark;
use scutch_folder::merkle::Hash;
use scutch_folder::quarantine::QuarantineSubject;
use scutch_folder::tally::Tally;
use scutch_folder::{Folder, RunError, at, place_whole};

use super::count::{count_range, count_record};
use super::item::{Decided, Dropped, Item, Made, RecordItem};
use super::processed::{Processed, SourceRange};
use crate::flow::Close;
use crate::format::Written;
use crate::format::annotations::Annotations;
use crate::row::seen::Seen;
use crate::stages::opened::{Derived, Outcome, Rejection};
use crate::write::PartWriter;

/// Writes one shard.
pub(crate) struct ShardWriter<'a> {
    folder: &'a Folder,
    config: &'a Config,
    annotations: Option<&'a Annotations>,
    shard: u32,
    parts: Vec<(Format, PartWriter)>,
    quarantine: BufWriter<File>,
    tally: Tally,
    captures: Vec<u64>,
    texts: Vec<u64>,
    leaves: Vec<Hash>,
    decided: Vec<String>,
    crawled: bool,
}

impl<'a> ShardWriter<'a> {
    /// Creates the unfinished parts of a shard.
    pub(crate) fn create(
        folder: &'a Folder,
        shard: u32,
        config: &'a Config,
        annotations: Option<&'a Annotations>,
        crawled: bool,
    ) -> Result<Self, RunError> {
        let mut parts = Vec::new();
        for format in &config.formats {
            let path = folder.unfinished_part(shard, config, *format);
            let part = PartWriter::create(*format, config, &path);
            parts.push((*format, part.map_err(at(&path))?));
        }
        let path = folder.shard_quarantine(shard);
        let quarantine = BufWriter::new(File::create(&path).map_err(at(&path))?);
        let tally = Tally::default();
        Ok(Self {
            folder,
            config,
            annotations,
            shard,
            parts,
            quarantine,
            tally,
            captures: vec![],
            texts: vec![],
            leaves: vec![],
            decided: vec![],
            crawled,
        })
    }

    /// Number of records and rows so far.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.tally.records, self.tally.rows)
    }

    /// Whether nothing was pushed yet.
    pub(crate) fn is_empty(&self) -> bool {
        // A damaged range is no record, but has a line in the quarantine.
        self.tally.records == 0 && self.tally.damage.is_empty()
    }

    /// Writes and counts a result.
    pub(crate) fn push(&mut self, item: Processed, seen: &mut Seen) -> Result<(), RunError> {
        match item {
            Processed::Damage { file, damage } => {
                self.push_range(Dropped::of_damage(file, &damage))
            }
            Processed::Record { derived, written, copies, place } => {
                let Derived { record_type, status, mime, outcome, decided } = *derived;
                count_record(&mut self.tally, &record_type, status, mime.as_deref());
                let Some(decided) = decided else {
                    return self.push_outcome((outcome, written), None, place, seen);
                };
                let copies = decided.copies.into_iter().zip(copies);
                let copies = copies.map(|(copy, written)| Decided {
                    ordinal: copy.ordinal,
                    id: copy.id,
                    made: (copy.outcome, written),
                });
                let (made, ordinal) = self.copy(decided.capture, copies, (outcome, written), seen);
                self.push_outcome(made, Some(ordinal), place, seen)
            }
        }
    }

    /// Writes and counts what another job made.
    pub(super) fn push_item(&mut self, item: Item, seen: &mut Seen) -> Result<(), RunError> {
        let (record, decided) = match item {
            Item::Damage(dropped) => return self.push_range(dropped),
            Item::Record(record) => (record, None),
            Item::Decided(record, decided) => (record, Some(decided)),
        };
        let RecordItem { record_type, status, mime, made } = *record;
        count_record(&mut self.tally, &record_type, status, mime.as_deref());
        let (made, ordinal) = match decided {
            None => (made, None),
            Some(decided) => {
                let (made, ordinal) = self.copy(decided.capture, decided.copies, made, seen);
                (made, Some(ordinal))
            }
        };
        match made {
            Made::OutOfScope(filter) => self.tally.out_of_scope.add(&filter, 1),
            Made::Quarantined(dropped) => self.push_rejected(dropped)?,
            Made::Row(row) => self.push_row_item(*row, ordinal, seen)?,
        }
        Ok(())
    }

    /// What was made of the copy of a capture that comes now, and the number of copies before it:
    /// what somebody decided on it, or else what was made of all `others`.
    fn copy<T>(
        &mut self,
        capture: u64,
        decided: impl IntoIterator<Item = Decided<T>>,
        others: T,
        seen: &mut Seen,
    ) -> (T, u32) {
        let ordinal = self.ordinal(capture, seen);
        match decided.into_iter().find(|copy| copy.ordinal == ordinal) {
            Some(copy) => {
                self.decided.push(copy.id);
                (copy.made, ordinal)
            }
            None => (others, ordinal),
        }
    }

    /// Writes and counts a damaged byte range.
    fn push_range(&mut self, range: Dropped) -> Result<(), RunError> {
        count_range(&mut self.tally, &range);
        self.quarantine(QuarantineSubject::Range, range)
    }

    /// Writes and counts a record that cannot be used.
    fn push_rejected(&mut self, record: Dropped) -> Result<(), RunError> {
        self.tally.quarantined.add(&record.reason, 1);
        self.quarantine(QuarantineSubject::Record, record)
    }

    /// Counts what became of a record, and writes its row or its quarantine line. `ordinal`: the copies
    /// of its capture before it, where they were counted.
    fn push_outcome(
        &mut self,
        (outcome, written): (Outcome, Written),
        ordinal: Option<u32>,
        place: SourceRange,
        seen: &mut Seen,
    ) -> Result<(), RunError> {
        match outcome {
            Outcome::OutOfScope(filter) => {
                self.tally.out_of_scope.add(filter.id(), 1);
                Ok(())
            }
            Outcome::Quarantined(Rejection { reason, sentence }) => {
                self.push_rejected(Dropped { place, reason: reason.to_owned(), sentence })
            }
            Outcome::Row(draft) => self.push_row(*draft, written, ordinal, seen),
        }
    }

    /// Counts a copy of a capture: the number of copies before it.
    fn ordinal(&mut self, capture: u64, seen: &mut Seen) -> u32 {
        // Kept for the mark: a resumed run must know repeated captures.
        self.captures.push(capture);
        seen.ordinal(capture)
    }

    /// Writes a quarantine line.
    fn quarantine(&mut self, loss: QuarantineSubject, dropped: Dropped) -> Result<(), RunError> {
        let path = self.folder.shard_quarantine(self.shard);
        let mut line = dropped.line(loss).to_json().map_err(|e| at(&path)(e.into()))?;
        line.push(b'\n');
        self.quarantine.write_all(&line).map_err(at(&path))
    }

    /// Completes the shard: moves its parts into place, then writes its mark.
    pub(crate) fn finish(self, close: Close) -> Result<Mark, RunError> {
        let Self {
            folder,
            config,
            annotations: _,
            shard,
            parts,
            quarantine,
            tally,
            captures,
            texts,
            leaves,
            decided,
            crawled,
        } = self;
        let path = folder.shard_quarantine(shard);
        let file = quarantine.into_inner().map_err(|e| at(&path)(e.into_error()))?;
        // Before the mark, which promises that these lines are on disk.
        file.sync_all().map_err(at(&path))?;
        let mut entries = Vec::new();
        for (format, part) in parts {
            let unfinished = folder.unfinished_part(shard, config, format);
            let digest = part.finish().map_err(at(&unfinished))?;
            let path = folder.part(shard, config, format);
            place_whole(&unfinished, &path).map_err(at(&path))?;
            // Counted after the move, so that the manifest states what is there.
            let files = files_in(&path).map_err(at(&path))?;
            let path = Folder::part_name(shard, config, format);
            entries.push(OutputEntry { path, files, digest });
        }
        let (next, parts) = (close.next, entries);
        let mark = Mark { tally, next, parts, captures, texts, decided, leaves, crawled };
        mark.write(folder, shard)?;
        Ok(mark)
    }
}
