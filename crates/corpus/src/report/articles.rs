//! Articles per year of publication and host: what a corpus of portals is asked first.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::numbers::thousands;
use super::plot::{Column, Label, Plot, Width};
use super::{Report, foreign};
use crate::folder::tally::OTHER;

/// Hosts with a column of their own; the others are summed.
const HOSTS: usize = 8;
/// Years of the plot, the last ones.
const YEARS: u32 = 60;

pub(super) fn body(report: &Report<'_>) -> Markup {
    let table = Table::of(report);
    if table.years.is_empty() {
        return html! { p.nothing { "No documents." } };
    }
    html! {
        p {
            "By the year of publication that a page gives, not by that of its capture; "
            code { "(none)" } " is for pages that give none."
        }
        @if let Some(plot) = table.plot() { figure { (plot) } }
        div.scroll {
            table {
                caption { "Documents and words per year of publication" }
                thead {
                    tr {
                        th scope="col" { "Year" }
                        th.n scope="col" { "Words" }
                        th.n scope="col" { "Documents" }
                        @for host in &table.hosts { th.n scope="col" { (foreign::plain(host)) } }
                        @if table.more { th.n scope="col" { "other hosts" } }
                    }
                }
                tbody {
                    @for year in &table.years { (table.row(year, report)) }
                }
            }
        }
    }
}

/// Labels of at most sixteen years, of seven on narrow pages.
fn labels(first: u32, last: u32) -> Vec<Label> {
    let of = |most: u32, width: Width| {
        let step = (last - first + 1).div_ceil(most).max(1);
        let years = (first..=last).filter(move |year| year.is_multiple_of(step));
        years.map(move |year| Label {
            at: f64::from(year - first) + 0.5,
            text: year.to_string(),
            below: String::new(),
            width,
        })
    };
    of(16, Width::Wide).chain(of(7, Width::Narrow)).collect()
}

struct Table<'a> {
    years: BTreeSet<&'a str>,
    /// The largest hosts.
    hosts: Vec<&'a str>,
    more: bool,
    counts: BTreeMap<(&'a str, &'a str), u128>,
}

impl<'a> Table<'a> {
    fn of(report: &Report<'a>) -> Self {
        let mut counts = BTreeMap::new();
        let mut sums: BTreeMap<&str, u128> = BTreeMap::new();
        for (key, n) in &report.manifest.counts.host_years.0 {
            let (host, year) = key.rsplit_once(' ').unwrap_or((OTHER, OTHER));
            *counts.entry((year, host)).or_default() += u128::from(*n);
            *sums.entry(host).or_default() += u128::from(*n);
        }
        let mut hosts: Vec<(&str, u128)> = sums.into_iter().collect();
        hosts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let more = hosts.len() > HOSTS;
        let hosts = hosts.into_iter().take(HOSTS).map(|(host, _)| host).collect();
        let years = counts.keys().map(|(year, _)| *year).collect();
        Self { years, hosts, more, counts }
    }

    /// A column a year of publication, that says how many documents each host has; none for a single year.
    fn plot(&self) -> Option<Markup> {
        let numbers: Vec<u32> = self.years.iter().filter_map(|year| year.parse().ok()).collect();
        let (last, earliest) = (*numbers.last()?, *numbers.first()?);
        let first = earliest.max(last.saturating_sub(YEARS - 1));
        let slots = (last - first) as usize + 1;
        let shown = self.years.iter().filter_map(|year| Some((*year, year.parse::<u32>().ok()?)));
        let columns = shown.filter(|(_, number)| *number >= first).map(|(year, number)| Column {
            slot: (number - first) as usize,
            value: u64::try_from(self.of_year(year).map(|(_, n)| n).sum::<u128>())
                .unwrap_or(u64::MAX),
            tooltip: self.tooltip(year),
        });
        let plot = Plot {
            id: "articles-plot",
            title: "Documents per year of publication",
            description: &format!(
                "A column a year from {first} to {last}. The table has the numbers."
            ),
            slots,
            columns: columns.collect(),
            gaps: Vec::new(),
            labels: labels(first, last),
        };
        (slots > 1).then(|| plot.render())
    }

    fn tooltip(&self, year: &str) -> String {
        let mut hosts: Vec<(u128, &str)> = self.of_year(year).map(|(host, n)| (n, host)).collect();
        hosts.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        let each = hosts
            .iter()
            .take(HOSTS)
            .map(|(n, host)| format!("{} {}", foreign::plain(host), thousands(*n)));
        format!("{year}: {}", each.collect::<Vec<_>>().join(", "))
    }

    /// Hosts with documents of a year.
    fn of_year(&self, year: &str) -> impl Iterator<Item = (&'a str, u128)> {
        let of_year = self.counts.iter().filter(move |((of, _), _)| *of == year);
        of_year.map(|((_, host), n)| (*host, *n))
    }

    fn row(&self, year: &str, report: &Report<'_>) -> Markup {
        let all: u128 = self.of_year(year).map(|(_, n)| n).sum();
        let of = |host: &str| self.counts.get(&(year, host)).copied().unwrap_or_default();
        let named: u128 = self.hosts.iter().map(|host| of(host)).sum();
        let words = report.manifest.counts.year_words.0.get(year).copied().unwrap_or_default();
        html! {
            tr {
                th scope="row" { (foreign::plain(year)) }
                td.n { (thousands(words)) }
                td.n { (thousands(all)) }
                @for host in &self.hosts { td.n { (thousands(of(host))) } }
                @if self.more { td.n { (thousands(all - named)) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(years: &[(&'static str, &'static str, u128)]) -> Table<'static> {
        let counts: BTreeMap<_, _> = years.iter().map(|(y, host, n)| ((*y, *host), *n)).collect();
        let years = counts.keys().map(|(year, _)| *year).collect();
        Table { years, hosts: vec!["a.example"], more: true, counts }
    }

    #[test]
    fn years_are_columns_with_their_hosts() {
        let of = [("2019", "a.example", 3), ("2019", "b.example", 5), ("2021", "a.example", 1)];
        let plot = table(&of).plot().expect("a plot").into_string();
        assert!(plot.contains("2019: b.example 5, a.example 3"), "{plot}");
        assert!(plot.contains("from 2019 to 2021"), "{plot}");
    }

    #[test]
    fn one_year_needs_no_plot_and_odd_ones_do_not_widen_it() {
        assert!(table(&[("2019", "a.example", 3), ("(none)", "a.example", 9)]).plot().is_none());
        let far = table(&[("0001", "a.example", 1), ("2019", "a.example", 3)]);
        assert!(far.plot().expect("a plot").into_string().contains("from 1960 to 2019"));
    }
}
