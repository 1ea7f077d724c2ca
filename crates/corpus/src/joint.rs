//! Pages beside pages: all inputs are read once before the first row, so that each page can be compared with
//! pages of its host and with its own snapshots.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use scutch_archive::{Capture, capture};
use scutch_learn::{hashed, mixed};
use scutch_page::extract::Scoring;
use scutch_page::{Extraction, Method, Page, Recurring};
use scutch_template::nodes::{Doubt, by_blocks, media_labels};
use scutch_template::retrain::Lessons;
use scutch_template::{
    Evidence, KEPT_CAPTURES, Key, NodeLabel, Partners, Summary, TemplateFlag, UrlKey, lot_number,
};

use crate::config::Config;
use crate::crosses::{Alone, Characters, Compared};
use crate::derive::{Opened, open};
use crate::inputs::InputFile;
use crate::labels::Labels;
use crate::revisits::Revisits;
use crate::run::timing::{Meter, Step, StepTime};
use crate::run::{Cursor, Fed, RunError, Watch, flow};
use crate::shelf::Shelf;

/// What is kept of all hosts at the most.
#[derive(Debug, Clone, Copy)]
struct Room {
    /// Captures for comparison, which take some 15 KiB each: of many URLs one each, of fewer URLs up to 16 each.
    captures: usize,
    /// Bytes of the captures that are kept as snapshots only; one takes some 4 KiB, with words twice that.
    snapshots: usize,
}

/// Bytes of the largest summary that is kept, some 3,000 blocks. Of a page that has more, no other learns anything; that
/// depends on the page alone, whatever came before.
const LARGEST: usize = 256 << 10;

const ROOM: Room = Room { captures: 40_000, snapshots: 32 << 20 };

/// The pages of all hosts that others are compared with.
#[derive(Debug)]
pub(crate) struct Hosts {
    hosts: BTreeMap<String, Partners>,
    /// URLs that are kept, and how many captures of each there may be. The latter is halved whenever they could be too
    /// many, down to one; which is, as that of `lot`, for the pages alone to decide.
    urls: usize,
    captures: usize,
    /// How many of 2^64 URLs are kept at all. Halved whenever there are too many. As their number only grows while
    /// pages come, that depends on the pages alone and not on their order.
    lot: u64,
    /// Bytes of the captures that are kept as snapshots only, and how many of 2^64 URLs are, likewise.
    snapshots: usize,
    snapshot_lot: u64,
    /// Of each host, by hash, pages that are too large to be kept: the smallest hashes, two, so that each page knows of another.
    large: BTreeMap<u64, BTreeSet<u64>>,
    /// Pages that are read again for their rows.
    shelf: Shelf,
    meter: Meter,
}

/// What the pages beside a page show.
pub(crate) struct Joint {
    pub(crate) group: Option<String>,
    /// A digit each for the page itself, two partners, the snapshot before and after.
    pub(crate) cross: String,
    /// Which pages these are.
    pub(crate) compared: Compared,
    /// What recurs in the titles of other pages of the host.
    pub(crate) titles: Recurring,
    /// Labels of all nodes, and the page with them, where the configuration asks for them.
    pub(crate) labels: Labels,
    /// What was left out of the comparison.
    pub(crate) flags: Vec<TemplateFlag>,
}

/// What became of the first reading.
pub(crate) enum Gathered {
    /// The configuration asks for no joint evidence.
    NotAsked,
    /// The user interrupted it.
    Interrupted,
    Hosts(Hosts),
}

impl Gathered {
    pub(crate) fn hosts(self) -> Option<Hosts> {
        match self {
            Self::Hosts(hosts) => Some(hosts),
            Self::NotAsked | Self::Interrupted => None,
        }
    }
}

impl Hosts {
    /// Reads the inputs, where the configuration asks for joint evidence.
    pub(crate) fn gather(
        files: &[InputFile],
        revisits: Option<&Revisits>,
        config: &Config,
        jobs: usize,
        watch: &dyn Watch,
    ) -> Result<Gathered, RunError> {
        if !config.is_joint() {
            return Ok(Gathered::NotAsked);
        }
        let mut hosts = Self::new();
        let (meter, shelf) = (Meter::default(), Shelf::default());
        // What fails here fails again when its row is derived, and is named there.
        let look = |fed| {
            let summary = || summary(fed, revisits, config, &shelf, &meter);
            catch_unwind(AssertUnwindSafe(summary)).ok().flatten()
        };
        watch.begins("what pages share");
        let ended = flow(files, config, Cursor::START, jobs, watch, look, |delivered| {
            for (host, summary) in delivered.items.into_iter().flatten() {
                match summary {
                    Ok(summary) => hosts.add(host, summary, ROOM),
                    Err(large) => hosts.add_large(&host, &large),
                }
            }
            Ok(())
        })?;
        if !ended {
            return Ok(Gathered::Interrupted);
        }
        if hosts.lot < u64::MAX {
            hosts.hosts.values_mut().for_each(|partners| partners.keep_drawn(hosts.lot));
        }
        meter.time(Step::Group, 0, || {
            hosts.hosts.values_mut().for_each(Partners::find_groups);
        });
        (hosts.meter, hosts.shelf) = (meter, shelf);
        if config.template.learns_from_others()
            && !hosts.learn(files, revisits, config, jobs, watch)?
        {
            return Ok(Gathered::Interrupted);
        }
        Ok(Gathered::Hosts(hosts))
    }

    fn new() -> Self {
        let (shelf, meter) = (Shelf::default(), Meter::default());
        let (lot, snapshot_lot) = (u64::MAX, u64::MAX);
        let (hosts, captures, large) = (BTreeMap::new(), KEPT_CAPTURES, BTreeMap::new());
        Self { hosts, urls: 0, captures, lot, snapshots: 0, snapshot_lot, large, shelf, meter }
    }

    /// Notes that a page is too large to be kept.
    fn add_large(&mut self, host: &str, url: &UrlKey) {
        let known = self.large.entry(lot_number(host)).or_default();
        known.insert(url.hash());
        if known.len() > 2 {
            known.pop_last();
        }
    }

    /// Whether the host of a page may have others that are not kept.
    fn has_not_kept(&self, host: &str, page: &Summary) -> bool {
        let large = self.large.get(&lot_number(host)).into_iter().flatten();
        self.lot < u64::MAX || large.into_iter().any(|url| *url != page.url_key.hash())
    }

    /// Keeps a page, if there is room for it and the lot falls on it.
    fn add(&mut self, host: String, summary: Summary, room: Room) {
        if !Partners::is_drawn(&summary.url_key, self.lot) {
            return;
        }
        let partners = self.hosts.entry(host).or_default();
        let before = (partners.len(), partners.snapshot_memory());
        partners.keep_captures(self.captures);
        partners.keep_snapshots_drawn(self.snapshot_lot);
        partners.add(summary);
        self.urls = self.urls + partners.len() - before.0;
        self.snapshots = self.snapshots + partners.snapshot_memory() - before.1;
        while self.urls * self.captures > room.captures && self.captures > 1 {
            self.captures /= 2;
            let most = self.captures;
            self.hosts.values_mut().for_each(|partners| partners.keep_captures(most));
            self.count();
        }
        while self.urls > room.captures && self.lot > 0 {
            self.lot /= 2;
            self.hosts.values_mut().for_each(|partners| partners.keep_drawn(self.lot));
            self.hosts.retain(|_, partners| !partners.is_empty());
            self.count();
        }
        while self.snapshots > room.snapshots && self.snapshot_lot > 0 {
            self.snapshot_lot /= 2;
            let lot = self.snapshot_lot;
            self.hosts.values_mut().for_each(|partners| partners.keep_snapshots_drawn(lot));
            self.count();
        }
    }

    fn count(&mut self) {
        self.urls = self.hosts.values().map(Partners::len).sum();
        self.snapshots = self.hosts.values().map(Partners::snapshot_memory).sum();
    }

    /// A reading of its own for methods that learn from the pages themselves. False when interrupted.
    fn learn(
        &mut self,
        files: &[InputFile],
        revisits: Option<&Revisits>,
        config: &Config,
        jobs: usize,
        watch: &dyn Watch,
    ) -> Result<bool, RunError> {
        let mut lessons: BTreeMap<String, Lessons> = BTreeMap::new();
        let look = |fed| {
            let lessons = || self.lessons(fed, revisits, config);
            catch_unwind(AssertUnwindSafe(lessons)).ok().flatten()
        };
        watch.begins("what hosts teach");
        let ended = flow(files, config, Cursor::START, jobs, watch, look, |delivered| {
            for (host, page) in delivered.items.into_iter().flatten() {
                lessons.entry(host).or_default().merge(page);
            }
            Ok(())
        })?;
        for (host, lessons) in lessons {
            if let Some(partners) = self.hosts.get_mut(&host) {
                self.meter.time(Step::Learn, 0, || partners.learn(lessons, &config.template));
            }
        }
        Ok(ended)
    }

    /// What one page has to teach. Pages that the first reading has not kept teach nothing.
    fn lessons(
        &self,
        fed: Fed,
        revisits: Option<&Revisits>,
        config: &Config,
    ) -> Option<(String, Lessons)> {
        let since = Instant::now();
        let (Opened { page, .. }, key) = opened(fed, revisits, config)?;
        let host = host(&key.url);
        let partners = self.hosts.get(&host)?;
        let summary = partners.get(&key)?;
        let evidence = partners.evidence_for(summary, &host, &config.template);
        let method = config.template.method;
        let lessons = method.lessons(&page, summary, &evidence, &config.template)?;
        self.meter.note(Step::Lesson, page.tree().len(), since.elapsed());
        Some((host, lessons))
    }

    /// The page of a capture, if it is still known from the first reading.
    pub(crate) fn shelved(&self, key: &Key) -> Option<Opened> {
        self.shelf.take(key)
    }

    /// How long the steps took.
    pub(crate) fn times(&self) -> Vec<StepTime> {
        self.meter.steps()
    }

    /// Labels a page by itself and by the pages beside it.
    pub(crate) fn extract(&self, page: &Page, key: Key, config: &Config) -> (Extraction, Joint) {
        let host = host(&key.url);
        let (none, apart) = (Partners::default(), apart(page));
        let partners = self.hosts.get(&host).filter(|_| apart.is_none()).unwrap_or(&none);
        // What the first reading kept of the page need not be found out again.
        let kept = partners.get(&key);
        let mut scoring = match kept {
            Some(kept) => Scoring::again(page, &config.extract, kept.typed, |at| kept.first(at)),
            None => Scoring::new(page, &config.extract),
        };
        let new;
        let summary = match kept {
            Some(kept) => kept,
            None => {
                let summary = Summary::new(key, page, scoring.labels());
                new = summary.prepared(page, &config.template);
                &new
            }
        };
        let asked = config.template.method;
        let nodes = page.tree().len();
        let cross = || partners.evidence_for(summary, &host, &config.template);
        let evidence = self.meter.time(Step::Cross, nodes, cross);
        let label = || asked.label(&mut scoring, page, summary, &evidence, &config.template);
        let labelled = self.meter.time(Step::Label, nodes, label);
        let mut compared = Compared::with(summary, &evidence);
        if compared.reason == Some(Alone::NoOtherPage) && self.has_not_kept(&host, summary) {
            compared.reason = Some(Alone::NoOtherKept);
        }
        compared.reason = apart.or(compared.reason);
        let method = if labelled.is_some() { asked.id() } else { Method::Page.id() };
        let doubt = Doubt { threshold: scoring.threshold(), width: config.template.undecided };
        let capped = labelled.as_ref().is_some_and(|labelled| labelled.capped);
        let flags = [
            (capped, TemplateFlag::DiffCapped),
            (apart.is_none() && summary.memory() > LARGEST, TemplateFlag::TooLarge),
        ];
        let flags = flags.into_iter().filter_map(|(holds, flag)| holds.then_some(flag)).collect();
        let extraction = scoring.finish(method);
        let nodes = || {
            let by_words = labelled.map(|l| l.nodes).filter(|nodes| !nodes.is_empty());
            let (kept, numbers) = (&extraction.labels, extraction.config.line_numbers);
            by_words.unwrap_or_else(|| by_blocks(page, kept, summary, &evidence, doubt, numbers))
        };
        let media = |nodes: &[NodeLabel]| media_labels(page, &evidence, nodes, asked);
        let labels = match apart {
            Some(Alone::PlainText) => Labels::default(),
            _ => Labels::of(page, config, nodes, media),
        };
        let group = partners.group(summary).map(|number| format!("{host}/{number}"));
        let cross = self::cross(&evidence);
        compared.characters =
            labels.characters.unwrap_or_else(|| Characters::of_blocks(page, &extraction, doubt));
        let titles = evidence.recurring_titles();
        (extraction, Joint { group, cross, compared, titles, labels, flags })
    }
}

/// Why a page is not compared, whatever others there are. Pages without text, or without elements, resemble each other,
/// and say nothing of others.
fn apart(page: &Page) -> Option<Alone> {
    let is_blank = page.blocks().iter().all(|block| block.chars == 0);
    let is_plain = page.tree().is_empty();
    is_blank.then_some(Alone::EmptyPage).or(is_plain.then_some(Alone::PlainText))
}

fn cross(evidence: &Evidence<'_>) -> String {
    let beside = evidence.cross.iter().map(|page| if page.is_some() { '1' } else { '0' });
    std::iter::once('1').chain(beside).collect()
}

/// The same capture has the same key in the first and in the second reading, in whatever file it is.
pub(crate) fn key(capture: &Capture<'_>) -> Key {
    let said = [capture.content_type.as_deref(), capture.guessed_charset.as_deref()];
    let said = said.map(|text| hashed(text.unwrap_or_default().as_bytes()));
    let content = hashed(&capture.payload.content);
    let record = said.into_iter().fold(content, |hash, said| mixed(hash ^ said));
    let time = capture.date.map_or(0, |date| date.unix_ms);
    Key { url: capture.url.to_owned(), time, record }
}

/// By what pages are compared with each other: the host, whatever the scheme. An address without one, such as `urn:` and `file:`,
/// stands for itself: it has snapshots, but no partners.
pub(crate) fn host(url: &str) -> String {
    let host = scutch_url::host(url).or_else(|| authority(url));
    host.and_then(|host| scutch_url::bare_host(&host)).unwrap_or_else(|| url.to_owned())
}

/// The host of an address of another scheme than those of the web, such as `ftp` (RFC 3986, section 3).
fn authority(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let authority = rest.split(['/', '?', '#']).next().filter(|_| is_scheme)?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let port = |port: &str| port.bytes().all(|digit| digit.is_ascii_digit());
    let host = host.rsplit_once(':').filter(|(_, end)| port(end)).map_or(host, |(host, _)| host);
    Some(host.to_owned())
}

/// The page of a record, if it is in scope and there is something to compare.
fn opened(fed: Fed, revisits: Option<&Revisits>, config: &Config) -> Option<(Opened, Key)> {
    let Fed::Record { record, .. } = fed else { return None };
    let record = match revisits {
        Some(revisits) => revisits.resolved(*record).ok()?,
        None => *record,
    };
    let capture = capture(&record, &config.archive).ok()?;
    let opened = open(&capture, config).ok()?;
    let key = key(&capture);
    apart(&opened.page).is_none().then_some((opened, key))
}

/// What is kept of a page of a host, or which page it is that is too large for that.
fn summary(
    fed: Fed,
    revisits: Option<&Revisits>,
    config: &Config,
    shelf: &Shelf,
    meter: &Meter,
) -> Option<(String, Result<Summary, UrlKey>)> {
    let since = Instant::now();
    let (opened, key) = opened(fed, revisits, config)?;
    let page = &opened.page;
    let nodes = page.tree().len();
    meter.note(Step::Parse, nodes, since.elapsed());
    let host = host(&key.url);
    let summary = || {
        let scoring = Scoring::new(page, &config.extract);
        Summary::new(key.clone(), page, scoring.labels()).prepared(page, &config.template)
    };
    let summary = meter.time(Step::Summarise, nodes, summary);
    shelf.put(key, opened);
    let kept = if summary.memory() <= LARGEST { Ok(summary) } else { Err(summary.url_key) };
    Some((host, kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scutch_page::{ExtractConfig, Hints, Limits};

    fn kept(order: impl Iterator<Item = u64>) -> (u64, Vec<(String, usize)>) {
        let hosts = hosts(order, Room { captures: 100, ..ROOM });
        let counts = hosts.hosts.iter().map(|(host, pages)| (host.clone(), pages.len()));
        (hosts.lot, counts.collect())
    }

    fn hosts(order: impl Iterator<Item = u64>, room: Room) -> Hosts {
        hosts_with(order, room, 1)
    }

    /// So many captures of each URL.
    fn hosts_with(order: impl Iterator<Item = u64>, room: Room, captures: u64) -> Hosts {
        let page = Page::parse(b"<p>fog", &Hints::default(), &Limits::default());
        let scoring = Scoring::new(&page, &ExtractConfig::default());
        let mut hosts = Hosts::new();
        for number in order {
            let of = number / captures;
            let url = format!("http://h{}.example/{of}", of % 7);
            let key = Key { url, time: 0, record: number };
            let summary = Summary::new(key, &page, scoring.labels());
            hosts.add(format!("h{}.example", of % 7), summary, room);
        }
        hosts
    }

    #[test]
    fn of_too_many_pages_the_lot_decides_which_are_kept_in_whatever_order_they_come() {
        let (lot, counts) = kept(0..1000);
        let all: usize = counts.iter().map(|(_, count)| count).sum();
        assert!(lot < u64::MAX && (40..=100).contains(&all), "{all}");
        assert_eq!(kept((0..1000).rev()), (lot, counts));
        assert_eq!(kept(0..90).0, u64::MAX);
    }

    #[test]
    fn a_page_with_very_many_blocks_is_not_kept_for_others() {
        let archive = |blocks: usize| {
            let html = "<p>fog".repeat(blocks);
            let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}");
            let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http";
            format!("{head}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n", block.len())
        };
        let kept = [1000, 10_000].map(|blocks| {
            let file = tempfile::NamedTempFile::new().expect("temporary file");
            std::fs::write(file.path(), archive(blocks)).expect("written");
            let (path, name) = (file.path().to_owned(), "a.warc".to_owned());
            let files = [InputFile { path, name, size: 1, unreadable: None }];
            let gathered =
                Hosts::gather(&files, None, &Config::default(), 1, &crate::run::Unwatched);
            let hosts = gathered.expect("reads").hosts().expect("pages are compared");
            hosts.urls
        });
        assert_eq!(kept, [1, 0]);
    }

    #[test]
    fn of_many_urls_fewer_captures_each_are_kept_in_whatever_order_they_come() {
        let visits = |order: &mut dyn Iterator<Item = u64>| {
            let hosts = hosts_with(order, Room { captures: 100, ..ROOM }, 20);
            (hosts.urls, hosts.captures)
        };
        assert_eq!(visits(&mut (0..100)), (5, 16));
        assert_eq!(visits(&mut (0..500)), (25, 4));
        assert_eq!(visits(&mut (0..500).rev()), (25, 4));
        assert_eq!(visits(&mut (0..1800)), (90, 1));
    }

    /// Seven hosts keep 256 URLs each; of the others there are snapshots while there is room for them.
    #[test]
    fn snapshots_take_the_room_they_have_in_whatever_order_pages_come() {
        let all = hosts(0..3000, ROOM);
        assert!(all.snapshot_lot == u64::MAX && all.snapshots > 0);
        let room = Room { snapshots: all.snapshots / 3, ..ROOM };
        let (forth, back) = (hosts(0..3000, room), hosts((0..3000).rev(), room));
        assert!((1..=room.snapshots).contains(&forth.snapshots), "{}", forth.snapshots);
        assert_eq!((forth.snapshots, forth.snapshot_lot), (back.snapshots, back.snapshot_lot));
        assert_eq!(forth.urls, all.urls);
    }
}
