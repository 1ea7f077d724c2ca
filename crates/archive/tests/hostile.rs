//! The hostile files: what is promised of each is delivered, nothing is lost silently, and none of
//! them costs much time or memory. The table of results stands in `HOSTILE.md` beside this crate;
//! `UPDATE_DOCS=1 cargo test -p scutch-archive --test hostile` writes it anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use scutch_archive::{Item, Limits, Reader, RecordKind, Severity, capture};

/// More than expected: the policy and its reason stand in the table.
const BEYOND: &[(&str, usize, &str)] = &[
    ("a02_len_lies.arc", 2, ALL_THERE),
    ("c14_bomb_member.warc.gz", 3, "the cap bounds what is kept; the extent tells the rest"),
    ("r01_cl_too_small.warc", 3, ALL_THERE),
    ("r02_cl_too_large.warc", 5, "its HTTP length shows that every byte is there"),
    ("r03_cl_negative.warc", 3, ALL_THERE),
    ("r04_cl_huge.warc", 3, ALL_THERE),
    ("r05_cl_overflow.warc", 3, ALL_THERE),
    ("r06_cl_missing.warc", 3, ALL_THERE),
    ("r07_cl_duplicate.warc", 3, ALL_THERE),
    ("r08_cl_text.warc", 3, ALL_THERE),
];

const ALL_THERE: &str = "the next record shows that every byte is there";

#[derive(Default)]
struct Outcome {
    good: usize,
    flagged: usize,
    lost: u64,
    ids: Vec<&'static str>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/archive/hostile/files")
}

fn read(path: &Path) -> Result<Outcome, String> {
    let limits = Limits::default();
    let mut reader = Reader::open(path, &limits).map_err(|e| e.to_string())?;
    let mut outcome = Outcome::default();
    while let Some(item) = reader.next() {
        match item {
            Item::Damage(damage) => {
                outcome.lost += damage.length;
                outcome.ids.push(damage.cause.id());
            }
            Item::Record(record) => {
                let lost = record.faults().iter().any(|f| f.severity == Severity::Lost);
                outcome.flagged += usize::from(lost);
                let counts = *record.kind() != RecordKind::Filedesc;
                outcome.good += usize::from(!lost && counts);
                outcome.ids.extend(record.faults().iter().map(|f| f.cause.id()));
                if let Ok(capture) = capture(&record, &limits) {
                    outcome.ids.extend(capture.payload.flags.iter().map(|f| f.id()));
                }
            }
        }
    }
    outcome.ids.sort_unstable();
    outcome.ids.dedup();
    Ok(outcome)
}

#[test]
fn every_file_gives_what_can_be_had() {
    let folder = folder();
    let Ok(expected) = fs::read_to_string(folder.join("EXPECTED.json")) else {
        eprintln!("SKIPPED: every_file_gives_what_can_be_had: shared data not present");
        return;
    };
    let expected: BTreeMap<String, serde_json::Value> =
        serde_json::from_str(&expected).expect("JSON");
    let mut table = String::from(HEAD);
    for (name, case) in expected.iter().filter(|(name, _)| !name.starts_with(['x', 'm'])) {
        let wanted = case["good_records"].as_u64().expect("a number") as usize;
        let beyond = BEYOND.iter().find(|(beyond, ..)| beyond == name);
        let started = Instant::now();
        let outcome = read(&folder.join(name));
        assert!(started.elapsed() < Duration::from_secs(10), "{name}: {:?}", started.elapsed());
        let good = outcome.as_ref().map_or(0, |o| o.good);
        assert_eq!(good, beyond.map_or(wanted, |b| b.1), "{name}: {}", case["expect"]);
        let expect = case["expect"].as_str().unwrap_or_default().replace('|', "\\|");
        let what = match outcome {
            Ok(Outcome { good, flagged, lost, ids }) => {
                format!("{good} | {flagged} | {lost} | {}", ids.join(", "))
            }
            Err(error) => {
                let error = error.split('/').next_back().unwrap_or_default().to_owned();
                format!("0 | 0 | | {error}")
            }
        };
        let remark = beyond.map_or(String::new(), |b| format!("; {}", b.2));
        writeln!(table, "| {name} | {expect}{remark} | {wanted} | {what} |").expect("memory");
    }
    check_memory();
    check_table(&table);
}

/// The most memory this process ever held.
fn check_memory() {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return };
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("VmHWM");
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(peak < 100_000, "peak {peak} kB");
}

fn check_table(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("HOSTILE.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, table).expect("the table can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == table, "HOSTILE.md is out of date: see the head of this test");
}

const HEAD: &str = "# Hostile archives

What the reader makes of each file of the hostile set. *Good* are records without a `lost` fault (the
version block of ARC files not counted), *flagged* are records delivered with one, *lost bytes* is the
sum of the ranges reported as damage, and the reasons are those of all faults, flags and ranges.

| file | what is expected | good records expected | good | flagged | lost bytes | reasons |
|---|---|---:|---:|---:|---:|---|
";
