//! Reading TimeMaps as they come, in every dialect.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read};

use serde_json::Value;

use crate::cdx::{self, Capture};
use crate::date::moment;
use crate::guard::Guard;
use crate::lines::{self, Raw};
use crate::link::{Link, Part, Parts};
use crate::object;
use crate::pages;
use crate::text::{LONGEST, Text};
use crate::timemap::{Fault, MOST, Memento, Page, TimeMap, TimeMapError};

/// Takes in a memento; false where there is no room for more.
pub type Take<'a> = &'a mut dyn FnMut(Memento) -> io::Result<bool>;

/// Reads a TimeMap that is in memory and comes from nowhere in particular; see [`read`].
///
/// # Errors
/// When the text is no TimeMap at all.
pub fn parse(bytes: &[u8], guard: &Guard) -> Result<TimeMap, TimeMapError> {
    let mut mementos = Vec::new();
    let mut take = |memento| {
        let room = mementos.len() < MOST;
        if room {
            mementos.push(memento);
        }
        Ok(room)
    };
    let timemap = read("", bytes, guard, &mut take)?;
    Ok(TimeMap { mementos, ..timemap })
}

/// Reads a TimeMap or the answer of a CDX server as it comes, and hands on its mementos; the dialect
/// shows in its first characters. Where it names originals and times only, the address it came from
/// says what the URI-Ms are. Entries that are wrong, or that the guard refuses, become faults.
///
/// # Errors
/// When the text is no TimeMap at all, or cannot be read to its end. Mementos may have been handed on
/// before that shows.
pub fn read(
    uri_t: &str,
    input: impl Read,
    guard: &Guard,
    take: Take<'_>,
) -> Result<TimeMap, TimeMapError> {
    let mut text = Text::of(input);
    let begins = |rest: &str| !rest.trim_start_matches('\u{feff}').trim_start().is_empty();
    text.until(begins)?;
    let blank = text.rest().len() - text.rest().trim_start_matches('\u{feff}').trim_start().len();
    text.pass(blank);
    // Far enough to see what a first line is.
    text.until(|rest| rest.len() > LOOK)?;
    let mut reading = Reading::new(uri_t, guard, take);
    // However much has arrived, the same is looked at.
    let look = text.rest().floor_char_boundary(LOOK);
    match Dialect::of(&text.rest()[..look]) {
        Dialect::Links => reading.links(&mut text)?,
        Dialect::Array => reading.json(text, object::array)?,
        Dialect::Object => reading.json(text, object::object)?,
        Dialect::JsonLines => reading.json_lines(&mut text)?,
        Dialect::Lines => reading.lines(&mut text)?,
        Dialect::Nothing => {}
    }
    reading.end()
}

/// Bytes looked at to see which dialect it is.
const LOOK: usize = 64 << 10;

enum Dialect {
    Links,
    Array,
    Object,
    JsonLines,
    Lines,
    Nothing,
}

impl Dialect {
    fn of(begin: &str) -> Self {
        match begin.chars().next() {
            None => Self::Nothing,
            Some('<') => Self::Links,
            Some('[') => Self::Array,
            Some('{') if is_object(begin) => Self::Object,
            Some('{' | '!' | '@') => Self::JsonLines,
            // The objects of CDXJ stand behind a key and a time.
            Some(_) if begin.contains(" {") || begin.contains("\n{") => Self::JsonLines,
            Some(_) => Self::Lines,
        }
    }
}

/// Whether what begins with a brace is one object, and not one a line.
fn is_object(begin: &str) -> bool {
    let (first, behind) = begin.split_once('\n').unwrap_or((begin, ""));
    let Ok(value) = serde_json::from_str::<Value>(first) else { return true };
    // The only line of a CDX server's answer is a line all the same.
    let is_line = value["url"].is_string() && value["timestamp"].is_string();
    !is_line && !behind.trim_start().starts_with('{')
}

/// Whether a text is a page of HTML or XML: behind its first character stands what begins a tag, not an
/// address.
fn is_page(text: &str) -> bool {
    let name: String = text.chars().skip(1).take_while(|c| !" \t\r\n>/".contains(*c)).collect();
    let whole = text.strip_prefix('<').is_some_and(|rest| rest.starts_with(['!', '?']));
    whole || (name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains(':'))
}

/// What has been read.
pub(crate) struct Reading<'a> {
    pub(crate) timemap: TimeMap,
    uri_t: &'a str,
    guard: &'a Guard,
    take: Take<'a>,
    /// Of the addresses so far.
    hasher: DefaultHasher,
    /// The key to go on with.
    resume: Option<String>,
    /// A capture was named, whatever became of it.
    any: bool,
    /// There is no room for more mementos.
    pub(crate) full: bool,
    /// A memento could not be kept.
    pub(crate) broken: Option<io::Error>,
}

impl<'a> Reading<'a> {
    fn new(uri_t: &'a str, guard: &'a Guard, take: Take<'a>) -> Self {
        let (timemap, hasher) = (TimeMap::default(), DefaultHasher::new());
        let (resume, any, full, broken) = (None, false, false, None);
        Self { timemap, uri_t, guard, take, hasher, resume, any, full, broken }
    }

    fn end(mut self) -> Result<TimeMap, TimeMapError> {
        if let Some(error) = self.broken {
            return Err(error.into());
        }
        if let Some(next) = cdx::next(self.uri_t, self.resume.as_deref(), self.any) {
            self.page(&next);
        }
        Ok(self.timemap)
    }

    /// Whether nothing more is to be read.
    pub(crate) fn is_done(&self) -> bool {
        self.full || self.broken.is_some()
    }

    fn links(&mut self, text: &mut Text<impl Read>) -> Result<(), TimeMapError> {
        let is_page = is_page(text.rest());
        while !self.is_done() {
            let rest = text.rest();
            let mut parts = Parts::of(rest);
            let part = parts.next();
            let (behind, passed) = (parts.rest(), rest.len() - parts.rest().len());
            // What reaches to the end of what is at hand may go on behind it.
            if behind.trim_start().is_empty() && !text.has_ended() {
                if rest.len() > LONGEST {
                    self.timemap.fault(Fault::Unterminated, "");
                    break;
                }
                text.more()?;
                continue;
            }
            match part {
                None => break,
                Some(Part::Unterminated) => self.timemap.fault(Fault::Unterminated, ""),
                Some(Part::Stray) => self.timemap.fault(Fault::Stray, ""),
                Some(Part::Link(link)) => self.link(&link),
            }
            text.pass(passed);
        }
        // Pages begin with the same character: one that an archive shows in place of a list is none.
        match self.timemap.says_nothing() && is_page {
            true => Err(TimeMapError::Unknown),
            false => Ok(()),
        }
    }

    fn link(&mut self, link: &Link<'_>) {
        let uri = || Some(link.uri.to_owned());
        // `first memento`, `memento last` and the like are mementos too.
        if link.is("memento") {
            let date = link.attribute("datetime").map(str::to_owned);
            self.memento((uri(), date));
        } else if link.is("original") {
            self.timemap.original = uri();
        } else if link.is("timegate") {
            self.timemap.timegate = uri();
        } else if link.is("self") {
            self.timemap.own = uri();
        } else if link.is("timemap") || link.is("next") {
            self.page(link.uri);
        }
    }

    fn json<R: Read>(
        &mut self,
        text: Text<R>,
        read: fn(Text<R>, &mut Self) -> Result<(), TimeMapError>,
    ) -> Result<(), TimeMapError> {
        let read = read(text, self);
        // What was not read to its end on purpose is no failure.
        if self.is_done() { Ok(()) } else { read }
    }

    fn json_lines(&mut self, text: &mut Text<impl Read>) -> Result<(), TimeMapError> {
        while !self.is_done()
            && let Some(line) = text.line()?
        {
            match lines::line(&line) {
                None => self.timemap.fault(Fault::Stray, &line),
                Some(lines::Said::Memento(raw)) => self.memento(raw),
                Some(lines::Said::Capture(capture)) => self.capture(capture),
                Some(lines::Said::Original(uri)) => {
                    self.timemap.original.get_or_insert(uri);
                }
                Some(lines::Said::Nothing) => {}
            }
        }
        Ok(())
    }

    fn lines(&mut self, text: &mut Text<impl Read>) -> Result<(), TimeMapError> {
        let mut lines = cdx::Lines::default();
        while !self.is_done()
            && let Some(line) = text.line()?
        {
            self.said(lines.line(&line));
        }
        self.any.then_some(()).ok_or(TimeMapError::Unknown)
    }

    /// Takes in what a row or a line of a CDX server says.
    pub(crate) fn said(&mut self, said: cdx::Said) {
        match said {
            cdx::Said::Capture(capture) => self.capture(capture),
            cdx::Said::Key(key) => self.resume = Some(key),
            cdx::Said::Nothing => {}
        }
    }

    /// Takes in a capture that a list names by time and original.
    fn capture(&mut self, capture: Capture) {
        self.any = true;
        self.memento((cdx::uri_m(self.uri_t, &capture), Some(capture.time)));
        self.timemap.original.get_or_insert(capture.original);
    }

    pub(crate) fn memento(&mut self, (uri, date): Raw) {
        let Some(uri) = uri.filter(|uri| !uri.is_empty()) else {
            return self.timemap.fault(Fault::NoUri, date.as_deref().unwrap_or_default());
        };
        if let Some(refusal) = self.guard.refuse(&uri) {
            return self.timemap.fault(Fault::Refused(refusal), &uri);
        }
        let Some(found) = date.as_deref().and_then(moment) else {
            return self.timemap.fault(Fault::NoDate, &uri);
        };
        uri.hash(&mut self.hasher);
        self.timemap.held = Some(self.hasher.finish());
        let memento = Memento { uri, unix_ms: found.unix_ms, sure: found.standard };
        match (self.take)(memento) {
            Ok(true) => {}
            Ok(false) => {
                self.full = true;
                self.timemap.fault(Fault::TooMany, "");
            }
            Err(error) => self.broken = Some(error),
        }
    }

    pub(crate) fn page(&mut self, uri: &str) {
        match self.guard.refuse(uri) {
            Some(refusal) => self.timemap.fault(Fault::Refused(refusal), uri),
            // Those behind are not asked for.
            None if self.timemap.pages.len() >= pages::MOST => {}
            None => self.timemap.pages.push(Page { uri: uri.to_owned() }),
        }
    }
}
