//! A corpus run: from archives to a corpus folder, shard by shard.
//!
//! A run is resumable because of the order of writes. For each shard: its parts, then its completion
//! mark. After the last shard: `quarantine.jsonl`, `report.html`, `timing.json` (and `timing.html`),
//! and finally `run.json`, which makes the folder a complete corpus. Unfinished files are in
//! `.partial/`, which is removed at the end.

mod claim;
mod count;
mod finish;
mod finished;
mod item;
mod job;
mod pipeline;
mod prepare;
mod processed;
mod request;
mod shard;
mod shares;
mod spool;
mod stream;

use std::path::{Path, PathBuf};

use scutch_archive::{PathKind, SourceFault, SourcePool, path_kind};
use scutch_folder::decisions::Decisions;
use scutch_folder::inputs::{Segments, Unreadable};
use scutch_folder::plan::Plan;
use scutch_folder::timing::Clock;
use scutch_folder::{Folder, Found, RunError, at};
use scutch_shuffle::{Settings, check_folder};

pub(crate) use self::count::{COUNTED, Counted};
use self::job::Job;
use self::prepare::{Prepared, Preparing, annotations, list_inputs, prepare};
pub use self::request::{Ended, Request};
pub use self::shares::engine;
pub use self::shares::{ShareEnded, derive_share, gather, holds_groups, merge_groups, merge_rows};
pub use self::stream::{StreamRequest, StreamShare, Streamed, stream};
use crate::flow::Watch;

/// Makes a corpus, or resumes an interrupted one.
///
/// # Errors
/// Unreadable inputs and decisions, before anything is written; an output folder of another run; the first failed
/// write. Finished shards stay, and the same command resumes after them.
pub fn run(request: &Request, watch: &dyn Watch) -> Result<Ended, RunError> {
    let clock = Clock::start();
    let mut config = request.config.clone();
    // First of all: standard input is copied below, and can be read once only.
    let decisions = Decisions::of_config(&mut config)?;
    let request = &Request { config, ..request.clone() };
    let (folder, found) = output_folder(request)?;
    // A finished corpus needs no room: the same command must succeed on it.
    if found != Found::Complete || request.overwrite {
        check_spill(request.spill.as_deref())?;
    }
    let pool = SourcePool::default();
    let mut listed = list_inputs(&request.config, &folder, found, &pool)?;
    if request.unreadable == Unreadable::Fail {
        listed.inputs.all_readable()?;
    }
    let annotations = annotations(&request.config)?;
    let digest = annotations.as_ref().map(|annotations| annotations.digest.clone());
    let plan = Plan::new(&request.config, &listed.inputs.files, &pool, digest)?;
    let how =
        Preparing { overwrite: request.overwrite, unreadable: request.unreadable, pool: &pool };
    match prepare(&folder, found, &plan, &mut listed, how)? {
        Prepared::AlreadyComplete(manifest) => Ok(Ended::AlreadyComplete(manifest)),
        Prepared::Go { _lock, finished } => {
            let (folder, inputs, pool, plan) = (&folder, &listed.inputs, &pool, &plan);
            let segments = &segments(request, folder);
            let (decisions, rows) = (decisions.as_ref(), decisions.as_ref().map(Decisions::rows));
            let decided_rows = rows.as_ref();
            let job = Job {
                request,
                folder,
                inputs,
                pool,
                segments,
                plan,
                decisions,
                decided_rows,
                watch,
            };
            job.run(*finished, annotations.as_ref(), clock).inspect_err(|error| {
                if matches!(error, RunError::Source(SourceFault::Changed { .. })) {
                    // Finished shards are made of bytes that are gone: the same command begins anew.
                    // Should this fail, it is refused for its other inputs.
                    let _ = folder.forget_plan();
                }
            })
        }
    }
}

/// The output folder of a request, and what is in it.
fn output_folder(request: &Request) -> Result<(Folder, Found), RunError> {
    let folder = Folder::new(&request.output);
    // Before the inputs are listed: copying standard input changes the folder.
    if path_kind(folder.root()).map_err(at(folder.root()))? == Some(PathKind::File) {
        return Err(RunError::OutputFile(request.output.clone()));
    }
    let found = folder.state().map_err(at(folder.root()))?;
    if found == Found::Foreign {
        if !request.overwrite {
            return Err(RunError::ForeignFolder(request.output.clone()));
        }
        claim::all_names_free(&folder, &request.config)?;
    }
    Ok((folder, found))
}

/// Fails if nothing can be written in the folder for what does not fit into memory. Hours may pass before
/// it is needed.
fn check_spill(spill: Option<&Path>) -> Result<(), RunError> {
    Ok(spill.map_or(Ok(()), check_folder)?)
}

/// A sixteenth of the memory of group stages: few archives have segments at all.
const SEGMENTS: usize = 16;

/// Finds segments of records once the first is met.
fn segments(request: &Request, folder: &Folder) -> Segments {
    let spill = request.spill.clone().unwrap_or_else(|| folder.partial());
    segments_in(Some(spill), request.memory)
}

/// As [`segments`], with the memory of all group stages.
fn segments_in(spill: Option<PathBuf>, memory: usize) -> Segments {
    Segments::new(Settings { memory: memory / SEGMENTS, folder: spill })
}

#[cfg(test)]
mod tests;
