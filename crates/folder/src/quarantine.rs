//! `quarantine.jsonl`: one line per rejected record and per damaged byte range.

use serde::{Deserialize, Serialize};

/// The subject of a quarantine line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuarantineSubject {
    /// A record the archive delivered.
    Record,
    /// A byte range without a readable record.
    Range,
}

/// One line of the quarantine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuarantineLine {
    /// Record or byte range.
    pub loss: QuarantineSubject,
    // Spelled as the columns of a row, so that both can be joined.
    /// Archive file, relative to the named input.
    pub file: String,
    /// Offset in the file in bytes.
    pub offset: u64,
    /// Length in the file in bytes.
    pub length: u64,
    /// Offset inside the inflated member.
    pub inner_offset: u64,
    /// WARC-Record-ID, if there is one.
    pub warc_record_id: Option<String>,
    /// Target URI, if there is one.
    pub url: Option<String>,
    /// Reason id.
    pub reason: String,
    /// The reason as a sentence, with details.
    pub sentence: String,
}

impl QuarantineLine {
    /// Reads a line of the file.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_json(line: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(line.as_bytes())
    }

    /// The line of the file, without its line break.
    ///
    /// # Errors
    /// None that a line can have.
    pub fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self)
    }
}
