//! A table with a name, from which text, pages and JSON are made.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::verbs::evaluate::lines;

#[derive(Debug)]
pub(in super::super) struct Table {
    pub(in super::super) title: String,
    /// What is to be said below it.
    pub(in super::super) note: Option<String>,
    head: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Text(String),
    Count(usize),
    /// Of a number of things, some of which may be none.
    Share(Option<f64>),
    /// A share that is shown as a percentage.
    Percent(Option<f64>),
}

impl Cell {
    fn shown(&self) -> String {
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

impl Table {
    pub(super) fn new(title: impl Into<String>, head: &[impl ToString]) -> Self {
        let head = head.iter().map(ToString::to_string).collect();
        Self { title: title.into(), note: None, head, rows: Vec::new() }
    }

    pub(super) fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// As it is shown, the head first.
    pub(in super::super) fn shown(&self) -> Vec<Vec<String>> {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::shown).collect());
        std::iter::once(self.head.clone()).chain(rows).collect()
    }

    pub(super) fn text(&self) -> String {
        let mut out = format!("{}\n{}", self.title, lines(&self.shown()));
        if let Some(note) = &self.note {
            let _ = writeln!(out, "\n{note}");
        }
        out
    }

    /// Shares are numbers from 0 to 1, or null where there is nothing they could be of.
    pub(in super::super) fn object(&self) -> Value {
        let row = |row: &Vec<Cell>| row.iter().map(Cell::value).collect();
        let rows: Vec<Vec<Value>> = self.rows.iter().map(row).collect();
        json!({"title": self.title, "note": self.note, "columns": self.head, "rows": rows})
    }
}
