//! `scutch template tune`: choices of methods tried on sites with ground truth.

mod page;

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use scutch_corpus::Ended;
use scutch_corpus::pages::write_pages;
use scutch_evaluate::tune::{Point, Tried, best, cross_validated, drawn, grid, names, refused};
use scutch_evaluate::{GoldPage, ScoredSite};
use scutch_folder::config::{Config, Extractor, Format};
use scutch_foreign::escaped_lines;
use scutch_template::Method;

use super::examples;
use crate::exit::{Exit, UsageError};
use crate::named::named;
use crate::output::{self, apart, guarded};
use crate::talk::Talk;
use crate::verbs::corpus_run::{RunOptions, run_shown};
use crate::verbs::evaluate::{gold_files, lines, read_gold, site_scores};

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("Every configuration labels all inputs once, in a temporary folder. The score is bag F1, mean over pages of \
    a site, then over sites. The cross-validated score is that of each site under what is best on all others.\n\n{}", examples::TUNE)
)]
pub(crate) struct TuneArgs {
    /// Archive files, folders or patterns.
    #[arg(required = true)]
    inputs: Vec<String>,
    /// Ground truth: gold.jsonl or gold.jsonl.gz, or a folder with folders of it.
    #[arg(long, value_name = "FILE")]
    gold: PathBuf,
    /// Methods to try.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "t005",
        value_parser = named::<Method>())]
    method: Vec<Method>,
    /// Choices to vary: tokens, threshold, cross, compare, diff, lesson, balance, skip-hidden [default: those of
    /// tokens, threshold, cross and compare that a method takes].
    #[arg(long, value_name = "LIST", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    vary: Vec<String>,
    /// Configurations tried: the defaults and others drawn by seed; 0 tries all.
    #[arg(long, value_name = "N", default_value_t = 20)]
    random: usize,
    /// Seed of the draw.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Pages worked on at the same time [default: number of processors].
    #[arg(short, long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,
    /// Write the best configuration to a file, too.
    #[arg(short, long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// Write a page with the scores of all configurations, as plot and table.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

/// What is varied unless something is asked for.
const VARIED: [&str; 4] = ["tokens", "threshold", "cross", "compare"];

/// What is to be varied, of which each is something that one of the methods takes.
fn varied(args: &TuneArgs) -> Result<Vec<String>, UsageError> {
    if args.vary.is_empty() {
        let usual = VARIED.map(str::to_owned).into_iter();
        return Ok(usual
            .filter(|name| refused(&args.method, std::slice::from_ref(name)).is_none())
            .collect());
    }
    match refused(&args.method, &args.vary) {
        Some(name) => Err(UsageError(format!("`--vary {name}`: no method that is tried takes it"))),
        None => Ok(args.vary.clone()),
    }
}

/// Runs `scutch template tune`. Interrupted, nothing is kept: a table of some choices would favour
/// those.
pub(crate) fn run(args: &TuneArgs, talk: Talk) -> anyhow::Result<Exit> {
    let vary = varied(args)?;
    for file in [&args.output, &args.report] {
        guarded(file.as_deref(), &args.inputs)?;
        guarded(file.as_deref(), gold_files(&args.gold)?)?;
    }
    apart([args.output.as_deref(), args.report.as_deref()])?;
    let gold = read_gold(&args.gold, &[], talk)?;
    let points = drawn(grid(&args.method, &vary), args.random, args.seed);
    let count = points.len();
    let mut tried: Vec<Tried> = Vec::with_capacity(count);
    let mut sites: Vec<String> = Vec::new();
    for (number, point) in (1..).zip(points) {
        let Some(scores) = scored(&point, args, &gold, talk)? else {
            talk.say(format_args!("interrupted"));
            return Ok(Exit::Interrupted);
        };
        // Every point is scored on the same sites, so the last ones name the columns.
        sites = scores.iter().map(|score| score.name.clone()).collect();
        let one = tried_at(point, &scores);
        let shown = one.point.cells(&vary).join(" ");
        talk.say(format_args!("{number} of {count}: {shown}: {:.4}", one.mean()));
        tried.push(one);
    }
    let Some(best) = best(&tried) else { return Ok(Exit::Nothing) };
    let outcome = Outcome { tried: &tried, best, sites, vary };
    if let Some(path) = &args.output {
        output::write(path, best.point.toml())?;
        talk.say(format_args!("{}: written", path.display()));
    }
    if let Some(path) = &args.report {
        output::write(path, page::render(&args.gold, &outcome))?;
        talk.say(format_args!("{}: written", path.display()));
    }
    io::stdout().lock().write_all(escaped_lines(&outcome.as_text()).as_bytes())?;
    Ok(Exit::Done)
}

/// What came of a point: scores by site and the share of pages without a cross.
fn tried_at(point: Point, scores: &[ScoredSite]) -> Tried {
    let sum = |of: fn(&ScoredSite) -> usize| scores.iter().map(of).sum::<usize>();
    let alone = sum(|score| score.alone) as f64 / sum(|score| score.pages).max(1) as f64;
    Tried { point, sites: scores.iter().map(|score| score.bag_f1).collect(), alone }
}

/// Bag F1 by site under a configuration. `None` when interrupted.
fn scored(
    point: &Point,
    args: &TuneArgs,
    gold: &[GoldPage],
    talk: Talk,
) -> anyhow::Result<Option<Vec<ScoredSite>>> {
    let folder = output::temporary_folder()?;
    let mut template = point.config();
    template.nodes = true;
    let mut config = Config {
        inputs: args.inputs.clone(),
        formats: vec![Format::Jsonl],
        extractor: Extractor::Template,
        template,
        ..Config::default()
    };
    // As `scutch template` does: a page without text still has labels.
    config.scope.keep_empty = true;
    let output = folder.path().join("run");
    let options = RunOptions { output: Some(&output), jobs: args.jobs, overwrite: false };
    let request = options.request(config);
    if let Ended::Interrupted { .. } = run_shown(&request, talk)? {
        return Ok(None);
    }
    write_pages(&request.output)?;
    site_scores(&request.output, gold).map(Some)
}

/// All that was tried.
struct Outcome<'t> {
    /// In the order in which they were tried, which begins with the defaults.
    tried: &'t [Tried],
    best: &'t Tried,
    /// Names of the sites, in the order of their scores.
    sites: Vec<String>,
    /// Names of the choices that were varied.
    vary: Vec<String>,
}

impl Outcome<'_> {
    /// All points, the best first.
    fn ranked(&self) -> Vec<&Tried> {
        let mut ranked: Vec<&Tried> = self.tried.iter().collect();
        // The sort is stable: of equal points the one tried first, which is nearest to the defaults,
        // leads.
        ranked.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        ranked
    }

    /// A row for each point, the names of the columns first.
    fn rows(&self) -> Vec<Vec<String>> {
        let is_varied = |name: &&str| self.vary.iter().any(|asked| asked == name);
        let mut head = vec!["method".to_owned()];
        head.extend(names().into_iter().filter(is_varied).map(str::to_owned));
        head.extend(["no cross", "mean", "worst"].map(str::to_owned));
        head.extend(self.sites.iter().cloned());
        let row = |one: &&Tried| {
            let mut row = one.point.cells(&self.vary);
            row.push(format!("{:.1} %", 100.0 * one.alone));
            let scores = [one.mean(), one.worst()].into_iter().chain(one.sites.iter().copied());
            row.extend(scores.map(|score| format!("{score:.4}")));
            row
        };
        std::iter::once(head).chain(self.ranked().iter().map(row)).collect()
    }

    /// What the best point is worth, in a line.
    fn worth(&self) -> String {
        let expected = match cross_validated(self.tried) {
            Some(score) => format!(", chosen without the site it is scored on {score:.4}"),
            None => "; one site alone cannot judge the choice".to_owned(),
        };
        // `drawn` puts the defaults first.
        let defaults = self.tried.first().map_or(0.0, Tried::mean);
        format!("bag F1: defaults {defaults:.4}, best {:.4}{expected}", self.best.mean())
    }

    /// The outcome as text for a terminal.
    fn as_text(&self) -> String {
        format!("{}\n{}\n\n{}", lines(&self.rows()), self.worth(), self.best.point.toml())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_read_back_from_their_toml() {
        let all: Vec<String> = names().into_iter().map(str::to_owned).collect();
        let some = ["tokens", "balance"].map(str::to_owned);
        let points = grid(&[Method::T002, Method::T005], &all).into_iter().step_by(7);
        for point in points.chain(grid(&Method::ALL, &some)) {
            let config = Config::from_toml(&point.toml()).expect("TOML");
            assert_eq!(config.template.settled(), point.config().settled());
            assert_eq!(config.template.check(), Ok(()));
        }
    }
}
