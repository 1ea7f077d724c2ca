//! Verdicts on sites and notices that a fit has not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use scutch_learn::{Counts, fold_of};
use scutch_topic::{Model, Profile, Status, TimeMap, Verdict, judge};

use super::{Labelled, Labels, Set, fit, host};

/// Sites are drawn into so many folds.
const FOLDS: usize = 6;

/// What is found on held-out sites.
#[derive(Default)]
pub(super) struct Found {
    total: BTreeMap<String, Counts>,
    kinds: BTreeMap<(String, String), (f64, f64)>,
    probabilities: Vec<(bool, f64)>,
    /// By set and URI-M.
    mementos: BTreeMap<(String, String), Memento>,
}

/// A labelled memento, judged once with each seed.
struct Memento {
    site: String,
    kind: String,
    note: String,
    off: bool,
    probability: Option<f64>,
    judged: usize,
    found: usize,
}

/// Cross-validation over sites, the folds drawn anew for each seed. The whole way from captures to
/// verdicts is judged, with its anchors and chains.
pub(super) fn judge_all(
    all: &[Labelled],
    sets: &[Set],
    mut profile: Profile,
    seeds: u64,
) -> std::io::Result<Found> {
    let mut found = Found::default();
    for (seed, fold) in (0..seeds).flat_map(|seed| (0..FOLDS).map(move |fold| (seed, fold))) {
        let is_held_out = |site: &str| fold_of(&format!("{seed} {site}"), FOLDS) == fold;
        let held_out = all.iter().filter(|row| is_held_out(&row.site));
        let notices: BTreeSet<&str> = held_out.filter_map(|row| row.notice.as_deref()).collect();
        let is_known = |row: &&Labelled| {
            let seen = row.notice.as_deref().is_some_and(|notice| notices.contains(notice));
            !is_held_out(&row.site) && !seen
        };
        profile.model = Model::parse(&fit(&all.iter().filter(is_known).collect::<Vec<_>>()));
        for Set { name, labels, collection } in sets {
            collection.each_timemap(&mut |timemap, spread| {
                let uris = timemap.memento_uris();
                if !uris.first().is_some_and(|first| is_held_out(host(first))) {
                    return Ok(());
                }
                let sketches = collection.sketches(&timemap)?;
                let judged = judge(&timemap, &sketches, collection.surroundings(spread), &profile);
                found.add(name, labels, &timemap, &judged.verdicts);
                Ok(())
            })?;
        }
    }
    Ok(found)
}

impl Found {
    fn add(&mut self, set: &str, labels: &Labels, timemap: &TimeMap, verdicts: &[Verdict]) {
        for (uri, verdict) in timemap.memento_uris().iter().zip(verdicts) {
            let Some(label) = labels.get(uri).filter(|label| label.is_scored()) else { continue };
            let (off, found) = (label.label == "off", verdict.status == Status::Off);
            let certain = f64::from(u8::from(found));
            self.probabilities.push((off, verdict.probability.unwrap_or(certain)));
            for part in ["all", set, &format!("{set} {}", label.tier)] {
                self.total.entry(part.to_owned()).or_default().add(off, found, 1.0);
            }
            let kind = self.kinds.entry((set.to_owned(), label.kind.clone())).or_default();
            kind.0 += 1.0;
            kind.1 += f64::from(u8::from(found));
            let memento =
                self.mementos.entry((set.to_owned(), uri.clone())).or_insert_with(|| Memento {
                    site: host(uri).to_owned(),
                    kind: label.kind.clone(),
                    note: label.note.clone(),
                    off,
                    probability: None,
                    judged: 0,
                    found: 0,
                });
            memento.probability = verdict.probability;
            memento.judged += 1;
            memento.found += usize::from(found);
        }
    }

    pub(super) fn print(&self) {
        for (name, counts) in &self.total {
            print_counts(name, counts);
        }
        for tenth in 2..9 {
            let threshold = f64::from(tenth) / 10.0;
            let mut counts = Counts::default();
            self.probabilities.iter().for_each(|(off, p)| counts.add(*off, *p >= threshold, 1.0));
            print_counts(&format!("threshold {threshold:.1}"), &counts);
        }
        for ((set, kind), (count, found)) in &self.kinds {
            println!("{set}\t{kind}\t{count:.0}\toff {:.3}", found / count);
        }
        // What follows an empty line is not part of the model card.
        println!();
        for ((set, uri), memento) in &self.mementos {
            let wrong = match memento.off {
                true => memento.judged - memento.found,
                false => memento.found,
            };
            if wrong > 0 {
                let Memento { kind, note, probability, .. } = memento;
                println!("wrong\t{wrong}\t{set}\t{kind}\t{note}\t{probability:?}\t{uri}");
            }
        }
    }

    /// A row for each memento: how many of its verdicts say off-topic.
    pub(super) fn table(&self) -> String {
        let mut out = String::from("set\tsite\tkind\turim\toff\tjudged\tfound\n");
        for ((set, uri), memento) in &self.mementos {
            let Memento { site, kind, off, judged, found, .. } = memento;
            let _ = writeln!(out, "{set}\t{site}\t{kind}\t{uri}\t{off}\t{judged}\t{found}");
        }
        out
    }
}

fn print_counts(name: &str, counts: &Counts) {
    let (f1, precision, recall) = (counts.f1(), counts.precision(), counts.recall());
    println!("{name}\tF1 {f1:.3}\tprecision {precision:.3}\trecall {recall:.3}");
}
