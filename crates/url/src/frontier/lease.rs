//! URLs that were handed out, where others share the log: for how long nobody else gets them.

use std::io;

use super::fingerprint::fingerprint;
use super::log::Tag;
use super::queue::Waiting;
use super::record::{Addition, handout_body};
use super::schedule::OriginId;
use super::{Frontier, Handout};
use crate::parse::Url;

impl Frontier {
    /// Logs a handout, if handouts are leased.
    pub(super) fn log_handout(
        &mut self,
        origin: OriginId,
        url: &Url,
        waiting: Waiting,
        now: u64,
    ) -> io::Result<()> {
        if self.settings.lease.is_none() {
            return Ok(());
        }
        let key = fingerprint(url);
        self.log.append(Tag::HandedOut, &[&handout_body(origin, key, now)])?;
        self.leased.insert(key, waiting.place);
        Ok(())
    }

    /// Notes that a leased URL could not be fetched, by whoever has it. It waits again with the
    /// least priority (true), or is given up after too many failures (false). `None` if nobody has
    /// it.
    ///
    /// # Errors
    /// When the log cannot be read or written.
    pub fn give_back(&mut self, url: &Url) -> io::Result<Option<bool>> {
        let Some(place) = self.leased.remove(&fingerprint(url)) else { return Ok(None) };
        let body = self.log.read(place)?;
        let Some(added) = Addition::read(&body, &self.schedule) else { return Ok(None) };
        let handout = Handout { url: added.url, depth: added.depth, tries: added.tries };
        self.failed(&handout).map(Some)
    }

    /// URLs that somebody has.
    pub fn leased(&self) -> usize {
        self.leased.len()
    }

    /// When the next URL may be handed out, in milliseconds; `None` where nothing waits.
    pub fn next_ready(&self) -> Option<u64> {
        self.schedule.first_ready()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::{Frontier, Settings, Status};

    fn open(path: &Path, now: u64) -> Frontier {
        let settings =
            Settings { delay: 10, max_tries: 2, lease: Some(100), ..Settings::default() };
        Frontier::open_at(path, settings, now).unwrap()
    }

    fn next(frontier: &mut Frontier, now: u64) -> Option<String> {
        let next = frontier.next(now).unwrap().map(|handout| handout.url.into_string());
        frontier.sync().unwrap();
        next
    }

    #[test]
    fn a_lease_and_a_delay_hold_for_whoever_opens_the_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frontier");
        let mut first = open(&path, 0);
        for url in ["http://e.org/1", "http://e.org/2", "http://f.org/3"] {
            first.add(url, 1, 0).unwrap();
        }
        assert_eq!(next(&mut first, 0).as_deref(), Some("http://e.org/1"));
        drop(first);
        let mut second = open(&path, 5);
        assert_eq!((second.waiting(), second.leased()), (2, 1));
        assert_eq!(second.status("http://e.org/1").unwrap(), Status::HandedOut);
        // The domain rests although another process asked it.
        assert_eq!(next(&mut second, 5).as_deref(), Some("http://f.org/3"));
        assert_eq!(next(&mut second, 9), None);
        assert_eq!(second.next_ready(), Some(10));
        assert_eq!(next(&mut second, 10).as_deref(), Some("http://e.org/2"));
        drop(second);
        // The first lease runs out at 100, the others later.
        let mut third = open(&path, 101);
        assert_eq!((third.waiting(), third.leased()), (1, 2));
        assert_eq!(next(&mut third, 101).as_deref(), Some("http://e.org/1"));
    }

    #[test]
    fn what_is_given_back_waits_until_it_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frontier");
        open(&path, 0).add("http://e.org/1", 1, 0).unwrap();
        let mut outcomes = Vec::new();
        for now in [0, 50, 90] {
            let mut frontier = open(&path, now);
            if let Some(handout) = frontier.next(now).unwrap() {
                frontier.sync().unwrap();
                drop(frontier);
                // Another process tells it.
                let mut frontier = open(&path, now + 1);
                outcomes.push(frontier.give_back(&handout.url).unwrap());
                frontier.sync().unwrap();
            }
        }
        assert_eq!(outcomes, [Some(true), Some(false)]);
        let mut frontier = open(&path, 200);
        assert_eq!(
            frontier.give_back(&crate::Url::parse("http://e.org/1").unwrap()).unwrap(),
            None
        );
        let mut entries = Vec::new();
        let settings = Settings { lease: Some(100), ..Settings::default() };
        Frontier::entries(&path, settings, 200, |entry| entries.push(entry)).unwrap();
        let [entry] = &entries[..] else { panic!("one URL: {entries:?}") };
        assert_eq!((entry.status, entry.tries), (Status::Visited, 1));
    }
}
