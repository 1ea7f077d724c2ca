//! What pages differ in, so that a sample has some of each kind.

use rustc_hash::FxHashMap;
use scutch_corpus::read_rows;
use serde_json::Value;

use crate::source::{Source, SourceError};

/// Shares of content between which a method is in doubt about a page.
const DOUBT: std::ops::Range<f64> = 0.3..0.7;

/// For each page its host; of a corpus folder also its template group, the neighbours of its cross,
/// and whether the method leaves its text in doubt.
///
/// # Errors
/// When the rows of the corpus cannot be read.
pub fn strata(source: &Source) -> Result<Vec<Vec<String>>, SourceError> {
    let mut strata: Vec<Vec<String>> =
        source.pages().iter().map(|page| vec![page.site()]).collect();
    let Some(folder) = source.folder() else { return Ok(strata) };
    let mut numbers: FxHashMap<(&str, u64, u64), usize> = FxHashMap::default();
    for (at, page) in source.pages().iter().enumerate() {
        let place = page.place;
        numbers.insert((source.file_name(place.input), place.offset, place.inner_offset), at);
    }
    let names =
        ["warc_file", "warc_offset", "inner_offset", "template_group", "cross", "content_ratio"];
    read_rows(folder, &names, |row| {
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        let number = |name: &str| row.get(name).and_then(Value::as_u64).unwrap_or_default();
        // By place: one address may be captured twice in a second.
        let place = (text("warc_file"), number("warc_offset"), number("inner_offset"));
        // A row whose record is no page here cannot be drawn.
        let Some(at) = numbers.get(&place) else { return };
        let ratio = row.get("content_ratio").and_then(Value::as_f64);
        let doubt =
            if ratio.is_some_and(|ratio| DOUBT.contains(&ratio)) { "doubt" } else { "clear" };
        let of_row = [text("template_group"), text("cross"), doubt];
        strata[*at].extend(of_row.map(str::to_owned));
    })?;
    Ok(strata)
}
