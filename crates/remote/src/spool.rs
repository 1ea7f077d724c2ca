//! A temporary file for fetched ranges.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::{Mutex, PoisonError};

/// Where fetched ranges of all objects stay: a file without a name, which is gone with its last owner.
#[derive(Debug)]
pub(crate) struct Spool {
    file: File,
    end: Mutex<u64>,
}

impl Spool {
    /// Makes the file.
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile()?, end: Mutex::default() })
    }

    /// Puts bytes down; returns where.
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<u64> {
        // The place is taken under the lock, and written to beside others.
        let at = {
            let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
            let at = *end;
            *end += bytes.len() as u64;
            at
        };
        self.file.write_all_at(bytes, at).map_err(|error| {
            let folder = std::env::temp_dir();
            let why = format!("no room for fetched ranges in {}: {error}", folder.display());
            io::Error::new(error.kind(), why)
        })?;
        Ok(at)
    }

    /// Reads bytes back.
    pub(crate) fn read(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.file.read_exact_at(buffer, at)
    }
}
