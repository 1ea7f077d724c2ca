//! Reader, workers and ordered writer: records go in order through any number of workers and come
//! out in the same order, with a bounded number in flight.

mod feed;
mod gate;
mod watch;

use std::collections::BTreeMap;
use std::thread::{self, ScopedJoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};

use self::feed::{Batch, Feed};
pub(crate) use self::feed::{Close, Cursor, Fed};
use self::gate::Gate;
pub use self::watch::{Unwatched, Watch};
use crate::config::Config;
use crate::folder::RunError;
use crate::inputs::InputFile;

/// A batch on its way, numbered in input order.
struct Numbered<T> {
    number: u64,
    bytes: u64,
    close: Option<Close>,
    items: Vec<T>,
}

/// What the writer is given, in input order.
pub(crate) struct Delivered<T> {
    pub(crate) items: Vec<T>,
    pub(crate) close: Option<Close>,
}

/// Reads from `start`, does `process` with `jobs` workers, and hands everything to `write` in input
/// order. False when `watch` interrupted the run.
pub(crate) fn flow<T: Send>(
    files: &[InputFile],
    config: &Config,
    start: Cursor,
    jobs: usize,
    watch: &dyn Watch,
    process: impl Fn(Fed) -> T + Sync,
    mut write: impl FnMut(Delivered<T>) -> Result<(), RunError>,
) -> Result<bool, RunError> {
    let gate = Gate::default();
    let (to_workers, work) = bounded::<Numbered<Fed>>(2 * jobs);
    let (to_writer, results) = bounded::<Numbered<T>>(2 * jobs);
    thread::scope(|scope| {
        let feed = Feed {
            files,
            limits: &config.archive,
            scope: &config.scope,
            shard_records: config.shard_records,
        };
        let (gate, process) = (&gate, &process);
        let reader = scope.spawn(move || read(&feed, start, gate, &to_workers, watch));
        let worker = |_| {
            let (work, to_writer) = (work.clone(), to_writer.clone());
            scope.spawn(move || worker_loop(&work, &to_writer, gate, process))
        };
        let workers: Vec<_> = (0..jobs).map(worker).collect();
        // Only the threads hold the channel ends now, so that each end closes with its thread.
        drop((work, to_writer));
        let written = in_order(&results, gate, &mut write);
        gate.close();
        drop(results);
        // Each is waited for: the scope would panic over one that died and was not.
        let dead = workers.into_iter().map(ScopedJoinHandle::join).filter(Result::is_err).count();
        let ended = reader.join().map_err(|_| RunError::Worker)?;
        if dead > 0 {
            return written.and(Err(RunError::Worker));
        }
        written.map(|()| ended)
    })
}

fn read(
    feed: &Feed<'_>,
    start: Cursor,
    gate: &Gate,
    to_workers: &Sender<Numbered<Fed>>,
    watch: &dyn Watch,
) -> bool {
    let mut number = 0;
    feed.run(start, |batch, file_bytes| {
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

fn worker_loop<T>(
    work: &Receiver<Numbered<Fed>>,
    to_writer: &Sender<Numbered<T>>,
    gate: &Gate,
    process: &impl Fn(Fed) -> T,
) {
    let _closing = Closing(gate);
    for Numbered { number, bytes, close, items } in work {
        let items = items.into_iter().map(process).collect();
        if to_writer.send(Numbered { number, bytes, close, items }).is_err() {
            return;
        }
    }
}

/// Closes the gate when a worker dies: the writer waits for its batch in vain, and the reader for room behind it.
struct Closing<'a>(&'a Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

fn in_order<T>(
    results: &Receiver<Numbered<T>>,
    gate: &Gate,
    write: &mut impl FnMut(Delivered<T>) -> Result<(), RunError>,
) -> Result<(), RunError> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for batch in results {
        early.insert(batch.number, batch);
        while let Some(Numbered { bytes, close, items, .. }) = early.remove(&next) {
            write(Delivered { items, close })?;
            gate.leave(bytes);
            next += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    /// Records of which so many are more than may be in flight.
    fn archive(records: usize) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().expect("temporary file");
        let block = [b'x'; 1 << 20];
        for _ in 0..records {
            let head = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: text/html";
            write!(file, "{head}\r\nContent-Length: {}\r\n\r\n", block.len()).expect("written");
            file.write_all(&block).and_then(|()| file.write_all(b"\r\n\r\n")).expect("written");
        }
        file
    }

    #[test]
    fn a_worker_that_dies_ends_the_run() {
        let archive = archive(100);
        let path = archive.path().to_owned();
        let size = archive.as_file().metadata().expect("size").len();
        let files = [InputFile { path, name: "a.warc".into(), size, unreadable: None }];
        let first = std::sync::atomic::AtomicBool::new(true);
        let die = |_| assert!(!first.swap(false, std::sync::atomic::Ordering::Relaxed), "dies");
        let ended = flow(&files, &Config::default(), Cursor::START, 2, &Unwatched, die, |_| Ok(()));
        assert!(matches!(ended, Err(RunError::Worker)), "{ended:?}");
    }
}
