//! A TimeMap, whatever dialect it came in.

use serde_json::Value;

use crate::cdx::{self, Captures};
use crate::date::moment;
use crate::guard::{Guard, Refusal};
use crate::lines::{self, Said};
use crate::link::{Link, Part, Parts};

/// Mementos of one TimeMap, at most.
const MOST: usize = 1 << 20;

/// Faults of one TimeMap that are kept, at most.
const MOST_FAULTS: usize = 1000;

/// A list of mementos, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TimeMap {
    /// URI-R.
    pub original: Option<String>,
    /// URI of the TimeGate.
    pub timegate: Option<String>,
    /// URI of this list.
    pub own: Option<String>,
    /// The mementos, in the order of the list.
    pub mementos: Vec<Memento>,
    /// Further pages of the list.
    pub pages: Vec<Page>,
    /// What was wrong, in order, the first thousand.
    pub faults: Vec<(Fault, String)>,
}

/// A memento.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memento {
    /// URI-M.
    pub uri: String,
    /// When it was captured, milliseconds since 1970 UTC.
    pub unix_ms: i64,
    /// The date was written as the standard asks.
    pub sure: bool,
}

/// A further page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// URI-T.
    pub uri: String,
}

/// What can be wrong with an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The text ends inside a link.
    Unterminated,
    /// Text that is no entry.
    Stray,
    /// A memento without URI.
    NoUri,
    /// A memento without a date that can be read.
    NoDate,
    /// A URI that must not be asked for.
    Refused(Refusal),
    /// More mementos than are taken in.
    TooMany,
}

impl Fault {
    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unterminated => "timemap-link-unterminated",
            Self::Stray => "timemap-stray-text",
            Self::NoUri => "timemap-no-uri",
            Self::NoDate => "timemap-no-date",
            Self::Refused(refusal) => refusal.id(),
            Self::TooMany => "timemap-too-many",
        }
    }

    /// What it means, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Unterminated => "The TimeMap ends inside a link.",
            Self::Stray => "Text stands where an entry should.",
            Self::NoUri => "A memento has no URI.",
            Self::NoDate => "A memento has no date that can be read.",
            Self::Refused(refusal) => refusal.sentence(),
            Self::TooMany => "The TimeMap has more mementos than are taken in.",
        }
    }
}

/// A text that is no TimeMap.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimeMapError {
    /// Not UTF-8.
    #[error("the TimeMap is not UTF-8 (byte {0})")]
    Encoding(usize),
    /// JSON that does not hold together.
    #[error("the TimeMap is JSON that cannot be read: {0}")]
    Json(String),
    /// Neither links, nor JSON, nor lines.
    #[error("the text is no TimeMap: it holds neither links nor JSON")]
    Unknown,
}

/// Reads a TimeMap that comes from nowhere in particular; see [`parse_from`].
///
/// # Errors
/// When the text is no TimeMap at all.
pub fn parse(bytes: &[u8], guard: &Guard) -> Result<TimeMap, TimeMapError> {
    parse_from("", bytes, guard)
}

/// Reads a TimeMap or the answer of a CDX server; its dialect shows in its first characters. Where it
/// names originals and times only, the address it came from says what the URI-Ms are. Entries that
/// are wrong, or that the guard refuses, become faults.
///
/// # Errors
/// When the text is no TimeMap at all.
pub fn parse_from(uri_t: &str, bytes: &[u8], guard: &Guard) -> Result<TimeMap, TimeMapError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|e| TimeMapError::Encoding(e.valid_up_to()))?;
    let begin = text.trim_start();
    let json =
        || serde_json::from_str::<Value>(text).map_err(|e| TimeMapError::Json(e.to_string()));
    let mut timemap = TimeMap::default();
    if begin.starts_with('<') {
        Parts::of(text).for_each(|part| timemap.part(part, guard));
        // Pages begin with the same character: one that an archive shows in place of a list is none.
        if timemap.says_nothing() && is_page(begin) {
            return Err(TimeMapError::Unknown);
        }
    } else if begin.starts_with('[') {
        let rows = json()?;
        let captures = cdx::array(rows.as_array().map_or(&[], Vec::as_slice));
        let captures = captures.ok_or(TimeMapError::Unknown)?;
        timemap.captures(uri_t, captures, guard);
    } else if begin.starts_with('{') && !begin.trim_end().contains("}\n{") && !is_line(begin) {
        let object = json()?;
        if !lines::is_list(&object) {
            return Err(TimeMapError::Unknown);
        }
        timemap.said(lines::object(&object), guard);
    } else if begin.contains('{') {
        let mut said = Said::default();
        for line in text.lines() {
            if lines::line(line, &mut said).is_none() {
                timemap.fault(Fault::Stray, line);
            }
        }
        let captures = Captures { all: std::mem::take(&mut said.captures), resume: None };
        timemap.said(said, guard);
        timemap.captures(uri_t, captures, guard);
    } else if !begin.is_empty() {
        let captures = cdx::text(text).ok_or(TimeMapError::Unknown)?;
        timemap.captures(uri_t, captures, guard);
    }
    Ok(timemap)
}

/// Whether a text is a page of HTML or XML: behind its first character stands what begins a tag, not an
/// address.
fn is_page(text: &str) -> bool {
    let name: String = text.chars().skip(1).take_while(|c| !" \t\r\n>/".contains(*c)).collect();
    let whole = text.strip_prefix('<').is_some_and(|rest| rest.starts_with(['!', '?']));
    whole || (name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains(':'))
}

/// Whether an object is the only line of a CDX server's answer.
fn is_line(text: &str) -> bool {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    value["url"].is_string() && value["timestamp"].is_string()
}

impl TimeMap {
    /// Whether no entry said anything.
    fn says_nothing(&self) -> bool {
        let known = self.original.is_some() || self.timegate.is_some() || self.own.is_some();
        !known && self.mementos.is_empty() && self.pages.is_empty()
    }

    /// Notes a fault, with the beginning of what it is about.
    fn fault(&mut self, fault: Fault, what: &str) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push((fault, what.chars().take(120).collect()));
        }
    }

    fn part(&mut self, part: Part<'_>, guard: &Guard) {
        match part {
            Part::Unterminated => self.fault(Fault::Unterminated, ""),
            Part::Stray => self.fault(Fault::Stray, ""),
            Part::Link(link) => self.link(&link, guard),
        }
    }

    fn link(&mut self, link: &Link<'_>, guard: &Guard) {
        let uri = || Some(link.uri.to_owned());
        // `first memento`, `memento last` and the like are mementos too.
        if link.is("memento") {
            let date = link.attribute("datetime").map(str::to_owned);
            self.memento((uri(), date), guard);
        } else if link.is("original") {
            self.original = uri();
        } else if link.is("timegate") {
            self.timegate = uri();
        } else if link.is("self") {
            self.own = uri();
        } else if link.is("timemap") || link.is("next") {
            self.page(link.uri, guard);
        }
    }

    fn said(&mut self, said: Said, guard: &Guard) {
        (self.original, self.timegate) = (said.original, said.timegate);
        said.mementos.into_iter().for_each(|raw| self.memento(raw, guard));
        said.pages.iter().for_each(|uri| self.page(uri, guard));
    }

    /// Takes in captures that a list names by time and original.
    fn captures(&mut self, uri_t: &str, captures: Captures, guard: &Guard) {
        if let Some(next) = cdx::next(uri_t, &captures) {
            self.page(&next, guard);
        }
        for capture in captures.all {
            self.memento((cdx::uri_m(uri_t, &capture), Some(capture.time)), guard);
            self.original.get_or_insert(capture.original);
        }
    }

    fn memento(&mut self, (uri, date): lines::Raw, guard: &Guard) {
        let Some(uri) = uri.filter(|uri| !uri.is_empty()) else {
            return self.fault(Fault::NoUri, date.as_deref().unwrap_or_default());
        };
        if let Some(refusal) = guard.refuse(&uri) {
            return self.fault(Fault::Refused(refusal), &uri);
        }
        let Some(found) = date.as_deref().and_then(moment) else {
            return self.fault(Fault::NoDate, &uri);
        };
        if self.mementos.len() == MOST {
            return self.fault(Fault::TooMany, &uri);
        }
        self.mementos.push(Memento { uri, unix_ms: found.unix_ms, sure: found.standard });
    }

    fn page(&mut self, uri: &str, guard: &Guard) {
        match guard.refuse(uri) {
            Some(refusal) => self.fault(Fault::Refused(refusal), uri),
            None => self.pages.push(Page { uri: uri.to_owned() }),
        }
    }
}
