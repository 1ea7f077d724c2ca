//! The report of a corpus, with links from figures to the rows and the lines of the quarantine behind them.

use maud::{Markup, html};
use scutch_report::Links;

use super::frame::{Frame, Subject};
use crate::review::{Review, encoded};

/// Pages of a corpus folder that are shown as they were written, with what they are about.
pub const WRITTEN: &[(&str, &str)] = &[
    ("timing.html", "Duration of the steps of the run"),
    ("template.html", "Joint boilerplate detection"),
];

/// The report.
pub fn report(review: &Review) -> Markup {
    let rows_at = |conditions: &[[&str; 3]]| {
        let conditions = conditions.iter().map(|one| format!("where={}", encoded(&one.join(":"))));
        format!("rows?{}", conditions.collect::<Vec<_>>().join("&"))
    };
    let quarantine_at = |reason: &str| format!("quarantine?reason={}", encoded(reason));
    let links = Links { rows_at: &rows_at, quarantine_at: &quarantine_at };
    let written = WRITTEN.iter().filter(|(name, _)| review.folder().join(name).is_file());
    let written: Vec<_> = written.collect();
    let body = html! {
        div id="main" tabindex="-1" {
            (scutch_report::content(review.manifest(), links))
            @if !written.is_empty() {
                aside.written aria-label="Further pages of the folder" {
                    h2 { "Further pages of the folder" }
                    ul { @for (name, title) in written { li { a href={ "written/" (name) } { (title) } } } }
                }
            }
        }
    };
    Frame { subject: Subject::Corpus, up: "", title: "Report", view: "report", body }.render()
}
