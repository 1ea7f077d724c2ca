//! A frontier from its log: what was written is done again, then what is visited leaves the queues.

use std::io;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::fingerprint::{Status, fingerprint};
use super::log::{Log, Tag};
use super::queue::Waiting;
use super::record::{Addition, origin_id, read_handout};
use super::schedule::OriginId;
use super::{Entry, Frontier, Settings};

/// What only the whole log tells.
#[derive(Debug, Default)]
struct Replayed {
    /// For URLs that failed, by fingerprint, the place of the last record that lets them wait.
    failed: FxHashMap<u64, u64>,
    /// When URLs that are neither done nor given back were handed out, by fingerprint.
    handed_out: FxHashMap<u64, u64>,
    /// When origins were asked last.
    asked: FxHashMap<OriginId, u64>,
}

impl Frontier {
    /// Opens a frontier with its log, or creates it. What was handed out but not done waits again,
    /// unless it is leased; then use [`Frontier::open_at`].
    ///
    /// # Errors
    /// When the log cannot be opened for reading and writing, or not be read.
    pub fn open(path: &Path, settings: Settings) -> io::Result<Frontier> {
        Frontier::open_at(path, settings, u64::MAX)
    }

    /// As [`Frontier::open`], at a time in milliseconds: leases that have not run out by then still
    /// hold, and so do the delays of domains.
    ///
    /// # Errors
    /// As [`Frontier::open`].
    pub fn open_at(path: &Path, settings: Settings, now: u64) -> io::Result<Frontier> {
        Frontier::open_replayed(path, settings, now).map(|(frontier, _)| frontier)
    }

    fn open_replayed(
        path: &Path,
        settings: Settings,
        now: u64,
    ) -> io::Result<(Frontier, Replayed)> {
        let mut frontier = Frontier::new(settings);
        let mut replayed = Replayed::default();
        let log = Log::open(path, |place, tag, body| {
            frontier.replay(place, tag, body, &mut replayed);
        })?;
        frontier.log = log;
        frontier.update_waiting(&replayed, now)?;
        if frontier.settings.lease.is_some() {
            let delay = frontier.settings.delay;
            let asked = replayed.asked.iter();
            let rests = asked.map(|(origin, time)| (*origin, time.saturating_add(delay)));
            frontier.schedule.rest_origins(rests);
        }
        Ok((frontier, replayed))
    }

    fn replay(&mut self, place: u64, tag: Tag, body: &[u8], replayed: &mut Replayed) {
        match tag {
            Tag::Origin => {
                if let Ok(text) = str::from_utf8(body) {
                    self.schedule.enter_origin(text);
                }
            }
            Tag::Added => {
                let Some(added) = Addition::read(body, &self.schedule) else { return };
                let key = fingerprint(&added.url);
                replayed.handed_out.remove(&key);
                if self.known.set(key, Status::Waiting) == Status::Unknown {
                    let waiting = Waiting { place, depth: added.depth, tries: added.tries };
                    self.schedule.push(added.origin, added.priority, waiting);
                } else {
                    replayed.failed.insert(key, place);
                }
            }
            Tag::Visited => {
                if let Ok(bytes) = body.try_into() {
                    let key = u64::from_le_bytes(bytes);
                    replayed.handed_out.remove(&key);
                    self.known.set(key, Status::Visited);
                }
            }
            Tag::Discarded => {
                if let Some(origin) = origin_id(body) {
                    self.schedule.discard(origin);
                }
            }
            Tag::HandedOut => {
                let Some((origin, key, time)) = read_handout(body) else { return };
                replayed.handed_out.insert(key, time);
                if origin < self.schedule.origin_count() {
                    replayed.asked.insert(origin, time);
                }
            }
        }
    }

    /// Drops what is visited or leased from the queues, and lets failed URLs wait as their last
    /// record says. All of it is known only once all records are read.
    fn update_waiting(&mut self, replayed: &Replayed, now: u64) -> io::Result<()> {
        let lease = self.settings.lease;
        let is_leased = |key: u64| {
            let since = replayed.handed_out.get(&key);
            since.zip(lease).is_some_and(|(since, lease)| since.saturating_add(lease) > now)
        };
        let mut leased = Vec::new();
        let (known, log) = (&self.known, &mut self.log);
        for origin in 0..self.schedule.origin_count() {
            self.schedule.replace(origin, |schedule, waiting| -> io::Result<_> {
                let body = log.read(waiting.place)?;
                let Some(added) = Addition::read(&body, schedule) else { return Ok(None) };
                let key = fingerprint(&added.url);
                if known.get(key) != Status::Waiting {
                    return Ok(None);
                }
                let (priority, waiting) = match replayed.failed.get(&key) {
                    None => (added.priority, waiting),
                    Some(&place) => {
                        let body = log.read(place)?;
                        let last = Addition::read(&body, schedule).unwrap_or(added);
                        let (depth, tries) = (last.depth, last.tries);
                        (last.priority, Waiting { place, depth, tries })
                    }
                };
                if is_leased(key) {
                    leased.push((key, waiting.place));
                    return Ok(None);
                }
                Ok(Some((priority, waiting)))
            })?;
        }
        for (key, place) in leased {
            self.known.set(key, Status::HandedOut);
            self.leased.insert(key, place);
        }
        Ok(())
    }

    /// Visits every URL of a log in the order of arrival, each once, as it stands at a time.
    ///
    /// # Errors
    /// As [`Frontier::open`].
    pub fn entries(
        path: &Path,
        settings: Settings,
        now: u64,
        mut visit: impl FnMut(Entry),
    ) -> io::Result<()> {
        let (frontier, replayed) = Frontier::open_replayed(path, settings, now)?;
        Log::walk(path, |place, tag, body| {
            if tag != Tag::Added {
                return;
            }
            let Some(added) = Addition::read(body, &frontier.schedule) else { return };
            let key = fingerprint(&added.url);
            // Of a URL that failed the last record holds.
            if replayed.failed.get(&key).is_some_and(|last| *last != place) {
                return;
            }
            let Addition { url, priority, depth, tries, .. } = added;
            visit(Entry { url, status: frontier.known.get(key), priority, depth, tries });
        })
    }
}
