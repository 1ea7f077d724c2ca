//! What people decided on rows changes these rows, and no others.

use std::collections::BTreeMap;
use std::fs;

use scutch_corpus::run::{derive_share, gather, merge_rows};
use scutch_corpus::verify::{Verified, VerifyRequest, verify};
use scutch_corpus::{Config, Extractor, Format, Manifest, RunError, Share, Unwatched, run};
use scutch_folder::config::Select;
use serde_json::{Value, json};

use crate::archive::{Press, page};
use crate::runs::StopAfter;
use crate::{crawled, shares, stream};

/// Nine pages of two hosts, one of which is there three times.
fn press() -> Press {
    let press = Press::new();
    let pages = |numbers: &[u32]| {
        let host = |n: &u32| ["a.example", "b.example"][*n as usize % 2];
        numbers.iter().flat_map(|n| page(host(n), *n, 1)).collect::<Vec<u8>>()
    };
    press.write("in/a.warc", &pages(&[1, 2, 3, 4, 4]));
    press.write("in/b.warc", &pages(&[5, 6, 4, 7, 8, 9]));
    press
}

/// A configuration that compares pages, so that rows depend on each other.
fn joint(press: &Press) -> Config {
    let config = press.config(&["in"], &[Format::Jsonl, Format::Parquet, Format::Tei]);
    Config { extractor: Extractor::Auto, ..config }
}

fn with(press: &Press, config: &Config, name: &str, lines: &[Value]) -> Config {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    press.write(name, text.as_bytes());
    Config { decisions: Some(press.path(name)), ..config.clone() }
}

fn by_id(press: &Press, output: &str) -> BTreeMap<String, Value> {
    let id = |row: &Value| row["id"].as_str().expect("an id").to_owned();
    press.rows(output).into_iter().map(|row| (id(&row), row)).collect()
}

/// Ids of the rows of a page, in the order of the run.
fn ids(press: &Press, output: &str, number: u32) -> Vec<String> {
    let rows = press.rows(output).into_iter();
    let of_page = rows
        .filter(|row| row["url"].as_str().is_some_and(|url| url.ends_with(&format!("/{number}"))));
    of_page.map(|row| row["id"].as_str().expect("an id").to_owned()).collect()
}

/// A line for every field: pages 1 and 2 described, 3 and the second copy of 4 left out.
fn every_field(press: &Press, output: &str) -> Vec<Value> {
    let first = |number| ids(press, output, number).remove(0);
    let (one, two, copy) = (first(1), first(2), ids(press, output, 4).remove(1));
    vec![
        json!({"id": one, "field": "title", "value": "Wrong"}),
        json!({"id": one, "field": "title", "value": "The ferry", "by": "ada", "why": "heading"}),
        json!({"id": one, "field": "author", "value": ["Ada Gull", "Bo Tern"], "by": "ada"}),
        json!({"id": one, "field": "date_published", "value": "2018-04-01"}),
        json!({"id": one, "field": "page_type", "value": "documentation", "by": "bo"}),
        json!({"id": two, "field": "title", "value": null, "by": "bo"}),
        json!({"id": first(3), "field": "keep", "value": false, "why": "a test page"}),
        json!({"id": copy, "field": "keep", "value": false}),
        json!({"id": first(5), "field": "keep", "value": false}),
        json!({"id": first(5), "field": "keep", "undo": true}),
        json!({"id": first(6), "field": "keep", "value": true}),
        json!({"id": "nobody", "field": "keep", "value": false}),
    ]
}

fn columns_that_differ(one: &Value, other: &Value) -> Vec<String> {
    let fields = one.as_object().expect("a row").keys();
    fields.filter(|name| one[*name] != other[*name]).cloned().collect()
}

#[test]
fn a_decision_changes_its_row_and_no_other() {
    let press = press();
    let config = joint(&press);
    let plain = press.run(&config, "plain");
    assert!(plain.decisions.is_none());
    let lines = every_field(&press, "plain");
    let (before, left_out) = (by_id(&press, "plain"), [&lines[6], &lines[7]]);
    for (nth, (jobs, shard_records)) in [(1, 4096), (3, 2), (2, 3)].into_iter().enumerate() {
        let output = format!("decided-{nth}");
        let config = with(&press, &Config { shard_records, ..config.clone() }, "d.jsonl", &lines);
        let request = scutch_corpus::Request { jobs, ..press.request(&config, &output) };
        run(&request, &Unwatched).expect("a corpus");
        let manifest = scutch_corpus::read_manifest(&press.path(&output)).expect("a manifest");
        assert!(manifest.counts.adds_up());
        assert_eq!(manifest.counts.out_of_scope.0.get("left-out"), Some(&2));
        assert_eq!(manifest.counts.rows + 2, plain.counts.rows);
        let after = by_id(&press, &output);
        for (id, row) in &before {
            if left_out.iter().any(|line| line["id"] == *id.as_str()) {
                assert!(!after.contains_key(id), "{id}");
                continue;
            }
            let differ = columns_that_differ(row, &after[id]);
            let expected: &[&str] = match row["url"].as_str().expect("an address") {
                "http://b.example/1" => {
                    &["title", "authors", "date_published", "metadata_json", "schema_json"]
                }
                "http://a.example/2" => &["title", "metadata_json", "schema_json"],
                _ => &[],
            };
            let mut expected: Vec<&str> = expected.to_vec();
            expected.sort_unstable();
            let mut differ: Vec<&str> = differ.iter().map(String::as_str).collect();
            differ.sort_unstable();
            assert_eq!(differ, expected, "{}", row["url"]);
        }
    }
}

fn metadata(row: &Value) -> Value {
    match &row["metadata_json"] {
        Value::String(text) => serde_json::from_str(text).expect("JSON"),
        value => value.clone(),
    }
}

#[test]
fn a_decided_value_names_decision_as_its_source() {
    let press = press();
    let config = joint(&press);
    press.run(&config, "plain");
    let lines = every_field(&press, "plain");
    let manifest = press.run(&with(&press, &config, "d.jsonl", &lines), "decided");
    let rows = by_id(&press, "decided");
    let row = &rows[lines[0]["id"].as_str().expect("an id")];
    assert_eq!(
        (&row["title"], &row["date_published"]),
        (&json!("The ferry"), &json!("2018-04-01"))
    );
    assert_eq!(row["authors"], json!(["Ada Gull", "Bo Tern"]));
    let metadata = metadata(row);
    for (field, value, by) in [
        ("title", "The ferry", "ada"),
        ("authors", "Ada Gull", "ada"),
        ("date_published", "2018-04-01", ""),
        ("page_type", "documentation", "bo"),
    ] {
        let first = &metadata[field][0];
        assert_eq!(first["value"], value, "{field}: {first}");
        assert_eq!((&first["source"], &first["detail"]), (&json!("decision"), &json!(by)));
    }
    // What the page says stays behind it.
    assert_eq!(metadata["title"][1]["value"], "Story 1");
    assert_eq!(manifest.counts.page_types.0.get("documentation"), Some(&1));
    let tei = fs::read_dir(press.path("decided/tei")).expect("TEI").count();
    assert!(tei > 0);
    let empty = &rows[lines[5]["id"].as_str().expect("an id")];
    assert_eq!(empty["title"], Value::Null);
}

/// Pages that were joined stay joined, and noted.
#[test]
fn articles_of_several_pages_are_decided_on_as_one() {
    let press = Press::new();
    press.write("in/a.warc", &crawled::crawl_of(100, 1, true));
    let config = press.config(&["in"], &[Format::Jsonl]);
    press.run(&config, "plain");
    let before = press.rows("plain").remove(0);
    let line = json!({"id": before["id"], "field": "title", "value": "Decided"});
    press.run(&with(&press, &config, "d.jsonl", &[line]), "decided");
    let after = press.rows("decided").remove(0);
    let mut differ = columns_that_differ(&before, &after);
    differ.sort_unstable();
    assert_eq!(differ, ["metadata_json", "schema_json", "title"]);
    let pages = metadata(&after)["pages"].clone();
    assert_eq!(
        (metadata(&before)["pages"].clone(), pages.as_array().map(Vec::len)),
        (pages.clone(), Some(2))
    );
}

#[test]
fn filters_of_types_go_by_the_decided_type() {
    let press = press();
    let config = joint(&press);
    let plain = press.run(&config, "plain");
    let types: Vec<&String> = plain.counts.page_types.0.keys().collect();
    assert_eq!(plain.counts.page_types.0.len(), 1, "{types:?}");
    let found = types[0].clone();
    let other = if found == "listing" { "forum" } else { "listing" };
    let id = ids(&press, "plain", 1).remove(0);
    let line = json!({"id": id, "field": "page_type", "value": other});
    for (selected, rows) in [(&*found, plain.counts.rows - 1), (other, 1)] {
        let selected = serde_json::from_value(json!([selected])).expect("types");
        let mut config = with(&press, &config, "d.jsonl", std::slice::from_ref(&line));
        config.scope.select = Select { page_types: selected, ..Select::default() };
        let manifest = press.run(&config, &format!("rows-{rows}"));
        assert_eq!(manifest.counts.rows, rows);
        assert_eq!(manifest.decisions.expect("decisions").unknown, 0);
    }
}

#[test]
fn decisions_on_rows_that_are_not_there_are_counted_and_named() {
    let press = press();
    let config = joint(&press);
    press.run(&config, "plain");
    let lines = every_field(&press, "plain");
    let manifest = press.run(&with(&press, &config, "d.jsonl", &lines), "decided");
    let told = manifest.decisions.expect("decisions");
    assert_eq!((told.rows, told.unknown), (6, 1));
    assert_eq!((&*told.unknown_rows[0].id, told.unknown_rows[0].line), ("nobody", 12));
    let stored = fs::read(press.path("d.jsonl")).expect("read");
    let digest = scutch_folder::digest::file_digest(&press.path("d.jsonl")).expect("a digest");
    assert_eq!(
        (manifest.config.decisions_sha256, digest.size),
        (Some(digest.sha256), stored.len() as u64)
    );
}

#[test]
fn decisions_are_obeyed_in_shares_in_streams_and_after_a_stop() {
    let press = press();
    let config = joint(&press);
    press.run(&config, "plain");
    let lines = every_field(&press, "plain");
    let config = Config {
        shard_records: 2,
        formats: vec![Format::Parquet, Format::Jsonl],
        ..with(&press, &config, "d.jsonl", &lines)
    };
    shares::same(&press, &config, "shares");
    stream::same(&press, &Config { formats: vec![Format::Parquet], ..config.clone() }, "stream");
    run(&press.request(&config, "stopped"), &StopAfter::new(3)).expect("a run");
    assert!(!press.path("stopped/run.json").exists());
    run(&press.request(&config, "stopped"), &Unwatched).expect("the rest");
    let manifest = |folder: &str| fs::read(press.path(folder).join("run.json")).expect("read");
    assert!(manifest("stopped") == manifest("shares-whole"));
}

#[test]
fn a_run_goes_on_with_its_own_decisions_only() {
    let press = press();
    let config = joint(&press);
    press.run(&config, "plain");
    let lines = every_field(&press, "plain");
    let decided = with(&press, &config, "d.jsonl", &lines);
    press.run(&decided, "c");
    // Wherever the file is.
    let moved = with(&press, &config, "moved.jsonl", &lines);
    let again = run(&press.request(&moved, "c"), &Unwatched).expect("nothing to do");
    assert!(matches!(again, scutch_corpus::Ended::AlreadyComplete(_)), "{again:?}");
    let others = with(&press, &config, "d.jsonl", &lines[..3]);
    let refused = run(&press.request(&others, "c"), &Unwatched).expect_err("other decisions");
    assert!(
        refused.to_string().ends_with("another corpus, made with other decisions"),
        "{refused}"
    );
    // A configuration of `run.json` means its decisions.
    let manifest = scutch_corpus::read_manifest(&press.path("c")).expect("a manifest");
    let refused = run(&press.request(&manifest.config, "d"), &Unwatched).expect_err("changed");
    assert!(matches!(refused, RunError::Decisions(_)), "{refused}");
    assert!(!press.path("d").exists(), "nothing is written");
}

#[test]
fn parts_of_other_decisions_do_not_merge() {
    let press = press();
    let config = joint(&press);
    press.run(&config, "plain");
    let lines = every_field(&press, "plain");
    // Evidence does not depend on decisions.
    let evidence = press.request(&config, "evidence");
    gather(&evidence, None, &Unwatched).expect("gathered");
    let part = |number: u32, lines: &[Value]| {
        let config = with(&press, &config, "d.jsonl", lines);
        let request = press.request(&config, &format!("part-{number}-{}", lines.len()));
        let share = Share { number, of: 2 };
        derive_share(&request, &evidence.output, share, &Unwatched).expect("derived");
        request.output
    };
    let (first, second) = (part(1, &lines), part(2, &lines));
    let other = part(2, &lines[..3]);
    let merged = |parts: [&std::path::PathBuf; 2], output: &str| {
        let parts = parts.map(Clone::clone);
        merge_rows(&parts, &press.request(&config, output), &Unwatched)
    };
    let refused = merged([&first, &other], "m").expect_err("two files of decisions");
    assert!(refused.to_string().ends_with("because it was made with other decisions"), "{refused}");
    merged([&first, &second], "m").expect("merged");
    press.run(&with(&press, &config, "d.jsonl", &lines), "whole");
    assert_eq!(by_id(&press, "m"), by_id(&press, "whole"));
}

fn verified(press: &Press, decisions: Option<&str>) -> Verified {
    let decisions = decisions.map(|name| press.path(name));
    let request =
        VerifyRequest { folder: press.path("c"), decisions, jobs: 2, ..VerifyRequest::default() };
    verify(&request).expect("verified")
}

#[test]
fn a_corpus_is_verified_by_its_decisions() {
    let press = press();
    let config = joint(&press);
    press.run(&config, "plain");
    let lines = every_field(&press, "plain");
    let manifest: Manifest = press.run(&with(&press, &config, "d.jsonl", &lines), "c");
    let sound = verified(&press, None);
    assert!(sound.sound(), "{:?}", sound.differences);
    assert_eq!(sound.derived, manifest.counts.rows);
    fs::rename(press.path("d.jsonl"), press.path("moved.jsonl")).expect("moved");
    let lost = verified(&press, None);
    assert!(lost.missing_decisions);
    // The file, and what it changed in two rows.
    assert_eq!(lost.differing, 1 + 5 + 3, "{:?}", lost.differences);
    assert_eq!(lost.differences[0].what, "decisions");
    assert!(verified(&press, Some("moved.jsonl")).sound());
    let mut changed = lines.clone();
    changed.push(json!({"id": ids(&press, "c", 9)[0], "field": "keep", "value": false}));
    with(&press, &config, "d.jsonl", &changed);
    let told = verified(&press, None);
    let what: Vec<_> = told.differences.iter().map(|d| (&*d.what, &*d.derived)).collect();
    assert_eq!(what.len(), 2, "{what:?}");
    assert_eq!((what[0].0, what[1]), ("sha256", ("outcome", "left-out")));
    press.write("d.jsonl", b"{");
    let broken = verified(&press, None);
    assert!(broken.missing_decisions && broken.differences[0].derived.contains("line 1"));
}

#[test]
fn rows_alone_on_an_engine_refuse_decisions() {
    let press = press();
    let config = with(&press, &joint(&press), "d.jsonl", &[]);
    let task = run::engine::EngineTask::new(config).expect("inputs");
    let refused = task.schema().expect_err("decisions").to_string();
    assert!(
        refused.starts_with("decisions are obeyed where a corpus folder is written"),
        "{refused}"
    );
}
