//! `scutch template`: joint boilerplate detection, and tools for its labels.

mod compare;
mod examples;
mod gold;
mod thesis;
mod tune;

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use scutch_corpus::pages::{Labelled, NODES, PAGES, Table, write_pages};
use scutch_corpus::{Ended, Request};
use scutch_folder::config::{Config, Extractor, Format};
use scutch_folder::names::{MARKUP, TEMPLATE_REPORT as REPORT};
use scutch_plot::number::counted;
use scutch_template::nodes::Markup;
use scutch_template::{Method, TemplateConfig};
use serde::Serialize;

use self::compare::CompareArgs;
use self::gold::GoldArgs;
use self::thesis::ThesisArgs;
use self::tune::TuneArgs;
use super::config::{ConfigArgs, print, with_inputs};
use super::corpus_run::{RunOptions, run_shown};
use super::extraction::ExtractionArgs;
use super::memory::MemoryArgs;
use super::scope::ScopeArgs;
use super::summary::summary;
use super::unreadable::UnreadableArgs;
use crate::exit::{Exit, UsageError};
use crate::named::{input, name_of, named};
use crate::talk::Talk;

// Archives to label, or a tool for labels. An archive named like a tool is written `./compare`.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = examples::TEMPLATE
)]
pub(crate) struct TemplateVerb {
    #[command(subcommand)]
    tool: Option<TemplateTool>,
    #[command(flatten)]
    label: TemplateArgs,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum TemplateTool {
    /// Show what two methods make of the same pages, side by side.
    Compare(CompareArgs),
    /// Write the labels of a run as ground truth to be corrected by hand.
    Gold(GoldArgs),
    /// Try choices of the published methods on sites with ground truth.
    Tune(TuneArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct TemplateArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required_unless_present = "config", value_parser = input())]
    inputs: Vec<String>,
    /// The folder to write.
    #[arg(short, long, value_name = "DIR", required_unless_present = "emit_config")]
    output: Option<PathBuf>,
    /// Pages worked on at the same time [default: number of processors].
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Replace what another run left in the output folder.
    #[arg(long)]
    overwrite: bool,
    /// The method [default: learned].
    #[arg(long, value_name = "NAME", help_heading = "Method", value_parser = named::<Method>())]
    method: Option<Method>,
    /// Under `learned`, call nodes undecided whose score is so near the threshold of their page (0 to 0.5).
    #[arg(long, value_name = "WIDTH", help_heading = "Method")]
    undecided: Option<f32>,
    /// Write the labels of all nodes, a row each.
    #[arg(long, help_heading = "Output")]
    nodes: bool,
    /// Formats of documents, pages and nodes [default: jsonl].
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Output")]
    format: Vec<TemplateFormat>,
    /// Write each page with its labels as HTML.
    #[arg(long, value_name = "HOW", help_heading = "Output", value_parser = named::<Markup>())]
    markup: Option<Markup>,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    unreadable: UnreadableArgs,
    #[command(flatten, next_help_heading = "Methods of the thesis")]
    thesis: ThesisArgs,
    #[command(flatten, next_help_heading = "Scope")]
    scope: ScopeArgs,
    #[command(flatten, next_help_heading = "Extraction")]
    extraction: ExtractionArgs,
}

/// How `scutch template` shows its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TemplateFormat {
    /// JSON lines; those of documents zstd-compressed.
    Jsonl,
    /// Parquet, zstd-compressed.
    Parquet,
}

/// The formats of the configuration, each once.
fn formats(typed: &[TemplateFormat]) -> Vec<Format> {
    let meaning = |format: &TemplateFormat| match format {
        TemplateFormat::Jsonl => Format::Jsonl,
        TemplateFormat::Parquet => Format::Parquet,
    };
    let mut formats: Vec<Format> = typed.iter().map(meaning).collect();
    formats.sort_unstable();
    formats.dedup();
    formats
}

/// Runs `scutch template`, or one of its tools.
pub(crate) fn run(verb: &TemplateVerb, talk: Talk) -> anyhow::Result<Exit> {
    match &verb.tool {
        Some(TemplateTool::Compare(args)) => compare::run(args, talk),
        Some(TemplateTool::Gold(args)) => gold::run(args, talk),
        Some(TemplateTool::Tune(args)) => tune::run(args, talk),
        None => label(&verb.label, talk),
    }
}

/// Labels the pages of archives. Interrupted, it exits with 130, and the same command goes on.
fn label(args: &TemplateArgs, talk: Talk) -> anyhow::Result<Exit> {
    let config = with_inputs(config(args)?)?;
    if args.config.emit_config {
        return print(&config);
    }
    let (output, jobs, overwrite) = (args.output.as_ref(), args.jobs, args.overwrite);
    let request = RunOptions { output, jobs, overwrite }.request(config);
    let request = args.unreadable.applied(args.memory.applied(request));
    let folder = request.output.display();
    let ended = run_shown(&request, talk)
        .map_err(|error| args.config.explained(error.into(), &args.inputs))?;
    let manifest = match ended {
        Ended::Interrupted { .. } => {
            talk.say(format_args!("interrupted; the same command resumes the run"));
            return Ok(Exit::Interrupted);
        }
        Ended::AlreadyComplete(manifest) => {
            talk.say(format_args!("{folder}: already complete"));
            manifest
        }
        Ended::Complete(manifest) => manifest,
    };
    // Also on a complete folder: an interruption may have come between rows and pages, and writing
    // again changes nothing.
    let labelled = write_pages(&request.output)?;
    talk.say(summary(&manifest, talk.verbose));
    tell_results(&labelled, &request, talk);
    Ok(if manifest.counts.rows == 0 { Exit::Nothing } else { Exit::Done })
}

/// Tells how pages were labelled, and which files hold what.
fn tell_results(labelled: &Labelled, request: &Request, talk: Talk) {
    let Labelled { jointly, alone } = labelled;
    let (folder, template) = (request.output.display(), &request.config.template);
    let jointly = counted(*jointly, "page");
    talk.say(format_args!("{jointly} labelled jointly, {alone} without partners by themselves"));
    talk.say(format_args!(
        "{} the texts, {folder}/docs the rows with evidence",
        holding(&PAGES, request)
    ));
    talk.say(format_args!("{folder}/{REPORT} shows template groups, crosses and classes"));
    if template.nodes {
        talk.say(format_args!("{} the labels of all nodes", holding(&NODES, request)));
    }
    if template.markup.is_some() {
        talk.say(format_args!("{folder}/{MARKUP} holds the pages with their labels"));
    }
}

/// The configuration: what was typed wins over the file, and the file over the defaults.
fn config(args: &TemplateArgs) -> anyhow::Result<Config> {
    let mut config = args.config.read(&[Format::Jsonl])?;
    if !config.extractor.may_compare() {
        // A file made for `scutch corpus` may ask for what this verb cannot give; silence would be
        // worse.
        return Err(refused(
            "extractor",
            &config.extractor,
            "`auto` or `template` in a file for this verb",
        ));
    }
    config.extractor = Extractor::Template;
    if !args.inputs.is_empty() {
        config.inputs.clone_from(&args.inputs);
    }
    if !args.format.is_empty() {
        config.formats = formats(&args.format);
    }
    has_meaning(&config)?;
    let template = args.thesis.over(config.template, args.method);
    config.template = TemplateConfig {
        // Compare, tune and evaluate read the crosses of a run.
        crosses: true,
        nodes: template.nodes || args.nodes,
        markup: args.markup.or(template.markup),
        undecided: args.undecided.unwrap_or(template.undecided),
        ..template
    };
    args.scope.apply(&mut config)?;
    // A page without text still has labels of its nodes.
    config.scope.keep_empty = true;
    args.extraction.apply(&mut config.extract);
    config.charset_rule = args.extraction.charset_rule.unwrap_or(config.charset_rule);
    args.config.checked(&config)?;
    Ok(config)
}

/// Fails for formats, portals and masks of a file that this verb has no use for.
fn has_meaning(config: &Config) -> anyhow::Result<()> {
    let is_written = |format: &Format| matches!(format, Format::Jsonl | Format::Parquet);
    if let Some(other) = config.formats.iter().find(|format| !is_written(format)) {
        return Err(refused("formats", other, "`jsonl` or `parquet` in a file for this verb"));
    }
    // Its tables and markup are the page as it is.
    if config.mask {
        return Err(refused("mask", &"true", "no setting for this verb"));
    }
    if let Some(portal) = config.portals.first() {
        return Err(refused("portals", &portal.hosts.first(), "none in a file for this verb"));
    }
    Ok(())
}

/// The error for a setting of a file that this verb cannot follow.
fn refused(field: &str, found: &impl Serialize, expected: &str) -> anyhow::Error {
    UsageError(format!("`{field}` is `{}`: {expected}", name_of(found))).into()
}

/// Which files hold a table, as the beginning of a sentence.
fn holding(table: &Table, request: &Request) -> String {
    let folder = request.output.display();
    let files = table.written(&request.config.formats);
    let hold = if files.len() == 1 { "holds" } else { "hold" };
    let files: Vec<String> = files.iter().map(|file| format!("{folder}/{file}")).collect();
    format!("{} {hold}", files.join(" and "))
}
