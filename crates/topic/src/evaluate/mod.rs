//! Verdicts scored against labels.

pub mod label;
pub mod sweep;

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use scutch_learn::{Counts, Interval, interval_of};
use serde_json::Value;

use crate::keyed::value_of;
use label::{Label, is_gold, tab_fields};

/// Whether a URI-M was found off-topic, by URI-M.
pub type Predictions = FxHashMap<String, bool>;

/// Predictions that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PredictionError {
    /// A line without a verdict among others.
    #[error("line {0} is neither JSON of verdicts nor a row of `id`, `date`, `URI`, `label`")]
    Line(usize),
    /// JSON with a syntax error.
    #[error("the JSON cannot be read: {0}")]
    Json(String),
    /// Another table or text.
    #[error(
        "there are no verdicts in it; wanted is what `scutch offtopic` or the OTMT writes (JSON, JSON \
         lines, golddatafile), or a table of `scutch memento` with the column `status`"
    )]
    NoVerdicts,
}

/// Reads verdicts from what `scutch offtopic` or the OTMT wrote: JSON, JSON lines, or the gold
/// standard's table; or from a table of `scutch memento` with the column `status`. An empty text has none.
///
/// # Errors
/// When the text is none of these.
pub fn read_predictions(text: &str) -> Result<Predictions, PredictionError> {
    // Spreadsheet programs write a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') {
        return read_objects(text);
    }
    let (head, body) = text.split_once('\n').unwrap_or((text, ""));
    if head.trim().is_empty() {
        return Ok(Predictions::default());
    }
    let names = tab_fields(head);
    let column = |wanted: &str| names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
    // In the gold standard 0 is off-topic.
    if is_gold(head) {
        return read_lines(body, 2, |line| {
            let mut fields = line.split('\t').skip(2);
            Some(Some((fields.next()?.to_owned(), fields.next()?.trim() == "0")))
        });
    }
    let urim = column("urim").or_else(|| column("uri-m"));
    let (Some(urim), Some(status)) = (urim, column("status")) else {
        return Err(PredictionError::NoVerdicts);
    };
    some(read_lines(body, 2, |line| {
        let cells = tab_fields(line);
        let uri_m = cells.get(urim)?;
        Some(verdict(cells.get(status)?).map(|off| (uri_m.clone(), off)))
    })?)
}

/// Reads one object, or one a line.
fn read_objects(text: &str) -> Result<Predictions, PredictionError> {
    // One object over many lines begins like an object a line.
    let first = text.trim_start().lines().next().unwrap_or_default();
    let first = serde_json::from_str::<Value>(first).ok();
    let whole = || serde_json::from_str::<Value>(text);
    match (whole(), first) {
        // A single line of JSON lines is one object, too, but names its URI-M.
        (Ok(value), _) if value.get("urim").is_none() => read_json(&value),
        (Err(error), None) => Err(PredictionError::Json(error.to_string())),
        _ => some(read_lines(text, 1, |line| {
            let value: Value = serde_json::from_str(line).ok()?;
            let uri_m = value["urim"].as_str()?.to_owned();
            Some(value["status"].as_str().and_then(verdict).map(|off| (uri_m, off)))
        })?),
    }
}

/// Whether a status is off-topic; `None` of what is no verdict.
fn verdict(status: &str) -> Option<bool> {
    let off = status.starts_with("off");
    (off || status.starts_with("on") || status == "unknown").then_some(off)
}

/// Verdicts, of which there must be one.
fn some(found: Predictions) -> Result<Predictions, PredictionError> {
    if found.is_empty() { Err(PredictionError::NoVerdicts) } else { Ok(found) }
}

/// Reads lines, the first of which has this number. `Some(None)` is a line that has no verdict.
fn read_lines(
    text: &str,
    first: usize,
    read: impl Fn(&str) -> Option<Option<(String, bool)>>,
) -> Result<Predictions, PredictionError> {
    let lines = (first..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let found = lines.map(|(n, line)| read(line).ok_or(PredictionError::Line(n)));
    found.filter_map(Result::transpose).collect()
}

/// Reads the JSON of the OTMT: mementos by TimeMap. One that could not be measured has no status.
fn read_json(value: &Value) -> Result<Predictions, PredictionError> {
    const STATUS: &str = "overall topic status";
    let timemaps: Vec<_> = value.as_object().into_iter().flatten().collect();
    let mementos = timemaps.iter().filter_map(|(_, mementos)| mementos.as_object()).flatten();
    let mementos: Vec<_> = mementos.collect();
    if !timemaps.is_empty() && !mementos.iter().any(|(_, m)| m[STATUS].is_string()) {
        return Err(PredictionError::NoVerdicts);
    }
    // The OTMT gives no status to what it cannot measure: it stays in the collection.
    let off = |m: &Value| m[STATUS].as_str().and_then(verdict).unwrap_or(false);
    Ok(mementos.into_iter().map(|(uri, m)| (uri.clone(), off(m))).collect())
}

/// Tier, kind and label of mementos.
pub type MementoKind = (String, String, String);

/// The agreement of verdicts and labels.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scores {
    /// All mementos that are scored.
    pub all: Counts,
    /// F1 over bootstrap samples of whole TimeMaps: mementos of one TimeMap are not independent.
    pub f1: Option<Interval>,
    /// The same by part (tier) of the labels.
    pub tiers: Vec<(String, Counts)>,
    /// Numbers of mementos, and of those found off-topic, by tier, kind and label.
    pub kinds: Vec<(MementoKind, (u64, u64))>,
    /// Labelled mementos without a verdict, which count as on-topic.
    pub missing: u64,
    /// Labels that are neither `on` nor `off`, which are left out.
    pub undecided: u64,
}

const ROUNDS: usize = 1000;

/// Scores verdicts. First mementos and those whose label is neither `on` nor `off` are left out.
pub fn score(labels: &[Label], predictions: &Predictions, seed: u64) -> Scores {
    let undecided = labels.iter().filter(|label| !label.is_decided()).count() as u64;
    let mut scores = Scores { undecided, ..Scores::default() };
    // There may be very many; of tiers and kinds there are few.
    let mut by_timemap: BTreeMap<&str, Counts> = BTreeMap::new();
    for label in labels.iter().filter(|label| label.is_scored()) {
        let off = label.label == "off";
        let found = predictions.get(&label.urim).copied();
        scores.missing += u64::from(found.is_none());
        // A tool that leaves mementos out must not score better for it.
        let found = found.unwrap_or(false);
        scores.all.add(off, found, 1.0);
        value_of(&mut scores.tiers, label.tier.clone()).add(off, found, 1.0);
        by_timemap.entry(&label.timemap).or_default().add(off, found, 1.0);
        let key = (label.tier.clone(), label.kind.clone(), label.label.clone());
        let kind = value_of(&mut scores.kinds, key);
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
        let sorted = "{\"bytes\":1,\"status\":\"off-topic\",\"urim\":\"m\"}\n\
                      {\"bytes\":1,\"status\":\"on-topic\",\"urim\":\"n\"}\n";
        let list = "URI-M\turl\tstatus\nm\ta\toff-topic\nn\ta\ton-topic\n";
        for text in [json, lines, table, sorted, list] {
            let found = read_predictions(text).unwrap();
            assert_eq!((found["m"], found["n"]), (true, false), "{text}");
        }
        for (text, error) in [
            ("x\ny\n", PredictionError::NoVerdicts),
            ("url\ttimestamp\tstatus\tlabel\na\t2012\t200\t1\n", PredictionError::NoVerdicts),
            ("urim\tstatus\nm\t200\n", PredictionError::NoVerdicts),
            ("{\"urim\": \"m\"}\n{\"urim\": \"n\"}\n", PredictionError::NoVerdicts),
            ("{\"mementos\": {\"list\": []}}", PredictionError::NoVerdicts),
            ("urim\tstatus\nm\toff-topic\nn\n", PredictionError::Line(3)),
        ] {
            assert_eq!(read_predictions(text), Err(error), "{text}");
        }
        for text in ["", "{}\n", "id\tdate\tURI\tlabel\n"] {
            assert_eq!(read_predictions(text), Ok(Predictions::default()), "{text:?}");
        }
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
        assert_eq!((scores.missing, scores.undecided), (1, 1));
        assert_eq!(wrong(&labels, &predictions).count(), 0);
        let none = Predictions::default();
        let missed = wrong(&labels, &none).map(|label| label.urim.as_str());
        assert_eq!(missed.collect::<Vec<_>>(), ["b"]);
        assert_eq!(census(&labels), Census { timemaps: 1, mementos: 4, off: 1 });
    }
}
