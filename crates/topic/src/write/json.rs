//! The OTMT's JSON: URI-T, URI-M, `timemap measures`, measure; indented by four.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};
use serde_json::ser::PrettyFormatter;

use super::JudgedTimeMap;
use crate::judge::verdict::{Score, Verdict};

pub(super) fn timemap(out: &mut impl Write, entry: &JudgedTimeMap<'_>) -> io::Result<()> {
    let uris = entry.timemap.memento_uris();
    let anchor = entry.judged.anchor.map(|anchor| uris[anchor.index].clone());
    let mementos = entry.judged.verdicts.iter().map(|verdict| memento(entry, verdict, &anchor));
    let object = Ordered(uris.iter().cloned().zip(mementos).collect());
    let mut text = Vec::new();
    let whole = Ordered(vec![(entry.timemap.uri(), object)]);
    // The toolkit indents by four.
    let formatter = PrettyFormatter::with_indent(b"    ");
    whole.serialize(&mut serde_json::Serializer::with_formatter(&mut text, formatter))?;
    // TimeMaps are written one by one: the outer braces are those of the whole output.
    let inner = text.strip_prefix(b"{").and_then(|t| t.strip_suffix(b"\n}")).unwrap_or(&text);
    if entry.number > 1 {
        out.write_all(b",")?;
    }
    out.write_all(inner)
}

fn memento(entry: &JudgedTimeMap<'_>, verdict: &Verdict, anchor: &Option<String>) -> MementoObject {
    let of_kind = |kind: &str| {
        let scores = verdict.scores.iter().filter(|score| score.measure.otmt_kind() == kind);
        Ordered(scores.map(|score| measure(entry, verdict, score)).collect())
    };
    MementoObject {
        simhash: entry.simhash(verdict),
        content_length: verdict.bytes,
        timemap_measures: of_kind("timemap measures"),
        collection_measures: of_kind("collection measures"),
        overall: verdict.status.name(),
        words: verdict.words,
        probability: verdict.probability.map(|p| (p * 1e6).round() / 1e6),
        reasons: verdict.reasons.iter().map(|reason| reason.id()).collect(),
        anchor: anchor.clone(),
    }
}

/// A measure of a memento: its key in the OTMT's output, and its object.
fn measure(entry: &JudgedTimeMap<'_>, verdict: &Verdict, score: &Score) -> (String, MeasureObject) {
    let tokens = score.measure.reads_tokens();
    // Without a score the verdict on the memento stands in the place of the measure's.
    let status = match score.value {
        Some(_) => score.status(),
        None => verdict.status,
    };
    let object = MeasureObject {
        stemmed: tokens && entry.profile.sketch.preprocess.stem,
        tokenized: tokens,
        removed_boilerplate: tokens && entry.removed_boilerplate(),
        comparison_score: score.value,
        topic_status: if score.skipped { "skipped" } else { status.name() },
    };
    (score.measure.otmt_name().to_owned(), object)
}

#[derive(Serialize)]
struct MementoObject {
    #[serde(rename = "raw memento simhash value", skip_serializing_if = "Option::is_none")]
    simhash: Option<u64>,
    #[serde(rename = "content length")]
    content_length: u64,
    #[serde(rename = "timemap measures")]
    timemap_measures: Ordered<MeasureObject>,
    #[serde(rename = "collection measures", skip_serializing_if = "Ordered::is_empty")]
    collection_measures: Ordered<MeasureObject>,
    #[serde(rename = "overall topic status")]
    overall: &'static str,
    words: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<f64>,
    reasons: Vec<&'static str>,
    anchor: Option<String>,
}

#[derive(Serialize)]
struct MeasureObject {
    stemmed: bool,
    tokenized: bool,
    #[serde(rename = "removed boilerplate")]
    removed_boilerplate: bool,
    #[serde(rename = "comparison score")]
    comparison_score: Option<f64>,
    #[serde(rename = "topic status")]
    topic_status: &'static str,
}

/// An object with its keys in this order: that of TimeMaps and mementos means something.
struct Ordered<T>(Vec<(String, T)>);

impl<T> Ordered<T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for Ordered<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
