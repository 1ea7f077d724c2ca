//! What every section of `report.html` reads.

use scutch_folder::manifest::Manifest;
use scutch_folder::tally::Tally;
use scutch_plot::MonthSeries;

/// Marks that only the pages of a corpus have.
pub const STYLE: &str = include_str!("style.css");

/// The address of the rows that fulfil conditions: column, comparison, value. Comparisons have their names in
/// `scutch studio`: `is`, `has`, `from`, `to`, `missing`.
pub type RowsAt<'a> = dyn Fn(&[[&str; 3]]) -> String + 'a;

/// Where what is behind the figures is shown.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The address of the rows that fulfil conditions.
    pub rows_at: &'a RowsAt<'a>,
    /// The address of the lines of the quarantine with a reason.
    pub quarantine_at: &'a dyn Fn(&str) -> String,
}

/// A manifest, and what several sections need of it.
pub(crate) struct Report<'a> {
    /// All of `run.json`.
    pub(crate) manifest: &'a Manifest,
    /// Its counts.
    pub(crate) tally: &'a Tally,
    /// Documents by month of capture; `None` where none has a month.
    pub(crate) months: Option<MonthSeries>,
    /// Where what is behind the figures is, if somebody shows it.
    pub(crate) links: Option<Links<'a>>,
}

impl<'a> Report<'a> {
    /// Reads the months of capture once, for the sections that plot them.
    pub(crate) fn new(manifest: &'a Manifest) -> Self {
        let tally = &manifest.counts;
        let months = tally.months.0.iter().map(|(month, n)| (month.as_str(), *n));
        Self { manifest, tally, months: MonthSeries::from_counts(months), links: None }
    }

    /// The same with links to what is behind its figures.
    pub(crate) fn linked(self, links: Links<'a>) -> Self {
        Self { links: Some(links), ..self }
    }

    /// The address of the rows that fulfil conditions, if somebody shows them.
    pub(crate) fn rows_at(&self, conditions: &[[&str; 3]]) -> Option<String> {
        self.links.map(|links| (links.rows_at)(conditions))
    }

    /// The address of the lines of the quarantine with a reason, if somebody shows them.
    pub(crate) fn quarantine_at(&self, reason: &str) -> Option<String> {
        self.links.map(|links| (links.quarantine_at)(reason))
    }

    /// By value of a column the address of its rows.
    pub(crate) fn rows_of(&self, column: &'static str) -> impl Fn(&str) -> Option<String> + '_ {
        move |value| {
            // Keys of the tally for rows without a value: the column is empty there.
            let condition = match value {
                "?" | "und" => [column, "missing", ""],
                _ => [column, "is", value],
            };
            self.rows_at(&[condition])
        }
    }

    /// Rows of the corpus, in the width of all sums: shares of counters are shares of it.
    pub(crate) fn rows(&self) -> u128 {
        u128::from(self.tally.rows)
    }
}
