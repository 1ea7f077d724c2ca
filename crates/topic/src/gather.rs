//! Captures to a collection: grouped by original, each page made a sketch once.
//!
//! Records are handed over in reading order; threads make sketches; what comes out depends on neither their number nor
//! their speed, since numbers are given in reading order. Captures with equal bytes share a sketch.

use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;

use rustc_hash::FxHashMap;
use scutch_archive::revisit::{Name, names, references};
use scutch_archive::{Damage, Limits, Record, RecordKind, capture};
use scutch_page::Hints;

use crate::assemble::{Capture, Selection, assemble};
use crate::collection::{Collection, Loss, Memento, Spool};
use crate::sketch::{Content, Media, Sketch, SketchConfig, Sketcher, media};
use crate::union::Union;

/// How mementos are put together to TimeMaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Grouping {
    /// By the exact URI-R.
    #[default]
    Exact,
    /// By the SURT key of the URI-R: `http` and `https`, `www.` and none are the same.
    Surt,
}

/// Bytes of pages that wait for sketching at a time.
const BATCH_BYTES: usize = 16 << 20;
/// Captures before a conversion among which is what was converted.
const CONVERTED_WITHIN: usize = 100;
/// Pages that wait for sketching at a time.
const BATCH_PAGES: usize = 512;

/// A memento that stands in a file of its own.
#[derive(Debug)]
pub struct Loose<'b> {
    /// What is known of it; its sketch is made.
    pub memento: Memento,
    /// What the server said the bytes are.
    pub content_type: Option<&'b str>,
    /// Where it redirects to.
    pub location: Option<&'b str>,
    /// The bytes, decoded.
    pub bytes: &'b [u8],
}

/// A page whose sketch is to be made.
struct Waiting {
    key: u64,
    bytes: Vec<u8>,
    media: Media,
    content_type: Option<String>,
    guessed_charset: Option<String>,
    url: String,
    unix_ms: Option<i64>,
}

/// A capture, and the page it waits for.
struct Met {
    memento: Memento,
    page: Page,
    /// Where it redirects to.
    location: Option<String>,
}

enum Page {
    /// Number of the content.
    Key(u64),
    /// What a revisit refers to.
    Refers([Option<u64>; 3]),
}

/// Takes captures in, in reading order, and makes a collection of them.
pub struct Gatherer<'a> {
    config: &'a SketchConfig,
    limits: &'a Limits,
    jobs: usize,
    spool: Spool,
    /// Number of a content to the number of its sketch, once that is made.
    known: FxHashMap<u64, Option<u32>>,
    waiting: Vec<Waiting>,
    waiting_bytes: usize,
    captures: Vec<Met>,
    losses: Vec<Loss>,
    /// What revisits may refer to, to numbers of contents.
    originals: FxHashMap<u64, u64>,
}

impl<'a> Gatherer<'a> {
    /// Begins a collection; `limits` cap what is read of a record, `jobs` threads make sketches.
    ///
    /// # Errors
    /// When there can be no temporary file for sketches.
    pub fn new(config: &'a SketchConfig, limits: &'a Limits, jobs: usize) -> io::Result<Self> {
        Ok(Self {
            config,
            limits,
            jobs: jobs.max(1),
            spool: Spool::new()?,
            known: FxHashMap::default(),
            waiting: Vec::new(),
            waiting_bytes: 0,
            captures: Vec::new(),
            losses: Vec::new(),
            originals: FxHashMap::default(),
        })
    }

    /// Notes a byte range of the file `name` that cannot be read.
    pub fn damage(&mut self, name: &str, damage: &Damage) {
        self.losses.push(Loss {
            file: name.to_owned(),
            offset: Some(damage.offset),
            reason: damage.cause.id(),
            sentence: damage.cause.sentence().to_owned(),
        });
    }

    /// Notes what is wrong with an input besides damage.
    pub fn loss(&mut self, loss: Loss) {
        self.losses.push(loss);
    }

    /// Takes in a record of the file `name`, which is the one of this number; what is no capture of
    /// a page's address is passed over.
    ///
    /// # Errors
    /// When the temporary file for sketches cannot be written.
    pub fn record(&mut self, file: u32, name: &str, record: &Record<'_>) -> io::Result<()> {
        self.capture(file, name, record);
        self.after_batch()
    }

    /// Takes in a memento that stands in a file of its own.
    ///
    /// # Errors
    /// When the temporary file for sketches cannot be written.
    pub fn page(&mut self, page: Loose<'_>) -> io::Result<()> {
        let hints = Hints {
            url: Some(&page.memento.url),
            http_content_type: page.content_type,
            capture_ms: page.memento.unix_ms,
            ..Hints::default()
        };
        let key = self.content(page.bytes, &hints);
        let location = page.location.map(str::to_owned);
        self.captures.push(Met { memento: page.memento, page: Page::Key(key), location });
        self.after_batch()
    }

    fn after_batch(&mut self) -> io::Result<()> {
        let full = self.waiting_bytes >= BATCH_BYTES || self.waiting.len() >= BATCH_PAGES;
        if full { self.make_sketches() } else { Ok(()) }
    }

    fn capture(&mut self, file: u32, name: &str, record: &Record<'_>) {
        let place = record.location();
        let (mut status, mut location) = (None, None);
        let page = if *record.kind() == RecordKind::Revisit {
            Page::Refers(keys(references(record)))
        } else if let Ok(capture) = capture(record, self.limits) {
            status = capture.status;
            let headers = capture.http.as_ref().map(|http| &http.headers);
            location = headers.and_then(|headers| headers.get("Location")).map(str::to_owned);
            let hints = Hints {
                url: Some(capture.url),
                http_content_type: capture.content_type.as_deref(),
                guessed_charset: capture.guessed_charset.as_deref(),
                capture_ms: capture.date.map(|d| d.unix_ms),
                ..Hints::default()
            };
            let key = self.content(&capture.payload.content, &hints);
            for name in keys(names(record)).into_iter().flatten() {
                self.originals.entry(name).or_insert(key);
            }
            Page::Key(key)
        } else {
            return;
        };
        let Some(url) = record.target_uri().filter(|url| is_page_uri(url)) else { return };
        let date = record.date();
        if date.is_none() {
            let written = record.header("WARC-Date").unwrap_or_default();
            self.undated(name, Some(place.offset), written);
        }
        let memento = Memento {
            url: url.to_owned(),
            unix_ms: date.map(|d| d.unix_ms),
            stamp: date.map_or_else(undated, |d| digits(&d.timestamp())),
            status,
            file,
            offset: place.offset,
            inner_offset: place.inner_offset,
            ..Memento::default()
        };
        if *record.kind() == RecordKind::Conversion {
            self.converted(&memento);
        }
        self.captures.push(Met { memento, page, location });
    }

    /// A page of frames is followed by its frames on one page, which stands for it.
    fn converted(&mut self, to: &Memento) {
        let recent = self.captures.len().saturating_sub(CONVERTED_WITHIN);
        let same = |met: &Met| met.memento.url == to.url && met.memento.stamp == to.stamp;
        if let Some(at) = self.captures[recent..].iter().rposition(same) {
            self.captures.remove(recent + at);
        }
    }

    /// Notes a content whose sketch is to be made, unless it is known; its number.
    fn content(&mut self, bytes: &[u8], hints: &Hints<'_>) -> u64 {
        let key = content_key(bytes, hints);
        if let Entry::Vacant(new) = self.known.entry(key) {
            new.insert(None);
            self.waiting_bytes += bytes.len();
            self.waiting.push(Waiting {
                key,
                bytes: bytes.to_vec(),
                media: media(hints.http_content_type, bytes),
                content_type: hints.http_content_type.map(str::to_owned),
                guessed_charset: hints.guessed_charset.map(str::to_owned),
                url: hints.url.unwrap_or_default().to_owned(),
                unix_ms: hints.capture_ms,
            });
        }
        key
    }

    fn undated(&mut self, name: &str, offset: Option<u64>, written: &str) {
        self.losses.push(Loss {
            file: name.to_owned(),
            offset,
            reason: "date-unreadable",
            sentence: format!(
                "The date {written:?} cannot be read; the memento stands at the end of its TimeMap."
            ),
        });
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

    /// The collection of everything taken in; `files` are the names of the files by number.
    ///
    /// # Errors
    /// When the temporary file for sketches cannot be written.
    pub fn finish(
        mut self,
        files: Vec<String>,
        grouping: Grouping,
        selection: &Selection,
    ) -> io::Result<Collection> {
        self.make_sketches()?;
        self.collected(files, grouping, selection)
    }

    fn collected(
        self,
        files: Vec<String>,
        grouping: Grouping,
        selection: &Selection,
    ) -> io::Result<Collection> {
        let Self { config, spool, known, originals, mut losses, .. } = self;
        let captures = self.captures.into_iter().map(|met| {
            let Met { mut memento, page, location } = met;
            let key = match page {
                Page::Key(key) => Some(key),
                Page::Refers(names) => {
                    names.into_iter().flatten().find_map(|name| originals.get(&name).copied())
                }
            };
            memento.sketch = key.and_then(|key| known.get(&key).copied().flatten());
            Capture { memento, location }
        });
        let assembled = assemble(captures.collect(), grouping, selection);
        let mut timemaps = assembled.timemaps;
        let mut not_pages = 0;
        timemaps.retain(|timemap| {
            let mut numbers = timemap.mementos.iter().filter_map(|m| m.sketch);
            let keep = numbers.any(|number| spool.content(number) != Content::NotPage);
            not_pages += if keep { 0 } else { timemap.mementos.len() as u64 };
            keep
        });
        losses.extend(assembled.losses);
        let mut collection = Collection {
            files,
            timemaps,
            not_pages,
            left_out: assembled.left_out,
            losses,
            sketches: spool,
            spread: FxHashMap::default(),
            union: Union::default(),
        };
        collection.count_spread();
        if config.union {
            collection.count_union()?;
        }
        Ok(collection)
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
                guessed_charset: page.guessed_charset.as_deref(),
                capture_ms: page.unix_ms,
                ..Hints::default()
            };
            sketcher.sketch(&page.bytes, page.media, &hints, config)
        })
        .collect()
}

/// Numbers that stand for names.
fn keys(names: [Option<Name<'_>>; 3]) -> [Option<u64>; 3] {
    names.map(|name| name.map(|name| name.key()))
}

/// Contents that are read in the same way have the same number. Lives for one run only.
fn content_key(bytes: &[u8], hints: &Hints<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    (hints.http_content_type, hints.guessed_charset).hash(&mut hasher);
    hasher.finish()
}

/// The stamp of a memento whose date cannot be read.
fn undated() -> String {
    "undated".to_owned()
}

/// Exactly 14 digits: reduced dates begin with the earliest instant.
fn digits(timestamp: &str) -> String {
    timestamp.chars().filter(char::is_ascii_digit).take(14).collect()
}
