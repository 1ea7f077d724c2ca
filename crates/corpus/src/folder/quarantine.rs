//! `quarantine.jsonl`: one line per rejected record and per damaged byte range.

use serde::{Deserialize, Serialize};

/// The subject of a quarantine line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum QuarantineSubject {
    /// A record the archive delivered.
    Record,
    /// A byte range without a readable record.
    Range,
}

/// One line of the quarantine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct QuarantineLine {
    /// Record or byte range.
    pub(crate) loss: QuarantineSubject,
    /// Archive file, relative to the named input.
    pub(crate) file: String,
    /// Offset in the file in bytes.
    pub(crate) offset: u64,
    /// Length in the file in bytes.
    pub(crate) length: u64,
    /// Offset inside the inflated member.
    pub(crate) inner_offset: u64,
    /// WARC-Record-ID, if there is one.
    pub(crate) warc_record_id: Option<String>,
    /// Target URI, if there is one.
    pub(crate) url: Option<String>,
    /// Reason id.
    pub(crate) reason: String,
    /// The reason as a sentence, with details.
    pub(crate) sentence: String,
}
