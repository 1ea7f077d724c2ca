//! Tasks of an engine such as Spark. What a user sees of it is in `python/scutch/spark.py`.

mod batches;
mod observations;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_schema::SchemaRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyIterator;
use scutch_corpus::run::derive_share;
use scutch_corpus::run::engine::{self, EngineEvidence, HIDDEN, Round, observation_schema};
use scutch_corpus::{Config, MEMORY, RunError, Share, Unwatched};

use self::batches::{EngineBatches, Source};
use self::observations::Lists;
use crate::rows::reading::Reading;
use crate::rows::type_name;
use crate::{failed, named, unlocked};

/// Adds what this file has to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("HIDDEN", HIDDEN.to_vec())?;
    module.add("OBSERVATIONS", columns(&observation_schema()))?;
    module.add_class::<EngineTask>()?;
    module.add_class::<EngineGather>()?;
    module.add_class::<EngineBatches>()?;
    module.add_function(wrap_pyfunction!(row_id, module)?)
}

const ROUNDS: [(&str, Round); 4] = [
    ("originals", Round::Originals),
    ("pages", Round::Pages),
    ("crawled", Round::Crawled),
    ("lessons", Round::Lessons),
];

/// Names and types of columns.
fn columns(schema: &SchemaRef) -> Vec<(String, String)> {
    let fields = schema.fields().iter();
    fields.map(|field| (field.name().clone(), type_name(field.data_type()))).collect()
}

fn said(py: Python<'_>, error: RunError) -> PyErr {
    failed(py, &error)
}

/// A value that was sent to a task as JSON.
fn sent(evidence: &str) -> PyResult<EngineEvidence> {
    serde_json::from_str(evidence).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn to_send(evidence: &EngineEvidence) -> PyResult<String> {
    serde_json::to_string(evidence).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The id of a copy of a row.
#[pyfunction]
fn row_id(identity: &[u8], ordinal: u32) -> Option<String> {
    engine::row_id(identity, ordinal)
}

/// What a process of the engine knows of a run.
#[pyclass(frozen)]
struct EngineTask(Arc<engine::EngineTask>);

#[pymethods]
impl EngineTask {
    /// `config`: TOML, as `--emit-config` prints it.
    #[new]
    fn new(py: Python<'_>, config: &str, memory: Option<usize>) -> PyResult<Self> {
        let config = Config::from_toml(config).map_err(|e| PyValueError::new_err(e.to_string()))?;
        let task = unlocked(py, "listing inputs", || engine::EngineTask::new(config))?;
        Ok(Self::limited(task.map_err(|error| said(py, error))?, memory))
    }

    /// The run that `plan` of another process tells of.
    #[staticmethod]
    fn of_plan(py: Python<'_>, plan: &str, memory: Option<usize>) -> PyResult<Self> {
        let task = unlocked(py, "listing inputs", || engine::EngineTask::of_plan(plan))?;
        Ok(Self::limited(task.map_err(|error| said(py, error))?, memory))
    }

    #[getter]
    fn plan(&self, py: Python<'_>) -> PyResult<String> {
        self.0.plan().map_err(|error| said(py, error))
    }

    #[getter]
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    #[getter]
    fn is_sound(&self) -> bool {
        self.0.is_sound()
    }

    /// Names and Arrow types of the columns that `derive` gives.
    #[getter]
    fn columns(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        Ok(columns(&self.0.schema().map_err(|error| said(py, error))?))
    }

    /// The evidence of a finished folder, as it is sent to tasks.
    fn evidence(&self, py: Python<'_>, folder: PathBuf) -> PyResult<String> {
        to_send(&self.0.evidence(&folder).map_err(|error| said(py, error))?)
    }

    fn observe(&self, round: &str, share: u32, of: u32, evidence: &str) -> PyResult<EngineBatches> {
        let (task, evidence) = (self.0.clone(), sent(evidence)?);
        let (round, share) = (named("round", round, &ROUNDS)?, Share { number: share, of });
        let reading = Reading::of(Box::new(move |watch, take| {
            task.observe(round, share, &evidence, watch, take).map(|_| ())
        }));
        Ok(EngineBatches::of(observation_schema(), Source::Read(reading)))
    }

    fn derive(
        &self,
        py: Python<'_>,
        share: u32,
        of: u32,
        evidence: &str,
    ) -> PyResult<EngineBatches> {
        let (task, evidence) = (self.0.clone(), sent(evidence)?);
        let share = Share { number: share, of };
        let schema = task.schema().map_err(|error| said(py, error))?;
        let reading = Reading::of(Box::new(move |watch, take| {
            task.derive(share, &evidence, watch, take).map(|_| ())
        }));
        Ok(EngineBatches::of(schema, Source::Read(reading)))
    }

    /// `batches`: an iterator of the columns of observations as lists.
    fn conclude(
        &self,
        py: Python<'_>,
        evidence: &str,
        attempt: &str,
        batches: Bound<'_, PyIterator>,
    ) -> PyResult<EngineBatches> {
        let evidence = sent(evidence)?;
        let batches = Mutex::new(Lists { batches: batches.unbind(), raised: None });
        let concluded = unlocked(py, "concluding", || {
            let mut lists = batches.lock().unwrap_or_else(PoisonError::into_inner);
            self.0.conclude(&evidence, attempt, &mut |take| lists.next(take))
        })?;
        let raised = batches.into_inner().unwrap_or_else(PoisonError::into_inner).raised;
        if let Some(raised) = raised {
            return Err(raised);
        }
        let concluded = concluded.map_err(|error| said(py, error))?;
        Ok(EngineBatches::of(observation_schema(), Source::Kept(concluded)))
    }

    /// Writes the rows of a share into a folder, for `scutch merge`.
    fn write(
        &self,
        py: Python<'_>,
        share: (u32, u32),
        evidence: PathBuf,
        output: PathBuf,
    ) -> PyResult<()> {
        let (request, share) = (self.0.request(output), Share { number: share.0, of: share.1 });
        let written =
            unlocked(py, "rows", || derive_share(&request, &evidence, share, &Unwatched))?;
        written.map(|_| ()).map_err(|error| said(py, error))
    }
}

impl EngineTask {
    fn limited(task: engine::EngineTask, memory: Option<usize>) -> Self {
        Self(Arc::new(task.with_limits(memory.unwrap_or(MEMORY), None)))
    }
}

/// Evidence that is being gathered.
#[pyclass]
struct EngineGather(Option<engine::EngineGather>);

#[pymethods]
impl EngineGather {
    /// `None` where the evidence is complete.
    #[staticmethod]
    fn open(
        py: Python<'_>,
        task: &EngineTask,
        folder: PathBuf,
        parts: u32,
    ) -> PyResult<Option<Self>> {
        let opened = engine::EngineGather::open(&task.0, &folder, parts, false);
        Ok(opened.map_err(|error| said(py, error))?.map(|gather| Self(Some(gather))))
    }

    /// The next reading, and how often its groups are brought together.
    fn next_round(&self) -> PyResult<Option<(&'static str, u32)>> {
        let Some((round, conclusions)) = self.gather()?.next_round() else { return Ok(None) };
        let name = ROUNDS.iter().find(|(_, known)| *known == round);
        Ok(name.map(|(name, _)| (*name, conclusions)))
    }

    /// What earlier readings gave, as it is sent to tasks.
    #[getter]
    fn evidence(&self) -> PyResult<String> {
        to_send(self.gather()?.evidence())
    }

    /// Takes table, key and value of the rows that the last conclusions gave.
    fn take(
        &mut self,
        py: Python<'_>,
        round: &str,
        of: u32,
        rows: Vec<(String, String, Vec<u8>)>,
    ) -> PyResult<()> {
        let round = named("round", round, &ROUNDS)?;
        let gather = self.0.as_mut().ok_or_else(finished)?;
        gather.take(round, of, &rows).map_err(|error| said(py, error))
    }

    /// Completes the folder.
    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        let gather = self.0.take().ok_or_else(finished)?;
        gather.finish().map_err(|error| said(py, error))
    }
}

impl EngineGather {
    fn gather(&self) -> PyResult<&engine::EngineGather> {
        self.0.as_ref().ok_or_else(finished)
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("the evidence is complete")
}
