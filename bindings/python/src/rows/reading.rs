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

use super::released;
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

/// What makes batches: it asks the watch whether to stop, and hands them out until nobody wants them.
pub(crate) type Work =
    Box<dyn FnOnce(&dyn Watch, &mut dyn FnMut(RecordBatch) -> bool) -> Result<(), RunError> + Send>;

/// A reading. It begins with the first batch asked for.
pub(crate) struct Reading {
    /// The thread that asked for it. Others may belong to a library that waits for them.
    creator: ThreadId,
    state: State,
}

enum State {
    New(Work),
    Running(Running),
    Ended,
}

/// The other thread, and the way from there.
struct Running {
    creator: ThreadId,
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
        Self::of(Box::new(move |watch, take| rows(&request, watch, take, &outcome)))
    }

    /// The batches that some work makes.
    pub(crate) fn of(work: Work) -> Self {
        Self { creator: thread::current().id(), state: State::New(work) }
    }

    /// The next batch, `None` at the end. After a failure there is none any more.
    pub(super) fn next_batch(&mut self) -> Result<Option<RecordBatch>, Failure> {
        self.state = match std::mem::replace(&mut self.state, State::Ended) {
            State::New(work) => {
                State::Running(Running::start(work, self.creator).map_err(Failure::Run)?)
            }
            state => state,
        };
        let State::Running(running) = &mut self.state else { return Ok(None) };
        let next = running.next();
        if !matches!(next, Ok(Some(_))) {
            self.state = State::Ended;
        }
        next
    }

    /// Ends it, and waits until nothing is left of it. Not for threads that hold Python's lock.
    pub(super) fn give_up(&mut self) {
        if let State::Running(running) = &mut self.state {
            running.stop();
            running.wait();
        }
        self.state = State::Ended;
    }
}

impl Running {
    fn start(work: Work, creator: ThreadId) -> Result<Self, RunError> {
        let (sender, batches) = bounded(WAITING);
        let stop = Arc::new(Stop::default());
        let watch = stop.clone();
        let run = move || run(work, &watch, &sender);
        let thread = thread::Builder::new().name("scutch".to_owned()).spawn(run);
        let thread = Some(thread.map_err(RunError::Output)?);
        Ok(Self { creator, batches: Some(batches), stop, thread })
    }

    /// Tells the run to stop.
    fn stop(&mut self) {
        self.stop.0.store(true, Ordering::Relaxed);
        // The run may be waiting for room in the channel.
        self.batches = None;
    }

    /// Waits until the run has removed what it keeps on disk.
    fn wait(&mut self) {
        drop(self.thread.take().map(JoinHandle::join));
    }

    /// Whether this is the thread where Python may be asked: no library waits for it with Python's lock.
    fn is_of_creator(&self) -> bool {
        self.creator == thread::current().id()
    }

    /// The next batch. Signals are heeded on the thread of the creator.
    fn next(&mut self) -> Result<Option<RecordBatch>, Failure> {
        let Some(batches) = &self.batches else { return Ok(None) };
        let received = loop {
            if !self.is_of_creator() {
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
        self.stop();
        if self.is_of_creator() {
            // Other threads of Python go on meanwhile. Where Python itself ends, there are none any more.
            Python::try_attach(|py| py.detach(|| self.wait()));
            self.wait();
        }
        // Whether another thread has Python's lock, nobody knows: it may not wait for what that lock holds up.
        if let Some(thread) = self.thread.take() {
            released::add(thread);
        }
    }
}

/// Runs on the other thread.
fn run(work: Work, stop: &Stop, sender: &Sender<Result<RecordBatch, RunError>>) {
    // Nobody listens where the reading was given up.
    if let Err(error) = work(stop, &mut |batch| sender.send(Ok(batch)).is_ok()) {
        drop(sender.send(Err(error)));
    }
}

/// Hands out the rows of a request.
fn rows(
    request: &StreamRequest,
    watch: &dyn Watch,
    take: &mut dyn FnMut(RecordBatch) -> bool,
    outcome: &Mutex<Outcome>,
) -> Result<(), RunError> {
    let mut losses = Vec::new();
    let ended = stream(request, watch, &mut |streamed| match streamed {
        Streamed::Rows(batch) => take(batch),
        Streamed::Lost(line) => {
            if losses.len() < LOSSES {
                losses.extend(serde_json::to_string(&line));
            }
            !watch.interrupted()
        }
    })?;
    if let Some(counts) = ended {
        let counts = serde_json::to_string(&counts).ok();
        *outcome.lock().unwrap_or_else(PoisonError::into_inner) = Outcome { counts, losses };
    }
    Ok(())
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
