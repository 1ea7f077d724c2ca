//! The frontier: which URLs are known, which wait, and which to fetch next.
//!
//! In memory stand a fingerprint and a queue entry for each URL, some 25 bytes; the URLs themselves
//! stand in a log on disk (or in memory), from which the frontier can be built again after a crash.
//! The frontier has no clock: the caller says what time it is, in milliseconds since any moment.

mod fingerprint;
mod log;
mod names;
mod queue;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::path::Path;

pub use fingerprint::Status;
use fingerprint::{Known, fingerprint};
use log::{Log, MAX_BODY, Tag};
use names::Names;
use queue::{Entries, Queue, Waiting};

use crate::parse::{ParseError, Url};
use crate::profile::Crawl;
use crate::robots::Robots;

/// How a frontier hands out.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Milliseconds between two URLs of one registrable domain.
    pub delay: u64,
    /// Product token for robots.txt; `None` hands out whatever robots.txt says.
    pub agent: Option<String>,
    /// A URL that failed so often is given up.
    pub max_tries: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { delay: 5000, agent: Some("scutch".to_owned()), max_tries: 3 }
    }
}

/// A URL to fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handout {
    /// The URL.
    pub url: Url,
    /// Links away from where the crawl began.
    pub depth: u8,
    /// How often it failed before.
    pub tries: u8,
}

/// What became of a URL that was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// New; it waits.
    New,
    /// Known in this or another spelling.
    Known,
    /// Its host was given up.
    Discarded,
}

/// Why a URL was not added.
#[derive(Debug)]
#[non_exhaustive]
pub enum AddError {
    /// Not an http(s) URL.
    Url(ParseError),
    /// The log could not be written.
    Log(io::Error),
}

impl std::fmt::Display for AddError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AddError::Url(error) => error.fmt(f),
            AddError::Log(error) => write!(f, "The log of the frontier cannot be written: {error}"),
        }
    }
}

impl std::error::Error for AddError {}

/// Scheme, host and port with what waits there.
#[derive(Debug)]
struct Origin {
    domain: u32,
    /// The next origin of its domain, of the last one the first.
    next: u32,
    queue: Queue,
    robots: Option<Box<Robots>>,
    discarded: bool,
}

/// A registrable domain: its origins take turns.
#[derive(Debug)]
struct Domain {
    /// The origin that came last.
    last: u32,
    /// The origin whose turn it is.
    turn: u32,
    /// When the next URL may be handed out.
    ready: u64,
    /// Whether it stands in the heap.
    lined_up: bool,
}

/// The frontier.
#[derive(Debug)]
pub struct Frontier {
    settings: Settings,
    known: Known,
    entries: Entries,
    origins: Vec<Origin>,
    origin_names: Names,
    domains: Vec<Domain>,
    domain_names: Names,
    /// Domains with something waiting, the one ready first on top; equal ones in order of arrival.
    line: BinaryHeap<Reverse<(u64, u64, u32)>>,
    arrivals: u64,
    log: Log,
    disallowed: usize,
}

impl Frontier {
    /// An empty frontier that lives in memory.
    pub fn new(settings: Settings) -> Frontier {
        Frontier {
            settings,
            known: Known::default(),
            entries: Entries::default(),
            origins: Vec::new(),
            origin_names: Names::default(),
            domains: Vec::new(),
            domain_names: Names::default(),
            line: BinaryHeap::new(),
            arrivals: 0,
            log: Log::in_memory(),
            disallowed: 0,
        }
    }

    /// Opens a frontier with its log, or creates it. What was handed out but not done waits again.
    ///
    /// # Errors
    /// When the log cannot be opened for reading and writing, or not be read.
    pub fn open(path: &Path, settings: Settings) -> io::Result<Frontier> {
        let mut frontier = Frontier::new(settings);
        let log = Log::open(path, |place, tag, body| frontier.replay(place, tag, body))?;
        frontier.log = log;
        frontier.drop_visited()?;
        Ok(frontier)
    }

    fn replay(&mut self, place: u64, tag: Tag, body: &[u8]) {
        match tag {
            Tag::Origin => {
                if let Ok(text) = str::from_utf8(body) {
                    self.enter_origin(text);
                }
            }
            Tag::Added => {
                if let Some((origin, url)) = self.url_of(body)
                    && self.known.set(fingerprint(&url), Status::Waiting) == Status::Unknown
                {
                    let waiting = Waiting { place, depth: body[5], tries: body[6] };
                    self.line_up(origin, body[4], waiting);
                }
            }
            Tag::Visited => {
                if let Ok(bytes) = body.try_into() {
                    self.known.set(u64::from_le_bytes(bytes), Status::Visited);
                }
            }
            Tag::Discarded => {
                if let Some(origin) = id_of(body).and_then(|id| self.origins.get_mut(id as usize)) {
                    origin.discarded = true;
                    let mut queue = std::mem::take(&mut origin.queue);
                    while self.entries.pop(&mut queue).is_some() {}
                }
            }
        }
    }

    /// After a replay: queues without what is done already.
    fn drop_visited(&mut self) -> io::Result<()> {
        for id in 0..self.origins.len() {
            let mut old = std::mem::take(&mut self.origins[id].queue);
            let mut kept = Queue::default();
            while let Some(waiting) = self.entries.pop(&mut old) {
                let body = self.log.read(waiting.place)?;
                if let Some((_, url)) = self.url_of(&body)
                    && self.known.get(fingerprint(&url)) == Status::Waiting
                {
                    self.entries.push(&mut kept, body[4], waiting);
                }
            }
            self.origins[id].queue = kept;
        }
        Ok(())
    }

    /// Origin and URL of the body of an `Added` record.
    fn url_of(&self, body: &[u8]) -> Option<(u32, Url)> {
        let origin = id_of(body)?;
        let rest = str::from_utf8(body.get(7..)?).ok()?;
        let text = [self.origin_names.text(origin)?, rest].concat();
        Some((origin, Url::parse(&text).ok()?))
    }

    fn enter_origin(&mut self, text: &str) -> u32 {
        if let Some(id) = self.origin_names.get(text) {
            return id;
        }
        let host = crate::host(text).unwrap_or_default();
        let domain = self.domain_names.enter(&crate::site(&host));
        let id = self.origin_names.enter(text);
        let mut next = id;
        match self.domains.get_mut(domain as usize) {
            Some(known) => {
                let before = &mut self.origins[known.last as usize];
                (next, before.next, known.last) = (before.next, id, id);
            }
            None => self.domains.push(Domain { last: id, turn: id, ready: 0, lined_up: false }),
        }
        let queue = Queue::default();
        self.origins.push(Origin { domain, next, queue, robots: None, discarded: false });
        id
    }

    /// The origins of a domain, from the one whose turn it is.
    fn turns(&self, domain: u32) -> impl Iterator<Item = u32> {
        let first = self.domains[domain as usize].turn;
        let next = move |origin: &u32| {
            Some(self.origins[*origin as usize].next).filter(|next| *next != first)
        };
        std::iter::successors(Some(first), next)
    }

    fn line_up(&mut self, origin: u32, priority: u8, waiting: Waiting) {
        let domain_id = self.origins[origin as usize].domain;
        self.entries.push(&mut self.origins[origin as usize].queue, priority, waiting);
        self.line_up_domain(domain_id);
    }

    fn line_up_domain(&mut self, id: u32) {
        let domain = &mut self.domains[id as usize];
        if !domain.lined_up {
            domain.lined_up = true;
            self.arrivals += 1;
            self.line.push(Reverse((domain.ready, self.arrivals, id)));
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
        let key = fingerprint(url);
        if self.known.get(key) != Status::Unknown {
            return Ok(Added::Known);
        }
        if url.path_and_rest().len() + 7 > MAX_BODY {
            return Err(AddError::Url(ParseError::TooLong));
        }
        let origin = self.origin_of(url).map_err(AddError::Log)?;
        if self.origins[origin as usize].discarded {
            return Ok(Added::Discarded);
        }
        let body =
            [&origin.to_le_bytes()[..], &[priority, depth, 0], url.path_and_rest().as_bytes()];
        let place = self.log.append(Tag::Added, &body).map_err(AddError::Log)?;
        self.known.set(key, Status::Waiting);
        self.line_up(origin, priority, Waiting { place, depth, tries: 0 });
        Ok(Added::New)
    }

    /// The id of the origin of a URL, user name included: another user may see another page.
    fn origin_of(&mut self, url: &Url) -> io::Result<u32> {
        let text = &url.as_str()[..url.as_str().len() - url.path_and_rest().len()];
        if let Some(id) = self.origin_names.get(text) {
            return Ok(id);
        }
        self.log.append(Tag::Origin, &[text.as_bytes()])?;
        Ok(self.enter_origin(text))
    }

    /// The next URL to fetch at a time, if one is ready.
    ///
    /// # Errors
    /// When the log cannot be read, or written where robots.txt forbids a URL.
    pub fn next(&mut self, now: u64) -> io::Result<Option<Handout>> {
        while let Some(Reverse((ready, _, id))) = self.line.peek().copied() {
            if ready > now {
                return Ok(None);
            }
            self.line.pop();
            self.domains[id as usize].lined_up = false;
            if let Some((origin, handout)) = self.next_of_domain(id)? {
                let robots = self.origins[origin as usize].robots.as_deref();
                let agent = self.settings.agent.as_deref().unwrap_or_default();
                let asked = robots.and_then(|robots| robots.crawl_delay(agent)).unwrap_or(0.0);
                let delay = self.settings.delay.max((f64::from(asked) * 1000.0) as u64);
                self.domains[id as usize].ready = now.saturating_add(delay);
                if self.turns(id).any(|origin| !self.origins[origin as usize].queue.is_empty()) {
                    self.line_up_domain(id);
                }
                return Ok(Some(handout));
            }
        }
        Ok(None)
    }

    /// The next URL of a domain whose origins take turns; those that robots.txt forbids are dropped.
    fn next_of_domain(&mut self, id: u32) -> io::Result<Option<(u32, Handout)>> {
        let first = self.domains[id as usize].turn;
        loop {
            let domain = &mut self.domains[id as usize];
            let origin = domain.turn;
            domain.turn = self.origins[origin as usize].next;
            let mut queue = self.origins[origin as usize].queue;
            while let Some(waiting) = self.entries.pop(&mut queue) {
                self.origins[origin as usize].queue = queue;
                let body = self.log.read(waiting.place)?;
                let Some((_, url)) = self.url_of(&body) else { continue };
                let key = fingerprint(&url);
                if !self.is_allowed(origin, &url) {
                    self.disallowed += 1;
                    self.finish(key)?;
                    continue;
                }
                self.known.set(key, Status::HandedOut);
                let handout = Handout { url, depth: waiting.depth, tries: waiting.tries };
                return Ok(Some((origin, handout)));
            }
            if self.domains[id as usize].turn == first {
                return Ok(None);
            }
        }
    }

    fn is_allowed(&self, origin: u32, url: &Url) -> bool {
        let robots = self.origins[origin as usize].robots.as_deref();
        match (robots, &self.settings.agent) {
            (Some(robots), Some(agent)) => robots.allows(agent, url.path_and_query()),
            _ => true,
        }
    }

    /// A URL is done, whether it came from here or not.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn visited(&mut self, url: &Url) -> io::Result<()> {
        self.finish(fingerprint(url))
    }

    fn finish(&mut self, key: u64) -> io::Result<()> {
        self.log.append(Tag::Visited, &[&key.to_le_bytes()])?;
        self.known.set(key, Status::Visited);
        Ok(())
    }

    /// A URL that was handed out could not be fetched: it waits again behind the others, or is
    /// given up when it failed too often (the result is false).
    ///
    /// # Errors
    /// When the log cannot be written, or the URL is too long for it.
    pub fn failed(&mut self, handout: &Handout) -> io::Result<bool> {
        let tries = handout.tries.saturating_add(1);
        let key = fingerprint(&handout.url);
        if tries >= self.settings.max_tries {
            self.finish(key)?;
            return Ok(false);
        }
        let origin = self.origin_of(&handout.url)?;
        let last = queue::PRIORITIES as u8 - 1;
        let head = [&origin.to_le_bytes()[..], &[last, handout.depth, tries]].concat();
        let place =
            self.log.append(Tag::Added, &[&head, handout.url.path_and_rest().as_bytes()])?;
        self.known.set(key, Status::Waiting);
        self.line_up(origin, last, Waiting { place, depth: handout.depth, tries });
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

    /// The rules of a host, by any URL of it. A host that is not known stays unknown.
    pub fn set_robots(&mut self, url: &Url, robots: Robots) {
        if let Some(id) = self.origin_names.get(url.origin().as_str()) {
            self.origins[id as usize].robots = Some(Box::new(robots));
        }
    }

    /// Gives a host up: nothing of it is handed out or added any more.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn discard(&mut self, url: &Url) -> io::Result<()> {
        let id = self.origin_of(url)?;
        self.log.append(Tag::Discarded, &[&id.to_le_bytes()])?;
        let mut queue = std::mem::take(&mut self.origins[id as usize].queue);
        while self.entries.pop(&mut queue).is_some() {}
        self.origins[id as usize].discarded = true;
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
        self.entries.waiting()
    }

    /// URLs that were dropped because robots.txt forbids them.
    pub fn disallowed(&self) -> usize {
        self.disallowed
    }

    /// Origins known, in order of arrival.
    pub fn origins(&self) -> impl Iterator<Item = &str> {
        self.origin_names.iter()
    }

    /// Bytes of memory for URLs: fingerprints and queue entries, without hosts and log.
    pub fn memory(&self) -> usize {
        self.known.memory() + self.entries.memory()
    }

    /// Writes what happened so far to disk, so that a crash loses nothing of it.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&mut self) -> io::Result<()> {
        self.log.sync()
    }
}

fn id_of(body: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(body.get(..4)?.try_into().ok()?))
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
