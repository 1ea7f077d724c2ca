//! The bytes of a file with their compression undone.

use std::io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use scutch_archive::{Source, SourceReader};

/// Bytes of a reading buffer.
const BUFFER: usize = 64 << 10;

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    /// The bytes are those of the table.
    None,
    /// Any number of members.
    Gzip,
    /// Any number of frames.
    Zstd,
}

impl Compression {
    /// By the first bytes of the file.
    pub(crate) fn from_magic(head: &[u8]) -> Self {
        if head.starts_with(&[0x1f, 0x8b]) {
            Self::Gzip
        } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
            Self::Zstd
        } else {
            Self::None
        }
    }

    /// The compression of a source.
    pub(crate) fn of_source(source: &Source) -> io::Result<Self> {
        let mut head = [0; 4];
        let n = source.read_at(0, &mut head)?;
        Ok(Self::from_magic(&head[..n]))
    }
}

/// Stored bytes passed so far.
pub(crate) type Passed = Arc<AtomicU64>;

/// Reads a file from an offset of its inflated bytes on.
///
/// # Errors
/// When the file cannot be read up to there.
pub(crate) fn inflated(
    source: &Source,
    compression: Compression,
    at: u64,
) -> io::Result<(Box<dyn BufRead + Send>, Passed)> {
    let passed = Passed::default();
    let mut reader = Counted { reader: source.reader(), passed: Arc::clone(&passed) };
    let mut input: Box<dyn BufRead + Send> = match compression {
        Compression::None => {
            // Plain bytes can be passed without being read.
            reader.reader.seek(SeekFrom::Start(at))?;
            passed.store(at, Ordering::Relaxed);
            return Ok((Box::new(BufReader::with_capacity(BUFFER, reader)), passed));
        }
        Compression::Gzip => {
            let stored = BufReader::with_capacity(BUFFER, reader);
            // A gzip file may consist of several members, as parallel writers make them.
            let inflated = flate2::bufread::MultiGzDecoder::new(stored);
            Box::new(BufReader::with_capacity(BUFFER, inflated))
        }
        Compression::Zstd => {
            let stored = BufReader::with_capacity(BUFFER, reader);
            let inflated = zstd::Decoder::with_buffer(stored)?;
            Box::new(BufReader::with_capacity(BUFFER, inflated))
        }
    };
    // A compressed stream has no place to jump to: what comes before is inflated and dropped.
    io::copy(&mut input.by_ref().take(at), &mut io::sink())?;
    Ok((input, passed))
}

/// A reader that counts.
struct Counted {
    reader: SourceReader,
    passed: Passed,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buffer)?;
        self.passed.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}
