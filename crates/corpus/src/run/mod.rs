//! A corpus run: archives in, a corpus folder out, in shards that are each complete or absent.
//!
//! The order of things on disk is what makes a run resumable: a shard's parts, then its mark; after
//! the last shard `quarantine.jsonl`, `report.html`, `timing.json` (with `timing.html`), and last of all `run.json`,
//! which makes the folder a complete corpus. `.partial/` holds everything unfinished and is gone
//! at the end.

mod claim;
mod finish;
mod finished;
mod job;
mod pipeline;
mod plan;
mod prepare;
mod request;
mod shard;
mod spool;

use self::job::Job;
use self::plan::Plan;
use self::prepare::{Prepared, annotations, list_inputs, prepare};
pub use self::request::{Ended, Request};
use crate::flow::Watch;
use crate::folder::{Folder, Found, RunError, at};
use crate::timing::Clock;

/// Makes a corpus, or goes on with an interrupted one.
///
/// # Errors
/// Bad inputs before anything is written; a folder of another run; the first write that fails. After
/// a failed write the finished shards stay, and the same command goes on from there.
pub fn run(request: &Request, watch: &dyn Watch) -> Result<Ended, RunError> {
    let clock = Clock::start();
    let folder = Folder::new(&request.output);
    // Standard input is copied into the folder: what that was before counts.
    if folder.root().is_file() {
        return Err(RunError::OutputFile(request.output.clone()));
    }
    let found = folder.look().map_err(at(folder.root()))?;
    if found == Found::Foreign {
        if !request.overwrite {
            return Err(RunError::ForeignFolder(request.output.clone()));
        }
        claim::all_names_free(&folder, &request.config)?;
    }
    let (mut inputs, spool) = list_inputs(&request.config, &folder, found)?;
    let annotations = annotations(&request.config)?;
    let digest = annotations.as_ref().map(|annotations| annotations.digest.clone());
    let plan = Plan::new(&request.config, &inputs.files, digest)?;
    match prepare(&folder, found, &plan, &mut inputs, spool, request.overwrite)? {
        Prepared::AlreadyComplete(manifest) => Ok(Ended::AlreadyComplete(manifest)),
        Prepared::Go { _lock, finished } => {
            let job = Job { request, folder: &folder, inputs: &inputs, plan: &plan, watch };
            job.run(*finished, annotations, clock)
        }
    }
}
