//! The title block: what this corpus is, in a sentence and a row of figures.

use maud::{Markup, html};
use scutch_folder::tally::Counter;
use scutch_plot::number::{counted, share, short, thousands};
use scutch_plot::{Figure, foreign};

use super::account;
use super::counters::ranked;
use super::report::Report;

/// Named inputs listed; the rest is a number.
const INPUTS: usize = 4;

/// The title of the page.
pub(super) fn title(report: &Report<'_>) -> String {
    match report.tally.rows {
        0 => "An empty corpus".to_owned(),
        rows => format!("A corpus of {}", counted(rows, "document")),
    }
}

/// What follows the first sentence: the inputs, and an alarm where the account is wrong.
pub(super) fn notes(report: &Report<'_>) -> Markup {
    html! {
        (named_inputs(report))
        // At the top as well: a reader may never scroll to the section about it.
        @if !account::adds_up(report.tally) { p.alarm role="alert" {
            "The counts of this corpus do not add up. See "
            a href="#account" { "“Every record accounted for”" } "."
        } }
    }
}

/// What this corpus is, in a sentence or two.
pub(super) fn lede(report: &Report<'_>) -> Markup {
    let tally = report.tally;
    let files = counted(report.manifest.inputs.len() as u64, "archive file");
    if tally.rows == 0 {
        return html! {
            "None of the " (counted(tally.records, "record")) " in " (files) " became a document. "
            a href="#account" { "The account" } " says where each one went."
        };
    }
    html! {
        // Words first: documents of two corpora differ too much in length to be compared.
        (counted(tally.words, "word")) " of text from " (files)
        @if let Some(months) = &report.months {
            ", captured "
            @if months.span.len() == 1 { "in " (months.span) }
            @else { "from " (months.span.first) " to " (months.span.last) }
            @if months.outside > 0 {
                "; " (counted(months.outside, "document")) " dated outside these years"
            }
        }
        ". " (mean_length(tally.words, tally.rows))
    }
}

/// Words per document.
fn mean_length(words: u64, rows: u64) -> Markup {
    // Callers show no mean without rows; `max` only guards the division.
    let mean = (words as f64 / rows.max(1) as f64).round();
    html! { "On average a document has " (counted(mean as u64, "word")) "." }
}

/// The inputs as the user named them; of many the first.
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

/// The key figures: what somebody who cites the corpus needs first.
pub(super) fn figures(report: &Report<'_>) -> Vec<Figure> {
    let tally = report.tally;
    let languages = tally.languages.0.keys().filter(|key| !is_undetermined(key)).count();
    let records = counted(tally.records, "record");
    vec![
        Figure::new("Documents", number(tally.rows)).exact(thousands(tally.rows)),
        Figure::new("Words", number(tally.words)).exact(thousands(tally.words)),
        Figure::new("Hosts", distinct(&tally.hosts)),
        Figure::new("Languages", thousands(languages as u64)).exact("languages of documents"),
        Figure::new("Records kept", share(tally.rows, tally.records))
            .exact(format!("{} of {records}", thousands(tally.rows))),
    ]
}

/// In full below ten million.
fn number(n: u64) -> String {
    if n < 10_000_000 { thousands(n) } else { short(u128::from(n)) }
}

/// How many keys a counter has, or more than it can hold.
fn distinct(counter: &Counter) -> String {
    let (ranked, other) = ranked(counter);
    // The counter has a maximum of keys, so the true number may be larger.
    let more = if other > 0 { "+" } else { "" };
    format!("{}{more}", thousands(ranked.len() as u64))
}

/// Whether a key stands for "no language": none found, or BCP 47 `und`.
pub(super) fn is_undetermined(key: &str) -> bool {
    matches!(key, "" | "?" | "und" | "unknown" | "none") || key.starts_with('(')
}
