//! Values of a row, as a person reads them.

use maud::{Markup, html};
use scutch_plot::{foreign, minute};
use serde_json::{Map, Value};

/// Characters of a column that are shown; of the text, all that is likely to be read.
const LONG: usize = 2_000;
const LONG_TEXT: usize = 200_000;

/// The minute of the capture; the column is ISO 8601.
pub(super) fn captured(row: &Map<String, Value>) -> String {
    let digits: String = text(row, "timestamp").chars().filter(char::is_ascii_digit).collect();
    minute(&digits)
}

pub(super) fn text<'r>(row: &'r Map<String, Value>, name: &str) -> &'r str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn list<'r>(row: &'r Map<String, Value>, name: &str) -> Vec<&'r str> {
    let values = row.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    values.iter().filter_map(Value::as_str).collect()
}

/// A value of JSON as a person reads it.
pub(super) fn value(value: Option<&Value>) -> Markup {
    let spelled = match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => {
            let texts = items.iter().map(|item| match item {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            texts.collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
    };
    html! { @if spelled.is_empty() { "–" } @else { bdi { (foreign::lines(&spelled, LONG)) } } }
}

/// A text by its paragraphs.
pub(super) fn prose(text: &str) -> Markup {
    html! {
        @if text.is_empty() { p.nothing { "The row has no text." } }
        @for paragraph in foreign::lines(text, LONG_TEXT).lines() { p { (paragraph) } }
    }
}
