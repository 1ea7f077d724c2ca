//! A copy of all titles and texts in a file without a name, written in the background, for searching.
//!
//! Parts of a corpus are compressed; to search them is to inflate them each time. The copy has ASCII
//! letters in lower case; a second file has a bit per byte that says where capitals were. Together they are
//! an eighth larger than the texts. They have no name in the folder, so that nothing is left of them however
//! the program ends.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use scutch_corpus::row::{Cell, NumberedRows};

use super::{ReviewError, letter_case};

/// Bytes of a block, which is read and searched as a whole. A longer text is a block of its own.
const BLOCK: usize = 1 << 20;

/// The copy.
#[derive(Debug)]
pub struct Texts {
    file: File,
    /// Which bytes were capitals, by block.
    capitals: File,
    state: Mutex<State>,
    grew: Condvar,
}

#[derive(Debug, Default)]
struct State {
    blocks: Vec<Block>,
    /// Rows in the blocks.
    rows: usize,
    is_complete: bool,
    failed: Option<String>,
}

/// Where consecutive rows stand in the copy.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    pub(super) offset: u64,
    /// Where the bits of its capitals stand in their file.
    pub(super) capitals: u64,
    pub(super) first_row: usize,
    /// Where each row ends, from the start of the block.
    pub(super) ends: Vec<usize>,
}

impl Block {
    fn rows(&self) -> std::ops::Range<usize> {
        self.first_row..self.first_row + self.ends.len()
    }
}

impl Texts {
    /// An empty copy; its files stand in `folder` as long as the process lives.
    ///
    /// # Errors
    /// When no file can be written there.
    pub fn new(folder: &Path) -> Result<Self, ReviewError> {
        let file = || tempfile::tempfile_in(folder).map_err(|error| failed(&error));
        let (file, capitals) = (file()?, file()?);
        Ok(Self { file, capitals, state: Mutex::default(), grew: Condvar::new() })
    }

    /// Copies the texts of all rows. Searches follow while it grows.
    pub fn fill(&self, rows: &NumberedRows) {
        let ended = self.copy(rows);
        let mut state = self.state();
        match ended {
            Ok(()) => state.is_complete = true,
            Err(error) => state.failed = Some(error.to_string()),
        }
        self.grew.notify_all();
    }

    fn copy(&self, rows: &NumberedRows) -> Result<(), ReviewError> {
        let (mut bytes, mut block) = (Vec::with_capacity(BLOCK + (BLOCK >> 2)), Block::default());
        let mut ended = Ok(());
        for part in rows.parts() {
            rows.cells(part, &["title", "text"], &mut |_, column, cell| {
                if let Cell::Text(Some(text)) = cell {
                    bytes.extend_from_slice(text.as_bytes());
                }
                // The title is a line of its own.
                if column == 0 {
                    bytes.push(b'\n');
                    return;
                }
                block.ends.push(bytes.len());
                if bytes.len() >= BLOCK && ended.is_ok() {
                    ended = self.add(&mut bytes, &mut block);
                }
            })?;
            std::mem::replace(&mut ended, Ok(()))?;
        }
        self.add(&mut bytes, &mut block)
    }

    /// Writes a block, and begins the next.
    fn add(&self, bytes: &mut Vec<u8>, block: &mut Block) -> Result<(), ReviewError> {
        if block.ends.is_empty() {
            return Ok(());
        }
        let capitals = letter_case::lower(bytes);
        // Written without the lock, so that searches of earlier blocks go on.
        self.file.write_all_at(bytes, block.offset).map_err(|error| failed(&error))?;
        self.capitals.write_all_at(&capitals, block.capitals).map_err(|error| failed(&error))?;
        let next = Block {
            offset: block.offset + bytes.len() as u64,
            capitals: block.capitals + capitals.len() as u64,
            first_row: block.rows().end,
            ends: Vec::new(),
        };
        bytes.clear();
        let mut state = self.state();
        state.rows = next.first_row;
        // Only now: a search must not see a block before its bytes are in the file.
        state.blocks.push(std::mem::replace(block, next));
        self.grew.notify_all();
        Ok(())
    }

    /// The rows that can be searched so far, and whether they are all.
    pub fn progress(&self) -> (usize, bool) {
        let state = self.state();
        (state.rows, state.is_complete)
    }

    /// A block by its number; waits for one that is not written yet. `None` behind the last one.
    pub(super) fn block(&self, number: usize) -> Result<Option<Block>, ReviewError> {
        let mut state = self.state();
        loop {
            if let Some(block) = state.blocks.get(number) {
                return Ok(Some(block.clone()));
            }
            if let Some(failed) = &state.failed {
                return Err(ReviewError::Texts(failed.clone()));
            }
            if state.is_complete {
                return Ok(None);
            }
            // Waits for the copy, so that a search may begin before it is complete.
            state = self.grew.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Reads a block into `bytes`, ASCII letters in lower case.
    pub(super) fn read(&self, block: &Block, bytes: &mut Vec<u8>) -> Result<(), ReviewError> {
        bytes.resize(block.ends.last().copied().unwrap_or_default(), 0);
        self.file.read_exact_at(bytes, block.offset).map_err(|error| failed(&error))
    }

    /// Title and text of a row, if it is copied already.
    ///
    /// # Errors
    /// When the copy cannot be read.
    pub fn row(&self, row: usize) -> Result<Option<String>, ReviewError> {
        // The file is read behind this scope, without the lock.
        let found = {
            let state = self.state();
            let after = state.blocks.partition_point(|block| block.first_row <= row);
            let block = after.checked_sub(1).map(|at| &state.blocks[at]);
            block.filter(|block| block.rows().contains(&row)).map(|block| {
                let at = row - block.first_row;
                let start = at.checked_sub(1).map_or(0, |before| block.ends[before]);
                (block.offset, block.capitals, start..block.ends[at])
            })
        };
        let Some((offset, of_capitals, range)) = found else { return Ok(None) };
        let (mut bytes, first) = (vec![0; range.len()], range.start / 8);
        let mut capitals = vec![0; range.end.div_ceil(8) - first];
        let read = |file: &File, out: &mut [u8], offset| {
            file.read_exact_at(out, offset).map_err(|error| failed(&error))
        };
        read(&self.file, &mut bytes, offset + range.start as u64)?;
        read(&self.capitals, &mut capitals, of_capitals + first as u64)?;
        letter_case::restore(&mut bytes, range.start % 8, &capitals);
        Ok(String::from_utf8(bytes).ok())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failed(error: &std::io::Error) -> ReviewError {
    ReviewError::Texts(error.to_string())
}
