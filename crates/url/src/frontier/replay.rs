//! A frontier from its log: what was written is done again, then what is visited leaves the queues.

use std::io;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::fingerprint::{Status, fingerprint};
use super::log::{Log, Tag};
use super::queue::Waiting;
use super::record::{Addition, origin_id};
use super::{Frontier, Settings};

/// For URLs that failed, by fingerprint, the place of the last record that lets them wait.
type LastPlaces = FxHashMap<u64, u64>;

impl Frontier {
    /// Opens a frontier with its log, or creates it. What was handed out but not done waits again.
    ///
    /// # Errors
    /// When the log cannot be opened for reading and writing, or not be read.
    pub fn open(path: &Path, settings: Settings) -> io::Result<Frontier> {
        let mut frontier = Frontier::new(settings);
        let mut failed = LastPlaces::default();
        let log = Log::open(path, |place, tag, body| {
            frontier.replay(place, tag, body, &mut failed);
        })?;
        frontier.log = log;
        frontier.update_waiting(&failed)?;
        Ok(frontier)
    }

    fn replay(&mut self, place: u64, tag: Tag, body: &[u8], failed: &mut LastPlaces) {
        match tag {
            Tag::Origin => {
                if let Ok(text) = str::from_utf8(body) {
                    self.schedule.enter_origin(text);
                }
            }
            Tag::Added => {
                let Some(added) = Addition::read(body, &self.schedule) else { return };
                let key = fingerprint(&added.url);
                if self.known.set(key, Status::Waiting) == Status::Unknown {
                    let waiting = Waiting { place, depth: added.depth, tries: added.tries };
                    self.schedule.push(added.origin, added.priority, waiting);
                } else {
                    failed.insert(key, place);
                }
            }
            Tag::Visited => {
                if let Ok(bytes) = body.try_into() {
                    self.known.set(u64::from_le_bytes(bytes), Status::Visited);
                }
            }
            Tag::Discarded => {
                if let Some(origin) = origin_id(body) {
                    self.schedule.discard(origin);
                }
            }
        }
    }

    /// Drops visited URLs from the queues, and lets failed ones wait as their last record says.
    /// Both are known only once all records are read.
    fn update_waiting(&mut self, failed: &LastPlaces) -> io::Result<()> {
        let (known, log) = (&self.known, &mut self.log);
        for origin in 0..self.schedule.origin_count() {
            self.schedule.replace(origin, |schedule, waiting| -> io::Result<_> {
                let body = log.read(waiting.place)?;
                let Some(added) = Addition::read(&body, schedule) else { return Ok(None) };
                let key = fingerprint(&added.url);
                if known.get(key) != Status::Waiting {
                    return Ok(None);
                }
                let Some(&place) = failed.get(&key) else {
                    return Ok(Some((added.priority, waiting)));
                };
                let body = log.read(place)?;
                let last = Addition::read(&body, schedule).unwrap_or(added);
                Ok(Some((last.priority, Waiting { place, depth: last.depth, tries: last.tries })))
            })?;
        }
        Ok(())
    }
}
