//! Articles per year of publication and host: what a corpus of portals is asked first.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};

use super::numbers::thousands;
use super::{Report, foreign};
use crate::tally::OTHER;

/// Hosts with a column of their own; the others are summed.
const HOSTS: usize = 8;

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

    fn row(&self, year: &str, report: &Report<'_>) -> Markup {
        let of_year = || self.counts.iter().filter(|((of, _), _)| *of == year);
        let all: u128 = of_year().map(|(_, n)| n).sum();
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
