//! TimeMaps as JSON (MemGator, mementoweb) and as lines (CDXJ, JSON per line).

use serde_json::Value;

use crate::cdx::Capture;

/// A memento as found: URI and date as written.
pub(crate) type Raw = (Option<String>, Option<String>);

/// What a line says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said {
    Memento(Raw),
    /// A capture whose URI-M is not said.
    Capture(Capture),
    /// URI-R.
    Original(String),
    Nothing,
}

/// The first of several values that is text.
pub(crate) fn text(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| value[*name].as_str()).map(str::to_owned)
}

/// A memento of a list.
pub(crate) fn memento(value: &Value) -> Raw {
    (text(value, &["uri", "url"]), text(value, &["datetime", "timestamp"]))
}

/// Where a record is, if a line says so: numbers are written as text.
fn place(value: &Value) -> Option<String> {
    let number = |name: &str| value[name].as_str()?.parse::<u64>().ok();
    let (offset, length) = (number("offset")?, number("length").filter(|length| *length > 0)?);
    let last = offset.checked_add(length)? - 1;
    Some(format!("{}#bytes={offset}-{last}", value["filename"].as_str()?))
}

/// A line `20140127171200 {"uri": ...}`, with `!` or `@` lines before it, or an object. `None` for one
/// that makes no sense.
pub(crate) fn line(line: &str) -> Option<Said> {
    let line = line.trim();
    let original = |uri: Option<String>| uri.map_or(Said::Nothing, Said::Original);
    if line.is_empty() || line.starts_with(['!', '@']) {
        let json = line.find('{').and_then(|at| serde_json::from_str::<Value>(&line[at..]).ok());
        return Some(original(json.and_then(|value| text(&value, &["original_uri"]))));
    }
    let at = line.find('{')?;
    let value: Value = serde_json::from_str(&line[at..]).ok()?;
    // The time stands before the object, alone or behind a key.
    let time = line[..at].split_ascii_whitespace().last().map(str::to_owned);
    // CDX servers say `url`, and mean the original.
    if let (None, Some(url)) = (value["uri"].as_str(), value["url"].as_str()) {
        let time = text(&value, &["timestamp"]).or(time)?;
        let (original, place) = (url.to_owned(), place(&value));
        return Some(Said::Capture(Capture { time, original, place }));
    }
    let (uri, datetime) = memento(&value);
    Some(match value["rel"].as_str() {
        Some("original") => original(uri),
        Some(rel) if !rel.contains("memento") => Said::Nothing,
        _ => Said::Memento((uri, datetime.or(time))),
    })
}
