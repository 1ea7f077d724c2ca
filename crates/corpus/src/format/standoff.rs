//! Stand-off rows as JSON lines: what a text is made of and how it is cut into blocks, without the text.
//!
//! `scutch rebuild` makes the texts again from archives; `text_sha256` says whether they are the same.

use std::collections::HashMap;

use data_encoding::HEXLOWER;
use scutch_folder::merkle::Hash;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::format::article::Article;
use crate::row::digest::digest_of_row;
use crate::row::json::{JsonLine, JsonRow, json_line};
use crate::row::{COLUMNS, Column};

/// Columns that are copied: who the row is, where its record lies, and how it was made. None of them holds
/// words of the page.
const COPIED: &[&str] = &[
    "id",
    "url",
    "timestamp",
    "warc_date",
    "warc_file",
    "warc_offset",
    "warc_length",
    "inner_offset",
    "warc_record_id",
    "pwid",
    "payload_digest",
    "archive_digest",
    "language",
    "extractor",
    "n_chars",
    "n_words",
];

/// The line of a document.
pub(super) fn line(article: &Article<'_>, line: &JsonLine) -> Vec<u8> {
    let row = article.row;
    let copied: Vec<&'static Column> =
        COLUMNS.iter().filter(|column| COPIED.contains(&column.name)).collect();
    let mut object = match JsonRow(row, &copied).to_value() {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    object.insert("text_sha256".to_owned(), json!(text_digest(&row.text)));
    object.insert("row_sha256".to_owned(), json!(HEXLOWER.encode(&digest_of_row(line))));
    object.insert("spans".to_owned(), spans(article));
    json_line(&Value::Object(object))
}

/// The digest of a text, in lower-case hex.
pub(crate) fn text_digest(text: &str) -> String {
    let digest: Hash = Sha256::digest(text.as_bytes()).into();
    HEXLOWER.encode(&digest)
}

/// The lines of the text as `[start, end, kind]`, in characters.
fn spans(article: &Article<'_>) -> Value {
    // A block may have several lines; the same line may stand in blocks of several kinds.
    let mut kinds: HashMap<&str, Vec<&'static str>> = HashMap::new();
    for paragraph in article.segmented.paragraphs() {
        for line in paragraph.placed.leaf.text.lines() {
            kinds.entry(line).or_default().push(paragraph.placed.leaf.kind.name());
        }
    }
    kinds.values_mut().for_each(|kinds| kinds.reverse());
    let (mut start, mut spans) = (0, Vec::new());
    for line in article.row.text.split('\n') {
        let end = start + line.chars().count();
        let known = kinds.get_mut(line);
        let kind = known
            .and_then(|kinds| if kinds.len() > 1 { kinds.pop() } else { kinds.first().copied() });
        if end > start {
            // Rows of tables are lines of the text, and no blocks of the document.
            spans.push(json!([start, end, kind.unwrap_or("line")]));
        }
        start = end + 1;
    }
    Value::Array(spans)
}
