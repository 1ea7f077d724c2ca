//! Groups and evidence are the same whatever the budget, the order and the cut.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use scutch_shuffle::{Evidence, Group, Settings, Shuffle, ShuffleError, StoreWriter};
use serde::{Deserialize, Serialize};

/// The numbers that were seen of a key.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Numbers(BTreeSet<u32>);

impl Group for Numbers {
    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }
    fn memory(&self) -> usize {
        16 * self.0.len()
    }
}

impl Evidence for Numbers {
    fn memory(&self) -> usize {
        16 * self.0.len()
    }
}

fn shuffled(seen: &[(String, u32)], memory: usize) -> Result<Shuffle<Numbers>, ShuffleError> {
    let mut shuffle = Shuffle::new("numbers", Settings { memory, folder: None });
    for (key, number) in seen {
        shuffle.update(key, |group: &mut Numbers| {
            group.0.insert(*number);
        })?;
    }
    Ok(shuffle)
}

fn groups(shuffle: Shuffle<Numbers>) -> Vec<(String, Numbers)> {
    let grouped = shuffle.finish().expect("writes");
    let mut shown = Vec::new();
    let show = |key: &str, group: &Numbers| {
        shown.push((key.to_owned(), group.clone()));
        Ok::<(), ShuffleError>(())
    };
    grouped.for_each(show).expect("reads");
    let mut taken = Vec::new();
    let take = |key: &str, group: Numbers| {
        taken.push((key.to_owned(), group));
        Ok::<(), ShuffleError>(())
    };
    grouped.into_each(take).expect("reads again");
    assert_eq!(shown, taken);
    taken
}

fn expected(seen: &[(String, u32)]) -> Vec<(String, Numbers)> {
    let mut groups: BTreeMap<String, Numbers> = BTreeMap::new();
    for (key, number) in seen {
        groups.entry(key.clone()).or_default().0.insert(*number);
    }
    groups.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn groups_do_not_depend_on_budget_and_order(
        seen in proptest::collection::vec(("[a-dé]{0,3}", 0..20_u32), 0..120),
        memory in 400..4000_usize,
    ) {
        let whole = expected(&seen);
        let back: Vec<(String, u32)> = seen.iter().rev().cloned().collect();
        for order in [&seen, &back] {
            let found = groups(shuffled(order, memory).expect("enough for one key"));
            prop_assert_eq!(&found, &whole);
        }
        prop_assert_eq!(groups(shuffled(&seen, usize::MAX).expect("memory")), whole);
    }

    #[test]
    fn partial_groups_merge_to_the_whole(
        seen in proptest::collection::vec(("[a-d]{1,2}", 0..20_u32), 0..60),
        cut in 0..60_usize,
    ) {
        let (first, second) = seen.split_at(cut.min(seen.len()));
        let mut both = shuffled(first, 600).expect("enough");
        for (key, group) in expected(second) {
            both.add(&key, group).expect("enough");
        }
        prop_assert_eq!(groups(both), expected(&seen));
    }

    #[test]
    fn evidence_is_found_by_key_in_memory_and_on_disk(
        keys in proptest::collection::btree_map("[a-dé]{0,4}", 0..9_u32, 0..80),
        asked in proptest::collection::vec("[a-dé]{0,4}", 0..30),
        memory in 0..3000_usize,
    ) {
        let mut writer = StoreWriter::new("evidence", Settings { memory, folder: None });
        for (key, number) in &keys {
            writer.put(key, Numbers([*number].into())).expect("writes");
        }
        let store = writer.finish().expect("writes");
        for key in keys.keys().chain(&asked).chain(keys.keys()) {
            let expected = keys.get(key).map(|number| Numbers([*number].into()));
            let found = store.get(key).expect("reads");
            prop_assert_eq!(found.as_deref(), expected.as_ref());
        }
    }
}

/// Many keys, so that runs are merged into one several times and blocks of the store have neighbours.
#[test]
fn many_keys_pass_through_many_runs() {
    let seen: Vec<(String, u32)> =
        (0..40_000_u32).map(|n| (format!("host-{}.example", n * 7919 % 9973), n % 5)).collect();
    let shuffle = shuffled(&seen, 40_000).expect("enough");
    assert!(shuffle.has_spilled() && shuffle.memory() <= 40_000);
    let groups = groups(shuffle);
    assert_eq!(groups, expected(&seen));
    let mut writer = StoreWriter::new("evidence", Settings { memory: 50_000, folder: None });
    groups.iter().for_each(|(key, group)| writer.put(key, group.clone()).expect("writes"));
    let store = writer.finish().expect("writes");
    for (key, group) in groups.iter().step_by(97).chain(&groups) {
        assert_eq!(store.get(key).expect("reads").as_deref(), Some(group));
    }
    assert!(store.get("host-10000.example").expect("reads").is_none());
}

#[test]
fn evidence_is_shown_in_the_order_of_keys_in_memory_and_on_disk() {
    let groups: Vec<(String, Numbers)> =
        (10..99).map(|n| (format!("host-{n}.example"), Numbers([n, n + 1].into()))).collect();
    for memory in [0, 1000, 1 << 20] {
        let mut writer = StoreWriter::new("evidence", Settings { memory, folder: None });
        groups.iter().for_each(|(key, group)| writer.put(key, group.clone()).expect("writes"));
        let store = writer.finish().expect("writes");
        let mut shown = Vec::new();
        let show = |key: &str, group: &Numbers| {
            shown.push((key.to_owned(), group.clone()));
            Ok::<(), ShuffleError>(())
        };
        store.for_each(show).expect("reads");
        assert_eq!(shown, groups, "{memory}");
    }
}

#[test]
fn a_key_that_needs_more_than_the_budget_is_named() {
    let refused = |shuffle: Shuffle<Numbers>| -> ShuffleError {
        let merged = shuffle.finish().expect("writes").into_each(|_, _: Numbers| Ok(()));
        merged.expect_err("too small")
    };
    // Observations that come one by one are spilt in pieces that fit; their whole does not.
    let seen: Vec<(String, u32)> = (0..100).map(|n| ("a.example".to_owned(), n)).collect();
    let error = refused(shuffled(&seen, 500).expect("pieces fit"));
    let told = error.to_string();
    assert!(told.contains("what is kept of a.example alone takes"), "{told}");
    assert!(matches!(error, ShuffleError::BudgetTooSmall { budget: 500, .. }));
    // A partial group that is too large by itself is refused at once.
    let mut shuffle = Shuffle::new("numbers", Settings { memory: 500, folder: None });
    let error = shuffle.add("a.example", Numbers((0..100).collect())).expect_err("too small");
    assert!(matches!(error, ShuffleError::BudgetTooSmall { needed: 1600, .. }));
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).expect("folder").map(|entry| entry.expect("entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn a_corrupt_spill_file_is_named_with_the_place() {
    for (damage, told) in [
        (&|bytes: &mut Vec<u8>| bytes[13] ^= 1) as &dyn Fn(&mut Vec<u8>),
        &|bytes: &mut Vec<u8>| bytes.truncate(bytes.len() - 1),
        &|bytes: &mut Vec<u8>| bytes.truncate(5),
        &|bytes: &mut Vec<u8>| bytes[..8].fill(0xff),
    ]
    .into_iter()
    .zip(["the checksum does not match", "cut off", "cut off", "cut off"])
    {
        let folder = tempfile::tempdir().expect("folder");
        let settings = Settings { memory: 300, folder: Some(folder.path().to_owned()) };
        let mut shuffle = Shuffle::new("numbers", settings);
        for number in 0..20 {
            let key = format!("{number:02}");
            shuffle.add(&key, Numbers([number].into())).expect("fits");
        }
        let grouped = shuffle.finish().expect("writes");
        let spilled = files(folder.path());
        let mut bytes = fs::read(&spilled[0]).expect("reads");
        damage(&mut bytes);
        fs::write(&spilled[0], bytes).expect("writes");
        let error = grouped.into_each(|_, _| Ok::<(), ShuffleError>(())).expect_err("corrupt");
        let shown = error.to_string();
        assert!(shown.contains("corrupt at byte 0") || shown.contains("cut off"), "{shown}");
        assert!(shown.contains(told) && shown.contains("numbers-"), "{shown}");
        drop(folder);
    }
}

#[test]
fn corrupt_evidence_is_no_missing_evidence() {
    let folder = tempfile::tempdir().expect("folder");
    let settings = Settings { memory: 0, folder: Some(folder.path().to_owned()) };
    let mut writer = StoreWriter::new("evidence", settings);
    for key in ["a", "b", "c"] {
        writer.put(key, Numbers([1].into())).expect("writes");
    }
    let store = writer.finish().expect("writes");
    let file = &files(folder.path())[0];
    let mut bytes = fs::read(file).expect("reads");
    // The key of the first record, which now reads `c`.
    bytes[12] = b'c';
    fs::write(file, bytes).expect("writes");
    assert!(matches!(store.get("c"), Err(ShuffleError::Corrupt { offset: 0, .. })));
}

#[test]
fn a_folder_that_cannot_be_written_is_named_and_nothing_stays_behind() {
    let folder = tempfile::tempdir().expect("folder");
    let missing = folder.path().join("not-there");
    let settings = Settings { memory: 100, folder: Some(missing.clone()) };
    let mut shuffle = Shuffle::new("numbers", settings);
    shuffle.add("a", Numbers([1].into())).expect("fits");
    let error = shuffle.add("b", Numbers([1].into())).expect_err("no folder");
    assert!(error.to_string().contains("not-there"), "{error}");
    let settings = Settings { memory: 100, folder: Some(folder.path().to_owned()) };
    let mut shuffle = Shuffle::new("numbers", settings);
    for key in ["a", "b", "c"] {
        shuffle.add(key, Numbers([1].into())).expect("fits");
    }
    assert_eq!(files(folder.path()).len(), 1, "the first two");
    drop(shuffle);
    assert!(files(folder.path()).is_empty());
}

/// A spilt shuffle in one file, and where each of its records begins.
fn spilled(folder: &Path) -> (Shuffle<Numbers>, std::path::PathBuf) {
    let settings = Settings { memory: 1000, folder: Some(folder.to_owned()) };
    let mut shuffle = Shuffle::new("numbers", settings);
    for number in 0..40 {
        let key = format!("{:03}.example", number * 7 % 40);
        shuffle.add(&key, Numbers([number].into())).expect("fits");
        if shuffle.has_spilled() {
            break;
        }
    }
    let file = files(folder).pop().expect("a run");
    (shuffle, file)
}

/// Offsets of records: each head has the lengths of key and value.
fn begins(bytes: &[u8]) -> Vec<usize> {
    let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
    let mut all = vec![0];
    while all[all.len() - 1] < bytes.len() {
        let at = all[all.len() - 1];
        all.push(at + 12 + (length(at) + length(at + 4)) as usize);
    }
    all
}

fn merged(shuffle: Shuffle<Numbers>) -> Result<Vec<String>, ShuffleError> {
    let mut keys = Vec::new();
    shuffle.finish()?.into_each(|key, _| {
        keys.push(key.to_owned());
        Ok::<(), ShuffleError>(())
    })?;
    Ok(keys)
}

#[test]
fn each_corrupt_byte_is_found_in_its_record() {
    let folder = tempfile::tempdir().expect("folder");
    let (_shuffle, file) = spilled(folder.path());
    let whole = fs::read(&file).expect("reads");
    let begins = begins(&whole);
    assert!(begins.len() > 8 && begins.last() == Some(&whole.len()));
    for at in 0..whole.len() {
        let folder = tempfile::tempdir().expect("folder");
        let (shuffle, file) = spilled(folder.path());
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&file, bytes).expect("writes");
        let record = begins.iter().rev().find(|begin| **begin <= at).expect("a record");
        match merged(shuffle).expect_err("corrupt") {
            ShuffleError::Corrupt { offset, .. } => assert_eq!(offset, *record as u64, "byte {at}"),
            other => panic!("byte {at}: {other}"),
        }
    }
}

#[test]
fn a_run_that_is_cut_anywhere_is_corrupt() {
    let folder = tempfile::tempdir().expect("folder");
    let (_shuffle, file) = spilled(folder.path());
    let whole = fs::read(&file).expect("reads");
    let begins = begins(&whole);
    for end in 0..whole.len() {
        let folder = tempfile::tempdir().expect("folder");
        let (shuffle, file) = spilled(folder.path());
        fs::write(&file, &whole[..end]).expect("writes");
        let error = merged(shuffle).expect_err("cut").to_string();
        // Between two records too: what is behind would be missing without a word.
        let told = if begins.contains(&end) { "records are missing" } else { "cut off" };
        assert!(error.contains(told), "{end}: {error}");
    }
}

#[test]
fn evidence_that_is_cut_off_is_no_missing_evidence() {
    let folder = tempfile::tempdir().expect("folder");
    let settings = Settings { memory: 0, folder: Some(folder.path().to_owned()) };
    let mut writer = StoreWriter::new("evidence", settings);
    for key in ["a", "b", "c"] {
        writer.put(key, Numbers([1].into())).expect("writes");
    }
    let store = writer.finish().expect("writes");
    let file = &files(folder.path())[0];
    let bytes = fs::read(file).expect("reads");
    let third = begins(&bytes)[2];
    fs::write(file, &bytes[..third]).expect("writes");
    for key in ["a", "c", "d"] {
        let error = store.get(key).expect_err("cut off").to_string();
        assert!(error.contains(&format!("byte {third}: records are missing")), "{key}: {error}");
    }
    let error = store.into_each(|_, _| Ok::<(), ShuffleError>(())).expect_err("cut off");
    assert!(matches!(error, ShuffleError::Corrupt { .. }), "{error}");
}

#[test]
fn a_folder_that_goes_away_is_named() {
    let folder = tempfile::tempdir().expect("folder");
    let (mut shuffle, file) = spilled(folder.path());
    fs::remove_dir_all(file.parent().expect("its folder")).expect("removed");
    let more = (0..100).try_for_each(|n| shuffle.add(&format!("{n}"), Numbers([n].into())));
    let error = more.expect_err("no folder").to_string();
    assert!(error.contains("spill-") && error.contains("numbers-"), "{error}");
}

/// Keys that sort otherwise as text than as bytes, share beginnings, or hold what separates fields.
#[test]
fn odd_keys_keep_their_groups_and_their_order() {
    let long = "k".repeat(300);
    let keys = ["", "\0", "a", "a\0", "a\n", "a b", "A", "É", "e\u{301}", "\u{10ffff}", "~", &long];
    let seen: Vec<(String, u32)> =
        (0..240).map(|n| (keys[n as usize * 5 % keys.len()].to_owned(), n)).collect();
    for memory in [1_000, 3_000, 100_000] {
        assert_eq!(groups(shuffled(&seen, memory).expect("enough")), expected(&seen), "{memory}");
    }
    let mut writer = StoreWriter::new("evidence", Settings { memory: 100, folder: None });
    for (key, group) in expected(&seen) {
        writer.put(&key, group).expect("writes");
    }
    let store = writer.finish().expect("writes");
    for (key, group) in expected(&seen) {
        assert_eq!(store.get(&key).expect("reads").as_deref(), Some(&group), "{key:?}");
    }
}
