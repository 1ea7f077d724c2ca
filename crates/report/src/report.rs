//! What every section of `report.html` reads.

use scutch_folder::manifest::Manifest;
use scutch_folder::tally::Tally;
use scutch_plot::MonthSeries;

/// Marks that only the pages of a corpus have.
pub(crate) const STYLE: &str = include_str!("style.css");

/// A manifest, and what several sections need of it.
pub(crate) struct Report<'a> {
    /// All of `run.json`.
    pub(crate) manifest: &'a Manifest,
    /// Its counts.
    pub(crate) tally: &'a Tally,
    /// Documents by month of capture; `None` where none has a month.
    pub(crate) months: Option<MonthSeries>,
}

impl<'a> Report<'a> {
    /// Reads the months of capture once, for the sections that plot them.
    pub(crate) fn new(manifest: &'a Manifest) -> Self {
        let tally = &manifest.counts;
        let months = tally.months.0.iter().map(|(month, n)| (month.as_str(), *n));
        Self { manifest, tally, months: MonthSeries::from_counts(months) }
    }

    /// Rows of the corpus, in the width of all sums: shares of counters are shares of it.
    pub(crate) fn rows(&self) -> u128 {
        u128::from(self.tally.rows)
    }
}
