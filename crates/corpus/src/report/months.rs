//! Documents per month of capture, gaps marked, and the same numbers by year and month.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::Report;
use super::numbers::{counted, plural, thousands};
use super::plot::{Column, Gap, Label, Plot, Width};
use super::timeline::{Month, Span, Timeline};

/// Years of the table that stand open.
const OPEN: usize = 16;
/// Years outside the plotted span that the table lists; the rest is one sum.
const OUTSIDE: usize = 20;
/// Longest span whose plot labels months rather than years.
const MONTH_LABELS: usize = 24;
/// Steps between labelled years.
const STEPS: [u32; 5] = [1, 2, 5, 10, 20];

pub(super) fn body(report: &Report<'_>) -> Markup {
    let Some(timeline) = &report.timeline else {
        return html! { p.nothing { "No document carries a capture month." } };
    };
    html! {
        p { (summary(report, timeline)) }
        @if timeline.span.len() > 1 { figure { (plot(timeline)) (legend(timeline)) } }
        (table(timeline))
    }
}

fn summary(report: &Report<'_>, timeline: &Timeline) -> Markup {
    let span = timeline.span;
    let with = timeline.shown().count();
    let dated: u128 = timeline.months.values().map(|n| u128::from(*n)).sum();
    let undated = report.rows().saturating_sub(dated);
    html! {
        @if span.len() == 1 { "All dated documents were captured in " (span) ". " }
        @else if with == span.len() {
            "Each of the " (thousands(with as u64)) " months from " (span.first) " to " (span.last)
            " has captures. "
        } @else {
            (counted(with as u64, "month")) " of the " (thousands(span.len() as u64)) " from "
            (span.first) " to " (span.last) " have captures. "
            (gap_sentence(&timeline.gaps()))
        }
        @if timeline.outside > 0 {
            "The plot shows at most fifty years, those with most documents: "
            (counted(timeline.outside, "document")) " dated outside them"
            " " (plural(timeline.outside, "stands", "stand")) " in the table only. "
        }
        @if undated > 0 {
            (counted(undated, "document")) " " (plural(undated, "has", "have"))
            " no usable capture date."
        }
    }
}

fn gap_sentence(gaps: &[Span]) -> Markup {
    let longest = gaps.iter().rev().max_by_key(|gap| gap.len());
    let months: usize = gaps.iter().map(|gap| gap.len()).sum();
    html! {
        @if let Some(longest) = longest {
            "Nothing was captured in " (counted(months as u64, "month"))
            @if gaps.len() > 1 { ", in " (counted(gaps.len() as u64, "gap")) "; the longest" }
            ": " (longest) ". "
        }
    }
}

fn plot(timeline: &Timeline) -> Markup {
    let span = timeline.span;
    let columns = timeline.shown().map(|(month, n)| Column {
        slot: month.since(span.first),
        value: n,
        tooltip: format!("{month}: {}", counted(n, "document")),
    });
    let gaps = timeline.gaps().into_iter().map(|gap| Gap {
        slot: gap.first.since(span.first),
        slots: gap.len(),
        tooltip: format!("{gap}: no captures"),
    });
    let description = format!(
        "A column per month from {} to {}; hatched months have none. The table has the numbers.",
        span.first, span.last
    );
    let mut labels = labels(span, MONTH_LABELS, 16, Width::Wide);
    labels.extend(self::labels(span, 8, 7, Width::Narrow));
    Plot {
        id: "months-plot",
        title: "Documents per month of capture",
        description: &description,
        slots: span.len(),
        columns: columns.collect(),
        gaps: gaps.collect(),
        labels,
    }
    .render()
}

/// At most `months` labels of a short span, at most about `years` of a long one.
fn labels(span: Span, months: usize, years: usize, width: Width) -> Vec<Label> {
    if span.len() <= MONTH_LABELS {
        return month_labels(span, span.len().div_ceil(months).max(1), width);
    }
    let fits = |step: &u32| span.len() / 12 / *step as usize <= years;
    let step = STEPS.into_iter().find(fits).unwrap_or(STEPS[STEPS.len() - 1]);
    let january = |year: u32| Month(year * 12);
    (span.first.year()..=span.last.year())
        .filter(|year| year.is_multiple_of(step) && span.holds(january(*year)))
        .map(|year| Label {
            at: january(year).since(span.first) as f64,
            text: format!("{year:04}"),
            below: String::new(),
            width,
        })
        .collect()
}

fn month_labels(span: Span, step: usize, width: Width) -> Vec<Label> {
    let mut year = None;
    let label = |slot: usize| {
        let month = span.first.plus(slot);
        let fresh = year.replace(month.year()) != Some(month.year());
        Label {
            at: slot as f64 + 0.5,
            text: month.short_name().to_owned(),
            below: if fresh { format!("{:04}", month.year()) } else { String::new() },
            width,
        }
    };
    (0..span.len()).step_by(step).map(label).collect()
}

fn legend(timeline: &Timeline) -> Markup {
    html! {
        figcaption {
            "Documents per month of capture."
            @if !timeline.gaps().is_empty() {
                " " span.key { span.swatch.gap {} "no captures" }
            }
        }
    }
}

/// One line of the table: a year, or the sum of several.
struct Year {
    year: u32,
    cells: [Cell; 12],
    total: u128,
}

#[derive(Clone, Copy)]
enum Cell {
    /// Neither documents nor within the span.
    Blank,
    /// Within the span, without documents.
    Gap,
    Documents(u64),
}

fn table(timeline: &Timeline) -> Markup {
    let (years, rest) = years(timeline);
    let open = if years.len() < OPEN + 4 { years.len() } else { OPEN };
    let (shown, folded) = years.split_at(open);
    html! {
        (grid(shown, if folded.is_empty() { rest } else { None }))
        @if !folded.is_empty() {
            details {
                summary { "The next " (counted(folded.len() as u64, "year")) }
                (grid(folded, rest))
            }
        }
    }
}

/// Every year of the span and the fullest outside it, in order; years and documents of the rest.
fn years(timeline: &Timeline) -> (Vec<Year>, Option<(usize, u128)>) {
    let span = timeline.span;
    let mut totals: BTreeMap<u32, u128> = BTreeMap::new();
    for (month, n) in &timeline.months {
        *totals.entry(month.year()).or_default() += u128::from(*n);
    }
    let within = span.first.year()..=span.last.year();
    let mut outside: Vec<_> = totals.iter().filter(|(y, _)| !within.contains(y)).collect();
    outside.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let rest = outside.split_off(outside.len().min(OUTSIDE));
    let mut listed: Vec<u32> = within.chain(outside.iter().map(|(year, _)| **year)).collect();
    listed.sort_unstable();
    let years = listed.into_iter().map(|year| Year {
        year,
        cells: std::array::from_fn(|i| cell(timeline, Month(year * 12 + i as u32))),
        total: totals.get(&year).copied().unwrap_or(0),
    });
    let together = rest.iter().map(|(_, n)| **n).sum();
    (years.collect(), (!rest.is_empty()).then_some((rest.len(), together)))
}

fn cell(timeline: &Timeline, month: Month) -> Cell {
    match timeline.months.get(&month) {
        Some(n) => Cell::Documents(*n),
        None if timeline.span.holds(month) => Cell::Gap,
        None => Cell::Blank,
    }
}

fn grid(years: &[Year], rest: Option<(usize, u128)>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Documents by year and month" {
            table.grid {
                caption { "Documents by year and month of capture" }
                thead {
                    tr {
                        th scope="col" { "Year" }
                        @for i in 0..12 { th.n scope="col" { (Month(i).short_name()) } }
                        th.n scope="col" { "Sum" }
                    }
                }
                tbody {
                    @for year in years {
                        tr {
                            th scope="row" { (format!("{:04}", year.year)) }
                            @for cell in year.cells { (cell) }
                            td.n.total { (thousands(year.total)) }
                        }
                    }
                    @if let Some((years, documents)) = rest {
                        tr.rest {
                            th scope="row" colspan="13" {
                                "Further " (counted(years as u64, "year"))
                            }
                            td.n.total { (thousands(documents)) }
                        }
                    }
                }
            }
        }
    }
}

impl maud::Render for Cell {
    fn render(&self) -> Markup {
        match self {
            Self::Blank => html! { td {} },
            Self::Gap => html! { td.n.gap { "0" } },
            Self::Documents(n) => html! { td.n { (thousands(*n)) } },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folder::tally::Counter;

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

    #[test]
    fn the_table_tells_gaps_from_what_lies_outside() {
        let counter = Counter([("2019-11".into(), 1200), ("2020-02".into(), 2)].into());
        let timeline = Timeline::of(&counter).expect("months");
        let html = table(&timeline).into_string();
        assert_eq!(html.matches("class=\"n gap\"").count(), 2, "{html}");
        assert!(html.contains("1,200"), "{html}");
    }

    #[test]
    fn thousands_of_years_make_a_short_table() {
        let months = (1..=9_999).map(|year| (format!("{year:04}-06"), 1));
        let timeline = Timeline::of(&Counter(months.collect())).expect("months");
        let html = table(&timeline).into_string();
        assert!(html.len() < 60_000, "{}", html.len());
        assert!(html.contains("Further 9,929 years"), "{html}");
    }
}
