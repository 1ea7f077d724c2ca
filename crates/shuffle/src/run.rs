//! A *run*: a file of records sorted by key, written once and read in order.
//!
//! A record is the length of its key and of its value as four little-endian bytes each, the CRC-32
//! of both, the key as UTF-8, and the value as postcard writes it.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ShuffleError;

/// Bytes of a run that are read or written at a time.
// Up to 64 runs are open while they are merged, so their buffers take 16 MiB.
const BUFFER: usize = 256 << 10;
/// Bytes before the key.
pub(crate) const HEAD: usize = 12;

/// A run that was written to its end.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) path: PathBuf,
    /// Its length. A file that was cut between two records cannot be known from its records.
    pub(crate) bytes: u64,
}

/// What stands before each key.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) key: usize,
    pub(crate) value: usize,
    crc: u32,
}

impl Head {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(bytes))
        };
        Some(Self { key: number(0)? as usize, value: number(4)? as usize, crc: number(8)? })
    }

    /// Bytes of key and value together.
    pub(crate) fn body(self) -> usize {
        self.key + self.value
    }

    /// Key and value of the bytes behind the head, if they are those that were written.
    pub(crate) fn parts(self, body: &[u8]) -> Result<(&str, &[u8]), &'static str> {
        // Before anything is decoded: postcard reads some other value out of most corrupt bytes.
        if crc32fast::hash(body) != self.crc {
            return Err("the checksum does not match");
        }
        let (key, value) = body.split_at_checked(self.key).ok_or("the record is cut off")?;
        Ok((std::str::from_utf8(key).map_err(|_| "the key is not UTF-8")?, value))
    }
}

/// The value of bytes that [`RunWriter::put`] made.
pub(crate) fn decoded<T: DeserializeOwned>(value: &[u8]) -> Result<T, &'static str> {
    postcard::from_bytes(value).map_err(|_| "the value cannot be decoded")
}

/// Writes a run.
pub(crate) struct RunWriter {
    path: PathBuf,
    out: BufWriter<File>,
    /// The record being written; its memory is used again.
    body: Vec<u8>,
    written: u64,
}

impl RunWriter {
    pub(crate) fn create(path: PathBuf) -> Result<Self, ShuffleError> {
        // The folder is our own, so a file that is there already is a defect: never write over it.
        let file = File::create_new(&path).map_err(ShuffleError::at(&path))?;
        let out = BufWriter::with_capacity(BUFFER, file);
        Ok(Self { path, out, body: Vec::new(), written: 0 })
    }

    /// Writes a record; the place where it begins.
    pub(crate) fn put(&mut self, key: &str, value: &impl Serialize) -> Result<u64, ShuffleError> {
        let at = self.written;
        self.body.clear();
        self.body.extend_from_slice(key.as_bytes());
        // Encoded behind the key into memory first, because the head needs length and checksum.
        let body = std::mem::take(&mut self.body);
        let corrupt = |what| ShuffleError::Corrupt { path: self.path.clone(), offset: at, what };
        self.body = postcard::to_extend(value, body).map_err(|_| corrupt("cannot be encoded"))?;
        let length = |bytes: usize| u32::try_from(bytes).map_err(|_| corrupt("larger than 4 GiB"));
        let (key, value) = (length(key.len())?, length(self.body.len() - key.len())?);
        let numbers = [key, value, crc32fast::hash(&self.body)];
        let head = numbers.map(u32::to_le_bytes);
        let written = self.out.write_all(head.as_flattened());
        written
            .and_then(|()| self.out.write_all(&self.body))
            .map_err(ShuffleError::at(&self.path))?;
        self.written += (HEAD + self.body.len()) as u64;
        Ok(at)
    }

    /// The whole run.
    pub(crate) fn finish(mut self) -> Result<Run, ShuffleError> {
        // Dropping the buffer would write it, too, but would not say that the disk is full.
        self.out.flush().map_err(ShuffleError::at(&self.path))?;
        Ok(Run { path: self.path, bytes: self.written })
    }
}

/// Reads a run from its start.
pub(crate) struct RunReader {
    path: PathBuf,
    input: BufReader<File>,
    offset: u64,
    /// Length that was written.
    bytes: u64,
    body: Vec<u8>,
}

impl RunReader {
    pub(crate) fn open(path: &Path, bytes: u64) -> Result<Self, ShuffleError> {
        let file = File::open(path).map_err(ShuffleError::at(path))?;
        let input = BufReader::with_capacity(BUFFER, file);
        Ok(Self { path: path.to_owned(), input, offset: 0, bytes, body: Vec::new() })
    }

    /// The next record, if there is one.
    pub(crate) fn next<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<(String, T)>, ShuffleError> {
        let Some(head) = self.head()? else { return Ok(None) };
        self.body.clear();
        // The length is not believed: a corrupt one must not ask for 8 GiB.
        let body = head.body() as u64;
        let read = self.input.by_ref().take(body).read_to_end(&mut self.body);
        if read.map_err(ShuffleError::at(&self.path))? as u64 != body {
            return Err(self.corrupt("the record is cut off"));
        }
        let record = head.parts(&self.body).and_then(|(key, value)| {
            let value = decoded(value)?;
            Ok((key.to_owned(), value))
        });
        let record = record.map_err(|what| self.corrupt(what))?;
        self.offset += HEAD as u64 + body;
        Ok(Some(record))
    }

    /// The head of the next record; `None` at the end of the run.
    fn head(&mut self) -> Result<Option<Head>, ShuffleError> {
        // An index may stand behind the run.
        if self.offset == self.bytes {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(HEAD);
        let read = self.input.by_ref().take(HEAD as u64).read_to_end(&mut bytes);
        match read.map_err(ShuffleError::at(&self.path))? {
            0 => Err(self.corrupt("records are missing")),
            _ => Head::read(&bytes).map(Some).ok_or_else(|| self.corrupt("the record is cut off")),
        }
    }

    /// The error of the record that begins here.
    fn corrupt(&self, what: &'static str) -> ShuffleError {
        ShuffleError::Corrupt { path: self.path.clone(), offset: self.offset, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writer(path: &str, capacity: usize) -> RunWriter {
        let file = File::options().write(true).open(path).expect("a file that is there");
        let out = BufWriter::with_capacity(capacity, file);
        RunWriter { path: PathBuf::from(path), out, body: Vec::new(), written: 0 }
    }

    /// Linux has a device that is always full.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_an_error_when_written_and_when_finished() {
        let told = |error: ShuffleError| match error {
            ShuffleError::File { path, source } => (path, source.kind()),
            other => panic!("{other}"),
        };
        let full = (PathBuf::from("/dev/full"), std::io::ErrorKind::StorageFull);
        let mut small = writer("/dev/full", 4);
        assert_eq!(told(small.put("key", &1_u32).expect_err("no room")), full);
        // All of it fits into the buffer, so only the end of the file shows that there is no room.
        let mut large = writer("/dev/full", 1 << 10);
        large.put("key", &1_u32).expect("buffered");
        assert_eq!(told(large.finish().expect_err("no room")), full);
    }

    #[test]
    fn no_file_is_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("there");
        std::fs::write(&path, "something").expect("written");
        assert!(matches!(RunWriter::create(path.clone()), Err(ShuffleError::File { .. })));
        assert_eq!(std::fs::read(&path).expect("reads"), b"something");
    }

    #[test]
    fn offsets_are_where_records_begin() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut writer = RunWriter::create(folder.path().join("run")).expect("created");
        // Key, value, and the bytes of both: postcard writes numbers in as few bytes as they need.
        let cases = [("", 0_u32, 1), ("a", 127, 2), ("\u{0}", 128, 3), ("é", u32::MAX, 7)];
        let mut begins = 0;
        for (key, value, bytes) in cases {
            assert_eq!(writer.put(key, &value).expect("written"), begins, "{key:?}");
            begins += (HEAD + bytes) as u64;
        }
        let run = writer.finish().expect("written");
        assert_eq!(run.bytes, begins);
        assert_eq!(std::fs::metadata(&run.path).expect("there").len(), begins);
        let mut reader = RunReader::open(&run.path, run.bytes).expect("opens");
        for (key, value, _) in cases {
            assert_eq!(reader.next().expect("reads"), Some((key.to_owned(), value)));
        }
        assert_eq!(reader.next::<u32>().expect("the end"), None);
    }

    #[test]
    fn a_head_is_read_whole_or_not_at_all() {
        let bytes: Vec<u8> = (1..=HEAD as u8).collect();
        assert!((0..HEAD).all(|end| Head::read(&bytes[..end]).is_none()));
        let head = Head::read(&bytes).expect("whole");
        assert_eq!((head.key, head.value), (0x0403_0201, 0x0807_0605));
        assert_eq!(head.parts(b"other").err(), Some("the checksum does not match"));
    }
}
