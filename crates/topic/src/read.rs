//! Archives to a collection: captures grouped by original, each page made a sketch once.
//!
//! One thread reads, the others make sketches; what comes out depends on neither their number nor
//! their speed, since numbers are given in reading order. Captures with equal bytes share a sketch.

use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;
use scutch_archive::{Item, Limits, OpenError, Reader, Record, RecordKind, capture};
use scutch_page::Hints;

use crate::collection::{Collection, Loss, Memento, Spool, TimeMap};
use crate::sketch::{Content, Media, Sketch, SketchConfig, Sketcher, media};

/// How mementos are put together to TimeMaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grouping {
    /// By the exact URI-R.
    #[default]
    Exact,
    /// By the SURT key of the URI-R: `http` and `https`, `www.` and none are the same.
    Surt,
}

/// Why archives cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// An archive cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The temporary file for sketches cannot be written.
    #[error("the temporary file for sketches cannot be written")]
    Spool(#[from] io::Error),
}

/// Bytes of pages that wait for sketching at a time.
const BATCH_BYTES: usize = 16 << 20;
/// Pages that wait for sketching at a time.
const BATCH_PAGES: usize = 512;

/// Reads archives; `files` are paths and the names they go by.
///
/// # Errors
/// When a file cannot be opened or the temporary file not be written. What is damaged inside a
/// file is a loss of the collection.
pub fn read(
    files: &[(PathBuf, String)],
    config: &SketchConfig,
    grouping: Grouping,
    jobs: usize,
) -> Result<Collection, ReadError> {
    let mut run = Run {
        config,
        jobs: jobs.max(1),
        spool: Spool::new()?,
        known: FxHashMap::default(),
        waiting: Vec::new(),
        waiting_bytes: 0,
        captures: Vec::new(),
        losses: Vec::new(),
        originals: FxHashMap::default(),
    };
    for (number, (path, name)) in (0_u32..).zip(files) {
        run.file(number, path, name)?;
    }
    run.make_sketches()?;
    let files = files.iter().map(|(_, name)| name.clone()).collect();
    Ok(run.grouped(files, grouping))
}

/// A page whose sketch is to be made.
struct Waiting {
    key: u64,
    bytes: Vec<u8>,
    media: Media,
    content_type: Option<String>,
    url: String,
    unix_ms: Option<i64>,
}

/// A capture, and the page it waits for.
struct Met {
    memento: Memento,
    page: Page,
}

enum Page {
    /// Number of the content.
    Key(u64),
    /// Digest that a revisit refers to.
    Digest(Option<String>),
}

struct Run<'a> {
    config: &'a SketchConfig,
    jobs: usize,
    spool: Spool,
    /// Number of a content to the number of its sketch, once that is made.
    known: FxHashMap<u64, Option<u32>>,
    waiting: Vec<Waiting>,
    waiting_bytes: usize,
    captures: Vec<Met>,
    losses: Vec<Loss>,
    /// Declared digests to numbers of contents, for revisits.
    originals: FxHashMap<String, u64>,
}

impl Run<'_> {
    fn file(&mut self, number: u32, path: &Path, name: &str) -> Result<(), ReadError> {
        let limits = Limits::default();
        let mut reader = Reader::open(path, &limits)?;
        while let Some(item) = reader.next() {
            match item {
                Item::Record(record) => self.record(number, name, &record, &limits),
                Item::Damage(damage) => self.losses.push(Loss {
                    file: name.to_owned(),
                    offset: damage.offset,
                    reason: damage.cause.id(),
                    sentence: damage.cause.sentence().to_owned(),
                }),
            }
            if self.waiting_bytes >= BATCH_BYTES || self.waiting.len() >= BATCH_PAGES {
                self.make_sketches()?;
            }
        }
        Ok(())
    }

    fn record(&mut self, file: u32, name: &str, record: &Record<'_>, limits: &Limits) {
        let place = record.location();
        let page;
        let mut status = None;
        if *record.kind() == RecordKind::Revisit {
            page = Page::Digest(record.header("WARC-Payload-Digest").map(str::to_owned));
        } else if let Ok(capture) = capture(record, limits) {
            status = capture.status;
            let bytes = &capture.payload.content;
            let content_type = capture.content_type.as_deref();
            let media = media(content_type, bytes);
            let key = content_key(bytes, content_type);
            if let Some(digest) = record.header("WARC-Payload-Digest") {
                self.originals.entry(digest.to_owned()).or_insert(key);
            }
            if let Entry::Vacant(new) = self.known.entry(key) {
                new.insert(None);
                self.waiting_bytes += bytes.len();
                self.waiting.push(Waiting {
                    key,
                    bytes: bytes.to_vec(),
                    media,
                    content_type: content_type.map(str::to_owned),
                    url: capture.url.to_owned(),
                    unix_ms: capture.date.map(|d| d.unix_ms),
                });
            }
            page = Page::Key(key);
        } else {
            return;
        }
        let Some(url) = record.target_uri().filter(|url| is_page_uri(url)) else { return };
        let date = record.date();
        if date.is_none() {
            let written = record.header("WARC-Date").unwrap_or_default();
            self.losses.push(Loss {
                file: name.to_owned(),
                offset: place.offset,
                reason: "date-unreadable",
                sentence: format!(
                    "The date {written:?} cannot be read; the memento stands at the end of its \
                     TimeMap."
                ),
            });
        }
        let stamp = date.map_or_else(|| "undated".to_owned(), |d| digits(&d.timestamp()));
        let memento = Memento {
            url: url.to_owned(),
            unix_ms: date.map(|d| d.unix_ms),
            stamp,
            status,
            sketch: None,
            file,
            offset: place.offset,
            inner_offset: place.inner_offset,
        };
        self.captures.push(Met { memento, page });
    }

    /// Makes the sketches that wait, in parallel, and numbers them in reading order.
    fn make_sketches(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_bytes = 0;
        let config = self.config;
        let share = waiting.len().div_ceil(self.jobs).max(1);
        let sketches: Vec<Sketch> = std::thread::scope(|scope| {
            let work = |part| move || sketch_all(part, config);
            let threads: Vec<_> =
                waiting.chunks(share).map(|part| scope.spawn(work(part))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
        });
        if sketches.len() < waiting.len() {
            return Err(io::Error::other("a thread that made sketches failed"));
        }
        for (page, sketch) in waiting.iter().zip(&sketches) {
            let number = self.spool.add(sketch)?;
            self.known.insert(page.key, Some(number));
        }
        Ok(())
    }

    fn grouped(self, files: Vec<String>, grouping: Grouping) -> Collection {
        let mut timemaps: Vec<TimeMap> = Vec::new();
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        for Met { mut memento, page } in self.captures {
            let key = match page {
                Page::Key(key) => Some(key),
                Page::Digest(digest) => digest.and_then(|d| self.originals.get(&d).copied()),
            };
            memento.sketch = key.and_then(|key| self.known.get(&key).copied().flatten());
            let group = match grouping {
                Grouping::Exact => memento.url.clone(),
                Grouping::Surt => scutch_url::surt(&memento.url),
            };
            let place = *places.entry(group).or_insert_with(|| {
                timemaps.push(TimeMap { url: memento.url.clone(), mementos: Vec::new() });
                timemaps.len() - 1
            });
            timemaps[place].mementos.push(memento);
        }
        let spool = self.spool;
        let mut not_pages = 0;
        timemaps.retain_mut(|timemap| {
            let mut numbers = timemap.mementos.iter().filter_map(|m| m.sketch);
            let keep = numbers.any(|number| spool.content(number) != Content::NotPage);
            not_pages += if keep { 0 } else { timemap.mementos.len() as u64 };
            timemap.mementos.sort_by_key(|m| (m.unix_ms.is_none(), m.unix_ms));
            keep
        });
        let mut collection = Collection {
            files,
            timemaps,
            not_pages,
            losses: self.losses,
            sketches: spool,
            spread: FxHashMap::default(),
        };
        collection.count_spread();
        collection
    }
}

/// Captures of names and notes of crawlers are no mementos.
fn is_page_uri(url: &str) -> bool {
    let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
    !matches!(scheme.as_str(), "dns" | "metadata" | "screenshot" | "urn" | "warcinfo" | "filedesc")
}

fn sketch_all(pages: &[Waiting], config: &SketchConfig) -> Vec<Sketch> {
    let mut sketcher = Sketcher::default();
    pages
        .iter()
        .map(|page| {
            let hints = Hints {
                url: Some(&page.url),
                http_content_type: page.content_type.as_deref(),
                capture_ms: page.unix_ms,
                ..Hints::default()
            };
            sketcher.sketch(&page.bytes, page.media, &hints, config)
        })
        .collect()
}

/// Contents that are read in the same way have the same number. Lives for one run only.
fn content_key(bytes: &[u8], content_type: Option<&str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    content_type.hash(&mut hasher);
    hasher.finish()
}

/// Exactly 14 digits: reduced dates begin with the earliest instant.
fn digits(timestamp: &str) -> String {
    timestamp.chars().filter(char::is_ascii_digit).take(14).collect()
}
