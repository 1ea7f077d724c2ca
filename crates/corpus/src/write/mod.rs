//! Writers of parts: the output of a shard in one format.

mod pieces;
mod zip;

use std::io;
use std::path::Path;

use scutch_folder::config::{Config, Format, Layout};
use scutch_folder::digest::FileDigest;

use self::pieces::Folder;
pub(crate) use self::pieces::Joined;
pub(crate) use self::zip::Zip;
use crate::format::article::{Invalid, Piece};
use crate::format::frame;
use crate::row::{OwnedCell, Row, columns};
use crate::table::{ParquetFile, Provenance};

/// Writes the documents of a shard in one format.
pub(crate) enum PartWriter {
    Parquet(Box<ParquetFile>),
    Joined(Joined),
    Folder(Folder),
    Zip(Zip),
}

impl PartWriter {
    /// Creates a part. It replaces an unfinished one.
    pub(crate) fn create(format: Format, config: &Config, path: &Path) -> io::Result<Self> {
        Ok(match format.layout(config.layout) {
            // Parquet is a file in every layout.
            _ if format == Format::Parquet => {
                let provenance = Provenance::new(config);
                Self::Parquet(Box::new(ParquetFile::create(path, columns(config), provenance)?))
            }
            Layout::Shard => {
                let frame = frame(format, config);
                let frame = frame.map_err(|Invalid(rule)| io::Error::other(rule))?;
                Self::Joined(Joined::create(format, path, frame)?)
            }
            Layout::Document => Self::Folder(Folder::create(path)?),
            Layout::Zip => Self::Zip(Zip::create(path)?),
        })
    }

    /// Writes a document: its row, or the piece in this format.
    pub(crate) fn write(&mut self, row: &Row, piece: &Piece) -> io::Result<()> {
        match self {
            Self::Parquet(part) => part.write(row),
            Self::Joined(part) => part.write(&piece.bytes),
            Self::Folder(part) => part.write(&piece.name, &piece.bytes),
            Self::Zip(part) => part.write(piece),
        }
    }

    /// Writes a document of which the cells are left: these, or the piece in this format.
    pub(crate) fn write_cells(&mut self, cells: &[OwnedCell], piece: &Piece) -> io::Result<()> {
        match self {
            Self::Parquet(part) => part.write_cells(cells),
            Self::Joined(part) => part.write(&piece.bytes),
            Self::Folder(part) => part.write(&piece.name, &piece.bytes),
            Self::Zip(part) => part.write(piece),
        }
    }

    /// Completes the part and syncs files to disk.
    pub(crate) fn finish(self) -> io::Result<FileDigest> {
        match self {
            Self::Parquet(part) => part.finish(),
            Self::Joined(part) => part.finish(),
            Self::Folder(part) => Ok(part.finish()),
            Self::Zip(part) => part.finish(),
        }
    }
}

#[cfg(test)]
mod tests;
