//! Each way in which a corpus can be other than its archives say is found, and named.

use std::fs;

use scutch_corpus::verify::{Verified, VerifyRequest, verify};
use scutch_corpus::{Format, RunError};
use serde_json::Value;

use crate::archive::{Press, decoded, page, record};

/// A corpus of six pages in JSON lines.
fn corpus() -> Press {
    let press = Press::new();
    let bytes: Vec<u8> = (1..7).flat_map(|n| page("a.example", n, n)).collect();
    press.write("in/a.warc", &bytes);
    press.run(&press.config(&["in"], &[Format::Jsonl]), "c");
    press
}

fn request(press: &Press) -> VerifyRequest {
    VerifyRequest { folder: press.path("c"), jobs: 2, ..VerifyRequest::default() }
}

fn verified(press: &Press) -> Verified {
    verify(&request(press)).expect("verifies")
}

/// Subject, property, and what the archives say, of each difference.
fn differences(press: &Press) -> Vec<(String, String, String)> {
    let verified = verified(press);
    assert_eq!(verified.differing, verified.differences.len() as u64);
    verified.differences.into_iter().map(|d| (d.subject, d.what, d.derived)).collect()
}

/// Changes the rows, and what the manifest says of them, so that only the rows themselves give it away.
fn edit(press: &Press, change: impl Fn(usize, &mut Vec<Value>)) {
    edit_rows(press, change);
    // As in a corpus of an earlier version: nothing is compared with the root.
    let path = press.path("c/run.json");
    let text = fs::read_to_string(&path).expect("reads");
    let kept = text.lines().filter(|line| !line.trim_start().starts_with("\"rows_root\""));
    fs::write(&path, kept.collect::<Vec<_>>().join("\n")).expect("writes");
}

/// Changes the rows, and the digest of their file in the manifest, but not the root over all rows.
fn edit_rows(press: &Press, change: impl Fn(usize, &mut Vec<Value>)) {
    let path = press.path("c/docs/part-00000.jsonl.zst");
    let before = fs::read(&path).expect("reads");
    let mut rows = crate::archive::lines(&decoded(&path));
    let count = rows.len();
    change(count, &mut rows);
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let after = zstd::encode_all(lines.as_bytes(), 3).expect("packs");
    fs::write(&path, &after).expect("writes");
    resign(press, &before, &after);
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(bytes))
}

pub(crate) fn resign(press: &Press, before: &[u8], after: &[u8]) {
    let path = press.path("c/run.json");
    let text = fs::read_to_string(&path).expect("reads");
    let text = text
        .replace(&sha256(before), &sha256(after))
        .replace(&format!("\"size\": {}", before.len()), &format!("\"size\": {}", after.len()));
    fs::write(&path, text).expect("writes");
}

#[test]
fn a_corpus_as_it_was_made_is_sound() {
    let verified = verified(&corpus());
    assert!(verified.sound(), "{verified:?}");
    assert_eq!((verified.files, verified.rows, verified.derived), (3, 6, 6));
    assert_eq!((verified.missing, verified.depends), (0, false));
}

#[test]
fn every_column_that_is_changed_is_named() {
    let changes: [(&str, Value); 10] = [
        ("text", "Something else.".into()),
        ("title", Value::Null),
        ("url_key", "x".into()),
        ("n_words", 1.into()),
        ("http_status", 404.into()),
        ("charset", "windows-1252".into()),
        ("payload_digest", "sha256:0".into()),
        ("authors", vec!["Somebody"].into()),
        ("flags", vec!["crc"].into()),
        ("content_ratio", 0.5.into()),
    ];
    for (column, value) in changes {
        let press = corpus();
        edit(&press, |_, rows| rows[2][column] = value.clone());
        let found = differences(&press);
        assert_eq!(found.len(), 1, "{column}: {found:?}");
        assert_eq!(found[0].1, column);
    }
}

#[test]
fn columns_that_a_search_for_duplicates_fills_are_not_compared() {
    let press = corpus();
    edit(&press, |_, rows| rows[2]["dup_kind"] = "text".into());
    assert!(verified(&press).sound());
}

#[test]
fn a_row_that_is_added_or_gone_is_seen_in_the_count() {
    for (change, what) in [(0, "dropped"), (1, "repeated")] {
        let press = corpus();
        edit(&press, |_, rows| match change {
            0 => rows.truncate(5),
            _ => rows.push(rows[0].clone()),
        });
        let found = differences(&press);
        assert!(
            found.iter().any(|(_, property, _)| property == "counts.rows"),
            "{what}: {found:?}"
        );
    }
}

#[test]
fn a_row_that_is_changed_is_seen_in_the_root() {
    let press = corpus();
    edit_rows(&press, |_, rows| rows[2]["title"] = "Another".into());
    let whats: Vec<String> = differences(&press).into_iter().map(|(_, what, _)| what).collect();
    assert_eq!(whats, ["title", "rows_root"]);
}

#[test]
fn a_row_with_another_id_is_seen() {
    let press = corpus();
    edit(&press, |_, rows| rows[0]["id"] = "a".repeat(32).into());
    let found = differences(&press);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].1.as_str(), found[0].0.as_str()), ("id", "a".repeat(32).as_str()));
}

#[test]
fn a_row_that_points_nowhere_is_seen() {
    for (column, value) in
        [("warc_offset", Value::from(5_000_000)), ("warc_file", "other.warc".into())]
    {
        let press = corpus();
        edit(&press, |_, rows| rows[1][column] = value.clone());
        let found = differences(&press);
        assert!(found.iter().any(|(_, what, _)| what == "record"), "{column}: {found:?}");
    }
}

#[test]
fn a_file_that_is_changed_or_gone_is_seen() {
    let press = corpus();
    fs::write(press.path("c/quarantine.jsonl"), "{}\n").expect("writes");
    let found = differences(&press);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0.as_str(), found[0].1.as_str()), ("quarantine.jsonl", "sha256"));
    fs::remove_file(press.path("c/quarantine.jsonl")).expect("removes");
    assert_eq!(differences(&press)[0].1, "file");
    let press = corpus();
    fs::remove_file(press.path("c/docs/part-00000.jsonl.zst")).expect("removes");
    let whats: Vec<String> = differences(&press).into_iter().map(|(_, what, _)| what).collect();
    assert_eq!(whats, ["file", "counts.rows"]);
}

#[test]
fn a_part_that_cannot_be_read_is_named() {
    let press = corpus();
    let path = press.path("c/docs/part-00000.jsonl.zst");
    let before = fs::read(&path).expect("reads");
    fs::write(&path, b"nonsense").expect("writes");
    resign(&press, &before, b"nonsense");
    let found = differences(&press);
    assert!(found.iter().any(|(_, what, _)| what == "rows"), "{found:?}");
}

#[test]
fn an_archive_that_was_changed_is_seen_in_its_rows() {
    let press = corpus();
    let mut bytes = fs::read(press.path("in/a.warc")).expect("reads");
    let at = bytes.windows(6).position(|window| window == b"number").expect("a word");
    bytes[at..at + 6].copy_from_slice(b"NUMBER");
    press.write("in/a.warc", &bytes);
    let found = differences(&press);
    let columns: Vec<&str> = found.iter().map(|(_, what, _)| what.as_str()).collect();
    assert!(columns.contains(&"text") && columns.contains(&"payload_digest"), "{found:?}");
}

#[test]
fn a_record_that_became_something_else_is_seen() {
    let press = corpus();
    let bytes = fs::read(press.path("in/a.warc")).expect("reads");
    let text = String::from_utf8(bytes).expect("UTF-8");
    press.write("in/a.warc", text.replacen("200 OK", "404 NO", 1).as_bytes());
    let found = differences(&press);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].1.as_str(), found[0].2.as_str()), ("outcome", "status"));
    press.write("in/a.warc", &record("warcinfo", "", "software: test"));
    let whats: Vec<String> = differences(&press).into_iter().map(|(_, what, _)| what).collect();
    // The first row finds another record at its place, the others find none.
    assert_eq!(whats, ["outcome", "record", "record", "record", "record", "record"]);
}

#[test]
fn an_archive_that_is_gone_is_said_once_and_may_be_elsewhere() {
    let press = corpus();
    fs::create_dir(press.path("moved")).expect("creates");
    fs::rename(press.path("in/a.warc"), press.path("moved/a.warc")).expect("moves");
    let gone = verified(&press);
    assert_eq!((gone.missing, gone.derived, gone.differing), (1, 0, 1));
    assert_eq!(gone.differences[0].what, "archive");
    let request = VerifyRequest { archives: vec![press.path("moved")], ..request(&press) };
    assert!(verify(&request).expect("verifies").sound());
}

#[test]
fn a_sample_is_drawn_by_its_seed_whatever_the_jobs() {
    let press = corpus();
    edit(&press, |count, rows| (0..count).for_each(|at| rows[at]["n_words"] = 0.into()));
    let sampled = |sample, seed, jobs| {
        let request = VerifyRequest { sample: Some(sample), seed, jobs, ..request(&press) };
        verify(&request).expect("verifies")
    };
    for sample in [0, 1, 4, 6, 9] {
        let one = sampled(sample, 7, 1);
        assert_eq!((one.rows, one.derived), (6, sample.min(6) as u64));
        assert_eq!(one.differing, one.derived);
        assert_eq!(one, sampled(sample, 7, 3));
    }
    let drawn: Vec<Verified> = (0..6).map(|seed| sampled(1, seed, 1)).collect();
    assert!(drawn.iter().any(|other| *other != drawn[0]), "the seed chooses");
}

#[test]
fn a_corpus_without_rows_cannot_be_sound() {
    let press = Press::new();
    press.write("a.warc", &page("a.example", 1, 1));
    press.run(&press.config(&["a.warc"], &[Format::Text]), "c");
    assert!(matches!(verify(&request(&press)), Err(RunError::NoRows(_))));
    let text = fs::read_dir(press.path("c/text/00000")).expect("lists").next().expect("a file");
    fs::write(text.expect("an entry").path(), "x").expect("writes");
    assert!(!verified(&press).sound(), "its files still have digests");
}
