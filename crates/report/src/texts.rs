//! The extracted text: by what method, how much of the page it is, and how often it repeats.

use maud::{Markup, Render as _, html};
use scutch_folder::tally::RATIO_BINS;
use scutch_plot::number::{counted, plural, share, thousands};
use scutch_plot::{Column, ColumnPlot, Label, Part, Shares, Stack, Table, Tone, Width, fold};

use super::counters::shares;
use super::report::Report;
use super::vocabulary;

/// The section: how much of a page was kept as its text, and repeated texts.
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
            link: &report.rows_of("extractor"),
            ..shares(&tally.extractors, "Documents per extractor", "Extractor", "Documents")
        })
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

/// The histogram of extraction ratios, with its table.
fn ratios(report: &Report<'_>) -> Markup {
    let bins = bins(report);
    let measured: u128 = bins.iter().map(|n| u128::from(*n)).sum();
    if measured == 0 {
        return html! { p.nothing { "No document has an extraction ratio." } };
    }
    // Pages without visible characters have no ratio.
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

/// Documents by the share of visible characters that were kept.
fn histogram(bins: &[u64; RATIO_BINS]) -> Markup {
    let column = |(slot, n): (usize, &u64)| {
        Column::new(slot, *n, format!("{}: {}", between(slot), counted(*n, "document")))
    };
    // At the bounds between columns and not under them: a bin is a range.
    let label = |quarter: usize| {
        let text = ["0", "0.25", "0.5", "0.75", "1"][quarter];
        Label::new((quarter * RATIO_BINS) as f64 / 4.0, text, Width::Any)
    };
    let plot = ColumnPlot {
        id: "ratio-plot",
        title: "Documents per extraction ratio",
        description: "A histogram in twenty steps from 0 to 1. The table below has the numbers.",
        slots: RATIO_BINS,
        columns: bins.iter().enumerate().map(column).collect(),
        labels: (0..=4).map(label).collect(),
        ..ColumnPlot::default()
    };
    html! { (plot) }
}

/// The numbers of the histogram, with shares of all documents that have a ratio.
fn bins_table(bins: &[u64; RATIO_BINS], measured: u128) -> Markup {
    let mut table =
        Table::new("Documents per extraction ratio").text("Ratio").numbers(&["Documents", "Share"]);
    for (i, n) in bins.iter().enumerate() {
        table.row([between(i), thousands(*n), share(*n, measured)]);
    }
    fold("The numbers of the plot", &table.render())
}

/// The bounds of a bin in words.
fn between(bin: usize) -> String {
    let bound = |i: usize| i as f64 / RATIO_BINS as f64;
    format!("{:.2} to {:.2}", bound(bin), bound(bin + 1))
}

/// The bin that holds the median document; of an even number the lower one. `None` without documents.
fn median(bins: &[u64; RATIO_BINS]) -> Option<usize> {
    let all: u128 = bins.iter().map(|n| u128::from(*n)).sum();
    let mut below = 0;
    bins.iter().position(|n| {
        // In 128 bits: sums of numbers from a manifest may overflow 64.
        below += u128::from(*n);
        below * 2 >= all && all > 0
    })
}

/// Texts that equal the text of an earlier document.
fn repeated(report: &Report<'_>) -> Markup {
    let repeated = u128::from(report.tally.repeated_texts);
    // Saturating: the numbers of a manifest may contradict each other.
    let first = report.rows().saturating_sub(repeated);
    let parts = [
        Part { name: "First with its text", value: first, tone: Tone::Main },
        Part { name: "Repeated", value: repeated, tone: Tone::Second },
    ];
    let (id, title) = ("repeated-bar", "Documents by whether their text is new");
    let stack = Stack { id, title, noun: "document", parts: &parts };
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
            (stack)
            (stack.table("Text", "Documents"))
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
