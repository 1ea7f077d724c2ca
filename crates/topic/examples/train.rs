//! Fits the learned combination from archives whose mementos are labelled, and says how well it
//! does on sites it has not seen.
//!
//! `train LABELS.csv ARCHIVE... [--rows OUT.tsv] [--write DATA]`: LABELS has the columns `repo`
//! (the site: no site is in two folds), `urim`, `label`, `kind`, `tier`. `--rows` writes what the
//! features are made of; `--write` writes `model.tsv`, fitted on all of them, to the folder DATA.

use std::fs;
use std::path::PathBuf;

use rustc_hash::FxHashMap;
use scutch_learn::{Counts, Logistic, Penalty, fold_of};
use scutch_topic::features::{PART_NAMES, parts, row};
use scutch_topic::{Grouping, Model, Profile, label, pairs, read};

const FOLDS: usize = 6;
const SEEDS: u64 = 10;
const PENALTY: Penalty = Penalty { l2: 0.15, non_negative: true };

struct Labelled {
    urim: String,
    site: String,
    kind: String,
    tier: String,
    off: bool,
    row: Vec<f64>,
    parts: Vec<f64>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.remove(at);
        (at < args.len()).then(|| args.remove(at))
    };
    let (rows_to, write) = (option("--rows"), option("--write"));
    let Some((labels, archives)) = args.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return Err("usage: train LABELS.csv ARCHIVE... [--rows OUT.tsv] [--write DATA]".into());
    };
    let all = labelled(labels, archives)?;
    if let Some(to) = rows_to {
        fs::write(to, table(&all))?;
    }
    score(&all);
    let refs: Vec<&Labelled> = all.iter().collect();
    let model = Model { logistic: fit(&refs), threshold: 0.5 };
    print!("{}", model.lines());
    if let Some(data) = write {
        let head = "# Coefficients of the learned combination over the rows of src/features.rs, made by\n\
                    # examples/train.rs from labelled captures of 18 sites.\n";
        fs::write(PathBuf::from(data).join("model.tsv"), format!("{head}{}", model.lines()))?;
    }
    Ok(())
}

fn labelled(
    labels: &str,
    archives: &[String],
) -> Result<Vec<Labelled>, Box<dyn std::error::Error>> {
    let labels: FxHashMap<String, label::Label> = label::read_csv(&fs::read_to_string(labels)?)?
        .into_iter()
        .map(|l| (l.urim.clone(), l))
        .collect();
    let profile = Profile::named("default").ok_or("no default profile")?;
    let files: Vec<_> = archives.iter().map(|path| (PathBuf::from(path), path.clone())).collect();
    let collection = read(&files, &profile.sketch, Grouping::Exact, 2)?;
    let mut all = Vec::new();
    for timemap in &collection.timemaps {
        let sketches = collection.sketches(timemap)?;
        let rows = pairs(timemap, &sketches, &collection, &profile);
        for (urim, pair) in timemap.memento_uris().into_iter().zip(rows) {
            let (Some(label), Some(pair)) = (labels.get(&urim), pair) else { continue };
            if label.label == "ambiguous" || label.kind == "first" {
                continue;
            }
            all.push(Labelled {
                urim: urim.clone(),
                site: label.site.clone(),
                kind: label.kind.clone(),
                tier: label.tier.clone(),
                off: label.label == "off",
                row: row(&pair).to_vec(),
                parts: parts(&pair).to_vec(),
            });
        }
    }
    Ok(all)
}

fn fit(rows: &[&Labelled]) -> Logistic {
    // Each site weighs the same, so that no long TimeMap decides.
    let mut sizes: FxHashMap<(&str, bool), f64> = FxHashMap::default();
    for row in rows {
        *sizes.entry((&row.site, row.off)).or_default() += 1.0;
    }
    let weights: Vec<f64> =
        rows.iter().map(|row| 1.0 / sizes[&(row.site.as_str(), row.off)].sqrt()).collect();
    let numbers: Vec<Vec<f64>> = rows.iter().map(|row| row.row.clone()).collect();
    let classes: Vec<bool> = rows.iter().map(|row| row.off).collect();
    Logistic::fit(&numbers, &classes, &weights, PENALTY)
}

/// Cross-validation over sites, the folds drawn anew for each seed.
fn score(all: &[Labelled]) {
    let mut total: FxHashMap<String, Counts> = FxHashMap::default();
    let mut kinds: std::collections::BTreeMap<(String, String), (f64, f64)> = Default::default();
    for seed in 0..SEEDS {
        for fold in 0..FOLDS {
            let of = |row: &Labelled| fold_of(&format!("{seed} {}", row.site), FOLDS);
            let train: Vec<&Labelled> = all.iter().filter(|row| of(row) != fold).collect();
            let model = fit(&train);
            for row in all.iter().filter(|row| of(row) == fold) {
                let found = model.probability(&row.row) >= 0.5;
                total.entry("all".into()).or_default().add(row.off, found, 1.0);
                total.entry(row.tier.clone()).or_default().add(row.off, found, 1.0);
                let kind = kinds.entry((row.tier.clone(), row.kind.clone())).or_default();
                kind.0 += 1.0;
                kind.1 += f64::from(u8::from(found));
            }
        }
    }
    for (name, counts) in total {
        println!(
            "{name}\tF1 {:.3}\tP {:.3}\tR {:.3}",
            counts.f1(),
            counts.precision(),
            counts.recall()
        );
    }
    for ((tier, kind), (count, found)) in kinds {
        println!("{tier}\t{kind}\t{count:.0}\toff {:.3}", found / count);
    }
}

fn table(all: &[Labelled]) -> String {
    let mut out = format!("urim\tsite\tkind\ttier\toff\t{}\n", PART_NAMES.join("\t"));
    for row in all {
        let numbers: Vec<String> = row.parts.iter().map(|x| format!("{x:.6}")).collect();
        out += &format!(
            "{}\t{}\t{}\t{}\t{}\t{}\n",
            row.urim,
            row.site,
            row.kind,
            row.tier,
            row.off,
            numbers.join("\t")
        );
    }
    out
}
