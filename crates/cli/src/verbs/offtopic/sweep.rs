//! `scutch offtopic sweep`: thresholds tried against labels.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context as _;
use rustc_hash::FxHashMap;
use scutch_topic::label::{Label, read_labels};
use scutch_topic::sweep::{self, Column, Rule, Sample};
use scutch_topic::{Combine, Measure, PROFILES, Profile};

use super::args::JudgingArgs;
use super::curves::{ByTopics, curves};
use super::rule::RuleArgs;
use super::source::SourceArgs;
use crate::exit::{Exit, UsageError};
use crate::output::{self, guarded};
use crate::settings_file;
use crate::talk::Talk;
use crate::verbs::jobs::threads;

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
    /// Leave out pairs of measures and numbers of topics, which take most of the time.
    #[arg(long)]
    brief: bool,
    /// Worker threads [default: one per core].
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    judging: JudgingArgs,
}

/// Numbers of latent topics that the publication tried.
const TOPICS: [usize; 8] = [2, 3, 5, 7, 10, 25, 50, 100];
/// Measures of the best whose pairs are tried.
const PAIRED: usize = 4;

/// Runs `scutch offtopic sweep`. Fails when no labelled memento is in the archives.
pub(crate) fn run(args: &SweepArgs, talk: Talk) -> anyhow::Result<Exit> {
    // Before the scores, which may take hours.
    guarded(args.figure.as_deref(), args.source.files().chain([&*args.gold]))?;
    let shown = args.gold.display().to_string();
    let text = settings_file::list(&args.gold)?;
    let labels = read_labels(&text).with_context(|| shown.clone())?;
    let labels: FxHashMap<String, Label> =
        labels.into_iter().map(|label| (label.urim.clone(), label)).collect();
    let mut run = Run { args, labels, out: output::text() };
    let mut profile = args.judging.read(&RuleArgs::default())?;
    profile.measures = all_measures();
    // Every measure is scored alone below, so the rule only must not leave any out.
    profile.combine = Combine::Any;
    profile.ready();
    // Scored once: every table below only chooses other thresholds.
    let samples = run.samples(&profile)?;
    if samples.is_empty() {
        let sentence = format!("{shown}: none of its mementos is in the archives");
        return Err(UsageError(sentence).into());
    }
    let off = samples.iter().filter(|sample| sample.off).count();
    talk.say(format_args!("{} labelled mementos, {off} of them off-topic", samples.len()));
    let order = run.measures(&samples)?;
    let learned = run.profiles(&samples)?;
    let mut topics = Vec::new();
    if !args.brief {
        run.pairs(&samples, &order, &learned)?;
        topics = run.topics(&profile)?;
    }
    if let Some(file) = &args.figure {
        output::write(file, curves(&samples, &topics))?;
    }
    run.out.flush()?;
    Ok(Exit::Done)
}

/// All published measures with the thresholds of the paper.
fn all_measures() -> Vec<(Measure, f64)> {
    let threshold = |m: Measure| Profile::threshold("otmt-paper", m).unwrap_or_default();
    Measure::ALL.iter().map(|measure| (*measure, threshold(*measure))).collect()
}

/// A sweep and where its tables go.
struct Run<'a, W: Write> {
    args: &'a SweepArgs,
    /// By URI-M.
    labels: FxHashMap<String, Label>,
    out: W,
}

impl<W: Write> Run<'_, W> {
    /// Scores and verdicts of the labelled mementos under a profile.
    fn samples(&self, profile: &Profile) -> anyhow::Result<Vec<Sample>> {
        let jobs = threads(self.args.jobs);
        let grouping = self.args.judging.grouping();
        let collection = self.args.source.collect(profile, grouping, jobs)?.collection;
        Ok(sweep::samples(&collection, &self.labels, profile)?)
    }

    /// Verdicts of each draw of folds: rules are chosen on the other folds, so that no site is
    /// judged by itself.
    fn held_out(&self, samples: &[Sample], choose: impl Fn(&[&Sample]) -> Rule) -> Vec<Vec<bool>> {
        let seeds = self.args.seeds.get() as u64;
        sweep::held_out(samples, self.args.folds.get(), seeds, choose)
    }

    /// The table of single measures; gives them best first.
    fn measures(&mut self, samples: &[Sample]) -> anyhow::Result<Vec<Column>> {
        writeln!(
            self.out,
            "measure\tbest F1\taccuracy\tprecision\trecall\tthreshold\t95 %\tF1 held out\t\
             OTMT 2018\tits threshold\tF1 here\tAlNoamany 2016"
        )?;
        let refs: Vec<&Sample> = samples.iter().collect();
        let mut rows = Vec::new();
        for (at, measure) in Measure::ALL.iter().enumerate() {
            let column = (*measure, at);
            let (threshold, counts) = sweep::best(&refs, column);
            let verdicts = self
                .held_out(samples, |others| Rule(vec![(column, sweep::best(others, column).0)]));
            let held = sweep::mean_f1(samples, &verdicts, None);
            rows.push((column, threshold, counts, held));
        }
        // Ties are broken by measure, so that tables of two runs can be compared.
        rows.sort_by(|a, b| b.2.f1().total_cmp(&a.2.f1()).then(a.0.0.cmp(&b.0.0)));
        for (column, threshold, counts, held) in &rows {
            let (f1, accuracy) = (counts.f1(), counts.accuracy());
            let (precision, recall) = (counts.precision(), counts.recall());
            let interval = sweep::threshold_interval(samples, *column, self.args.seed);
            let (low, high) = interval.map_or((*threshold, *threshold), |i| (i.low, i.high));
            let published = |source: &str| published(column.0, source);
            let paper = Profile::threshold("otmt-paper", column.0).unwrap_or_default();
            let here = Rule(vec![(*column, paper)]).counts(samples).f1();
            writeln!(
                self.out,
                "{}\t{f1:.3}\t{accuracy:.3}\t{precision:.3}\t{recall:.3}\t{threshold:.2}\t\
                 {low:.2} to {high:.2}\t{held:.3}\t{}\t{paper}\t{here:.3}\t{}",
                column.0,
                published("OTMT 2018"),
                published("AlNoamany 2016"),
            )?;
        }
        writeln!(self.out)?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }

    /// The table of profiles; gives the verdicts of the default.
    fn profiles(&mut self, samples: &[Sample]) -> anyhow::Result<Vec<bool>> {
        let mut tiers: Vec<String> = samples.iter().map(|sample| sample.tier.clone()).collect();
        tiers.sort_unstable();
        tiers.dedup();
        tiers.retain(|tier| !tier.is_empty());
        writeln!(self.out, "profile\tF1\tprecision\trecall\taccuracy\t{}", tiers.join("\t"))?;
        let mut of_default = Vec::new();
        for name in PROFILES {
            let Some(profile) = Profile::named(name) else { continue };
            // Profiles differ in text and tokens, so the archives are read for each of them.
            let samples = self.samples(&profile)?;
            let found: Vec<bool> = samples.iter().map(|sample| sample.found).collect();
            let one = [found];
            let mut counts = scutch_learn::Counts::default();
            samples.iter().for_each(|sample| counts.add(sample.off, sample.found, 1.0));
            let of_tier =
                |tier: &String| format!("{:.3}", sweep::mean_f1(&samples, &one, Some(tier)));
            let tiers: Vec<String> = tiers.iter().map(of_tier).collect();
            writeln!(
                self.out,
                "{name}\t{:.3}\t{:.3}\t{:.3}\t{:.3}\t{}",
                counts.f1(),
                counts.precision(),
                counts.recall(),
                counts.accuracy(),
                tiers.join("\t")
            )?;
            let [found] = one;
            if profile.combine == Combine::Learned {
                of_default = found;
            }
        }
        writeln!(self.out)?;
        Ok(of_default)
    }

    /// All pairs of the best measures, either of which suffices, and how far the default is from
    /// them and from the best measures alone.
    fn pairs(
        &mut self,
        samples: &[Sample],
        order: &[Column],
        learned: &[bool],
    ) -> anyhow::Result<()> {
        writeln!(
            self.out,
            "rule\tbest F1\taccuracy\tthresholds\tF1 held out\tdefault less it\t95 %"
        )?;
        let refs: Vec<&Sample> = samples.iter().collect();
        for column in order {
            let choose = |others: &[&Sample]| Rule(vec![(*column, sweep::best(others, *column).0)]);
            self.rule(samples, &choose(&refs), choose, learned)?;
        }
        let best = &order[..order.len().min(PAIRED)];
        for (n, a) in best.iter().enumerate() {
            for b in &best[n + 1..] {
                let choose = |others: &[&Sample]| sweep::best_pair(others, *a, *b).0;
                self.rule(samples, &choose(&refs), choose, learned)?;
            }
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// A line of the table of rules.
    fn rule(
        &mut self,
        samples: &[Sample],
        rule: &Rule,
        choose: impl Fn(&[&Sample]) -> Rule,
        learned: &[bool],
    ) -> anyhow::Result<()> {
        let counts = rule.counts(samples);
        let verdicts = self.held_out(samples, choose);
        let held = sweep::mean_f1(samples, &verdicts, None);
        let names: Vec<String> =
            rule.0.iter().map(|((measure, _), th)| format!("{measure} {th:.2}")).collect();
        // The paired interval needs one verdict per memento; one draw of the folds stands for all.
        let first = verdicts.first().map_or(&[][..], Vec::as_slice);
        let interval = sweep::paired_f1(samples, learned, first, self.args.seed);
        let (mean, low, high) = interval.map_or((0.0, 0.0, 0.0), |i| (i.mean, i.low, i.high));
        let measures: Vec<&str> = rule.0.iter().map(|((m, _), _)| m.name()).collect();
        writeln!(
            self.out,
            "{}\t{:.3}\t{:.3}\t{}\t{held:.3}\t{mean:+.3}\t{low:+.3} to {high:+.3}",
            measures.join(" or "),
            counts.f1(),
            counts.accuracy(),
            names.join(", "),
        )?;
        Ok(())
    }

    /// The table of numbers of latent topics for `lsi`; gives the scores under each.
    fn topics(&mut self, profile: &Profile) -> anyhow::Result<Vec<ByTopics>> {
        writeln!(self.out, "lsi topics\tbest F1\tthreshold")?;
        let mut profile = profile.clone();
        profile.measures.retain(|(measure, _)| *measure == Measure::Lsi);
        let mut scored = Vec::new();
        for topics in TOPICS {
            profile.topics = topics;
            let samples = self.samples(&profile)?;
            let refs: Vec<&Sample> = samples.iter().collect();
            let (threshold, counts) = sweep::best(&refs, (Measure::Lsi, 0));
            writeln!(self.out, "{topics}\t{:.3}\t{threshold:.2}", counts.f1())?;
            scored.push((topics, samples));
        }
        Ok(scored)
    }
}

/// F1 and threshold of a publication.
fn published(measure: Measure, source: &str) -> String {
    let mut rows = scutch_topic::PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    let row = rows.find_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[..2] == [measure.name(), source]).then(|| format!("{} at {}", fields[2], fields[4]))
    });
    row.unwrap_or_else(|| "-".to_owned())
}
