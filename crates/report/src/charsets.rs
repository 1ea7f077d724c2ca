//! Documents per character encoding, and what settled it.

use maud::{Markup, html};
use scutch_plot::Shares;

use super::counters::shares;
use super::report::Report;
use super::vocabulary;

/// The section: encodings of the pages, and by which evidence they were chosen. Both tables count
/// documents, so that their sums are equal.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let (charsets, sources) = (&report.tally.charsets, &report.tally.charset_sources);
    html! {
        p {
            "The encoding each page was read in, and the evidence that settled it. Texts in the \
             corpus are UTF-8 throughout."
        }
        div.pair {
            div { (Shares {
                whole: report.rows(),
                link: &report.rows_of("charset"),
                ..shares(charsets, "Documents per encoding", "Encoding", "Documents")
            }) }
            div { (Shares {
                whole: report.rows(),
                gloss: &vocabulary::charset_source,
                link: &report.rows_of("charset_source"),
                ..shares(sources, "Documents per evidence", "Source", "Documents")
            }) }
        }
    }
}
