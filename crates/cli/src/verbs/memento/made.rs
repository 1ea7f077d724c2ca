//! Tables that are made from archives: their columns and rows.

use std::io;

use scutch_memento::table::{Row, URI_M};
use scutch_page::language_tag;
use scutch_topic::{Collection, Detail, Judged, Sketch, TimeMap};
use serde_json::{Map, Value, json};

/// The column of the date of publication.
pub(super) const PUBLISHED: &str = "published";

/// Columns of tables made from archives; that of the date of publication only where it is asked for.
const COLUMNS: &[&str] = &[
    URI_M,
    "urit",
    "url",
    "timestamp",
    "http_status",
    "status",
    "probability",
    "reasons",
    "language",
    "title",
    "words",
    "bytes",
    "simhash_raw",
    "simhash_tf",
    PUBLISHED,
    "images",
    "card",
    "warc_file",
    "warc_offset",
];

/// The columns of a table with so much detail.
pub(super) fn columns(detail: Detail) -> impl Iterator<Item = &'static str> {
    let is_there = move |name: &&str| *name != PUBLISHED || detail == Detail::Dated;
    COLUMNS.iter().copied().filter(is_there)
}

/// The rows of a TimeMap, in its order.
pub(super) fn rows(
    timemap: &TimeMap,
    judged: &Judged,
    collection: &Collection,
    detail: Detail,
) -> io::Result<Vec<Row>> {
    let sketches = collection.sketches(timemap)?;
    let mementos = timemap.mementos.iter().zip(&judged.verdicts).zip(timemap.memento_uris());
    let rows = mementos.map(|((memento, verdict), uri_m)| {
        let sketch = memento.content.and_then(|content| sketches.get(&content.key()));
        let file = collection.files.get(memento.place.file as usize);
        let mut cells = vec![json!(uri_m), json!(timemap.uri())];
        cells.extend(facts(memento, verdict));
        cells.extend(evidence(sketch, verdict));
        cells.extend(shown(sketch, detail));
        cells.extend([json!(file), json!(memento.place.offset)]);
        // Names and cells are in one order; see `facts` and `evidence`.
        let names = columns(detail).map(str::to_owned);
        Row(names.zip(cells).collect::<Map<String, Value>>())
    });
    Ok(rows.collect())
}

/// The columns from `url` to `reasons`.
fn facts(memento: &scutch_topic::Memento, verdict: &scutch_topic::Verdict) -> [Value; 6] {
    let reasons: Vec<&str> = verdict.reasons.iter().map(|reason| reason.id()).collect();
    [
        json!(memento.url),
        json!(memento.stamp()),
        json!(memento.status),
        json!(verdict.status.name()),
        // The last digits of floating point may differ between machines.
        json!(verdict.probability.map(|p| (p * 1e6).round() / 1e6)),
        json!(reasons.join(" ")),
    ]
}

/// The columns from `published` to `card`, null where the content was not stored.
fn shown(sketch: Option<&Sketch>, detail: Detail) -> impl Iterator<Item = Value> {
    let shown = sketch.and_then(|sketch| sketch.shown.as_ref());
    let published =
        (detail == Detail::Dated).then(|| json!(shown.and_then(|s| s.published.as_deref())));
    let images = json!(shown.map(|shown| shown.images));
    let card = shown.map_or(Value::Null, |shown| rounded(shown.card()));
    published.into_iter().chain([images, card])
}

/// The columns from `language` to `simhash_tf`, null where the content was not stored.
fn evidence(sketch: Option<&Sketch>, verdict: &scutch_topic::Verdict) -> [Value; 6] {
    let known = |take: fn(&Sketch) -> Option<String>| json!(sketch.and_then(take));
    [
        known(|s| s.evidence.language.as_deref().map(|l| language_tag(l).to_owned())),
        known(|s| Some(s.evidence.title.clone()).filter(|title| !title.is_empty())),
        json!(verdict.words),
        json!(verdict.bytes),
        known(|s| Some(format!("{:016x}", s.simhash_raw))),
        // The simhash of no words would make all empty pages near duplicates.
        known(|s| (s.words > 0).then(|| format!("{:016x}", s.simhash_tf))),
    ]
}

/// A number with six decimals, or none if it is whole.
pub(super) fn rounded(number: f64) -> Value {
    let rounded = (number * 1e6).round() / 1e6;
    // Above 2^53 floats skip integers; the limit stays safely below.
    let whole = rounded.fract() == 0.0 && rounded.abs() < 1e15;
    if whole { Value::from(rounded as i64) } else { Value::from(rounded) }
}
