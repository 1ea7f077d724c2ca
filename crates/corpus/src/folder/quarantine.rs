//! `quarantine.jsonl`: one line per record that was lost or rejected, and per damaged byte range.

use serde::{Deserialize, Serialize};

/// What a quarantine line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Loss {
    /// A record the archive delivered.
    Record,
    /// A byte range no record came out of.
    Range,
}

/// One line of the quarantine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Record or byte range.
    pub(crate) loss: Loss,
    /// Archive file, relative to the named input.
    pub(crate) file: String,
    /// Offset in the file in bytes.
    pub(crate) offset: u64,
    /// Length in the file in bytes.
    pub(crate) length: u64,
    /// Offset inside the inflated member.
    pub(crate) inner_offset: u64,
    /// WARC-Record-ID, where there is one.
    pub(crate) warc_record_id: Option<String>,
    /// Target URI, where there is one.
    pub(crate) url: Option<String>,
    /// Reason id.
    pub(crate) reason: String,
    /// The reason as a sentence, with what was found.
    pub(crate) sentence: String,
}
