//! TimeMaps as lines: CDXJ, or one JSON object per line.

use serde_json::Value;

use super::builder::RawMemento;
use super::cdx::Capture;

/// The content of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Memento(RawMemento),
    /// A capture whose URI-M has to be made from the URI-T.
    Capture(Capture),
    /// The URI-R of the list.
    Original(String),
    /// Metadata that is not needed.
    Nothing,
}

/// The first of several fields that holds text.
pub(super) fn first_text(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| value[*name].as_str()).map(str::to_owned)
}

/// URI and date of a memento, under the names that MemGator and pywb use.
pub(super) fn memento_fields(value: &Value) -> RawMemento {
    (first_text(value, &["uri", "url"]), first_text(value, &["datetime", "timestamp"]))
}

/// The location of a record as `FILE#bytes=FIRST-LAST`, if the line names it.
fn record_location(value: &Value) -> Option<String> {
    // pywb and Common Crawl write these numbers as text.
    let number = |name: &str| value[name].as_str()?.parse::<u64>().ok();
    let (offset, length) = (number("offset")?, number("length").filter(|length| *length > 0)?);
    let last = offset.checked_add(length)? - 1;
    Some(format!("{}#bytes={offset}-{last}", value["filename"].as_str()?))
}

/// Reads a line: `20140127171200 {"uri": ...}`, a `!` or `@` line with metadata, or a lone object.
/// `None` for a line that is none of these.
pub(super) fn read_line(line: &str) -> Option<Line> {
    let line = line.trim();
    let original = |uri: Option<String>| uri.map_or(Line::Nothing, Line::Original);
    if line.is_empty() || line.starts_with(['!', '@']) {
        let json = line.find('{').and_then(|at| serde_json::from_str::<Value>(&line[at..]).ok());
        return Some(original(json.and_then(|value| first_text(&value, &["original_uri"]))));
    }
    let at = line.find('{')?;
    let value: Value = serde_json::from_str(&line[at..]).ok()?;
    // The timestamp is the last word before the object; a SURT key may precede it.
    let time = line[..at].split_ascii_whitespace().last().map(str::to_owned);
    // In TimeMaps `url` may be the URI-M, but in answers of CDX servers it is the original.
    if let (None, Some(url)) = (value["uri"].as_str(), value["url"].as_str()) {
        let time = first_text(&value, &["timestamp"]).or(time)?;
        let (original, record) = (url.to_owned(), record_location(&value));
        let digest = first_text(&value, &["digest"]);
        return Some(Line::Capture(Capture { time, original, record, digest }));
    }
    let (uri, datetime) = memento_fields(&value);
    Some(match value["rel"].as_str() {
        Some("original") => original(uri),
        Some(rel) if !rel.contains("memento") => Line::Nothing,
        _ => Line::Memento((uri, datetime.or(time))),
    })
}
