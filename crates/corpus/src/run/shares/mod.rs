//! A run shared by several jobs, on one machine or many.
//!
//! 1. [`gather()`]: each job observes a share of the inputs and writes partial groups.
//! 2. [`merge_groups`]: one job merges the groups of all shares and concludes the evidence.
//! 3. [`derive_share`]: each job derives the rows of a share with that evidence.
//! 4. [`merge_rows`]: one job writes the corpus folder.
//!
//! The corpus is that of [`run`](super::run()), byte for byte but for its times: groups merge in any
//! order, the rows of a record depend on nothing but the record and the evidence, and the last job
//! feeds the same writer in the same order.

mod derive;
pub mod engine;
mod gather;
mod items;
mod marker;
mod merge;

use scutch_folder::config::Config;
use scutch_folder::decisions::Decisions;
use scutch_folder::inputs::{self, Archives, Inputs, Segments};
use scutch_folder::plan::Plan;
use scutch_folder::{RunError, ShareError};

pub use self::derive::derive_share;
pub use self::gather::{gather, holds_groups, merge_groups};
pub use self::merge::merge_rows;
use super::Request;
use crate::stages::Reading;
use scutch_archive::SourcePool;

/// How a job ended that shares a run with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareEnded {
    /// Its folder was written.
    Complete,
    /// The same command had finished before. Nothing was changed.
    AlreadyComplete,
    /// Stopped on request. The same command begins anew.
    Interrupted,
}

/// The inputs of a shared run, as each job lists them.
struct Sources {
    inputs: Inputs,
    pool: SourcePool,
    plan: Plan,
    /// What people decided on rows.
    decisions: Option<Decisions>,
}

impl Sources {
    /// Lists the inputs of a configuration and reads its decisions; all must be readable.
    fn of(config: &Config) -> Result<Self, RunError> {
        // Each job reads the inputs for itself.
        if config.inputs.iter().any(|input| input == inputs::STDIN) {
            return Err(ShareError::Stdin.into());
        }
        if config.annotations.is_some() {
            return Err(ShareError::Annotations.into());
        }
        let mut config = config.clone();
        let decisions = Decisions::of_config(&mut config)?;
        let pool = SourcePool::default();
        let inputs = inputs::list_pooled(&config, None, &pool)?;
        // What only some of the jobs can read would be in the corpus by half.
        inputs.all_readable()?;
        let plan = Plan::new(&config, &inputs.files, &pool, None)?;
        Ok(Self { inputs, pool, plan, decisions })
    }

    fn archives<'a>(&'a self, config: &'a Config, segments: &'a Segments) -> Archives<'a> {
        let archives = Archives::new(&self.inputs.files, &self.pool, &config.archive);
        Archives { segments: Some(segments), ..archives }
    }
}

/// The reading of a job; `spill` is where what does not fit into memory waits.
fn reading<'a>(
    archives: Archives<'a>,
    request: &'a Request,
    workers: crate::flow::Workers<'a>,
    spill: std::path::PathBuf,
) -> Reading<'a> {
    let Request { config, memory, .. } = request;
    let spill = Some(request.spill.clone().unwrap_or(spill));
    Reading { archives, config, workers, memory: *memory, spill, span: None }
}
