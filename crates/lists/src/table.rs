//! Tables of text: columns between tabs or commas, and JSON lines.

use scutch_memento::parse_date;
use serde_json::{Map, Value};

use crate::address::subject_of;
use crate::cells::{csv_cells, tsv_cells};
use crate::column::Columns;
use crate::entry::{Entry, Item, OnItem, Subject};
use crate::error::ListError;
use crate::input::Lines;

/// Why a cell is refused.
const NO_ADDRESS: &str = "there is no address in it";

/// Reads a table between tabs or commas, with or without names of its columns.
pub(crate) fn read_columns(
    mut lines: Lines<'_>,
    is_tsv: bool,
    asked: Option<&str>,
    take: OnItem<'_>,
) -> Result<(), ListError> {
    let mut columns: Option<Columns> = None;
    let mut names: Option<Vec<String>> = None;
    while let Some((number, line)) = next_row(&mut lines, take)? {
        let cells = if is_tsv { tsv_cells(&line) } else { csv_cells(&line) };
        let chosen = match (columns, &names) {
            (Some(columns), _) => columns,
            (None, Some(names)) => *columns.insert(Columns::choose(names, &cells, asked)?),
            // The first line has names, unless it has an address and no known name.
            (None, None) => {
                let has_address = cells.iter().any(|cell| subject_of(cell).is_some());
                if Columns::are_names(&cells, asked) || !has_address {
                    names = Some(cells);
                    continue;
                }
                *columns.insert(Columns::choose(&[], &cells, asked)?)
            }
        };
        take(row(number, &cells, &chosen))?;
    }
    // A table of names alone still has to have the column that was asked for.
    match (columns, names) {
        (None, Some(names)) => Columns::choose(&names, &[], asked).map(drop),
        _ => Ok(()),
    }
}

/// The next line that is not blank. Lines that are no text are refused.
fn next_row(lines: &mut Lines<'_>, take: OnItem<'_>) -> Result<Option<(u64, String)>, ListError> {
    while let Some((number, line)) = lines.next_line()? {
        match line {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => return Ok(Some((number, line))),
            Err(why) => take(Item::refused(number, "", why))?,
        }
    }
    Ok(None)
}

/// The item of a row.
pub(crate) fn row(number: u64, cells: &[String], columns: &Columns) -> Item {
    let cell = |at: usize| cells.get(at).map(String::as_str).unwrap_or_default();
    let address = cell(columns.address);
    let Some((subject, own)) = subject_of(address) else {
        return Item::refused(number, address, NO_ADDRESS);
    };
    let original = columns.original.map(cell).filter(|original| !original.is_empty());
    let subject = match (subject, original) {
        // Under such a name, an address without the shape of a URI-M is one all the same.
        (Subject::Page(uri_m), Some(original)) if columns.has_uri_ms && original != uri_m => {
            Subject::Memento { uri_m, uri_r: Some(original.to_owned()) }
        }
        (Subject::Memento { uri_m, .. }, Some(original)) => {
            Subject::Memento { uri_m, uri_r: Some(original.to_owned()) }
        }
        (subject, _) => subject,
    };
    let written = columns.time.and_then(|at| parse_date(cell(at))).map(|moment| moment.unix_ms);
    Item::Entry(Entry { line: number, subject, unix_ms: written.or(own) })
}

/// Reads JSON lines. Each line has its own columns.
pub(crate) fn read_jsonl(
    mut lines: Lines<'_>,
    asked: Option<&str>,
    take: OnItem<'_>,
) -> Result<(), ListError> {
    let mut has_column = false;
    let mut seen: Vec<String> = Vec::new();
    while let Some((number, line)) = next_row(&mut lines, take)? {
        let Ok(object) = serde_json::from_str::<Map<String, Value>>(&line) else {
            take(Item::refused(number, &line, "it is no JSON object"))?;
            continue;
        };
        let names: Vec<String> = object.keys().cloned().collect();
        let cells: Vec<String> = object.values().map(text).collect();
        match Columns::choose(&names, &cells, asked) {
            Ok(columns) => {
                has_column = true;
                take(row(number, &cells, &columns))?;
            }
            Err(_) => take(Item::refused(number, &line, NO_ADDRESS))?,
        }
        if seen.is_empty() {
            seen = names;
        }
    }
    // A misspelt column would otherwise refuse each line by itself.
    match asked {
        Some(asked) if !has_column && !seen.is_empty() => {
            Err(ListError::NoColumn(asked.to_owned(), seen.join(", ")))
        }
        _ => Ok(()),
    }
}

/// A value as text; numbers too, because times may be written as such.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}
