//! What was concluded of each key, to be looked up again.

use std::sync::{Arc, Mutex, PoisonError};

use crate::cache::Cache;
use crate::folder::SpillFolder;
use crate::indexed::{Indexed, IndexedWriter};
use crate::parts::{PartFile, Parts};
use crate::places::{Places, by_key, sorted};
use crate::record::Value;
use crate::run::RunReader;
use crate::{Evidence, Settings, ShuffleError};

/// Bytes that a key takes besides its letters and its evidence.
const PER_KEY: usize = 64;

/// Takes evidence in, in the order of keys.
pub struct StoreWriter<E> {
    settings: Settings,
    folder: SpillFolder,
    memory: usize,
    keys: Vec<String>,
    /// The evidence of each key.
    kept: Vec<Arc<E>>,
    disk: Option<IndexedWriter>,
}

impl<E: Evidence> StoreWriter<E> {
    /// An empty store; `name` stands in the names of its files.
    pub fn new(name: &'static str, settings: Settings) -> Self {
        let folder = SpillFolder::new(name, &settings);
        Self { settings, folder, memory: 0, keys: Vec::new(), kept: Vec::new(), disk: None }
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
        self.keys.push(key.to_owned());
        self.kept.push(Arc::new(evidence));
        if self.memory <= self.settings.memory {
            return Ok(());
        }
        let mut disk = IndexedWriter::create(self.folder.new_file()?)?;
        for (key, evidence) in self.keys.drain(..).zip(self.kept.drain(..)) {
            disk.put(&key, &*evidence)?;
        }
        self.disk = Some(disk);
        Ok(())
    }

    /// The store, complete.
    ///
    /// # Errors
    /// When the file cannot be written or opened again.
    pub fn finish(self) -> Result<Store<E>, ShuffleError> {
        let Some(disk) = self.disk else {
            return Ok(Store(Kept::Memory { places: by_key(self.keys), kept: self.kept }));
        };
        let files = Files::Own { run: Indexed::open(disk.finish()?)?, _folder: self.folder };
        Ok(Store(Kept::Disk(Box::new(Disk::new(files, &self.settings)))))
    }
}

/// Evidence by key, in memory or on disk behind a bounded cache.
pub struct Store<E>(Kept<E>);

enum Kept<E> {
    Memory {
        /// Where the evidence of each key stands.
        places: Places,
        kept: Vec<Arc<E>>,
    },
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

impl Files {
    /// What stands under a key.
    fn get(&self, key: &str) -> Result<Option<Value>, ShuffleError> {
        match self {
            Self::Own { run, .. } => run.get(key),
            Self::Parts(parts) => match parts.of_key(key)? {
                Some(run) => run.get(key),
                None => Ok(None),
            },
        }
    }
}

impl<E> Default for Store<E> {
    fn default() -> Self {
        Self(Kept::Memory { places: Places::default(), kept: Vec::new() })
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
            Kept::Memory { places, kept } => {
                Ok(places.get(key).map(|place| Arc::clone(&kept[*place])))
            }
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
            Kept::Memory { places, kept } => {
                // In memory as on disk: callers must not see which of the two it was.
                sorted(places).into_iter().try_for_each(|(key, place)| show(key, &kept[place]))
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
            Kept::Memory { places, kept } => {
                let mut kept: Vec<Option<Arc<E>>> = kept.into_iter().map(Some).collect();
                for (key, place) in sorted(&places) {
                    if let Some(evidence) = kept[place].take() {
                        take(key, Arc::unwrap_or_clone(evidence))?;
                    }
                }
                Ok(())
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
        // What is missing is not cached: most keys that are asked for have evidence.
        let Some(found) = self.files.get(key)? else { return Ok(None) };
        let found: Arc<E> = Arc::new(found.decoded()?);
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
    while let Some((key, value)) = run.next()? {
        take(&key, value.decoded()?)?;
    }
    Ok(())
}
