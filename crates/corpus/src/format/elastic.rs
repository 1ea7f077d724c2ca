//! Lines for the bulk API of Elasticsearch and OpenSearch: an action, then the row.
//!
//! Solr and Tantivy read plain rows, so the format `jsonl` serves them.

use scutch_folder::config::Config;
use serde_json::json;

use crate::format::article::Article;
use crate::row::{columns, json};

/// The two lines of a document.
pub(super) fn lines(article: &Article<'_>, config: &Config) -> Vec<u8> {
    // The row id is the document id: a second import replaces documents instead of doubling them.
    let mut lines = json::json_line(&json!({ "index": { "_id": article.row.id } }));
    lines.extend(json::line(article.row, &columns(config)));
    lines
}
