//! `scutch merge`: the corpus of a run that several jobs shared.

use std::path::PathBuf;

use scutch_corpus::run::merge_rows;
use scutch_folder::config::Config;

use super::corpus::finished;
use super::corpus_run::{RunOptions, with_progress};
use super::examples;
use crate::exit::Exit;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(after_help = format!("The corpus is that of one run over all inputs, byte for byte but for timing.json and \
    timing.html. The inputs need not be there.\n\n{}", examples::MERGE))]
pub(crate) struct MergeArgs {
    /// The folders that `scutch corpus --evidence` wrote, of all shards, in any order.
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// The corpus folder to write.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace a corpus of another run in the output folder.
    #[arg(long)]
    overwrite: bool,
    /// Exit with 3 when records or bytes were lost.
    #[arg(long)]
    strict: bool,
}

/// Runs `scutch merge`. Interrupted, it exits with 130, and the same command goes on.
pub(crate) fn run(args: &MergeArgs, talk: Talk) -> anyhow::Result<Exit> {
    let (output, overwrite) = (Some(&args.output), args.overwrite);
    // Of the configuration nothing is read: it stands with the rows.
    let request = RunOptions { output, jobs: None, overwrite }.request(Config::default());
    let ended = with_progress(talk, |watch| merge_rows(&args.parts, &request, watch))?;
    Ok(finished(ended, &request, args.strict, talk))
}
