//! Documents over time: the plot, the gaps and the table say the same.

use std::collections::BTreeMap;

use proptest::prelude::*;
use scutch_folder::manifest::Manifest;
use scutch_folder::tally::{Counter, Tally};

use super::tables::{number, rows, section, text, tooltips};
use crate::{months, samples};

const TABLE: &str = "Documents by year and month of capture";

fn dated(months: &[(&str, u64)]) -> Manifest {
    let mut manifest = samples::empty();
    let months = Counter(months.iter().map(|(month, n)| ((*month).to_owned(), *n)).collect());
    manifest.counts = Tally { rows: months.total(), months, ..Tally::default() };
    manifest
}

/// Documents by month, as the table says; years that have no documents must say nothing.
fn by_month(table: &[Vec<String>]) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    for row in table {
        for (month, cell) in (1..).zip(&row[1..13]) {
            if let Some(n) = number(cell).filter(|n| *n > 0) {
                found.insert(format!("{}-{month:02}", row[0]), n as u64);
            }
        }
    }
    found
}

#[test]
fn the_table_has_every_month_and_sums_that_are_right() {
    let manifest = samples::newspapers();
    let table = rows(&section(&manifest, months::body), TABLE);
    assert_eq!(by_month(&table), manifest.counts.months.0);
    for row in &table {
        assert_eq!(row.len(), 14, "a year, twelve months, a sum");
        let cells: u128 = row[1..13].iter().filter_map(|cell| number(cell)).sum();
        assert_eq!(number(&row[13]), Some(cells), "{row:?}");
    }
}

#[test]
fn each_column_of_the_plot_says_the_number_of_its_month() {
    let manifest = samples::some_months();
    let found = tooltips(&section(&manifest, months::body), "months-plot");
    let expected = [
        "November\u{a0}2018: 2 documents",
        "December\u{a0}2018: 9 documents",
        "February\u{a0}2019: 20 documents",
        "March\u{a0}2019: 7 documents",
        "May\u{a0}2019: 34 documents",
    ];
    assert_eq!(found, expected);
}

#[test]
fn gaps_are_counted_and_the_longest_is_named() {
    let shown = |months| text(&section(&dated(months), months::body)).replace('\u{a0}', " ");
    let none = shown(&[("2019-01", 1), ("2019-02", 1)]);
    assert!(
        none.contains("Each of the 2 months from January 2019 to February 2019 has documents.")
    );
    assert!(!none.contains("no documents"), "{none}");
    let one = shown(&[("2019-01", 1), ("2019-03", 1)]);
    assert!(one.contains("2 months of the 3 from January 2019 to March 2019 have documents."));
    assert!(one.contains("1 month has no documents: February 2019. "), "{one}");
    let three = shown(&[("2018-11", 1), ("2019-01", 1), ("2019-05", 2), ("2019-07", 1)]);
    let sentence =
        "5 months have no documents, in 3 gaps; the longest: February 2019 – April 2019. ";
    assert!(three.contains(sentence), "{three}");
    // Of equals, the first.
    let equal = shown(&[("2019-01", 1), ("2019-03", 1), ("2019-05", 1)]);
    assert!(
        equal.contains("2 months have no documents, in 2 gaps; the longest: February 2019. "),
        "{equal}"
    );
}

#[test]
fn one_month_is_a_sentence_without_a_plot() {
    let html = section(&dated(&[("2019-05", 5)]), months::body);
    assert!(text(&html).contains("All dated documents were captured in May\u{a0}2019."));
    assert!(!html.contains("months-plot"));
    assert_eq!(by_month(&rows(&html, TABLE))["2019-05"], 5);
}

#[test]
fn documents_without_a_date_are_counted() {
    for (key, n, sentence) in [
        ("soon", 1, "1 document has no usable capture date."),
        ("2019-13", 7, "7 documents have no usable capture date."),
    ] {
        let shown = text(&section(&dated(&[("2019-05", 5), (key, n)]), months::body));
        assert!(shown.contains(sentence), "{shown}");
    }
    let nothing = section(&dated(&[("soon", 3)]), months::body);
    assert!(nothing.contains("No document carries a capture month."), "{nothing}");
}

#[test]
fn years_outside_the_plot_stand_in_the_table() {
    for (n, sentence) in [
        (1, "1 document dated outside them stands in the table only."),
        (3, "3 documents dated outside them stand in the table only."),
    ] {
        let html =
            section(&dated(&[("1900-01", n), ("1999-01", 10), ("2019-06", 20)]), months::body);
        assert!(text(&html).contains(sentence), "{}", text(&html));
        let table = rows(&html, TABLE);
        assert_eq!(by_month(&table)["1900-01"], n);
        // No year between them is listed, and no month of 1900 is called a gap.
        assert_eq!(table[0][2..13], [""; 11]);
        assert_eq!(table[1][0], "1999");
        assert_eq!(tooltips(&html, "months-plot").len(), 2);
    }
}

#[test]
fn outside_years_beyond_twenty_are_one_sum() {
    let mut months: Vec<(String, u64)> =
        (0..25).map(|n| (format!("{:04}-01", 100 + n), 1)).collect();
    months.push(("2019-05".to_owned(), 1_000));
    let months: Vec<(&str, u64)> = months.iter().map(|(month, n)| (month.as_str(), *n)).collect();
    let table = rows(&section(&dated(&months), months::body), TABLE);
    let last = table.last().expect("rows");
    assert_eq!((last[0].as_str(), last[1].as_str()), ("Further 5 years", "5"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Every document with a month is in the table once, whatever the months are.
    #[test]
    fn the_table_loses_no_document(
        months in prop::collection::btree_map((1950_u32..2030, 1_u32..13), 1_u64..9_999, 1..40),
    ) {
        let keys = months.iter().map(|((year, month), n)| (format!("{year}-{month:02}"), *n));
        let months: BTreeMap<String, u64> = keys.collect();
        let pairs: Vec<(&str, u64)> = months.iter().map(|(month, n)| (month.as_str(), *n)).collect();
        let manifest = dated(&pairs);
        let html = section(&manifest, months::body);
        let sums = rows(&html, TABLE).iter().filter_map(|row| number(row.last()?)).sum::<u128>();
        prop_assert_eq!(sums, u128::from(manifest.counts.rows));
    }
}
