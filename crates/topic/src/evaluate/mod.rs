//! Verdicts scored against labels.

pub mod label;
pub mod sweep;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_learn::{Counts, Interval, interval_of};
use serde_json::Value;

use label::Label;

/// Whether a URI-M was found off-topic, by URI-M.
pub type Predictions = FxHashMap<String, bool>;

/// Predictions that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PredictionError {
    /// Neither of the forms that are written.
    #[error("line {0} is neither JSON of verdicts nor a row of `id`, `date`, `URI`, `label`")]
    Line(usize),
    /// JSON with a syntax error.
    #[error("the JSON cannot be read: {0}")]
    Json(String),
}

/// Reads verdicts from what `scutch offtopic` or the OTMT wrote: JSON, JSON lines, or the gold
/// standard's table.
///
/// # Errors
/// When the text is none of these.
pub fn read_predictions(text: &str) -> Result<Predictions, PredictionError> {
    // Spreadsheet programs write a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    if text.starts_with("{\"anchor\"") || text.starts_with("{\"urim\"") {
        return read_lines(text, |line| {
            let value: Value = serde_json::from_str(line).ok()?;
            Some((value["urim"].as_str()?.to_owned(), is_off(&value["status"])))
        });
    }
    if text.trim_start().starts_with('{') {
        return read_json(text);
    }
    let body = text.split_once('\n').map_or("", |(_, body)| body);
    read_lines(body, |line| {
        let mut fields = line.split('\t').skip(2);
        Some((fields.next()?.to_owned(), fields.next()?.trim() == "0"))
    })
}

fn read_lines(
    text: &str,
    read: impl Fn(&str) -> Option<(String, bool)>,
) -> Result<Predictions, PredictionError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(n, line)| read(line).ok_or(PredictionError::Line(n + 1))).collect()
}

fn read_json(text: &str) -> Result<Predictions, PredictionError> {
    let value: Value =
        serde_json::from_str(text).map_err(|e| PredictionError::Json(e.to_string()))?;
    let timemaps = value.as_object().into_iter().flatten();
    let mementos = timemaps.filter_map(|(_, mementos)| mementos.as_object()).flatten();
    Ok(mementos.map(|(uri, m)| (uri.clone(), is_off(&m["overall topic status"]))).collect())
}

fn is_off(status: &Value) -> bool {
    status.as_str().is_some_and(|status| status.starts_with("off"))
}

/// The agreement of verdicts and labels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scores {
    /// All mementos that are scored.
    pub all: Counts,
    /// F1 over bootstrap samples of whole TimeMaps: mementos of one TimeMap are not independent.
    pub f1: Option<Interval>,
    /// The same by part (tier) of the labels.
    pub tiers: BTreeMap<String, Counts>,
    /// Numbers of mementos, and of those found off-topic, by tier, kind and label.
    pub kinds: BTreeMap<(String, String, String), (u64, u64)>,
    /// Labelled mementos without a verdict, which count as on-topic.
    pub missing: u64,
}

const ROUNDS: usize = 1000;

/// Scores verdicts. First mementos and those whose label is neither `on` nor `off` are left out.
pub fn score(labels: &[Label], predictions: &Predictions, seed: u64) -> Scores {
    let mut scores = Scores::default();
    let mut by_timemap: BTreeMap<&str, Counts> = BTreeMap::new();
    for label in labels.iter().filter(|label| label.is_scored()) {
        let off = label.label == "off";
        let found = predictions.get(&label.urim).copied();
        scores.missing += u64::from(found.is_none());
        // A tool that leaves mementos out must not score better for it.
        let found = found.unwrap_or(false);
        scores.all.add(off, found, 1.0);
        scores.tiers.entry(label.tier.clone()).or_default().add(off, found, 1.0);
        by_timemap.entry(&label.timemap).or_default().add(off, found, 1.0);
        let key = (label.tier.clone(), label.kind.clone(), label.label.clone());
        let kind = scores.kinds.entry(key).or_default();
        kind.0 += 1;
        kind.1 += u64::from(found);
    }
    let groups: Vec<Counts> = by_timemap.into_values().collect();
    scores.f1 = interval_of(&groups, ROUNDS, seed, |chosen| summed(chosen).f1());
    scores
}

/// Labelled mementos whose verdict is wrong, in the order of the labels: what is scored, as
/// [`score`] scores it.
pub fn wrong<'l>(
    labels: &'l [Label],
    predictions: &'l Predictions,
) -> impl Iterator<Item = &'l Label> {
    labels.iter().filter(|label| label.is_scored()).filter(|label| {
        let found = predictions.get(&label.urim).copied().unwrap_or(false);
        found != (label.label == "off")
    })
}

pub(crate) fn summed(counts: &[&Counts]) -> Counts {
    counts.iter().fold(Counts::default(), |mut sum, counts| {
        sum += **counts;
        sum
    })
}

/// The numbers of a table of labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Census {
    /// TimeMaps.
    pub timemaps: usize,
    /// Mementos, each URI-M once.
    pub mementos: usize,
    /// Off-topic ones.
    pub off: usize,
}

/// Counts a table of labels.
pub fn census(labels: &[Label]) -> Census {
    let distinct = |labels: &mut dyn Iterator<Item = &str>| labels.collect::<FxHashSet<_>>().len();
    let off = labels.iter().filter(|label| label.label == "off");
    Census {
        timemaps: distinct(&mut labels.iter().map(|label| label.timemap.as_str())),
        mementos: distinct(&mut labels.iter().map(|label| label.urim.as_str())),
        off: distinct(&mut off.map(|label| label.urim.as_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_in_all_forms() {
        let json = r#"{"t": {"m": {"overall topic status": "off-topic"}, "n": {"x": 1}}}"#;
        let lines = "{\"anchor\":null,\"urim\":\"m\",\"status\":\"off-topic\"}\n\
                     {\"anchor\":null,\"urim\":\"n\",\"status\":\"unknown\"}\n";
        let table = "id\tdate\tURI\tlabel\n1\t2012\tm\t0\n1\t2012\tn\t1\n";
        for text in [json, lines, table] {
            let found = read_predictions(text).unwrap();
            assert_eq!((found["m"], found["n"]), (true, false), "{text}");
        }
        assert_eq!(read_predictions("x\ny\n"), Err(PredictionError::Line(1)));
    }

    #[test]
    fn firsts_and_ambiguous_ones_are_left_out() {
        let label = |urim: &str, label: &str, kind: &str| Label {
            urim: urim.to_owned(),
            label: label.to_owned(),
            kind: kind.to_owned(),
            ..Label::default()
        };
        let labels = [
            label("a", "on", "first"),
            label("b", "off", "parked"),
            label("c", "on", "same"),
            label("d", "ambiguous", "note"),
        ];
        let predictions = [("b".to_owned(), true), ("d".to_owned(), true)].into_iter().collect();
        let scores = score(&labels, &predictions, 1);
        assert_eq!(scores.all, Counts { hits: 1.0, extra: 0.0, missed: 0.0, rest: 1.0 });
        assert_eq!(scores.missing, 1);
        assert_eq!(wrong(&labels, &predictions).count(), 0);
        let none = Predictions::default();
        let missed = wrong(&labels, &none).map(|label| label.urim.as_str());
        assert_eq!(missed.collect::<Vec<_>>(), ["b"]);
        assert_eq!(census(&labels), Census { timemaps: 1, mementos: 4, off: 1 });
    }
}
