//! `scutch offtopic sweep`: thresholds tried against labels.

mod figure;
mod page;
mod points;
mod tables;

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context as _;
use rustc_hash::FxHashMap;
use scutch_plot::number::counted;
use scutch_topic::label::{Label, read_labels};
use scutch_topic::sweep::{self, Sample};
use scutch_topic::{Combine, Measure, Profile};

use self::page::Swept;
use self::points::ByTopics;
use self::tables::{Run, SweepTable};
use super::args::JudgingArgs;
use super::rule::RuleArgs;
use super::source::SourceArgs;
use super::tell_faults;
use crate::exit::{Advised, Exit};
use crate::output::{self, apart, guarded};
use crate::settings_file;
use crate::talk::Talk;
use crate::verbs::evaluate::offtopic::unscored;

#[derive(Debug, clap::Args)]
pub(crate) struct SweepArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Labels: CSV with the columns urim, label (on, off) and, if they are there, url, repo, kind,
    /// tier; or the gold standard's table.
    #[arg(long, value_name = "FILE")]
    gold: PathBuf,
    /// Folds of the cross-validation; a site (column repo) is in one of them.
    #[arg(long, value_name = "N", default_value = "6")]
    folds: NonZeroUsize,
    /// How often the folds are drawn.
    #[arg(long, value_name = "N", default_value = "5")]
    seeds: NonZeroUsize,
    /// Seed of the bootstrap.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Draw F1 over the threshold of each measure (SVG).
    #[arg(long, value_name = "FILE.svg")]
    figure: Option<PathBuf>,
    /// Write a page with all tables and the curves of the figure (HTML).
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Leave out pairs of measures and numbers of topics, which take most of the time.
    #[arg(long)]
    brief: bool,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    judging: JudgingArgs,
}

/// Runs `scutch offtopic sweep`. Fails when no labelled memento is in the archives.
pub(crate) fn run(args: &SweepArgs, talk: Talk) -> anyhow::Result<Exit> {
    // Before the scores, which may take hours.
    let outputs = [&args.figure, &args.report];
    for path in outputs {
        guarded(path.as_deref(), args.source.files().chain([&*args.gold]))?;
    }
    apart(outputs.map(Option::as_deref))?;
    let shown = args.gold.display().to_string();
    let text = settings_file::list(&args.gold)?;
    let labels = read_labels(&text).with_context(|| shown.clone())?;
    tell_undecided(&labels, talk);
    let labels: FxHashMap<String, Label> =
        labels.into_iter().map(|label| (label.urim.clone(), label)).collect();
    let mut run = Run { args, labels, tables: Vec::new() };
    let mut profile = args.judging.read(&RuleArgs::default())?;
    profile.measures = all_measures();
    // Every measure is scored alone below, so the rule only must not leave any out.
    profile.combine = Combine::Any;
    profile.ready();
    // Scored once: every table below only chooses other thresholds.
    let samples = scored(&run, &profile, talk)?;
    let topics = run.tabulate(&samples, &profile)?;
    let tables = run.tables;
    if let Some(file) = &args.figure {
        output::write(file, figure::figure(&samples, &topics))?;
    }
    if let Some(file) = &args.report {
        let swept = Swept { samples: &samples, topics: &topics, tables: &tables };
        output::write(file, page::render(&args.gold, &swept))?;
    }
    Ok(Exit::Done)
}

impl Run<'_> {
    /// Makes the tables and prints each; samples scored with other numbers of topics.
    fn tabulate(&mut self, samples: &[Sample], profile: &Profile) -> anyhow::Result<Vec<ByTopics>> {
        let mut printed = 0;
        let order = self.measures(samples);
        print_new(&self.tables, &mut printed)?;
        let learned = self.profiles(samples)?;
        print_new(&self.tables, &mut printed)?;
        if self.args.brief {
            return Ok(Vec::new());
        }
        self.pairs(samples, &order, &learned);
        print_new(&self.tables, &mut printed)?;
        let topics = self.topics(profile)?;
        print_new(&self.tables, &mut printed)?;
        Ok(topics)
    }
}

/// The labelled mementos with their scores, and a word on what is missing. Fails when there is none.
fn scored(run: &Run<'_>, profile: &Profile, talk: Talk) -> anyhow::Result<Vec<Sample>> {
    let collection = run.collection(profile)?;
    let samples = sweep::samples(&collection, &run.labels, profile)?;
    tell_faults(&collection.losses.iter().collect::<Vec<_>>(), talk);
    if samples.is_empty() {
        return Err(nothing_labelled(run));
    }
    let off = samples.iter().filter(|sample| sample.off).count();
    let mementos = counted(samples.len() as u64, "labelled memento");
    talk.say(format_args!("{mementos}, {off} of them off-topic"));
    let labels = run.scored_labels();
    // A URI-M in two TimeMaps is two samples.
    let missing = labels.saturating_sub(samples.len());
    if missing > 0 {
        talk.say(format_args!("{missing} of {labels} labels have no memento in the inputs"));
    }
    Ok(samples)
}

/// Says how many labels are left out because of what they say.
fn tell_undecided(labels: &[Label], talk: Talk) {
    let undecided = labels.iter().filter(|label| !label.is_decided()).count() as u64;
    if undecided > 0 {
        let labels = counted(undecided, "label");
        talk.say(format_args!("{labels} left out: a label is `on` or `off`, or 1 or 0"));
    }
}

/// The error where no labelled memento is among the inputs, or no label is scored.
fn nothing_labelled(run: &Run<'_>) -> anyhow::Error {
    let gold = &run.args.gold;
    if run.scored_labels() == 0 {
        return unscored(gold);
    }
    Advised {
        sentence: format!("{}: none of its mementos is in the inputs", gold.display()),
        hint: NAMES.to_owned(),
        exit: Exit::Failed,
    }
    .into()
}

/// How mementos are named.
const NAMES: &str = "`urim` is what `scutch memento list` calls a memento, such as \
    from-warc::20190517100002::http://harbour.example/";

/// Prints the tables that were made since the last call: a later step may fail after hours.
fn print_new(tables: &[SweepTable], printed: &mut usize) -> io::Result<()> {
    let mut out = output::text();
    for table in &tables[*printed..] {
        if *printed > 0 {
            out.write_all(b"\n")?;
        }
        out.write_all(tables::as_text(table).as_bytes())?;
        *printed += 1;
    }
    out.flush()
}

/// All published measures with the thresholds of the paper.
fn all_measures() -> Vec<(Measure, f64)> {
    let threshold = |m: Measure| Profile::threshold("otmt-paper", m).unwrap_or_default();
    Measure::ALL.iter().map(|measure| (*measure, threshold(*measure))).collect()
}
