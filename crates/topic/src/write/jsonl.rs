//! JSON lines: an object per memento, with the position of its record.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::JudgedTimeMap;

pub(super) fn timemap(out: &mut impl Write, entry: &JudgedTimeMap<'_>) -> io::Result<()> {
    let uris = entry.timemap.memento_uris();
    let anchor = entry.judged.anchor.map(|anchor| uris[anchor.index].clone());
    let uri_t = entry.timemap.uri();
    let mementos = entry.timemap.mementos.iter().zip(&entry.judged.verdicts);
    for ((memento, verdict), uri_m) in mementos.zip(&uris) {
        let scores: Map<String, Value> =
            verdict.scores.iter().map(|s| (s.measure.name().to_owned(), json!(s.value))).collect();
        let reasons: Vec<&str> = verdict.reasons.iter().map(|reason| reason.id()).collect();
        let mut line = json!({
            "urit": uri_t,
            "urim": uri_m,
            "url": memento.url,
            "timestamp": memento.stamp(),
            "status": verdict.status.name(),
            "probability": verdict.probability.map(|p| (p * 1e6).round() / 1e6),
            "content_kept": verdict.content_kept.map(|kept| (kept * 1e3).round() / 1e3),
            "scores": scores,
            "reasons": reasons,
            "anchor": anchor,
            "words": verdict.words,
            "bytes": verdict.bytes,
            "http_status": memento.status,
            "warc_file": entry.collection.files.get(memento.place.file as usize),
            "warc_offset": memento.place.offset,
        });
        // As the tables of mementos spell it.
        if let Some(hash) = entry.simhash(verdict) {
            line["simhash_raw"] = json!(format!("{hash:016x}"));
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}
