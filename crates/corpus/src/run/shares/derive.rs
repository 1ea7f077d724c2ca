//! `scutch corpus --evidence`: the rows of a share of the inputs.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use scutch_folder::decisions::{DecidedRows, Decisions};
use scutch_folder::digest::FileDigest;
use scutch_folder::inputs::{
    Content, IndexTally, InputFile, Inputs, Share, Span, SpanReading, display_name, named_path,
};
use scutch_folder::manifest::InputEntry;
use scutch_folder::{Other, RunError, at};
use serde::{Deserialize, Serialize};

use super::gather::{evidence_for, segments};
use super::items::{ITEMS, ItemWriter};
use super::marker::{FORMAT, JobFolder, Marker, Opened};
use super::{ShareEnded, Sources, reading};
use crate::derive::Deriving;
use crate::flow::{Watch, Workers, flow};
use crate::row::Column;
use crate::run::finish::input_entry;
use crate::run::item::{Item, table_of};
use crate::run::pipeline::Working;
use crate::run::plan::Plan;
use crate::run::processed::Processed;
use crate::run::{Request, check_spill};
use crate::stages::Reading;

/// `part.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Part {
    format: u64,
    shard: Share,
    span: Span,
    plan: Plan,
    /// Whether rows were made by what crawls decided.
    pub(super) crawled: bool,
    pub(super) items: u64,
    pub(super) file: FileDigest,
    /// The files that begin in the share, digested.
    pub(super) digests: Vec<InputEntry>,
    inputs: ListedInputs,
    /// The rows that people decided on, in whatever share; `None` where there are no decisions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) decided: Option<DecidedRows>,
}

impl Marker for Part {
    const NAME: &'static str = "part.json";
    const FILES: &'static [&'static str] = &[ITEMS];
    const HOLDS: &'static str = "rows of a shard, as `scutch corpus --evidence` writes them";

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn share(&self) -> Option<(Share, Span)> {
        Some((self.shard, self.span))
    }
}

impl Part {
    /// What differs from the share of a run that is asked for.
    fn differs_from(&self, plan: &Plan, share: Share) -> Option<Other> {
        plan.differs_from(&self.plan).or_else(|| (self.shard != share).then_some(Other::Shard))
    }

    /// The inputs as they were listed.
    pub(super) fn inputs(&self) -> Inputs {
        let file = |file: &ListedFile| InputFile {
            path: named_path(&file.path),
            name: file.name.clone(),
            size: file.size,
            content: file.content.clone(),
            ..InputFile::default()
        };
        let ListedInputs { files, not_archives, other_files, index } = &self.inputs;
        let (files, other_files) = (files.iter().map(file).collect(), other_files.clone());
        Inputs { files, not_archives: *not_archives, other_files, index: *index }
    }
}

/// The inputs of a run, for the job that writes the corpus: it need not list them.
#[derive(Debug, Serialize, Deserialize)]
struct ListedInputs {
    files: Vec<ListedFile>,
    not_archives: u64,
    other_files: Vec<String>,
    index: Option<IndexTally>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ListedFile {
    path: String,
    name: String,
    size: u64,
    #[serde(default, skip_serializing_if = "Content::is_archive")]
    content: Content,
}

impl ListedInputs {
    fn new(inputs: &Inputs) -> Self {
        let file = |file: &InputFile| ListedFile {
            path: display_name(&file.path),
            name: file.name.clone(),
            size: file.size,
            content: file.content.clone(),
        };
        let (files, not_archives) = (inputs.files.iter().map(file).collect(), inputs.not_archives);
        let (other_files, index) = (inputs.other_files.clone(), inputs.index);
        Self { files, not_archives, other_files, index }
    }
}

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
    let output = JobFolder::new(&request.output);
    // Before the inputs are read, which may take hours.
    let difference = |found: &Part| found.differs_from(&sources.plan, share);
    let Opened::Empty { _lock } = output.open(request.overwrite, difference)? else {
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
    output.finish(&part, [ITEMS])?;
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
