//! What came of a run of `scutch fetch`.

use std::collections::BTreeMap;
use std::path::Path;

use scutch_crawl::PageRow;
use scutch_plot::number::{counted, plural};

use crate::talk::Talk;

/// What came of it all.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) there: usize,
    asked: usize,
    /// Pages copied from archives of others, in this run or an earlier one.
    held: usize,
    /// Addresses without a page, by reason id.
    reasons: BTreeMap<String, usize>,
    /// Links that were refused, by reason id.
    refused: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// Counts a page, and whether it was asked for in this run.
    pub(super) fn add(&mut self, row: &PageRow, asked: bool) {
        self.asked += usize::from(asked);
        self.held += usize::from(row.holding().is_some());
        for refusal in &row.refused {
            *self.refused.entry(refusal.reason).or_default() += 1;
        }
        match row.reason() {
            None => self.there += 1,
            Some(reason) => *self.reasons.entry(reason.to_owned()).or_default() += 1,
        }
    }

    /// Pages that could not be had, for any reason.
    pub(super) fn failed(&self) -> usize {
        self.reasons.values().sum()
    }

    /// Sums up the run on stderr, reasons in alphabetical order.
    pub(super) fn tell(&self, output: &Path, rejected: u64, waiting: usize, talk: Talk) {
        let (there, asked, path) = (self.there, self.asked, output.display());
        let pages = counted(there as u64, "page");
        talk.say(format_args!("{pages} in {path}, {asked} asked for now, {waiting} left"));
        if self.held > 0 {
            talk.say(format_args!("  {} copied from holdings", self.held));
        }
        for (reason, count) in &self.reasons {
            talk.say(format_args!("  {count} {reason}"));
        }
        if !self.refused.is_empty() {
            let all: usize = self.refused.values().sum();
            let links = counted(all as u64, "link");
            talk.say(format_args!("{links} refused (--refused FILE lists them)"));
        }
        for (reason, count) in &self.refused {
            talk.say(format_args!("  {count} {reason}"));
        }
        if rejected > 0 {
            let (lines, are) = (counted(rejected, "line"), plural(rejected, "is", "are"));
            talk.say(format_args!("{lines} of the list {are} no address, or one a second time"));
        }
    }
}
