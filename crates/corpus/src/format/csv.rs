//! CSV (RFC 4180) for spreadsheets and for people: a header, then a record for each row.
//!
//! Texts stand in quotes and numbers do not, so that readers can tell them apart; nothing at all is a
//! missing value. Texts that a spreadsheet would compute have a `'` before them.

use scutch_folder::config::Config;
use scutch_foreign::push_field;
use serde_json::Value;

use crate::format::article::Article;
use crate::row::json::{JsonLine, cell_value};
use crate::row::{Cell, Column, columns};

/// Columns of the row that CSV leaves out: nested JSON and labelled markup, which no cell can show,
/// and marks of duplicates, which a later search writes into rows only.
const LEFT_OUT: &[&str] = &[
    "metadata_json",
    "schema_json",
    "joint_json",
    "nodes_json",
    "pages_json",
    "markup",
    "dup_of",
    "dup_kind",
    "dup_similarity",
];

/// Between values of a list. In a value, `\` stands before it.
const SEPARATOR: char = '|';
/// Stands before a separator, or another of its kind, in a value of a list.
const ESCAPE: char = '\\';

const END: &[u8] = b"\r\n";

/// The first record: names of columns, behind a byte order mark where the configuration asks for it.
pub(super) fn header(config: &Config) -> String {
    let columns = columns(config);
    let names: Vec<String> =
        ordered(&columns).map(|column| format!("\"{}\"", column.name)).collect();
    let mark = if config.csv_bom { "\u{feff}" } else { "" };
    format!("{mark}{}\r\n", names.join(","))
}

/// The record of a row.
pub(super) fn record(article: &Article<'_>, line: &JsonLine) -> Vec<u8> {
    let columns: Vec<&'static Column> = line.cells().map(|(column, _)| column).collect();
    let mut out = Vec::with_capacity(article.row.text.len() + 1024);
    for (place, column) in ordered(&columns).enumerate() {
        if place > 0 {
            out.push(b',');
        }
        push_cell(&mut out, (column.get)(article.row));
    }
    out.extend(END);
    out
}

/// The columns of CSV in their order: texts stand last, because people read the others beside each
/// other.
fn ordered<'c>(columns: &'c [&'static Column]) -> impl Iterator<Item = &'static Column> + 'c {
    let shown = || columns.iter().copied().filter(|column| !LEFT_OUT.contains(&column.name));
    shown().filter(|column| !is_text(column)).chain(shown().filter(|column| is_text(column)))
}

/// Whether a column holds the document itself.
fn is_text(column: &Column) -> bool {
    ["text", "markdown"].contains(&column.name) || column.name.starts_with("text_")
}

fn push_cell(out: &mut Vec<u8>, cell: Cell<'_>) {
    match cell {
        Cell::Text(Some(text)) => push_field(out, text),
        // An empty list is a missing value. An empty text would stand in quotes.
        Cell::List([]) => {}
        Cell::List(values) => push_field(out, &joined(values)),
        other => match cell_value(other) {
            Value::Null => {}
            Value::String(text) => push_field(out, &text),
            number => out.extend(number.to_string().as_bytes()),
        },
    }
}

/// The values of a list as one text.
fn joined(values: &[String]) -> String {
    let mut out = String::new();
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            out.push(SEPARATOR);
        }
        for c in value.chars() {
            if c == SEPARATOR || c == ESCAPE {
                out.push(ESCAPE);
            }
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests;
