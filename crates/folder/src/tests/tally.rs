//! Counts of a run.

use proptest::prelude::*;

use crate::tally::{Counter, DISTINCT, OTHER, RATIO_BINS, Ranges, Tally};

/// A tally with a different number in each field, so that a field left out of a merge shows.
fn full_tally(number: u64) -> Tally {
    let json = serde_json::to_value(Tally::default()).expect("JSON");
    let fields = json.as_object().expect("an object").iter().enumerate();
    let filled = fields.map(|(place, (name, value))| {
        let number = number * 100 + place as u64;
        let value = match value {
            serde_json::Value::Number(_) => number.into(),
            serde_json::Value::Array(_) => vec![number; RATIO_BINS].into(),
            _ if name == "damage" => {
                serde_json::json!({ "crc": Ranges { ranges: 1, bytes: number } })
            }
            _ => serde_json::json!({ "key": number, name.as_str(): number }),
        };
        (name.clone(), value)
    });
    let filled: serde_json::Map<_, _> = filled.collect();
    serde_json::from_value(filled.into()).expect("a tally")
}

#[test]
fn merging_adds_every_field_to_itself_and_to_no_other() {
    let mut sum = full_tally(1);
    sum.merge(&full_tally(2));
    let (one, two) = (full_tally(1), full_tally(2));
    let value = |tally: &Tally| serde_json::to_value(tally).expect("JSON");
    let (sum, one, two) = (value(&sum), value(&one), value(&two));
    fn numbers(value: &serde_json::Value, path: &str, out: &mut Vec<(String, u64)>) {
        match value {
            serde_json::Value::Number(n) => out.push((path.into(), n.as_u64().expect("a count"))),
            serde_json::Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, v)| numbers(v, &format!("{path}/{i}"), out));
            }
            serde_json::Value::Object(map) => {
                map.iter().for_each(|(k, v)| numbers(v, &format!("{path}/{k}"), out));
            }
            _ => {}
        }
    }
    let flat = |value| {
        let mut out = Vec::new();
        numbers(value, "", &mut out);
        out
    };
    let expected: Vec<_> = flat(&one).into_iter().zip(flat(&two)).collect();
    assert!(expected.len() > 60, "{} numbers", expected.len());
    for ((path, a), (other, b)) in expected {
        assert_eq!(path, other);
        let found = flat(&sum).into_iter().find(|(name, _)| *name == path);
        assert_eq!(found, Some((path, a + b)));
    }
}

proptest! {
    #[test]
    fn counters_count_as_a_map_does(keys in prop::collection::vec("[a-e]{1,2}", 0..60)) {
        let mut counter = Counter::default();
        keys.iter().for_each(|key| counter.add(key, 2));
        prop_assert_eq!(counter.total(), 2 * keys.len() as u64);
        let ranked = counter.ranked();
        let in_order = |pair: &[(&str, u64)]| {
            pair[0].1 > pair[1].1 || (pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0)
        };
        prop_assert!(ranked.windows(2).all(in_order));
        for (key, n) in ranked {
            prop_assert_eq!(n, 2 * keys.iter().filter(|k| *k == key).count() as u64);
        }
    }

    /// The counts of a run do not depend on where its shards end.
    #[test]
    fn shards_of_any_length_add_up_to_the_same_counts(
        records in prop::collection::vec(("[a-c]", 0..3_u64, 0.0_f32..1.0), 0..40),
        ends in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let tally = |records: &[(String, u64, f32)]| {
            let mut tally = Tally::default();
            for (host, words, ratio) in records {
                tally.records += 1;
                tally.words += words;
                match words {
                    0 => tally.out_of_scope.add("empty-text", 1),
                    _ => tally.rows += 1,
                }
                tally.hosts.add(host, 1);
                tally.add_ratio(*ratio);
            }
            tally
        };
        let mut ends: Vec<usize> = ends.iter().map(|end| end.index(records.len() + 1)).collect();
        ends.extend([0, records.len()]);
        ends.sort_unstable();
        let mut sum = Tally::default();
        ends.windows(2).for_each(|shard| sum.merge(&tally(&records[shard[0]..shard[1]])));
        let mut whole = Tally::default();
        whole.merge(&tally(&records));
        prop_assert!(sum.adds_up());
        prop_assert_eq!(sum, whole);
    }

    #[test]
    fn ratios_fall_into_bins_of_a_twentieth(ratio in -1.0_f32..2.0) {
        let mut tally = Tally::default();
        tally.add_ratio(ratio);
        prop_assert_eq!(tally.ratios.iter().sum::<u64>(), 1);
        let bin = tally.ratios.iter().position(|n| *n == 1).expect("one") as f32;
        let inside = ratio.clamp(0.0, 1.0);
        prop_assert!(bin / 20.0 <= inside + 1e-6 && inside <= (bin + 1.0) / 20.0 + 1e-6);
    }
}

#[test]
fn keys_beyond_the_limit_are_counted_together() {
    let mut counter = Counter::default();
    (0..DISTINCT).for_each(|key| counter.add(&format!("{key:06}"), 1));
    counter.add("late", 2);
    counter.add("later", 3);
    counter.add("000000", 4);
    assert_eq!((counter.0[OTHER], counter.0["000000"]), (5, 5));
    assert!(!counter.0.contains_key("late"));
    assert_eq!(counter.total(), DISTINCT as u64 + 2 + 3 + 4);
}

#[test]
fn a_tally_adds_up_when_every_record_went_one_way() {
    let mut tally = Tally { records: 5, rows: 2, ..Tally::default() };
    assert!(!tally.adds_up());
    tally.out_of_scope.add("mime", 2);
    tally.quarantined.add("truncated", 1);
    assert!(tally.adds_up());
    tally.damage.insert("crc".into(), Ranges { ranges: 9, bytes: 9 });
    assert!(tally.adds_up(), "damaged ranges are no records");
}
