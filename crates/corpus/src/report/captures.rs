//! What the archives hold, whether it was kept or not: record types, HTTP status, media types.

use maud::{Markup, html};

use super::Report;
use super::shares::Shares;
use super::vocabulary;

const STATUSES: &str = "Captures per HTTP status, kept or not";
const MIMES: &str = "Captures per media type, kept or not";

pub(super) fn body(report: &Report<'_>) -> Markup {
    let tally = report.tally;
    html! {
        p {
            "These tables count what was read, not what was kept: records of every type, and every \
             page capture with its HTTP status and media type, " strong { "kept or not" } "."
        }
        (Shares {
            gloss: &vocabulary::record_type,
            ..Shares::of(&tally.record_types, "Records per record type", "Record type", "Records")
        }.render())
        (Shares {
            gloss: &vocabulary::status,
            ..Shares::of(&tally.statuses, STATUSES, "Status code", "Captures")
        }.render())
        (Shares::of(&tally.mimes, MIMES, "Media type", "Captures").render())
    }
}
