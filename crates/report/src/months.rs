//! Documents per month of capture, gaps marked, and the same numbers by year and month.

use maud::{Markup, html};
use scutch_plot::number::{counted, plural, thousands};
use scutch_plot::{MonthPlot, MonthSeries, Span};

use super::report::{Links, Report};

/// The section: documents per month of capture.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let Some(series) = &report.months else {
        return html! { p.nothing { "No document carries a capture month." } };
    };
    html! {
        p { (summary(report, series)) }
        (MonthPlot {
            id: "months-plot",
            title: "Documents per month of capture",
            noun: "document",
            gap: "no documents",
            caption: "Documents by year and month of capture",
            series,
        })
        (years(report, series))
    }
}

/// The rows of each year, where somebody shows them.
fn years(report: &Report<'_>, series: &MonthSeries) -> Markup {
    let mut years: Vec<String> =
        series.shown().map(|(month, _)| format!("{:04}", month.year())).collect();
    years.dedup();
    html! {
        @if let Some(Links { rows_at, .. }) = report.links {
            p {
                "Rows captured in "
                @for (number, year) in years.iter().enumerate() {
                    @if number > 0 { ", " }
                    a href=(rows_at(&[["timestamp", "from", year], ["timestamp", "to", year]])) { (year) }
                }
                "."
            }
        }
    }
}

/// The sentences before the plot: the span, its gaps, documents without a month.
fn summary(report: &Report<'_>, series: &MonthSeries) -> Markup {
    let span = series.span;
    // Of the months plotted: those outside have a sentence of their own.
    let with = series.shown().count();
    // Saturating: the numbers of a manifest may contradict each other.
    let undated = report.rows().saturating_sub(series.total());
    html! {
        @if span.len() == 1 { "All dated documents were captured in " (span) ". " }
        @else if with == span.len() {
            "Each of the " (thousands(with as u64)) " months from " (span.first) " to " (span.last)
            " has documents. "
        } @else {
            (counted(with as u64, "month")) " of the " (thousands(span.len() as u64)) " from "
            (span.first) " to " (span.last) " have documents. "
            (gap_sentence(&series.gaps()))
        }
        @if series.outside > 0 {
            "The plot shows at most fifty years, those with most documents: "
            (counted(series.outside, "document")) " dated outside them"
            " " (plural(series.outside, "stands", "stand")) " in the table only. "
        }
        @if undated > 0 {
            (counted(undated, "document")) " " (plural(undated, "has", "have"))
            " no usable capture date."
        }
    }
}

/// How many months have no document, and the longest gap.
fn gap_sentence(gaps: &[Span]) -> Markup {
    // `max_by_key` returns the last of equals; reversed, the earliest gap wins.
    let longest = gaps.iter().rev().max_by_key(|gap| gap.len());
    let months: usize = gaps.iter().map(|gap| gap.len()).sum();
    html! {
        @if let Some(longest) = longest {
            (counted(months as u64, "month")) " " (plural(months as u64, "has", "have"))
            " no documents"
            @if gaps.len() > 1 { ", in " (counted(gaps.len() as u64, "gap")) "; the longest" }
            ": " (longest) ". "
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    fn html(months: &[(&str, u64)], rows: u64) -> String {
        let mut manifest = samples::empty();
        manifest.counts.rows = rows;
        for (month, n) in months {
            manifest.counts.months.add(month, *n);
        }
        body(&Report::new(&manifest)).into_string()
    }

    #[test]
    fn the_summary_agrees_with_the_counts() {
        type Case<'c> = (&'c [(&'c str, u64)], u64, &'c str);
        let cases: [Case<'_>; 5] = [
            (&[("soon", 3)], 3, "No document carries a capture month."),
            (&[("2019-05", 3)], 3, "All dated documents were captured in May\u{A0}2019."),
            (&[("2019-05", 3), ("2019-06", 1)], 4, "Each of the 2 months from May"),
            (&[("2019-05", 3), ("2019-08", 1)], 4, "2 months of the 4 from May"),
            (&[("2019-05", 3)], 5, "2 documents have no usable capture date."),
        ];
        for (months, rows, expected) in cases {
            let html = html(months, rows);
            assert!(html.contains(expected), "{expected}: {html}");
        }
    }

    #[test]
    fn of_several_gaps_the_longest_is_named() {
        let months = [("2019-01", 1), ("2019-03", 1), ("2019-09", 1)];
        let html = html(&months, 3);
        let sentence = "6 months have no documents, in 2 gaps; the longest: \
                        April\u{A0}2019 – August\u{A0}2019.";
        assert!(html.contains(sentence), "{html}");
    }

    #[test]
    fn dates_far_away_are_in_the_table_only() {
        let html = html(&[("0001-01", 1), ("2019-05", 9), ("2019-07", 2)], 12);
        assert!(html.contains("1 document dated outside them stands in the table only."), "{html}");
    }
}
