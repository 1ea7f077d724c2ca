//! The rows of a run as Arrow batches, handed to a caller in place of a corpus folder.

use std::io;
use std::path::PathBuf;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use scutch_archive::SourcePool;
use scutch_folder::RunError;
use scutch_folder::config::{Config, Format};
use scutch_folder::decisions::Decisions;
use scutch_folder::inputs::{self, Archives, Share, Unreadable};
use scutch_folder::quarantine::{QuarantineLine, QuarantineSubject};
use scutch_folder::tally::Tally;

use super::count::{Counted, count_range, count_record};
use super::item::Dropped;
use super::pipeline::Working;
use super::processed::Processed;
use super::shares::engine::EngineTask;
use super::{check_spill, segments_in};
use crate::derive::Deriving;
use crate::flow::{Watch, Workers, flow};
use crate::row::columns;
use crate::row::seen::Seen;
use crate::stages::opened::{Derived, Draft, Outcome, Rejection};
use crate::stages::{Evidence, MEMORY, Reading, gather, read_inputs};
use crate::table::{Batching, schema};

/// A request for rows without a corpus folder.
#[derive(Debug, Clone)]
pub struct StreamRequest {
    /// The configuration. What it says of formats, layout and annotations is left aside.
    pub config: Config,
    /// Worker threads; at least one.
    pub jobs: usize,
    /// Bytes of memory for what is kept of several records together; [`MEMORY`] is the default.
    pub memory: usize,
    /// Folder for what does not fit into memory; the system's temporary folder where there is none.
    pub spill: Option<PathBuf>,
    /// What becomes of inputs that cannot be read. In shares that is an error.
    pub unreadable: Unreadable,
    /// A share of the rows, where others take the rest.
    pub share: Option<StreamShare>,
}

/// A share of the inputs, and the evidence of all.
#[derive(Debug, Clone)]
pub struct StreamShare {
    /// The share. Ids of copies of a capture are counted within it.
    pub share: Share,
    /// The folder of the evidence, as [`gather`](super::shares::gather()) writes it.
    pub evidence: PathBuf,
    /// The folder of relative names in the evidence; an empty path is the working folder.
    pub named_in: PathBuf,
}

impl StreamRequest {
    /// The rows of a configuration on one thread, with defaults for all that does not change them.
    pub fn new(config: Config) -> Self {
        let unreadable = Unreadable::default();
        Self { config, jobs: 1, memory: MEMORY, spill: None, unreadable, share: None }
    }

    /// The schema of the batches: that of the Parquet files of a run.
    pub fn schema(&self) -> SchemaRef {
        schema(&columns(&self.config))
    }
}

/// What a stream hands out.
#[derive(Debug)]
pub enum Streamed {
    /// Rows, at most some hundreds or some megabytes.
    Rows(RecordBatch),
    /// A record or a byte range that became no row, with its reason.
    Lost(QuarantineLine),
}

/// Derives the rows that [`run`](super::run()) writes to `docs/`, and hands them to `take` in the
/// order of the inputs, as they are derived; the counts of all. `None` when interrupted, or ended by
/// an answer of `take` that is false.
///
/// Where rows depend on other records, all inputs are read once before the first batch. Memory is
/// bounded but for some 20 bytes a row.
///
/// # Errors
/// Unreadable inputs, before the first batch; an input that changed meanwhile, at the latest after
/// the last one; evidence that cannot be kept, or of another run.
pub fn stream(
    request: &StreamRequest,
    watch: &dyn Watch,
    take: &mut dyn FnMut(Streamed) -> bool,
) -> Result<Option<Tally>, RunError> {
    let config = &only_rows(&request.config);
    // A run copies standard input into its folder, to read it again. Here is no folder.
    if config.inputs.iter().any(|input| input == inputs::STDIN) {
        return Err(RunError::Stdin);
    }
    check_spill(request.spill.as_deref())?;
    let ended = match &request.share {
        Some(wanted) => {
            let task = EngineTask::new(config.clone())?.with_jobs(request.jobs);
            let task = task.with_limits(request.memory, request.spill.clone());
            let (folder, named_in) = (&wanted.evidence, &wanted.named_in);
            task.with_evidence(wanted.share, folder, named_in, watch, |reading, evidence| {
                derived(reading, evidence, task.decisions(), Sink::new(config, take))
            })
        }
        None => whole(request, config, watch, take),
    };
    match ended {
        // `take` wants no more: that is an end, not a failure.
        Err(error) if error.is_closed_pipe() => Ok(None),
        ended => ended,
    }
}

/// Gathers evidence, and derives the rows of all inputs with it. `None` when interrupted.
fn whole(
    request: &StreamRequest,
    config: &Config,
    watch: &dyn Watch,
    take: &mut dyn FnMut(Streamed) -> bool,
) -> Result<Option<Tally>, RunError> {
    let decisions = Decisions::of_config(&mut config.clone())?;
    let pool = SourcePool::default();
    let inputs = inputs::list_pooled(config, None, &pool)?;
    if request.unreadable == Unreadable::Fail {
        inputs.all_readable()?;
    }
    watch.started(&inputs.files, 0);
    let segments = segments_in(request.spill.clone(), request.memory);
    let archives = Archives {
        segments: Some(&segments),
        unreadable: request.unreadable,
        ..Archives::new(&inputs.files, &pool, &config.archive)
    };
    let workers = Workers { jobs: request.jobs.max(1), watch };
    let (memory, spill) = (request.memory, request.spill.clone());
    let reading = Reading { archives, config, workers, memory, spill, span: None };
    match evidence(&reading)? {
        Some(evidence) => derived(&reading, &evidence, decisions.as_ref(), Sink::new(config, take)),
        None => Ok(None),
    }
}

/// The configuration of a run that writes no other format than a table.
fn only_rows(config: &Config) -> Config {
    Config { formats: vec![Format::Parquet], layout: None, annotations: None, ..config.clone() }
}

/// Gathers evidence. `None` when interrupted.
fn evidence(reading: &Reading<'_>) -> Result<Option<Evidence>, RunError> {
    let config = reading.config;
    // Rows that were handed out cannot be taken back: what crawls decided must be known before them,
    // even if no stage reads the inputs.
    gather(reading, !config.scope.everything && !read_inputs(config))
}

/// Derives all rows with the evidence. `None` when interrupted.
fn derived(
    reading: &Reading<'_>,
    evidence: &Evidence,
    decisions: Option<&Decisions>,
    mut sink: Sink<'_>,
) -> Result<Option<Tally>, RunError> {
    let (archives, config) = (reading.archives, reading.config);
    let deriving = Deriving { archives, config, evidence, decisions };
    let working = Working { deriving, annotations: None };
    reading.workers.watch.begins("documents");
    let process = |fed| working.process(fed);
    let ended = flow(&reading.all(false), reading.workers, process, |delivered| {
        // Rows behind a read error could not be taken back.
        archives.sound()?;
        let (records, rows) = sink.counts();
        delivered.items.into_iter().try_for_each(|made| sink.push(made?))?;
        let so_far = sink.counts();
        reading.workers.watch.written(so_far.0 - records, so_far.1 - rows);
        Ok(())
    })?;
    if !ended {
        return Ok(None);
    }
    archives.verify()?;
    sink.finish().map(Some)
}

/// Counts what workers made, and hands it out.
struct Sink<'a> {
    batching: Batching,
    tally: Tally,
    seen: Seen,
    take: &'a mut dyn FnMut(Streamed) -> bool,
}

impl<'a> Sink<'a> {
    fn new(config: &Config, take: &'a mut dyn FnMut(Streamed) -> bool) -> Self {
        let batching = Batching::new(columns(config));
        Self { batching, tally: Tally::default(), seen: Seen::default(), take }
    }

    /// Number of records and rows so far.
    fn counts(&self) -> (u64, u64) {
        (self.tally.records, self.tally.rows)
    }

    fn push(&mut self, item: Processed) -> Result<(), RunError> {
        let (derived, place) = match item {
            Processed::Record { derived, place, .. } => (*derived, place),
            Processed::Damage { file, damage } => {
                let range = Dropped::of_damage(file, &damage);
                count_range(&mut self.tally, &range);
                return self.hand_out(Streamed::Lost(range.line(QuarantineSubject::Range)));
            }
        };
        let Derived { record_type, status, mime, outcome, decided } = derived;
        count_record(&mut self.tally, &record_type, status, mime.as_deref());
        let (outcome, ordinal) = match decided {
            None => (outcome, None),
            Some(decided) => {
                let ordinal = self.seen.ordinal(decided.capture);
                let copy = decided.copies.into_iter().find(|copy| copy.ordinal == ordinal);
                (copy.map_or(outcome, |copy| copy.outcome), Some(ordinal))
            }
        };
        match outcome {
            Outcome::Row(draft) => self.push_row(*draft, ordinal)?,
            Outcome::OutOfScope(filter) => self.tally.out_of_scope.add(filter.id(), 1),
            Outcome::Quarantined(Rejection { reason, sentence }) => {
                self.tally.quarantined.add(reason, 1);
                let record = Dropped { place, reason: reason.to_owned(), sentence };
                self.hand_out(Streamed::Lost(record.line(QuarantineSubject::Record)))?;
            }
        }
        Ok(())
    }

    fn push_row(&mut self, draft: Draft, ordinal: Option<u32>) -> Result<(), RunError> {
        let Draft { mut row, facts, identity, .. } = draft;
        match ordinal.unwrap_or_else(|| self.seen.ordinal(identity.key())) {
            // The first copy has its id already.
            0 => {}
            ordinal => row.id = identity.row_id(ordinal),
        }
        Counted::new(&row, &facts).count(&mut self.tally, &mut self.seen);
        self.batching.push(&row);
        if self.batching.is_full() { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), RunError> {
        let batch =
            self.batching.take().map_err(|error| RunError::Output(io::Error::other(error)))?;
        batch.map_or(Ok(()), |(batch, _)| self.hand_out(Streamed::Rows(batch)))
    }

    /// # Errors
    /// A closed pipe, where no more is wanted: it ends the flow.
    fn hand_out(&mut self, streamed: Streamed) -> Result<(), RunError> {
        let wanted = (self.take)(streamed);
        if wanted { Ok(()) } else { Err(RunError::Output(io::ErrorKind::BrokenPipe.into())) }
    }

    fn finish(mut self) -> Result<Tally, RunError> {
        self.flush()?;
        Ok(self.tally)
    }
}
