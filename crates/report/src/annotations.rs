//! Annotations of a tagger: how many documents have theirs.

use maud::{Markup, html};
use scutch_folder::reasons;
use scutch_plot::Shares;
use scutch_plot::number::{counted, share};

use super::counters::shares;
use super::report::Report;

/// The section: documents with merged annotations, and why others have none. Shares are of all
/// documents.
pub(super) fn body(report: &Report<'_>) -> Markup {
    if report.manifest.config.annotations.is_none() {
        return html! {
            p.nothing { "None were given: " code { "--annotations" } " merges those of a tagger." }
        };
    }
    let (merged, rows) = (u128::from(report.tally.annotated), report.rows());
    let missing = &report.tally.not_annotated;
    html! {
        p { "Merged into " (counted(merged, "document")) " (" (share(merged, rows)) ")." }
        @if !missing.0.is_empty() {
            (Shares {
                whole: rows,
                gloss: &reasons::sentence,
                ..shares(missing, "Documents without theirs", "Reason", "Documents")
            })
        }
    }
}
