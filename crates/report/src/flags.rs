//! Flags: everything noteworthy that happened to a document on its way.

use maud::{Markup, html};
use scutch_folder::reasons;
use scutch_plot::Shares;

use super::counters::shares;
use super::report::Report;

/// The section: documents per flag, each with its sentence. The sum of all rows may be more than all
/// documents.
pub(super) fn body(report: &Report<'_>) -> Markup {
    if report.tally.flags.0.is_empty() {
        return html! { p.nothing { "No document carries a flag." } };
    }
    html! {
        p {
            "What was repaired, guessed or cut short on the way to a document stands in its column "
            code { "flags" } ". A document may have several; shares are shares of all documents."
        }
        (Shares {
            whole: report.rows(),
            open: 20,
            gloss: &reasons::sentence,
            link: &report.rows_of("flags"),
            ..shares(&report.tally.flags, "Documents per flag", "Flag", "Documents")
        })
    }
}
