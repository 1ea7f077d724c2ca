//! All TimeMaps of a collection: judged in parallel, handed over in order.

use std::io;
use std::sync::Arc;

use super::{Judged, judge};
use crate::collection::Collection;
use crate::collection::list::LeftAside;
use crate::collection::spread::Spread;
use crate::collection::timemap::TimeMap;
use crate::judge::profile::Profile;
use crate::judge::verdict::Status;

/// Mementos of a batch, unless a single TimeMap has more: a batch and its sketches are in memory.
const BATCH: usize = 4096;

/// Numbers of mementos by verdict.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// TimeMaps judged.
    pub timemaps: u64,
    /// On-topic.
    pub on: u64,
    /// Off-topic.
    pub off: u64,
    /// Unknown.
    pub unknown: u64,
    /// What was not judged.
    pub left_aside: LeftAside,
}

impl Tally {
    fn add(&mut self, judged: &Judged) {
        self.timemaps += 1;
        for verdict in &judged.verdicts {
            match verdict.status {
                Status::On => self.on += 1,
                Status::Off => self.off += 1,
                Status::Unknown => self.unknown += 1,
            }
        }
    }

    /// Mementos judged.
    pub fn mementos(&self) -> u64 {
        self.on + self.off + self.unknown
    }
}

/// A TimeMap with what it is judged by.
type Waiting = (TimeMap, Arc<Spread>);

/// Judges all TimeMaps and hands them to `take`, in their order whatever the number of jobs.
///
/// # Errors
/// When a temporary file cannot be read, and what `take` answers.
pub fn judge_all(
    collection: &Collection,
    profile: &Profile,
    jobs: usize,
    mut take: impl FnMut(&TimeMap, &Judged) -> io::Result<()>,
) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut mementos = 0;
    let mut judge_waiting = |waiting: &mut Vec<Waiting>| {
        let judged = judge_batch(waiting, collection, profile, jobs)?;
        for ((timemap, _), judged) in waiting.drain(..).zip(&judged) {
            tally.add(judged);
            take(&timemap, judged)?;
        }
        io::Result::Ok(())
    };
    let left_aside = collection.each_timemap(&mut |timemap, spread| {
        mementos += timemap.mementos.len();
        waiting.push((timemap, Arc::clone(spread)));
        // TimeMaps of one host may be in several batches: each carries the counts of its host.
        if mementos < BATCH {
            return Ok(());
        }
        mementos = 0;
        judge_waiting(&mut waiting)
    })?;
    judge_waiting(&mut waiting)?;
    Ok(Tally { left_aside, ..tally })
}

fn judge_batch(
    batch: &[Waiting],
    collection: &Collection,
    profile: &Profile,
    jobs: usize,
) -> io::Result<Vec<Judged>> {
    // Whole TimeMaps in order: the parts joined are in the order of the batch.
    let share = batch.len().div_ceil(jobs.max(1)).max(1);
    let parts: Vec<io::Result<Vec<Judged>>> = std::thread::scope(|scope| {
        let work = |part| move || judge_part(part, collection, profile);
        let threads: Vec<_> = batch.chunks(share).map(|part| scope.spawn(work(part))).collect();
        let failed = |_| Err(io::Error::other("a thread that judged failed"));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
    });
    let parts: Vec<Vec<Judged>> = parts.into_iter().collect::<io::Result<_>>()?;
    Ok(parts.into_iter().flatten().collect())
}

fn judge_part(
    part: &[Waiting],
    collection: &Collection,
    profile: &Profile,
) -> io::Result<Vec<Judged>> {
    part.iter()
        .map(|(timemap, spread)| {
            let sketches = collection.sketches(timemap)?;
            Ok(judge(timemap, &sketches, collection.surroundings(spread), profile))
        })
        .collect()
}
