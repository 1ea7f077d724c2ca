//! Articles per year of publication and host: what a corpus of portals is asked first.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use scutch_folder::tally::OTHER;
use scutch_plot::number::thousands;
use scutch_plot::{Column, ColumnPlot, Label, Table, Width, foreign, year_labels};

use super::report::Report;

/// Hosts with a column of their own; the others are summed.
const HOSTS: usize = 8;
/// Years of the plot, the last ones.
const YEARS: u32 = 60;

/// The section: documents by the year their page declares.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let years = Years::from_report(report);
    if years.years.is_empty() {
        return html! { p.nothing { "No documents." } };
    }
    html! {
        p {
            "By the year of publication that a page gives, not by that of its capture; "
            code { "(none)" } " is for pages that give none."
        }
        @if let Some(plot) = years.plot() { figure { (plot) } }
        (years.table(report))
    }
}

/// A year of four digits. A manifest may name others: they have rows in the table, but no place on
/// an axis.
fn number(year: &str) -> Option<u32> {
    // Of one length, years as text are in the order of years as numbers.
    let is_year = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
    is_year.then(|| year.parse().ok()).flatten()
}

/// Labels of at most sixteen years, of seven on narrow pages.
fn labels(first: u32, last: u32) -> Vec<Label> {
    let labels = |most, width| {
        let years = year_labels(first, last, most);
        years.map(move |year| Label::new(f64::from(year - first) + 0.5, year.to_string(), width))
    };
    labels(16, Width::Wide).chain(labels(7, Width::Narrow)).collect()
}

/// Documents by year of publication and host.
struct Years<'a> {
    /// All keys that documents have, `(none)` among them.
    years: BTreeSet<&'a str>,
    /// The largest hosts.
    hosts: Vec<&'a str>,
    /// Whether there are others, with a column together.
    more: bool,
    /// Documents by year, then host.
    counts: BTreeMap<(&'a str, &'a str), u128>,
}

impl<'a> Years<'a> {
    /// Sums documents by year and host.
    fn from_report(report: &Report<'a>) -> Self {
        let mut counts = BTreeMap::new();
        let mut sums: BTreeMap<&str, u128> = BTreeMap::new();
        for (key, n) in &report.manifest.counts.host_years.0 {
            // From the right: a year has no space, but the host of a broken URL may.
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
        let numbers: Vec<u32> = self.years.iter().filter_map(|year| number(year)).collect();
        let (last, earliest) = (*numbers.last()?, *numbers.first()?);
        // Wrong years such as 0001 would squeeze all others into one column.
        let first = earliest.max(last.saturating_sub(YEARS - 1));
        let slots = (last - first) as usize + 1;
        // Years without documents stay empty slots: an axis of time has no gaps.
        let shown = self.years.iter().filter_map(|year| Some((*year, number(year)?)));
        let columns = shown.filter(|(_, number)| *number >= first).map(|(year, number)| {
            let sum: u128 = self.of_year(year).map(|(_, n)| n).sum();
            let value = u64::try_from(sum).unwrap_or(u64::MAX);
            Column::new((number - first) as usize, value, self.tooltip(year))
        });
        let plot = ColumnPlot {
            id: "articles-plot",
            title: "Documents per year of publication",
            description: &format!(
                "A column a year from {first} to {last}. The table has the numbers."
            ),
            slots,
            columns: columns.collect(),
            labels: labels(first, last),
            ..ColumnPlot::default()
        };
        (slots > 1).then(|| html! { (plot) })
    }

    /// What a column says when it is pointed at.
    fn tooltip(&self, year: &str) -> String {
        let mut hosts: Vec<(u128, &str)> = self.of_year(year).map(|(host, n)| (n, host)).collect();
        // Largest first: a tooltip names few hosts.
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

    /// The numbers of the plot, a row for each year.
    fn table(&self, report: &Report<'_>) -> Table {
        let hosts: Vec<String> = self.hosts.iter().map(|host| foreign::plain(host)).collect();
        let mut table = Table::new("Documents and words per year of publication")
            .text("Year")
            .numbers(&["Words", "Documents"])
            .numbers(&hosts);
        if self.more {
            table = table.numbers(&["other hosts"]);
        }
        for year in &self.years {
            let words = report.tally.year_words.0.get(*year).copied().unwrap_or_default();
            table.keyed(foreign::plain(year), self.row(year, words));
        }
        table
    }

    /// Words and documents of a year, then its documents by host.
    fn row(&self, year: &str, words: u64) -> Vec<String> {
        let all: u128 = self.of_year(year).map(|(_, n)| n).sum();
        let count = |host: &&str| self.counts.get(&(year, *host)).copied().unwrap_or_default();
        let by_host: Vec<u128> = self.hosts.iter().map(count).collect();
        let other = self.more.then(|| all - by_host.iter().sum::<u128>());
        let documents = std::iter::once(all).chain(by_host).chain(other);
        std::iter::once(thousands(words)).chain(documents.map(thousands)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn years(years: &[(&'static str, &'static str, u128)]) -> Years<'static> {
        let counts: BTreeMap<_, _> = years.iter().map(|(y, host, n)| ((*y, *host), *n)).collect();
        let years = counts.keys().map(|(year, _)| *year).collect();
        Years { years, hosts: vec!["a.example"], more: true, counts }
    }

    #[test]
    fn years_are_columns_with_their_hosts() {
        let of = [("2019", "a.example", 3), ("2019", "b.example", 5), ("2021", "a.example", 1)];
        let plot = years(&of).plot().expect("a plot").into_string();
        assert!(plot.contains("2019: b.example 5, a.example 3"), "{plot}");
        assert!(plot.contains("from 2019 to 2021"), "{plot}");
    }

    #[test]
    fn one_year_needs_no_plot_and_odd_ones_do_not_widen_it() {
        assert!(years(&[("2019", "a.example", 3), ("(none)", "a.example", 9)]).plot().is_none());
        let far = years(&[("0001", "a.example", 1), ("2019", "a.example", 3)]);
        assert!(far.plot().expect("a plot").into_string().contains("from 1960 to 2019"));
        let odd = ["99", "20190", "+999", "4294967295", "-044"].map(|year| (year, "a.example", 1));
        assert!(years(&odd).plot().is_none());
        let among = years(&[odd[0], odd[1], ("2018", "a.example", 1), ("2019", "a.example", 3)]);
        assert!(among.plot().expect("a plot").into_string().contains("from 2018 to 2019"));
    }
}
