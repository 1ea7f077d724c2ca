//! The kinds of duplicates and their counts in the manifest.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::DedupConfig;

/// How a row duplicates its original, the strongest evidence first.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum DupKind {
    /// The same bytes of the page.
    Payload,
    /// The same text.
    Text,
    /// The same URL with another text: a version.
    Url,
    /// The same number of the post in the system that made the page.
    Post,
    /// The same canonical URL.
    Canonical,
    /// Similar to the original in shingles.
    Near,
    /// Related to the original through other rows only.
    Linked,
}

impl DupKind {
    // In the order of evidence, which is that of the variants: a row is of the first kind that holds.
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

    /// The first kinds are keys: such rows agree in a value, not only in similarity.
    pub const KEYS: usize = 5;

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

/// Counts of a search for duplicates, in the manifest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DedupCounts {
    /// The parameters.
    pub config: DedupConfig,
    /// Rows examined.
    pub rows: u64,
    /// Rows marked, by kind.
    pub marked: BTreeMap<String, u64>,
    /// Clusters of more than one row.
    pub clusters: u64,
    /// Rows of the largest cluster.
    pub largest: u64,
    /// Pairs of rows whose shingles were compared.
    pub compared: u64,
    /// Paragraphs looked up.
    pub paragraphs: u64,
    /// Paragraphs that also occur in an earlier row.
    pub repeated_paragraphs: u64,
    /// URLs captured more than once.
    pub versioned: u64,
    /// Other corpora that the search took in, as they were named. Counts are those of all together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corpora: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_duplicates_are_ordered_by_evidence_and_named_as_they_are_stored() {
        assert!(DupKind::ALL.is_sorted());
        for kind in DupKind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
        }
        assert_eq!(DupKind::ALL[DupKind::KEYS], DupKind::Near, "the first that is no key");
    }
}
