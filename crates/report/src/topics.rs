//! Documents per topic status.

use maud::{Markup, html};
use scutch_plot::{Shares, foreign};

use super::counters::shares;
use super::report::Report;

/// The section: documents by verdict on their topic, if verdicts were asked for. Captures that are no
/// documents are not in it: `scutch offtopic` judges all.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let topics = &report.tally.topics;
    html! {
        @if let Some(profile) = &report.manifest.config.topic {
            p {
                "Whether each document still shows what its address once showed, judged under \
                 the profile " code { (foreign::plain(profile)) } "."
            }
            (Shares {
                whole: report.rows(),
                link: &report.rows_of("topic_status"),
                ..shares(topics, "Documents per topic status", "Status", "Documents")
            })
        } @else {
            p.nothing { "Not asked for: " code { "--topic" } " judges captures." }
        }
    }
}
