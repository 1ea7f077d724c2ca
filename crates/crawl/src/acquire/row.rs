//! The row of a memento.

use std::collections::BTreeMap;

use scutch_memento::cdx_timestamp;
use serde_json::{Map, Value};

use crate::target::Target;

/// The columns in order.
pub const COLUMNS: &[&str] = &[
    "urim",
    "urit",
    "url",
    "timestamp",
    "http_status",
    "reason",
    "drift",
    "form",
    "route",
    "through",
    "hops",
    "warc_file",
    "warc_offset",
];

/// Columns that hold numbers.
const NUMBERS: &[&str] = &["http_status", "drift", "hops", "warc_offset"];

/// A target and what became of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    cells: BTreeMap<String, String>,
}

impl Row {
    /// A row from facts and the place of the answer. Facts without a column are left out.
    pub(crate) fn new<'a>(
        facts: impl Iterator<Item = (&'a str, &'a str)>,
        place: Option<(&str, u64)>,
    ) -> Self {
        // Groups have more facts than rows have columns, such as the position.
        let known = facts.filter(|(name, _)| COLUMNS.contains(name));
        let mut cells: BTreeMap<_, _> =
            known.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        if let Some((file, offset)) = place {
            cells.insert("warc_file".to_owned(), file.to_owned());
            cells.insert("warc_offset".to_owned(), offset.to_string());
        }
        Self { cells }
    }

    /// A row of a target without memento.
    pub(crate) fn failed(target: &Target, reason: &'static str) -> Self {
        let stamp = target.unix_ms.map(cdx_timestamp).unwrap_or_default();
        let facts = [
            ("urim", target.uri_m.as_str()),
            ("urit", &target.via),
            ("url", &target.uri_r),
            ("timestamp", &stamp),
            ("route", target.route),
            ("reason", reason),
        ];
        Self::new(facts.into_iter().filter(|(_, value)| !value.is_empty()), None)
    }

    /// The row with the distance of the memento from the time that was asked for, in seconds, and
    /// with a reason if that is too far.
    pub(crate) fn drifted(mut self, seconds: i64, reason: Option<&'static str>) -> Self {
        self.cells.insert("drift".to_owned(), seconds.to_string());
        self.cells.extend(reason.map(|reason| ("reason".to_owned(), reason.to_owned())));
        self
    }

    /// Time of capture, as 14 digits.
    pub(crate) fn timestamp(&self) -> Option<&str> {
        self.cells.get("timestamp").map(String::as_str)
    }

    /// URI-M as it is listed.
    pub fn uri_m(&self) -> &str {
        self.cells.get("urim").map_or("", String::as_str)
    }

    /// Reason id if there is no memento.
    pub fn reason(&self) -> Option<&str> {
        self.cells.get("reason").map(String::as_str)
    }

    /// The row as a JSON object with every column.
    pub fn json(&self) -> Map<String, Value> {
        let cell = |name: &&'static str| {
            let text = self.cells.get(*name);
            let value = match text.map(|text| (text, text.parse::<i64>())) {
                Some((_, Ok(number))) if NUMBERS.contains(name) => number.into(),
                Some((text, _)) => text.as_str().into(),
                None => Value::Null,
            };
            ((*name).to_owned(), value)
        };
        COLUMNS.iter().map(cell).collect()
    }
}
