//! What every section of `report.html` reads.

use scutch_folder::manifest::Manifest;
use scutch_folder::tally::Tally;
use scutch_plot::MonthSeries;

/// Marks that only the pages of a corpus have.
pub(crate) const STYLE: &str = include_str!("style.css");

/// A manifest, and what several sections need of it.
pub(crate) struct Report<'a> {
    pub(crate) manifest: &'a Manifest,
    pub(crate) tally: &'a Tally,
    pub(crate) months: Option<MonthSeries>,
}

impl<'a> Report<'a> {
    /// Reads the months of capture once, for the sections that plot them.
    pub(crate) fn new(manifest: &'a Manifest) -> Self {
        let tally = &manifest.counts;
        let months = tally.months.0.iter().map(|(month, n)| (month.as_str(), *n));
        Self { manifest, tally, months: MonthSeries::from_counts(months) }
    }

    /// Rows of the corpus.
    pub(crate) fn rows(&self) -> u128 {
        u128::from(self.tally.rows)
    }
}
