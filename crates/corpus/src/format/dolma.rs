//! JSON lines for the Dolma toolkit: `id`, `text`, `source`, `added`, `created`, `metadata`
//! (allenai/dolma, docs/data-format.md).

use serde_json::{Map, Value, json};

use crate::format::article::Article;
use crate::row::json::{JsonLine, JsonRow, json_line};
use crate::row::{COLUMNS, Column};

/// Columns that are fields of their own, outside of the metadata.
const OUTSIDE: &[&str] = &["id", "text"];

/// The line of a document.
pub(super) fn line(article: &Article<'_>, _: &JsonLine) -> Vec<u8> {
    let row = article.row;
    let columns: Vec<&'static Column> =
        COLUMNS.iter().filter(|column| !OUTSIDE.contains(&column.name)).collect();
    let metadata = JsonRow(row, &columns).to_value();
    let mut object = Map::new();
    object.insert("id".to_owned(), json!(row.id));
    object.insert("text".to_owned(), json!(row.text));
    // With the version: two versions may extract different texts from one page.
    object.insert("source".to_owned(), json!(concat!("scutch-", env!("CARGO_PKG_VERSION"))));
    // The capture time. The time of this run would differ from run to run.
    object.insert("added".to_owned(), metadata["timestamp"].clone());
    // Required by the toolkit. A page existed when it was captured.
    let created = row.date_published.as_ref().map_or(metadata["timestamp"].clone(), |d| json!(d));
    object.insert("created".to_owned(), created);
    object.insert("metadata".to_owned(), metadata);
    json_line(&Value::Object(object))
}
