//! `scutch corpus --decisions`: what people decided on rows, and what is said of it.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{Env, article, page, with_archive};
use crate::shares::shared_like_whole;

/// Ids of the rows that a run makes, in their order.
fn ids(env: &Env, run: &[&str]) -> Vec<String> {
    let args = [&["corpus", "-o", "-", "--format", "jsonl", "-q"], run].concat();
    let rows = String::from_utf8(env.expect(0, &args).stdout).expect("UTF-8");
    let id = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("a row");
        row["id"].as_str().expect("an id").to_owned()
    };
    rows.lines().map(id).collect()
}

fn decide(env: &Env, lines: &[Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    env.write("d.jsonl", text.as_bytes());
}

#[test]
fn a_line_that_is_no_decision_ends_the_run_before_it_begins() {
    let env = with_archive();
    for (text, said) in [
        (
            "{\"id\": \"a\", \"field\": \"keep\", \"value\": false}\n{\"id\": \"a\"",
            "scutch: d.jsonl, line 2: no JSON object (EOF while parsing an object at column 10)\n",
        ),
        (
            "\n{\"id\": \"a\", \"field\": \"title\", \"value\": 7}\n",
            "scutch: d.jsonl, line 2: `value` is 7, and must be a text in one line, or null where there is none\n",
        ),
    ] {
        env.write("d.jsonl", text.as_bytes());
        let shot = env.shot(&["corpus", "in", "-o", "out", "--decisions", "d.jsonl"]);
        assert_eq!(shot, format!("exit: 1\n--- stdout\n--- stderr\n{said}"));
        assert!(!env.path("out").exists());
    }
    let shot = env.shot(&["corpus", "in", "-o", "out", "--decisions", "none.jsonl"]);
    assert!(
        shot.starts_with("exit: 1\n") && shot.contains("scutch: none.jsonl: no such file"),
        "{shot}"
    );
    // A digest without its file chooses nothing.
    env.write("c.toml", b"decisions_sha256 = 'ab'\n");
    let shot = env.shot(&["corpus", "in", "-o", "out", "--config", "c.toml"]);
    assert!(shot.contains("`decisions_sha256` is `ab`: the digest of a file: name it"), "{shot}");
}

#[test]
fn the_end_of_a_run_says_what_became_of_decisions() {
    let env = with_archive();
    let ids = ids(&env, &["in"]);
    let unknown = |n: u32| json!({"id": format!("row-{n}"), "field": "keep", "value": false});
    let mut lines = vec![
        json!({"id": ids[0], "field": "keep", "value": false, "by": "ada", "why": "a draft"}),
        json!({"id": ids[1], "field": "title", "value": "Other notes", "by": "ada"}),
    ];
    lines.extend((0..7).map(unknown));
    decide(&env, &lines);
    let args = ["corpus", "in", "-o", "out", "--decisions", "d.jsonl", "--format", "jsonl"];
    let shot = env.shot(&args);
    for line in [
        "           2  documents\n",
        "           1  out of scope: left-out\n",
        "           2  rows with decisions\n",
        "           7  decisions on rows that this run did not make\n",
        "              row-0 (line 3)\n",
        "              row-4 (line 7)\n",
    ] {
        assert!(shot.contains(line), "{line}{shot}");
    }
    assert!(!shot.contains("row-5"), "{shot}");
    let verbose = env.shot(&[&args[..], &["--overwrite", "-v", "--seed", "7"]].concat());
    assert!(verbose.contains("row-6 (line 9)\n"), "{verbose}");
    assert!(verbose.contains("left-out - Somebody decided to leave the row out"), "{verbose}");
    let report = fs::read_to_string(env.path("out/report.html")).expect("a report");
    assert!(report.contains("left-out") && report.contains("row-0"));
}

#[test]
fn verify_knows_the_decisions_of_a_corpus() {
    let env = with_archive();
    let ids = ids(&env, &["in"]);
    let line = json!({"id": ids[1], "field": "title", "value": "Other notes"});
    decide(&env, std::slice::from_ref(&line));
    env.expect(0, &["corpus", "in", "-o", "out", "--decisions", "d.jsonl", "-q"]);
    env.expect(0, &["verify", "out", "-q"]);
    fs::rename(env.path("d.jsonl"), env.path("moved.jsonl")).expect("moved");
    let shot = env.shot(&["verify", "out"]);
    assert!(shot.starts_with("exit: 4\n--- stdout\nd.jsonl: decisions: stored readable"), "{shot}");
    assert!(
        shot.contains("hint: rows are derived without decisions; name their file: --decisions")
    );
    env.expect(0, &["verify", "out", "-q", "--decisions", "moved.jsonl"]);
    decide(&env, &[line, json!({"id": ids[0], "field": "keep", "value": false})]);
    let shot = env.shot(&["verify", "out"]);
    assert!(shot.contains("d.jsonl: changed since it was written\n"), "{shot}");
    assert!(shot.contains(&format!("{}: outcome: stored row, derived left-out", ids[0])), "{shot}");
    assert!(shot.contains("2 of 3 rows derived again, 2 differences"), "{shot}");
}

#[test]
fn three_shards_obey_the_decisions_of_one_run() {
    let env = Env::new();
    for file in 0..3 {
        let pages = (0..5).flat_map(|n| {
            // The last page of each file is the first of all, once more.
            let n = if n == 4 { 0 } else { file * 5 + n };
            page(&format!("http://harbour.example/{n}"), n, "200 OK", &article(n))
        });
        env.write(&format!("in/{file}.warc"), &pages.collect::<Vec<u8>>());
    }
    let ids = ids(&env, &["in"]);
    // The second copy of the first page, and pages of all files.
    let lines = [
        json!({"id": ids[9], "field": "keep", "value": false}),
        json!({"id": ids[4], "field": "title", "value": "A copy"}),
        json!({"id": ids[7], "field": "author", "value": "Ada Gull"}),
        json!({"id": ids[12], "field": "page_type", "value": "listing"}),
        json!({"id": "nobody", "field": "keep", "value": false}),
    ];
    decide(&env, &lines);
    shared_like_whole(&env, 3, "--decisions d.jsonl --format parquet,jsonl --shard-records 4");
    env.expect(0, &["verify", "merged", "-q"]);
    let manifest = fs::read(env.path("merged/run.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    assert_eq!(manifest["counts"]["out_of_scope"]["left-out"], 1);
    assert_eq!(
        (&manifest["decisions"]["rows"], &manifest["decisions"]["unknown"]),
        (&json!(5), &json!(1))
    );
}
