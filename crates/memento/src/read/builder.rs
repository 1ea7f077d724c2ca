//! Collects what a reader of any dialect finds, and checks it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;

use super::cdx::{self, Capture, CdxRow};
use crate::date::parse_date;
use crate::guard::Guard;
use crate::timemap::{Fault, MAX_PAGES, Memento, PageLink, TimeMap, TimeMapError};

/// Receives each memento. False means that there is no room for more, and ends the reading.
pub type OnMemento<'a> = &'a mut dyn FnMut(Memento) -> io::Result<bool>;

/// A memento, and what its list says of its original.
#[derive(Debug)]
pub struct ListEntry<'l> {
    /// The memento. Of a capture in a list without URI-T, its URI is that of the original.
    pub memento: Memento,
    /// The URI-R that the list named last before it: several lists may have been put together.
    pub original: Option<&'l str>,
    /// Whether a CDX server named it, by time and original.
    pub is_capture: bool,
}

/// Receives each entry of a list. False means that there is no room for more, and ends the reading.
pub type OnEntry<'a> = &'a mut dyn FnMut(ListEntry<'_>) -> io::Result<bool>;

/// URI and date of a memento as they are written.
pub(super) type RawMemento = (Option<String>, Option<String>);

/// A TimeMap while it is read.
pub(super) struct TimeMapBuilder<'a> {
    pub(super) timemap: TimeMap,
    uri_t: &'a str,
    guard: &'a Guard,
    on_entry: OnEntry<'a>,
    /// The original of the mementos that follow, where one file has several lists.
    pub(super) original: Option<String>,
    hasher: DefaultHasher,
    resume_key: Option<String>,
    /// Whether a CDX server named a capture, accepted or not.
    has_captures: bool,
    is_full: bool,
    /// Why a memento could not be stored.
    error: Option<io::Error>,
}

impl<'a> TimeMapBuilder<'a> {
    pub(super) fn new(uri_t: &'a str, guard: &'a Guard, on_entry: OnEntry<'a>) -> Self {
        Self {
            timemap: TimeMap::default(),
            uri_t,
            guard,
            on_entry,
            original: None,
            hasher: DefaultHasher::new(),
            resume_key: None,
            has_captures: false,
            is_full: false,
            error: None,
        }
    }

    /// The finished TimeMap, with the link to its next page if the server pages by key or number.
    pub(super) fn finish(mut self) -> Result<TimeMap, TimeMapError> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        let next = cdx::next_page(self.uri_t, self.resume_key.as_deref(), self.has_captures);
        if let Some(next) = next {
            self.add_page(&next);
        }
        Ok(self.timemap)
    }

    /// Whether nothing more is to be read.
    pub(super) fn is_done(&self) -> bool {
        self.is_full || self.error.is_some()
    }

    pub(super) fn has_captures(&self) -> bool {
        self.has_captures
    }

    /// Adds a row or a line of a CDX server.
    pub(super) fn add_row(&mut self, row: CdxRow) {
        match row {
            CdxRow::Capture(capture) => self.add_capture(capture),
            CdxRow::ResumeKey(key) => self.resume_key = Some(key),
            CdxRow::Nothing => {}
        }
    }

    /// Adds a capture that is named by timestamp and original.
    pub(super) fn add_capture(&mut self, capture: Capture) {
        self.has_captures = true;
        let memento = (cdx::uri_m(self.uri_t, &capture), Some(capture.time));
        self.add(memento, Some(capture.digest));
        self.timemap.original.get_or_insert(capture.original);
    }

    /// Adds a memento, or a fault if it lacks something or the guard refuses it.
    pub(super) fn add_memento(&mut self, memento: RawMemento) {
        self.add(memento, None);
    }

    /// `capture` has the digest of a capture, if it has one; it is `None` for a memento.
    fn add(&mut self, (uri, date): RawMemento, capture: Option<Option<String>>) {
        let Some(uri) = uri.filter(|uri| !uri.is_empty()) else {
            return self.timemap.add_fault(Fault::NoUri, date.as_deref().unwrap_or_default());
        };
        // Before the date is read: a refused URI is named as such, however it is dated.
        if let Some(refusal) = self.guard.refuse(&uri) {
            return self.timemap.add_fault(Fault::Refused(refusal), &uri);
        }
        let Some(moment) = date.as_deref().and_then(parse_date) else {
            return self.timemap.add_fault(Fault::NoDate, &uri);
        };
        uri.hash(&mut self.hasher);
        self.timemap.mementos_hash = Some(self.hasher.finish());
        let (unix_ms, date_is_standard) = (moment.unix_ms, moment.standard);
        let (is_capture, digest) = (capture.is_some(), capture.flatten());
        let memento = Memento { uri, unix_ms, date_is_standard, digest };
        let original = self.original.as_deref().or(self.timemap.original.as_deref());
        match (self.on_entry)(ListEntry { memento, original, is_capture }) {
            Ok(true) => {}
            Ok(false) => {
                self.is_full = true;
                self.timemap.add_fault(Fault::TooMany, "");
            }
            Err(error) => self.error = Some(error),
        }
    }

    /// Adds a link to a further page, unless the guard refuses it.
    pub(super) fn add_page(&mut self, uri: &str) {
        match self.guard.refuse(uri) {
            Some(refusal) => self.timemap.add_fault(Fault::Refused(refusal), uri),
            // Pages beyond the limit are never asked for, so they need no memory either. One shows
            // that there are more.
            None if self.timemap.pages.len() > MAX_PAGES => {}
            None => self.timemap.pages.push(PageLink { uri: uri.to_owned() }),
        }
    }
}
