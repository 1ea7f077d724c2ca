//! What the archives hold, whether it was kept or not: record types, HTTP status, media types.

use maud::{Markup, html};
use scutch_plot::Shares;

use super::counters::shares;
use super::report::Report;
use super::vocabulary;

/// Caption of the table of statuses.
const STATUSES: &str = "Captures per HTTP status, kept or not";
/// Caption of the table of media types.
const MIMES: &str = "Captures per media type, kept or not";

/// The section: record types, statuses and media types of what was read. Each table is a share of its
/// own sum, as records without a status are in one of them only.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let tally = report.tally;
    html! {
        p {
            "These tables count what was read, not what was kept: records of every type, and every \
             page capture with its HTTP status and media type, " strong { "kept or not" } "."
        }
        (Shares {
            gloss: &vocabulary::record_type,
            ..shares(&tally.record_types, "Records per record type", "Record type", "Records")
        })
        (Shares {
            gloss: &vocabulary::status,
            ..shares(&tally.statuses, STATUSES, "Status code", "Captures")
        })
        (shares(&tally.mimes, MIMES, "Media type", "Captures"))
    }
}
