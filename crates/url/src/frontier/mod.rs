//! The frontier: which URLs are known, which wait, and which to fetch next.
//!
//! Memory holds a fingerprint and a queue entry per URL (about 25 bytes). The URLs themselves are
//! in a log, on disk or in memory; after a crash the frontier is built again from the log. The
//! frontier has no clock: the caller passes the time, in milliseconds since any fixed moment.
//!
//! ```
//! use scutch_url::frontier::{Added, Frontier, Settings};
//!
//! let mut frontier = Frontier::new(Settings { delay: 1000, ..Settings::default() });
//! assert_eq!(frontier.add("http://example.org/a", 1, 0)?, Added::New);
//! assert_eq!(frontier.add("http://www.example.org/a?utm_source=x", 1, 0)?, Added::Known);
//! assert_eq!(frontier.add("http://example.org/b", 0, 0)?, Added::New);
//!
//! // Priority 0 goes first; the other page of the site has to wait for a second.
//! let first = frontier.next(0)?.expect("a URL is ready");
//! assert_eq!(first.url.as_str(), "http://example.org/b");
//! assert_eq!(frontier.next(999)?, None);
//! frontier.visited(&first.url)?;
//! assert!(frontier.next(1000)?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fingerprint;
mod lease;
mod log;
mod names;
mod queue;
mod record;
mod replay;
mod schedule;
mod settings;

use std::io;

pub use fingerprint::Status;
use fingerprint::{Known, fingerprint};
use log::{Log, MAX_BODY, Tag};
use queue::Waiting;
use record::{Addition, HEAD};
use schedule::{DomainId, OriginId, Schedule};
pub use settings::{AddError, Added, Entry, Handout, Settings};

use rustc_hash::FxHashMap;

use crate::parse::{ParseError, Url};
use crate::profile::Crawl;
use crate::robots::Robots;

/// Known and waiting URLs of a crawl, with the log they are in.
#[derive(Debug)]
pub struct Frontier {
    settings: Settings,
    known: Known,
    schedule: Schedule,
    log: Log,
    disallowed: usize,
    /// Where in the log the URLs stand that somebody has, by fingerprint.
    leased: FxHashMap<u64, u64>,
}

impl Frontier {
    /// An empty frontier in memory.
    pub fn new(settings: Settings) -> Frontier {
        Frontier {
            settings,
            known: Known::default(),
            schedule: Schedule::default(),
            log: Log::in_memory(),
            disallowed: 0,
            leased: FxHashMap::default(),
        }
    }

    /// Adds a URL; 0 is the most urgent of four priorities.
    ///
    /// # Errors
    /// When the text is no http(s) URL or too long for the log, or the log cannot be written.
    pub fn add(&mut self, text: &str, priority: u8, depth: u8) -> Result<Added, AddError> {
        let url = Crawl::default().normal_url(text, &mut Vec::new()).map_err(AddError::Url)?;
        self.add_url(&url, priority, depth)
    }

    /// Adds a URL that is normalised already.
    ///
    /// # Errors
    /// When the URL is too long for the log, or the log cannot be written.
    pub fn add_url(&mut self, url: &Url, priority: u8, depth: u8) -> Result<Added, AddError> {
        // The common case first: most links of a page are known.
        if self.known.get(fingerprint(url)) != Status::Unknown {
            return Ok(Added::Known);
        }
        if url.path_and_rest().len() + HEAD > MAX_BODY {
            return Err(AddError::Url(ParseError::TooLong));
        }
        let origin = self.enter_origin(url).map_err(AddError::Log)?;
        if self.schedule.is_discarded(origin) {
            return Ok(Added::Discarded);
        }
        let added = Addition { origin, priority, depth, tries: 0, url: url.clone() };
        self.wait(&added).map_err(AddError::Log)?;
        Ok(Added::New)
    }

    /// Logs a URL and puts it into its queue.
    fn wait(&mut self, added: &Addition) -> io::Result<()> {
        let body = [&added.head()[..], added.url.path_and_rest().as_bytes()];
        let place = self.log.append(Tag::Added, &body)?;
        self.known.set(fingerprint(&added.url), Status::Waiting);
        let waiting = Waiting { place, depth: added.depth, tries: added.tries };
        self.schedule.push(added.origin, added.priority, waiting);
        Ok(())
    }

    /// The origin of a URL, user name included: another user may see another page.
    fn enter_origin(&mut self, url: &Url) -> io::Result<OriginId> {
        let text = &url.as_str()[..url.as_str().len() - url.path_and_rest().len()];
        if let Some(id) = self.schedule.origin(text) {
            return Ok(id);
        }
        self.log.append(Tag::Origin, &[text.as_bytes()])?;
        Ok(self.schedule.enter_origin(text))
    }

    /// The next URL to fetch at a time, if one is ready.
    ///
    /// # Errors
    /// When the log cannot be read, or written where robots.txt forbids a URL.
    pub fn next(&mut self, now: u64) -> io::Result<Option<Handout>> {
        while let Some(domain) = self.schedule.take_ready(now) {
            if let Some((origin, waiting, url)) = self.next_of_domain(domain)? {
                self.log_handout(origin, &url, waiting, now)?;
                let handout = Handout { url, depth: waiting.depth, tries: waiting.tries };
                let ready = now.saturating_add(self.delay(origin));
                self.schedule.rest_until(domain, ready);
                return Ok(Some(handout));
            }
        }
        Ok(None)
    }

    /// Milliseconds until the domain of an origin may be asked again: robots.txt can ask for more
    /// than the settings, never for less.
    fn delay(&self, origin: OriginId) -> u64 {
        let agent = self.settings.agent.as_deref().unwrap_or_default();
        let robots = self.schedule.robots(origin);
        let seconds = robots.and_then(|robots| robots.crawl_delay(agent)).unwrap_or(0.0);
        self.settings.delay.max((f64::from(seconds) * 1000.0) as u64)
    }

    /// The next URL of a domain whose origins take turns. URLs that robots.txt forbids are dropped:
    /// the rules may have come after the URL.
    fn next_of_domain(&mut self, id: DomainId) -> io::Result<Option<(OriginId, Waiting, Url)>> {
        let first = self.schedule.turn(id);
        loop {
            let origin = self.schedule.take_turn(id);
            while let Some(waiting) = self.schedule.pop(origin) {
                let body = self.log.read(waiting.place)?;
                let Some(Addition { url, .. }) = Addition::read(&body, &self.schedule) else {
                    continue;
                };
                let key = fingerprint(&url);
                if !self.is_allowed(origin, &url) {
                    self.disallowed += 1;
                    self.finish(key)?;
                    continue;
                }
                self.known.set(key, Status::HandedOut);
                return Ok(Some((origin, waiting, url)));
            }
            if self.schedule.turn(id) == first {
                return Ok(None);
            }
        }
    }

    fn is_allowed(&self, origin: OriginId, url: &Url) -> bool {
        match (self.schedule.robots(origin), &self.settings.agent) {
            (Some(robots), Some(agent)) => robots.allows(agent, url.path_and_query()),
            _ => true,
        }
    }

    /// Notes that a URL is done, whether the frontier handed it out or not.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn visited(&mut self, url: &Url) -> io::Result<()> {
        let key = fingerprint(url);
        self.leased.remove(&key);
        self.finish(key)
    }

    fn finish(&mut self, key: u64) -> io::Result<()> {
        self.log.append(Tag::Visited, &[&key.to_le_bytes()])?;
        self.known.set(key, Status::Visited);
        Ok(())
    }

    /// Notes that a URL that was handed out could not be fetched. It waits again with the least
    /// priority (true), or is given up after too many failures (false).
    ///
    /// # Errors
    /// When the log cannot be written, or the URL is too long for it.
    pub fn failed(&mut self, handout: &Handout) -> io::Result<bool> {
        // Failures are those of the handout, so that a URL handed out twice is not counted twice.
        let tries = handout.tries.saturating_add(1);
        if tries >= self.settings.max_tries {
            self.finish(fingerprint(&handout.url))?;
            return Ok(false);
        }
        let origin = self.enter_origin(&handout.url)?;
        // What failed goes behind what was not tried yet.
        let (priority, depth) = (queue::PRIORITIES as u8 - 1, handout.depth);
        self.wait(&Addition { origin, priority, depth, tries, url: handout.url.clone() })?;
        Ok(true)
    }

    /// What is known of a URL, in any spelling. Asking changes nothing.
    ///
    /// # Errors
    /// When the text is no http(s) URL.
    pub fn status(&self, text: &str) -> Result<Status, ParseError> {
        let url = Crawl::default().normal_url(text, &mut Vec::new())?;
        Ok(self.known.get(fingerprint(&url)))
    }

    /// Sets the rules of a host, by any URL of it. A host that is not known stays unknown.
    pub fn set_robots(&mut self, url: &Url, robots: Robots) {
        self.schedule.set_robots(&url.origin(), robots);
    }

    /// Discards a host: none of its URLs is handed out or added any more.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn discard(&mut self, url: &Url) -> io::Result<()> {
        let origin = self.enter_origin(url)?;
        self.log.append(Tag::Discarded, &[&origin.to_le_bytes()])?;
        self.schedule.discard(origin);
        Ok(())
    }

    /// URLs known, in any state.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no URL is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// URLs waiting.
    pub fn waiting(&self) -> usize {
        self.schedule.waiting()
    }

    /// URLs that were dropped because robots.txt forbids them.
    pub fn disallowed(&self) -> usize {
        self.disallowed
    }

    /// Origins known, in order of arrival.
    pub fn origins(&self) -> impl Iterator<Item = &str> {
        self.schedule.origin_texts()
    }

    /// Bytes of memory for URLs: fingerprints and queue entries, without hosts and log.
    pub fn memory(&self) -> usize {
        self.known.memory() + self.schedule.memory()
    }

    /// Writes what happened so far to disk, so that a crash loses nothing of it.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> io::Result<()> {
        self.log.sync()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{Added, Frontier, Settings, Status};
    use crate::Url;
    use crate::robots::Robots;

    fn add(frontier: &mut Frontier, url: &str) -> Added {
        frontier.add(url, 1, 0).unwrap()
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    /// All that may be fetched at a time.
    fn ready(frontier: &mut Frontier, now: u64) -> Vec<String> {
        let next = || frontier.next(now).unwrap().map(|handout| handout.url.into_string());
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn quirks_of_courlan_done_right() {
        let mut frontier = Frontier::new(Settings::default());
        assert_eq!(add(&mut frontier, "http://B.org/1?b=1&a=2#x"), Added::New);
        // 41, 42, 50: one page in all its spellings, also within a batch
        for same in [
            "https://b.org/1/?a=2&b=1",
            "http://www.b.org/1?a=2&b=1&utm_source=x",
            "HTTP://b.org:80/1?b=1&a=2",
        ] {
            assert_eq!(add(&mut frontier, same), Added::Known, "{same}");
            assert_eq!(frontier.status(same).unwrap(), Status::Waiting);
        }
        // 44: asking creates nothing; 53: rules create no work
        assert_eq!(frontier.status("http://c.org/").unwrap(), Status::Unknown);
        frontier.set_robots(&url("http://c.org/"), Robots::parse(b"User-agent: *\nDisallow: /"));
        assert_eq!((frontier.len(), frontier.origins().count()), (1, 1));
        // 51: visited can be said of a URL that is known
        frontier.visited(&url("http://b.org/1?b=1&a=2")).unwrap();
        assert_eq!(frontier.status("http://b.org/1?b=1&a=2").unwrap(), Status::Visited);
    }

    #[test]
    fn turns_delays_and_priorities() {
        let mut frontier = Frontier::new(Settings { delay: 10, ..Settings::default() });
        for url in ["http://a.e.org/1", "http://a.e.org/2", "http://b.e.org/3", "http://f.org/4"] {
            add(&mut frontier, url);
        }
        frontier.add("http://a.e.org/5", 0, 3).unwrap();
        assert_eq!(ready(&mut frontier, 0), ["http://a.e.org/5", "http://f.org/4"]);
        assert_eq!(ready(&mut frontier, 9), [""; 0]);
        assert_eq!(ready(&mut frontier, 10), ["http://b.e.org/3"]);
        assert_eq!(ready(&mut frontier, 20), ["http://a.e.org/1"]);
        assert_eq!(ready(&mut frontier, 29), [""; 0]);
        assert_eq!(ready(&mut frontier, 30), ["http://a.e.org/2"]);
        assert_eq!(frontier.waiting(), 0);
    }

    #[test]
    fn robots_rules_hold_at_hand_out() {
        let mut frontier = Frontier::new(Settings { delay: 0, ..Settings::default() });
        add(&mut frontier, "http://e.org/private/x");
        add(&mut frontier, "http://e.org/open");
        frontier.set_robots(
            &url("http://e.org/"),
            Robots::parse(b"User-agent: *\nDisallow: /private\nCrawl-delay: 2"),
        );
        assert_eq!(frontier.next(0).unwrap().unwrap().url.as_str(), "http://e.org/open");
        assert_eq!(frontier.disallowed(), 1);
    }

    #[test]
    fn failures_come_again_until_they_are_given_up() {
        let mut frontier =
            Frontier::new(Settings { delay: 0, max_tries: 2, ..Settings::default() });
        add(&mut frontier, "http://e.org/x");
        let first = frontier.next(0).unwrap().unwrap();
        assert!(frontier.failed(&first).unwrap());
        let second = frontier.next(0).unwrap().unwrap();
        assert_eq!(second.tries, 1);
        assert!(!frontier.failed(&second).unwrap());
        assert_eq!(frontier.next(0).unwrap(), None);
        assert_eq!(frontier.status("http://e.org/x").unwrap(), Status::Visited);
    }

    #[test]
    fn log_survives_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("frontier.log");
        let settings = Settings { delay: 0, ..Settings::default() };
        let mut frontier = Frontier::open(&path, settings.clone()).unwrap();
        for i in 0..5 {
            add(&mut frontier, &format!("http://e{}.org/{i}", i % 2));
        }
        frontier.discard(&url("http://gone.org/")).unwrap();
        let done = frontier.next(0).unwrap().unwrap();
        frontier.visited(&done.url).unwrap();
        let lost = frontier.next(0).unwrap().unwrap();
        frontier.sync().unwrap();
        drop(frontier);
        // A record that was being written when the power went.
        let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"A\x10\x00half").unwrap();
        drop(file);
        let mut again = Frontier::open(&path, settings).unwrap();
        assert_eq!((again.len(), again.waiting()), (5, 4));
        assert_eq!(again.status(done.url.as_str()).unwrap(), Status::Visited);
        assert_eq!(again.status(lost.url.as_str()).unwrap(), Status::Waiting);
        assert_eq!(add(&mut again, "http://gone.org/x"), Added::Discarded);
        assert_eq!(add(&mut again, "http://e0.org/new"), Added::New);
        assert_eq!(ready(&mut again, 0).len(), 5);
    }
}
