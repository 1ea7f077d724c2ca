//! The flow of records: one reader, any number of workers, one writer.
//!
//! Results reach the writer in input order. The number of records in flight is bounded.

mod alarm;
mod feed;
mod gate;
mod watch;

use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder, ScopedJoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};
use rustc_hash::FxHashMap;
use scutch_folder::RunError;

pub(crate) use self::alarm::Alarm;
use self::feed::Batch;
pub(crate) use self::feed::{Close, Fed, Feed, Wanted, is_verdict};
use self::gate::Gate;
pub use self::watch::{Unwatched, Watch};

/// A batch with its number in input order, on its way to a worker.
struct Numbered {
    number: u64,
    bytes: u64,
    close: Option<Close>,
    items: Vec<Fed>,
}

/// A batch whose results wait in the slot of its number.
struct Processed {
    number: u64,
    bytes: u64,
    close: Option<Close>,
}

/// A batch of results, delivered in input order.
pub(crate) struct Delivered<T> {
    pub(crate) items: Vec<T>,
    pub(crate) close: Option<Close>,
}

/// Who does the work, and who watches it.
#[derive(Clone, Copy)]
pub(crate) struct Workers<'a> {
    /// Threads that process records.
    pub(crate) jobs: usize,
    pub(crate) watch: &'a dyn Watch,
}

/// Processes the batch of a number, and keeps its results.
type Process<'a> = dyn Fn(u64, Vec<Fed>) + Sync + 'a;
/// Writes the results of the batch of a number.
type Write<'a> = dyn FnMut(u64, Option<Close>) -> Result<(), RunError> + 'a;

/// Reads what `feed` follows, does `process` with any number of workers, and hands everything to
/// `write` in input order. False when the watch interrupted the run.
pub(crate) fn flow<T: Send>(
    feed: &Feed<'_>,
    workers: Workers<'_>,
    process: impl Fn(Fed) -> T + Sync,
    mut write: impl FnMut(Delivered<T>) -> Result<(), RunError>,
) -> Result<bool, RunError> {
    // Threads and channels see no `T`, and are compiled once. The gate bounds the batches in
    // flight, so that each has a slot of its own.
    let slots = [const { Mutex::new(Vec::new()) }; gate::BATCHES as usize];
    let slot = |number: u64| {
        let slot = &slots[(number % gate::BATCHES) as usize];
        slot.lock().unwrap_or_else(PoisonError::into_inner)
    };
    let process = |number, items: Vec<Fed>| {
        let results = items.into_iter().map(&process).collect();
        *slot(number) = results;
    };
    let mut write = |number, close| {
        let items = std::mem::take(&mut *slot(number));
        write(Delivered { items, close })
    };
    flow_batches(feed, workers, &process, &mut write)
}

/// [`flow`] for results that `process` keeps and `write` finds by the number of their batch.
fn flow_batches(
    feed: &Feed<'_>,
    workers: Workers<'_>,
    process: &Process<'_>,
    write: &mut Write<'_>,
) -> Result<bool, RunError> {
    let Workers { jobs, watch } = workers;
    let gate = Gate::default();
    // Two batches per worker, so that none waits for the reader.
    let (to_workers, work) = bounded::<Numbered>(2 * jobs);
    let (to_writer, results) = bounded::<Processed>(2 * jobs);
    thread::scope(|scope| {
        let gate = &gate;
        let reader = scope.spawn(move || read(feed, gate, &to_workers, watch));
        let worker = |_| {
            let (work, to_writer) = (work.clone(), to_writer.clone());
            let work = move || worker_loop(&work, &to_writer, gate, process);
            Builder::new().spawn_scoped(scope, work)
        };
        let workers = (0..jobs).map(worker).collect::<io::Result<Vec<_>>>();
        // Only the threads may hold channel ends. A copy here would keep the channels open for ever.
        drop((work, to_writer));
        let workers = match workers {
            Ok(workers) => workers,
            Err(refused) => {
                // The reader may be waiting for room.
                gate.close();
                return Err(RunError::Threads { jobs, source: refused });
            }
        };
        // On this thread, so that the writer needs no locks.
        let written = in_order(&results, gate, write);
        // Whatever ended the writer: the reader may be waiting for room.
        gate.close();
        drop(results);
        // Every thread is joined: the scope panics if one of them panicked and was not joined.
        let dead = workers.into_iter().map(ScopedJoinHandle::join).filter(Result::is_err).count();
        // A panic of the reader counts like one of a worker.
        let ended = reader.join().map_err(|_| RunError::Worker)?;
        if dead > 0 {
            return written.and(Err(RunError::Worker));
        }
        written.map(|()| ended)
    })
}

/// Reads batches and sends them to the workers. Returns false when interrupted.
fn read(feed: &Feed<'_>, gate: &Gate, to_workers: &Sender<Numbered>, watch: &dyn Watch) -> bool {
    let mut number = 0;
    feed.run(|batch, file_bytes| {
        let Batch { items, bytes, close } = batch;
        if watch.interrupted() || !gate.enter(bytes) {
            return false;
        }
        if let Some(input) = items.last().map(Fed::input) {
            watch.reading(input, file_bytes);
        }
        let sent = to_workers.send(Numbered { number, bytes, close, items }).is_ok();
        number += 1;
        sent
    })
}

/// Processes batches until the channel closes.
fn worker_loop(
    work: &Receiver<Numbered>,
    to_writer: &Sender<Processed>,
    gate: &Gate,
    process: &Process<'_>,
) {
    let _closing = Closing(gate);
    for Numbered { number, bytes, close, items } in work {
        process(number, items);
        if to_writer.send(Processed { number, bytes, close }).is_err() {
            return;
        }
    }
}

/// Closes the gate when a worker panics. Otherwise the writer would wait for the lost batch, and the
/// reader for the writer.
struct Closing<'a>(&'a Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// Calls `write` with the batches in the order of their numbers. Early batches wait in memory; the gate
/// bounds how many.
fn in_order(
    results: &Receiver<Processed>,
    gate: &Gate,
    write: &mut Write<'_>,
) -> Result<(), RunError> {
    // Asked for by number alone, never in their order.
    let mut early = FxHashMap::default();
    let mut next = 0;
    for batch in results {
        early.insert(batch.number, batch);
        while let Some(Processed { number, bytes, close }) = early.remove(&next) {
            write(number, close)?;
            gate.leave(bytes);
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
