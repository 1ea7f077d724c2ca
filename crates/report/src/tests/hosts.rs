//! Hosts: the strips, the numbers beside them, and the table by year agree.

use scutch_folder::manifest::Manifest;
use scutch_folder::tally::{Counter, OTHER, Tally};

use super::tables::{number, rows, section, text};
use crate::{hosts, samples};

const OVER_TIME: &str = "Documents per host, over time";
const BY_YEAR: &str = "Documents per host and year of capture";

fn manifest(hosts: &[(&str, u64)], host_months: &[(&str, u64)]) -> Manifest {
    let counter = |pairs: &[(&str, u64)]| {
        Counter(pairs.iter().map(|(key, n)| ((*key).to_owned(), *n)).collect())
    };
    let (hosts, host_months) = (counter(hosts), counter(host_months));
    let mut months = Counter::default();
    for (key, n) in &host_months.0 {
        months.add(key.rsplit(' ').next().unwrap_or_default(), *n);
    }
    let mut manifest = samples::empty();
    manifest.counts = Tally { rows: hosts.total(), hosts, months, host_months, ..Tally::default() };
    manifest
}

fn numbers(row: &[String]) -> Vec<u128> {
    row[1..].iter().filter_map(|cell| number(cell)).collect()
}

#[test]
fn all_documents_are_in_the_lines_of_the_plot() {
    let manifest = samples::newspapers();
    let html = section(&manifest, hosts::body);
    let plot = rows(&html, OVER_TIME);
    // Twenty hosts, and the other twenty together.
    assert_eq!((plot.len(), plot[20][0].as_str()), (21, "20 further hosts, together"));
    let sum: u128 = plot.iter().filter_map(|row| number(&row[2])).sum();
    assert_eq!(sum, u128::from(manifest.counts.hosts.total()));
    for row in &plot[..20] {
        let host = row[0].as_str();
        assert_eq!(number(&row[2]), Some(manifest.counts.hosts.0[host].into()), "{host}");
    }
    let documents: Vec<u128> = plot[..20].iter().filter_map(|row| number(&row[2])).collect();
    assert!(documents.is_sorted_by(|a, b| a >= b), "{documents:?}");
}

#[test]
fn the_years_of_a_host_add_up_to_its_documents() {
    for manifest in [samples::newspapers(), samples::some_months(), samples::millennia()] {
        let html = section(&manifest, hosts::body);
        let table = rows(&html, BY_YEAR);
        let plot = rows(&html, OVER_TIME);
        assert_eq!(table.len(), plot.len());
        for (years, line) in table.iter().zip(&plot) {
            let mut years = numbers(years);
            let sum = years.pop();
            assert_eq!(sum, number(&line[2]), "{line:?}");
            assert_eq!(Some(years.iter().sum()), sum, "{line:?}");
        }
    }
}

#[test]
fn hosts_that_are_not_plotted_have_a_table_of_their_own() {
    let manifest = samples::newspapers();
    let html = section(&manifest, hosts::body);
    let further = rows(&html, "Further hosts");
    let line = &rows(&html, OVER_TIME)[20];
    assert_eq!(further.len(), 20);
    assert_eq!(
        further.iter().filter_map(|row| number(&row[2])).sum::<u128>(),
        number(&line[2]).expect("n")
    );
}

#[test]
fn a_strip_says_in_words_what_it_shows() {
    let of = [("a.example 2019-01", 1), ("a.example 2019-03", 4), ("b.example 2019-03", 2)];
    let html = section(&manifest(&[("a.example", 5), ("b.example", 3)], &of), hosts::body);
    let label =
        "aria-label=\"a.example: January\u{a0}2019 – March\u{a0}2019, captures in 2 of 3 months\"";
    assert!(html.contains(label), "{html}");
    assert!(html.contains("aria-label=\"b.example: March\u{a0}2019, captures in 1 of 1 month\""));
    // One document of the second host has no month.
    assert!(text(&html).contains("1 document has no place on the time strips"), "{}", text(&html));
    let years = rows(&html, BY_YEAR);
    assert_eq!(numbers(&years[0]), [5, 0, 5]);
    assert_eq!(numbers(&years[1]), [2, 1, 3]);
}

#[test]
fn a_single_month_has_bars_instead_of_strips() {
    let of = [("a.example 2019-05", 30), ("b.example 2019-05", 10)];
    let html = section(&manifest(&[("a.example", 30), ("b.example", 10)], &of), hosts::body);
    let rows = rows(&html, "Documents per host");
    assert_eq!(rows[0], ["a.example", "", "30", "75.0%"]);
    assert_eq!(rows[1], ["b.example", "", "10", "25.0%"]);
    assert!(!html.contains("class=\"strip\""), "{html}");
    let widths = ["100%", "33.333%"].map(|width| format!("height=\"10\" width=\"{width}\""));
    assert!(widths.iter().all(|width| html.contains(width)), "{html}");
}

#[test]
fn hosts_that_had_no_key_of_their_own_are_counted_in_the_rest() {
    let html = section(&manifest(&[("a.example", 5), (OTHER, 12)], &[]), hosts::body);
    let shown = text(&html);
    assert!(shown.contains("more than 1 host."), "{shown}");
    assert!(shown.contains("12 documents of later ones are in the rest."), "{shown}");
    let rows = rows(&html, "Documents per host");
    assert_eq!(rows[1][0], "Further hosts, together");
    assert_eq!(number(&rows[1][2]), Some(12));
}

#[test]
fn no_host_is_a_sentence() {
    let html = section(&manifest(&[], &[]), hosts::body);
    assert!(html.contains("No document has a host.") && !html.contains("<table"), "{html}");
}
