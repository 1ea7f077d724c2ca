//! How inputs are read that do not say themselves what they are.

use schemars::JsonSchema;
use scutch_tables::TableColumns;
use serde::{Deserialize, Serialize};

/// What inputs do not say themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct InputConfig {
    /// Name of standard input in rows and reports, such as that of the file it comes from. Default:
    /// `-`.
    pub name: Option<String>,
    /// Columns of tables of pages (JSON lines, Parquet).
    pub columns: TableColumns,
    /// An index (Parquet, JSON lines, CSV, TSV, CDX): only records that it leads to are read.
    pub index: Option<String>,
    /// Rows of the index with URLs that start so. Hosts and languages of `scope.select` choose among
    /// its rows, too.
    pub url_prefix: Option<String>,
}

/// Whether an archive id can be part of a `pwid` URN without escaping.
pub(super) fn is_archive_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._".contains(&b))
}
