//! Lines for the bulk interface of Elasticsearch and OpenSearch: an action, then the row. Solr and
//! Tantivy take the rows themselves, which `jsonl` has.

use serde_json::json;

use super::Article;
use super::rows;
use crate::config::Config;
use crate::row::columns;

pub(super) fn lines(article: &Article<'_>, config: &Config) -> Vec<u8> {
    let mut lines = rows::json_line(&json!({ "index": { "_id": article.row.id } }));
    lines.extend(rows::line(article.row, &columns(config)));
    lines
}
