//! `scutch evaluate template`: labels of nodes against ground truth.

mod figures;
mod json;
mod read;
mod report;
mod table;
mod title;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::bail;
use scutch_evaluate::thesis::{Thesis, ThesisTable};
use scutch_evaluate::{GoldPage, RunScores, ScoredSite};
use scutch_foreign::escaped_lines;
use scutch_plot::number::counted;

pub(crate) use self::read::{gold as read_gold, gold_files, nodes_file, nodes_lines};
pub(crate) use self::title::titles;
use super::examples;
use super::lines;
use crate::exit::Exit;
use crate::output::{self, guarded};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("GOLD has a line per page with `site`, `url`, `timestamp` and `text_nodes` (`text`, `label`: \
    content, boilerplate, ignore). PRED has a line per node with `url`, `timestamp`, `text`, `class`, `cross`, \
    `method`, as `scutch template --nodes` writes it.\n\n{}", examples::TEMPLATE)
)]
pub(crate) struct TemplateArgs {
    /// gold.jsonl or gold.jsonl.gz, or a folder with folders of it.
    gold: PathBuf,
    /// nodes.jsonl or nodes.parquet, or a folder with one; others are compared with the first.
    #[arg(required = true)]
    pred: Vec<PathBuf>,
    /// More ground truth besides GOLD, such as that of other annotators; of a page in several files the first counts.
    #[arg(long = "gold", value_name = "FILE")]
    more: Vec<PathBuf>,
    /// The tables of the thesis instead of others, or with --json and in the page besides them, there with its figures;
    /// needs the labels of t001 among PRED.
    #[arg(long, value_name = "NAME")]
    table: Option<Tables>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Write a page with plots, all tables and the worst pages.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Worst pages listed.
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Samples of sites that an interval is made from.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(100..))]
    rounds: u32,
    /// Seed of the samples.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Tables of scores that can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Tables {
    /// Tables 4.2, A and D.1 to D.4, the numbers of figure 4.3; in a page figures 4.7, 4.8 and D.1 to D.3.
    Thesis,
}

/// The labels in a folder, scored by site. Pages that are not there count as empty, and sites of
/// which no page is there are left out.
pub(crate) fn site_scores(folder: &Path, gold: &[GoldPage]) -> anyhow::Result<Vec<ScoredSite>> {
    let (labels, _) = read::labels(folder, gold)?;
    let scores = RunScores::new(gold, &labels);
    if scores.is_empty() {
        bail!("none of the pages with ground truth is in the inputs");
    }
    Ok(scores.into_labelled_sites())
}

/// Tells how many pages were not aligned to the end.
fn tell_capped(scored: &RunScores, path: &Path, talk: Talk) -> anyhow::Result<()> {
    let count = scored.pages.iter().filter(|page| page.score.capped).count();
    if count > 0 {
        let (pages, file) = (counted(count as u64, "page"), nodes_file(path)?);
        let what = "whose words repeat so much that they were not compared to the end; the rest is \
                    unaligned";
        talk.say(format_args!("note: {}: {pages} {what}", file.display()));
    }
    Ok(())
}

/// Runs `scutch evaluate template`. Fails when a run has none of the pages of the gold.
pub(crate) fn run(args: &TemplateArgs, talk: Talk) -> anyhow::Result<Exit> {
    let predictions: Vec<PathBuf> =
        args.pred.iter().map(|path| nodes_file(path)).collect::<anyhow::Result<_>>()?;
    let gold_files = read::all_gold_files(&args.gold, &args.more)?;
    guarded(args.output.as_deref(), gold_files.into_iter().chain(predictions))?;
    let gold = read::gold(&args.gold, &args.more, talk)?;
    let all = scores(args, &gold, talk)?;
    let thesis = match args.table {
        Some(Tables::Thesis) => thesis(&gold, &all)?,
        None => Thesis::default(),
    };
    if let Some(path) = &args.output {
        let title = format!("Labels of nodes against {}", args.gold.display());
        let page = report::render(&title, &gold, &all, &thesis, args);
        output::write(path, page)?;
        talk.say(format_args!("{}: written", path.display()));
    }
    let tables = &thesis.tables;
    let text = match (args.json, args.table) {
        (true, _) => format!("{}\n", json::object(&all, tables, args)),
        // Text shows one or the other: the thesis has the same numbers in other tables.
        (false, Some(Tables::Thesis)) => tables.iter().map(text).collect::<Vec<_>>().join("\n"),
        (false, None) => table::render(&gold, &all, args),
    };
    // JSON has escapes of its own.
    let text = if args.json { Cow::Borrowed(&*text) } else { escaped_lines(&text) };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}

/// The scores of all runs, in the order in which they were named.
fn scores(args: &TemplateArgs, gold: &[GoldPage], talk: Talk) -> anyhow::Result<Vec<RunScores>> {
    let mut all: Vec<RunScores> = Vec::new();
    for path in &args.pred {
        let (labels, notes) = read::labels(path, gold)?;
        notes.tell(talk);
        let scored = RunScores::new(gold, &labels);
        tell_capped(&scored, path, talk)?;
        if scored.is_empty() {
            bail!("{}: none of the pages of {}", path.display(), args.gold.display());
        }
        all.push(scored);
    }
    let names: Vec<&str> = all.iter().map(|scored| scored.name.as_str()).collect();
    let titles = titles(&names, &args.pred)?;
    all.iter_mut().zip(titles).for_each(|(scored, title)| scored.title = title);
    Ok(all)
}

/// Tables and figures of the thesis. They compare with t001, so its labels are needed.
fn thesis(gold: &[GoldPage], all: &[RunScores]) -> anyhow::Result<Thesis> {
    match Thesis::of_runs(gold, all) {
        Some(thesis) => Ok(thesis),
        None => bail!(
            "--table thesis needs the labels of t001 among the predictions, of a page with a cross"
        ),
    }
}

/// A table of the thesis as text.
fn text(table: &ThesisTable) -> String {
    let mut out = format!("{}\n{}", table.title, lines(&table.rows_as_text()));
    if let Some(note) = &table.note {
        let _ = writeln!(out, "\n{note}");
    }
    out
}
