//! The bytes of a source as Parquet reads them.

use std::io::{BufReader, Seek as _, SeekFrom};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use scutch_archive::{Source, SourceReader};

/// A source as a Parquet file.
#[derive(Debug, Clone)]
pub(crate) struct Chunks(pub(crate) Source);

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.0.len()
    }
}

impl ChunkReader for Chunks {
    type T = BufReader<SourceReader>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let mut reader = self.0.reader();
        reader.seek(SeekFrom::Start(start))?;
        // Headers of pages are read a few bytes at a time.
        Ok(BufReader::new(reader))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let there = self.0.len().saturating_sub(start);
        let short = || ParquetError::EOF(format!("{length} bytes at {start}, {there} are there"));
        // Before the buffer is made: the length is what the file says.
        if length as u64 > there {
            return Err(short());
        }
        let mut buffer = vec![0; length];
        // The file may have shrunk since its length was taken.
        let read = self.0.read_at(start, &mut buffer)?;
        if read < length { Err(short()) } else { Ok(buffer.into()) }
    }
}
