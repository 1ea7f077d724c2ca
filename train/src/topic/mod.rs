//! Fits the learned combination from archives whose mementos are labelled, and says how well it
//! does on sites and notices it has not seen.
//!
//! `topic SET... [--rows OUT.tsv] [--held-out OUT.tsv] [--write DATA] [--seeds N]`: a SET is a folder with `labels.csv`
//! and archives (`*.warc.gz`). No host is in two folds. The labels have the columns `urim`, `label`, `kind`, `tier`, and `note`, whose `nN` numbers a notice: what has a
//! notice of the held-out sites is not learned from. `--rows` writes the rows, `--held-out` the
//! verdicts on sites that a fit had not seen; `--write` writes `model.tsv`, fitted on all rows, to
//! the folder DATA.

mod bags;
mod boost;
mod held_out;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use rustc_hash::FxHashMap;
use scutch_archive::{Item, Limits, Reader};
use scutch_shuffle::Settings;
use scutch_topic::features::{FEATURES, row};
use scutch_topic::label::Label;
use scutch_topic::{Collection, Gatherer, Grouping, Profile, Selection, label, pairs};

use self::boost::Lesson;
use crate::arguments::{Unusable, take_option};

pub(crate) const USAGE: &str =
    "SET... [--rows OUT.tsv] [--held-out OUT.tsv] [--write DATA] [--seeds N]";

const SEEDS: u64 = 3;
const THRESHOLD: f64 = 0.4;

const HEAD: &str = "# Trees of the learned combination over the rows of src/judge/features.rs, made by\n\
    # `cargo run --release -p scutch-train -- topic SET... --write DATA` from labelled captures.\n";

/// A memento beside one capture that it is compared with.
struct Labelled {
    site: String,
    off: bool,
    row: Vec<f32>,
    notice: Option<String>,
    kind: String,
    tier: String,
    urim: String,
}

type Labels = FxHashMap<String, Label>;

/// A labelled set. Two sets may have captures of one URI-M.
struct Set {
    name: String,
    labels: Labels,
    collection: Collection,
}

/// The host of a memento. Labels name sites, and two of their sites may be of one host.
fn host(uri: &str) -> &str {
    let original = uri.rsplit_once("://").map_or(uri, |(_, rest)| rest);
    original.split('/').next().unwrap_or(original)
}

/// Scores the combination on held-out sites and fits it on all.
pub(crate) fn run(mut arguments: Vec<String>) -> Result<()> {
    let rows_to = take_option(&mut arguments, "--rows")?;
    let held_out_to = take_option(&mut arguments, "--held-out")?;
    let write = take_option(&mut arguments, "--write")?;
    let seeds = take_option(&mut arguments, "--seeds")?;
    let seeds = seeds.map_or(Ok(SEEDS), |number| number.parse())?;
    if arguments.is_empty() {
        return Err(Unusable.into());
    }
    let profile = Profile::named("default").context("no default profile")?;
    let mut sets = Vec::new();
    for set in &arguments {
        let folder = Path::new(set);
        let table = fs::read_to_string(folder.join("labels.csv"))?;
        let labels = label::read_labels(&table)?.into_iter();
        let labels = labels.map(|label| (label.urim.clone(), label)).collect();
        sets.push(Set { name: name_of(folder), labels, collection: read(folder, &profile)? });
    }
    let mut all = Vec::new();
    for set in &sets {
        all.extend(labelled(set)?);
    }
    if let Some(to) = rows_to {
        fs::write(to, table(&all))?;
    }
    let found = held_out::judge_all(&all, &sets, profile, seeds)?;
    found.print();
    if let Some(to) = held_out_to {
        fs::write(to, found.table())?;
    }
    let table = fit(&all.iter().collect::<Vec<_>>());
    if let Some(data) = write {
        fs::write(PathBuf::from(data).join("model.tsv"), format!("{HEAD}{table}"))?;
    }
    Ok(())
}

fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn archives(folder: &Path) -> Result<Vec<String>> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".warc.gz") {
            archives.push(path.to_string_lossy().into_owned());
        }
    }
    archives.sort();
    Ok(archives)
}

fn read(folder: &Path, profile: &Profile) -> Result<Collection> {
    let archives = archives(folder)?;
    let limits = Limits::default();
    let mut gatherer = Gatherer::new(&profile.sketch, &limits, 2, Settings::default())?;
    for (number, path) in (0..).zip(&archives) {
        let mut reader = Reader::open(&PathBuf::from(path), &limits)?;
        while let Some(item) = reader.next() {
            if let Item::Record(record) = item {
                gatherer.record(number, path, record)?;
            }
        }
    }
    Ok(gatherer.finish(archives, Grouping::Exact, Selection::All)?)
}

/// Mementos with a label beside the captures that they may be compared with: the first that is
/// on-topic, the last before them, and the last of all.
fn labelled(set: &Set) -> std::io::Result<Vec<Labelled>> {
    let Set { labels, collection, .. } = set;
    let mut all = Vec::new();
    collection.each_timemap(&mut |timemap, spread| {
        let uris = timemap.memento_uris();
        let of = |index: usize| labels.get(&uris[index]);
        let is_on = |index: &usize| of(*index).is_some_and(|label| label.label == "on");
        let on: Vec<usize> = (0..uris.len()).filter(is_on).collect();
        let anchors = |index: usize| -> Vec<usize> {
            let before = on.iter().rev().find(|other| **other < index);
            let chosen: BTreeSet<usize> =
                [on.first(), before, on.last()].into_iter().flatten().copied().collect();
            let other = |anchor: &usize| {
                let content =
                    |at: usize| timemap.mementos[at].content.map(scutch_topic::ContentRef::key);
                content(*anchor) != content(index)
            };
            chosen.into_iter().filter(other).collect()
        };
        let sketches = collection.sketches(&timemap)?;
        let pairs = pairs(&timemap, &sketches, collection.surroundings(spread), anchors);
        for (index, pairs) in pairs.iter().enumerate() {
            let Some(label) = of(index).filter(|l| matches!(l.label.as_str(), "on" | "off")) else {
                continue;
            };
            all.extend(pairs.iter().map(|pair| Labelled {
                site: host(&label.urim).to_owned(),
                off: label.label == "off",
                row: row(pair),
                notice: notice_of(label),
                kind: label.kind.clone(),
                tier: label.tier.clone(),
                urim: label.urim.clone(),
            }));
        }
        Ok(())
    })?;
    Ok(all)
}

/// The number of the notice that was put in: `n12:fr` in the note is notice 12.
fn notice_of(label: &Label) -> Option<String> {
    let mut words = label.note.split_whitespace().filter_map(|word| word.split_once(':'));
    let number = words.find(|(word, _)| {
        word.strip_prefix('n').is_some_and(|number| number.parse::<u32>().is_ok())
    });
    number.map(|(word, _)| word.to_owned())
}

fn fit(rows: &[&Labelled]) -> String {
    // Long TimeMaps of one site must not decide, nor what happens most often.
    let mut sizes: FxHashMap<(&str, &str), f64> = FxHashMap::default();
    for row in rows {
        *sizes.entry((&row.site, &row.kind)).or_default() += 1.0;
    }
    let weights: Vec<f64> = rows
        .iter()
        .map(|row| 1.0 / sizes[&(row.site.as_str(), row.kind.as_str())].sqrt())
        .collect();
    let numbers: Vec<&[f32]> = rows.iter().map(|row| &row.row[..]).collect();
    let classes: Vec<bool> = rows.iter().map(|row| row.off).collect();
    let directions: Vec<i8> = FEATURES.iter().map(|feature| feature.direction).collect();
    let names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
    let hosts: Vec<&str> = rows.iter().map(|row| row.site.as_str()).collect();
    let lesson =
        Lesson { rows: &numbers, classes: &classes, weights: &weights, directions: &directions };
    let boosted = bags::fit(&lesson, &hosts);
    format!("threshold\t{THRESHOLD:.4}\n{}", boosted.lines(&names))
}

fn table(all: &[Labelled]) -> String {
    let names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
    let mut out = format!("urim\tsite\tkind\ttier\tnotice\toff\t{}\n", names.join("\t"));
    for row in all {
        let numbers: Vec<String> = row.row.iter().map(|x| format!("{x:.5}")).collect();
        let notice = row.notice.as_deref().unwrap_or_default();
        out += &format!(
            "{}\t{}\t{}\t{}\t{notice}\t{}\t{}\n",
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
