//! A zip file with the documents of a shard (APPNOTE.TXT 6.3).
//!
//! As simple as the format allows: deflate, no times, sizes known before writing. More than 65,534
//! files need the 64-bit end of the directory.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use scutch_folder::digest::{Digesting, FileDigest};

use crate::format::article::Piece;

/// Version 2.0 of the format, and 4.5 for the 64-bit end of the directory.
const VERSION: u16 = 20;
const VERSION_64: u16 = 45;
/// Flag bit 11: names are UTF-8.
const UTF8: u16 = 1 << 11;
const DEFLATE: u16 = 8;
/// 1 January 1980, the earliest date. The format has no value for "unknown".
const DATE: u16 = (1 << 5) | 1;

/// A zip file being written.
pub(crate) struct Zip {
    out: BufWriter<Digesting<File>>,
    at: u64,
    directory: Vec<u8>,
    files: u64,
}

/// The fields of a file that its local header and the directory share.
struct Facts {
    crc: u32,
    packed: u32,
    size: u32,
    name: u16,
}

impl Zip {
    /// Creates a file.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let out = BufWriter::new(Digesting::new(File::create(path)?));
        Ok(Self { out, at: 0, directory: Vec::new(), files: 0 })
    }

    /// Adds a document.
    pub(crate) fn write(&mut self, piece: &Piece) -> io::Result<()> {
        // Compressed in memory first, so that the local header has the sizes.
        let packed = deflate(&piece.bytes)?;
        let mut crc = Crc::new();
        crc.update(&piece.bytes);
        let facts = Facts {
            crc: crc.sum(),
            packed: small(packed.len())?,
            size: small(piece.bytes.len())?,
            name: u16::try_from(piece.name.len()).map_err(io::Error::other)?,
        };
        let mut head = Vec::with_capacity(30 + piece.name.len());
        // A local file header (4.3.7).
        head.extend(b"PK\x03\x04");
        facts.describe(&mut head);
        head.extend(piece.name.as_bytes());
        // Before the file is written, while the position is that of its header.
        self.list(&facts, &piece.name)?;
        self.put(&head)?;
        self.put(&packed)
    }

    /// Adds a file at the current position to the directory. Positions have 32 bits, so a part has at
    /// most 4 GiB.
    fn list(&mut self, facts: &Facts, name: &str) -> io::Result<()> {
        // A header of the central directory (4.3.12).
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        facts.describe(&mut self.directory);
        // No comment, first volume, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(small(self.at)?.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.files += 1;
        Ok(())
    }

    /// Writes bytes and advances the position.
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes the directory and syncs the file.
    pub(crate) fn finish(mut self) -> io::Result<FileDigest> {
        let directory = std::mem::take(&mut self.directory);
        let (start, size, files) = (self.at, directory.len() as u64, self.files);
        self.put(&directory)?;
        let mut end = Vec::new();
        // 65,535 itself means "see the 64-bit record".
        if files >= u64::from(u16::MAX) {
            // The 64-bit end of the directory (4.3.14), then its size without the first 12 bytes.
            end.extend(b"PK\x06\x06");
            end.extend(44_u64.to_le_bytes());
            end.extend(VERSION_64.to_le_bytes());
            end.extend(VERSION_64.to_le_bytes());
            end.extend([0; 8]);
            for number in [files, files, size, start] {
                end.extend(number.to_le_bytes());
            }
            // The locator of that record (4.3.15).
            end.extend(b"PK\x06\x07");
            end.extend([0; 4]);
            end.extend(self.at.to_le_bytes());
            end.extend(1_u32.to_le_bytes());
        }
        // The end of the directory (4.3.16).
        end.extend(b"PK\x05\x06");
        end.extend([0; 4]);
        let counted = u16::try_from(files).unwrap_or(u16::MAX).to_le_bytes();
        end.extend(counted);
        end.extend(counted);
        end.extend(small(size)?.to_le_bytes());
        end.extend(small(start)?.to_le_bytes());
        end.extend([0; 2]);
        self.put(&end)?;
        self.out.into_inner().map_err(io::IntoInnerError::into_error)?.sync()
    }
}

impl Facts {
    /// Appends the shared fields of local header and directory.
    fn describe(&self, out: &mut Vec<u8>) {
        // Version needed, flags, method, time, date. The time is midnight.
        for word in [VERSION, UTF8, DEFLATE, 0, DATE] {
            out.extend(word.to_le_bytes());
        }
        for number in [self.crc, self.packed, self.size] {
            out.extend(number.to_le_bytes());
        }
        out.extend(self.name.to_le_bytes());
        // No extra field.
        out.extend([0; 2]);
    }
}

/// A 32-bit field.
fn small(number: impl TryInto<u32>) -> io::Result<u32> {
    let message = "a zip part would be larger than 4 GiB: take fewer records per shard";
    number.try_into().map_err(|_| io::Error::other(message))
}

/// Compresses without the zlib header, as zip files require.
fn deflate(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut compress = Compress::new(Compression::default(), false);
    let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
    loop {
        let rest = &bytes[compress.total_in() as usize..];
        match compress.compress_vec(rest, &mut out, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => return Ok(out),
            Ok(_) => out.reserve(out.capacity().max(64)),
            Err(error) => return Err(io::Error::other(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_again() {
        for bytes in [Vec::new(), b"tide".repeat(100_000)] {
            let mut back = Vec::new();
            flate2::read::DeflateDecoder::new(&deflate(&bytes).expect("packs")[..])
                .read_to_end(&mut back)
                .expect("unpacks");
            assert_eq!(back, bytes);
        }
    }
}
