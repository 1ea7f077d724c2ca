//! What every section of `report.html` reads.

use scutch_folder::manifest::Manifest;
use scutch_folder::tally::Tally;
use scutch_plot::MonthSeries;

/// Marks that only the pages of a corpus have.
pub const STYLE: &str = include_str!("style.css");

/// The address of the rows that fulfil conditions: column, comparison, value. Comparisons have their names in
/// `scutch studio`: `is`, `has`, `from`, `to`, `missing`.
pub type RowsAt<'a> = dyn Fn(&[[&str; 3]]) -> String + 'a;

/// A manifest, and what several sections need of it.
pub(crate) struct Report<'a> {
    /// All of `run.json`.
    pub(crate) manifest: &'a Manifest,
    /// Its counts.
    pub(crate) tally: &'a Tally,
    /// Documents by month of capture; `None` where none has a month.
    pub(crate) months: Option<MonthSeries>,
    /// Where the rows behind a figure are, if somebody shows them.
    pub(crate) rows_at: Option<&'a RowsAt<'a>>,
}

impl<'a> Report<'a> {
    /// Reads the months of capture once, for the sections that plot them.
    pub(crate) fn new(manifest: &'a Manifest) -> Self {
        let tally = &manifest.counts;
        let months = tally.months.0.iter().map(|(month, n)| (month.as_str(), *n));
        Self { manifest, tally, months: MonthSeries::from_counts(months), rows_at: None }
    }

    /// The same with links to the rows behind its figures.
    pub(crate) fn linked(self, rows_at: &'a RowsAt<'a>) -> Self {
        Self { rows_at: Some(rows_at), ..self }
    }

    /// By value of a column the address of its rows.
    pub(crate) fn rows_of(&self, column: &'static str) -> impl Fn(&str) -> Option<String> + '_ {
        move |value| {
            // Keys of the tally for rows without a value: the column is empty there.
            let condition = match value {
                "?" | "und" => [column, "missing", ""],
                _ => [column, "is", value],
            };
            Some((self.rows_at?)(&[condition]))
        }
    }

    /// Rows of the corpus, in the width of all sums: shares of counters are shares of it.
    pub(crate) fn rows(&self) -> u128 {
        u128::from(self.tally.rows)
    }
}
