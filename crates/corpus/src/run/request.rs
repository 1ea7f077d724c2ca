//! What a run is asked for, and how it ends.

use std::path::PathBuf;

use crate::config::Config;
use crate::folder::manifest::Manifest;

/// What to run, and where to put it.
#[derive(Debug, Clone)]
pub struct Request {
    /// The whole configuration.
    pub config: Config,
    /// The corpus folder.
    pub output: PathBuf,
    /// Worker threads; at least one.
    pub jobs: usize,
    /// Replace what another run left in the folder.
    pub overwrite: bool,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// The corpus was written.
    Complete(Box<Manifest>),
    /// The same command had finished before; nothing was touched.
    AlreadyComplete(Box<Manifest>),
    /// Stopped on request; the same command goes on from the last finished shard.
    Interrupted {
        /// Shards that are finished.
        shards: u32,
    },
}
