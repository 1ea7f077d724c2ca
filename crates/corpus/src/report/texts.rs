//! The extracted text: by what method, how much of the page it is, and how often it repeats.

use maud::{Markup, html};

use super::numbers::{counted, plural, share, thousands};
use super::plot::{Column, Label, Plot, Width};
use super::shares::Shares;
use super::stack::Part;
use super::{Report, columns, stack, vocabulary};
use crate::folder::tally::RATIO_BINS;

pub(super) fn body(report: &Report<'_>) -> Markup {
    let tally = report.tally;
    if tally.rows == 0 {
        return html! { p.nothing { "No text was extracted." } };
    }
    html! {
        p {
            (counted(tally.words, "word")) " and " (counted(tally.chars, "character")) " in "
            (counted(tally.rows, "document")) "."
        }
        (Shares {
            whole: report.rows(),
            gloss: &vocabulary::extractor,
            ..Shares::of(&tally.extractors, "Documents per extractor", "Extractor", "Documents")
        }.render())
        h3 { "Share of the page that is content" }
        (ratios(report))
        h3 { "Repeated texts" }
        (repeated(report))
    }
}

/// The bins of the histogram; a manifest may hold fewer or more.
fn bins(report: &Report<'_>) -> [u64; RATIO_BINS] {
    std::array::from_fn(|i| report.tally.ratios.get(i).copied().unwrap_or(0))
}

fn ratios(report: &Report<'_>) -> Markup {
    let bins = bins(report);
    let measured: u128 = bins.iter().map(|n| u128::from(*n)).sum();
    if measured == 0 {
        return html! { p.nothing { "No document has an extraction ratio." } };
    }
    let without = report.rows().saturating_sub(measured);
    html! {
        p {
            "Characters of extracted text over characters of visible text. "
            @if let Some(middle) = median(&bins) {
                "The median lies in the step " (between(middle)) ". "
            }
            @if without > 0 {
                (counted(without, "document")) " without visible text "
                (plural(without, "is", "are")) " left out."
            }
        }
        figure {
            (histogram(&bins))
            figcaption { "Documents per extraction ratio, in steps of 0.05." }
        }
        (bins_table(&bins, measured))
    }
}

fn histogram(bins: &[u64; RATIO_BINS]) -> Markup {
    let column = |(slot, n): (usize, &u64)| Column {
        slot,
        value: *n,
        tooltip: format!("{}: {}", between(slot), counted(*n, "document")),
    };
    let label = |quarter: usize| Label {
        at: (quarter * RATIO_BINS) as f64 / 4.0,
        text: ["0", "0.25", "0.5", "0.75", "1"][quarter].to_owned(),
        below: String::new(),
        width: Width::Any,
    };
    Plot {
        id: "ratio-plot",
        title: "Documents per extraction ratio",
        description: "A histogram in twenty steps from 0 to 1. The table below has the numbers.",
        slots: RATIO_BINS,
        columns: bins.iter().enumerate().map(column).collect(),
        gaps: Vec::new(),
        labels: (0..=4).map(label).collect(),
    }
    .render()
}

fn bins_table(bins: &[u64; RATIO_BINS], measured: u128) -> Markup {
    html! {
        details {
            summary { "The numbers of the plot" }
            table {
                caption { "Documents per extraction ratio" }
                (columns("Ratio", &["Documents", "Share"]))
                tbody {
                    @for (i, n) in bins.iter().enumerate() {
                        tr {
                            th scope="row" { (between(i)) }
                            td.n { (thousands(*n)) }
                            td.n { (share(u128::from(*n), measured)) }
                        }
                    }
                }
            }
        }
    }
}

/// The bounds of a bin in words.
fn between(bin: usize) -> String {
    let bound = |i: usize| i as f64 / RATIO_BINS as f64;
    format!("{:.2} to {:.2}", bound(bin), bound(bin + 1))
}

/// The bin that holds the median document.
fn median(bins: &[u64; RATIO_BINS]) -> Option<usize> {
    let all: u128 = bins.iter().map(|n| u128::from(*n)).sum();
    let mut below = 0;
    bins.iter().position(|n| {
        below += u128::from(*n);
        below * 2 >= all && all > 0
    })
}

fn repeated(report: &Report<'_>) -> Markup {
    let repeated = u128::from(report.tally.repeated_texts);
    let first = report.rows().saturating_sub(repeated);
    let parts = [
        Part { name: "First with its text", value: first, class: "rows" },
        Part { name: "Repeated", value: repeated, class: "scope" },
    ];
    html! {
        p {
            @if repeated == 0 { "No two documents have the same text." }
            @else {
                (counted(repeated, "document")) " (" (share(repeated, report.rows())) ") "
                (plural(repeated, "has", "have"))
                " word for word the text of an earlier one. They are counted, not removed."
            }
        }
        @if repeated > 0 {
            (stack::bar("repeated-bar", "Repeated texts", "document", &parts))
            table {
                caption { "Documents by whether their text is new" }
                (columns("Text", &["Documents", "Share"]))
                tbody {
                    @for part in &parts {
                        tr {
                            th scope="row" { span.swatch.(part.class) {} (part.name) }
                            td.n { (thousands(part.value)) }
                            td.n { (share(part.value, report.rows())) }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_found_in_its_bin() {
        let mut bins = [0; RATIO_BINS];
        assert_eq!(median(&bins), None);
        bins[3] = 5;
        bins[10] = 5;
        bins[19] = 1;
        assert_eq!(median(&bins), Some(10));
        assert_eq!(between(10), "0.50 to 0.55");
        bins[0] = u64::MAX;
        assert_eq!(median(&bins), Some(0));
    }
}
