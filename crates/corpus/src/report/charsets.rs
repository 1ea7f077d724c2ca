//! Documents per character encoding, and what settled it.

use maud::{Markup, html};

use super::Report;
use super::shares::Shares;
use super::vocabulary;

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
                ..Shares::of(charsets, "Documents per encoding", "Encoding", "Documents")
            }.render()) }
            div { (Shares {
                whole: report.rows(),
                gloss: &vocabulary::charset_source,
                ..Shares::of(sources, "Documents per evidence", "Source", "Documents")
            }.render()) }
        }
    }
}
