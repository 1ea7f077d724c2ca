//! Facts about each row during a search for duplicates.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use scutch_folder::duplicates::DupKind;
use scutch_learn::shared_shingles;

/// The keys of a row, one per kind of key. 0 means none.
pub(super) type Keys = [u64; DupKind::KEYS];
/// Bytes of the keys of a row on disk.
const KEY_BYTES: u64 = 8 * DupKind::KEYS as u64;

/// Facts about rows by number. Shingles, URLs and keys are on disk.
pub(super) struct Facts {
    rows: Vec<Fact>,
    sets: RefCell<File>,
    keys: RefCell<File>,
}

/// The facts about a row that are kept in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) id: String,
    /// RFC 3339 with milliseconds, which sorts by time. Empty if unknown.
    pub(super) time: Box<str>,
    pub(super) chars: u32,
    /// Hash of the title. 0 without a title.
    pub(super) title: u64,
    /// Position of its set of shingles in the file. Its URL follows.
    set: u64,
    shingles: u32,
    url: u32,
}

/// Collects facts about rows.
pub(super) struct FactsWriter {
    rows: Vec<Fact>,
    sets: BufWriter<File>,
    keys: BufWriter<File>,
    at: u64,
}

impl FactsWriter {
    /// Creates the files in the work folder.
    pub(super) fn create(work: &Path) -> io::Result<Self> {
        let create = |name| {
            let path = work.join(name);
            File::options().create(true).truncate(true).read(true).write(true).open(path)
        };
        // Two files: keys have a fixed size and are found by row number, sets need a position.
        let (sets, keys) = (BufWriter::new(create("sets")?), BufWriter::new(create("keys")?));
        Ok(Self { rows: Vec::new(), sets, keys, at: 0 })
    }

    /// Adds a row. `title` is 0 without a title.
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
        // Positions are computed, not asked for: the writer is buffered.
        self.at += 4 * u64::from(shingles) + u64::from(url);
        Ok(())
    }

    /// The number of rows so far, which is the number of the next row.
    pub(super) fn len(&self) -> u32 {
        self.rows.len() as u32
    }

    /// Ends collecting.
    pub(super) fn finish(self) -> io::Result<Facts> {
        let whole =
            |file: BufWriter<File>| file.into_inner().map_err(io::IntoInnerError::into_error);
        let (sets, keys) = (RefCell::new(whole(self.sets)?), RefCell::new(whole(self.keys)?));
        Ok(Facts { rows: self.rows, sets, keys })
    }
}

impl Facts {
    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The facts about a row.
    pub(super) fn row(&self, row: u32) -> &Fact {
        &self.rows[row as usize]
    }

    /// Sort key that is smallest for the original of a cluster: earliest capture, then longest text,
    /// then smallest id. Row numbers are not in it, so the order of rows does not matter.
    pub(super) fn rank(&self, row: u32) -> (bool, &str, Reverse<u32>, &str) {
        let fact = self.row(row);
        (fact.time.is_empty(), &fact.time, Reverse(fact.chars), &fact.id)
    }

    /// The keys of a row, from disk.
    pub(super) fn keys(&self, row: u32) -> io::Result<Keys> {
        // One read per row instead of keeping 40 bytes for each in memory.
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

    /// The shingles of a row, from disk.
    pub(super) fn set(&self, row: u32) -> io::Result<Vec<u32>> {
        let fact = self.row(row);
        let mut bytes = vec![0; 4 * fact.shingles as usize];
        let mut file = self.sets.borrow_mut();
        file.seek(SeekFrom::Start(fact.set))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect())
    }

    /// The URL as archived.
    pub(super) fn url(&self, row: u32) -> io::Result<String> {
        let fact = self.row(row);
        let mut bytes = vec![0; fact.url as usize];
        let mut file = self.sets.borrow_mut();
        // The URL follows the shingles, which take four bytes each.
        file.seek(SeekFrom::Start(fact.set + 4 * u64::from(fact.shingles)))?;
        file.read_exact(&mut bytes)?;
        String::from_utf8(bytes).map_err(io::Error::other)
    }

    /// Whether two rows have equal titles.
    pub(super) fn same_title(&self, a: u32, b: u32) -> bool {
        let title = self.row(a).title;
        title != 0 && title == self.row(b).title
    }

    /// The similarity of two rows, from 0 to 1.
    pub(super) fn similarity(&self, a: u32, b: u32) -> io::Result<f32> {
        Ok(shared_shingles(&self.set(a)?, &self.set(b)?))
    }
}
