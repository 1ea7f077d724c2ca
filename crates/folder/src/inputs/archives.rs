//! The archive files of a run, each opened once.

use std::io;

use scutch_archive::{
    Cause, Damage, Item, Limits, Position, Reader, Record, Source, SourceFault, SourcePool,
};
use serde::{Deserialize, Serialize};

use super::content::Content;
use super::file::InputFile;
use super::segments::Segments;

/// Where a record begins: the number of its input file, and the place in it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct RecordPlace {
    /// Number of the input file.
    pub input: u32,
    /// Offset of its member in the file.
    pub offset: u64,
    /// Offset in the inflated member.
    pub inner_offset: u64,
}

impl RecordPlace {
    /// Where a record of the input file number `input` begins.
    pub fn of_record(input: usize, record: &Record<'_>) -> Self {
        let location = record.location();
        // Lists of more than four thousand million files are not read in one run.
        let input = u32::try_from(input).unwrap_or(u32::MAX);
        Self { input, offset: location.offset, inner_offset: location.inner_offset }
    }
}

/// What becomes of a run when an input cannot be read, or changes while it is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unreadable {
    /// The run ends with an error, and the same command tries again.
    #[default]
    Fail,
    /// What cannot be read goes to quarantine, and `run.json` names the file. The same command tries
    /// again once the file can be read.
    Quarantine,
}

/// The archive files of a run as they are read: each is opened once, whoever reads it.
#[derive(Debug, Clone, Copy)]
pub struct Archives<'a> {
    /// The files, by number.
    pub files: &'a [InputFile],
    /// Their open handles.
    pub pool: &'a SourcePool,
    /// Caps on what is read of them.
    pub limits: &'a Limits,
    /// Where segments of records stand; `None` leaves records in segments as they are.
    pub segments: Option<&'a Segments>,
    /// What a read error means.
    pub unreadable: Unreadable,
}

impl<'a> Archives<'a> {
    /// Files of which all must be readable.
    pub fn new(files: &'a [InputFile], pool: &'a SourcePool, limits: &'a Limits) -> Self {
        Self { files, pool, limits, segments: None, unreadable: Unreadable::Fail }
    }

    /// Whether everything read so far can be relied on. Asked before anything is written that
    /// depends on it: readers go on behind a fault, and some look-ups only know "not found".
    ///
    /// # Errors
    /// A read that failed, or a file that changed, unless such goes to quarantine.
    pub fn sound(&self) -> Result<(), SourceFault> {
        match self.unreadable {
            Unreadable::Fail => self.pool.sound(),
            Unreadable::Quarantine => Ok(()),
        }
    }

    /// As [`sound`](Self::sound), and looks at every file. Asked at the end of reading.
    ///
    /// # Errors
    /// As for [`sound`](Self::sound).
    pub fn verify(&self) -> Result<(), SourceFault> {
        let verified = self.pool.verify();
        match self.unreadable {
            Unreadable::Fail => verified,
            Unreadable::Quarantine => Ok(()),
        }
    }

    /// The open file of an input.
    ///
    /// # Errors
    /// When the file cannot be opened, or could not be when it was listed.
    pub fn source(&self, input: usize) -> io::Result<Source> {
        match &self.files[input].unreadable {
            Some(why) => Err(io::Error::other(why.clone())),
            // Through the pool: a file that is replaced meanwhile is noticed.
            None => self.pool.source(&self.files[input].path),
        }
    }

    /// Reads an input from a place on, or gives the damaged range that stands for all of it.
    ///
    /// # Errors
    /// That damaged range.
    pub fn reader(&self, input: usize, at: Position) -> Result<Reader, Damage> {
        let source = self.source(input).map_err(|error| {
            let (cause, detail) = (Cause::ReadError, error.to_string());
            Damage { offset: 0, length: 0, cause, detail }
        })?;
        self.files[input].content.reader(source, at, self.limits)
    }

    /// The record at a place, if it can be read there, with its later segments.
    pub fn record(&self, place: RecordPlace) -> Option<Record<'static>> {
        self.alone(place).map(|record| self.joined(record))
    }

    /// The record at a place by itself, whatever segment it is.
    pub(super) fn alone(&self, place: RecordPlace) -> Option<Record<'static>> {
        let input = place.input as usize;
        let at = Position { offset: place.offset, inner_offset: place.inner_offset };
        let mut reader = self.reader(input, at).ok()?;
        let Some(Item::Record(record)) = reader.next() else { return None };
        let record = record.into_owned();
        // A reader skips damage up to the next record, which is not the one wanted.
        (RecordPlace::of_record(input, &record) == place).then_some(record)
    }
}

impl InputFile {
    /// Says which bytes of the file will be read, if an index chose among them: behind an address they are
    /// fetched beforehand, and each once.
    ///
    /// # Errors
    /// When the address cannot be asked.
    pub fn expect_in(&self, pool: &SourcePool) -> io::Result<()> {
        match &self.content {
            Content::Ranges(selected) => pool.expect(&self.path, selected.ranges()),
            Content::Archive | Content::Table(_) => Ok(()),
        }
    }

    /// Opens the file at a position, for readers of one file. A run reads through `Archives`.
    ///
    /// # Errors
    /// The damaged range to report when the file cannot be opened, or could not be when it was listed.
    pub fn open(&self, at: Position, limits: &Limits) -> Result<Reader, Damage> {
        self.open_in(&SourcePool::default(), at, limits)
    }

    /// As [`open`](Self::open), with the handles of `pool`: a file that is read several times must
    /// still be the one that was read first.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when another file took its place.
    pub fn open_in(
        &self,
        pool: &SourcePool,
        at: Position,
        limits: &Limits,
    ) -> Result<Reader, Damage> {
        Archives::new(std::slice::from_ref(self), pool, limits).reader(0, at)
    }
}
