//! Documents per host: the largest hosts with a strip of their years, the rest summed.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use scutch_folder::tally::{DISTINCT, Tally};
use scutch_plot::number::{counted, plural, share, thousands};
use scutch_plot::{Month, MonthSeries, Shares, Span, Strips, Uncounted, bar, fold, foreign};

use super::counters::{ranked, total};
use super::report::Report;

/// Hosts with a strip of their own.
const HOSTS: usize = 20;

/// One row of the plot: a host, or all further hosts together.
struct Line<'a> {
    /// `None` for the further hosts.
    host: Option<&'a str>,
    /// All documents of the line, those without a month too.
    documents: u128,
    /// Months inside the plotted span.
    months: BTreeMap<Month, u64>,
}

/// The plotted hosts and what else is known of them.
struct Hosts<'a> {
    /// The largest hosts, then all further ones in one line.
    lines: Vec<Line<'a>>,
    /// Hosts summed in the last line.
    further: Vec<(&'a str, u64)>,
    /// Documents of hosts that came too late for a key of their own.
    other: u64,
    /// Documents that have no place on the strips.
    unplaced: u128,
}

/// The section: documents per host, and when they were captured.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let hosts = Hosts::new(report.tally, report.months.as_ref());
    if hosts.lines.is_empty() {
        return html! { p.nothing { "No document has a host." } };
    }
    let whole = total(&report.tally.hosts);
    // A strip of a single month would say nothing, so that bars are drawn instead.
    let span = report.months.as_ref().map(|months| months.span).filter(|span| span.len() > 1);
    html! {
        p { (summary(&hosts)) }
        (plot(&hosts, span, whole, report))
        @if let Some(span) = span { (by_year(&hosts, span)) }
        (further(&hosts, whole, report))
    }
}

impl<'a> Hosts<'a> {
    /// Ranks the hosts and lays their months beside each other.
    fn new(tally: &'a Tally, months: Option<&MonthSeries>) -> Self {
        let (mut ranked, other) = ranked(&tally.hosts);
        let further = ranked.split_off(ranked.len().min(HOSTS));
        let mut lines: Vec<Line<'_>> = ranked
            .iter()
            .map(|(host, n)| Line {
                host: Some(host),
                documents: u128::from(*n),
                months: BTreeMap::new(),
            })
            .collect();
        if !further.is_empty() || other > 0 {
            let documents = further.iter().map(|(_, n)| u128::from(*n)).sum::<u128>();
            let documents = documents + u128::from(other);
            lines.push(Line { host: None, documents, months: BTreeMap::new() });
        }
        let mut hosts = Self { lines, further, other, unplaced: 0 };
        if let Some(months) = months {
            hosts.place(tally, months.span);
        }
        hosts
    }

    /// Sorts the host-months into the lines.
    fn place(&mut self, tally: &Tally, span: Span) {
        let lines = self.lines.iter().enumerate();
        let of_host: BTreeMap<&str, usize> =
            lines.filter_map(|(i, line)| line.host.map(|host| (host, i))).collect();
        let rest = self.lines.iter().position(|line| line.host.is_none());
        for (key, n) in &tally.host_months.0 {
            // From the right: a month has no space, but the host of a broken URL may.
            let Some((host, month)) = key.rsplit_once(' ') else { continue };
            let line = of_host.get(host).copied().or(rest);
            let month = Month::parse(month).filter(|month| span.holds(*month));
            if let (Some(line), Some(month)) = (line, month) {
                let cell = self.lines[line].months.entry(month).or_default();
                // A manifest is a file and may hold any number.
                *cell = cell.saturating_add(*n);
            }
        }
        // By difference: pairs beyond the maximum of the counter have no key of their own.
        let placed: u128 = self.lines.iter().map(Line::placed).sum();
        self.unplaced = total(&tally.hosts).saturating_sub(placed);
    }
}

impl Line<'_> {
    /// Documents that have a month on the strips.
    fn placed(&self) -> u128 {
        self.months.values().map(|n| u128::from(*n)).sum()
    }

    /// The name of the line. Hosts beyond the limit share the last one.
    fn name(&self, further: usize) -> Markup {
        match self.host {
            Some(host) => foreign::shown(host),
            None if further == 0 => html! { "Further hosts, together" },
            None => html! { (counted(further as u64, "further host")) ", together" },
        }
    }

    /// The months from the first to the last capture.
    fn span(&self) -> Option<Span> {
        let (first, last) = (self.months.keys().next()?, self.months.keys().next_back()?);
        Some(Span { first: *first, last: *last })
    }
}

/// The sentences before the plot.
fn summary(hosts: &Hosts<'_>) -> Markup {
    let shown = hosts.lines.iter().filter(|line| line.host.is_some()).count();
    let all = shown + hosts.further.len();
    html! {
        "The documents come from " @if hosts.other > 0 { "more than " }
        (counted(all as u64, "host")) ". "
        @if all > shown { "Shown are the " (shown) " with most documents, and the rest together. " }
        @if hosts.other > 0 {
            "The first " (thousands(DISTINCT as u64)) " hosts met are counted one by one; "
            (counted(hosts.other, "document")) " of later ones are in the rest. "
        }
        @if hosts.unplaced > 0 {
            (counted(hosts.unplaced, "document"))
            " " (plural(hosts.unplaced, "has", "have"))
            " no place on the time strips: without a capture month, outside the years plotted, or \
             beyond the first " (thousands(DISTINCT as u64)) " pairs of host and month counted. "
        }
    }
}

/// The address of the rows of a host: hosts are no column. It misses addresses that the archive wrote
/// in Unicode, and finds those of longer names that begin alike.
fn rows_of(report: &Report<'_>, host: &str) -> Option<String> {
    // `(none)` and its like are names of ours.
    if host.starts_with('(') {
        return None;
    }
    report.rows_at(&[["url", "has", &format!("://{host}")]])
}

/// The table of hosts. On narrow pages its rows become small grids, which some readers no longer
/// take for a table: hence the roles.
fn plot(hosts: &Hosts<'_>, span: Option<Span>, whole: u128, report: &Report<'_>) -> Markup {
    let most = hosts.lines.iter().map(|line| line.documents).max().unwrap_or(0);
    let strips = span.map(|span| Strips::over(span, hosts.lines.iter().map(|line| &line.months)));
    html! {
        table.hosts role="table" {
            caption { "Documents per host" @if strips.is_some() { ", over time" } }
            (plot_head(strips.as_ref()))
            tbody role="rowgroup" {
                @for (row, line) in hosts.lines.iter().enumerate() {
                    tr.rest[line.host.is_none()] role="row" {
                        th.host role="rowheader" scope="row" {
                            @match line.host.and_then(|host| rows_of(report, host)) {
                                Some(address) => a href=(address) { (line.name(0)) },
                                None => (line.name(hosts.further.len())),
                            }
                        }
                        td.time role="cell" {
                            @match &strips {
                                Some(strips) => (strips.strip(row, &in_words(line))),
                                None => (bar(line.documents, most)),
                            }
                        }
                        td.n role="cell" { (thousands(line.documents)) }
                        td.n.part role="cell" { (share(line.documents, whole)) }
                    }
                }
            }
        }
        @if let Some(strips) = strips { (strips.legend("Documents", "none between captures")) }
    }
}

/// The head of the plot, with the time axis over the strips.
fn plot_head(strips: Option<&Strips>) -> Markup {
    html! {
        thead role="rowgroup" {
            tr role="row" {
                th.host role="columnheader" scope="col" { "Host" }
                th.time role="columnheader" scope="col" {
                    @if let Some(strips) = strips { span.unseen { "Over time" } (strips.axis()) }
                    @else { span.unseen { "Bar" } }
                }
                th.n role="columnheader" scope="col" { "Documents" }
                th.n.part role="columnheader" scope="col" { "Share" }
            }
        }
    }
}

/// What a strip shows, for who cannot see it and as a tooltip.
fn in_words(line: &Line<'_>) -> String {
    let name = line.host.map_or("further hosts".to_owned(), foreign::plain);
    match line.span() {
        None => format!("{name}: no document with a month"),
        Some(span) => format!(
            "{name}: {span}, captures in {} of {}",
            line.months.len(),
            counted(span.len() as u64, "month")
        ),
    }
}

/// The numbers of the strips, by year.
fn by_year(hosts: &Hosts<'_>, span: Span) -> Markup {
    let months = hosts.lines.iter().flat_map(|line| line.months.keys());
    let years: BTreeSet<u32> = months.map(|month| month.year()).collect();
    let grid = year_grid(hosts, &years.into_iter().collect::<Vec<_>>());
    fold(&format!("Documents per host and year, {span}"), &grid)
}

/// Documents per host and year, as a table.
fn year_grid(hosts: &Hosts<'_>, years: &[u32]) -> Markup {
    let unplaced = hosts.unplaced > 0;
    html! {
        div.scroll tabindex="0" role="region" aria-label="Documents per host and year" {
            table.grid.byyear {
                caption { "Documents per host and year of capture" }
                thead {
                    tr {
                        th scope="col" { "Host" }
                        @for year in years { th.n scope="col" { (format!("{year:04}")) } }
                        @if unplaced { th.n scope="col" { "No month" } }
                        th.n scope="col" { "Sum" }
                    }
                }
                tbody {
                    @for line in &hosts.lines {
                        tr {
                            th scope="row" { (line.name(hosts.further.len())) }
                            @for year in years { (cell(line, *year)) }
                            @if unplaced {
                                td.n { (thousands(line.documents.saturating_sub(line.placed()))) }
                            }
                            td.n.total { (thousands(line.documents)) }
                        }
                    }
                }
            }
        }
    }
}

/// Documents of a line in one year.
fn cell(line: &Line<'_>, year: u32) -> Markup {
    let months = line.months.range(Month::january(year)..Month::january(year + 1));
    let n: u128 = months.map(|(_, n)| u128::from(*n)).sum();
    html! { @if n > 0 { td.n { (thousands(n)) } } @else { td.n.none { "0" } } }
}

/// The hosts that share the last line, as a table of their own.
fn further(hosts: &Hosts<'_>, whole: u128, report: &Report<'_>) -> Markup {
    let uncounted = Uncounted { count: hosts.other, limit: DISTINCT };
    let (caption, key, unit) = ("Further hosts", "Host", "Documents");
    let shares = Shares::new(caption, key, unit, hosts.further.clone());
    html! {
        @if !hosts.further.is_empty() { (Shares { uncounted, whole, open: 0, link: &|host| rows_of(report, host), ..shares }) }
    }
}

#[cfg(test)]
mod tests {
    use scutch_folder::tally::{Counter, OTHER};

    use super::*;

    fn tally(hosts: &[(&str, u64)], host_months: &[(&str, u64)]) -> Tally {
        let counter = |pairs: &[(&str, u64)]| {
            Counter(pairs.iter().map(|(k, n)| ((*k).to_owned(), *n)).collect())
        };
        let mut months = Counter::default();
        for (key, n) in host_months {
            months.add(key.rsplit(' ').next().unwrap_or(key), *n);
        }
        Tally {
            hosts: counter(hosts),
            host_months: counter(host_months),
            months,
            ..Tally::default()
        }
    }

    fn series(tally: &Tally) -> Option<MonthSeries> {
        MonthSeries::from_counts(tally.months.0.iter().map(|(month, n)| (month.as_str(), *n)))
    }

    #[test]
    fn hosts_beyond_the_plotted_ones_are_summed_with_their_months() {
        let names: Vec<String> = (0..30).map(|i| format!("h{i:02}.example")).collect();
        let keys: Vec<String> = names.iter().map(|n| format!("{n} 2019-05")).collect();
        let hosts: Vec<_> = names.iter().map(|n| (n.as_str(), 2)).collect();
        let months: Vec<_> = keys.iter().map(|n| (n.as_str(), 2)).collect();
        let tally = tally(&hosts, &months);
        let hosts = Hosts::new(&tally, series(&tally).as_ref());
        assert_eq!(hosts.lines.len(), HOSTS + 1);
        assert_eq!((hosts.lines[HOSTS].documents, hosts.lines[HOSTS].placed()), (20, 20));
        assert_eq!(hosts.unplaced, 0);
    }

    #[test]
    fn documents_without_a_month_are_counted() {
        let tally = tally(
            &[("a b", 5), (OTHER, 3)],
            &[("a b 2019-05", 2), ("a b 2019-06", 1), (OTHER, 4), ("a b soon", 1)],
        );
        let hosts = Hosts::new(&tally, series(&tally).as_ref());
        assert_eq!(hosts.lines[0].placed(), 3, "a host may hold a space");
        assert_eq!(hosts.unplaced, 5);
    }
}
