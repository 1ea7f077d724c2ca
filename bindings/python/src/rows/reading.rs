//! A run on a thread of its own, and its batches as they come.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use pyo3::prelude::*;
use scutch_corpus::{RunError, StreamRequest, Streamed, Watch, stream};

use crate::sentence;

/// Batches that wait for their reader, so that workers do not wait for it.
const WAITING: usize = 2;
/// How often Python is asked whether somebody pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(100);
/// Losses that are kept: an archive may be damaged from end to end.
const LOSSES: usize = 1000;

/// What a reading found besides rows.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The counts, as JSON.
    pub(super) counts: Option<String>,
    /// The first records and ranges that became no row, as JSON.
    pub(super) losses: Vec<String>,
}

/// Why there is no next batch.
#[derive(Debug)]
pub(super) enum Failure {
    Run(RunError),
    /// An exception of Python, such as `KeyboardInterrupt`.
    Python(PyErr),
}

/// A reading. It begins with the first batch asked for.
pub(super) struct Reading {
    request: Arc<StreamRequest>,
    outcome: Arc<Mutex<Outcome>>,
    /// The thread that asked for it. Others may belong to a library that waits for them.
    creator: ThreadId,
    state: State,
}

enum State {
    New,
    Running(Running),
    Ended,
}

/// The other thread, and the way from there.
struct Running {
    /// `None` once nobody listens any more.
    batches: Option<Receiver<Result<RecordBatch, RunError>>>,
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
}

/// Stops a run.
#[derive(Default)]
struct Stop(AtomicBool);

impl Watch for Stop {
    fn interrupted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Reading {
    pub(super) fn new(request: Arc<StreamRequest>, outcome: Arc<Mutex<Outcome>>) -> Self {
        let creator = thread::current().id();
        Self { request, outcome, creator, state: State::New }
    }

    /// The next batch, `None` at the end. After a failure there is none any more.
    pub(super) fn next_batch(&mut self) -> Result<Option<RecordBatch>, Failure> {
        if matches!(self.state, State::New) {
            let running = Running::start(self.request.clone(), self.outcome.clone());
            self.state = State::Running(running.map_err(Failure::Run)?);
        }
        let State::Running(running) = &mut self.state else { return Ok(None) };
        let next = running.next(self.creator == thread::current().id());
        if !matches!(next, Ok(Some(_))) {
            self.state = State::Ended;
        }
        next
    }
}

impl Running {
    fn start(request: Arc<StreamRequest>, outcome: Arc<Mutex<Outcome>>) -> Result<Self, RunError> {
        let (sender, batches) = bounded(WAITING);
        let stop = Arc::new(Stop::default());
        let watch = stop.clone();
        let work = move || run(&request, &watch, &sender, &outcome);
        let thread = thread::Builder::new().name("scutch".to_owned()).spawn(work);
        let thread = Some(thread.map_err(RunError::Output)?);
        Ok(Self { batches: Some(batches), stop, thread })
    }

    /// The next batch; `heeds_signals` on the thread where Python may look for signals.
    fn next(&mut self, heeds_signals: bool) -> Result<Option<RecordBatch>, Failure> {
        let Some(batches) = &self.batches else { return Ok(None) };
        let received = loop {
            if !heeds_signals {
                break batches.recv().ok();
            }
            // Other threads of Python go on meanwhile, also where a library asks with the lock held.
            match Python::attach(|py| {
                let received = py.detach(|| batches.recv_timeout(TICK));
                py.check_signals().map(|()| received)
            }) {
                Err(exception) => return Err(Failure::Python(exception)),
                Ok(Ok(received)) => break Some(received),
                Ok(Err(RecvTimeoutError::Disconnected)) => break None,
                Ok(Err(RecvTimeoutError::Timeout)) => {}
            }
        };
        match received {
            Some(batch) => batch.map(Some).map_err(Failure::Run),
            None => match self.thread.take().map(JoinHandle::join) {
                Some(Err(_)) => Err(Failure::Run(RunError::Worker)),
                _ => Ok(None),
            },
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.0.store(true, Ordering::Relaxed);
        // The run may be waiting for room in the channel.
        self.batches = None;
        // Until it has removed what it keeps on disk.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Runs on the other thread.
fn run(
    request: &StreamRequest,
    stop: &Stop,
    sender: &Sender<Result<RecordBatch, RunError>>,
    outcome: &Mutex<Outcome>,
) {
    let mut losses = Vec::new();
    let ended = stream(request, stop, &mut |streamed| match streamed {
        Streamed::Rows(batch) => sender.send(Ok(batch)).is_ok(),
        Streamed::Lost(line) => {
            if losses.len() < LOSSES {
                losses.extend(serde_json::to_string(&line));
            }
            !stop.interrupted()
        }
    });
    match ended {
        Ok(None) => {}
        Ok(Some(counts)) => {
            let counts = serde_json::to_string(&counts).ok();
            *outcome.lock().unwrap_or_else(PoisonError::into_inner) = Outcome { counts, losses };
        }
        // Nobody listens where the reading was given up.
        Err(error) => drop(sender.send(Err(error))),
    }
}

/// A reading as other libraries take it.
pub(super) struct ArrowReading {
    pub(super) reading: Reading,
    pub(super) schema: SchemaRef,
}

impl RecordBatchReader for ArrowReading {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl Iterator for ArrowReading {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let failure = match self.reading.next_batch() {
            Ok(batch) => return batch.map(Ok),
            Err(failure) => failure,
        };
        Some(Err(ArrowError::ExternalError(match failure {
            Failure::Run(error) => sentence(&error).into(),
            Failure::Python(exception) => raised_again(&exception).into(),
        })))
    }
}

/// Has Python raise Ctrl-C again once it is in charge: between libraries no exception can pass.
fn raised_again(exception: &PyErr) -> String {
    Python::attach(|py| {
        let interrupt =
            py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
        interrupt.map_or_else(|error| error.to_string(), |_| exception.to_string())
    })
}
