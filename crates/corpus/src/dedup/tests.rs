use std::collections::BTreeMap;

use proptest::prelude::*;
use scutch_learn::DisjointSets;
use serde_json::json;

use super::gather::{Gathered, Taker};
use super::sketcher;
use super::*;
use crate::row::stored::StoredRow;
use scutch_learn::shared_shingles as similarity;

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
    let id = |row: u32| facts.row(row).id.clone();
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
    let sketcher = sketcher(&config);
    let sets: Vec<Vec<u32>> = texts.iter().map(|text| sketcher.sketch(text).set).collect();
    let mut clusters = DisjointSets::of_members(texts.len() as u32);
    for a in 0..sets.len() {
        for b in 0..a {
            if similarity(&sets[a], &sets[b]) >= config.threshold {
                clusters.join(a as u32, b as u32);
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
            let (truth, told) = (clusters.first(a) == clusters.first(b), found(a) == found(b));
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A spill gives back what was put in, sorted, whatever the order.
    #[test]
    fn spilled_records_come_back_sorted(records in prop::collection::vec(any::<[u8; 6]>(), 0..400)) {
        let work = tempfile::tempdir().expect("temporary folder");
        let mut spill = spill::Spill::<6>::create(&work.path().join("s")).expect("creates");
        records.iter().for_each(|record| spill.push(record).expect("puts"));
        let mut found = Vec::new();
        spill.drain(|sorted| {
            found.extend_from_slice(sorted);
            Ok(())
        }).expect("drains");
        let mut expected = records;
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
        prop_assert!(!work.path().join("s").exists(), "nothing is left on disk");
    }

    /// Records put by rank come back sorted too, as long as the rank rises with the record.
    #[test]
    fn records_by_rank_come_back_sorted(rows in prop::collection::vec(0_u32..1000, 0..300)) {
        let work = tempfile::tempdir().expect("temporary folder");
        let mut spill = spill::Spill::<4>::create(work.path()).expect("creates");
        for row in &rows {
            spill.push_ranked(*row, 1000, &row.to_be_bytes()).expect("puts");
        }
        let mut found = Vec::new();
        spill.drain(|sorted| {
            found.extend(sorted.iter().map(|record| spill::number(record, 0)));
            Ok(())
        }).expect("drains");
        let mut expected = rows;
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }

    /// Of sets that were not cut the similarity is that of Jaccard, and does not depend on the side.
    #[test]
    fn similarity_is_the_share_of_common_shingles(
        a in prop::collection::btree_set(0_u32..60, 0..40),
        b in prop::collection::btree_set(0_u32..60, 0..40),
    ) {
        let both = a.intersection(&b).count() as f32;
        let all = a.union(&b).count() as f32;
        let expected = if all == 0.0 { 0.0 } else { both / all };
        let (a, b): (Vec<u32>, Vec<u32>) = (a.into_iter().collect(), b.into_iter().collect());
        prop_assert_eq!(similarity(&a, &b), expected);
        prop_assert_eq!(similarity(&b, &a), expected);
    }

    /// The estimate for long texts is near the share of shingles that they have in common.
    #[test]
    fn similarity_of_long_texts_is_estimated(seed in 0_u64..500, shared in 1_usize..9) {
        let mut lots = Lots(seed);
        let common = (0..shared * 500).map(|_| format!("c{}", lots.below(1 << 40)));
        let common: Vec<String> = common.collect();
        let own = |lots: &mut Lots| -> Vec<String> {
            (0..(10 - shared) * 500).map(|_| format!("o{}", lots.below(1 << 40))).collect()
        };
        let config = DedupConfig { shingle: 1, ..DedupConfig::default() };
        let sketcher = sketcher(&config);
        let mut text = || [common.clone(), own(&mut lots)].concat().join(" ");
        let (a, b) = (sketcher.sketch(&text()), sketcher.sketch(&text()));
        let expected = shared as f32 / (20 - shared) as f32;
        let found = similarity(&a.set, &b.set);
        // Five standard deviations of a sample of 1,024.
        let error = 5.0 * (expected * (1.0 - expected) / 1024.0).sqrt();
        prop_assert!((found - expected).abs() < error, "{} for {}", found, expected);
    }

    /// Repeated paragraphs against all pairs: each but the earliest occurrence is listed, with that one.
    #[test]
    fn paragraphs_against_all_pairs(
        rows in prop::collection::vec(prop::collection::vec(0_usize..5, 0..4), 1..6),
        turn in 0_usize..6,
    ) {
        let sentence = |number: &usize| format!(
            "Paragraph {number} is long enough to be looked up when duplicates are sought."
        );
        let texts: Vec<String> =
            rows.iter().map(|row| row.iter().map(sentence).collect::<Vec<_>>().join("\n")).collect();
        let stored: Vec<StoredRow> =
            texts.iter().enumerate().map(|(id, text)| row(id, text, &json!({}))).collect();
        let mut order: Vec<&StoredRow> = stored.iter().collect();
        let turn = turn % order.len();
        order.rotate_left(turn);
        let (_, spans) = search(&order, &DedupConfig::default());
        // Rows are captured in the order of their ids, so that the first occurrence is the first here.
        let mut first: BTreeMap<&str, String> = BTreeMap::new();
        let mut expected: BTreeMap<String, Vec<(u32, u32, String)>> = BTreeMap::new();
        for (id, text) in texts.iter().enumerate() {
            let (id, mut start) = (format!("id{id:06}"), 0_u32);
            for line in text.split('\n').filter(|line| !line.is_empty()) {
                let end = start + line.len() as u32;
                match first.get(line) {
                    Some(original) => {
                        expected.entry(id.clone()).or_default().push((start, end, original.clone()));
                    }
                    None => {
                        first.insert(line, id.clone());
                    }
                }
                start = end + 1;
            }
        }
        prop_assert_eq!(spans, expected);
    }

    /// Whatever a row shares with others, its original is the best of its cluster by the rule of the guide:
    /// captured first, then the longest text, then the smallest id.
    #[test]
    fn originals_are_the_earliest_of_their_clusters(
        days in prop::collection::vec(1_u32..5, 2..7),
        lengths in prop::collection::vec(0_usize..3, 2..7),
    ) {
        let count = days.len().min(lengths.len());
        let base = Lots(3).words(80).join(" ");
        let rows: Vec<StoredRow> = (0..count).map(|id| {
            let text = format!("{base}{}", " more".repeat(lengths[id]));
            let time = format!("2019-05-{:02}T00:00:00.000Z", days[id]);
            row(id, &text, &json!({ "timestamp": time, "payload_digest": "sha256:same" }))
        }).collect();
        let (marks, _) = search(&rows.iter().collect::<Vec<_>>(), &DedupConfig::default());
        let best = (0..count).min_by_key(|id| (days[*id], std::cmp::Reverse(lengths[*id]), *id));
        let best = format!("id{:06}", best.expect("rows"));
        prop_assert_eq!(marks.len(), count - 1);
        prop_assert!(marks.values().all(|(original, kind, _)| *original == best && *kind == DupKind::Payload));
        prop_assert!(!marks.contains_key(&best));
    }
}

#[test]
fn numbers_are_read_big_endian_and_beyond_the_end_are_none() {
    assert_eq!(spill::number(&[0, 0, 1, 2, 3], 1), 0x0001_0203);
    assert_eq!(spill::number(&[1, 2, 3], 0), 0);
    let records = [[1, 1], [1, 2], [2, 1], [3, 1], [3, 9]];
    let runs: Vec<usize> = spill::runs(&records, 1).map(<[_]>::len).collect();
    assert_eq!(runs, [2, 1, 2]);
}

/// A key that sites give carelessly is believed only where titles or texts agree.
#[test]
fn a_shared_canonical_address_alone_makes_no_duplicate() {
    let mut lots = Lots(5);
    let canonical = json!({ "canonical_url": "http://press.example/" });
    let titled = |title: &str| json!({ "canonical_url": "http://press.example/", "title": title });
    let texts: Vec<String> = (0..4).map(|_| lots.words(100).join(" ")).collect();
    let rows = [
        row(0, &texts[0], &canonical),
        row(1, &texts[1], &canonical),
        row(2, &texts[2], &titled("Tides")),
        row(3, &texts[3], &titled("Tides")),
    ];
    let found = |rows: &[StoredRow]| {
        let (marks, _) = search(&rows.iter().collect::<Vec<_>>(), &DedupConfig::default());
        marks.keys().map(|id| id[7..].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(&rows[..2]), [""; 0]);
    let same = row(3, &texts[3], &titled("Tides"));
    let first = row(0, &texts[0], &titled("Tides"));
    assert_eq!(found(&[first, same]), ["3"]);
}

#[test]
fn empty_pages_are_versions_of_their_address_only() {
    let rows = [
        row(0, "", &json!({ "payload_digest": "sha256:empty" })),
        row(1, "", &json!({ "payload_digest": "sha256:empty" })),
        row(2, "", &json!({ "payload_digest": "sha256:empty", "url_key": "example,press)/0" })),
    ];
    let (marks, _) = search(&rows.iter().collect::<Vec<_>>(), &DedupConfig::default());
    let kinds: Vec<DupKind> = marks.values().map(|(_, kind, _)| *kind).collect();
    assert_eq!(kinds, [DupKind::Url]);
}
