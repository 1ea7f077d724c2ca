//! One line of JSON as a row.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::Deserializer;

use crate::cell::{JsonText, date};
use crate::columns::PageColumns;

/// The cells of a row that are needed.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JsonRow {
    pub(super) url: Option<String>,
    pub(super) html: Option<String>,
    pub(super) date: Option<String>,
}

impl JsonRow {
    /// Reads a line. Of columns named twice the last counts.
    pub(super) fn read(line: &[u8], columns: &PageColumns) -> serde_json::Result<Self> {
        let mut json = Deserializer::from_slice(line);
        let row = json.deserialize_map(Cells(columns))?;
        json.end()?;
        Ok(row)
    }
}

/// The names of the columns of a line; `None` if it is no JSON object.
pub(super) fn names(line: &[u8]) -> Option<Vec<String>> {
    let mut json = Deserializer::from_slice(line);
    let names = json.deserialize_map(Names).ok()?;
    json.end().ok()?;
    Some(names)
}

/// Reads the cells of a line that are needed.
struct Cells<'a>(&'a PageColumns);

impl<'de> Visitor<'de> for Cells<'_> {
    type Value = JsonRow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<JsonRow, M::Error> {
        let mut row = JsonRow::default();
        while let Some(Name(name)) = map.next_key()? {
            if name == self.0.url {
                row.url = map.next_value::<JsonText>()?.text();
            } else if name == self.0.html {
                row.html = map.next_value::<JsonText>()?.text();
            } else if self.0.date.as_deref() == Some(&*name) {
                row.date = date(&map.next_value()?);
            } else {
                // Passed over without a copy: other columns may be larger than the HTML.
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(row)
    }
}

/// Reads the names of the columns of a line.
struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Vec<String>, M::Error> {
        let mut names = Vec::new();
        while let Some((Name(name), IgnoredAny)) = map.next_entry()? {
            names.push(name.into_owned());
        }
        Ok(names)
    }
}

/// A key that is borrowed where it has no escapes.
#[derive(serde::Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
