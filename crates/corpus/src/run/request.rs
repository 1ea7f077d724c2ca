//! The request for a run, and its possible ends.

use std::path::PathBuf;

use crate::config::Config;
use crate::folder::manifest::Manifest;

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
