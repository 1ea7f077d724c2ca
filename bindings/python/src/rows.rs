//! Rows of a run as Arrow batches. What they look like to a user is in `python/scutch/_rows.py`.

pub(crate) mod capsule;
pub(crate) mod reading;
mod released;
mod values;

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::RecordBatch;
use arrow_schema::{DataType, FieldRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scutch_archive::SourcePool;
use scutch_corpus::{Config, Share, StreamRequest, StreamShare, Unreadable, threads};
use scutch_folder::inputs;

use self::reading::{Failure, Outcome, Reading};
use crate::{failed, guarded, named, unlocked};

/// Adds what this file has to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rows>()?;
    module.add_class::<Batches>()?;
    released::register(module)?;
    module.add_function(wrap_pyfunction!(located, module)?)
}

/// A configuration whose paths are those of this working folder, wherever it is read. TOML.
#[pyfunction]
fn located(config: &str) -> PyResult<String> {
    let said = |error: &dyn Display| PyValueError::new_err(error.to_string());
    let config = Config::from_toml(config).map_err(|error| said(&error))?;
    let config = inputs::located(&config, Path::new("")).map_err(|error| said(&error))?;
    config.to_toml().map_err(|error| said(&error))
}

/// What becomes of inputs that cannot be read.
const UNREADABLE: [(&str, Unreadable); 2] =
    [("fail", Unreadable::Fail), ("quarantine", Unreadable::Quarantine)];

/// The rows of a configuration. Each reading is a run of its own.
#[pyclass(frozen)]
struct Rows {
    request: Arc<StreamRequest>,
    /// How the last reading ended.
    outcome: Arc<Mutex<Outcome>>,
}

#[pymethods]
impl Rows {
    /// `config`: TOML, as [`located`] gives it. `share`: its number and theirs, such as `2/3`, the folder of the
    /// evidence, and the folder of relative names in it.
    #[new]
    fn new(
        py: Python<'_>,
        config: &str,
        limits: (Option<NonZeroUsize>, Option<usize>, Option<PathBuf>),
        unreadable: &str,
        share: Option<(String, PathBuf, PathBuf)>,
    ) -> PyResult<Self> {
        let unreadable = named("unreadable", unreadable, &UNREADABLE)?;
        let share = share.map(|(number, evidence, named_in)| {
            let share = number.parse::<Share>();
            let share =
                share.map_err(|why| PyValueError::new_err(format!("shard {number:?}: {why}")));
            PyResult::Ok(StreamShare { share: share?, evidence, named_in })
        });
        let share = share.transpose()?;
        let config = Config::from_toml(config).map_err(|e| PyValueError::new_err(e.to_string()))?;
        // A file that is missing is told here, rather than by whatever library asks for rows.
        let pool = SourcePool::default();
        let list = || inputs::list_pooled(&config, None, &pool);
        let listed = unlocked(py, "listing inputs", list)?;
        listed.map_err(|error| failed(py, &error))?;
        let defaults = StreamRequest::new(config);
        let (jobs, memory, spill) = limits;
        let (jobs, memory) = (threads(jobs), memory.unwrap_or(defaults.memory));
        let request = StreamRequest { jobs, memory, spill, unreadable, share, ..defaults };
        Ok(Self { request: Arc::new(request), outcome: Arc::default() })
    }

    /// Name, Arrow type and meaning of each column.
    #[getter]
    fn columns(&self) -> Vec<(String, String, String)> {
        let schema = self.request.schema();
        let column = |field: &FieldRef| {
            let meaning = field.metadata().get("description").cloned().unwrap_or_default();
            (field.name().clone(), type_name(field.data_type()), meaning)
        };
        schema.fields().iter().map(column).collect()
    }

    /// Begins a reading.
    fn batches(&self) -> Batches {
        Batches(Mutex::new(self.read()))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema(py, &self.request.schema())
    }

    /// `requested_schema` may be ignored, and is: consumers cast what they want otherwise.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        capsule::stream(py, self.request.schema(), self.read())
    }

    /// JSON of the counts of the last reading that came to its end.
    #[getter]
    fn counts(&self) -> Option<String> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner).counts.clone()
    }

    /// JSON of the first losses of the last reading.
    #[getter]
    fn losses(&self) -> Vec<String> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner).losses.clone()
    }
}

impl Rows {
    fn read(&self) -> Reading {
        Reading::new(self.request.clone(), self.outcome.clone())
    }
}

fn columns<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let values = || batch.columns().iter().map(|column| values::list(py, column)).collect();
    guarded("handing over rows", values)?
}

/// The name that users of Arrow know a type by.
pub(crate) fn type_name(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 => "string".to_owned(),
        DataType::List(item) => format!("list<{}>", type_name(item.data_type())),
        DataType::Timestamp(unit, zone) => {
            let zone = zone.as_deref().map_or(String::new(), |zone| format!(", tz={zone}"));
            // Arrow in Rust writes the Greek letter.
            format!("timestamp[{unit}{zone}]").replace('µ', "u")
        }
        other => other.to_string().to_lowercase(),
    }
}

/// The batches of one reading, as columns of Python values.
#[pyclass(frozen)]
struct Batches(Mutex<Reading>);

#[pymethods]
impl Batches {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        // Without Python's lock: who holds the reading may be waiting for it.
        let next = unlocked(py, "reading rows", || {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).next_batch()
        })?;
        match next {
            Ok(batch) => batch.map(|batch| columns(py, &batch)).transpose(),
            Err(Failure::Run(error)) => Err(failed(py, &error)),
            Err(Failure::Python(exception)) => Err(exception),
        }
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        let reading = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        // The run ends first, and may wait for what other threads of Python do. Where Python itself ends,
        // there are none any more.
        Python::try_attach(|py| py.detach(|| reading.give_up()));
    }
}
