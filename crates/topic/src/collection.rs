//! A collection: TimeMaps of mementos, whose sketches wait in a temporary file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::Mutex;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::pack::{pack, unpack};
use crate::sketch::{Content, Sketch};
use crate::union::Union;

/// A memento of a collection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memento {
    /// URI-M, where a list from outside or the input gives one.
    pub uri_m: Option<String>,
    /// URI-R as archived.
    pub url: String,
    /// When it was captured, milliseconds since 1970 UTC; `None` where the date cannot be read.
    pub unix_ms: Option<i64>,
    /// The same as 14 digits; the date as written where it cannot be read.
    pub stamp: String,
    /// HTTP status, where there is one.
    pub status: Option<u16>,
    /// Number of the sketch; `None` for a revisit whose original is not in the collection.
    pub sketch: Option<u32>,
    /// Where it leads, if it is a redirect.
    pub redirect: Option<Redirect>,
    /// Number of the file.
    pub file: u32,
    /// Where the record begins in it.
    pub offset: u64,
    /// Where it begins in the inflated member.
    pub inner_offset: u64,
}

impl Memento {
    pub(crate) fn is_redirect(&self) -> bool {
        matches!(self.status, Some(300..400))
    }
}

/// Where a redirect leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirect {
    /// To a capture of about the same time, with this status; its sketch is the memento's.
    Followed(Option<u16>),
    /// To another site, or from a page to the front of its site, which was not captured.
    Elsewhere,
    /// To what was not captured: the same page under another address, or a page of the site.
    Lost,
}

/// The mementos of one original, in the order of their dates; those without a date come last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeMap {
    /// URI-R of the first memento in the archives.
    pub url: String,
    /// URI-T, where a list from outside gives one.
    pub uri_t: Option<String>,
    /// The mementos.
    pub mementos: Vec<Memento>,
}

impl TimeMap {
    /// URI-T; in the form the OTMT gives TimeMaps made from archives where it has none.
    pub fn uri(&self) -> String {
        self.uri_t.clone().unwrap_or_else(|| format!("from-warc::timemap::{}", self.url))
    }

    /// URI-Ms; in the form the OTMT gives mementos from archives where they have none. A second capture of the same
    /// second has ` (2)` behind it, so that no two are the same.
    pub fn memento_uris(&self) -> Vec<String> {
        let mut seen: FxHashMap<String, u32> = FxHashMap::default();
        self.mementos
            .iter()
            .map(|memento| {
                let made = || format!("from-warc::{}::{}", memento.stamp, memento.url);
                let uri = memento.uri_m.clone().unwrap_or_else(made);
                let count = seen.entry(uri.clone()).or_default();
                *count += 1;
                if *count == 1 { uri } else { format!("{uri} ({count})") }
            })
            .collect()
    }
}

/// A byte range or record that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The file.
    pub file: String,
    /// The byte where it begins, where it is a part of an archive.
    pub offset: Option<u64>,
    /// Reason id.
    pub reason: &'static str,
    /// What happened, as a sentence.
    pub sentence: String,
}

/// TimeMaps, in the order in which their originals come in the archives.
#[derive(Debug)]
pub struct Collection {
    /// Names of the archive files.
    pub files: Vec<String>,
    /// The TimeMaps in which there is at least one page.
    pub timemaps: Vec<TimeMap>,
    /// Captures left aside, because their TimeMaps hold pictures, scripts and the like alone.
    pub not_pages: u64,
    /// Captures left aside, because a list from outside does not name them.
    pub left_out: u64,
    /// What could not be read.
    pub losses: Vec<Loss>,
    pub(crate) sketches: Spool,
    /// In how many TimeMaps a text stands, where in more than one.
    pub(crate) spread: FxHashMap<u64, u32>,
    /// All its mementos together, where a measure asks for that.
    pub(crate) union: Union,
}

impl Collection {
    /// The sketches of a TimeMap, by number.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub fn sketches(&self, timemap: &TimeMap) -> io::Result<FxHashMap<u32, Sketch>> {
        let wanted: FxHashSet<u32> = timemap.mementos.iter().filter_map(|m| m.sketch).collect();
        let mut wanted: Vec<u32> = wanted.into_iter().collect();
        wanted.sort_unstable();
        wanted.into_iter().map(|number| Ok((number, self.sketches.get(number)?))).collect()
    }

    /// In how many TimeMaps besides its own the text of a sketch stands.
    pub fn elsewhere(&self, sketch: &Sketch) -> u32 {
        self.spread.get(&text_id(sketch)).map_or(0, |count| count - 1)
    }

    /// Counts all texts together.
    pub(crate) fn count_union(&mut self) -> io::Result<()> {
        let mut union = Union::default();
        for timemap in &self.timemaps {
            let mut times: BTreeMap<u32, u64> = BTreeMap::new();
            for number in timemap.mementos.iter().filter_map(|m| m.sketch) {
                *times.entry(number).or_default() += 1;
            }
            for (number, times) in times {
                if self.sketches.content(number) != Content::NotPage {
                    union.add(&self.sketches.get(number)?.terms, times);
                }
            }
        }
        union.finish();
        self.union = union;
        Ok(())
    }

    /// Counts in how many TimeMaps each text stands.
    pub(crate) fn count_spread(&mut self) {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        for timemap in &self.timemaps {
            // The page that a redirect leads to stands where it was captured, not here too.
            let own = timemap.mementos.iter();
            let own = own.filter(|m| !matches!(m.redirect, Some(Redirect::Followed(_))));
            let numbers = own.filter_map(|m| m.sketch);
            let texts: FxHashSet<u64> = numbers.filter_map(|n| self.sketches.text(n)).collect();
            for text in texts {
                *counts.entry(text).or_default() += 1;
            }
        }
        counts.retain(|_, count| *count > 1);
        self.spread = counts;
    }
}

/// Number of a text: equal for equal tokens with equal counts.
fn text_id(sketch: &Sketch) -> u64 {
    sketch.terms.iter().fold(sketch.words, |sum, (term, count)| {
        sum.wrapping_add((term ^ u64::from(count)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    })
}

/// Sketches as bytes in a temporary file.
#[derive(Debug)]
pub(crate) struct Spool {
    file: Mutex<File>,
    end: u64,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    offset: u64,
    length: u32,
    content: Content,
    text: u64,
}

impl Spool {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self { file: Mutex::new(tempfile::tempfile()?), end: 0, entries: Vec::new() })
    }

    /// Appends a sketch and gives its number.
    pub(crate) fn add(&mut self, sketch: &Sketch) -> io::Result<u32> {
        let bytes = pack(sketch);
        let too_large = |_| io::Error::other("a sketch is too large");
        let length = u32::try_from(bytes.len()).map_err(too_large)?;
        let file = self.file.get_mut().map_err(|_| io::Error::other("a reader failed"))?;
        file.write_all(&bytes)?;
        let text = text_id(sketch);
        self.entries.push(Entry { offset: self.end, length, content: sketch.content, text });
        self.end += u64::from(length);
        u32::try_from(self.entries.len() - 1).map_err(too_large)
    }

    fn get(&self, number: u32) -> io::Result<Sketch> {
        let lost = || io::Error::other("a sketch is lost");
        let entry = self.entries.get(number as usize).ok_or_else(lost)?;
        let mut bytes = vec![0; entry.length as usize];
        {
            let mut file = self.file.lock().map_err(|_| lost())?;
            file.seek(SeekFrom::Start(entry.offset))?;
            file.read_exact(&mut bytes)?;
        }
        unpack(&bytes).ok_or_else(lost)
    }

    pub(crate) fn content(&self, number: u32) -> Content {
        self.entries.get(number as usize).map_or(Content::NotPage, |entry| entry.content)
    }

    /// Number of the text of a sketch with words.
    fn text(&self, number: u32) -> Option<u64> {
        let entry = self.entries.get(number as usize)?;
        (entry.content == Content::Words).then_some(entry.text)
    }
}
