//! What is told of mementos while they are fetched.

use std::io::Write as _;
use std::time::Duration;

use anyhow::Context as _;
use indicatif::ProgressBar;
use scutch_crawl::Event;
use scutch_fetch::{Clock as _, Hosts, SystemClock};

use super::super::acquire::UNKEPT;
use super::super::found::Found;
use super::tally::Tally;
use crate::interrupt;
use crate::output::Output;
use crate::progress;
use crate::talk::Talk;

/// A run that goes on: what came of it so far, and where that is shown.
pub(super) struct Running<'a> {
    pub(super) tally: Tally,
    pub(super) found: Found,
    pub(super) table: Output,
    pub(super) bar: ProgressBar,
    hosts: &'a Hosts,
    clock: SystemClock,
    /// When it began, by its clock.
    begin: Duration,
}

impl<'a> Running<'a> {
    /// Begins a run, with its bar, that writes its rows into `table`.
    pub(super) fn new(table: Output, hosts: &'a Hosts, talk: Talk) -> Self {
        let (clock, bar) = (SystemClock::default(), progress::counting(talk, 0, "mementos"));
        let (tally, found, begin) = (Tally::default(), Found::new(talk), clock.now());
        Self { tally, found, table, bar, hosts, clock, begin }
    }

    /// Counts and shows a page or a memento. Says whether to go on.
    pub(super) fn take(&mut self, event: Event<'_>) -> anyhow::Result<bool> {
        match event {
            Event::Page(targets, problems) => {
                self.found.add(targets.listed(), problems);
                self.tally.add_targets(targets).context(UNKEPT)?;
                self.bar.inc_length(targets.len() as u64);
            }
            Event::Row(row, asked) => {
                self.tally.add(&row, asked, self.time());
                self.bar.inc(1);
                self.bar.set_message(self.tally.in_short(self.hosts));
                writeln!(self.table, "{}", serde_json::Value::Object(row.json()))?;
            }
        }
        Ok(!interrupt::asked())
    }

    /// How long it has taken so far.
    pub(super) fn time(&self) -> Duration {
        self.clock.now() - self.begin
    }
}
