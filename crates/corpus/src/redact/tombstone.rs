//! A line of `tombstones.jsonl`.

use scutch_folder::exclusion::ExclusionLine;
use scutch_folder::quarantine::QuarantineLine;
use serde::Serialize;
use serde_json::{Map, Value};

/// What was taken out, and why.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Tombstone {
    /// Id of the row; none for a line of the quarantine.
    id: Option<String>,
    /// Its address, unless that was not to be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Date of capture as the archive writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    warc_date: Option<String>,
    /// Reason id in the quarantine.
    #[serde(skip_serializing_if = "Option::is_none")]
    quarantined: Option<String>,
    /// The row on the list whose text it has, if it is not on the list itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    same_text_as: Option<String>,
    /// Why, as the list says.
    why: Option<String>,
    /// Line of the list, from 1.
    line: u64,
    /// sha256 of the list.
    list: String,
    #[serde(skip)]
    addresses: bool,
}

impl Tombstone {
    /// By a line of a list.
    pub(super) fn new(line: &ExclusionLine, list: &str, addresses: bool) -> Self {
        let (why, list) = (line.why.clone(), list.to_owned());
        Self { why, line: line.number, list, addresses, ..Self::default() }
    }

    /// Of a row, which may have the text of another.
    pub(super) fn of_row(self, columns: &Map<String, Value>, same_text_as: Option<String>) -> Self {
        let text = |name: &str| columns.get(name).and_then(Value::as_str).map(str::to_owned);
        let url = text("url").filter(|_| self.addresses);
        Self { id: text("id"), url, warc_date: text("warc_date"), same_text_as, ..self }
    }

    /// Of a line of the quarantine.
    pub(super) fn of_quarantine(self, line: &QuarantineLine) -> Self {
        let url = line.url.clone().filter(|_| self.addresses);
        Self { url, quarantined: Some(line.reason.clone()), ..self }
    }
}
