//! A run at work: shard after shard to the end, or to an interruption.

use std::sync::atomic::{AtomicBool, Ordering};

use scutch_archive::SourcePool;
use scutch_folder::config::Config;
use scutch_folder::decisions::{DecidedRows, Decisions};
use scutch_folder::inputs::{Archives, Cursor, Inputs, Segments};
use scutch_folder::plan::Plan;
use scutch_folder::timing::{Clock, StepTime};
use scutch_folder::{Folder, RunError};
use scutch_shuffle::ShuffleError;

use super::finish::{faults_told, input_entries};
use super::finished::Finished;
use super::pipeline::Working;
use super::processed::Processed;
use super::shard::ShardWriter;
use super::{Ended, Request};
use crate::derive::Deriving;
use crate::flow::{Alarm, Close, Feed, Wanted, Watch, Workers, flow};
use crate::format::annotations::Annotations;
use crate::stages::{Reading, gather};

/// A run that may write.
pub(super) struct Job<'a> {
    pub(super) request: &'a Request,
    pub(super) folder: &'a Folder,
    pub(super) inputs: &'a Inputs,
    /// The open files of the inputs.
    pub(super) pool: &'a SourcePool,
    /// Segments of records, where an input has some.
    pub(super) segments: &'a Segments,
    pub(super) plan: &'a Plan,
    /// What people decided on rows.
    pub(super) decisions: Option<&'a Decisions>,
    /// The rows that they decided on, where there are decisions.
    pub(super) decided_rows: Option<&'a DecidedRows>,
    pub(super) watch: &'a dyn Watch,
}

impl Job<'_> {
    pub(super) fn run(
        &self,
        mut finished: Finished,
        annotations: Option<&Annotations>,
        clock: Clock,
    ) -> Result<Ended, RunError> {
        let resumed = finished.shards;
        self.watch.started(&self.inputs.files, resumed);
        let stopped = AtomicBool::new(false);
        let read = std::thread::scope(|scope| -> Result<_, RunError> {
            // Reading the inputs a second time for their digests costs little beside extraction.
            let digests = scope.spawn(|| input_entries(self.archives(), &stopped));
            let steps = self.shards(&mut finished, annotations);
            // Without all shards nobody asks for them, and there may be hours to read.
            stopped.store(!matches!(steps, Ok(Some(_))), Ordering::Relaxed);
            let Some(steps) = steps? else { return Ok(None) };
            let entries = digests.join().map_err(|_| RunError::Worker)?;
            // The last reading has ended. What changed since the first one makes mixed rows.
            self.archives().verify()?;
            Ok(Some((faults_told(entries, self.archives()), steps)))
        })?;
        let Some((entries, steps)) = read else {
            return Ok(Ended::Interrupted { shards: finished.shards });
        };
        let manifest = self.finish(finished, entries, resumed, clock, steps)?;
        Ok(Ended::Complete(Box::new(manifest)))
    }

    /// Writes the shards that are still missing; the times of steps. `None` when interrupted.
    fn shards(
        &self,
        finished: &mut Finished,
        annotations: Option<&Annotations>,
    ) -> Result<Option<Vec<StepTime>>, RunError> {
        let workers = Workers { jobs: self.request.jobs.max(1), watch: self.watch };
        let mut crawled = finished.crawled;
        loop {
            let Some(start) = finished.next else { return Ok(Some(Vec::new())) };
            let Some(evidence) = gather(&self.reading(workers), crawled)? else { return Ok(None) };
            let knows = evidence.crawled.is_some() || self.request.config.scope.everything;
            let alarm = Alarm::new(self.watch, !knows);
            let config = &self.request.config;
            let (archives, decisions) = (self.archives(), self.decisions);
            let deriving = Deriving { archives, config, evidence: &evidence, decisions };
            let working = Working { deriving, annotations };
            let ended = self.derive(start, finished, working, &alarm)?;
            // A short reading may be at its end before it can be stopped.
            if !alarm.has_rung() {
                return Ok(ended.then(|| evidence.times()));
            }
            // The only reading so far did not know what crawls decided. Old marks are left: they do
            // not continue new ones.
            *finished = Finished::default();
            crawled = true;
        }
    }

    /// Derives the rows from a place on, and writes them. False when interrupted, or stopped by the
    /// alarm.
    fn derive(
        &self,
        start: Cursor,
        finished: &mut Finished,
        working: Working<'_>,
        alarm: &Alarm<'_>,
    ) -> Result<bool, RunError> {
        let Working { deriving, annotations } = working;
        let Deriving { archives, config, evidence, .. } = deriving;
        let crawled = evidence.crawled.is_some();
        let create =
            |shard: u32| ShardWriter::create(self.folder, shard, config, annotations, crawled);
        let mut writer = Some(create(finished.shards)?);
        self.watch.begins("documents");
        let workers = Workers { jobs: self.request.jobs.max(1), watch: alarm };
        flow(
            &self.feed(start),
            workers,
            |fed| {
                alarm.inspect(&fed);
                working.process(fed)
            },
            |delivered| {
                // Before a shard is complete: a look-up behind a read error finds nothing.
                archives.sound()?;
                // The shard of a verdict gets no mark, so that a resumed run meets it again.
                let Some(shard) = writer.as_mut().filter(|_| !alarm.has_rung()) else {
                    return Ok(());
                };
                self.write(shard, delivered.items, finished)?;
                let Some(close) = delivered.close else { return Ok(()) };
                end_shard(writer.take(), close, finished)?;
                if close.next.is_some() {
                    writer = Some(create(finished.shards)?);
                }
                Ok(())
            },
        )
    }

    /// Writes what was made of some records, in their order.
    fn write(
        &self,
        shard: &mut ShardWriter<'_>,
        items: Vec<Result<Processed, ShuffleError>>,
        finished: &mut Finished,
    ) -> Result<(), RunError> {
        let before = shard.counts();
        items.into_iter().try_for_each(|item| shard.push(item?, &mut finished.seen))?;
        let after = shard.counts();
        self.watch.written(after.0 - before.0, after.1 - before.1);
        Ok(())
    }

    /// The reading of all inputs by the group stages.
    fn reading<'r>(&'r self, workers: Workers<'r>) -> Reading<'r> {
        let Request { config, spill, memory, .. } = self.request;
        // Inside the output folder by default: the disk that takes the corpus has room for runs of the sort.
        let spill = Some(spill.clone().unwrap_or_else(|| self.folder.partial()));
        Reading { archives: self.archives(), config, workers, memory: *memory, spill, span: None }
    }

    /// The records from a position on that become rows or quarantine lines.
    fn feed(&self, start: Cursor) -> Feed<'_> {
        let Config { scope, shard_records, .. } = &self.request.config;
        let wanted = Wanted { scope, all_captures: false };
        let (archives, shard_records) = (self.archives(), *shard_records);
        Feed::Files { archives, start, wanted, shard_records, span: None }
    }

    fn archives(&self) -> Archives<'_> {
        let limits = &self.request.config.archive;
        let (segments, unreadable) = (Some(self.segments), self.request.unreadable);
        let archives = Archives::new(&self.inputs.files, self.pool, limits);
        Archives { segments, unreadable, ..archives }
    }
}

/// Writes a shard to its end, and adds it to what is finished.
pub(super) fn end_shard(
    shard: Option<ShardWriter<'_>>,
    close: Close,
    finished: &mut Finished,
) -> Result<(), RunError> {
    // The last shard may be empty. A corpus without records still gets one part per format.
    if let Some(full) = shard.filter(|shard| !shard.is_empty() || finished.shards == 0) {
        finished.add(full.finish(close)?);
    }
    Ok(())
}
