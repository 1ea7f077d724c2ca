//! `scutch tags`: the inventory of a portal's tags, and the rules made from it after a person has edited
//! the table.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use scutch_corpus::inventory;
use scutch_folder::config::Config;
use scutch_foreign::cell;
use scutch_plot::number::plural;
use scutch_portal::tags::{self, Change, TableLine};

use super::config::checked;
use super::examples;
use super::scope::ScopeArgs;
use super::summary::entry;
use crate::exit::{Exit, UsageError};
use crate::named::input;
use crate::output::{guarded, output};
use crate::portal_file::content_rules;
use crate::progress::Progress;
use crate::settings_file;
use crate::talk::Talk;
use scutch_corpus::threads;

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum TagsVerb {
    /// Count the tags of all pages; write a table with a line for each kind that holds text.
    #[command(after_help = examples::TAGS_INVENTORY)]
    Inventory(Box<InventoryArgs>),
    /// What a newer table has that an older one has not, and the other way round.
    #[command(after_help = examples::TAGS_DIFF)]
    Diff(DiffArgs),
    /// The tag table of a portal file, from a table with a person's verdicts.
    #[command(after_help = examples::TAGS_APPLY)]
    Apply(ApplyArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct InventoryArgs {
    /// Archive files, folders or patterns.
    #[arg(required = true, value_parser = input())]
    inputs: Vec<String>,
    /// Write the table to a file instead of standard output.
    #[arg(short, long, value_name = "FILE.tsv")]
    output: Option<PathBuf>,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Portal files whose content rules say where the text is.
    #[arg(long, value_name = "FILE.toml", value_delimiter = ',')]
    portal: Vec<PathBuf>,
    /// Tell elements apart by the element they are in too.
    #[arg(long)]
    pairs: bool,
    #[command(flatten, next_help_heading = "Scope")]
    scope: ScopeArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DiffArgs {
    /// The older table.
    old: PathBuf,
    /// The newer table.
    new: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ApplyArgs {
    /// The table with verdicts.
    table: PathBuf,
    /// Write to a file instead of standard output.
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
}

/// Runs a verb of `scutch tags`.
pub(crate) fn run(verb: &TagsVerb, talk: Talk) -> anyhow::Result<Exit> {
    match verb {
        TagsVerb::Inventory(args) => count(args, talk),
        TagsVerb::Diff(args) => diff(args),
        TagsVerb::Apply(args) => apply(args, talk),
    }
}

/// Runs `scutch tags inventory`.
fn count(args: &InventoryArgs, talk: Talk) -> anyhow::Result<Exit> {
    guarded(args.output.as_deref(), &args.inputs)?;
    guarded(args.output.as_deref(), &args.portal)?;
    let mut config = Config { inputs: args.inputs.clone(), ..Config::default() };
    config.portals =
        args.portal.iter().map(|path| content_rules(path)).collect::<Result<_, _>>()?;
    args.scope.apply(&mut config)?;
    checked(&config)?;
    let progress = Progress::new(talk);
    let jobs = threads(args.jobs);
    let counted = inventory(&config, args.pairs, jobs, &progress);
    progress.clear();
    // An inventory of half the pages would look like a whole one, so an interrupted run writes
    // none.
    let Some(found) = counted? else { return Ok(Exit::Interrupted) };
    let mut out = output(args.output.as_deref())?;
    out.write_all(tags::write(&found).as_bytes())?;
    out.flush()?;
    talk.say(entry("pages", found.pages));
    for (step, count, share) in found.reduction().steps() {
        talk.say(entry(&format!("tags, {step} ({share:.2} %)"), count as u64));
    }
    Ok(if found.pages == 0 { Exit::Nothing } else { Exit::Done })
}

/// Runs `scutch tags diff`: a line per kind that is new, gone or on another number of pages.
fn diff(args: &DiffArgs) -> anyhow::Result<Exit> {
    let mut out = output(None)?;
    for change in tags::diff(&read(&args.old)?, &read(&args.new)?) {
        let (word, line, before) = match &change {
            Change::New(line) => ("new", line, 0),
            Change::Gone(line) => ("gone", line, line.pages),
            Change::Changed(old, new) => ("changed", new, old.pages),
        };
        // The line of a kind that is gone is that of the older table.
        let after = if word == "gone" { 0 } else { line.pages };
        writeln!(out, "{word}\t{}\t{before}\t{after}", cell(&line.signature))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Runs `scutch tags apply`. Kinds without a verdict stay as they are, and are counted on stderr.
fn apply(args: &ApplyArgs, talk: Talk) -> anyhow::Result<Exit> {
    guarded(args.output.as_deref(), [&args.table])?;
    let (toml, open) = tags::to_portal_file(&read(&args.table)?);
    let mut out = output(args.output.as_deref())?;
    out.write_all(toml.as_bytes())?;
    out.flush()?;
    if open > 0 {
        let open = open as u64;
        let label = plural(
            open,
            "kind still to be decided; it stays as it is",
            "kinds still to be decided; they stay as they are",
        );
        talk.say(entry(label, open));
    }
    Ok(Exit::Done)
}

/// Reads a table. People edit these, so a faulty line is wrong usage.
fn read(path: &Path) -> anyhow::Result<Vec<TableLine>> {
    let text = settings_file::list(path)?;
    tags::read(&text).map_err(|error| UsageError(format!("{}: {error}", path.display())).into())
}
