//! A table with a name.

use std::fmt::Write as _;

use crate::verbs::evaluate::lines;

#[derive(Debug)]
pub(in super::super) struct Table {
    title: String,
    /// What is to be said below it.
    pub(super) note: Option<String>,
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
    fn shown(&self) -> Vec<Vec<String>> {
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
}
