//! The report of a corpus, each figure with a link to the rows behind it.

use maud::{Markup, html};

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
    let written = WRITTEN.iter().filter(|(name, _)| review.folder().join(name).is_file());
    let written: Vec<_> = written.collect();
    let body = html! {
        div id="main" tabindex="-1" {
            (scutch_report::content(review.manifest(), &rows_at))
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
