//! The row of a page.

use scutch_url::frontier::Handout;
use serde_json::{Map, Value, json};

use super::judge::Refusal;

/// What became of an address: one row of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageRow {
    facts: Vec<(String, String)>,
    /// Links of the page that were refused, each once.
    pub refused: Vec<Refusal>,
}

/// The columns, in order.
const COLUMNS: &[&str] = &[
    "url",
    "timestamp",
    "http_status",
    "reason",
    "depth",
    "hops",
    "certificate",
    "holding",
    "holding_offset",
    "warc_file",
    "warc_offset",
];

/// Columns that hold numbers.
const NUMBERS: &[&str] = &["http_status", "depth", "hops", "holding_offset", "warc_offset"];

impl PageRow {
    /// A row from stored facts and the place of the answer.
    pub(crate) fn new<'a>(
        facts: impl Iterator<Item = (&'a str, &'a str)>,
        (file, offset): (&str, u64),
    ) -> Self {
        let offset = offset.to_string();
        let place = [("warc_file", file), ("warc_offset", offset.as_str())];
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let facts = facts.map(owned).chain(place.map(owned)).collect();
        Self { facts, refused: Vec::new() }
    }

    /// A row of an address without answer.
    pub(crate) fn failed(handout: &Handout, reason: &str) -> Self {
        let facts = [
            ("url", handout.url.as_str().to_owned()),
            ("depth", handout.depth.to_string()),
            ("reason", reason.to_owned()),
        ];
        let facts = facts.map(|(name, value)| (name.to_owned(), value)).into();
        Self { facts, refused: Vec::new() }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Reason id if there is no answer.
    pub fn reason(&self) -> Option<&str> {
        self.get("reason")
    }

    /// The archive that held the page, if it was not asked for.
    pub fn holding(&self) -> Option<&str> {
        self.get("holding")
    }

    /// The row as a JSON object with every column.
    pub fn json(&self) -> Map<String, Value> {
        let cell = |name: &&'static str| {
            // Facts are text in the WARC file; rows have numbers.
            let number = || self.get(name).and_then(|text| text.parse::<u64>().ok());
            let value =
                if NUMBERS.contains(name) { json!(number()) } else { json!(self.get(name)) };
            ((*name).to_owned(), value)
        };
        COLUMNS.iter().map(cell).collect()
    }
}
