//! `engine.json`: evidence that the tasks of an engine such as Spark gathered.

use serde::{Deserialize, Serialize};

use crate::plan::Plan;

/// `engine.json`.
#[derive(Debug, Serialize, Deserialize)]
pub struct EngineMarker {
    /// Version of the marker: [`FORMAT`](super::FORMAT).
    pub format: u64,
    /// The run.
    pub plan: Plan,
    /// Number of parts.
    pub parts: u32,
    /// Whether verdicts of crawls were met.
    pub verdicts: bool,
    /// The files beside it.
    pub files: Vec<PartEntry>,
}

/// A file of evidence.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PartEntry {
    /// What it holds.
    pub table: Table,
    /// The part of the keys.
    pub part: u32,
    /// Its name in the folder.
    pub name: String,
    /// Its length in bytes.
    pub bytes: u64,
}

impl PartEntry {
    /// Reads an entry that a task sent.
    ///
    /// # Errors
    /// When it is none.
    pub fn from_json(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json)
    }

    /// The entry as compact JSON.
    ///
    /// # Errors
    /// None that an entry can have.
    pub fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        serde_json::to_vec(self)
    }
}

/// What groups and evidence are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Table {
    /// What bears a name that revisits refer by.
    Originals,
    /// Pages of a host; template groups and pages to compare with.
    Hosts,
    /// Pages of a host that may be one of several; which follows which.
    Chains,
    /// Captures of a host for off-topic detection.
    Captures,
    /// Verdicts of off-topic detection by address.
    Verdicts,
    /// What crawls decided of a response.
    Crawled,
    /// Further pages of an article.
    LaterPages,
    /// What the pages of a host teach.
    Lessons,
    /// Hosts after what their pages teach.
    Taught,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 9] = [
        Self::Originals,
        Self::Hosts,
        Self::Chains,
        Self::Captures,
        Self::Verdicts,
        Self::Crawled,
        Self::LaterPages,
        Self::Lessons,
        Self::Taught,
    ];

    /// Its name in files and between tasks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Originals => "originals",
            Self::Hosts => "hosts",
            Self::Chains => "chains",
            Self::Captures => "captures",
            Self::Verdicts => "verdicts",
            Self::Crawled => "crawled",
            Self::LaterPages => "later-pages",
            Self::Lessons => "lessons",
            Self::Taught => "taught",
        }
    }

    /// The table of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.name() == name)
    }

    /// The part of a key, of so many.
    pub fn part(self, key: &str, parts: u32) -> u32 {
        match self {
            // Hosts ask each other where redirects lead and what revisits refer to.
            Self::Captures => 0,
            _ => scutch_shuffle::part_of(key, parts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_by_their_names() {
        for table in Table::ALL {
            assert_eq!(Table::named(table.name()), Some(table));
            let json = serde_json::to_value(table).expect("JSON");
            assert_eq!(json, table.name());
        }
        assert_eq!(Table::named("pages"), None);
    }
}
