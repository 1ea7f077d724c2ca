//! The request for a run, and its possible ends.

use std::path::PathBuf;

use scutch_folder::config::Config;
use scutch_folder::inputs::Unreadable;
use scutch_folder::manifest::Manifest;

use crate::stages::MEMORY;

/// A request: what to run, and where to write.
#[derive(Debug, Clone)]
pub struct Request {
    /// The complete configuration.
    pub config: Config,
    /// The corpus folder.
    pub output: PathBuf,
    /// Worker threads; at least one.
    pub jobs: usize,
    /// Replace the corpus of another run in the folder.
    pub overwrite: bool,
    /// Bytes of memory for what is kept of several records together; what does not fit waits on disk.
    /// Rows do not depend on it. [`MEMORY`] is the default.
    pub memory: usize,
    /// Folder for what does not fit into memory; `.partial/` of the corpus folder where there is none.
    pub spill: Option<PathBuf>,
    /// What becomes of inputs that cannot be read. No part of the configuration: where all can be
    /// read, rows do not depend on it.
    pub unreadable: Unreadable,
}

impl Request {
    /// A run into `output` on one thread, with defaults for all that does not change its rows.
    pub fn new(config: Config, output: PathBuf) -> Self {
        let unreadable = Unreadable::default();
        Self { config, output, jobs: 1, overwrite: false, memory: MEMORY, spill: None, unreadable }
    }
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// The corpus was written.
    Complete(Box<Manifest>),
    /// The same command had finished before. Nothing was changed.
    AlreadyComplete(Box<Manifest>),
    /// Stopped on request. The same command resumes after the last finished shard.
    Interrupted {
        /// Number of finished shards.
        shards: u32,
    },
}
