//! How far annotators agree, and which pages are to be adjudicated.

use maud::{Markup, html};
use scutch_plot::foreign;
use scutch_plot::number::thousands;

use super::frame::{Frame, Subject};
use crate::label::agreement::{Agreement, Counts};
use crate::label::{Kappa, Letter, kappa, one_against_rest};
use crate::source::Source;

/// A page that two annotators or more are done with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Adjudicable {
    /// Number in the plan.
    pub number: usize,
    /// Number of the page in its source.
    pub page: usize,
    /// Names of the annotators.
    pub annotators: Vec<String>,
    /// Nodes in dispute.
    pub disputes: usize,
    /// Those that are not decided.
    pub open: usize,
}

/// The view of agreement.
pub fn agreement_page(agreements: &[Agreement], pages: &[Adjudicable], source: &Source) -> Markup {
    let body = html! {
        main id="main" tabindex="-1" {
            h1 { "Agreement" }
            @if agreements.is_empty() {
                p.lede { "No page is labelled twice yet." }
                p { "A second annotator opens the same folder of labels with another " code { "--annotator" }
                    "; " code { "--twice" } " brings pages again to the same one." }
            }
            @for agreement in agreements { (pair(agreement, source)) }
            @if !pages.is_empty() { (adjudicables(pages, source)) }
            p.gloss {
                "Cohen’s kappa: the share of texts with the same label, above the share that would have it by \
                 chance (Cohen 1960). Texts that no browser shows and nobody labelled do not count."
            }
        }
    };
    Frame { subject: Subject::of(source), up: "", title: "Agreement", view: "agreement", body }
        .render()
}

fn pair(agreement: &Agreement, source: &Source) -> Markup {
    let [a, b] = &agreement.raters;
    html! {
        h2 { (a) " and " (b) }
        table {
            caption { "Texts by label, over " (agreement.pages.len()) " pages" }
            thead { tr {
                th scope="col" { "Label of " (a) }
                @for letter in Letter::ALL { th.n scope="col" { (b) ": " (name(letter)) } }
                th.n scope="col" { "Kappa" }
            } }
            tbody {
                @for (at, letter) in Letter::ALL.into_iter().enumerate() {
                    tr {
                        th scope="row" { (name(letter)) }
                        @for count in agreement.counts[at] { td.n { (thousands(count)) } }
                        td.n { (value(kappa(&one_against_rest(&agreement.counts, at)))) }
                    }
                }
                tr { th scope="row" colspan="5" { "all labels" } td.n { (value(kappa(&agreement.counts))) } }
            }
        }
        details {
            summary { "By page" }
            table {
                caption { "Agreement by page" }
                thead { tr {
                    th scope="col" { "Page" } th.n scope="col" { "Texts" } th.n scope="col" { "Same" } th.n scope="col" { "Kappa" }
                } }
                tbody { @for (page, counts) in &agreement.pages { (by_page(*page, counts, source)) } }
            }
        }
    }
}

fn by_page(page: usize, counts: &Counts, source: &Source) -> Markup {
    let kappa = kappa(counts);
    html! {
        tr {
            th scope="row" { (foreign::shown(&source.pages()[page].url)) }
            td.n { (thousands(kappa.count)) }
            td.n { (format!("{:.1}%", 100.0 * kappa.observed)) }
            td.n { (value(kappa)) }
        }
    }
}

fn adjudicables(pages: &[Adjudicable], source: &Source) -> Markup {
    let open: usize = pages.iter().map(|page| page.open).sum();
    html! {
        h2 { "Adjudication" }
        p {
            @match open {
                0 => { "Every dispute is decided; the ground truth of all is in gold.jsonl." }
                1 => { "One text is in dispute and not decided." }
                _ => { (open) " texts are in dispute and not decided." }
            }
        }
        table {
            caption { "Pages of several annotators" }
            thead { tr {
                th scope="col" { "Page" } th scope="col" { "Annotators" }
                th.n scope="col" { "In dispute" } th.n scope="col" { "Not decided" }
            } }
            tbody {
                @for page in pages {
                    tr {
                        th scope="row" {
                            @let shown = foreign::shown(&source.pages()[page.page].url);
                            @if page.disputes > 0 { a href={ "adjudicate/" (page.number) } { (shown) } } @else { (shown) }
                        }
                        td { (page.annotators.join(", ")) }
                        td.n { (page.disputes) } td.n { (page.open) }
                    }
                }
            }
        }
    }
}

fn value(kappa: Kappa) -> String {
    kappa.value().map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

fn name(letter: Letter) -> &'static str {
    match letter {
        Letter::Content => "content",
        Letter::Boilerplate => "boilerplate",
        Letter::Skip => "skip",
        Letter::Mixed => "mixed",
    }
}
