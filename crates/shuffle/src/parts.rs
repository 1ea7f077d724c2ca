//! Evidence in several files, each with a part of the keys: written by many processes, read by many
//! others.
//!
//! [`part_of`] tells which part a key belongs to. A file is a run, then its index as postcard writes
//! it, then the length of the run (eight bytes), the CRC-32 of the index and [`MAGIC`] (four each).

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::indexed::{Blocks, Indexed, IndexedWriter};
use crate::interrupted::uninterrupted;
use crate::{Evidence, ShuffleError};

/// The end of each file, with the version of the layout.
const MAGIC: &[u8; 4] = b"SEV1";
/// Bytes behind the index.
const FOOT: u64 = 16;
/// Files of one table that are open at a time: a process has a thousand or so for everything.
const OPEN: usize = 48;

/// The part of a key, of so many. The same on every machine and in every version.
///
/// # Panics
/// When there are no parts.
pub fn part_of(key: &str, parts: u32) -> u32 {
    // FNV-1a, and the finaliser of MurmurHash3: without it parts of similar keys differ in size.
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (((mixed ^ (mixed >> 33)) >> 32) as u32) % parts
}

/// Writes the evidence of one part.
pub struct PartWriter {
    path: PathBuf,
    writer: IndexedWriter,
}

impl PartWriter {
    /// Creates the file, which must not be there.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn create(path: &Path) -> Result<Self, ShuffleError> {
        Ok(Self { path: path.to_owned(), writer: IndexedWriter::create(path.to_owned())? })
    }

    /// Adds the evidence of a key behind all keys before.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn put(&mut self, key: &str, evidence: &impl Evidence) -> Result<(), ShuffleError> {
        self.writer.put(key, evidence)
    }

    /// Completes the file and syncs it to disk; its length in bytes.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> Result<u64, ShuffleError> {
        let at = || ShuffleError::at(&self.path);
        let (run, blocks) = self.writer.finish()?;
        let encoded = postcard::to_stdvec(&blocks);
        let mut tail = encoded.map_err(|error| at()(std::io::Error::other(error)))?;
        let crc = crc32fast::hash(&tail);
        tail.extend_from_slice(&run.bytes.to_le_bytes());
        tail.extend_from_slice(&crc.to_le_bytes());
        tail.extend_from_slice(MAGIC);
        let mut file = File::options().append(true).open(&self.path).map_err(at())?;
        file.write_all(&tail).and_then(|()| file.sync_all()).map_err(at())?;
        Ok(run.bytes + tail.len() as u64)
    }
}

/// The file of a part, as [`PartWriter`] wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartFile {
    /// The number of the part.
    pub part: u32,
    /// The file.
    pub path: PathBuf,
    /// Its length in bytes. Another length is an error.
    pub bytes: u64,
}

/// The files of a table, opened as keys ask for them.
pub(crate) struct Parts {
    parts: u32,
    files: BTreeMap<u32, PartFile>,
    open: Mutex<BTreeMap<u32, Arc<Indexed>>>,
}

impl Parts {
    pub(crate) fn new(files: Vec<PartFile>, parts: u32) -> Result<Self, ShuffleError> {
        let mut by_part = BTreeMap::new();
        for file in files {
            let (part, second) = (file.part, file.path.clone());
            if let Some(PartFile { path: first, .. }) = by_part.insert(part, file) {
                return Err(ShuffleError::Doubled { part, first, second });
            }
        }
        Ok(Self { parts, files: by_part, open: Mutex::default() })
    }

    /// The file that a key would stand in.
    pub(crate) fn of_key(&self, key: &str) -> Result<Option<Arc<Indexed>>, ShuffleError> {
        // Parts without evidence have no file.
        let Some(file) = self.files.get(&part_of(key, self.parts)) else { return Ok(None) };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = open.get(&file.part) {
            return Ok(Some(Arc::clone(known)));
        }
        let indexed = Arc::new(open_part(file)?);
        // All are given up at once: who still reads one keeps it.
        if open.len() >= OPEN {
            open.clear();
        }
        open.insert(file.part, Arc::clone(&indexed));
        Ok(Some(indexed))
    }

    /// All files, in the order of parts.
    pub(crate) fn each(&self) -> impl Iterator<Item = Result<Indexed, ShuffleError>> {
        self.files.values().map(open_part)
    }
}

/// Opens a file and reads its index.
fn open_part(PartFile { path, bytes, .. }: &PartFile) -> Result<Indexed, ShuffleError> {
    let at = || ShuffleError::at(path);
    let corrupt = |offset, what| ShuffleError::Corrupt { path: path.clone(), offset, what };
    let mut file = File::open(path).map_err(at())?;
    if file.metadata().map_err(at())?.len() != *bytes || *bytes < FOOT {
        return Err(corrupt(0, "the file has another length than was written"));
    }
    let mut foot = [0; FOOT as usize];
    uninterrupted(|| file.seek(SeekFrom::Start(bytes - FOOT))).map_err(at())?;
    file.read_exact(&mut foot).map_err(at())?;
    let (length, foot) = foot.split_at(8);
    let (crc, magic) = foot.split_at(4);
    let length = <[u8; 8]>::try_from(length).map_or(u64::MAX, u64::from_le_bytes);
    let end = bytes - FOOT;
    if magic != MAGIC || length > end {
        return Err(corrupt(end, "no end of a file of evidence"));
    }
    let mut index = Vec::new();
    uninterrupted(|| file.seek(SeekFrom::Start(length))).map_err(at())?;
    (&mut file).take(end - length).read_to_end(&mut index).map_err(at())?;
    if crc32fast::hash(&index).to_le_bytes() != crc {
        return Err(corrupt(length, "the checksum of the index does not match"));
    }
    let blocks: Result<Blocks, _> = postcard::from_bytes(&index);
    let blocks = blocks.map_err(|_| corrupt(length, "the index cannot be decoded"))?;
    Ok(Indexed::new(path, file, length, blocks))
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::{Settings, Store};

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Note(String);

    impl Evidence for Note {
        fn memory(&self) -> usize {
            self.0.len()
        }
    }

    /// Evidence of so many keys in files below a folder.
    fn written(folder: &Path, keys: &[String], parts: u32) -> Vec<PartFile> {
        let mut by_part: BTreeMap<u32, Vec<&String>> = BTreeMap::new();
        for key in keys {
            by_part.entry(part_of(key, parts)).or_default().push(key);
        }
        let files = by_part.into_iter().map(|(part, mut keys)| {
            keys.sort();
            let path = folder.join(format!("notes-{part}"));
            let mut writer = PartWriter::create(&path).expect("created");
            for key in keys {
                writer.put(key, &Note(key.repeat(9))).expect("written");
            }
            PartFile { part, path, bytes: writer.finish().expect("finished") }
        });
        files.collect()
    }

    #[test]
    fn keys_are_found_in_the_file_of_their_part() {
        let folder = tempfile::tempdir().expect("a folder");
        let keys: Vec<String> = (0..3000).map(|n| format!("host-{n}.example")).collect();
        let files = written(folder.path(), &keys, 100);
        assert!(files.len() > OPEN, "{}", files.len());
        let store: Store<Note> =
            Store::of_parts(files, 100, &Settings::default()).expect("one of each");
        for key in keys.iter().chain(&keys) {
            let found = store.get(key).expect("read").expect("there");
            assert_eq!(found.0, key.repeat(9));
        }
        for absent in ["", "host-3000.example", "z"] {
            assert!(store.get(absent).expect("read").is_none(), "{absent}");
        }
        let mut all = Vec::new();
        store
            .for_each(|key, _| {
                all.push(key.to_owned());
                Ok::<(), ShuffleError>(())
            })
            .expect("read");
        all.sort();
        let mut keys = keys;
        keys.sort();
        assert_eq!(all, keys);
    }

    #[test]
    fn two_files_of_one_part_are_an_error_that_names_both() {
        let file = |part, name: &str| PartFile { part, path: name.into(), bytes: 0 };
        let files = |files: &[PartFile]| {
            let store = Store::<Note>::of_parts(files.to_vec(), 9, &Settings::default());
            store.map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(files(&[file(1, "a"), file(2, "b")]), Ok(()));
        let expected = "two files have part 1 of the keys: a and c".to_owned();
        assert_eq!(files(&[file(1, "a"), file(2, "b"), file(1, "c")]), Err(expected));
    }

    #[test]
    fn parts_do_not_change_between_versions() {
        for (key, expected) in [("", 76), ("a.example", 46), ("b.example", 78), ("ä", 62)] {
            assert_eq!(part_of(key, 101), expected, "{key}");
        }
        let mut counts = [0_u32; 16];
        (0..16_000).for_each(|n| counts[part_of(&format!("http://h{n}/"), 16) as usize] += 1);
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_file_that_is_not_whole_is_an_error_that_names_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let keys: Vec<String> = (0..90).map(|n| n.to_string()).collect();
        let file = written(folder.path(), &keys, 1).remove(0);
        let sound = std::fs::read(&file.path).expect("read");
        let flipped = |at: usize| {
            let mut bytes = sound.clone();
            bytes[at] ^= 1;
            bytes
        };
        let end = sound.len();
        for (bytes, what) in [
            (sound[..end - 1].to_vec(), "another length"),
            (vec![], "another length"),
            (flipped(end - 1), "no end"),
            (flipped(end - 20), "the checksum of the index"),
            (flipped(40), "the checksum does not match"),
        ] {
            std::fs::write(&file.path, bytes).expect("written");
            let store: Store<Note> =
                Store::of_parts(vec![file.clone()], 1, &Settings::default()).expect("one file");
            let error = store.get("7").expect_err(what).to_string();
            assert!(error.contains(what) && error.contains("notes-0"), "{error}");
        }
    }
}
