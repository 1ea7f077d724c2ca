//! Tables of mementos: a row each, with its URI-M, and what is done with them. Columns that nobody
//! knows travel along.

mod cluster;
mod filter;
mod growth;
mod order;
mod read;
mod sample;
mod score;
mod slice;
mod write;

use serde_json::{Map, Value};

pub use cluster::{By, cluster};
pub use filter::{Near, best_of_clusters, largest_clusters, near_duplicates};
pub use growth::{Growth, Seeds, growth, seeds};
pub use order::order;
pub use read::{Form, TableError, read};
pub use sample::{Sampling, sample};
pub use score::{category, depth, dsa};
pub use slice::{default_slices, slice};
pub use write::write;

use crate::uri::uri_m_parts;

/// The column of the URI-M, which every table has.
pub const URI_M: &str = "urim";
/// The column of the cluster; clusters within clusters are written with `/` between them.
pub const CLUSTER: &str = "cluster";

/// One memento.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row(pub Map<String, Value>);

/// Mementos, in an order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Names of the columns, in order.
    pub columns: Vec<String>,
    /// The mementos.
    pub rows: Vec<Row>,
}

impl Row {
    /// A cell as text; `None` where it is empty or not there.
    pub fn text(&self, column: &str) -> Option<&str> {
        self.0.get(column)?.as_str().filter(|text| !text.is_empty())
    }

    /// A cell as a number, also where it is written as text.
    pub fn number(&self, column: &str) -> Option<f64> {
        let value = self.0.get(column)?;
        let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
        number.filter(|number| number.is_finite())
    }

    /// The URI-M.
    pub fn uri_m(&self) -> &str {
        self.text(URI_M).unwrap_or_default()
    }

    /// The URI-R: the column `url`, or what the URI-M tells.
    pub fn url(&self) -> String {
        self.text("url").map_or_else(|| uri_m_parts(self.uri_m()).1, str::to_owned)
    }

    /// When it was captured, milliseconds since 1970 UTC: the column `timestamp`, or what the URI-M
    /// tells.
    pub fn unix_ms(&self) -> Option<i64> {
        let written = self.0.get("timestamp").filter(|value| !value.is_null());
        let number = written.and_then(Value::as_u64).map(|digits| digits.to_string());
        let text = number.or_else(|| self.text("timestamp").map(str::to_owned));
        let text = text.or_else(|| uri_m_parts(self.uri_m()).0)?;
        crate::moment(&text).map(|moment| moment.unix_ms)
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
    /// Adds a column at the end, unless it is there.
    pub fn column(&mut self, name: &str) {
        if !self.columns.iter().any(|column| column == name) {
            self.columns.push(name.to_owned());
        }
    }
}
