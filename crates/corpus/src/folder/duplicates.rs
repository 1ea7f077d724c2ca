//! What the manifest says of duplicates.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::DedupConfig;

/// In which way a row is a duplicate, the surest first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DupKind {
    /// The same bytes of the page.
    Payload,
    /// The same text.
    Text,
    /// The same address, another text: a version.
    Url,
    /// The same number of the post in the system that made the page.
    Post,
    /// The same canonical address.
    Canonical,
    /// Most of the same shingles as the original.
    Near,
    /// Related to the original through other rows only.
    Linked,
}

impl DupKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Payload,
        Self::Text,
        Self::Url,
        Self::Post,
        Self::Canonical,
        Self::Near,
        Self::Linked,
    ];

    /// Kinds that are keys: these rows have equal ones.
    pub(crate) const KEYS: usize = 5;

    /// The name in the column `dup_kind`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Payload => "payload",
            Self::Text => "text",
            Self::Url => "url",
            Self::Post => "post",
            Self::Canonical => "canonical",
            Self::Near => "near",
            Self::Linked => "linked",
        }
    }
}

/// What was found, for the manifest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DedupCounts {
    /// The parameters.
    pub config: DedupConfig,
    /// Rows looked at.
    pub rows: u64,
    /// Rows marked, by kind.
    pub marked: BTreeMap<String, u64>,
    /// Clusters of more than one row.
    pub clusters: u64,
    /// Rows of the largest cluster.
    pub largest: u64,
    /// Pairs whose shingles were compared.
    pub compared: u64,
    /// Paragraphs looked up.
    pub paragraphs: u64,
    /// Paragraphs that stand in an earlier row.
    pub repeated_paragraphs: u64,
    /// Addresses captured more than once.
    pub versioned: u64,
}
