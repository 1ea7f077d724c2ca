//! Writers of document parts: one file per shard and format, complete or absent.

mod digest;
mod jsonl;
mod parquet;

use std::fs::File;
use std::io;
use std::path::Path;

pub use digest::{FileDigest, file_digest};
pub(crate) use jsonl::{JsonRow, cell_value};

use self::digest::Digesting;
use crate::config::Format;
use crate::row::{Column, Row};

/// Writes the rows of one shard in one format.
pub(crate) enum PartWriter {
    Parquet(Box<parquet::ParquetPart<Digesting<File>>>),
    Jsonl(Box<jsonl::JsonlPart<Digesting<File>>>),
}

impl PartWriter {
    /// Creates the part file, replacing an unfinished one.
    pub(crate) fn create(
        format: Format,
        path: &Path,
        columns: Vec<&'static Column>,
    ) -> io::Result<Self> {
        let file = Digesting::new(File::create(path)?);
        Ok(match format {
            Format::Parquet => Self::Parquet(Box::new(parquet::ParquetPart::new(file, columns)?)),
            Format::Jsonl => Self::Jsonl(Box::new(jsonl::JsonlPart::new(file, columns)?)),
        })
    }

    pub(crate) fn write(&mut self, row: &Row) -> io::Result<()> {
        match self {
            Self::Parquet(part) => part.write(row),
            Self::Jsonl(part) => part.write(row),
        }
    }

    /// Completes the file and forces it to disk.
    pub(crate) fn finish(self) -> io::Result<FileDigest> {
        let file = match self {
            Self::Parquet(part) => part.finish()?,
            Self::Jsonl(part) => part.finish()?,
        };
        let (file, digest) = file.finish();
        file.sync_all()?;
        Ok(digest)
    }
}
