//! Where bytes come from: a file, or bytes in memory.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

/// Bytes that can be read at any offset.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    kind: Kind,
    len: u64,
}

#[derive(Debug, Clone)]
enum Kind {
    File(Arc<File>),
    Memory(Arc<[u8]>),
    /// Bytes on a disk that fails from an offset on.
    #[cfg(test)]
    Failing(Arc<[u8]>, u64),
}

impl Source {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(Self { kind: Kind::File(Arc::new(file)), len: metadata.len() })
    }

    pub(crate) fn memory(bytes: &[u8]) -> Self {
        Self { kind: Kind::Memory(bytes.into()), len: bytes.len() as u64 }
    }

    #[cfg(test)]
    pub(crate) fn failing(bytes: &[u8], from: u64) -> Self {
        Self { kind: Kind::Failing(bytes.into(), from), len: bytes.len() as u64 }
    }

    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Fills `buffer` from `offset` on as far as there are bytes; returns how many.
    pub(crate) fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.kind {
            Kind::File(file) => read_file(file, offset, buffer),
            Kind::Memory(bytes) => Ok(copy(bytes, offset, buffer)),
            #[cfg(test)]
            Kind::Failing(bytes, from) => match bytes.get(..*from as usize) {
                Some(sound) if offset < *from => Ok(copy(sound, offset, buffer)),
                _ => Err(io::Error::other("the disk failed")),
            },
        }
    }
}

fn copy(bytes: &[u8], offset: u64, buffer: &mut [u8]) -> usize {
    let from = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
    let n = buffer.len().min(bytes.len() - from);
    buffer[..n].copy_from_slice(&bytes[from..from + n]);
    n
}

fn read_file(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read_at(&mut buffer[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            // What was read counts; the error comes again at its own offset.
            Err(_) if filled > 0 => break,
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}
