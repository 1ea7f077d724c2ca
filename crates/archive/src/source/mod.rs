//! Where bytes come from: a file, or bytes in memory.

mod fault;
mod pool;
mod remote;
mod stamp;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use fault::SourceFault;
pub use pool::SourcePool;
pub use remote::{
    RemoteBytes, RemoteChange, RemoteOpener, RemoteVersion, is_address, open_addresses_with,
};
pub use stamp::FileStamp;

use self::fault::Faults;
use self::remote::RemoteFile;
use crate::interrupted::uninterrupted;

use crate::size::usize_of;

/// An open file, or bytes in memory, readable at any offset.
///
/// Clones share one file handle. Reads name their own offset, so several threads can read from one
/// source at once. The length is that of the moment the file was opened.
///
/// A source remembers the first read that failed or came short. [`Source::verify`] tells of it, and
/// of a file that is no longer the one that was opened.
#[derive(Debug, Clone)]
pub struct Source {
    bytes: Bytes,
    /// Bytes before those that are read: those of the file around a part.
    start: u64,
    len: u64,
}

#[derive(Debug, Clone)]
enum Bytes {
    File(Arc<OpenFile>),
    Memory(Arc<[u8]>),
    Remote(Arc<RemoteFile>),
    /// Bytes on a disk that fails from an offset on.
    #[cfg(test)]
    Failing(Arc<[u8]>, u64),
}

/// A file, and what is known of it.
#[derive(Debug)]
struct OpenFile {
    file: File,
    path: PathBuf,
    stamp: FileStamp,
    faults: Faults,
}

impl Source {
    /// Opens a file, or an address if something is registered that does.
    ///
    /// # Errors
    /// When the operating system refuses, and for a folder.
    pub fn open(path: &Path) -> io::Result<Self> {
        Self::open_noting(path, Faults::default())
    }

    /// Opens a file whose faults are noted with those of other files.
    fn open_noting(path: &Path, faults: Faults) -> io::Result<Self> {
        if is_address(path) {
            return Self::open_address(path, None, faults);
        }
        let file = File::open(path)?;
        let metadata = uninterrupted(|| file.metadata())?;
        // Opening a folder succeeds on Unix; only reading from it fails.
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let (path, stamp) = (path.to_owned(), FileStamp::from_metadata(&metadata));
        let file = OpenFile { file, path, stamp, faults };
        Ok(Self { bytes: Bytes::File(Arc::new(file)), start: 0, len: metadata.len() })
    }

    /// Opens an address whose faults are noted with those of other files. `expected` are the ranges that will
    /// be read, if that is known.
    fn open_address(
        address: &Path,
        expected: Option<&[Range<u64>]>,
        faults: Faults,
    ) -> io::Result<Self> {
        let remote = RemoteFile::open(address, expected, faults)?;
        let len = remote.bytes.size();
        Ok(Self { bytes: Bytes::Remote(Arc::new(remote)), start: 0, len })
    }

    /// A source over a copy of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self { bytes: Bytes::Memory(bytes.into()), start: 0, len: bytes.len() as u64 }
    }

    #[cfg(test)]
    pub(crate) fn failing(bytes: &[u8], from: u64) -> Self {
        Self { bytes: Bytes::Failing(bytes.into(), from), start: 0, len: bytes.len() as u64 }
    }

    /// The bytes of a range as a source of their own, as far as there are such bytes.
    pub(crate) fn part(&self, range: &Range<u64>) -> Self {
        let start = range.start.min(self.len);
        let len = range.end.clamp(start, self.len) - start;
        Self { bytes: self.bytes.clone(), start: self.start + start, len }
    }

    /// Bytes in the source when it was opened.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// True when the source has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Fills `buffer` from `offset` on as far as there are bytes; returns how many.
    ///
    /// # Errors
    /// When the first byte cannot be read. An error behind it comes with the next call.
    pub fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let (offset, buffer) = match self.start {
            // A file may have grown since: what it has is read.
            0 => (offset, buffer),
            start => {
                let left = usize_of(self.len.saturating_sub(offset)).min(buffer.len());
                (start.saturating_add(offset), &mut buffer[..left])
            }
        };
        match &self.bytes {
            Bytes::File(file) => file.read_at(offset, buffer),
            Bytes::Memory(bytes) => Ok(copy(bytes, offset, buffer)),
            Bytes::Remote(remote) => remote.read_at(offset, buffer),
            #[cfg(test)]
            Bytes::Failing(bytes, from) => match bytes.get(..*from as usize) {
                Some(sound) if offset < *from => Ok(copy(sound, offset, buffer)),
                _ => Err(io::Error::other("the disk failed")),
            },
        }
    }

    /// Reads the source from its start, whatever other readers of it do: for digests and copies.
    pub fn reader(&self) -> SourceReader {
        SourceReader { source: self.clone(), at: 0 }
    }

    /// Whether all reads so far gave what is in the file, and the file is still the one that was
    /// opened. Asked when the last reading of it ends.
    ///
    /// # Errors
    /// The first read that failed or came short, or what happened to the file.
    pub fn verify(&self) -> Result<(), SourceFault> {
        let file = match &self.bytes {
            Bytes::File(file) => file,
            Bytes::Remote(remote) => return remote.verify(),
            _ => return Ok(()),
        };
        if file.faults.get(&file.path).is_none() {
            file.faults.look_for_change(&file.path, &file.stamp);
        }
        file.faults.get(&file.path).map_or(Ok(()), Err)
    }

    /// Identity, size and time of the file when it was opened. Bytes in memory have none.
    pub fn stamp(&self) -> Option<FileStamp> {
        match &self.bytes {
            Bytes::File(file) => Some(file.stamp),
            _ => None,
        }
    }

    /// Which version of an object behind an address is read. `None` for files, and before the first answer.
    pub fn remote_version(&self) -> Option<RemoteVersion> {
        match &self.bytes {
            Bytes::Remote(remote) => remote.bytes.version(),
            _ => None,
        }
    }

    /// True while somebody besides the caller holds the open file.
    fn is_shared(&self) -> bool {
        matches!(&self.bytes, Bytes::File(file) if Arc::strong_count(file) > 1)
    }
}

/// A source as a stream with an offset of its own.
#[derive(Debug, Clone)]
pub struct SourceReader {
    source: Source,
    at: u64,
}

impl Read for SourceReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.source.read_at(self.at, buffer)?;
        self.at += n as u64;
        Ok(n)
    }
}

impl Seek for SourceReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.source.len.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

fn copy(bytes: &[u8], offset: u64, buffer: &mut [u8]) -> usize {
    let from = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
    let n = buffer.len().min(bytes.len() - from);
    buffer[..n].copy_from_slice(&bytes[from..from + n]);
    n
}

impl OpenFile {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            let at = offset + filled as u64;
            match uninterrupted(|| self.file.read_at(&mut buffer[filled..], at)) {
                Ok(0) => {
                    // Files of `/proc` say that they have no bytes, and have some.
                    if at < self.stamp.size() {
                        self.faults.look_for_change(&self.path, &self.stamp);
                    }
                    break;
                }
                Ok(n) => filled += n,
                Err(error) => {
                    let error = Arc::new(error);
                    let source = Arc::clone(&error);
                    self.faults.note(&self.path, |path| SourceFault::Unread {
                        path,
                        offset: at,
                        source,
                    });
                    // What was read counts; the error comes again at its own offset.
                    return if filled > 0 { Ok(filled) } else { Err(again(&error)) };
                }
            }
        }
        Ok(filled)
    }
}

/// The same error once more: errors of the system cannot be cloned.
fn again(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_has_its_own_offset_and_ends_with_the_source() {
        let dir = tempfile::tempdir().expect("folder");
        let path = dir.path().join("bytes");
        let bytes: Vec<u8> = (0..=255).cycle().take(70_000).collect();
        std::fs::write(&path, &bytes).expect("file");
        for source in [Source::open(&path).expect("opens"), Source::from_bytes(&bytes)] {
            let (mut one, mut other) = (source.reader(), source.reader());
            let mut head = [0; 100];
            one.read_exact(&mut head).expect("bytes");
            let (mut rest, mut whole) = (Vec::new(), Vec::new());
            other.read_to_end(&mut whole).expect("bytes");
            one.read_to_end(&mut rest).expect("bytes");
            assert_eq!([&head[..], &rest].concat(), bytes);
            assert_eq!(whole, bytes);
            assert_eq!(source.len(), 70_000);
        }
    }

    #[test]
    fn seeking_goes_anywhere_but_before_the_start() {
        let mut reader = Source::from_bytes(b"0123456789").reader();
        let mut byte = [0];
        let cases = [
            (SeekFrom::Start(3), Some(3), "3"),
            (SeekFrom::Current(2), Some(6), "6"),
            (SeekFrom::Current(-7), Some(0), "0"),
            (SeekFrom::End(-1), Some(9), "9"),
            (SeekFrom::End(5), Some(15), ""),
            (SeekFrom::End(-11), None, ""),
            (SeekFrom::Current(-16), None, ""),
        ];
        for (to, at, read) in cases {
            let sought = reader.seek(to);
            assert_eq!(sought.as_ref().ok(), at.as_ref(), "{to:?}");
            if sought.is_ok() {
                let n = reader.read(&mut byte).expect("memory");
                assert_eq!(&byte[..n], read.as_bytes(), "{to:?}");
            }
        }
    }

    #[test]
    fn a_part_has_its_own_offsets_and_ends_with_its_range() {
        let whole = Source::from_bytes(b"0123456789");
        let cases = [(2..5, 0, "234"), (2..5, 1, "34"), (2..5, 3, ""), (8..99, 0, "89")];
        for (range, offset, expected) in cases {
            let mut bytes = [0; 16];
            let part = whole.part(&range);
            let n = part.read_at(offset, &mut bytes).expect("memory");
            assert_eq!(&bytes[..n], expected.as_bytes(), "{range:?} {offset}");
            let inner = part.part(&(1..2));
            let n = inner.read_at(0, &mut bytes).expect("memory");
            assert_eq!((n, inner.len()), (1, 1), "{range:?}");
        }
        assert!(whole.part(&(11..20)).is_empty());
    }

    #[test]
    fn a_folder_is_no_source() {
        let dir = tempfile::tempdir().expect("folder");
        let error = Source::open(dir.path()).expect_err("a folder");
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn what_happens_to_a_file_is_told() {
        type Change = fn(&Path);
        let cases: [(&str, Change); 5] = [
            ("became shorter", |path| std::fs::write(path, "01").expect("file")),
            ("became longer", |path| std::fs::write(path, "0123456789").expect("file")),
            ("written to", |path| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                std::fs::write(path, "98765").expect("file");
            }),
            ("another file", |path| {
                std::fs::write(path.with_extension("new"), "01234").expect("file");
                std::fs::rename(path.with_extension("new"), path).expect("renamed");
            }),
            ("is gone", |path| std::fs::remove_file(path).expect("removed")),
        ];
        for (told, change) in cases {
            let dir = tempfile::tempdir().expect("folder");
            let path = dir.path().join("bytes");
            std::fs::write(&path, "01234").expect("file");
            let source = Source::open(&path).expect("opens");
            source.verify().expect("nothing happened");
            change(&path);
            let fault = source.verify().expect_err(told).to_string();
            assert!(fault.contains(told) && fault.contains("bytes"), "{fault}");
            // It does not become sound again.
            std::fs::write(&path, "01234").expect("file");
            source.verify().expect_err("still noted");
        }
    }

    #[test]
    fn a_read_that_comes_short_is_noted_though_the_file_grows_again() {
        let dir = tempfile::tempdir().expect("folder");
        let path = dir.path().join("bytes");
        std::fs::write(&path, [7; 100]).expect("file");
        let source = Source::open(&path).expect("opens");
        std::fs::write(&path, [7; 50]).expect("file");
        let mut buffer = [0; 100];
        assert_eq!(source.read_at(0, &mut buffer).expect("half of it"), 50);
        std::fs::write(&path, [7; 100]).expect("file");
        let fault = source.verify().expect_err("noted").to_string();
        assert!(fault.contains("became shorter"), "{fault}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_error_of_the_system_is_noted_with_its_offset() {
        let source = Source::open(Path::new("/proc/self/mem")).expect("opens");
        source.read_at(0, &mut [0; 8]).expect_err("nothing is mapped there");
        let fault = source.verify().expect_err("noted").to_string();
        assert_eq!(fault, "/proc/self/mem: cannot be read at byte 0");
    }
}
