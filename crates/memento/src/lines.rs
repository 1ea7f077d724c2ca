//! TimeMaps as JSON (MemGator, mementoweb) and as lines (CDXJ, JSON per line).

use serde_json::Value;

use crate::cdx::Capture;

/// A memento as found: URI and date as written.
pub(crate) type Raw = (Option<String>, Option<String>);

/// What a JSON TimeMap says.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) original: Option<String>,
    pub(crate) timegate: Option<String>,
    pub(crate) mementos: Vec<Raw>,
    /// Captures whose URI-Ms are not said.
    pub(crate) captures: Vec<Capture>,
    /// URI-Ts of further pages.
    pub(crate) pages: Vec<String>,
}

fn text(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| value[*name].as_str()).map(str::to_owned)
}

/// Whether an object is a list: with what every list has, were it empty.
pub(crate) fn is_list(value: &Value) -> bool {
    let names =
        ["original_uri", "original", "timegate_uri", "mementos", "timemap_index", "timemap_uri"];
    names.iter().any(|name| !value[*name].is_null())
}

/// One object with `mementos.list`.
pub(crate) fn object(value: &Value) -> Said {
    let list = value["mementos"]["list"].as_array().or(value["mementos"].as_array());
    let mementos = list.into_iter().flatten().map(memento).collect();
    let index = value["timemap_index"].as_array().into_iter().flatten();
    Said {
        original: text(value, &["original_uri", "original"]),
        timegate: text(value, &["timegate_uri", "timegate"]),
        mementos,
        captures: Vec::new(),
        pages: index.filter_map(|page| text(page, &["uri"])).collect(),
    }
}

fn memento(value: &Value) -> Raw {
    (text(value, &["uri", "url"]), text(value, &["datetime", "timestamp"]))
}

/// Where a record is, if a line says so: numbers are written as text.
fn place(value: &Value) -> Option<String> {
    let number = |name: &str| value[name].as_str()?.parse::<u64>().ok();
    let (offset, length) = (number("offset")?, number("length").filter(|length| *length > 0)?);
    let last = offset.checked_add(length)? - 1;
    Some(format!("{}#bytes={offset}-{last}", value["filename"].as_str()?))
}

/// Lines `20140127171200 {"uri": ...}` with `!` or `@` lines before them, or an object per line.
/// `None` for a line that says nothing.
pub(crate) fn line(line: &str, said: &mut Said) -> Option<()> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['!', '@']) {
        let json = line.find('{').and_then(|at| serde_json::from_str::<Value>(&line[at..]).ok());
        if let Some(value) = json {
            said.original = said.original.take().or(text(&value, &["original_uri"]));
        }
        return Some(());
    }
    let at = line.find('{')?;
    let value: Value = serde_json::from_str(&line[at..]).ok()?;
    // The time stands before the object, alone or behind a key.
    let time = line[..at].split_ascii_whitespace().last().map(str::to_owned);
    // CDX servers say `url`, and mean the original.
    if let (None, Some(url)) = (value["uri"].as_str(), value["url"].as_str()) {
        let time = text(&value, &["timestamp"]).or(time)?;
        let (original, place) = (url.to_owned(), place(&value));
        said.captures.push(Capture { time, original, place });
        return Some(());
    }
    let (uri, datetime) = memento(&value);
    let is_memento = value["rel"].as_str().is_none_or(|rel| rel.contains("memento"));
    if is_memento {
        said.mementos.push((uri, datetime.or(time)));
    } else if value["rel"].as_str() == Some("original") {
        said.original = uri;
    }
    Some(())
}
