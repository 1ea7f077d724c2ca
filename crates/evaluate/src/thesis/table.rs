//! A table with a title, from which text, pages and JSON are made.

use serde_json::{Value, json};

/// A table of the thesis.
#[derive(Debug)]
pub struct ThesisTable {
    /// What it shows, and which table of the thesis it is.
    pub title: String,
    /// A sentence below it.
    pub note: Option<String>,
    head: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Count(usize),
    /// A share; `None` of nothing.
    Share(Option<f64>),
    /// A share that is shown as a percentage.
    Percent(Option<f64>),
}

impl Cell {
    fn as_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Share(Some(share)) => format!("{share:.2}"),
            Self::Percent(Some(share)) => format!("{:.1} %", 100.0 * share),
            Self::Share(None) | Self::Percent(None) => "-".to_owned(),
        }
    }

    fn value(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Count(count) => json!(count),
            Self::Share(share) | Self::Percent(share) => json!(share),
        }
    }
}

impl ThesisTable {
    pub(super) fn new(title: impl Into<String>, head: &[impl ToString]) -> Self {
        let head = head.iter().map(ToString::to_string).collect();
        Self { title: title.into(), note: None, head, rows: Vec::new() }
    }

    pub(super) fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Its rows as text, the names of the columns first.
    pub fn rows_as_text(&self) -> Vec<Vec<String>> {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::as_text).collect());
        std::iter::once(self.head.clone()).chain(rows).collect()
    }

    /// The table as JSON. Shares are numbers from 0 to 1, or null where they are shares of nothing.
    pub fn object(&self) -> Value {
        let row = |row: &Vec<Cell>| row.iter().map(Cell::value).collect();
        let rows: Vec<Vec<Value>> = self.rows.iter().map(row).collect();
        json!({"title": self.title, "note": self.note, "columns": self.head, "rows": rows})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_nothing_are_dashes_in_text_and_null_in_json() {
        let mut table = ThesisTable::new("T", &["name", "n", "share", "per cent", "none"]);
        table.push(vec![
            Cell::Text("a".to_owned()),
            Cell::Count(3),
            Cell::Share(Some(0.126)),
            Cell::Percent(Some(0.126)),
            Cell::Percent(None),
        ]);
        let rows = table.rows_as_text();
        assert_eq!(rows[0], ["name", "n", "share", "per cent", "none"]);
        assert_eq!(rows[1], ["a", "3", "0.13", "12.6 %", "-"]);
        let object = table.object();
        assert_eq!(object["rows"][0], json!(["a", 3, 0.126, 0.126, null]));
        assert_eq!(object["note"], Value::Null);
    }
}
