//! Whether the sources of each page agree about it, per host and field.

use std::collections::BTreeMap;

use maud::{Markup, html};
use scutch_folder::tally::{DISTINCT, OTHER};
use scutch_plot::number::{counted, plural, thousands};
use scutch_plot::{Table, foreign};

use super::report::Report;

/// Hosts shown; the others are summed.
const HOSTS: usize = 40;

/// Pages with one source, with sources that agree, and with sources that differ.
#[derive(Default, Clone, Copy)]
struct Agreements {
    /// One source says something: nothing to compare.
    single: u128,
    /// Two sources or more say the same.
    agree: u128,
    /// They do not.
    differ: u128,
}

impl Agreements {
    /// Pages that have the field.
    fn all(self) -> u128 {
        self.single + self.agree + self.differ
    }
}

/// The section: how often the sources of metadata agree, by host and field.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let agreements = &report.manifest.counts.agreements.0;
    let mut ranked = by_host(agreements);
    if ranked.is_empty() {
        return html! { p.nothing { "No page says anything about itself." } };
    }
    // Counted before the list is cut, so that the page says what it leaves out.
    let rest = ranked.len().saturating_sub(HOSTS);
    let other = agreements.get(OTHER).copied().unwrap_or(0);
    ranked.truncate(HOSTS);
    html! {
        p {
            "Sources are JSON-LD, meta elements, the text and its markup, the address, and the detector of \
             languages. Where two of them say something, they agree or differ; the column "
            code { "metadata_conflicts" } " names the fields in which they differ, and "
            code { "metadata_json" } " keeps what each says."
        }
        (table(&ranked))
        @if rest > 0 { p { "And " (thousands(rest as u64)) " hosts more." } }
        @if other > 0 {
            p {
                (counted(other, "comparison")) " of hosts met later " (plural(other, "is", "are"))
                " not broken down: the first " (thousands(DISTINCT as u64))
                " results of a host and field are counted one by one."
            }
        }
    }
}

/// Counts by host and field, the largest hosts first.
fn by_host(agreements: &BTreeMap<String, u64>) -> Vec<(&str, BTreeMap<&str, Agreements>)> {
    let mut hosts: BTreeMap<&str, BTreeMap<&str, Agreements>> = BTreeMap::new();
    for (key, n) in agreements {
        // From the right: field and agreement have no space, but the host of a broken URL may.
        let mut words = key.rsplitn(3, ' ');
        let (agreement, field) =
            (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        // What had no room for a key of its own says neither host nor field.
        let Some(host) = words.next() else { continue };
        let counts = hosts.entry(host).or_default().entry(field).or_default();
        match agreement {
            "single" => counts.single += u128::from(*n),
            "agree" => counts.agree += u128::from(*n),
            // Also what a newer version may tell apart: it is not agreement.
            _ => counts.differ += u128::from(*n),
        }
    }
    let mut ranked: Vec<(&str, BTreeMap<&str, Agreements>)> = hosts.into_iter().collect();
    // By the field that most pages have: fields are of the same pages, so their sum is no count.
    let size =
        |fields: &BTreeMap<&str, Agreements>| fields.values().map(|counts| counts.all()).max();
    ranked.sort_by(|a, b| size(&b.1).cmp(&size(&a.1)).then(a.0.cmp(b.0)));
    ranked
}

/// The table of hosts and fields, a row for each field that a host has.
fn table(hosts: &[(&str, BTreeMap<&str, Agreements>)]) -> Table {
    let mut table = Table::new("Metadata agreement per host").text("Host").text("Field");
    table = table.numbers(&["Pages", "One source", "Agree", "Differ", "Agreement"]);
    for (host, fields) in hosts {
        for (place, (field, counts)) in fields.iter().enumerate() {
            // The host is named once, in the first of its rows.
            let name = if place == 0 { foreign::plain(host) } else { String::new() };
            let numbers = [counts.all(), counts.single, counts.agree, counts.differ].map(thousands);
            let field = std::iter::once(foreign::plain(field));
            table.keyed(name, field.chain(numbers).chain([rate(*counts)]));
        }
    }
    table
}

/// The share of agreement among values with several sources, as a percentage; empty without any.
fn rate(counts: Agreements) -> String {
    // Pages with one source cannot disagree, so they are not part of the rate.
    let several = counts.agree + counts.differ;
    if several == 0 {
        return String::new();
    }
    format!("{:.1}%", 100.0 * counts.agree as f64 / several as f64)
}
