//! The table of a month series: a row per year, a column per month.

use std::collections::BTreeMap;

use maud::{Markup, Render, html};

use super::series::MonthSeries;
use crate::calendar::Month;
use crate::number::{counted, thousands};
use crate::table::fold;

/// Years that stand open.
const OPEN: usize = 16;
/// A fold hides at least this many years.
const WORTH_FOLDING: usize = 4;
/// Years outside the plotted span that are listed; the rest is one sum.
const OUTSIDE: usize = 20;

/// One row: a year.
struct Year {
    year: u32,
    cells: [Cell; 12],
    total: u128,
}

#[derive(Clone, Copy)]
enum Cell {
    /// Neither a count nor within the span.
    Blank,
    /// Within the span, without a count.
    Gap,
    Count(u64),
}

impl Render for Cell {
    fn render(&self) -> Markup {
        match self {
            Self::Blank => html! { td {} },
            Self::Gap => html! { td.n.gap { "0" } },
            Self::Count(n) => html! { td.n { (thousands(*n)) } },
        }
    }
}

/// The years that are not listed.
struct Rest {
    years: usize,
    total: u128,
}

/// The table of a series; a long one is folded.
pub(super) fn table(caption: &str, series: &MonthSeries) -> Markup {
    let (years, rest) = years(series);
    let open = if years.len() < OPEN + WORTH_FOLDING { years.len() } else { OPEN };
    let (shown, folded) = years.split_at(open);
    let next = format!("The next {}", counted(folded.len() as u64, "year"));
    html! {
        @if folded.is_empty() {
            (grid(caption, shown, rest.as_ref()))
        } @else {
            // The sum of the rest ends the table, so it goes with the last part.
            (grid(caption, shown, None))
            (fold(&next, &grid(caption, folded, rest.as_ref())))
        }
    }
}

/// Every year of the span and the fullest ones outside it, in order; the rest as a sum.
fn years(series: &MonthSeries) -> (Vec<Year>, Option<Rest>) {
    let span = series.span;
    let mut totals: BTreeMap<u32, u128> = BTreeMap::new();
    for (month, n) in &series.months {
        *totals.entry(month.year()).or_default() += u128::from(*n);
    }
    let within = span.first.year()..=span.last.year();
    let mut outside: Vec<_> = totals.iter().filter(|(y, _)| !within.contains(y)).collect();
    // The fullest years first, then by year: equal counts must not depend on hashing.
    outside.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let rest = outside.split_off(outside.len().min(OUTSIDE));
    let mut listed: Vec<u32> = within.chain(outside.iter().map(|(year, _)| **year)).collect();
    listed.sort_unstable();
    let years = listed.into_iter().map(|year| Year {
        year,
        cells: std::array::from_fn(|i| cell(series, Month::january(year).plus(i))),
        total: totals.get(&year).copied().unwrap_or(0),
    });
    let total = rest.iter().map(|(_, n)| **n).sum();
    (years.collect(), (!rest.is_empty()).then_some(Rest { years: rest.len(), total }))
}

fn cell(series: &MonthSeries, month: Month) -> Cell {
    match series.months.get(&month) {
        Some(n) => Cell::Count(*n),
        None if series.span.holds(month) => Cell::Gap,
        None => Cell::Blank,
    }
}

fn grid(caption: &str, years: &[Year], rest: Option<&Rest>) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table.grid {
                caption { (caption) }
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
                    @if let Some(rest) = rest {
                        tr.rest {
                            th scope="row" colspan="13" {
                                "Further " (counted(rest.years as u64, "year"))
                            }
                            td.n.total { (thousands(rest.total)) }
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

    fn series(counts: impl IntoIterator<Item = (String, u64)>) -> MonthSeries {
        let counts: Vec<(String, u64)> = counts.into_iter().collect();
        let counts = counts.iter().map(|(key, n)| (key.as_str(), *n));
        MonthSeries::from_counts(counts).expect("months")
    }

    #[test]
    fn gaps_differ_from_months_outside_the_span() {
        let series = series([("2019-11".into(), 1200), ("2020-02".into(), 2)]);
        let html = table("Documents", &series).into_string();
        assert_eq!(html.matches("class=\"n gap\"").count(), 2, "{html}");
        assert!(html.contains("1,200"), "{html}");
    }

    #[test]
    fn thousands_of_years_make_a_short_table() {
        let months = (1..=9_999).map(|year| (format!("{year:04}-06"), 1));
        let html = table("Documents", &series(months)).into_string();
        assert!(html.len() < 60_000, "{}", html.len());
        assert!(html.contains("Further 9,929 years"), "{html}");
    }

    #[test]
    fn listed_and_further_years_hold_every_count() {
        let months =
            (1..=2_000).map(|year| (format!("{year:04}-06"), u64::from(year % 7 == 0) + 1));
        let series = series(months);
        let (years, rest) = years(&series);
        let listed: u128 = years.iter().map(|year| year.total).sum();
        assert_eq!(listed + rest.map_or(0, |rest| rest.total), series.total());
        assert!(years.windows(2).all(|pair| pair[0].year < pair[1].year));
    }
}
