//! What was concluded of each key, to be looked up again.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::cache::Cache;
use crate::folder::SpillFolder;
use crate::indexed::{Indexed, IndexedWriter};
use crate::parts::{PartFile, Parts};
use crate::run::RunReader;
use crate::{Evidence, Settings, ShuffleError};

/// Bytes that a key takes besides its letters and its evidence.
const PER_KEY: usize = 64;

/// Takes evidence in, in the order of keys.
pub struct StoreWriter<E> {
    settings: Settings,
    folder: SpillFolder,
    memory: usize,
    kept: Vec<(String, E)>,
    disk: Option<IndexedWriter>,
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
        let mut disk = IndexedWriter::create(self.folder.new_file()?)?;
        self.kept.drain(..).try_for_each(|(key, evidence)| disk.put(&key, &evidence))?;
        self.disk = Some(disk);
        Ok(())
    }

    /// The store, complete.
    ///
    /// # Errors
    /// When the file cannot be written or opened again.
    pub fn finish(self) -> Result<Store<E>, ShuffleError> {
        let Some(disk) = self.disk else {
            let kept = self.kept.into_iter().map(|(key, evidence)| (key, Arc::new(evidence)));
            return Ok(Store(Kept::Memory(kept.collect())));
        };
        let files = Files::Own { run: Indexed::open(disk.finish()?)?, _folder: self.folder };
        Ok(Store(Kept::Disk(Box::new(Disk::new(files, &self.settings)))))
    }
}

/// Evidence by key, in memory or on disk behind a bounded cache.
pub struct Store<E>(Kept<E>);

enum Kept<E> {
    Memory(FxHashMap<String, Arc<E>>),
    Disk(Box<Disk<E>>),
}

struct Disk<E> {
    files: Files,
    cache: Mutex<Cache<E>>,
}

/// The files of a store.
enum Files {
    /// One of its own. The folder removes it when dropped.
    Own { run: Indexed, _folder: SpillFolder },
    /// Those that other processes wrote.
    Parts(Parts),
}

impl<E> Default for Store<E> {
    fn default() -> Self {
        Self(Kept::Memory(FxHashMap::default()))
    }
}

impl<E: Evidence> Store<E> {
    /// The evidence in the files of so many parts. What was read last is kept as the settings allow.
    ///
    /// # Errors
    /// When two files are of one part.
    pub fn of_parts(
        files: Vec<PartFile>,
        parts: u32,
        settings: &Settings,
    ) -> Result<Self, ShuffleError> {
        let files = Files::Parts(Parts::new(files, parts)?);
        Ok(Self(Kept::Disk(Box::new(Disk::new(files, settings)))))
    }

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
    /// Shows all evidence, in the order of the bytes of keys; of evidence in parts, within each part.
    ///
    /// # Errors
    /// Those of `show`, and as for [`get`](Self::get).
    pub fn for_each<T: From<ShuffleError>>(
        &self,
        mut show: impl FnMut(&str, &E) -> Result<(), T>,
    ) -> Result<(), T> {
        match &self.0 {
            Kept::Memory(kept) => {
                let mut keys: Vec<&String> = kept.keys().collect();
                // In memory as on disk: callers must not see which of the two it was.
                keys.sort_unstable();
                keys.into_iter().try_for_each(|key| show(key, &kept[key]))
            }
            Kept::Disk(disk) => disk.each(|key, evidence| show(key, &evidence)),
        }
    }
}

impl<E: Evidence + Clone> Store<E> {
    /// Hands out all evidence, in the order of [`for_each`](Self::for_each).
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
            Kept::Disk(disk) => disk.each(take),
        }
    }
}

impl<E: Evidence> Disk<E> {
    fn new(files: Files, settings: &Settings) -> Self {
        Self { files, cache: Mutex::new(Cache::new(settings.memory)) }
    }

    fn get(&self, key: &str) -> Result<Option<Arc<E>>, ShuffleError> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cache().get(key) {
            return Ok(Some(known));
        }
        let found: Option<E> = match &self.files {
            Files::Own { run, .. } => run.get(key)?,
            Files::Parts(parts) => match parts.of_key(key)? {
                Some(run) => run.get(key)?,
                None => None,
            },
        };
        // What is missing is not cached: most keys that are asked for have evidence.
        let Some(found) = found.map(Arc::new) else { return Ok(None) };
        cache().put(key.to_owned(), Arc::clone(&found), found.memory());
        Ok(Some(found))
    }

    /// Hands out all evidence, file by file.
    fn each<T: From<ShuffleError>>(
        &self,
        mut take: impl FnMut(&str, E) -> Result<(), T>,
    ) -> Result<(), T> {
        match &self.files {
            Files::Own { run, .. } => each(run.reader()?, take),
            Files::Parts(parts) => parts.each().try_for_each(|run| each(run?.reader()?, &mut take)),
        }
    }
}

fn each<E: Evidence, T: From<ShuffleError>>(
    mut run: RunReader,
    mut take: impl FnMut(&str, E) -> Result<(), T>,
) -> Result<(), T> {
    while let Some((key, evidence)) = run.next()? {
        take(&key, evidence)?;
    }
    Ok(())
}
