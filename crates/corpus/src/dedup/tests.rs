use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;

use super::gather::{Gathered, Taker};
use super::sketch::{Sketcher, similarity};
use super::*;
use crate::row::stored::StoredRow;

/// Numbers by seed (SplitMix64).
struct Lots(u64);

impl Lots {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let n = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (n ^ (n >> 31)) % most
    }

    fn words(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| format!("w{}", self.below(5000))).collect()
    }
}

fn row(id: usize, text: &str, further: &serde_json::Value) -> StoredRow {
    let mut row = json!({
        "id": format!("id{id:06}"),
        "url": format!("http://press.example/{id}"),
        "url_key": format!("example,press)/{id}"),
        "timestamp": format!("2019-05-{:02}T00:00:00.000Z", 1 + id % 28),
        "text": text,
        "n_chars": text.chars().count(),
        "payload_digest": format!("sha256:{id}"),
    });
    if let (Some(row), Some(further)) = (row.as_object_mut(), further.as_object()) {
        row.extend(further.clone());
    }
    StoredRow::new(row.as_object().cloned().unwrap_or_default())
}

/// Marks by id: original, kind, similarity; and repeated paragraphs by id: spans and the id of the first.
type Found = (BTreeMap<String, (String, DupKind, f32)>, BTreeMap<String, Vec<(u32, u32, String)>>);

fn search(rows: &[&StoredRow], config: &DedupConfig) -> Found {
    let work = tempfile::tempdir().expect("temporary folder");
    let mut taker = Taker::create(work.path(), config).expect("creates");
    for row in rows {
        taker.take(row).expect("takes");
    }
    let Gathered { facts, keys, bands, paragraphs, .. } = taker.finish().expect("finishes");
    let mut counts = DedupCounts { config: config.clone(), ..DedupCounts::default() };
    let groups = relations::relate(&facts, keys, bands, config, &mut counts).expect("relates");
    let marks = relations::mark(&facts, &groups, &mut counts).expect("marks");
    let id = |row: u32| facts.of(row).id.clone();
    let marks = (0..).zip(marks).filter_map(|(row, mark)| {
        mark.map(|mark| (id(row), (id(mark.original), mark.kind, mark.similarity)))
    });
    let mut spans: BTreeMap<String, Vec<(u32, u32, String)>> = BTreeMap::new();
    let repeated = paragraphs.repeated(rows.len() as u32, |row, found| {
        let found = found.iter().map(|span| (span.start, span.end, id(span.of)));
        spans.insert(id(row), found.collect());
        Ok(())
    });
    repeated.expect("reads");
    (marks.collect(), spans)
}

#[test]
fn every_kind_is_found_and_named() {
    let mut lots = Lots(1);
    let text = lots.words(200).join(" ");
    let near = format!("{text} and one more sentence at the end of it");
    let half = lots.words(100).join(" ") + &text;
    let other = lots.words(200).join(" ");
    let rows = [
        row(0, &text, &json!({ "payload_digest": "sha256:a", "post_id": "wordpress:7" })),
        row(1, &text, &json!({ "payload_digest": "sha256:a" })),
        row(2, &text, &json!({})),
        row(3, &near, &json!({})),
        row(4, &half, &json!({ "post_id": "wordpress:7" })),
        row(5, &half, &json!({ "url_key": "example,press)/0" })),
        row(6, &other, &json!({ "post_id": "wordpress:7" })),
        row(7, &near, &json!({ "canonical_url": "http://press.example/0" })),
        row(8, "", &json!({})),
        row(9, "", &json!({})),
    ];
    let config = DedupConfig::default();
    let (marks, _) = search(&rows.iter().collect::<Vec<_>>(), &config);
    let kinds: Vec<(&str, DupKind)> =
        marks.iter().map(|(id, (_, kind, _))| (&id[id.len() - 1..], *kind)).collect();
    use DupKind::{Canonical, Near, Payload, Post, Text, Url};
    let expected =
        [("1", Payload), ("2", Text), ("3", Near), ("4", Post), ("5", Url), ("7", Canonical)];
    assert_eq!(kinds, expected);
    assert!(marks.values().all(|(original, ..)| original == "id000000"));
}

#[test]
fn paragraphs_are_those_of_the_first_in_time() {
    let long = "The ferry to the islands left the harbour ten minutes late this morning.";
    let rows = [
        row(3, &format!("{long}\nshort"), &json!({})),
        row(1, &format!("short\n{long}\nä\n{long}"), &json!({})),
    ];
    let (_, spans) = search(&[&rows[0], &rows[1]], &DedupConfig::default());
    let first = || "id000001".to_owned();
    let end = long.len() as u32;
    assert_eq!(spans["id000003"], [(0, end, first())]);
    assert_eq!(spans["id000001"], [(6 + end + 1 + 3, 6 + end + 4 + end, first())]);
}

/// Texts of which some are others with words exchanged.
fn texts(count: usize, lots: &mut Lots) -> Vec<String> {
    let mut texts: Vec<Vec<String>> = Vec::new();
    for _ in 0..count {
        let mut words = if texts.is_empty() || lots.below(2) == 0 {
            let count = 30 + lots.below(200) as usize;
            lots.words(count)
        } else {
            texts[lots.below(texts.len() as u64) as usize].clone()
        };
        let changes = lots.below(1 + words.len() as u64 / 12);
        for _ in 0..changes {
            let at = lots.below(words.len() as u64) as usize;
            words[at] = format!("x{}", lots.below(100_000));
        }
        texts.push(words);
    }
    texts.iter().map(|words| words.join(" ")).collect()
}

/// Against the similarity of all pairs: 5,000 texts, 12,497,500 pairs. Clusters are compared pair by pair, both
/// with the closure of relations.
#[test]
fn near_duplicates_against_all_pairs() {
    let mut lots = Lots(7);
    let texts = texts(if cfg!(debug_assertions) { 1000 } else { 5000 }, &mut lots);
    let config = DedupConfig::default();
    let sketcher = Sketcher::new(&config);
    let sets: Vec<Vec<u32>> = texts.iter().map(|text| sketcher.sketch(text).set).collect();
    let mut forest = clusters::Forest::new(texts.len() as u32);
    for a in 0..sets.len() {
        for b in 0..a {
            if similarity(&sets[a], &sets[b]) >= config.threshold {
                forest.unite(a as u32, b as u32);
            }
        }
    }
    let rows: Vec<StoredRow> =
        texts.iter().enumerate().map(|(id, text)| row(id, text, &json!({}))).collect();
    let (marks, _) = search(&rows.iter().collect::<Vec<_>>(), &config);
    let found = |row: u32| {
        let id = format!("id{row:06}");
        marks.get(&id).map_or(id, |(original, ..)| original.clone())
    };
    let (mut both, mut true_pairs, mut found_pairs) = (0_u64, 0_u64, 0_u64);
    for a in 0..texts.len() as u32 {
        for b in 0..a {
            let (truth, told) = (forest.root(a) == forest.root(b), found(a) == found(b));
            true_pairs += u64::from(truth);
            found_pairs += u64::from(told);
            both += u64::from(truth && told);
        }
    }
    let (recall, precision) = (both as f64 / true_pairs as f64, both as f64 / found_pairs as f64);
    println!("{true_pairs} pairs: recall {recall:.4}, precision {precision:.4}");
    assert!(recall > 0.98 && precision > 0.999, "recall {recall}, precision {precision}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_order_of_rows_changes_nothing(seed in 0_u64..1000, turn in 1_usize..40) {
        let mut lots = Lots(seed);
        let mut texts = texts(40, &mut lots);
        for at in 0..10 {
            let line = texts[at + 1].clone();
            texts[at].push('\n');
            texts[at].push_str(&line);
        }
        let rows: Vec<StoredRow> = texts.iter().enumerate().map(|(id, text)| {
            let further = json!({
                "post_id": format!("wordpress:{}", lots.below(30)),
                "url_key": format!("example,press)/{}", lots.below(30)),
            });
            row(id, text, &further)
        }).collect();
        let config = DedupConfig::default();
        let mut order: Vec<&StoredRow> = rows.iter().collect();
        let one = search(&order, &config);
        order.reverse();
        order.rotate_left(turn);
        prop_assert_eq!(one, search(&order, &config));
    }
}
