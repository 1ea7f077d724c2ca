//! A column per month, with hatched gaps and a table of years and months.

use maud::{Markup, Render, html};

use super::series::MonthSeries;
use super::years;
use crate::axis::{Label, Width};
use crate::calendar::{Month, Span, year_labels};
use crate::mark::columns::{Column, ColumnPlot, Gap};
use crate::number::counted;

/// Longest span whose plot labels months rather than years.
const MONTH_LABELS: usize = 24;
/// Labelled years on a wide page, and labelled months and years on a narrow one.
const WIDE_YEARS: usize = 16;
const NARROW_MONTHS: usize = 8;
const NARROW_YEARS: usize = 7;

/// What is counted per month, in words.
#[derive(Debug, Clone, Copy)]
pub struct MonthPlot<'a> {
    /// Anchor for the accessible name; unique on the page.
    pub id: &'a str,
    /// Name of the plot, such as `Documents per month of capture`.
    pub title: &'a str,
    /// What is counted, in the singular.
    pub noun: &'a str,
    /// What a gap is, such as `no captures`.
    pub gap: &'a str,
    /// Caption of the table.
    pub caption: &'a str,
    /// The counts.
    pub series: &'a MonthSeries,
}

impl MonthPlot<'_> {
    fn columns(&self) -> Vec<Column> {
        let first = self.series.span.first;
        let column = |(month, n): (Month, u64)| {
            Column::new(month.since(first), n, format!("{month}: {}", counted(n, self.noun)))
        };
        self.series.shown().map(column).collect()
    }

    fn gaps(&self) -> Vec<Gap> {
        let gap = |gap: Span| Gap {
            slot: gap.first.since(self.series.span.first),
            slots: gap.len(),
            tooltip: format!("{gap}: {}", self.gap),
        };
        self.series.gaps().into_iter().map(gap).collect()
    }

    fn plot(&self) -> Markup {
        let span = self.series.span;
        let description = format!(
            "A column per month from {} to {}; hatched months have none. The table has the numbers.",
            span.first, span.last
        );
        // Both sets are on the page and the style sheet shows one: a page has no script to choose.
        let mut labels = labels(span, MONTH_LABELS, WIDE_YEARS, Width::Wide);
        labels.extend(self::labels(span, NARROW_MONTHS, NARROW_YEARS, Width::Narrow));
        let plot = ColumnPlot {
            id: self.id,
            title: self.title,
            description: &description,
            slots: span.len(),
            columns: self.columns(),
            gaps: self.gaps(),
            labels,
        };
        html! {
            figure {
                (plot)
                figcaption {
                    (self.title) "."
                    @if !self.series.gaps().is_empty() {
                        " " span.key { span.swatch.gap {} (self.gap) }
                    }
                }
            }
        }
    }
}

/// The plot, unless all counts lie in one month, and the table.
impl Render for MonthPlot<'_> {
    fn render(&self) -> Markup {
        html! {
            // One column says no more than its number in the table.
            @if self.series.span.len() > 1 { (self.plot()) }
            (years::table(self.caption, self.series))
        }
    }
}

/// At most `months` labels of a short span, at most `years` of a long one.
fn labels(span: Span, months: usize, years: usize, width: Width) -> Vec<Label> {
    if span.len() <= MONTH_LABELS {
        return month_labels(span, span.len().div_ceil(months).max(1), width);
    }
    // A year's label stands at its January; the first year may have none in the span.
    let first = span.first.year() + u32::from(span.first.month_of_year() > 0);
    year_labels(first, span.last.year(), years)
        .map(|year| {
            let at = Month::january(year).since(span.first) as f64;
            Label::new(at, format!("{year:04}"), width)
        })
        .collect()
}

/// Labels of every `step`th month, with the year under the first month of each.
fn month_labels(span: Span, step: usize, width: Width) -> Vec<Label> {
    let mut year = None;
    let label = |slot: usize| {
        let month = span.first.plus(slot);
        // The year stands below its first labelled month, which need not be January.
        let fresh = year.replace(month.year()) != Some(month.year());
        let below = if fresh { format!("{:04}", month.year()) } else { String::new() };
        Label { below, ..Label::new(slot as f64 + 0.5, month.short_name(), width) }
    };
    (0..span.len()).step_by(step).map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(first: &str, last: &str) -> Span {
        let month = |text| Month::parse(text).expect("a month");
        Span { first: month(first), last: month(last) }
    }

    #[test]
    fn labels_have_room() {
        let cases = [
            (span("2019-11", "2020-02"), "Nov 2019 Dec Jan 2020 Feb"),
            (span("2009-03", "2012-02"), "2010 2011 2012"),
            (span("1971-01", "2020-12"), "1975 1980 1985 1990 1995 2000 2005 2010 2015 2020"),
        ];
        for (span, expected) in cases {
            let words = labels(span, 24, 16, Width::Wide);
            let words: Vec<_> = words.iter().map(|l| format!("{} {}", l.text, l.below)).collect();
            let words = words.iter().map(|w| w.trim()).collect::<Vec<_>>().join(" ");
            assert_eq!(words, expected);
        }
    }

    fn render(counts: &[(&str, u64)]) -> String {
        let series = MonthSeries::from_counts(counts.iter().copied()).expect("months");
        let plot = MonthPlot {
            id: "m",
            title: "Documents per month",
            noun: "document",
            gap: "no captures",
            caption: "Documents by year and month",
            series: &series,
        };
        plot.render().into_string()
    }

    #[test]
    fn gaps_are_hatched_and_named() {
        let html = render(&[("2019-11", 1_200), ("2020-02", 1)]);
        assert!(html.contains("December\u{A0}2019 – January\u{A0}2020: no captures"), "{html}");
        assert!(html.contains("1,200 documents") && html.contains("1 document<"), "{html}");
        assert!(html.contains("swatch gap"), "{html}");
    }

    #[test]
    fn one_month_is_a_table_without_a_plot() {
        let html = render(&[("2019-11", 5)]);
        assert!(!html.contains("<figure") && html.contains("<table"), "{html}");
    }
}
