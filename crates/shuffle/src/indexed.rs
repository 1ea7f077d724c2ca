//! A run with an index: single records of it are found by key.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use crate::ShuffleError;
use crate::interrupted::uninterrupted;
use crate::record::{HEAD, Head, Value};
use crate::run::{Run, RunReader, RunWriter};

/// Bytes between two entries of the index: one question reads one such block.
// Smaller blocks make a larger index in memory; larger ones cost more checksums a question.
const BLOCK: u64 = 32 << 10;

/// The first key of each block, and where the block begins.
pub(crate) type Blocks = Vec<(Box<str>, u64)>;

/// Writes a run and remembers where its blocks begin.
pub(crate) struct IndexedWriter {
    run: RunWriter,
    blocks: Blocks,
}

impl IndexedWriter {
    /// Creates the file, which must not be there.
    pub(crate) fn create(path: PathBuf) -> Result<Self, ShuffleError> {
        Ok(Self { run: RunWriter::create(path)?, blocks: Vec::new() })
    }

    /// Adds a value behind all keys before.
    pub(crate) fn put(&mut self, key: &str, value: &impl Serialize) -> Result<(), ShuffleError> {
        let at = self.run.put(key, value)?;
        if self.blocks.last().is_none_or(|(_, begins)| at - begins >= BLOCK) {
            self.blocks.push((key.into(), at));
        }
        Ok(())
    }

    /// The whole run, and its index.
    pub(crate) fn finish(self) -> Result<(Run, Blocks), ShuffleError> {
        Ok((self.run.finish()?, self.blocks))
    }
}

/// A run in which keys are looked up.
pub(crate) struct Indexed {
    path: Arc<Path>,
    file: Mutex<File>,
    /// Bytes of the records.
    length: u64,
    blocks: Blocks,
}

impl Indexed {
    pub(crate) fn new(path: &Path, file: File, length: u64, blocks: Blocks) -> Self {
        Self { path: path.into(), file: Mutex::new(file), length, blocks }
    }

    /// A run that was just written.
    pub(crate) fn open((run, blocks): (Run, Blocks)) -> Result<Self, ShuffleError> {
        let file = File::open(&run.path).map_err(ShuffleError::at(&run.path))?;
        Ok(Self::new(&run.path, file, run.bytes, blocks))
    }

    /// All records from the first on.
    pub(crate) fn reader(&self) -> Result<RunReader, ShuffleError> {
        RunReader::open(&self.path, self.length)
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Result<Option<Value>, ShuffleError> {
        let Some((begins, block)) = self.block_of(key)? else { return Ok(None) };
        // Searched without the lock: two threads may read the same, neither waits for the other.
        let offset = |at: usize| begins + at as u64;
        match search(&block, key) {
            Ok(None) => Ok(None),
            Ok(Some((at, value))) => {
                let path = Arc::clone(&self.path);
                Ok(Some(Value { bytes: value.to_owned(), path, offset: offset(at) }))
            }
            Err((at, what)) => Err(self.corrupt(offset(at), what)),
        }
    }

    fn corrupt(&self, offset: u64, what: &'static str) -> ShuffleError {
        ShuffleError::Corrupt { path: self.path.to_path_buf(), offset, what }
    }

    /// The block that a key would stand in, and where it begins.
    fn block_of(&self, key: &str) -> Result<Option<(u64, Vec<u8>)>, ShuffleError> {
        let behind = self.blocks.partition_point(|(first, _)| **first <= *key);
        let Some(at) = behind.checked_sub(1) else { return Ok(None) };
        let begins = self.blocks[at].1;
        let ends = self.blocks.get(behind).map_or(self.length, |(_, next)| *next);
        let mut block = Vec::new();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        uninterrupted(|| file.seek(SeekFrom::Start(begins)))
            .and_then(|_| (&mut *file).take(ends - begins).read_to_end(&mut block))
            .map_err(ShuffleError::at(&self.path))?;
        // A file cut between two records: its evidence would look as if it had never been there.
        if block.len() as u64 != ends - begins {
            return Err(self.corrupt(begins + block.len() as u64, "records are missing"));
        }
        Ok(Some((begins, block)))
    }
}

/// Where a record begins in its block, and its value.
type Found<'a> = (usize, &'a [u8]);

/// The record of a key in a block, or where the block cannot be read and why.
fn search<'a>(block: &'a [u8], key: &str) -> Result<Option<Found<'a>>, (usize, &'static str)> {
    let mut at = 0;
    while at < block.len() {
        let head = Head::read(&block[at..]).ok_or((at, "the record is cut off"))?;
        let from = at + HEAD;
        let body = block.get(from..from + head.body()).ok_or((at, "the record is cut off"))?;
        // Each record that is passed is checked: a corrupt key must not look like another one.
        let (found, value) = head.parts(body).map_err(|what| (at, what))?;
        if found == key {
            return Ok(Some((at, value)));
        }
        at = from + head.body();
    }
    Ok(None)
}
