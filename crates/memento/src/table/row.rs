//! A table in memory.

use serde_json::{Map, Value};

use crate::date::parse_date;
use crate::uri::split_uri_m;

/// The column of the URI-M, which every table has.
pub const URI_M: &str = "urim";
/// The column of the cluster. Nested clusters are written with `/` between them.
pub(crate) const CLUSTER: &str = "cluster";

/// One memento: cells by column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row(pub Map<String, Value>);

/// Mementos in an order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Names of the columns, in order.
    pub columns: Vec<String>,
    /// The mementos.
    pub rows: Vec<Row>,
}

impl Row {
    /// A cell as text; `None` if it is empty or missing.
    pub fn text(&self, column: &str) -> Option<&str> {
        self.0.get(column)?.as_str().filter(|text| !text.is_empty())
    }

    /// A cell as a finite number, written as number or as text.
    pub fn number(&self, column: &str) -> Option<f64> {
        let value = self.0.get(column)?;
        let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
        number.filter(|number| number.is_finite())
    }

    /// The URI-M.
    pub fn uri_m(&self) -> &str {
        self.text(URI_M).unwrap_or_default()
    }

    /// The URI-R: the column `url`, or else the original in the URI-M.
    pub fn url(&self) -> String {
        self.text("url").map_or_else(|| split_uri_m(self.uri_m()).1, str::to_owned)
    }

    /// Time of capture in milliseconds since 1970 UTC: the column `timestamp`, or else the
    /// timestamp in the URI-M.
    pub fn unix_ms(&self) -> Option<i64> {
        let cell = self.0.get("timestamp").filter(|value| !value.is_null());
        // JSON written by other programs may hold the 14 digits as a number.
        let number = cell.and_then(Value::as_u64).map(|digits| digits.to_string());
        let text = number.or_else(|| self.text("timestamp").map(str::to_owned));
        let text = text.or_else(|| split_uri_m(self.uri_m()).0)?;
        parse_date(&text).map(|moment| moment.unix_ms)
    }

    /// A simhash: a column of 16 hexadecimal digits.
    pub fn simhash(&self, column: &str) -> Option<u64> {
        let text = self.text(column).filter(|text| text.len() == 16)?;
        u64::from_str_radix(text, 16).ok()
    }

    /// Sets a cell.
    pub fn set(&mut self, column: &str, value: Value) {
        self.0.insert(column.to_owned(), value);
    }
}

impl Table {
    /// Adds a column at the end, unless it exists.
    pub fn add_column(&mut self, name: &str) {
        if !self.columns.iter().any(|column| column == name) {
            self.columns.push(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_read_in_every_notation_and_missing_ones_are_none() {
        let value = json!({"urim": "http://a.example/20140127171200/http://x.org/", "a": " 1.5 ",
            "b": 2, "c": "NaN", "d": "", "e": "00000000000000ff", "f": "ff", "g": "zz00000000000000"});
        let row = Row(value.as_object().expect("an object").clone());
        let numbers: Vec<_> = ["a", "b", "c", "d", "z"].map(|name| row.number(name)).into();
        assert_eq!(numbers, [Some(1.5), Some(2.0), None, None, None]);
        let hashes: Vec<_> = ["e", "f", "g"].map(|name| row.simhash(name)).into();
        assert_eq!(hashes, [Some(255), None, None]);
        assert_eq!(row.text("d"), None);
        assert_eq!(
            (row.url(), row.unix_ms()),
            ("http://x.org/".to_owned(), Some(1_390_842_720_000))
        );
    }

    #[test]
    fn columns_are_added_once() {
        let mut table = Table::default();
        ["a", "b", "a"].iter().for_each(|name| table.add_column(name));
        assert_eq!(table.columns, ["a", "b"]);
    }
}
