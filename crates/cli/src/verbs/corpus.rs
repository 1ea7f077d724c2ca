//! `scutch corpus`: the main job.

use std::fmt::Display;
use std::path::PathBuf;

use scutch_corpus::{Config, Ended, Extractor, Format, Layout, Manifest};
use scutch_page::Mode;
use scutch_topic::PROFILES;

use super::config::{ConfigArgs, checked, print, with_inputs};
use super::corpus_run::{RunOptions, run_shown};
use super::examples;
use super::extraction::ExtractionArgs;
use super::memory::MemoryArgs;
use super::scope::{ScopeArgs, TextScopeArgs};
use super::summary::summary;
use super::unreadable::UnreadableArgs;
use crate::exit::Exit;
use crate::named::{input, named, offered};
use crate::portal_file::content_rules;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(after_help = format!("The same command on an unfinished folder goes on where it stopped; on a \
    finished one it changes nothing.\n\n{}", examples::CORPUS))]
pub(crate) struct CorpusArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(value_parser = input())]
    inputs: Vec<String>,
    /// The corpus folder to write.
    #[arg(short, long, value_name = "DIR", required_unless_present = "emit_config")]
    output: Option<PathBuf>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Formats of the documents [default: parquet].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = named::<Format>())]
    format: Vec<Format>,
    /// How documents lie in files [default: each format its own way].
    #[arg(long, value_name = "LAYOUT", value_parser = named::<Layout>())]
    layout: Option<Layout>,
    /// CoNLL-U of an earlier run (`--format conllu`) as a tagger gave it back, a file or a folder: merged into `tei`
    /// and `vertical`.
    #[arg(long, value_name = "PATH")]
    annotations: Option<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Replace a corpus of another run in the output folder.
    #[arg(long)]
    overwrite: bool,
    /// Exit with 3 when records or bytes were lost.
    #[arg(long)]
    strict: bool,
    /// Seed of everything that samples.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Identifier of the archive for citations, such as `archive.org`.
    #[arg(long, value_name = "ID")]
    archive_id: Option<String>,
    /// Records per shard.
    #[arg(long, value_name = "N")]
    shard_records: Option<u32>,
    #[arg(long, value_name = "PROFILE", help = format!("Judge captures as `scutch offtopic` does, under this \
        profile: {}; fills `topic_status` and `topic_score`", PROFILES.join(", ")))]
    topic: Option<String>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    unreadable: UnreadableArgs,
    #[command(flatten, next_help_heading = "Scope")]
    scope: ScopeArgs,
    #[command(flatten, next_help_heading = "Scope")]
    text_scope: TextScopeArgs,
    #[command(flatten, next_help_heading = "Extraction")]
    extraction: ExtractionArgs,
    /// Spend less time per page: nothing is compared with other pages of its host.
    // Other verbs compare in any case, or never.
    #[arg(long, group = "mode", help_heading = "Extraction")]
    fast: bool,
    /// Portal files whose content rules go before the extractor on pages of their hosts.
    #[arg(long, value_name = "FILE.toml", value_delimiter = ',', help_heading = "Extraction")]
    portal: Vec<PathBuf>,
    /// What fills the column `text` [default: auto].
    #[arg(long, value_name = "NAME", help_heading = "Extraction", value_parser = named::<Extractor>())]
    extractor: Option<Extractor>,
    /// Further methods, each fills a column `text_NAME`.
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Extraction",
        value_parser = offered::<Extractor>(&["auto", "template"]))]
    also_extract: Vec<Extractor>,
}

/// Runs `scutch corpus`. Interrupted, it exits with 130, and the same command goes on.
pub(crate) fn run(args: &CorpusArgs, talk: Talk) -> anyhow::Result<Exit> {
    let config = with_inputs(config(args)?)?;
    if args.config.emit_config {
        return print(&config);
    }
    let (output, jobs, overwrite) = (args.output.as_ref(), args.jobs, args.overwrite);
    let request = RunOptions { output, jobs, overwrite }.request(config);
    let request = args.unreadable.applied(args.memory.applied(request));
    let folder = request.output.display();
    let manifest = match run_shown(&request, talk)? {
        Ended::Interrupted { shards } => {
            talk.say(format_args!(
                "interrupted after {shards} finished shards; the same command resumes the run"
            ));
            return Ok(Exit::Interrupted);
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
    Ok(exit(args, &manifest))
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
fn exit(args: &CorpusArgs, manifest: &Manifest) -> Exit {
    let counts = &manifest.counts;
    let losses = counts.quarantined.total() > 0 || !counts.damage.is_empty();
    // Losses matter more to --strict than an empty corpus, which they may have caused.
    if args.strict && losses {
        Exit::Losses
    } else if counts.rows == 0 {
        Exit::Nothing
    } else {
        Exit::Done
    }
}

/// The configuration: what was typed wins over the file, and the file over the defaults.
fn config(args: &CorpusArgs) -> anyhow::Result<Config> {
    let mut config = args.config.read(&Config::default().formats)?;
    if !args.inputs.is_empty() {
        config.inputs = args.inputs.clone();
    }
    if !args.format.is_empty() {
        config.formats = sorted(&args.format);
    }
    config.layout = args.layout.or(config.layout);
    if args.annotations.is_some() {
        config.annotations.clone_from(&args.annotations);
    }
    config.extractor = args.extractor.unwrap_or(config.extractor);
    if !args.also_extract.is_empty() {
        config.also_extract = sorted(&args.also_extract);
    }
    config.charset_rule = args.extraction.charset_rule.unwrap_or(config.charset_rule);
    config.seed = args.seed.unwrap_or(config.seed);
    config.shard_records = args.shard_records.unwrap_or(config.shard_records);
    if args.archive_id.is_some() {
        config.archive_id.clone_from(&args.archive_id);
    }
    if args.topic.is_some() {
        config.topic.clone_from(&args.topic);
    }
    if !args.portal.is_empty() {
        config.portals =
            args.portal.iter().map(|path| content_rules(path)).collect::<Result<_, _>>()?;
    }
    args.scope.apply(&mut config)?;
    args.text_scope.apply(&mut config);
    args.extraction.apply(&mut config.extract);
    if args.fast {
        config.extract.mode = Mode::Fast;
    }
    // Last, because flags and file can contradict each other only once they are merged.
    checked(&config)?;
    Ok(config)
}

/// Each value once. The order of formats and methods is no setting: runs that differ in it alone are
/// the same run.
fn sorted<T: Copy + Ord>(typed: &[T]) -> Vec<T> {
    let mut values = typed.to_vec();
    values.sort_unstable();
    values.dedup();
    values
}
