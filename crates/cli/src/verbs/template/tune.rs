//! `scutch template tune`: choices of methods tried on sites with ground truth.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use scutch_corpus::Ended;
use scutch_corpus::pages::write_pages;
use scutch_folder::config::{Config, Extractor, Format};
use scutch_foreign::escaped_lines;
use scutch_template::Method;
use scutch_template::evaluate::{GoldPage, ScoredSite};
use scutch_template::tune::{Point, Tried, best, cross_validated, drawn, grid, names, refused};

use super::examples;
use crate::exit::{Exit, UsageError};
use crate::named::named;
use crate::output::{self, guarded};
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
    guarded(args.output.as_deref(), &args.inputs)?;
    guarded(args.output.as_deref(), gold_files(&args.gold)?)?;
    let gold = read_gold(&args.gold, talk)?;
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
    let text = table(&tried, &sites, best, &vary);
    if let Some(path) = &args.output {
        output::write(path, best.point.toml())?;
        talk.say(format_args!("{}: written", path.display()));
    }
    io::stdout().lock().write_all(escaped_lines(&text).as_bytes())?;
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

/// All points, the best first, and below it what the best one is worth.
fn table(tried: &[Tried], sites: &[String], best: &Tried, vary: &[String]) -> String {
    let mut ranked: Vec<&Tried> = tried.iter().collect();
    // The sort is stable: of equal points the one tried first, which is nearest to the defaults,
    // leads.
    ranked.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    let varied = names().into_iter().filter(|name| vary.iter().any(|asked| asked == name));
    let mut head = vec!["method".to_owned()];
    head.extend(varied.map(str::to_owned));
    head.extend(["no cross", "mean", "worst"].map(str::to_owned));
    head.extend(sites.iter().cloned());
    let mut rows = vec![head];
    for one in ranked {
        let mut row = one.point.cells(vary);
        row.push(format!("{:.1} %", 100.0 * one.alone));
        let scores = [one.mean(), one.worst()].into_iter().chain(one.sites.iter().copied());
        row.extend(scores.map(|score| format!("{score:.4}")));
        rows.push(row);
    }
    let expected = cross_validated(tried);
    let expected =
        expected.map_or_else(|| "needs two sites".to_owned(), |score| format!("{score:.4}"));
    // `drawn` puts the defaults first.
    let defaults = tried.first().map_or(0.0, Tried::mean);
    format!(
        "{}\nbag F1: defaults {defaults:.4}, best {:.4}, chosen without the site it is scored on {expected}\n\n{}",
        lines(&rows),
        best.mean(),
        best.point.toml(),
    )
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
