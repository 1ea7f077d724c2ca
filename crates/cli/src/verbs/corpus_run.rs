//! What the verbs that run a corpus share: what they need to know, and the run with its progress bar.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use scutch_corpus::{Ended, Request, run};
use scutch_folder::RunError;
use scutch_folder::config::Config;

use crate::progress::Progress;
use crate::talk::Talk;
use scutch_corpus::threads;

/// What is typed alike for all runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunOptions<'a> {
    /// The folder to write. Only `--emit-config` goes without one, and runs nothing.
    pub(crate) output: Option<&'a PathBuf>,
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Whether a corpus that is there may be replaced.
    pub(crate) overwrite: bool,
}

impl RunOptions<'_> {
    /// The request for a run under a configuration.
    pub(crate) fn request(self, config: Config) -> Request {
        // clap demands a folder unless `--emit-config` was given, which never gets here.
        let output = self.output.cloned().unwrap_or_default();
        let (jobs, overwrite) = (threads(self.jobs), self.overwrite);
        Request { jobs, overwrite, ..Request::new(config, output) }
    }
}

/// Runs a request, with a progress bar that is gone before anything else is said.
pub(crate) fn run_shown(request: &Request, talk: Talk) -> Result<Ended, RunError> {
    with_progress(talk, |watch| run(request, watch))
}

/// Does work with a progress bar that is gone before anything else is said.
pub(crate) fn with_progress<T>(
    talk: Talk,
    work: impl FnOnce(&Progress) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let progress = Progress::new(talk);
    let ended = work(&progress);
    // Before the result is looked at: an error must not be printed into the bar's line.
    progress.clear();
    ended
}
