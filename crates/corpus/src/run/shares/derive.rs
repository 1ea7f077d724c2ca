//! `scutch corpus --evidence`: the rows of a share of the inputs.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use scutch_folder::decisions::Decisions;
use scutch_folder::digest::FileDigest;
use scutch_folder::inputs::{Share, Span, SpanReading};
use scutch_folder::manifest::InputEntry;
use scutch_folder::shares::{FORMAT, ListedInputs, Part, read_marker};
use scutch_folder::{RunError, at};

use super::gather::{evidence_for, segments};
use super::items::{ITEMS, ItemWriter};
use super::marker::{JobFolder, Opened};
use super::{ShareEnded, Sources, reading};
use crate::derive::Deriving;
use crate::flow::{Watch, Workers, flow};
use crate::row::Column;
use crate::run::finish::input_entry;
use crate::run::item::{Item, table_of};
use crate::run::pipeline::Working;
use crate::run::processed::Processed;
use crate::run::{Request, check_spill};
use crate::stages::Reading;

/// Derives the rows of a share with the evidence of all shares, for [`merge_rows`](super::merge_rows).
///
/// # Errors
/// Evidence of another run; unreadable inputs; an output folder of another job; the first failed
/// write. The same command begins anew.
pub fn derive_share(
    request: &Request,
    evidence: &Path,
    share: Share,
    watch: &dyn Watch,
) -> Result<ShareEnded, RunError> {
    let sources = Sources::of(&request.config)?;
    let found = evidence_for(&sources.plan, evidence, Path::new(""))?;
    let output = JobFolder::new::<Part>(&request.output, &[ITEMS]);
    // Before the inputs are read, which may take hours.
    let differs = |root: &Path| Ok(read_marker::<Part>(root)?.differs_from(&sources.plan, share));
    let Opened::Empty { _lock } = output.open(request.overwrite, &differs)? else {
        return Ok(ShareEnded::AlreadyComplete);
    };
    check_spill(request.spill.as_deref())?;
    watch.started(&sources.inputs.files, 0);
    let workers = Workers { jobs: request.jobs.max(1), watch };
    let segments = segments(request, &output);
    let archives = sources.archives(&request.config, &segments);
    let span = SpanReading::new(Span::of_share(archives, share));
    let reading = reading(archives, request, workers, output.unfinished());
    let evidence = found.read(&reading)?;
    let reading = Reading { span: Some(&span), ..reading };
    let (archives, config) = (reading.archives, reading.config);
    let decisions = sources.decisions.as_ref();
    let deriving = Deriving { archives, config, evidence: &evidence, decisions };
    let work = || written(&reading, deriving, &output.unfinished().join(ITEMS));
    let Some(((items, file), digests)) = digested(&reading, span.span, work)? else {
        return Ok(ShareEnded::Interrupted);
    };
    span.check(archives)?;
    archives.verify()?;
    let (plan, inputs) = (sources.plan.clone(), ListedInputs::new(&sources.inputs));
    let (format, shard, span, crawled) = (FORMAT, share, span.span, evidence.crawled.is_some());
    let decided = decisions.map(Decisions::rows);
    let part = Part { format, shard, span, plan, crawled, items, file, digests, inputs, decided };
    output.finish(&part, &[ITEMS])?;
    Ok(ShareEnded::Complete)
}

/// Digests the files that begin in a span, beside other work. `None` when that was interrupted.
fn digested<T>(
    reading: &Reading<'_>,
    span: Span,
    work: impl FnOnce() -> Result<Option<T>, RunError>,
) -> Result<Option<(T, Vec<InputEntry>)>, RunError> {
    let (archives, stopped) = (reading.archives, AtomicBool::new(false));
    std::thread::scope(|scope| {
        let entries = || span.files().map(|input| input_entry(archives, input, &stopped)).collect();
        let entries = scope.spawn(entries);
        let done = work();
        // Digests are of no use where the rows failed.
        stopped.store(!matches!(done, Ok(Some(_))), Ordering::Relaxed);
        let Some(done) = done? else { return Ok(None) };
        Ok(Some((done, entries.join().map_err(|_| RunError::Worker)?)))
    })
}

/// A result of a worker, in bytes.
struct Bytes {
    item: Result<Vec<u8>, postcard::Error>,
    records: u64,
    rows: u64,
}

impl Bytes {
    fn new(processed: Processed, table: &[&'static Column]) -> Self {
        let item = Item::new(processed, table);
        let (records, rows) = (u64::from(item.is_record()), u64::from(item.is_row()));
        Self { item: postcard::to_stdvec(&item), records, rows }
    }
}

/// Derives and writes the rows of a reading. `None` when interrupted.
fn written(
    reading: &Reading<'_>,
    deriving: Deriving<'_>,
    path: &Path,
) -> Result<Option<(u64, FileDigest)>, RunError> {
    let working = Working { deriving, annotations: None };
    let watch = reading.workers.watch;
    let table = table_of(reading.config);
    let mut writer = ItemWriter::create(path).map_err(at(path))?;
    watch.begins("documents");
    let process = |fed| working.process(fed).map(|processed| Bytes::new(processed, &table));
    let ended = flow(&reading.all(false), reading.workers, process, |delivered| {
        // Rows behind a read error would count as records that are not there.
        reading.archives.sound()?;
        for made in delivered.items {
            let Bytes { item, records, rows } = made?;
            let item = item.map_err(|error| at(path)(std::io::Error::other(error)))?;
            writer.push(&item).map_err(at(path))?;
            watch.written(records, rows);
        }
        Ok(())
    })?;
    ended.then(|| writer.finish().map_err(at(path))).transpose()
}
