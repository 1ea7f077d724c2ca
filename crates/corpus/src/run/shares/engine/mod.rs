//! A run whose jobs are the tasks of an engine such as Spark.
//!
//! The driver [plans](EngineTask::plan). For each [`Round`] tasks [observe](EngineTask::observe) a share
//! of the inputs each, the engine sorts the rows by part, table, key, share and piece, and tasks
//! [conclude](EngineTask::conclude) some parts each; the driver [takes](EngineGather::take) what they say
//! of it. Then tasks [derive](EngineTask::derive) the rows of a share each.
//!
//! A task may run any number of times, also at the same time as itself: each attempt writes files of its
//! own, and the driver keeps those of the attempt that the engine kept.

mod batches;
mod conclude;
mod gather;
mod rows;

pub(super) use self::gather::read;

use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use scutch_folder::config::Config;
use scutch_folder::decisions::Decisions;
use scutch_folder::inputs::{Segments, Share, Span, SpanReading};
use scutch_folder::plan::Plan;
use scutch_folder::{RunError, ShareError, at};
use serde::{Deserialize, Serialize};

pub use self::batches::{Observation, observation_schema};
use self::batches::{Rows, SHARE};
pub use self::conclude::NextRows;
pub use self::gather::EngineGather;
pub use self::rows::{HIDDEN, row_id};
use super::Sources;
use super::gather::evidence_for;
use crate::flow::{Watch, Workers};
use crate::run::{Request, segments_in};
use crate::stages::engine::{PartTables, observe};
use crate::stages::{Evidence, MEMORY, Reading};

pub use crate::stages::engine::{PartEntry, Round, Table};

/// Takes batches until it answers false.
pub type TakeBatch<'t> = dyn FnMut(RecordBatch) -> bool + 't;

/// Evidence in files of parts, as it is sent to tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineEvidence {
    /// The folder of the files. All machines see it under this name.
    pub folder: PathBuf,
    /// Number of parts.
    pub parts: u32,
    /// Whether verdicts of crawls were met.
    pub verdicts: bool,
    /// The files.
    pub files: Vec<PartEntry>,
}

impl EngineEvidence {
    fn tables(&self) -> PartTables<'_> {
        PartTables { folder: &self.folder, parts: self.parts, files: &self.files }
    }

    pub(super) fn read(&self, reading: &Reading<'_>) -> Result<Evidence, RunError> {
        Ok(Evidence::of_parts(&self.tables(), reading, self.verdicts)?)
    }
}

/// What a process of the engine knows of a run. It serves any number of tasks.
pub struct EngineTask {
    config: Config,
    sources: Sources,
    memory: usize,
    spill: Option<PathBuf>,
    jobs: usize,
}

impl EngineTask {
    /// Lists the inputs of a configuration.
    ///
    /// # Errors
    /// Inputs or decisions that cannot be read, inputs of which no share can be read by itself.
    pub fn new(mut config: Config) -> Result<Self, RunError> {
        if let Some(path) = &config.decisions {
            // Tasks have working folders of their own.
            config.decisions = Some(std::path::absolute(path).map_err(at(path))?);
        }
        let sources = Sources::of(&config)?;
        Ok(Self { config, sources, memory: MEMORY, spill: None, jobs: 1 })
    }

    /// The same with other limits: bytes of memory for what is kept of several records together
    /// ([`MEMORY`] is the default), and a folder for what does not fit.
    #[must_use]
    pub fn with_limits(self, memory: usize, spill: Option<PathBuf>) -> Self {
        Self { memory, spill, ..self }
    }

    /// The same with so many threads. One is the default: an engine runs as many tasks as it has cores.
    #[must_use]
    pub(in crate::run) fn with_jobs(self, jobs: usize) -> Self {
        Self { jobs: jobs.max(1), ..self }
    }

    /// Configuration and inputs as JSON, for [`of_plan`](Self::of_plan).
    ///
    /// # Errors
    /// When a path is no UTF-8.
    pub fn plan(&self) -> Result<String, RunError> {
        self.sources.plan.to_json().map_err(not_written)
    }

    /// The run of a plan, on whatever machine.
    ///
    /// # Errors
    /// As [`new`](Self::new), and where the inputs are not those of the plan, or another version of
    /// scutch made it.
    pub fn of_plan(plan: &str) -> Result<Self, RunError> {
        let plan = Plan::from_json(plan).map_err(not_written)?;
        // Listed anew on this machine: the files must be the same under the same names.
        let task = Self::new(plan.config.clone())?;
        match task.sources.plan.differs_from(&plan) {
            Some(difference) => Err(ShareError::Executor(difference).into()),
            None => Ok(task),
        }
    }

    /// The evidence of a folder that [`EngineGather`] has finished.
    ///
    /// # Errors
    /// When the folder holds something else, or is of another run.
    pub fn evidence(&self, folder: &Path) -> Result<EngineEvidence, RunError> {
        read(&self.sources.plan, folder, Path::new(""))
    }

    /// A request for the rows of a share, into a folder of its own.
    pub fn request(&self, output: PathBuf) -> Request {
        let (memory, spill) = (self.memory, self.spill.clone());
        Request { memory, spill, ..Request::new(self.config.clone(), output) }
    }

    /// What people decided on rows.
    pub(in crate::run) fn decisions(&self) -> Option<&Decisions> {
        self.sources.decisions.as_ref()
    }

    /// Whether all inputs could be read so far. A task that failed to read one says so for ever.
    pub fn is_sound(&self) -> bool {
        self.sources.pool.sound().is_ok()
    }

    /// Bytes of all inputs together.
    pub fn bytes(&self) -> u64 {
        self.sources.inputs.files.iter().map(|file| file.size).sum()
    }

    /// Reads a share of the inputs and hands out what it says of each key, as rows of
    /// [`observation_schema`]; the last one says that the share is complete. False when interrupted.
    ///
    /// # Errors
    /// Inputs that cannot be read or change meanwhile; evidence of earlier rounds that cannot be read.
    pub fn observe(
        &self,
        round: Round,
        share: Share,
        evidence: &EngineEvidence,
        watch: &dyn Watch,
        take: &mut TakeBatch<'_>,
    ) -> Result<bool, RunError> {
        let (mut rows, mut out) = (Rows::new(), Handing(take));
        let ids = (evidence.parts, share.number);
        let ended = self.reading_share(share, watch, |reading| {
            let known = evidence.read(reading)?;
            observe(round, reading, &known, &mut |group| {
                Observation::each_of(&group, ids, |row| out.hand(rows.push(row)?))
            })
        })?;
        let Some(verdicts) = ended else { return Ok(false) };
        let (table, key, value) = (SHARE, &*share.number.to_string(), &[u8::from(verdicts)]);
        // Last, so that a share that broke off is not taken for a complete one.
        out.hand(rows.push(Observation { table, key, value, ..Observation::ALONE })?)?;
        out.hand(rows.take()?)?;
        Ok(true)
    }

    /// Works with the reading of a share, and checks that it was that share and nothing else.
    fn reading_share<T>(
        &self,
        share: Share,
        watch: &dyn Watch,
        work: impl FnOnce(&Reading<'_>) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let segments = self.segments();
        let archives = self.sources.archives(&self.config, &segments);
        let span = SpanReading::new(Span::of_share(archives, share));
        let reading = Reading { span: Some(&span), ..self.reading(&segments, watch) };
        let done = work(&reading)?;
        span.check(archives)?;
        archives.verify()?;
        Ok(done)
    }

    /// Works with the reading of a share and the evidence of a folder, whoever gathered it. Relative names in
    /// the evidence are those of files in `named_in`.
    ///
    /// # Errors
    /// Evidence of another run, or that cannot be read; inputs that cannot be read or change meanwhile.
    pub(in crate::run) fn with_evidence<T>(
        &self,
        share: Share,
        folder: &Path,
        named_in: &Path,
        watch: &dyn Watch,
        work: impl FnOnce(&Reading<'_>, &Evidence) -> Result<T, RunError>,
    ) -> Result<T, RunError> {
        let found = evidence_for(&self.sources.plan, folder, named_in)?;
        watch.started(&self.sources.inputs.files, 0);
        let evidence = found.read(&self.reading(&self.segments(), watch))?;
        self.reading_share(share, watch, |reading| work(reading, &evidence))
    }

    /// The reading of all inputs.
    fn reading<'a>(&'a self, segments: &'a Segments, watch: &'a dyn Watch) -> Reading<'a> {
        let archives = self.sources.archives(&self.config, segments);
        let workers = Workers { jobs: self.jobs, watch };
        let (memory, spill) = (self.memory, self.spill.clone());
        Reading { archives, config: &self.config, workers, memory, spill, span: None }
    }

    fn segments(&self) -> Segments {
        segments_in(self.spill.clone(), self.memory)
    }
}

/// Hands batches out until nobody wants them.
struct Handing<'t, 'f>(&'t mut TakeBatch<'f>);

impl Handing<'_, '_> {
    /// # Errors
    /// A closed pipe, where no more is wanted.
    fn hand(&mut self, batch: Option<RecordBatch>) -> Result<(), RunError> {
        let is_wanted = batch.is_none_or(|batch| (self.0)(batch));
        match is_wanted {
            true => Ok(()),
            false => Err(RunError::Output(std::io::ErrorKind::BrokenPipe.into())),
        }
    }
}

fn not_written(error: serde_json::Error) -> RunError {
    RunError::Output(std::io::Error::other(error))
}
