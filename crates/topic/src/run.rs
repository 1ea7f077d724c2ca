//! All TimeMaps of a collection, judged in parallel and handed over in order.

use std::io;

use crate::collection::{Collection, TimeMap};
use crate::judge::{Judged, judge};
use crate::profile::Profile;
use crate::verdict::Status;

/// Mementos that are held in memory at a time, unless a single TimeMap has more.
const BATCH: usize = 4096;

/// How many mementos have which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// TimeMaps judged.
    pub timemaps: u64,
    /// On-topic.
    pub on: u64,
    /// Off-topic.
    pub off: u64,
    /// Unknown.
    pub unknown: u64,
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

/// Judges all TimeMaps and hands them to `take`, in their order whatever the number of jobs.
///
/// # Errors
/// When sketches cannot be read, and what `take` answers.
pub fn judge_all(
    collection: &Collection,
    profile: &Profile,
    jobs: usize,
    mut take: impl FnMut(&TimeMap, &Judged) -> io::Result<()>,
) -> io::Result<Tally> {
    let mut tally = Tally::default();
    let mut rest = &collection.timemaps[..];
    while !rest.is_empty() {
        let mut mementos = 0;
        let fits = |timemap: &TimeMap| {
            mementos += timemap.mementos.len();
            mementos <= BATCH
        };
        let count = rest.iter().map(fits).take_while(|fits| *fits).count().max(1);
        let (batch, after) = rest.split_at(count);
        rest = after;
        let share = batch.len().div_ceil(jobs.max(1));
        let judged: Vec<io::Result<Vec<Judged>>> = std::thread::scope(|scope| {
            let work = |part| move || judge_part(part, collection, profile);
            let threads: Vec<_> = batch.chunks(share).map(|part| scope.spawn(work(part))).collect();
            let failed = |_| Err(io::Error::other("a thread that judged failed"));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
        });
        let mut timemaps = batch.iter();
        for part in judged {
            for judged in &part? {
                let Some(timemap) = timemaps.next() else { break };
                tally.add(judged);
                take(timemap, judged)?;
            }
        }
    }
    Ok(tally)
}

fn judge_part(
    part: &[TimeMap],
    collection: &Collection,
    profile: &Profile,
) -> io::Result<Vec<Judged>> {
    part.iter()
        .map(|timemap| {
            let sketches = collection.sketches(timemap)?;
            Ok(judge(timemap, &sketches, collection, profile))
        })
        .collect()
}
