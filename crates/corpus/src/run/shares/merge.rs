//! `scutch merge`: the corpus of all shares.

use std::path::{Path, PathBuf};

use scutch_folder::digest::file_digest;
use scutch_folder::inputs::{Cursor, Inputs, Segments, Share};
use scutch_folder::plan::Plan;
use scutch_folder::shares::Part;
use scutch_folder::timing::Clock;
use scutch_folder::{RunError, ShareError, at};

use super::items::{ITEMS, read_items};
use super::marker::read_shares;
use crate::flow::{Close, Watch};
use crate::run::finished::Finished;
use crate::run::item::Item;
use crate::run::job::{Job, end_shard};
use crate::run::prepare::{Listed, Prepared, Preparing, prepare};
use crate::run::shard::ShardWriter;
use crate::run::{Ended, Request, output_folder};
use scutch_archive::SourcePool;

/// Writes the corpus folder of rows that [`derive_share`](super::derive_share) derived. The
/// configuration is that of the rows. The inputs need not be there.
///
/// # Errors
/// Rows that do not fit together; an output folder of another run; the first failed write. Finished
/// shards stay, and the same command resumes after them.
pub fn merge_rows(
    folders: &[PathBuf],
    request: &Request,
    watch: &dyn Watch,
) -> Result<Ended, RunError> {
    let clock = Clock::start();
    let parts = read_shares::<Part>(folders)?;
    let Some((_, first)) = parts.first() else {
        return Err(ShareError::Missing(Share::WHOLE).into());
    };
    let plan = &Plan { merged: true, ..first.plan.clone() };
    let request = &Request { config: plan.config.clone(), ..request.clone() };
    let (folder, found) = output_folder(request)?;
    let pool = &SourcePool::default();
    let mut listed = Listed::without_stdin(first.inputs());
    let how = Preparing { overwrite: request.overwrite, unreadable: request.unreadable, pool };
    let (_lock, mut finished) = match prepare(&folder, found, plan, &mut listed, how)? {
        Prepared::AlreadyComplete(manifest) => return Ok(Ended::AlreadyComplete(manifest)),
        Prepared::Go { _lock, finished } => (_lock, *finished),
    };
    let (inputs, segments): (&Inputs, _) = (&listed.inputs, &Segments::default());
    watch.started(&inputs.files, finished.shards);
    watch.begins("documents");
    let (folder, decided_rows) = (&folder, first.decided.clone());
    let decided_rows = decided_rows.as_ref();
    let job = Job {
        request,
        folder,
        inputs,
        pool,
        segments,
        plan,
        // The rows were derived by them.
        decisions: None,
        decided_rows,
        watch,
    };
    let resumed = finished.shards;
    if !Merging::new(&job, first.crawled, &mut finished)?.parts(&parts)? {
        return Ok(Ended::Interrupted { shards: finished.shards });
    }
    let digests = parts.into_iter().flat_map(|(_, part)| part.digests).collect();
    let manifest = job.finish(finished, digests, resumed, clock, Vec::new())?;
    Ok(Ended::Complete(Box::new(manifest)))
}

/// The writer of the shards, fed by what other jobs made.
struct Merging<'a> {
    job: &'a Job<'a>,
    crawled: bool,
    finished: &'a mut Finished,
    /// Records of shards that an earlier process has finished.
    skipped: u64,
    in_shard: u32,
    writer: Option<ShardWriter<'a>>,
}

impl<'a> Merging<'a> {
    fn new(job: &'a Job<'a>, crawled: bool, finished: &'a mut Finished) -> Result<Self, RunError> {
        let skipped = finished.counts.records;
        let mut merging = Self { job, crawled, finished, skipped, in_shard: 0, writer: None };
        if merging.finished.next.is_some() {
            merging.begin_shard()?;
        }
        Ok(merging)
    }

    fn begin_shard(&mut self) -> Result<(), RunError> {
        let Job { folder, request, .. } = self.job;
        let shard = self.finished.shards;
        let writer = ShardWriter::create(folder, shard, &request.config, None, self.crawled)?;
        (self.writer, self.in_shard) = (Some(writer), 0);
        Ok(())
    }

    /// Writes what all jobs made, in the order of their shares. False when interrupted.
    fn parts(mut self, parts: &[(PathBuf, Part)]) -> Result<bool, RunError> {
        // All shards are finished, and the process ended before the manifest.
        if self.writer.is_none() {
            return Ok(true);
        }
        for (folder, part) in parts {
            let path = folder.join(ITEMS);
            sound(&path, part)?;
            if !read_items(&path, |item| self.push(item))? {
                return Ok(false);
            }
        }
        end_shard(self.writer.take(), Close { next: None }, self.finished)?;
        Ok(true)
    }

    /// Writes an item. False when interrupted.
    fn push(&mut self, item: Item) -> Result<bool, RunError> {
        let (is_record, is_row) = (item.is_record(), item.is_row());
        // A shard ends right behind a record, so what follows the last one belongs to the next.
        if self.skipped > 0 {
            self.skipped -= u64::from(is_record);
            return Ok(true);
        }
        let Some(writer) = &mut self.writer else { return Ok(false) };
        writer.push_item(item, &mut self.finished.seen)?;
        self.job.watch.written(u64::from(is_record), u64::from(is_row));
        // Shards are measured in records, and a damaged range is none.
        self.in_shard += u32::from(is_record);
        if self.in_shard == self.job.request.config.shard_records {
            // Where the next shard begins in the inputs does not matter: a merge resumes by counting.
            let close = Close { next: Some(Cursor::START) };
            end_shard(self.writer.take(), close, self.finished)?;
            self.begin_shard()?;
        }
        Ok(!self.job.watch.interrupted())
    }
}

/// Fails if the items are not those that were written.
fn sound(path: &Path, part: &Part) -> Result<(), RunError> {
    match file_digest(path).map_err(at(path))? == part.file {
        true => Ok(()),
        false => Err(ShareError::Changed(path.to_owned()).into()),
    }
}
