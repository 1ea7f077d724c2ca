//! What was concluded of each key, to be looked up again.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::cache::Cache;
use crate::folder::SpillFolder;
use crate::interrupted::uninterrupted;
use crate::run::{HEAD, Head, Run, RunReader, RunWriter, decoded};
use crate::{Evidence, Settings, ShuffleError};

/// Bytes between two entries of the index: one question reads one such block.
// Smaller blocks make a larger index in memory; larger ones cost more checksums a question.
const BLOCK: u64 = 32 << 10;
/// Bytes that a key takes besides its letters and its evidence.
const PER_KEY: usize = 64;

/// Takes evidence in, in the order of keys.
pub struct StoreWriter<E> {
    settings: Settings,
    folder: SpillFolder,
    memory: usize,
    kept: Vec<(String, E)>,
    disk: Option<DiskWriter>,
}

/// A run with an index: the first key of each block, and where the block begins.
struct DiskWriter {
    run: RunWriter,
    blocks: Vec<(Box<str>, u64)>,
}

impl DiskWriter {
    fn put<E: Evidence>(&mut self, key: &str, evidence: &E) -> Result<(), ShuffleError> {
        let at = self.run.put(key, evidence)?;
        if self.blocks.last().is_none_or(|(_, begins)| at - begins >= BLOCK) {
            self.blocks.push((key.into(), at));
        }
        Ok(())
    }
}

impl<E: Evidence> StoreWriter<E> {
    /// An empty store; `name` stands in the names of its files.
    pub fn new(name: &'static str, settings: Settings) -> Self {
        let folder = SpillFolder::new(name, &settings);
        Self { settings, folder, memory: 0, kept: Vec::new(), disk: None }
    }

    /// Takes in the evidence of a key behind all keys before.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn put(&mut self, key: &str, evidence: E) -> Result<(), ShuffleError> {
        if let Some(disk) = &mut self.disk {
            return disk.put(key, &evidence);
        }
        self.memory += PER_KEY + key.len() + evidence.memory();
        self.kept.push((key.to_owned(), evidence));
        if self.memory <= self.settings.memory {
            return Ok(());
        }
        let mut disk =
            DiskWriter { run: RunWriter::create(self.folder.new_file()?)?, blocks: Vec::new() };
        self.kept.drain(..).try_for_each(|(key, evidence)| disk.put(&key, &evidence))?;
        self.disk = Some(disk);
        Ok(())
    }

    /// The store, complete.
    ///
    /// # Errors
    /// When the file cannot be written or opened again.
    pub fn finish(self) -> Result<Store<E>, ShuffleError> {
        let Some(DiskWriter { run, blocks }) = self.disk else {
            let kept = self.kept.into_iter().map(|(key, evidence)| (key, Arc::new(evidence)));
            return Ok(Store(Kept::Memory(kept.collect())));
        };
        let Run { path, bytes: length } = run.finish()?;
        let file = File::open(&path).map_err(ShuffleError::at(&path))?;
        let cache = Mutex::new(Cache::new(self.settings.memory));
        let file = Mutex::new(file);
        let disk = Disk { path, file, length, blocks, cache, _folder: self.folder };
        Ok(Store(Kept::Disk(Box::new(disk))))
    }
}

/// Evidence by key, in memory or on disk behind a bounded cache.
pub struct Store<E>(Kept<E>);

enum Kept<E> {
    Memory(FxHashMap<String, Arc<E>>),
    Disk(Box<Disk<E>>),
}

struct Disk<E> {
    path: PathBuf,
    file: Mutex<File>,
    length: u64,
    blocks: Vec<(Box<str>, u64)>,
    cache: Mutex<Cache<E>>,
    /// Removes the file when dropped.
    _folder: SpillFolder,
}

impl<E> Default for Store<E> {
    fn default() -> Self {
        Self(Kept::Memory(FxHashMap::default()))
    }
}

impl<E: Evidence> Store<E> {
    /// The evidence of a key.
    ///
    /// # Errors
    /// When the file cannot be read, or holds other bytes than were written.
    pub fn get(&self, key: &str) -> Result<Option<Arc<E>>, ShuffleError> {
        match &self.0 {
            Kept::Memory(kept) => Ok(kept.get(key).cloned()),
            Kept::Disk(disk) => disk.get(key),
        }
    }
}

impl<E: Evidence> Store<E> {
    /// Shows all evidence, in the order of the bytes of keys.
    ///
    /// # Errors
    /// Those of `show`, and as for [`get`](Self::get).
    pub fn for_each<T: From<ShuffleError>>(
        &self,
        mut show: impl FnMut(&str, &E) -> Result<(), T>,
    ) -> Result<(), T> {
        match &self.0 {
            Kept::Memory(kept) => {
                let mut kept: Vec<(&String, &Arc<E>)> = kept.iter().collect();
                // In memory as on disk: callers must not see which of the two it was.
                kept.sort_unstable_by_key(|(key, _)| *key);
                kept.into_iter().try_for_each(|(key, evidence)| show(key, evidence))
            }
            Kept::Disk(disk) => {
                let mut run = RunReader::open(&disk.path, disk.length)?;
                while let Some((key, evidence)) = run.next()? {
                    show(&key, &evidence)?;
                }
                Ok(())
            }
        }
    }
}

impl<E: Evidence + Clone> Store<E> {
    /// Hands out all evidence, in the order of the bytes of keys.
    ///
    /// # Errors
    /// Those of `take`, and as for [`get`](Self::get).
    pub fn into_each<T: From<ShuffleError>>(
        self,
        mut take: impl FnMut(&str, E) -> Result<(), T>,
    ) -> Result<(), T> {
        match self.0 {
            Kept::Memory(kept) => {
                let mut kept: Vec<(String, Arc<E>)> = kept.into_iter().collect();
                // In memory as on disk: callers must not see which of the two it was.
                kept.sort_unstable_by(|a, b| a.0.cmp(&b.0));
                kept.into_iter()
                    .try_for_each(|(key, evidence)| take(&key, Arc::unwrap_or_clone(evidence)))
            }
            Kept::Disk(disk) => {
                let mut run = RunReader::open(&disk.path, disk.length)?;
                while let Some((key, evidence)) = run.next()? {
                    take(&key, evidence)?;
                }
                Ok(())
            }
        }
    }
}

impl<E: Evidence> Disk<E> {
    fn get(&self, key: &str) -> Result<Option<Arc<E>>, ShuffleError> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache().get(key) {
            return Ok(Some(known));
        }
        let Some((begins, block)) = self.block_of(key)? else { return Ok(None) };
        // Decoded without the lock: two threads may decode the same, neither waits for the other.
        let found = search::<E>(&block, key).map_err(|(at, what)| {
            let offset = begins + at as u64;
            ShuffleError::Corrupt { path: self.path.clone(), offset, what }
        })?;
        // What is missing is not cached: most keys that are asked for have evidence.
        let Some(found) = found.map(Arc::new) else { return Ok(None) };
        cache().put(key.to_owned(), Arc::clone(&found), found.memory());
        Ok(Some(found))
    }

    /// The block that a key would stand in, and where it begins.
    fn block_of(&self, key: &str) -> Result<Option<(u64, Vec<u8>)>, ShuffleError> {
        let behind = self.blocks.partition_point(|(first, _)| **first <= *key);
        let Some(at) = behind.checked_sub(1) else { return Ok(None) };
        let begins = self.blocks[at].1;
        let ends = self.blocks.get(behind).map_or(self.length, |(_, next)| *next);
        let mut block = Vec::new();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        uninterrupted(|| file.seek(SeekFrom::Start(begins)))
            .and_then(|_| (&mut *file).take(ends - begins).read_to_end(&mut block))
            .map_err(ShuffleError::at(&self.path))?;
        // A file cut between two records: its evidence would look as if it had never been there.
        if block.len() as u64 != ends - begins {
            let (path, what) = (self.path.clone(), "records are missing");
            return Err(ShuffleError::Corrupt { path, offset: begins + block.len() as u64, what });
        }
        Ok(Some((begins, block)))
    }
}

/// The evidence of a key among the records of a block, or where they cannot be read and why.
fn search<E: Evidence>(block: &[u8], key: &str) -> Result<Option<E>, (usize, &'static str)> {
    let mut at = 0;
    while at < block.len() {
        let head = Head::read(&block[at..]).ok_or((at, "the record is cut off"))?;
        let from = at + HEAD;
        let body = block.get(from..from + head.body()).ok_or((at, "the record is cut off"))?;
        // Each record that is passed is checked: a corrupt key must not look like another one.
        let (found, value) = head.parts(body).map_err(|what| (at, what))?;
        if found == key {
            return decoded(value).map(Some).map_err(|what| (at, what));
        }
        at = from + head.body();
    }
    Ok(None)
}
