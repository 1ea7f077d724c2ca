//! One record as stages see it: what costs time is found out once, and only if a stage asks.

use std::cell::OnceCell;

use scutch_archive::{Capture, Limits, Record, capture};
use scutch_folder::config::Config;
use scutch_folder::inputs::RecordPlace;
use scutch_learn::{hashed, mixed};
use scutch_template::Key;

use super::opened::{Opened, open};

/// A record that is being observed.
pub(crate) struct Visit<'r> {
    /// Where it begins.
    pub(crate) place: RecordPlace,
    /// The record itself; of a revisit, with the block of its original.
    pub(crate) record: &'r Record<'r>,
    config: &'r Config,
    capture: OnceCell<Option<Capture<'r>>>,
    key: OnceCell<Option<Key>>,
    opened: OnceCell<Option<Opened>>,
}

impl<'r> Visit<'r> {
    pub(crate) fn new(place: RecordPlace, record: &'r Record<'r>, config: &'r Config) -> Self {
        let (capture, key, opened) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { place, record, config, capture, key, opened }
    }

    /// Caps on what is read of the record.
    pub(crate) fn limits(&self) -> &Limits {
        &self.config.archive
    }

    /// The capture, if the record is one.
    pub(crate) fn capture(&self) -> Option<&Capture<'r>> {
        // Errors are dropped here. They are reported when the row of the record is derived.
        let read = || capture(self.record, &self.config.archive).ok();
        self.capture.get_or_init(read).as_ref()
    }

    /// The key of the capture. It is a hash of the content, which several ask for.
    pub(crate) fn key(&self) -> Option<&Key> {
        self.key.get_or_init(|| self.capture().map(capture_key)).as_ref()
    }

    /// The page of the capture, if it is in scope.
    pub(crate) fn opened(&self) -> Option<&Opened> {
        let read = || open(self.capture()?, self.config).ok();
        self.opened.get_or_init(read).as_ref()
    }

    /// The page if somebody has opened it already.
    pub(crate) fn opened_before(&self) -> Option<&Opened> {
        self.opened.get().and_then(Option::as_ref)
    }

    /// Hands the page and its key over to who keeps it, if somebody has opened it.
    pub(crate) fn into_opened(self) -> Option<(Key, Opened)> {
        let key = self.opened_before().and_then(|_| self.key())?.clone();
        Some((key, self.opened.into_inner().flatten()?))
    }
}

/// The same capture has the same key in the first and in the second reading, in whatever file it is.
pub(crate) fn capture_key(capture: &Capture<'_>) -> Key {
    // Headers count as well: the same bytes read as another encoding are another page.
    let headers = [capture.content_type.as_deref(), capture.guessed_charset.as_deref()];
    let headers = headers.map(|text| hashed(text.unwrap_or_default().as_bytes()));
    let content = hashed(&capture.payload.content);
    let record = headers.into_iter().fold(content, |hash, header| mixed(hash ^ header));
    let time = capture.date.map_or(0, |date| date.unix_ms);
    Key { url: capture.url.to_owned(), time, record }
}

#[cfg(test)]
mod tests;
