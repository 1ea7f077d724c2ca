//! Documents per type of page.

use maud::{Markup, html};
use scutch_plot::Shares;

use super::counters::shares;
use super::report::Report;
use super::vocabulary;

/// The section: documents by type of page. The type is predicted; what pages declare of themselves is
/// in the column `metadata_json`.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let types = &report.tally.page_types;
    // Corpora of older versions have no types of pages.
    if types.0.is_empty() {
        return html! { p.nothing { "No page was looked at for its type." } };
    }
    html! {
        p {
            "What each page is for, as far as its text, its links and its markup show; "
            code { "metadata_json" } " has the score, and what the page itself declares."
        }
        (Shares {
            whole: report.rows(),
            gloss: &vocabulary::page_type,
            link: &report.rows_of("page_type"),
            ..shares(types, "Documents per type of page", "Type", "Documents")
        })
    }
}
