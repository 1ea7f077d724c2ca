//! Documents per language.

use maud::{Markup, html};
use scutch_plot::Shares;

use super::counters::shares;
use super::report::Report;
use super::vocabulary;

/// The section: documents per language of the text. Shares are of all documents: those without a
/// language have a row, too.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let languages = &report.tally.languages;
    html! {
        p { "The language of each document as its column " code { "language" } " has it." }
        (Shares {
            whole: report.rows(),
            open: 12,
            gloss: &vocabulary::language,
            link: &report.rows_of("language"),
            ..shares(languages, "Documents per language", "Language", "Documents")
        })
    }
}
