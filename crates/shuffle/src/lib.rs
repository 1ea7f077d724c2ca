//! A local *shuffle*: brings together what many records say of one key.
//!
//! Work that needs several records runs in three steps. Each record is observed by itself and gives
//! observations by key. The observations of a key are folded into one [`Group`]. Each group is
//! concluded by itself and gives evidence, which is looked up again by key. MapReduce (Dean and
//! Ghemawat 2004) calls these steps map, combine and reduce.
//!
//! [`Shuffle`] holds the groups while they grow: in memory up to a budget, then in sorted runs on
//! disk. [`Grouped`] hands out whole groups in the order of their keys. [`Store`] keeps what was
//! concluded and answers questions by key, again in memory or on disk.
//!
//! No limit here is shared between keys, so a group depends on the observations of its key alone.
//!
//! ```
//! use scutch_shuffle::{Group, Settings, Shuffle};
//! use serde::{Deserialize, Serialize};
//!
//! /// How many pages a host has.
//! #[derive(Default, Serialize, Deserialize)]
//! struct Pages(u64);
//!
//! impl Group for Pages {
//!     fn merge(&mut self, other: Self) {
//!         self.0 += other.0;
//!     }
//!     fn memory(&self) -> usize {
//!         size_of::<Self>()
//!     }
//! }
//!
//! let mut shuffle = Shuffle::new("pages", Settings::default());
//! for host in ["b.example", "a.example", "b.example"] {
//!     shuffle.update(host, |pages: &mut Pages| pages.0 += 1)?;
//! }
//! let mut found = Vec::new();
//! shuffle.finish()?.into_each(|host, pages| {
//!     found.push((host.to_owned(), pages.0));
//!     Ok(())
//! })?;
//! assert_eq!(found, [("a.example".to_owned(), 1), ("b.example".to_owned(), 2)]);
//! # Ok::<(), scutch_shuffle::ShuffleError>(())
//! ```

#![forbid(unsafe_code)]

mod append;
mod cache;
mod error;
mod folder;
mod grouped;
mod indexed;
mod interrupted;
mod merge;
mod parts;
mod places;
mod record;
mod run;
mod shuffle;
mod store;

use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use error::ShuffleError;
pub use folder::check_folder;
pub use grouped::Grouped;
pub use parts::{PartFile, PartWriter, part_of};
pub use shuffle::Shuffle;
pub use store::{Store, StoreWriter};

/// What is known of one key so far.
///
/// [`merge`](Self::merge) must be commutative and associative: then the group is the same in
/// whatever order observations come, and however they were split into partial groups.
pub trait Group: Default + Serialize + DeserializeOwned {
    /// Takes in what another partial group of the same key knows.
    fn merge(&mut self, other: Self);

    /// Bytes of memory it takes, roughly. Called at each update, so it must be cheap.
    fn memory(&self) -> usize;
}

/// What was concluded of one key.
pub trait Evidence: Serialize + DeserializeOwned {
    /// Bytes of memory it takes, roughly.
    fn memory(&self) -> usize;
}

/// Where groups wait, and how much of memory they may take.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Bytes of memory that the groups of one shuffle, or the evidence of one store, may take.
    pub memory: usize,
    /// Folder for what does not fit; the system's temporary folder where there is none.
    pub folder: Option<PathBuf>,
}

/// Default of [`Settings::memory`]: 128 MiB.
pub const MEMORY: usize = 128 << 20;

impl Default for Settings {
    fn default() -> Self {
        Self { memory: MEMORY, folder: None }
    }
}
