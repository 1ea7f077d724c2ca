//! Lines for the bulk API of Elasticsearch and OpenSearch: an action, then the row.
//!
//! Solr and Tantivy read plain rows, so the format `jsonl` serves them.

use serde_json::json;

use crate::format::article::Article;
use crate::row::json::{JsonLine, json_line};

/// The two lines of a document.
pub(super) fn lines(article: &Article<'_>, line: &JsonLine) -> Vec<u8> {
    // The row id is the document id: a second import replaces documents instead of doubling them.
    let mut lines = json_line(&json!({ "index": { "_id": article.row.id } }));
    lines.extend(line.bytes());
    lines
}
