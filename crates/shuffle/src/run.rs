//! A *run*: a file of records sorted by key, written once and read in order.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use crate::ShuffleError;
use crate::append::append;
use crate::record::{HEAD, Head, Value};

/// Bytes of a run that are read or written at a time.
// Up to 64 runs are open while they are merged, so their buffers take 16 MiB.
const BUFFER: usize = 256 << 10;

/// A run that was written to its end.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) path: PathBuf,
    /// Its length. A file that was cut between two records cannot be known from its records.
    pub(crate) bytes: u64,
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
        self.body.clear();
        self.body.extend_from_slice(key.as_bytes());
        // Encoded behind the key into memory first, because the head needs length and checksum.
        append(value, &mut self.body).map_err(|_| self.corrupt("cannot be encoded"))?;
        self.write(key.len())
    }

    /// Writes the record of [`body`](Self::body), whose key has so many bytes.
    fn write(&mut self, key: usize) -> Result<u64, ShuffleError> {
        let at = self.written;
        let length =
            |bytes: usize| u32::try_from(bytes).map_err(|_| self.corrupt("larger than 4 GiB"));
        let (key, value) = (length(key)?, length(self.body.len() - key)?);
        let numbers = [key, value, crc32fast::hash(&self.body)];
        let head = numbers.map(u32::to_le_bytes);
        let written = self.out.write_all(head.as_flattened());
        written
            .and_then(|()| self.out.write_all(&self.body))
            .map_err(ShuffleError::at(&self.path))?;
        self.written += (HEAD + self.body.len()) as u64;
        Ok(at)
    }

    /// The error of the record that begins here.
    fn corrupt(&self, what: &'static str) -> ShuffleError {
        ShuffleError::Corrupt { path: self.path.clone(), offset: self.written, what }
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
    path: Arc<Path>,
    input: BufReader<File>,
    offset: u64,
    /// Length that was written.
    bytes: u64,
}

impl RunReader {
    pub(crate) fn open(path: &Path, bytes: u64) -> Result<Self, ShuffleError> {
        let file = File::open(path).map_err(ShuffleError::at(path))?;
        let input = BufReader::with_capacity(BUFFER, file);
        Ok(Self { path: path.into(), input, offset: 0, bytes })
    }

    /// Key and value of the next record, if there is one.
    pub(crate) fn next(&mut self) -> Result<Option<(String, Value)>, ShuffleError> {
        let Some(head) = self.head()? else { return Ok(None) };
        // The length is not believed: a corrupt one must not ask for 8 GiB.
        let mut body = Vec::with_capacity(head.body().min(BUFFER));
        let expected = head.body() as u64;
        let read = self.input.by_ref().take(expected).read_to_end(&mut body);
        if read.map_err(ShuffleError::at(&self.path))? as u64 != expected {
            return Err(self.corrupt("the record is cut off"));
        }
        let key = head.parts(&body).map(|(key, _)| key.to_owned());
        let key = key.map_err(|what| self.corrupt(what))?;
        body.drain(..key.len());
        let value = Value { bytes: body, path: Arc::clone(&self.path), offset: self.offset };
        self.offset += HEAD as u64 + expected;
        Ok(Some((key, value)))
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
        ShuffleError::Corrupt { path: self.path.to_path_buf(), offset: self.offset, what }
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
            let (found, read) = reader.next().expect("reads").expect("a record");
            assert_eq!((found.as_str(), read.decoded::<u32>().expect("decodes")), (key, value));
        }
        assert!(reader.next().expect("the end").is_none());
    }
}
