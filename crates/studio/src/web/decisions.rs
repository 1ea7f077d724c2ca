//! The decisions that stand.

use maud::{Markup, html};
use scutch_plot::foreign;
use scutch_plot::number::counted;

use super::decided::summary;
use super::frame::{Frame, Subject};
use crate::review::{Decision, Review};

/// The list of decisions, by row.
pub fn decisions(review: &Review) -> Markup {
    let all = review.decisions().all();
    let path = foreign::path(&review.decisions().path().display().to_string());
    let body = html! {
        main id="main" tabindex="-1" {
            h1 { "Decisions" }
            p.lede { (counted(all.len() as u64, "row")) " decided." }
            p { "Each decision is a line of " code { (path) } ". "
                code.command { "scutch corpus --decisions FILE" } " makes the corpus again with them." }
            @if all.is_empty() {
                p.nothing { "Open a row of the table and decide." }
            } @else {
                div.scroll tabindex="0" role="region" aria-label="Table of decisions" {
                    table {
                        thead { tr {
                            th scope="col" { "Row" } th scope="col" { "Decision" } th scope="col" { "Why" }
                            th scope="col" { "By" }
                        } }
                        tbody { @for (id, standing) in &all { (row(id, standing)) } }
                    }
                }
            }
        }
    };
    Frame { subject: Subject::Corpus, up: "", title: "Decisions", view: "decisions", body }.render()
}

fn row(id: &str, standing: &[Decision]) -> Markup {
    let each = |of: fn(&Decision) -> &str| {
        let texts: Vec<&str> = standing.iter().map(of).filter(|text| !text.is_empty()).collect();
        texts.join("; ")
    };
    // Ids of a file that a person wrote can be anything.
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    html! {
        tr {
            th scope="row" {
                @if is_id { a href={ "row/" (id) } { (id) } } @else { (foreign::shown(id)) }
            }
            td { (summary(standing)) }
            td { (foreign::shown(&each(|one| &one.why))) }
            td { (foreign::shown(&each(|one| &one.by))) }
        }
    }
}
