//! Observations that come from Python: an iterator of their columns as lists.

use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyIterator;
use scutch_corpus::RunError;
use scutch_corpus::run::engine::Observation;

/// Observations that come from Python.
pub(super) struct Lists {
    pub(super) batches: Py<PyIterator>,
    /// Why there are no more.
    pub(super) raised: Option<PyErr>,
}

/// The columns of observations.
type Columns = (
    Vec<i32>,
    Vec<PyBackedStr>,
    Vec<PyBackedStr>,
    Vec<i32>,
    Vec<i32>,
    Vec<bool>,
    Vec<PyBackedBytes>,
);

impl Lists {
    /// Hands over the next batch; false where there is none any more.
    pub(super) fn next(
        &mut self,
        take: &mut dyn FnMut(Observation<'_>) -> Result<(), RunError>,
    ) -> Result<bool, RunError> {
        let columns = Python::attach(|py| {
            let next = self.batches.bind(py).clone().next();
            next.map(|columns| columns.and_then(|columns| columns.extract::<Columns>())).transpose()
        });
        let columns = match columns {
            Ok(Some(columns)) => columns,
            Ok(None) => return Ok(false),
            Err(raised) => {
                self.raised = Some(raised);
                // No evidence must come of a part of the rows.
                return Err(RunError::Worker);
            }
        };
        let (parts, tables, keys, shares, pieces, lasts, values) = &columns;
        for (row, value) in values.iter().enumerate() {
            take(Observation {
                part: parts[row],
                table: &tables[row],
                key: &keys[row],
                share: shares[row],
                piece: pieces[row],
                last: lasts[row],
                value,
            })?;
        }
        Ok(true)
    }
}
