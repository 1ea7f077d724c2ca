//! `scutch corpus`: the main job.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use scutch_corpus::run::{ShareEnded, derive_share};
use scutch_corpus::{Ended, Request};
use scutch_folder::config::scope::Filter;
use scutch_folder::inputs::Share;
use scutch_folder::manifest::Manifest;
use scutch_plot::number::counted;

use super::config::{print, with_inputs};
use super::corpus_rows::{STDOUT, run_to_stdout};
use super::corpus_run::{RunOptions, run_shown, with_progress};
use super::examples;
use super::memory::MemoryArgs;
use super::settings::SettingsArgs;
use super::summary::summary;
use super::unreadable::UnreadableArgs;
use crate::exit::{Exit, UsageError};
use crate::named::input;
use crate::talk::{self, Talk};

#[derive(Debug, clap::Args)]
#[command(after_help = format!("The same command on an unfinished folder goes on where it stopped; on a \
    finished one it changes nothing.\n\n{}", examples::CORPUS))]
pub(crate) struct CorpusArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(value_parser = input())]
    inputs: Vec<String>,
    /// The corpus folder to write; `-` for rows on standard output, with `--format jsonl`.
    #[arg(short, long, value_name = "DIR", required_unless_present = "emit_config")]
    output: Option<PathBuf>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Replace a corpus of another run in the output folder.
    #[arg(long)]
    overwrite: bool,
    /// Exit with 3 when records or bytes were lost.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    unreadable: UnreadableArgs,
    // Behind the other flags: its headings would be theirs.
    #[command(flatten)]
    settings: SettingsArgs,
    /// Derive rows with the evidence that `scutch gather` wrote here. The output is then a folder for `scutch merge`,
    /// and no corpus.
    #[arg(long, value_name = "EV", conflicts_with_all = ["strict", "unreadable"],
        help_heading = SHARED)]
    evidence: Option<PathBuf>,
    /// Read only this share of the inputs: 2/3 is the second of three.
    #[arg(long, value_name = "I/N", requires = "evidence", help_heading = SHARED)]
    shard: Option<Share>,
}

/// The heading of flags for runs that several jobs share.
pub(super) const SHARED: &str = "Several jobs";

/// Runs `scutch corpus`. Interrupted, it exits with 130, and the same command goes on.
pub(crate) fn run(args: &CorpusArgs, talk: Talk) -> anyhow::Result<Exit> {
    begin(args, talk).map_err(|error| args.settings.config.explained(error, &args.inputs))
}

/// Runs what was asked for: a corpus, its rows on standard output, or those of a share.
fn begin(args: &CorpusArgs, talk: Talk) -> anyhow::Result<Exit> {
    let config = with_inputs(args.settings.config(&args.inputs)?)?;
    if args.settings.config.emit_config {
        return print(&config);
    }
    let (output, jobs, overwrite) = (args.output.as_ref(), args.jobs, args.overwrite);
    let request = RunOptions { output, jobs, overwrite }.request(config);
    let request = args.unreadable.applied(args.memory.applied(request));
    if let Some(evidence) = &args.evidence {
        if request.output == Path::new(STDOUT) {
            let sentence =
                "-o - with --evidence: the rows of a shard are a folder, and no output of lines";
            return Err(UsageError(sentence.to_owned()).into());
        }
        return derive(&request, evidence, args.shard.unwrap_or(Share::WHOLE), talk);
    }
    if request.output == Path::new(STDOUT) {
        return run_to_stdout(request, |manifest| exit(args.strict, manifest), talk);
    }
    let ended = run_shown(&request, talk)?;
    Ok(finished(ended, &request, args.strict, talk))
}

/// Derives the rows of a share of the inputs.
fn derive(request: &Request, evidence: &Path, share: Share, talk: Talk) -> anyhow::Result<Exit> {
    let ended = with_progress(talk, |watch| derive_share(request, evidence, share, watch))?;
    let made = format!("rows of shard {share}; `scutch merge` writes the corpus of all shards");
    Ok(share_finished(ended, request, &made, talk))
}

/// Says how a job ended that shares a run with others.
pub(super) fn share_finished(ended: ShareEnded, request: &Request, made: &str, talk: Talk) -> Exit {
    let folder = request.output.display();
    match ended {
        ShareEnded::Interrupted => {
            talk.say("interrupted; the same command begins anew");
            return Exit::Interrupted;
        }
        ShareEnded::AlreadyComplete => {
            talk.say(format_args!("{folder}: already complete, nothing done"));
        }
        ShareEnded::Complete => talk.say(format_args!("{folder}: {made}")),
    }
    Exit::Done
}

/// Says how a run ended; its exit code.
pub(super) fn finished(ended: Ended, request: &Request, strict: bool, talk: Talk) -> Exit {
    let folder = request.output.display();
    let manifest = match ended {
        Ended::Interrupted { shards } => {
            talk.say(format_args!(
                "interrupted after {}; the same command resumes the run",
                counted(shards as u64, "finished shard")
            ));
            return Exit::Interrupted;
        }
        Ended::AlreadyComplete(manifest) => {
            // Scripts may run the command again to be sure; this is success, with the exit code of
            // the first run.
            talk.say(format_args!("{folder}: already complete, nothing done"));
            manifest
        }
        Ended::Complete(manifest) => {
            talk.say(summary(&manifest, talk.verbose));
            talk.say(where_it_is(&folder, &manifest));
            manifest
        }
    };
    warn_of_lists(&manifest);
    if manifest.counts.rows == 0 {
        talk.say("  hint: no document is in it; the counts say why records were left out");
    }
    if let Some(hosts) = unruled(&manifest) {
        talk.say(format_args!(
            "  hint: no document was made by the content rules for {hosts}: do hosts and `root` \
             fit the pages? `scutch portal check --content` says what is wrong with a file"
        ));
    }
    exit(strict, &manifest)
}

/// Hosts that a hint names.
const NAMED_HOSTS: usize = 3;

/// The hosts with content rules, if there are documents and none was made by rules.
fn unruled(manifest: &Manifest) -> Option<String> {
    let tally = &manifest.counts;
    let is_ruled = tally.extractors.0.keys().any(|name| name.starts_with("rules/"));
    if is_ruled || tally.rows == 0 {
        return None;
    }
    let with_rules = manifest.config.portals.iter().filter(|portal| !portal.content.is_empty());
    let hosts: Vec<&str> =
        with_rules.flat_map(|portal| &portal.hosts).map(String::as_str).collect();
    let more = hosts.len().saturating_sub(NAMED_HOSTS);
    let named = hosts.iter().take(NAMED_HOSTS).copied().collect::<Vec<_>>().join(", ");
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!hosts.is_empty()).then(|| named + &rest)
}

/// Says when a list of what must not be in the corpus kept nothing out. `--quiet` does not silence it: the
/// list may have a typing error, and then the text is there.
fn warn_of_lists(manifest: &Manifest) {
    let excluded = manifest.counts.out_of_scope.0.get(Filter::Excluded.id());
    if !manifest.config.scope.select.exclude.is_empty() && excluded.is_none() {
        talk::line(
            "scutch: the list of what must not be in the corpus names nothing in these archives",
        );
    }
}

/// Where the report and the documents of a finished run are.
fn where_it_is(folder: &impl Display, manifest: &Manifest) -> String {
    let formats = manifest.config.formats.iter();
    let mut folders: Vec<String> = formats.map(|f| format!("{folder}/{}", f.folder())).collect();
    // Several formats share a folder.
    folders.dedup();
    let hold = if folders.len() == 1 { "holds" } else { "hold" };
    format!("{folder}/report.html shows the corpus, {} {hold} it", folders.join(", "))
}

/// The exit code of a finished run: losses under `--strict`, then an empty corpus.
fn exit(strict: bool, manifest: &Manifest) -> Exit {
    let counts = &manifest.counts;
    let elsewhere = manifest.index.is_some_and(|index| index.elsewhere > 0);
    let losses = counts.quarantined.total() > 0 || !counts.damage.is_empty() || elsewhere;
    // Losses matter more to --strict than an empty corpus, which they may have caused.
    if strict && losses {
        Exit::Losses
    } else if counts.rows == 0 {
        Exit::Nothing
    } else {
        Exit::Done
    }
}
