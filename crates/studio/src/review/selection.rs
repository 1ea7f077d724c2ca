//! Rows that a query selects, and those of the last queries.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::search::Found;

/// Searches and selections that are kept: those of the last pages looked at.
pub(super) const MOST_KEPT: usize = 8;

/// The rows of a query.
#[derive(Debug, Clone)]
pub struct Selection {
    /// Their numbers in order; `None` for all rows in the order of the corpus.
    pub(super) rows: Option<Arc<Vec<u32>>>,
    /// How many there are.
    pub count: usize,
    /// What the search found, if there is one.
    pub found: Option<Found>,
}

impl Selection {
    /// Numbers of the rows at these places.
    pub(super) fn at(&self, places: Range<usize>) -> Vec<usize> {
        let places = places.start.min(self.count)..places.end.min(self.count);
        match &self.rows {
            None => places.collect(),
            Some(rows) => rows[places].iter().map(|row| *row as usize).collect(),
        }
    }

    /// The place of a row.
    pub fn place(&self, row: usize) -> Option<usize> {
        match &self.rows {
            None => (row < self.count).then_some(row),
            Some(rows) => rows.iter().position(|known| *known as usize == row),
        }
    }
}

/// The selections of the last queries.
#[derive(Debug, Default)]
pub(super) struct Selections(Mutex<Vec<(String, Arc<Vec<u32>>)>>);

impl Selections {
    pub(super) fn get(&self, name: &str) -> Option<Arc<Vec<u32>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == name).map(|(_, rows)| rows.clone())
    }

    pub(super) fn keep(&self, name: String, rows: Arc<Vec<u32>>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The oldest one goes: somebody who reviews returns to recent queries.
        if kept.len() >= MOST_KEPT {
            kept.remove(0);
        }
        kept.push((name, rows));
    }
}
