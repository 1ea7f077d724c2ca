//! A *document row*: one captured page as flat columns, with evidence for each value.
//!
//! [`COLUMNS`] is the table of names, types and meanings. The Parquet schema, the JSON lines and the
//! column list of the user guide are made from it.

mod columns;
pub(crate) mod digest;
mod facts;
mod identity;
pub(crate) mod json;
pub(crate) mod named;
mod nodes;
mod numbered;
mod owned;
mod schema_org;
pub(crate) mod seen;
pub(crate) mod stored;
pub(crate) mod types;

use std::collections::BTreeMap;

use scutch_page::{Candidate, UsagePreferences};
use scutch_template::compared::Compared;
use serde_json::Value;

pub(crate) use columns::has_pages_column;
pub use columns::{AsJson, COLUMNS, Cell, Column, ColumnKind, columns, further};
pub(crate) use facts::PageFacts;
pub use identity::Identity;
pub(crate) use identity::pwid;
pub(crate) use nodes::NodeRow;
pub use numbered::{NumberedRows, TakeCell};
pub(crate) use owned::OwnedCell;
pub(crate) use schema_org::schema_org;

/// One document row. [`COLUMNS`] documents the fields. A value that was not computed is `None`.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs)] // the table below documents every field once
pub struct Row {
    pub id: String,
    pub url: String,
    pub url_key: String,
    pub timestamp: Option<i64>,
    pub warc_date: Option<String>,
    pub text: String,
    pub title: Option<String>,
    pub site: Option<String>,
    pub language: Option<String>,
    pub language_score: Option<f32>,
    pub authors: Vec<String>,
    pub keywords: Vec<String>,
    pub date_published: Option<String>,
    pub date_modified: Option<String>,
    pub metadata: Option<BTreeMap<&'static str, Vec<Candidate>>>,
    pub extractor: String,
    pub content_ratio: Option<f32>,
    pub n_chars: u32,
    pub n_words: u32,
    pub n_blocks: u32,
    pub template_group: Option<String>,
    pub cross: Option<String>,
    pub topic_status: Option<String>,
    pub topic_score: Option<f32>,
    pub dup_of: Option<String>,
    pub dup_kind: Option<String>,
    pub dup_similarity: Option<f32>,
    pub charset: Option<String>,
    pub charset_source: Option<String>,
    pub http_status: Option<u16>,
    pub mime: Option<String>,
    pub payload_digest: String,
    pub archive_digest: Option<String>,
    pub digest_status: String,
    pub warc_file: String,
    pub warc_offset: u64,
    pub warc_length: u64,
    pub inner_offset: u64,
    pub warc_record_id: Option<String>,
    pub pwid: Option<String>,
    pub flags: Vec<String>,
    pub subtitle: Option<String>,
    pub section: Option<String>,
    pub publisher: Option<String>,
    pub licence: Option<String>,
    pub canonical_url: Option<String>,
    pub post_id: Option<String>,
    pub schema: Option<Value>,
    pub metadata_conflicts: Vec<String>,
    /// Texts of further methods, in the order of [`Method::ALL`](scutch_page::Method::ALL).
    pub also: [Option<String>; 8],
    pub markdown: Option<String>,
    pub(crate) compared: Option<Compared>,
    pub(crate) nodes: Option<Vec<NodeRow>>,
    pub markup: Option<String>,
    pub pages: Option<Vec<Value>>,
    pub preferences: Option<UsagePreferences>,
}

#[cfg(test)]
mod tests;
