//! `scutch evaluate extract`: texts and metadata of pages against gold, per set, type and language.

mod gold;
mod groups;
mod measure;
mod prediction;
mod report;
mod table;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::bail;
use serde_json::{Value, json};

use self::gold::Gold;
use self::groups::{Estimate, Group, Pair};
use self::measure::{Measure, Scores};
use self::prediction::Predictions;
use super::examples;
use crate::exit::Exit;
use crate::output::{self, guarded};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("GOLD has a line per page with `id`, `url`, `html_file`, and of `text`, `with` and \
    `without` (segments that must and must not be in the text), `title`, `author`, `date`, `page_type`, \
    `language` what is known. PRED has `file` or `id`, `text`, `title`, `authors`, `date_published`, `page_type`, as \
    `scutch extract --format jsonl` writes it.\n\n{}", examples::EXTRACT)
)]
pub(crate) struct ExtractArgs {
    /// gold.jsonl, or a folder of it or of folders with it.
    gold: PathBuf,
    /// Predictions (JSON lines).
    pred: PathBuf,
    /// Other predictions for the same pages: what is gained over them, and whether beyond chance.
    #[arg(long, value_name = "PRED2")]
    against: Option<PathBuf>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Write a page with plots, all tables and the worst pages.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Pages listed: the worst, or with --against those that lose most and those that win most.
    #[arg(long, value_name = "N", default_value_t = 30)]
    worst: usize,
    /// Samples of hosts that an interval is made from.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(100..))]
    rounds: u32,
    /// Seed of the samples.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The language of pages of which nobody says one.
const UNKNOWN: &str = "unknown";

/// A page with its scores.
struct Scored {
    /// What is known of it.
    gold: Gold,
    /// As gold has it, else as a prediction does.
    language: String,
    /// Whether the predictions do not name the page.
    missing: bool,
    /// Under the predictions.
    scores: Scores,
    /// Under the other predictions.
    other: Option<Scores>,
}

impl Scored {
    /// The score that pages are ranked by, under the predictions (0) or the others (1).
    fn main(&self, file: usize) -> Option<f64> {
        if file == 0 { self.scores.main() } else { self.other.as_ref()?.main() }
    }
}

/// All that was found out.
struct Outcome {
    /// Scores by set, type and language; the first group is all pages.
    groups: Vec<Group>,
    /// In the order of the gold.
    pages: Vec<Scored>,
    /// Pages worth a look.
    lists: Vec<List>,
    /// Whether there is a second file of predictions.
    compared: bool,
}

/// Pages worth a look.
struct List {
    /// Key in JSON.
    id: &'static str,
    /// Heading, in lower case.
    title: &'static str,
    /// Places in `pages`, the most worth a look first.
    pages: Vec<usize>,
}

/// Runs `scutch evaluate extract`. Fails when no page of the gold has a prediction.
pub(crate) fn run(args: &ExtractArgs, talk: Talk) -> anyhow::Result<Exit> {
    let predictions = [&args.pred].into_iter().chain(&args.against).cloned();
    // Before anything is read: the page must not take the place of gold or predictions.
    guarded(args.output.as_deref(), gold::files(&args.gold)?.into_iter().chain(predictions))?;
    let pages = score(args, talk)?;
    let compared = args.against.is_some();
    let groups = groups::groups(&pages, args.rounds as usize, args.seed);
    let lists = if compared { moved(&pages, args.worst) } else { worst(&pages, args.worst) };
    let outcome = Outcome { groups, pages, lists, compared };
    if let Some(path) = &args.output {
        let title = format!("{} against {}", args.pred.display(), args.gold.display());
        let files: Vec<&Path> =
            std::iter::once(&*args.pred).chain(args.against.as_deref()).collect();
        let page = report::render(&title, &files, &outcome);
        output::write(path, page)?;
        talk.say(format_args!("{}: written", path.display()));
    }
    if args.json {
        writeln!(output::output(None)?, "{}", object(args, &outcome))?;
    } else {
        let mut out = output::text();
        out.write_all(table::render(&outcome).as_bytes())?;
        out.flush()?;
    }
    Ok(Exit::Done)
}

/// All pages of the gold with their scores.
fn score(args: &ExtractArgs, talk: Talk) -> anyhow::Result<Vec<Scored>> {
    let golds = gold::read(&args.gold, talk)?;
    let read = |path: &PathBuf| Predictions::read(path, &golds, talk);
    let (predictions, others) = (read(&args.pred)?, args.against.as_ref().map(read).transpose()?);
    let pages: Vec<Scored> = golds
        .into_iter()
        .map(|gold| {
            let found = predictions.for_page(&gold);
            let missing = found.is_none();
            // A page that a tool gave nothing for counts as an empty text: leaving it out would
            // reward failing.
            let found = found.unwrap_or(&Value::Null);
            let other =
                others.as_ref().map(|others| others.for_page(&gold).unwrap_or(&Value::Null));
            let language = language(&gold, &[Some(found), other]);
            let scores = measure::score(&gold, found);
            let other = other.map(|other| measure::score(&gold, other));
            Scored { gold, language, missing, scores, other }
        })
        .collect();
    if pages.iter().all(|page| page.missing) {
        bail!("{}: none of the pages of {}", args.pred.display(), args.gold.display());
    }
    Ok(pages)
}

/// What gold says, else the first of the predictions that says something: a page that one of them lacks is in its language
/// all the same.
fn language(gold: &Gold, predictions: &[Option<&Value>]) -> String {
    let predicted = predictions.iter().flatten().filter_map(|page| page["language"].as_str());
    let mut known = gold.language.as_deref().into_iter().chain(predicted);
    known.find(|language| !language.is_empty()).unwrap_or(UNKNOWN).to_owned()
}

/// The pages with the lowest score.
fn worst(pages: &[Scored], most: usize) -> Vec<List> {
    let own = pages.iter().map(|page| page.scores.main());
    vec![List { id: "worst", title: "worst pages", pages: lowest(own, most) }]
}

/// The pages that lose most against the other predictions, and those that win most.
fn moved(pages: &[Scored], most: usize) -> Vec<List> {
    let gain = |page: &Scored| Some(page.scores.main()? - page.other.as_ref()?.main()?);
    let lost = pages.iter().map(|page| gain(page).filter(|gain| *gain < 0.0));
    let won = pages.iter().map(|page| gain(page).map(|gain| -gain).filter(|loss| *loss < 0.0));
    vec![
        List { id: "lost", title: "pages that lose most", pages: lowest(lost, most) },
        List { id: "won", title: "pages that win most", pages: lowest(won, most) },
    ]
}

/// Places of the lowest numbers, the lowest first.
fn lowest(numbers: impl Iterator<Item = Option<f64>>, most: usize) -> Vec<usize> {
    let mut ranked: Vec<(usize, f64)> =
        numbers.enumerate().filter_map(|(at, number)| Some((at, number?))).collect();
    // The sort is stable: equal scores stay in the order of the gold.
    ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
    ranked.into_iter().take(most).map(|(at, _)| at).collect()
}

/// The outcome as one JSON object, with all that is needed to repeat it.
fn object(args: &ExtractArgs, outcome: &Outcome) -> Value {
    let groups: Vec<Value> = outcome.groups.iter().map(of_group).collect();
    let mut object = json!({
        "gold": args.gold.display().to_string(),
        "pred": args.pred.display().to_string(),
        "against": args.against.as_ref().map(|path| path.display().to_string()),
        "rounds": args.rounds,
        "seed": args.seed,
        "groups": groups,
    });
    for list in &outcome.lists {
        object[list.id] = list.pages.iter().map(|at| of_page(&outcome.pages[*at])).collect();
    }
    object
}

/// A group as JSON; measures without a scored page are left out.
fn of_group(group: &Group) -> Value {
    let scores = Measure::ALL.iter().zip(&group.scores);
    let scores =
        scores.filter_map(|(m, score)| Some((m.id().to_owned(), of_pair(score.as_ref()?))));
    json!({
        "by": group.by,
        "name": group.name,
        "pages": group.pages,
        "missing": group.missing,
        "hosts": group.hosts,
        "scores": scores.collect::<serde_json::Map<_, _>>(),
    })
}

/// What a measure says of a group as JSON.
fn of_pair(pair: &Pair) -> Value {
    let estimate = |of: Estimate| {
        // Without an interval both bounds are null: every group has the same keys.
        let (low, high) = of.bounds.unzip();
        json!({"value": of.mean, "low": low, "high": high})
    };
    let mut object = estimate(pair.own);
    object["pages"] = json!(pair.pages);
    object["gain"] = pair.gain.map_or(Value::Null, estimate);
    object
}

/// A listed page as JSON.
fn of_page(page: &Scored) -> Value {
    json!({
        "set": page.gold.set,
        "id": page.gold.id,
        "url": page.gold.url,
        "file": page.gold.file.display().to_string(),
        "type": page.gold.kind,
        "score": page.scores.main(),
        "other": page.other.as_ref().and_then(Scores::main),
    })
}
