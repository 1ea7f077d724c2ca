//! `quarantine.jsonl`: one line per record that was lost or rejected, and per damaged byte range.

use serde::{Deserialize, Serialize};

/// File name of the quarantine in a corpus folder.
pub const QUARANTINE: &str = "quarantine.jsonl";

/// What a quarantine line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// A record the archive delivered.
    Record,
    /// A byte range no record came out of.
    Range,
}

/// One line of the quarantine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Record or byte range.
    pub loss: Loss,
    /// Archive file, relative to the named input.
    pub file: String,
    /// Offset in the file in bytes.
    pub offset: u64,
    /// Length in the file in bytes.
    pub length: u64,
    /// Offset inside the inflated member.
    pub inner_offset: u64,
    /// WARC-Record-ID, where there is one.
    pub warc_record_id: Option<String>,
    /// Target URI, where there is one.
    pub url: Option<String>,
    /// Reason id.
    pub reason: String,
    /// The reason as a sentence, with what was found.
    pub sentence: String,
}
