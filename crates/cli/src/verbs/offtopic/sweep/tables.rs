//! The tables of a sweep: single measures, profiles, pairs of measures, numbers of topics.

use rustc_hash::FxHashMap;
use scutch_learn::Counts;
use scutch_topic::label::Label;
use scutch_topic::sweep::{self, Column, Rule, Sample};
use scutch_topic::{Collection, Combine, Measure, PROFILES, Profile};

use super::SweepArgs;
use super::points::{ByTopics, LSI_ALONE};
use crate::verbs::evaluate::score;
use scutch_corpus::threads;

/// Numbers of latent topics that the publication tried.
const TOPICS: [usize; 8] = [2, 3, 5, 7, 10, 25, 50, 100];
/// Measures of the best whose pairs are tried.
const PAIRED: usize = 4;

/// Columns of the table of single measures.
const MEASURE_COLUMNS: [&str; 12] = [
    "measure",
    "best F1",
    "accuracy",
    "precision",
    "recall",
    "threshold",
    "95 %",
    "F1 held out",
    "OTMT 2018",
    "its threshold",
    "F1 here",
    "AlNoamany 2016",
];
/// Columns of the table of rules.
const RULE_COLUMNS: [&str; 7] =
    ["rule", "best F1", "accuracy", "thresholds", "F1 held out", "default less it", "95 %"];

/// A table of the sweep.
pub(super) struct SweepTable {
    pub(super) id: &'static str,
    /// What it shows, on a page.
    pub(super) caption: &'static str,
    /// Names of the columns first.
    pub(super) rows: Vec<Vec<String>>,
}

/// A table as text: cells between tabs.
pub(super) fn as_text(table: &SweepTable) -> String {
    table.rows.iter().map(|row| row.join("\t") + "\n").collect()
}

/// A sweep and its tables.
pub(super) struct Run<'a> {
    pub(super) args: &'a SweepArgs,
    /// By URI-M.
    pub(super) labels: FxHashMap<String, Label>,
    /// Those that are done.
    pub(super) tables: Vec<SweepTable>,
}

impl Run<'_> {
    fn push(&mut self, id: &'static str, caption: &'static str, rows: Vec<Vec<String>>) {
        self.tables.push(SweepTable { id, caption, rows });
    }

    /// All mementos of the inputs.
    pub(super) fn collection(&self, profile: &Profile) -> anyhow::Result<Collection> {
        let jobs = threads(self.args.jobs);
        let grouping = self.args.judging.grouping();
        Ok(self.args.source.collect(profile, grouping, jobs)?.collection)
    }

    /// Scores and verdicts of the labelled mementos under a profile.
    pub(super) fn samples(&self, profile: &Profile) -> anyhow::Result<Vec<Sample>> {
        Ok(sweep::samples(&self.collection(profile)?, &self.labels, profile)?)
    }

    /// Number of labels that say on-topic or off-topic.
    pub(super) fn scored_labels(&self) -> usize {
        self.labels.values().filter(|label| label.is_scored()).count()
    }

    /// Verdicts of each draw of folds: rules are chosen on the other folds, so that no site is
    /// judged by itself.
    fn held_out(&self, samples: &[Sample], choose: impl Fn(&[&Sample]) -> Rule) -> Vec<Vec<bool>> {
        let seeds = self.args.seeds.get() as u64;
        sweep::held_out(samples, self.args.folds.get(), seeds, choose)
    }

    /// The table of single measures; gives them best first.
    pub(super) fn measures(&mut self, samples: &[Sample]) -> Vec<Column> {
        let refs: Vec<&Sample> = samples.iter().collect();
        let mut scored = Vec::new();
        for (at, measure) in Measure::ALL.iter().enumerate() {
            let column = (*measure, at);
            let (threshold, counts) = sweep::best(&refs, column);
            // The threshold is chosen anew on the other folds; the best one of all sites would flatter.
            let verdicts = self
                .held_out(samples, |others| Rule(vec![(column, sweep::best(others, column).0)]));
            let held = sweep::mean_f1(samples, &verdicts, None);
            scored.push(MeasureScores { column, threshold, counts, held });
        }
        // Ties are broken by measure, so that tables of two runs can be compared.
        scored.sort_by(|a, b| {
            b.counts.f1().total_cmp(&a.counts.f1()).then(a.column.0.cmp(&b.column.0))
        });
        let mut rows = vec![names(&MEASURE_COLUMNS)];
        rows.extend(scored.iter().map(|one| one.row(samples, self.args.seed)));
        self.push("measures", "Single measures, the best first", rows);
        scored.into_iter().map(|one| one.column).collect()
    }

    /// The table of profiles; gives the verdicts of the default.
    pub(super) fn profiles(&mut self, samples: &[Sample]) -> anyhow::Result<Vec<bool>> {
        let mut tiers: Vec<String> = samples.iter().map(|sample| sample.tier.clone()).collect();
        tiers.sort_unstable();
        tiers.dedup();
        tiers.retain(|tier| !tier.is_empty());
        let mut head = names(&["profile", "F1", "precision", "recall", "accuracy"]);
        head.extend(tiers.iter().cloned());
        let mut rows = vec![head];
        let mut of_default = Vec::new();
        for name in PROFILES {
            let Some(profile) = Profile::named(name) else { continue };
            // Profiles differ in text and tokens, so the archives are read for each of them.
            let samples = self.samples(&profile)?;
            let found: Vec<bool> = samples.iter().map(|sample| sample.found).collect();
            let one = [found];
            let mut counts = Counts::default();
            samples.iter().for_each(|sample| counts.add(sample.off, sample.found, 1.0));
            let (precision, recall) = (counts.known_precision(), counts.known_recall());
            let all = [Some(counts.f1()), precision, recall, Some(counts.accuracy())];
            let by_tier = tiers.iter().map(|tier| sweep::mean_f1(&samples, &one, Some(tier)));
            let scores = all.into_iter().chain(by_tier.map(Some)).map(score);
            rows.push(std::iter::once((*name).to_owned()).chain(scores).collect());
            let [found] = one;
            if profile.combine == Combine::Learned {
                of_default = found;
            }
        }
        self.push("profiles", "Profiles", rows);
        Ok(of_default)
    }

    /// All pairs of the best measures, either of which suffices, and how far the default is from
    /// them and from the best measures alone.
    pub(super) fn pairs(&mut self, samples: &[Sample], order: &[Column], learned: &[bool]) {
        let mut rows = vec![names(&RULE_COLUMNS)];
        let refs: Vec<&Sample> = samples.iter().collect();
        for column in order {
            let choose = |others: &[&Sample]| Rule(vec![(*column, sweep::best(others, *column).0)]);
            rows.push(self.rule(samples, &choose(&refs), choose, learned));
        }
        // Pairs of all measures would take hours, and weak ones join no good pair.
        let best = &order[..order.len().min(PAIRED)];
        for (n, a) in best.iter().enumerate() {
            for b in &best[n + 1..] {
                let choose = |others: &[&Sample]| sweep::best_pair(others, *a, *b).0;
                rows.push(self.rule(samples, &choose(&refs), choose, learned));
            }
        }
        self.push("rules", "Single measures and pairs beside the default", rows);
    }

    /// A row of the table of rules.
    fn rule(
        &self,
        samples: &[Sample],
        rule: &Rule,
        choose: impl Fn(&[&Sample]) -> Rule,
        learned: &[bool],
    ) -> Vec<String> {
        let counts = rule.counts(samples);
        let verdicts = self.held_out(samples, choose);
        let held = sweep::mean_f1(samples, &verdicts, None);
        let thresholds: Vec<String> =
            rule.0.iter().map(|((measure, _), th)| format!("{measure} {th:.2}")).collect();
        // The paired interval needs one verdict per memento; one draw of the folds stands for all.
        let first = verdicts.first().map_or(&[][..], Vec::as_slice);
        let interval = sweep::paired_f1(samples, learned, first, self.args.seed);
        let (mean, low, high) = interval.map_or((0.0, 0.0, 0.0), |i| (i.mean, i.low, i.high));
        let measures: Vec<&str> = rule.0.iter().map(|((m, _), _)| m.name()).collect();
        vec![
            measures.join(" or "),
            format!("{:.3}", counts.f1()),
            format!("{:.3}", counts.accuracy()),
            thresholds.join(", "),
            format!("{held:.3}"),
            format!("{mean:+.3}"),
            format!("{low:+.3} to {high:+.3}"),
        ]
    }

    /// The table of numbers of latent topics for `lsi`; gives the scores under each.
    pub(super) fn topics(&mut self, profile: &Profile) -> anyhow::Result<Vec<ByTopics>> {
        let mut rows = vec![names(&["lsi topics", "best F1", "threshold"])];
        let mut profile = profile.clone();
        // The only measure that depends on the number; the others would be scored again in vain.
        profile.measures.retain(|(measure, _)| *measure == Measure::Lsi);
        let mut scored = Vec::new();
        for topics in TOPICS {
            profile.topics = topics;
            let samples = self.samples(&profile)?;
            let refs: Vec<&Sample> = samples.iter().collect();
            let (threshold, counts) = sweep::best(&refs, LSI_ALONE);
            let f1 = counts.f1();
            rows.push(vec![topics.to_string(), format!("{f1:.3}"), format!("{threshold:.2}")]);
            scored.push((topics, samples));
        }
        self.push("topics", "lsi by number of topics", rows);
        Ok(scored)
    }
}

/// A measure at its best threshold.
struct MeasureScores {
    column: Column,
    threshold: f64,
    counts: Counts,
    /// F1 with thresholds that were chosen on other sites.
    held: f64,
}

impl MeasureScores {
    /// The cells under [`MEASURE_COLUMNS`].
    fn row(&self, samples: &[Sample], seed: u64) -> Vec<String> {
        let (measure, counts, threshold) = (self.column.0, &self.counts, self.threshold);
        let interval = sweep::threshold_interval(samples, self.column, seed);
        let (low, high) = interval.map_or((threshold, threshold), |i| (i.low, i.high));
        let paper = Profile::threshold("otmt-paper", measure).unwrap_or_default();
        let here = Rule(vec![(self.column, paper)]).counts(samples).f1();
        vec![
            measure.to_string(),
            format!("{:.3}", counts.f1()),
            format!("{:.3}", counts.accuracy()),
            score(counts.known_precision()),
            score(counts.known_recall()),
            format!("{threshold:.2}"),
            format!("{low:.2} to {high:.2}"),
            format!("{:.3}", self.held),
            published(measure, "OTMT 2018"),
            paper.to_string(),
            format!("{here:.3}"),
            published(measure, "AlNoamany 2016"),
        ]
    }
}

/// Names of columns.
fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
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
