//! Whether the archived bytes are those the archive vouches for.

use maud::{Markup, html};
use scutch_plot::Shares;

use super::counters::shares;
use super::report::Report;
use super::vocabulary;

/// Caption of the table.
const CAPTION: &str = "Documents per verdict on the declared digest";

/// The section: whether contents agree with the digests that the archives declare. Documents whose
/// digest disagrees are rows all the same: some archives declare another digest than they say.
pub(super) fn body(report: &Report<'_>) -> Markup {
    html! {
        p {
            "Every document names its archive file, its byte offset and a sha256 of its own; "
            code { "scutch verify" }
            " derives it again from there. Where the archive itself declares a digest of the payload, \
             this is how it compares."
        }
        (Shares {
            whole: report.rows(),
            gloss: &vocabulary::digest,
            link: &report.rows_of("digest_status"),
            ..shares(&report.tally.digests, CAPTION, "Verdict", "Documents")
        })
    }
}
