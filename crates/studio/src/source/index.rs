//! The index of captures, made by one reading.

use std::path::PathBuf;

use rustc_hash::FxHashMap;
use scutch_archive::revisit::Originals;
use scutch_archive::{
    Item, PAGES, Position, Record, RecordKind, SourcePool, essence, parse_http_response,
};
use scutch_folder::inputs::{Archives, InputFile, RecordPlace};
use scutch_learn::hashed;
use scutch_template::compared::timestamp;
use scutch_url::{bare_host, host, surt};

use super::SourceError;
use super::inputs::listed;

/// A capture of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCapture {
    /// Target URI as archived.
    pub url: String,
    /// Milliseconds since 1970 UTC; 0 if the record does not say.
    pub unix_ms: i64,
    /// Where the record stands.
    pub place: RecordPlace,
    /// Number of the archive's other captures of the same URI (URI-R) with this one: its TimeMap.
    pub timemap: usize,
}

impl PageCapture {
    /// The time in 14 digits; empty if it is not known.
    pub fn timestamp(&self) -> String {
        timestamp(self.unix_ms)
    }

    /// The site: its host without `www.`, or the address if it has none.
    pub fn site(&self) -> String {
        host(&self.url).and_then(|host| bare_host(&host)).unwrap_or_else(|| self.url.clone())
    }
}

/// Where the captures of archives stand. Memory grows with the captures, by about 400 bytes each.
#[derive(Debug)]
pub struct Source {
    pub(super) files: Vec<InputFile>,
    pub(super) pool: SourcePool,
    pub(super) limits: scutch_archive::Limits,
    folder: Option<PathBuf>,
    pages: Vec<PageCapture>,
    /// Captures with their times, by the hash of their sort key.
    captures: FxHashMap<u64, Vec<(i64, RecordPlace)>>,
    pub(super) originals: Originals,
    timemaps: Vec<Vec<usize>>,
    damaged: u64,
}

impl Source {
    /// Reads archives once: files, folders, patterns, or a corpus folder, whose `run.json` names them.
    ///
    /// # Errors
    /// When an input cannot be read, or no record is a page.
    pub fn open(named: &[String]) -> Result<Self, SourceError> {
        let listed = listed(named)?;
        let mut source = Self {
            files: listed.files,
            pool: SourcePool::default(),
            limits: listed.limits,
            folder: listed.folder,
            pages: Vec::new(),
            captures: FxHashMap::default(),
            originals: Originals::default(),
            timemaps: Vec::new(),
            damaged: 0,
        };
        let unopened = source.look();
        if source.pages.is_empty() {
            return Err(unopened.unwrap_or_else(|| SourceError::NoPage(named.join(", "))));
        }
        source.group();
        Ok(source)
    }

    /// The pages in the order of the archives.
    pub fn pages(&self) -> &[PageCapture] {
        &self.pages
    }

    /// The corpus folder, if the archives are those of one.
    pub fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// The captures of each URI-R by number of the page, in the order of time.
    pub fn timemaps(&self) -> &[Vec<usize>] {
        &self.timemaps
    }

    /// The name of an archive, as rows of a corpus have it.
    pub fn file_name(&self, input: u32) -> &str {
        self.files.get(input as usize).map_or("", |file| &file.name)
    }

    /// Damaged ranges and unreadable files, in which there may be further captures.
    pub fn damaged(&self) -> u64 {
        self.damaged
    }

    pub(super) fn archives(&self) -> Archives<'_> {
        Archives::new(&self.files, &self.pool, &self.limits)
    }

    /// Captures of an address, the nearest in time first; of two that are equally near, the earlier
    /// one.
    pub(super) fn nearest(&self, address: &str, unix_ms: i64) -> Vec<RecordPlace> {
        let mut found = self.captures.get(&key(address)).cloned().unwrap_or_default();
        found.sort_by_key(|(at, place)| (at.abs_diff(unix_ms), *at, *place));
        found.into_iter().map(|(_, place)| place).collect()
    }

    /// Notes the captures; gives the first archive that cannot be opened.
    fn look(&mut self) -> Option<SourceError> {
        let (mut revisits, mut unopened) = (Vec::new(), None);
        for input in 0..self.files.len() {
            let archives = Archives::new(&self.files, &self.pool, &self.limits);
            let mut reader = match archives.reader(input, Position::default()) {
                Ok(reader) => reader,
                Err(damage) => {
                    self.damaged += 1;
                    let file = self.files[input].name.clone();
                    // Others may still open. The failure is reported if no page is left.
                    unopened.get_or_insert(SourceError::Unopened { file, detail: damage.detail });
                    continue;
                }
            };
            while let Some(item) = reader.next() {
                let Item::Record(record) = item else {
                    self.damaged += 1;
                    continue;
                };
                let place = RecordPlace::of_record(input, &record);
                // Before records are left out: a revisit may refer to one that is no page.
                self.originals.add(place.input, &record);
                let Some(found) = Found::new(&record, &self.limits) else { continue };
                self.captures.entry(key(&found.url)).or_default().push((found.unix_ms, place));
                let page =
                    PageCapture { url: found.url, unix_ms: found.unix_ms, place, timemap: 0 };
                match found.kind {
                    Kind::Page => self.pages.push(page),
                    Kind::Revisit => revisits.push(page),
                    Kind::Other => {}
                }
            }
        }
        self.add_revisits(revisits);
        unopened
    }

    /// Adds the revisits of pages: whose address is that of a page. The head of a revisit often says
    /// nothing of the type.
    fn add_revisits(&mut self, revisits: Vec<PageCapture>) {
        let known: rustc_hash::FxHashSet<u64> =
            self.pages.iter().map(|page| key(&page.url)).collect();
        self.pages.extend(revisits.into_iter().filter(|page| known.contains(&key(&page.url))));
        // Revisits go to their places, so that pages keep the order of the archives.
        self.pages.sort_by_key(|page| page.place);
    }

    /// Numbers the TimeMaps: one for each URI-R, in the order of their first captures.
    fn group(&mut self) {
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        for (at, page) in self.pages.iter_mut().enumerate() {
            let next = numbers.len();
            page.timemap = *numbers.entry(surt(&page.url)).or_insert(next);
            if page.timemap == next {
                self.timemaps.push(Vec::new());
            }
            self.timemaps[page.timemap].push(at);
        }
        for captures in &mut self.timemaps {
            captures.sort_by_key(|at| (self.pages[*at].unix_ms, *at));
        }
    }
}

/// The hash of the sort key of an address, as replay looks addresses up: `http` and `https` are the
/// same.
pub(super) fn key(url: &str) -> u64 {
    hashed(surt(url).as_bytes())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Page,
    Revisit,
    Other,
}

/// What the head of a record says.
struct Found {
    url: String,
    unix_ms: i64,
    kind: Kind,
}

impl Found {
    /// `None` for a record that is no capture, or that of an error page.
    fn new(record: &Record<'_>, limits: &scutch_archive::Limits) -> Option<Self> {
        // Servers never see a fragment. It would separate captures of one page.
        let url = record.target_uri()?.split('#').next().unwrap_or_default();
        let of_type = |content_type: Option<&str>| {
            let essence = content_type.and_then(essence);
            let is_page = essence.is_some_and(|essence| PAGES.contains(&&*essence));
            if is_page { Kind::Page } else { Kind::Other }
        };
        let kind = match record.kind() {
            RecordKind::Response => {
                let http = parse_http_response(record.block(), limits).ok()?;
                if http.status != Some(200) {
                    return None;
                }
                of_type(http.headers.get("Content-Type"))
            }
            RecordKind::Revisit => Kind::Revisit,
            RecordKind::Resource => of_type(record.header("Content-Type")),
            _ => return None,
        };
        let unix_ms = record.date().map_or(0, |date| date.unix_ms);
        Some(Self { url: url.to_owned(), unix_ms, kind })
    }
}
