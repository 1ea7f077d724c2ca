//! What is known of each row while duplicates are sought.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use super::sketch::similarity;
use crate::folder::duplicates::DupKind;

/// Keys of a row, one for each kind that is a key; 0 where it has none.
pub(super) type Keys = [u64; DupKind::KEYS];
const KEY_BYTES: u64 = 8 * DupKind::KEYS as u64;

/// Facts of rows by number; sets of shingles, addresses and keys are on disk.
pub(super) struct Facts {
    rows: Vec<Fact>,
    sets: RefCell<File>,
    keys: RefCell<File>,
}

/// What memory holds of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) id: String,
    /// As RFC 3339 with milliseconds, which sorts as time does; empty where there is none.
    pub(super) time: Box<str>,
    pub(super) chars: u32,
    /// Stands for the title; 0 where there is none.
    pub(super) title: u64,
    /// Where its set of shingles starts; its address follows.
    set: u64,
    shingles: u32,
    url: u32,
}

/// Takes rows in.
pub(super) struct FactsWriter {
    rows: Vec<Fact>,
    sets: BufWriter<File>,
    keys: BufWriter<File>,
    at: u64,
}

impl FactsWriter {
    pub(super) fn create(work: &Path) -> io::Result<Self> {
        let create = |name| {
            let path = work.join(name);
            File::options().create(true).truncate(true).read(true).write(true).open(path)
        };
        let (sets, keys) = (BufWriter::new(create("sets")?), BufWriter::new(create("keys")?));
        Ok(Self { rows: Vec::new(), sets, keys, at: 0 })
    }

    /// Takes a row in; `title` is 0 where it has none.
    pub(super) fn push(
        &mut self,
        id: String,
        time: &str,
        (chars, title): (u32, u64),
        keys: &Keys,
        (url, set): (&str, &[u32]),
    ) -> io::Result<()> {
        for key in keys {
            self.keys.write_all(&key.to_le_bytes())?;
        }
        for shingle in set {
            self.sets.write_all(&shingle.to_le_bytes())?;
        }
        self.sets.write_all(url.as_bytes())?;
        let (shingles, url) = (set.len() as u32, url.len() as u32);
        self.rows.push(Fact { id, time: time.into(), chars, title, set: self.at, shingles, url });
        self.at += 4 * u64::from(shingles) + u64::from(url);
        Ok(())
    }

    pub(super) fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    pub(super) fn finish(self) -> io::Result<Facts> {
        let whole =
            |file: BufWriter<File>| file.into_inner().map_err(io::IntoInnerError::into_error);
        let (sets, keys) = (RefCell::new(whole(self.sets)?), RefCell::new(whole(self.keys)?));
        Ok(Facts { rows: self.rows, sets, keys })
    }
}

impl Facts {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn of(&self, row: u32) -> &Fact {
        &self.rows[row as usize]
    }

    /// What the original of a group has least of: captured first, then the longest text, then the smallest id.
    pub(super) fn rank(&self, row: u32) -> (bool, &str, Reverse<u32>, &str) {
        let fact = self.of(row);
        (fact.time.is_empty(), &fact.time, Reverse(fact.chars), &fact.id)
    }

    pub(super) fn keys(&self, row: u32) -> io::Result<Keys> {
        let mut bytes = [0; KEY_BYTES as usize];
        let mut file = self.keys.borrow_mut();
        file.seek(SeekFrom::Start(u64::from(row) * KEY_BYTES))?;
        file.read_exact(&mut bytes)?;
        let mut keys = Keys::default();
        for (key, bytes) in keys.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *key = u64::from_le_bytes(*bytes);
        }
        Ok(keys)
    }

    pub(super) fn set(&self, row: u32) -> io::Result<Vec<u32>> {
        let fact = self.of(row);
        let mut bytes = vec![0; 4 * fact.shingles as usize];
        let mut file = self.sets.borrow_mut();
        file.seek(SeekFrom::Start(fact.set))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
    }

    /// The address as archived.
    pub(super) fn url(&self, row: u32) -> io::Result<String> {
        let fact = self.of(row);
        let mut bytes = vec![0; fact.url as usize];
        let mut file = self.sets.borrow_mut();
        file.seek(SeekFrom::Start(fact.set + 4 * u64::from(fact.shingles)))?;
        file.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }

    /// Whether two rows have the same title.
    pub(super) fn same_title(&self, a: u32, b: u32) -> bool {
        let title = self.of(a).title;
        title != 0 && title == self.of(b).title
    }

    pub(super) fn similarity(&self, a: u32, b: u32) -> io::Result<f32> {
        Ok(similarity(&self.set(a)?, &self.set(b)?))
    }
}
