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
const BUFFER: usize = 256 << 10;
/// Bytes before the key.
pub(crate) const HEAD: usize = 12;

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
        let file = File::create_new(&path).map_err(ShuffleError::at(&path))?;
        let out = BufWriter::with_capacity(BUFFER, file);
        Ok(Self { path, out, body: Vec::new(), written: 0 })
    }

    /// Writes a record; the place where it begins.
    pub(crate) fn put(&mut self, key: &str, value: &impl Serialize) -> Result<u64, ShuffleError> {
        let at = self.written;
        self.body.clear();
        self.body.extend_from_slice(key.as_bytes());
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

    /// Bytes written so far.
    pub(crate) fn len(&self) -> u64 {
        self.written
    }

    /// Hands out the path of the whole file.
    pub(crate) fn finish(mut self) -> Result<PathBuf, ShuffleError> {
        self.out.flush().map_err(ShuffleError::at(&self.path))?;
        Ok(self.path)
    }
}

/// Reads a run from its start.
pub(crate) struct RunReader {
    path: PathBuf,
    input: BufReader<File>,
    offset: u64,
    body: Vec<u8>,
}

impl RunReader {
    pub(crate) fn open(path: &Path) -> Result<Self, ShuffleError> {
        let file = File::open(path).map_err(ShuffleError::at(path))?;
        let input = BufReader::with_capacity(BUFFER, file);
        Ok(Self { path: path.to_owned(), input, offset: 0, body: Vec::new() })
    }

    /// The next record, if there is one.
    pub(crate) fn next<T: DeserializeOwned>(
        &mut self,
    ) -> Result<Option<(String, T)>, ShuffleError> {
        let Some(head) = self.head()? else { return Ok(None) };
        let corrupt = |path: &Path, offset, what| {
            let path = path.to_owned();
            ShuffleError::Corrupt { path, offset, what }
        };
        self.body.clear();
        // The length is not believed: a corrupt one must not ask for 8 GiB.
        let body = head.body() as u64;
        let read = self.input.by_ref().take(body).read_to_end(&mut self.body);
        if read.map_err(ShuffleError::at(&self.path))? as u64 != body {
            return Err(corrupt(&self.path, self.offset, "the record is cut off"));
        }
        let record = head.parts(&self.body).and_then(|(key, value)| {
            let value = decoded(value)?;
            Ok((key.to_owned(), value))
        });
        let record = record.map_err(|what| corrupt(&self.path, self.offset, what))?;
        self.offset += HEAD as u64 + body;
        Ok(Some(record))
    }

    /// The head of the next record; `None` at the end of the file.
    fn head(&mut self) -> Result<Option<Head>, ShuffleError> {
        let mut bytes = Vec::with_capacity(HEAD);
        let read = self.input.by_ref().take(HEAD as u64).read_to_end(&mut bytes);
        match read.map_err(ShuffleError::at(&self.path))? {
            0 => Ok(None),
            _ => Head::read(&bytes).map(Some).ok_or(ShuffleError::Corrupt {
                path: self.path.clone(),
                offset: self.offset,
                what: "the record is cut off",
            }),
        }
    }
}
