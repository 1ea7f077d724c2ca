//! Writers of pieces: all in one file, or each in its own.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use scutch_folder::config::Format;
use scutch_folder::digest::{Digesting, FileDigest, Listing, bytes_digest};

use crate::format::Frame;
use scutch_archive::{PathKind, path_kind, uninterrupted};

/// The default level of zstd: higher ones cost more time than extraction.
const LEVEL: i32 = 3;

/// All documents of a shard in one file, between the head and the tail of the format.
pub(crate) struct Joined {
    out: Out,
    tail: &'static str,
}

/// The output file, plain or compressed.
enum Out {
    Plain(BufWriter<Digesting<File>>),
    Zstd(Box<zstd::Encoder<'static, Digesting<File>>>),
}

impl Joined {
    /// Creates a file and writes the head of its frame.
    pub(crate) fn create(format: Format, path: &Path, frame: Frame) -> io::Result<Self> {
        let file = Digesting::new(File::create(path)?);
        let mut out = if format.is_compressed() {
            let mut encoder = zstd::Encoder::new(file, LEVEL)?;
            // Without a checksum, damaged files would decompress to garbage.
            encoder.include_checksum(true)?;
            Out::Zstd(Box::new(encoder))
        } else {
            Out::Plain(BufWriter::new(file))
        };
        let (head, tail) = frame;
        out.write(head.as_bytes())?;
        Ok(Self { out, tail })
    }

    /// Adds a piece.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write(bytes)
    }

    /// Writes the tail of the format and syncs the file.
    pub(crate) fn finish(mut self) -> io::Result<FileDigest> {
        self.out.write(self.tail.as_bytes())?;
        match self.out {
            Out::Plain(out) => out.into_inner().map_err(io::IntoInnerError::into_error)?,
            Out::Zstd(encoder) => encoder.finish()?,
        }
        .sync()
    }
}

impl Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(out) => out.write_all(bytes),
            Self::Zstd(out) => out.write_all(bytes),
        }
    }
}

/// A folder with one file per document.
pub(crate) struct Folder {
    path: PathBuf,
    listing: Listing,
}

impl Folder {
    /// Creates the folder, empty.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        // A killed run leaves documents that this run may not write.
        if path_kind(path)? == Some(PathKind::Folder) {
            uninterrupted(|| fs::remove_dir_all(path))?;
        }
        uninterrupted(|| fs::create_dir_all(path))?;
        Ok(Self { path: path.to_owned(), listing: Listing::default() })
    }

    /// Adds a file.
    pub(crate) fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        // From memory: reading each file again would double the work.
        self.listing.add(name, &bytes_digest(bytes));
        fs::write(self.path.join(name), bytes)
    }

    /// The digest of the folder. Files are not synced one by one, which would dominate the run
    /// time.
    pub(crate) fn finish(self) -> FileDigest {
        self.listing.finish()
    }
}
