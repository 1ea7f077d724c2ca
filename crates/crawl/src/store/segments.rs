//! Reads the segments of a long record as one block.

use std::io::{self, Read};
use std::path::Path;

use scutch_archive::{Item, Limits, Position, ReadError, Reader, RecordKind};

use super::verdicts::ResponseRef;

/// Reads the block of a record and the blocks of its continuation records.
pub(crate) struct Segments {
    reader: Reader,
    /// The current block, and how much of it was read.
    block: Vec<u8>,
    at: usize,
}

impl Segments {
    /// Opens the record at a position: what identifies it, and the reader of its block.
    pub(crate) fn open(path: &Path, at: Position) -> Result<(ResponseRef, Self), ReadError> {
        let mut reader = Reader::open_at(path, at, &Limits::default())?;
        let (response, block) = match reader.next() {
            Some(Item::Record(record)) => (ResponseRef::of(&record), record.block().to_vec()),
            Some(Item::Damage(damage)) => return Err(ReadError::Damage(damage)),
            None => return Err(ReadError::NoRecord(at)),
        };
        Ok((response, Self { reader, block, at: 0 }))
    }

    /// Moves to the next segment. False if the record has no further one.
    fn next_segment(&mut self) -> io::Result<bool> {
        let damaged = |offset: u64| {
            let what = format!("byte {offset}: a damaged record");
            Err(io::Error::new(io::ErrorKind::InvalidData, what))
        };
        match self.reader.next() {
            Some(Item::Record(record)) if *record.kind() == RecordKind::Continuation => {
                if !record.is_sound() {
                    return damaged(record.location().offset);
                }
                self.block.clear();
                self.block.extend_from_slice(record.block());
                self.at = 0;
                Ok(true)
            }
            // A damaged record may have been a segment: an answer without its end must not look
            // whole.
            Some(Item::Damage(damage)) => damaged(damage.offset),
            _ => Ok(false),
        }
    }
}

impl Read for Segments {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A loop, because a segment may be empty.
        while self.at == self.block.len() {
            if !self.next_segment()? {
                return Ok(0);
            }
        }
        let got = buffer.len().min(self.block.len() - self.at);
        buffer[..got].copy_from_slice(&self.block[self.at..self.at + got]);
        self.at += got;
        Ok(got)
    }
}
