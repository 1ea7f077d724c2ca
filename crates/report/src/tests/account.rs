//! The account of records: every number of it stands in the ledger.

use proptest::prelude::*;
use scutch_folder::config::scope::Filter;
use scutch_folder::tally::{Counter, Ranges, Tally};

use super::tables::{between, number, row_of, rows, section, text};
use crate::{account, samples};

const LEDGER: &str = "Records by what became of them";
const DAMAGE: &str = "Damaged byte ranges by cause";

fn count(rows: &[Vec<String>], name: &str) -> u128 {
    number(&row_of(rows, name)[1]).expect("a number")
}

#[test]
fn each_reason_has_its_line_and_the_lines_make_the_sums() {
    let manifest = samples::newspapers();
    let tally = &manifest.counts;
    let ledger = rows(&section(&manifest, account::body), LEDGER);
    for (id, n) in tally.out_of_scope.0.iter().chain(&tally.quarantined.0) {
        assert_eq!(count(&ledger, id), u128::from(*n), "{id}");
    }
    assert_eq!(count(&ledger, "Rows"), u128::from(tally.rows));
    assert_eq!(count(&ledger, "Out of scope"), u128::from(tally.out_of_scope.total()));
    assert_eq!(count(&ledger, "Quarantined"), u128::from(tally.quarantined.total()));
    assert_eq!(count(&ledger, "Sum"), count(&ledger, "Records delivered"));
    assert_eq!(count(&ledger, "Records delivered"), u128::from(tally.records));
    assert_eq!(row_of(&ledger, "Sum")[2], "100.0%");
}

#[test]
fn filters_stand_in_the_order_in_which_they_are_asked_even_if_they_dropped_nothing() {
    let mut manifest = samples::empty();
    manifest.counts.out_of_scope = Counter([("mime".into(), 118), ("novel".into(), 3)].into());
    let ledger = rows(&section(&manifest, account::body), LEDGER);
    let places: Vec<usize> = Filter::all()
        .filter(|filter| filter.is_default())
        .map(|filter| {
            let found = ledger.iter().position(|row| row[0].starts_with(filter.id()));
            found.unwrap_or_else(|| panic!("{}", filter.id()))
        })
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(count(&ledger, "status"), 0);
    // An unknown reason of a later version is listed behind them.
    assert_eq!(count(&ledger, "novel"), 3);
    assert!(ledger[places[places.len() - 1] + 1][0].starts_with("novel"));
}

#[test]
fn reasons_beyond_a_hundred_are_one_sum() {
    let mut manifest = samples::empty();
    let reasons = (1..=130_u64).map(|n| (format!("reason-{n:03}"), n));
    manifest.counts.quarantined = Counter(reasons.collect());
    let ledger = rows(&section(&manifest, account::body), LEDGER);
    // The thirty smallest have 1 to 30 records.
    assert_eq!(count(&ledger, "Further 30 reasons, together"), 30 * 31 / 2);
    assert_eq!(count(&ledger, "reason-031"), 31);
    assert!(!ledger.iter().any(|row| row[0].starts_with("reason-030")));
}

#[test]
fn the_bar_says_the_numbers_of_the_ledger() {
    let manifest = samples::one_month();
    let tally = &manifest.counts;
    let html = section(&manifest, account::body);
    let description = between(&html, "<desc id=\"account-bar-description\">", "</desc>");
    let description = text(description.expect("a description"));
    let parts: Vec<&str> = description.split("; ").collect();
    let expected =
        [("Rows", tally.rows), ("Out of scope", tally.out_of_scope.total()), ("Quarantined", 16)];
    assert_eq!(tally.quarantined.total(), 16);
    for (part, (name, n)) in parts.iter().zip(expected) {
        assert!(part.starts_with(&format!("{name}: {n} records (")), "{part}");
    }
    assert_eq!(parts.len(), 3);
}

#[test]
fn damage_is_listed_by_size_with_its_bytes() {
    let mut manifest = samples::one_month();
    let damage = &mut manifest.counts.damage;
    damage.clear();
    for (cause, ranges, bytes) in
        [("garbage", 9, 17), ("gzip-damaged", 4, 131_072), ("novel", 1, 17)]
    {
        damage.insert(cause.into(), Ranges { ranges, bytes });
    }
    let html = section(&manifest, account::body);
    let rows = rows(&html, DAMAGE);
    let names: Vec<&str> =
        rows.iter().map(|row| row[0].split(' ').next().unwrap_or_default()).collect();
    assert_eq!(
        names,
        ["gzip-damaged", "garbage", "novel"],
        "equal sizes are in the order of names"
    );
    assert_eq!(rows[0][1..], ["4", "131.1 kB"]);
    assert!(html.contains("title=\"131,072 bytes\""));
    manifest.counts.damage.clear();
    assert!(section(&manifest, account::body).contains("No byte range was lost between records"));
}

#[test]
fn causes_beyond_a_hundred_are_counted_together() {
    let mut manifest = samples::one_month();
    let causes = (1..=103_u64).map(|n| (format!("cause-{n}"), Ranges { ranges: n, bytes: n }));
    manifest.counts.damage = causes.collect();
    let rows = rows(&section(&manifest, account::body), DAMAGE);
    assert_eq!((rows.len(), rows[100][0].as_str()), (101, "Further 3 causes"));
    assert_eq!(rows[100][1], "6", "one, two and three ranges");
}

proptest! {
    /// Whatever the counts are, the page raises the alarm if and only if the account is wrong.
    #[test]
    fn the_alarm_says_by_how_much_the_account_is_wrong(
        rows in 0_u64..40, scope in 0_u64..40, lost in 0_u64..40, records in 0_u64..120,
    ) {
        let mut manifest = samples::empty();
        manifest.counts = Tally {
            records,
            rows,
            out_of_scope: Counter([("mime".into(), scope)].into()),
            quarantined: Counter([("no-http".into(), lost)].into()),
            ..Tally::default()
        };
        let html = section(&manifest, account::body);
        let sum = rows + scope + lost;
        prop_assert_eq!(html.contains("class=\"alarm\""), sum != records);
        prop_assert_eq!(html.contains("≠"), sum != records);
        prop_assert_eq!(account::adds_up(&manifest.counts), manifest.counts.adds_up());
        let shown = text(&html);
        let difference = sum.abs_diff(records);
        let sentence = match sum.cmp(&records) {
            std::cmp::Ordering::Less => format!("{difference} record{} of {records} are in none", if difference == 1 { "" } else { "s" }),
            std::cmp::Ordering::Greater => format!("hold {difference} more than were delivered"),
            std::cmp::Ordering::Equal => "The account adds up".to_owned(),
        };
        let shown = shown.replace(&format!("{difference} records more"), &format!("{difference} more"));
        let shown = shown.replace(&format!("{difference} record more"), &format!("{difference} more"));
        prop_assert!(shown.contains(&sentence), "{}: {}", sentence, shown);
    }
}
