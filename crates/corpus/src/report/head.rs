//! The title block: what this corpus is, in a sentence and a line of figures.

use maud::{Markup, html};

use super::numbers::{counted, share, short, thousands};
use super::{Report, account, foreign, shares};
use crate::folder::tally::Counter;

/// Named inputs listed; the rest is a number.
const INPUTS: usize = 4;

/// The title of the page.
pub(super) fn title(report: &Report<'_>) -> String {
    match report.tally.rows {
        0 => "An empty corpus".to_owned(),
        rows => format!("A corpus of {}", counted(rows, "document")),
    }
}

/// The title block.
pub(super) fn header(report: &Report<'_>) -> Markup {
    html! {
        header {
            p.eyebrow { "Corpus report · " (foreign::plain(&report.manifest.tool)) }
            h1 { (title(report)) }
            p.lede { (lede(report)) }
            (named_inputs(report))
            @if !account::adds_up(report.tally) { p.alarm role="alert" {
                "The counts of this corpus do not add up. See "
                a href="#account" { "“Every record accounted for”" } "."
            } }
            (figures(report))
        }
    }
}

fn lede(report: &Report<'_>) -> Markup {
    let tally = report.tally;
    let files = counted(report.manifest.inputs.len() as u64, "archive file");
    if tally.rows == 0 {
        return html! {
            "None of the " (counted(tally.records, "record")) " in " (files) " became a document. "
            a href="#account" { "The account" } " says where each one went."
        };
    }
    html! {
        (counted(tally.words, "word")) " of text from " (files)
        @if let Some(timeline) = &report.timeline {
            ", captured "
            @if timeline.span.len() == 1 { "in " (timeline.span) }
            @else { "from " (timeline.span.first) " to " (timeline.span.last) }
            @if timeline.outside > 0 {
                "; " (counted(timeline.outside, "document")) " dated outside these years"
            }
        }
        ". " (mean_length(tally.words, tally.rows))
    }
}

fn mean_length(words: u64, rows: u64) -> Markup {
    let mean = (words as f64 / rows.max(1) as f64).round();
    html! { "On average a document has " (counted(mean as u64, "word")) "." }
}

fn named_inputs(report: &Report<'_>) -> Markup {
    let inputs = &report.manifest.config.inputs;
    html! {
        @if !inputs.is_empty() {
            p.sources {
                "Read from "
                @for (i, input) in inputs.iter().take(INPUTS).enumerate() {
                    @if i > 0 { ", " }
                    code { (foreign::shown(input)) }
                }
                @if inputs.len() > INPUTS { " and " (inputs.len() - INPUTS) " more" }
                "."
            }
        }
    }
}

fn figures(report: &Report<'_>) -> Markup {
    let tally = report.tally;
    let languages = tally.languages.0.keys().filter(|key| !is_undetermined(key)).count();
    let kept = share(report.rows(), u128::from(tally.records));
    let hosts = distinct(&tally.hosts);
    html! {
        dl.figures {
            (figure("Documents", &number(tally.rows), &thousands(tally.rows)))
            (figure("Words", &number(tally.words), &thousands(tally.words)))
            (figure("Hosts", &hosts, &hosts))
            (figure("Languages", &thousands(languages as u64), "languages of documents"))
            (figure("Records kept", &kept, &format!(
                "{} of {}", thousands(tally.rows), counted(tally.records, "record")
            )))
        }
    }
}

fn figure(name: &str, value: &str, exact: &str) -> Markup {
    html! { div { dt { (name) } dd title=(exact) { (value) } } }
}

/// In full below ten million.
fn number(n: u64) -> String {
    if n < 10_000_000 { thousands(n) } else { short(u128::from(n)) }
}

fn distinct(counter: &Counter) -> String {
    let (ranked, other) = shares::ranked(counter);
    let more = if other > 0 { "+" } else { "" };
    format!("{}{more}", thousands(ranked.len() as u64))
}

/// Whether a key stands for "no language": none found, or BCP 47 `und`.
pub(super) fn is_undetermined(key: &str) -> bool {
    matches!(key, "" | "?" | "und" | "unknown" | "none") || key.starts_with('(')
}
