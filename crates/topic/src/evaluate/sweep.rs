//! Threshold sweeps: thresholds tried against labels, as in the publication of the OTMT, and by
//! cross-validation over sites.

use std::collections::BTreeMap;
use std::io;

use rustc_hash::FxHashMap;
use scutch_learn::{Counts, Interval, fold_of, interval_of};

use crate::collection::Collection;
use crate::evaluate::label::Label;
use crate::evaluate::summed;
use crate::judge::judge;
use crate::judge::profile::Profile;
use crate::judge::verdict::{Score, Status};
use crate::measure::Measure;

/// A labelled memento with its scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The TimeMap.
    pub timemap: String,
    /// The site: sites are folds.
    pub site: String,
    /// Part of the labels.
    pub tier: String,
    /// What happened to the page.
    pub kind: String,
    /// Labelled off-topic.
    pub off: bool,
    /// Found off-topic by the profile.
    pub found: bool,
    /// One score per measure of the profile; the worst possible one for empty mementos.
    pub scores: Vec<f64>,
}

/// Judges a collection and keeps the labelled mementos.
///
/// # Errors
/// When sketches cannot be read.
pub fn samples(
    collection: &Collection,
    labels: &FxHashMap<String, Label>,
    profile: &Profile,
) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    collection.each_timemap(&mut |timemap, spread| {
        let sketches = collection.sketches(&timemap)?;
        let judged = judge(&timemap, &sketches, collection.surroundings(spread), profile);
        for (uri, verdict) in timemap.memento_uris().iter().zip(judged.verdicts) {
            let Some(label) = labels.get(uri).filter(|label| label.is_scored()) else { continue };
            // An empty memento has no scores, and no threshold may find it on-topic.
            let score = |s: &Score| s.value.unwrap_or(s.measure.range().0);
            samples.push(Sample {
                timemap: label.timemap.clone(),
                site: label.site.clone(),
                tier: label.tier.clone(),
                kind: label.kind.clone(),
                off: label.label == "off",
                found: verdict.status == Status::Off,
                scores: verdict.scores.iter().map(score).collect(),
            });
        }
        Ok(())
    })?;
    Ok(samples)
}

/// A measure and its index among the scores of samples.
pub type Column = (Measure, usize);

/// A rule: off-topic if any of its measures is beyond its threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule(pub Vec<(Column, f64)>);

impl Rule {
    fn finds(&self, sample: &Sample) -> bool {
        self.0
            .iter()
            .any(|((measure, at), threshold)| measure.is_off(sample.scores[*at], *threshold))
    }

    /// Hits and misses of the rule.
    pub fn counts<'s>(&self, samples: impl IntoIterator<Item = &'s Sample>) -> Counts {
        count(samples, |sample| self.finds(sample))
    }
}

fn count<'s>(
    samples: impl IntoIterator<Item = &'s Sample>,
    finds: impl Fn(&Sample) -> bool,
) -> Counts {
    let mut counts = Counts::default();
    samples.into_iter().for_each(|sample| counts.add(sample.off, finds(sample), 1.0));
    counts
}

/// The thresholds that are tried: steps of 0.01 over the range of the measure; steps of 1 for
/// simhashes and spamsum.
pub fn grid(measure: Measure) -> Vec<f64> {
    let (worst, same) = measure.range();
    let (low, high) = (worst.min(same), worst.max(same));
    let steps = if high > 1.0 { high as u32 } else { 100 };
    (0..=steps).map(|n| low + (high - low) * f64::from(n) / f64::from(steps)).collect()
}

/// The threshold with the best F1. Of equals, the one that finds fewest mementos off-topic.
pub fn best(samples: &[&Sample], column: Column) -> (f64, Counts) {
    let mut best: Option<(f64, Counts)> = None;
    for threshold in grid(column.0) {
        let counts = Rule(vec![(column, threshold)]).counts(samples.iter().copied());
        // Fewer alarms at equal F1: thresholds far from the samples are as good by chance.
        let better = best.as_ref().is_none_or(|(_, known)| {
            counts.f1() > known.f1()
                || (counts.f1() == known.f1()
                    && counts.hits + counts.extra < known.hits + known.extra)
        });
        if better {
            best = Some((threshold, counts));
        }
    }
    best.unwrap_or_default()
}

/// The pair of thresholds with the best F1 when either of two measures suffices.
pub fn best_pair(samples: &[&Sample], a: Column, b: Column) -> (Rule, Counts) {
    // Every other step: neighbours hardly differ, and the number of pairs is the square of the
    // steps.
    let coarse = |column: Column| grid(column.0).into_iter().step_by(2);
    // A pair is never worse than its first measure alone: no score is beyond the worst one.
    let (alone, mut counts) = best(samples, a);
    let mut rule = Rule(vec![(a, alone), (b, b.0.range().0)]);
    for x in coarse(a) {
        let left = |sample: &Sample| a.0.is_off(sample.scores[a.1], x);
        let first: Vec<bool> = samples.iter().map(|sample| left(sample)).collect();
        for y in coarse(b) {
            let mut found = Counts::default();
            for (sample, first) in samples.iter().zip(&first) {
                found.add(sample.off, *first || b.0.is_off(sample.scores[b.1], y), 1.0);
            }
            if found.f1() > counts.f1() {
                (rule, counts) = (Rule(vec![(a, x), (b, y)]), found);
            }
        }
    }
    (rule, counts)
}

/// Verdicts with thresholds chosen on other sites: a list for each seed, with a verdict per sample.
pub fn held_out(
    samples: &[Sample],
    folds: usize,
    seeds: u64,
    choose: impl Fn(&[&Sample]) -> Rule,
) -> Vec<Vec<bool>> {
    (0..seeds)
        .map(|seed| {
            // Drawn by name, so that a site has the same fold whatever other sites there are.
            let fold = |sample: &Sample| fold_of(&format!("{seed} {}", sample.site), folds);
            let mut found = vec![false; samples.len()];
            for held in 0..folds {
                let others: Vec<&Sample> = samples.iter().filter(|s| fold(s) != held).collect();
                let rule = choose(&others);
                for (found, sample) in found.iter_mut().zip(samples) {
                    if fold(sample) == held {
                        *found = rule.finds(sample);
                    }
                }
            }
            found
        })
        .collect()
}

/// Mean of F1 over the seeds, of all samples or those of a tier.
pub fn mean_f1(samples: &[Sample], verdicts: &[Vec<bool>], tier: Option<&str>) -> f64 {
    let of_seed = |found: &Vec<bool>| {
        let mut counts = Counts::default();
        for (sample, found) in samples.iter().zip(found) {
            if tier.is_none_or(|tier| sample.tier == tier) {
                counts.add(sample.off, *found, 1.0);
            }
        }
        counts.f1()
    };
    verdicts.iter().map(of_seed).sum::<f64>() / verdicts.len().max(1) as f64
}

const ROUNDS: usize = 200;

/// The best threshold over bootstrap samples of whole TimeMaps.
pub fn threshold_interval(samples: &[Sample], column: Column, seed: u64) -> Option<Interval> {
    let groups = by_timemap(samples.iter());
    interval_of(&groups, ROUNDS, seed, |chosen| {
        let chosen: Vec<&Sample> = chosen.iter().flat_map(|group| group.iter().copied()).collect();
        best(&chosen, column).0
    })
}

/// F1 of one list of verdicts less F1 of another, over bootstrap samples of whole TimeMaps. Both
/// lists have a verdict per sample.
pub fn paired_f1(samples: &[Sample], a: &[bool], b: &[bool], seed: u64) -> Option<Interval> {
    let mut by_timemap: BTreeMap<&str, (Counts, Counts)> = BTreeMap::new();
    for ((sample, a), b) in samples.iter().zip(a).zip(b) {
        let group = by_timemap.entry(&sample.timemap).or_default();
        group.0.add(sample.off, *a, 1.0);
        group.1.add(sample.off, *b, 1.0);
    }
    let groups: Vec<(Counts, Counts)> = by_timemap.into_values().collect();
    interval_of(&groups, 5 * ROUNDS, seed, |chosen| {
        let sum = |side: fn(&(Counts, Counts)) -> &Counts| {
            summed(&chosen.iter().map(|group| side(group)).collect::<Vec<_>>()).f1()
        };
        sum(|group| &group.0) - sum(|group| &group.1)
    })
}

fn by_timemap<'s>(samples: impl Iterator<Item = &'s Sample>) -> Vec<Vec<&'s Sample>> {
    let mut groups: BTreeMap<&str, Vec<&Sample>> = BTreeMap::new();
    samples.for_each(|sample| groups.entry(&sample.timemap).or_default().push(sample));
    groups.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples_of(scores: &[(f64, bool)]) -> Vec<Sample> {
        let sample = |(n, (score, off)): (usize, &(f64, bool))| Sample {
            timemap: format!("t{}", n % 7),
            site: format!("s{}", n % 5),
            tier: String::new(),
            kind: String::new(),
            off: *off,
            found: *off,
            scores: vec![*score],
        };
        scores.iter().enumerate().map(sample).collect()
    }

    #[test]
    fn grids_cover_the_range() {
        assert_eq!(grid(Measure::ByteCount).first(), Some(&-1.0));
        assert_eq!(grid(Measure::ByteCount).len(), 101);
        assert_eq!(grid(Measure::SimhashRaw).last(), Some(&64.0));
    }

    #[test]
    fn the_threshold_that_parts_them_is_found() {
        let scores: Vec<(f64, bool)> = (0..40).map(|n| (f64::from(n) / 40.0, n >= 30)).collect();
        let samples = samples_of(&scores);
        let refs: Vec<&Sample> = samples.iter().collect();
        let column = (Measure::Jaccard, 0);
        let (threshold, counts) = best(&refs, column);
        assert_eq!(counts.f1(), 1.0);
        assert!((0.725..0.75).contains(&threshold));
        let verdicts =
            held_out(&samples, 5, 3, |others| Rule(vec![(column, best(others, column).0)]));
        assert!(mean_f1(&samples, &verdicts, None) > 0.9);
        let none = vec![false; samples.len()];
        let interval = paired_f1(&samples, &verdicts[0], &none, 1).unwrap();
        assert!(interval.low > 0.5);
    }
}
