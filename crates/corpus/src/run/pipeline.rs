//! Reader, workers and ordered writer: records go in order through any number of workers and come
//! out in the same order, with a bounded number in flight.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::{self, ScopedJoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};
use scutch_archive::Record;

use super::RunError;
use super::feed::{Batch, Close, Cursor, Fed, Feed};
use super::gate::Gate;
use super::shard::{Place, Processed};
use super::watch::Watch;
use crate::config::Config;
use crate::derive::{Derived, Outcome, Rejection, derive};
use crate::format::Written;
use crate::format::annotations::Annotations;
use crate::groups::Groups;
use crate::inputs::InputFile;
use crate::revisits::Revisits;
use crate::scope::Filter;

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
            scope.spawn(move || labour(&work, &to_writer, gate, process))
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

fn labour<T>(
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

/// What rows depend on besides their records.
pub(crate) struct Beside {
    pub(crate) revisits: Option<Revisits>,
    pub(crate) groups: Groups,
    pub(crate) annotations: Option<Annotations>,
}

/// Derives the row of a record.
pub(crate) fn process(
    fed: Fed,
    files: &[InputFile],
    config: &Config,
    beside: &Beside,
) -> Processed {
    match fed {
        Fed::Damage { input, damage } => {
            Processed::Damage { file: files[input].name.clone(), damage }
        }
        Fed::OutOfScope { record_type, filter, .. } => out_of_scope(record_type, filter),
        Fed::Record { input, record } => {
            let file = &files[input].name;
            let record_type = record.kind().name().to_owned();
            let here = located(&record, file);
            guarded(record_type, here, |record_type| {
                process_record(*record, record_type, file, config, beside)
            })
        }
    }
}

/// Nothing here should panic; should it all the same, one record is lost and named, not the run.
fn guarded(
    record_type: String,
    place: Place,
    process: impl FnOnce(String) -> Processed,
) -> Processed {
    let process = AssertUnwindSafe(|| process(record_type.clone()));
    catch_unwind(process).unwrap_or_else(|_| {
        let derived = Box::new(lost(record_type));
        Processed::Record { derived, written: Written::default(), place }
    })
}

fn process_record(
    record: Record<'static>,
    record_type: String,
    file: &str,
    config: &Config,
    beside: &Beside,
) -> Processed {
    let record = match &beside.revisits {
        Some(revisits) => match revisits.resolved(record) {
            Ok(record) => record,
            Err(_) => return out_of_scope(record_type, Filter::RevisitUnresolved),
        },
        None => record,
    };
    let mut derived = Box::new(derive_guarded(&record, file, config, &beside.groups));
    derived.record_type = record_type;
    let written = render_guarded(&mut derived, config, beside.annotations.as_ref());
    let place = match derived.outcome {
        Outcome::Quarantined(_) => place(&record, file),
        _ => Place::default(),
    };
    Processed::Record { derived, written, place }
}

fn out_of_scope(record_type: String, filter: Filter) -> Processed {
    let outcome = Outcome::OutOfScope(filter);
    let derived = Box::new(Derived { record_type, status: None, mime: None, outcome });
    Processed::Record { derived, written: Written::default(), place: Place::default() }
}

fn place(record: &Record<'_>, file: &str) -> Place {
    Place {
        warc_record_id: record.record_id().map(str::to_owned),
        url: record.target_uri().map(str::to_owned),
        ..located(record, file)
    }
}

/// As far as can be told without reading anything of a record.
fn located(record: &Record<'_>, file: &str) -> Place {
    let location = record.location();
    Place {
        file: file.to_owned(),
        offset: location.offset,
        length: location.length,
        inner_offset: location.inner_offset,
        ..Place::default()
    }
}

/// Reason id of a record whose derivation panicked.
pub(crate) const INTERNAL_ERROR: &str = "internal-error";

/// The document in every format; one that a format refuses goes to quarantine instead.
fn render_guarded(
    derived: &mut Derived,
    config: &Config,
    annotations: Option<&Annotations>,
) -> Written {
    let Outcome::Row(draft) = &derived.outcome else { return Written::default() };
    let render = || Written::new(&draft.row, &draft.document, config, annotations);
    let refusal = match catch_unwind(AssertUnwindSafe(render)) {
        Ok(Ok(written)) => return written,
        Ok(Err(rejection)) => rejection,
        Err(_) => failed(),
    };
    derived.outcome = Outcome::Quarantined(refusal);
    Written::default()
}

fn failed() -> Rejection {
    Rejection {
        reason: INTERNAL_ERROR,
        sentence: "scutch failed on this record; this is a fault of the program.".to_owned(),
    }
}

fn lost(record_type: String) -> Derived {
    Derived { record_type, status: None, mime: None, outcome: Outcome::Quarantined(failed()) }
}

/// As for the rest of [`process`], with what is known of the record.
pub(crate) fn derive_guarded(
    record: &Record<'_>,
    file: &str,
    config: &Config,
    groups: &Groups,
) -> Derived {
    let derive = || derive(record, file, config, groups);
    catch_unwind(AssertUnwindSafe(derive)).unwrap_or_else(|_| lost(record.kind().name().to_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::run::Unwatched;

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

    #[test]
    fn a_record_that_fails_is_named_and_the_run_goes_on() {
        let place = Place { offset: 7, ..Place::default() };
        let processed = guarded("revisit".into(), place, |_| panic!("a fault"));
        let Processed::Record { derived, place, .. } = processed else { panic!("no record") };
        let Outcome::Quarantined(why) = derived.outcome else { panic!("not quarantined") };
        assert_eq!((why.reason, place.offset), (INTERNAL_ERROR, 7));
        assert_eq!(derived.record_type, "revisit");
    }
}
