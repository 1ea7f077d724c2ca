//! sha256 of files, while they are written or after the fact.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Size and sha256 of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileDigest {
    /// Size in bytes.
    pub size: u64,
    /// sha256 in lower-case hex.
    pub sha256: String,
}

/// Size and sha256 of the file at `path`, read once in small pieces.
///
/// # Errors
/// When the file cannot be read.
pub fn file_digest(path: &Path) -> io::Result<FileDigest> {
    let mut file = File::open(path)?;
    let mut sink = Digesting::new(io::sink());
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let n = file.read(&mut buffer)?;
        if n == 0 {
            return Ok(sink.finish().1);
        }
        sink.write_all(&buffer[..n])?;
    }
}

/// Passes bytes on and digests them.
pub(crate) struct Digesting<W> {
    inner: W,
    hash: Sha256,
    size: u64,
}

impl<W: Write> Digesting<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new(), size: 0 }
    }

    pub(crate) fn finish(self) -> (W, FileDigest) {
        let sha256 = HEXLOWER.encode(&self.hash.finalize());
        (self.inner, FileDigest { size: self.size, sha256 })
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(buf)?;
        self.hash.update(&buf[..n]);
        self.size += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
