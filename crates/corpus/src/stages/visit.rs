//! One record as stages see it: what costs time is found out once, and only if a stage asks.

use std::cell::OnceCell;

use scutch_archive::{Capture, Limits, Record, capture};

use super::opened::{Opened, open};
use crate::config::Config;
use crate::inputs::RecordPlace;

/// A record that is being observed.
pub(crate) struct Visit<'r> {
    /// Where it begins.
    pub(crate) place: RecordPlace,
    /// The record itself; of a revisit, with the block of its original.
    pub(crate) record: &'r Record<'r>,
    config: &'r Config,
    capture: OnceCell<Option<Capture<'r>>>,
    opened: OnceCell<Option<Opened>>,
}

impl<'r> Visit<'r> {
    pub(crate) fn new(place: RecordPlace, record: &'r Record<'r>, config: &'r Config) -> Self {
        Self { place, record, config, capture: OnceCell::new(), opened: OnceCell::new() }
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

    /// The page of the capture, if it is in scope.
    pub(crate) fn opened(&self) -> Option<&Opened> {
        let read = || open(self.capture()?, self.config).ok();
        self.opened.get_or_init(read).as_ref()
    }

    /// The page if somebody has opened it already.
    pub(crate) fn opened_before(&self) -> Option<&Opened> {
        self.opened.get().and_then(Option::as_ref)
    }

    /// Hands the page over to who keeps it, if somebody has opened it.
    pub(crate) fn into_opened(self) -> Option<Opened> {
        self.opened.into_inner().flatten()
    }
}

#[cfg(test)]
mod tests;
