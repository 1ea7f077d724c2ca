//! Features of each model: names and sentences from the crates that measure them.

use std::collections::BTreeSet;

use anyhow::Result;
use scutch_page::extract::fitting;
use scutch_template::joint;

use super::models::Model;
use super::read;

/// Name and meaning of a feature.
pub(super) type Described = (String, String);

pub(super) fn page() -> Vec<Described> {
    fitting::describe()
}

pub(super) fn types() -> Vec<Described> {
    fitting::describe_type()
}

pub(super) fn template() -> Vec<Described> {
    pairs(joint::NAMES.iter().zip(joint::SENTENCES))
}

/// What is compared of a memento and its anchor.
pub(super) fn offtopic() -> Vec<Described> {
    let features = scutch_topic::features::FEATURES.iter();
    features.map(|feature| (feature.name.to_owned(), feature.sentence.to_owned())).collect()
}

pub(super) fn language() -> Vec<Described> {
    let grams = "Sequences of characters of a text, each with its script, hashed into buckets.";
    vec![("n-grams".to_owned(), grams.to_owned())]
}

fn pairs<'a>(pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>) -> Vec<Described> {
    pairs.map(|(name, sentence)| ((*name).to_owned(), (*sentence).to_owned())).collect()
}

/// The features that the shipped tables of a model name.
pub(super) fn used(model: &Model) -> Result<BTreeSet<String>> {
    let mut used = BTreeSet::new();
    for file in model.tables.iter().filter(|file| file.ends_with(".tsv")) {
        for line in read(file)?.lines().filter(|line| !line.starts_with('#')) {
            let (head, rest) = line.split_once('\t').unwrap_or((line, ""));
            if head == "features" {
                used.extend(rest.split(' ').map(str::to_owned));
            } else if let Some(name) = head.strip_prefix("feature ") {
                used.insert(name.to_owned());
            } else if file.ends_with("weights-first.tsv") {
                used.insert(head.to_owned());
            }
        }
    }
    used.remove("threshold");
    used.remove("base");
    if !model.tables.iter().any(|file| file.ends_with("weights-first.tsv")) {
        used.remove("bias");
    }
    Ok(used)
}
