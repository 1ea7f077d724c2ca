//! TimeMaps as text.

use std::fmt::Write as _;

use serde_json::json as value;

use crate::date::{http_date, stamp, warc_date};
use crate::timemap::TimeMap;

/// The link format, one link per line; the first and last memento are named so.
pub fn link(timemap: &TimeMap) -> String {
    let mut out = String::new();
    let heads =
        [("original", &timemap.original), ("self", &timemap.own), ("timegate", &timemap.timegate)];
    for (rel, uri) in heads {
        if let Some(uri) = uri {
            let _ = writeln!(out, "<{uri}>; rel=\"{rel}\",");
        }
    }
    let last = timemap.mementos.len().saturating_sub(1);
    for (place, memento) in timemap.mementos.iter().enumerate() {
        let rel = match (place == 0, place == last) {
            (true, true) => "first last memento",
            (true, false) => "first memento",
            (false, true) => "last memento",
            (false, false) => "memento",
        };
        let end = if place == last { "" } else { "," };
        let (uri, date) = (&memento.uri, http_date(memento.unix_ms));
        let _ = writeln!(out, "<{uri}>; rel=\"{rel}\"; datetime=\"{date}\"{end}");
    }
    out
}

/// One JSON object, as aggregators give it.
pub fn json(timemap: &TimeMap) -> String {
    let list: Vec<_> = timemap
        .mementos
        .iter()
        .map(|m| value!({ "datetime": warc_date(m.unix_ms), "uri": m.uri }))
        .collect();
    let object = value!({
        "original_uri": timemap.original,
        "self": timemap.own,
        "timegate_uri": timemap.timegate,
        "mementos": { "list": list },
    });
    format!("{object}\n")
}

/// A line per memento: 14 digits and JSON.
pub fn cdxj(timemap: &TimeMap) -> String {
    let mut out = String::new();
    if let Some(original) = &timemap.original {
        let _ = writeln!(out, "!meta {}", value!({ "original_uri": original }));
    }
    for memento in &timemap.mementos {
        let fields = value!({
            "uri": memento.uri, "rel": "memento", "datetime": http_date(memento.unix_ms),
        });
        let _ = writeln!(out, "{} {fields}", stamp(memento.unix_ms));
    }
    out
}
