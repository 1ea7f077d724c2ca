//! `scutch template`: joint boilerplate detection, and what is done with its labels.

pub(crate) mod compare;
pub(crate) mod gold;
pub(crate) mod tune;

use scutch_corpus::pages::{Labelled, MARKUP, NODES, PAGES, REPORT, Table, write_pages};
use scutch_corpus::{Config, Ended, Extractor, Format, Request, run as run_corpus};
use scutch_template::TemplateConfig;

use crate::args::{TemplateArgs, TemplateFormat, TemplateTool, TemplateVerb};
use crate::exit::Exit;
use crate::progress::Progress;
use crate::talk::Talk;
use crate::verbs::corpus::{extraction, scope, summary, threads};

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

pub(crate) fn run(verb: &TemplateVerb, talk: Talk) -> anyhow::Result<Exit> {
    match &verb.tool {
        Some(TemplateTool::Compare(args)) => compare::run(args, talk),
        Some(TemplateTool::Gold(args)) => gold::run(args, talk),
        Some(TemplateTool::Tune(args)) => tune::run(args, talk),
        None => label(&verb.label, talk),
    }
}

fn label(args: &TemplateArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut config = Config {
        inputs: args.inputs.clone(),
        formats: formats(&args.format),
        extractor: Extractor::Template,
        template: TemplateConfig {
            crosses: true,
            nodes: args.nodes,
            markup: args.markup,
            undecided: args.undecided.unwrap_or_default(),
            ..args.thesis.meaning(args.method)
        },
        ..Config::default()
    };
    scope(&args.scope, &mut config);
    // A page without text has its labels too.
    config.scope.keep_empty = true;
    extraction(&args.extraction, &mut config.extract);
    config.check()?;
    // Only a tool can do without.
    let output = args.output.clone().unwrap_or_default();
    let jobs = threads(args.jobs);
    let request = Request { config, output, jobs, overwrite: args.overwrite };
    let progress = Progress::new(talk);
    let ended = run_corpus(&request, &progress);
    progress.clear();
    let folder = request.output.display();
    let manifest = match ended? {
        Ended::Interrupted { .. } => {
            talk.say(format_args!("interrupted; the same command goes on from there"));
            return Ok(Exit::Interrupted);
        }
        Ended::AlreadyComplete(manifest) => {
            talk.say(format_args!("{folder}: already complete"));
            manifest
        }
        Ended::Complete(manifest) => manifest,
    };
    let Labelled { jointly, alone } = write_pages(&request.output)?;
    talk.say(summary(&manifest, talk.verbose));
    talk.say(format_args!(
        "{jointly} pages labelled jointly, {alone} without partners by themselves"
    ));
    talk.say(format_args!(
        "{} the texts, {folder}/docs the rows with evidence",
        holding(&PAGES, &request)
    ));
    talk.say(format_args!("{folder}/{REPORT} shows template groups, crosses and classes"));
    if args.nodes {
        talk.say(format_args!("{} the labels of all nodes", holding(&NODES, &request)));
    }
    if args.markup.is_some() {
        talk.say(format_args!("{folder}/{MARKUP} holds the pages with their labels"));
    }
    Ok(if manifest.counts.rows == 0 { Exit::Nothing } else { Exit::Done })
}

/// Which files hold a table, as the beginning of a sentence.
fn holding(table: &Table, request: &Request) -> String {
    let folder = request.output.display();
    let files = table.written(&request.config.formats);
    let hold = if files.len() == 1 { "holds" } else { "hold" };
    let files: Vec<String> = files.iter().map(|file| format!("{folder}/{file}")).collect();
    format!("{} {hold}", files.join(" and "))
}
