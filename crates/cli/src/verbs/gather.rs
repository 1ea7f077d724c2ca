//! `scutch gather`: what rows depend on besides their record, for runs that several jobs share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use scutch_corpus::run::{gather, merge_groups};
use scutch_folder::config::Config;
use scutch_folder::inputs::{Share, named_path};

use super::config::{print, with_inputs};
use super::corpus::share_finished;
use super::corpus_run::{RunOptions, with_progress};
use super::examples;
use super::memory::MemoryArgs;
use super::settings::SettingsArgs;
use crate::exit::{Exit, UsageError};
use crate::named::input;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(after_help = format!("Settings are those of `scutch corpus`, and must be the same there. Formats and \
    shard size may differ.\n\n{}", examples::GATHER))]
pub(crate) struct GatherArgs {
    /// Archive files, folders or patterns; with --merge the folders of all shards.
    #[arg(value_parser = input())]
    inputs: Vec<String>,
    /// The folder to write.
    #[arg(short, long, value_name = "EV", required_unless_present = "emit_config")]
    output: Option<PathBuf>,
    /// Read only this share of the inputs, and write its groups: 2/3 is the second of three.
    #[arg(long, value_name = "I/N")]
    shard: Option<Share>,
    /// Merge the groups of all shards into evidence. Settings are those of the shards.
    #[arg(long, conflicts_with = "shard")]
    merge: bool,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Replace what another job wrote into the output folder.
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Runs `scutch gather`. Interrupted, it exits with 130, and the same command begins anew.
pub(crate) fn run(args: &GatherArgs, talk: Talk) -> anyhow::Result<Exit> {
    let (output, jobs, overwrite) = (args.output.as_ref(), args.jobs, args.overwrite);
    let request = |config: Config| {
        args.memory.applied(RunOptions { output, jobs, overwrite }.request(config))
    };
    let evidence = "evidence, for `scutch corpus --evidence`";
    if args.merge {
        merge_alone(args)?;
        let shards: Vec<PathBuf> = args.inputs.iter().map(|name| named_path(name)).collect();
        // Of the configuration nothing is read: it stands with the groups.
        let request = request(Config::default());
        let ended = with_progress(talk, |watch| merge_groups(&shards, &request, watch))?;
        return Ok(share_finished(ended, &request, evidence, talk));
    }
    let config = with_inputs(args.settings.config(&args.inputs)?)?;
    if args.settings.config.emit_config {
        return print(&config);
    }
    let request = request(config);
    let ended = with_progress(talk, |watch| gather(&request, args.shard, watch))
        .map_err(|error| args.settings.config.explained(error.into(), &args.inputs))?;
    let made = match args.shard {
        Some(share) => {
            format!("groups of shard {share}; `scutch gather --merge` makes evidence of all shards")
        }
        None => evidence.to_owned(),
    };
    Ok(share_finished(ended, &request, &made, talk))
}

/// Refuses settings beside `--merge`: those of the shards count, and others would be ignored.
fn merge_alone(args: &GatherArgs) -> anyhow::Result<()> {
    let is_set =
        args.settings.config.emit_config || args.settings.config(&[])? != Config::default();
    let message = match args.inputs.is_empty() {
        true => "no shard named: give the folders of all shards",
        false if is_set => "--merge takes the settings of the shards: leave out others",
        false => return Ok(()),
    };
    Err(UsageError(message.to_owned()).into())
}
