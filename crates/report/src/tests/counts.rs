//! Tables of counters: every count is shown with its share, and what is cut is summed.

use maud::{Markup, Render as _};
use proptest::prelude::*;
use scutch_folder::config::DedupConfig;
use scutch_folder::duplicates::{DedupCounts, DupKind};
use scutch_folder::manifest::{DroppedDuplicates, Manifest};
use scutch_folder::tally::{Counter, OTHER, Tally};
use scutch_plot::Shares;
use scutch_plot::number::{share, thousands};

use super::tables::{between, number, row_of, rows, section};
use crate::counters::shares;
use crate::report::Report;
use crate::{
    captures, charsets, duplicates, evidence, flags, languages, samples, texts, topics, types,
    vocabulary,
};

/// A section, the caption of a table in it, and the counter that the table shows.
type Shown = (fn(&Report<'_>) -> Markup, &'static str, fn(&mut Tally) -> &mut Counter);

/// Tables whose shares are shares of all documents.
const OF_ROWS: [Shown; 8] = [
    (languages::body, "Documents per language", |tally| &mut tally.languages),
    (types::body, "Documents per type of page", |tally| &mut tally.page_types),
    (charsets::body, "Documents per encoding", |tally| &mut tally.charsets),
    (charsets::body, "Documents per evidence", |tally| &mut tally.charset_sources),
    (evidence::body, "Documents per verdict on the declared digest", |tally| &mut tally.digests),
    (flags::body, "Documents per flag", |tally| &mut tally.flags),
    (texts::body, "Documents per extractor", |tally| &mut tally.extractors),
    (topics::body, "Documents per topic status", |tally| &mut tally.topics),
];

/// Tables of what was read, whether it was kept or not.
const OF_THEMSELVES: [Shown; 3] = [
    (captures::body, "Records per record type", |tally| &mut tally.record_types),
    (captures::body, "Captures per HTTP status, kept or not", |tally| &mut tally.statuses),
    (captures::body, "Captures per media type, kept or not", |tally| &mut tally.mimes),
];

fn newspapers() -> Manifest {
    let mut manifest = samples::newspapers();
    manifest.config.topic = Some("default".to_owned());
    let rows = manifest.counts.rows;
    for (status, n) in [("on-topic", rows - 70), ("off-topic", 60), ("unknown", 10)] {
        manifest.counts.topics.add(status, n);
    }
    manifest
}

/// Checks that a table has each count, largest first, as a share of the whole.
fn check(manifest: &mut Manifest, (body, caption, counter): Shown, whole: Option<u64>) {
    let html = section(manifest, body);
    let table = rows(&html, caption);
    let counter = counter(&mut manifest.counts);
    let whole = u128::from(whole.unwrap_or_else(|| counter.total()));
    for (key, n) in &counter.0 {
        let row = row_of(&table, if key.is_empty() { "(none)" } else { key });
        let expected = [thousands(*n), share(*n, whole)];
        assert_eq!(row[2..], expected, "{caption}: {key}");
    }
    assert_eq!(table.len(), counter.0.len(), "{caption}");
    let counts: Vec<u128> = table.iter().filter_map(|row| number(&row[2])).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b), "{caption}: {counts:?}");
}

#[test]
fn documents_are_counted_by_every_key_as_shares_of_all_documents() {
    let mut manifest = newspapers();
    let rows = manifest.counts.rows;
    OF_ROWS.into_iter().for_each(|shown| check(&mut manifest, shown, Some(rows)));
}

#[test]
fn what_was_read_is_counted_as_shares_of_itself() {
    let mut manifest = newspapers();
    OF_THEMSELVES.into_iter().for_each(|shown| check(&mut manifest, shown, None));
}

#[test]
fn nothing_counted_is_a_sentence_in_every_section() {
    let mut manifest = samples::empty();
    manifest.config.topic = Some("default".to_owned());
    for (body, caption, _) in OF_ROWS.into_iter().chain(OF_THEMSELVES) {
        let html = section(&manifest, body);
        assert!(rows(&html, caption).is_empty(), "{caption}");
        assert!(html.contains("class=\"nothing\""), "{caption}: {html}");
    }
}

#[test]
fn keys_are_explained_where_their_meaning_is_known() {
    let mut manifest = newspapers();
    manifest.counts.flags.add("unknown-flag", 1);
    for ((body, caption, _), key, meaning) in [
        (OF_ROWS[0], "pt-BR", Some("Portuguese")),
        (OF_ROWS[1], "forum", Some("what several people wrote in turn")),
        (OF_ROWS[3], "bom", Some("a byte order mark at the start")),
        (OF_ROWS[4], "absent", Some("the archive declares none")),
        (OF_ROWS[5], "unknown-flag", None),
        (OF_ROWS[6], "page/1", Some("the page by itself")),
        (OF_THEMSELVES[0], "revisit", Some("refers to an earlier, equal capture")),
        (OF_THEMSELVES[1], "410", Some("Gone")),
        (OF_THEMSELVES[1], "999", None),
        (OF_THEMSELVES[2], "text/css", None),
    ] {
        let table = rows(&section(&manifest, body), caption);
        let name = &row_of(&table, key)[0];
        let expected = meaning.map_or(key.to_owned(), |meaning| format!("{key} {meaning}"));
        assert_eq!(*name, expected);
    }
}

#[test]
fn topics_that_nobody_asked_for_are_not_shown() {
    let mut manifest = newspapers();
    manifest.config.topic = None;
    let html = section(&manifest, topics::body);
    assert!(html.contains("Not asked for") && !html.contains("<table"), "{html}");
}

#[test]
fn a_copy_without_duplicates_says_which_it_lacks() {
    let mut manifest = samples::newspapers();
    let config = DedupConfig { threshold: 0.7, ..DedupConfig::default() };
    manifest.dropped = Some(DroppedDuplicates {
        kinds: [("near", 1_200), ("payload", 0)].map(|(kind, n)| (kind.to_owned(), n)).into(),
        search: DedupCounts { config, ..DedupCounts::default() },
    });
    let html = section(&manifest, duplicates::body);
    assert!(!html.contains("Not sought") && html.contains("share at least 0.7 of"), "{html}");
    let table = rows(&html, "Duplicates left out of this copy");
    assert_eq!(table, [["near", "1,200"], ["payload", "0"]]);
}

#[test]
fn duplicates_are_listed_by_their_kinds_in_the_order_of_evidence() {
    let mut manifest = samples::newspapers();
    assert!(section(&manifest, duplicates::body).contains("Not sought"));
    let marked = [("near", 1_200), ("payload", 7), ("linked", 1), ("unheard-of", 9)];
    manifest.dedup = Some(DedupCounts {
        marked: marked.map(|(kind, n)| (kind.to_owned(), n)).into(),
        clusters: 1_001,
        largest: 40,
        versioned: 12,
        paragraphs: 90_000,
        repeated_paragraphs: 4_500,
        ..DedupCounts::default()
    });
    let html = section(&manifest, duplicates::body);
    let table = rows(&html, "Documents marked as duplicates");
    assert_eq!(table, [["payload", "7"], ["near", "1,200"], ["linked", "1"]]);
    for part in [
        "1,001 clusters, the largest of 40 documents; 12 addresses",
        "4,500 of 90,000 paragraphs",
        "at least 0.8 of their shingles of 5 words",
        "20 bands of 6 minima, seed 0",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let kinds = DupKind::ALL.map(DupKind::name);
    assert!(kinds.iter().all(|kind| *kind != "unheard-of"));
}

#[test]
fn every_language_of_the_sample_has_a_name() {
    for tag in samples::newspapers().counts.languages.0.keys().filter(|tag| !tag.is_empty()) {
        assert!(vocabulary::language(tag).is_some(), "{tag}");
    }
}

/// The width of each bar in per cent.
fn bars(html: &str) -> Vec<f64> {
    let bars = html.split("class=\"bar\" height").skip(1);
    let widths = bars.filter_map(|bar| between(bar, " width=\"", "%\""));
    widths.map(|width| width.parse().expect("a number")).collect()
}

#[test]
fn the_longest_bar_is_full_and_the_shortest_is_seen() {
    let counter = Counter([("a".into(), 1_000_000), ("b".into(), 500_000), ("c".into(), 1)].into());
    let html = shares(&counter, "C", "Key", "Documents").render().into_string();
    assert_eq!(bars(&html), [100.0, 50.0, 0.4]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Keys that are open, folded, cut and without room hold together what was counted.
    #[test]
    fn a_table_loses_no_count(
        counts in prop::collection::vec(1_u64..5_000, 0..260),
        other in 0_u64..500,
        open in 0_usize..20,
    ) {
        let mut counter = Counter((0..).zip(&counts).map(|(i, n)| (format!("k{i:03}"), *n)).collect());
        if other > 0 {
            counter.0.insert(OTHER.to_owned(), other);
        }
        let html =
            Shares { open, ..shares(&counter, "C", "Host", "Documents") }.render().into_string();
        let table = rows(&html, "C");
        let sum: u128 = table.iter().filter_map(|row| number(&row[2])).sum();
        prop_assert_eq!(sum, u128::from(counter.total()));
        // A table of more keys than it shows ends with a row for the rest, and one for keys without room.
        prop_assert!(table.len() <= open.max(3) + 200 + 2 + 4, "{}", table.len());
        prop_assert!(bars(&html).iter().all(|width| (0.4..=100.0).contains(width)));
    }
}
