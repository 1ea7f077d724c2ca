//! Fits the learned combination from archives whose mementos are labelled, and says how well it
//! does on sites it has not seen.
//!
//! `topic LABELS.csv ARCHIVE... [--rows OUT.tsv] [--write DATA]`: LABELS has the columns `repo`
//! (the site: no site is in two folds), `urim`, `label`, `kind`, `tier`. `--rows` writes what the
//! features are made of; `--write` writes `model.tsv`, fitted on all of them, to the folder DATA.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use rustc_hash::FxHashMap;
use scutch_archive::{Item, Limits, Reader};
use scutch_learn::{Counts, Logistic, Penalty, fold_of};
use scutch_shuffle::Settings;
use scutch_topic::features::{PART_NAMES, parts, row};
use scutch_topic::label::Label;
use scutch_topic::{
    Collection, Gatherer, Grouping, Model, Profile, Selection, Status, judge, label, pairs,
};

use crate::arguments::{Unusable, take_option};

pub(crate) const USAGE: &str = "LABELS.csv ARCHIVE... [--rows OUT.tsv] [--write DATA]";

const FOLDS: usize = 6;
const SEEDS: u64 = 10;
/// A little below one half: no page that stayed on-topic came near it in any fold.
const THRESHOLD: f64 = 0.4;
const PENALTY: Penalty = Penalty { l2: 0.15, non_negative: true };

const HEAD: &str = "# Coefficients of the learned combination over the rows of src/features.rs, made by\n\
    # `cargo run --release -p scutch-train -- topic` from labelled captures of 18 sites.\n";

struct Labelled {
    site: String,
    off: bool,
    row: Vec<f64>,
    parts: Vec<f64>,
    label: Label,
}

/// Scores the combination on held-out sites and fits it on all.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let rows_to = take_option(&mut arguments, "--rows")?;
    let write = take_option(&mut arguments, "--write")?;
    let [labels, archives @ ..] = &arguments[..] else { return Err(Unusable.into()) };
    if archives.is_empty() {
        return Err(Unusable.into());
    }
    let labels = label::read_labels(&fs::read_to_string(labels)?)?;
    let labels: FxHashMap<String, Label> =
        labels.into_iter().map(|label| (label.urim.clone(), label)).collect();
    let profile = Profile::named("default").context("no default profile")?;
    let collection = read(archives, &profile)?;
    let all = labelled(&labels, &collection, &profile)?;
    if let Some(to) = rows_to {
        fs::write(to, table(&all))?;
    }
    score(&all, &labels, &collection, profile)?;
    let model = fit(&all.iter().collect::<Vec<_>>());
    print!("{}", model.lines());
    if let Some(data) = write {
        fs::write(PathBuf::from(data).join("model.tsv"), format!("{HEAD}{}", model.lines()))?;
    }
    Ok(())
}

fn read(archives: &[String], profile: &Profile) -> Result<Collection> {
    let limits = Limits::default();
    let mut gatherer = Gatherer::new(&profile.sketch, &limits, 2, Settings::default())?;
    for (number, path) in (0..).zip(archives) {
        let mut reader = Reader::open(&PathBuf::from(path), &limits)?;
        while let Some(item) = reader.next() {
            if let Item::Record(record) = item {
                gatherer.record(number, path, record)?;
            }
        }
    }
    Ok(gatherer.finish(archives.to_vec(), Grouping::Exact, Selection::All)?)
}

/// Mementos with a label, their rows made against the anchor.
fn labelled(
    labels: &FxHashMap<String, Label>,
    collection: &Collection,
    profile: &Profile,
) -> std::io::Result<Vec<Labelled>> {
    let mut all = Vec::new();
    collection.each_timemap(|timemap, spread| {
        let sketches = collection.sketches(&timemap)?;
        let pairs = pairs(&timemap, &sketches, collection.surroundings(spread), profile);
        for (urim, pair) in timemap.memento_uris().into_iter().zip(pairs) {
            let Some(label) = labels.get(&urim).filter(|label| label.is_scored()) else { continue };
            let Some(pair) = pair else { continue };
            all.push(Labelled {
                site: label.site.clone(),
                off: label.label == "off",
                row: row(&pair).to_vec(),
                parts: parts(&pair).to_vec(),
                label: label.clone(),
            });
        }
        Ok(())
    })?;
    Ok(all)
}

fn fit(rows: &[&Labelled]) -> Model {
    // Long TimeMaps of one site must not decide, nor what happens most often.
    let mut sizes: FxHashMap<(&str, &str), f64> = FxHashMap::default();
    for row in rows {
        *sizes.entry((&row.site, &row.label.kind)).or_default() += 1.0;
    }
    let weights: Vec<f64> = rows
        .iter()
        .map(|row| 1.0 / sizes[&(row.site.as_str(), row.label.kind.as_str())].sqrt())
        .collect();
    let numbers: Vec<Vec<f64>> = rows.iter().map(|row| row.row.clone()).collect();
    let classes: Vec<bool> = rows.iter().map(|row| row.off).collect();
    let logistic = Logistic::fit(&numbers, &classes, &weights, PENALTY);
    Model { logistic, threshold: THRESHOLD }
}

/// Cross-validation over sites, the folds drawn anew for each seed; the whole road is judged, with
/// its anchors and chains.
fn score(
    all: &[Labelled],
    labels: &FxHashMap<String, Label>,
    collection: &Collection,
    mut profile: Profile,
) -> std::io::Result<()> {
    let mut total: BTreeMap<String, Counts> = BTreeMap::new();
    let mut kinds: BTreeMap<(String, String), (f64, f64)> = BTreeMap::new();
    let mut probabilities = Vec::new();
    for (seed, fold) in (0..SEEDS).flat_map(|seed| (0..FOLDS).map(move |fold| (seed, fold))) {
        let of = |site: &str| fold_of(&format!("{seed} {site}"), FOLDS);
        profile.model = fit(&all.iter().filter(|row| of(&row.site) != fold).collect::<Vec<_>>());
        collection.each_timemap(|timemap, spread| {
            let uris = timemap.memento_uris();
            let Some(first) = uris.first().and_then(|uri| labels.get(uri)) else { return Ok(()) };
            if of(&first.site) != fold {
                return Ok(());
            }
            let sketches = collection.sketches(&timemap)?;
            let judged = judge(&timemap, &sketches, collection.surroundings(spread), &profile);
            for (uri, verdict) in uris.iter().zip(judged.verdicts) {
                let Some(label) = labels.get(uri).filter(|label| label.is_scored()) else {
                    continue;
                };
                let (off, found) = (label.label == "off", verdict.status == Status::Off);
                let certain = f64::from(u8::from(found));
                probabilities.push((off, verdict.probability.unwrap_or(certain)));
                total.entry("all".into()).or_default().add(off, found, 1.0);
                total.entry(label.tier.clone()).or_default().add(off, found, 1.0);
                let kind = kinds.entry((label.tier.clone(), label.kind.clone())).or_default();
                kind.0 += 1.0;
                kind.1 += f64::from(u8::from(found));
            }
            Ok(())
        })?;
    }
    for (name, counts) in total {
        let (f1, precision, recall) = (counts.f1(), counts.precision(), counts.recall());
        println!("{name}\tF1 {f1:.3}\tprecision {precision:.3}\trecall {recall:.3}");
    }
    for tenth in 2..9 {
        let threshold = f64::from(tenth) / 10.0;
        let mut counts = Counts::default();
        probabilities.iter().for_each(|(off, p)| counts.add(*off, *p >= threshold, 1.0));
        println!(
            "threshold {threshold:.1}\tF1 {:.3}\tprecision {:.3}\trecall {:.3}",
            counts.f1(),
            counts.precision(),
            counts.recall()
        );
    }
    for ((tier, kind), (count, found)) in kinds {
        println!("{tier}\t{kind}\t{count:.0}\toff {:.3}", found / count);
    }
    Ok(())
}

fn table(all: &[Labelled]) -> String {
    let mut out = format!("urim\tsite\tkind\ttier\toff\t{}\n", PART_NAMES.join("\t"));
    for row in all {
        let numbers: Vec<String> = row.parts.iter().map(|x| format!("{x:.6}")).collect();
        let Label { urim, kind, tier, .. } = &row.label;
        out +=
            &format!("{urim}\t{}\t{kind}\t{tier}\t{}\t{}\n", row.site, row.off, numbers.join("\t"));
    }
    out
}
