//! Batches that a task gives, for a library of Arrow.

use std::sync::{Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::rows::capsule;
use crate::rows::reading::Reading;

/// Where batches come from.
pub(super) enum Source {
    Read(Reading),
    Kept(Vec<RecordBatch>),
}

/// Batches for a library of Arrow, once.
#[pyclass(frozen)]
pub(super) struct EngineBatches {
    schema: SchemaRef,
    source: Mutex<Option<Source>>,
}

impl EngineBatches {
    pub(super) fn of(schema: SchemaRef, source: Source) -> Self {
        Self { schema, source: Mutex::new(Some(source)) }
    }
}

#[pymethods]
impl EngineBatches {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let source = self.source.lock().unwrap_or_else(PoisonError::into_inner).take();
        match source {
            Some(Source::Read(reading)) => capsule::stream(py, self.schema.clone(), reading),
            Some(Source::Kept(batches)) => capsule::kept(py, self.schema.clone(), batches),
            None => Err(PyValueError::new_err("the batches were read already")),
        }
    }
}
