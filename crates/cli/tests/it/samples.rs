//! The main job on the bundled sample, against the truth written beside it.

use std::collections::BTreeMap;
use std::fs;

use crate::harness::{Env, root};
use serde_json::Value;

/// Least macro token F1 of extracted text against truth, per page template. Pages below it are
/// printed.
const FLOOR: f64 = 0.95;

#[test]
fn text_of_the_samples_is_right() {
    let rows = rows_of_samples();
    let mut scores: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for page in truth().iter().filter(|page| page["kind"] == "article") {
        let id = page["warc_record_id"].as_str().expect("record id");
        let text = rows.get(id).map_or("", |row| row["text"].as_str().unwrap_or_default());
        let score = f1(&tokens(text), &tokens(page["text"].as_str().expect("text")));
        if score < FLOOR {
            println!("{score:.3} {} {}", page["file"], page["url"]);
        }
        scores
            .entry(page["template"].as_str().expect("template").to_owned())
            .or_default()
            .push(score);
    }
    assert!(scores.len() >= 2, "two templates at least: {scores:?}");
    for (template, scores) in &scores {
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        println!("{template}: macro token F1 {mean:.4} over {} pages", scores.len());
        assert!(mean >= FLOOR, "{template}: {mean:.4}");
    }
}

#[test]
fn every_page_of_the_truth_has_its_row() {
    let rows = rows_of_samples();
    let mut wrong = 0;
    for page in truth().iter().filter(|page| page["kind"] == "article") {
        let id = page["warc_record_id"].as_str().expect("record id");
        let row = rows.get(id).unwrap_or_else(|| panic!("no row for {id}, {}", page["url"]));
        assert_eq!(row["url"], page["url"], "{id}");
        let others = page["charset_equivalents"].as_array().into_iter().flatten();
        if !others.chain([&page["charset"]]).any(|charset| *charset == row["charset"]) {
            println!("{}: {} for {}", page["url"], row["charset"], page["charset"]);
            wrong += 1;
        }
    }
    assert!(wrong <= 4, "{wrong} pages in the wrong encoding");
}

#[test]
fn rows_of_the_samples_verify() {
    let env = Env::new();
    let samples = root().join("samples").display().to_string();
    env.expect(0, &["corpus", &samples, "-o", "out", "-q"]);
    env.expect(0, &["verify", "out"]);
}

/// What options, group stages and `dedup` fill, and what no page of the samples says.
const MAY_BE_NULL: [&str; 11] = [
    "pwid",
    "subtitle",
    "licence",
    "post_id",
    "template_group",
    "cross",
    "topic_status",
    "topic_score",
    "dup_of",
    "dup_kind",
    "dup_similarity",
];

#[test]
fn every_column_has_a_value_in_some_row() {
    let rows = rows_of_samples();
    let columns = rows.values().next().expect("a row").as_object().expect("an object").keys();
    let empty = |column: &&String| rows.values().all(|row| row[*column].is_null());
    let empty: Vec<&String> =
        columns.filter(empty).filter(|column| !MAY_BE_NULL.contains(&column.as_str())).collect();
    assert!(empty.is_empty(), "null in every row: {empty:?}");
}

fn truth() -> Vec<Value> {
    let path = root().join("samples/truth.jsonl");
    let text = fs::read_to_string(path).expect("truth");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Rows by record id.
fn rows_of_samples() -> BTreeMap<String, Value> {
    let env = Env::new();
    let samples = root().join("samples").display().to_string();
    env.expect(0, &["corpus", &samples, "-o", "out", "-q", "--format", "jsonl"]);
    let mut rows = BTreeMap::new();
    for entry in fs::read_dir(env.path("out/docs")).expect("docs") {
        let part = fs::File::open(entry.expect("entry").path()).expect("part");
        let text = std::io::read_to_string(zstd::Decoder::new(part).expect("zstd")).expect("UTF-8");
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).expect("JSON");
            rows.insert(row["warc_record_id"].as_str().unwrap_or_default().to_owned(), row);
        }
    }
    rows
}

/// Lower-case words; characters of scripts without spaces one by one.
fn tokens(text: &str) -> BTreeMap<String, usize> {
    let mut bag = BTreeMap::new();
    let mut word = String::new();
    for c in text.to_lowercase().chars().chain([' ']) {
        let alone =
            matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{e00}'..='\u{e7f}');
        if (alone || !c.is_alphanumeric()) && !word.is_empty() {
            *bag.entry(std::mem::take(&mut word)).or_default() += 1;
        }
        if alone {
            *bag.entry(c.to_string()).or_default() += 1;
        } else if c.is_alphanumeric() {
            word.push(c);
        }
    }
    bag
}

fn f1(found: &BTreeMap<String, usize>, truth: &BTreeMap<String, usize>) -> f64 {
    let common: usize =
        found.iter().map(|(t, n)| (*n).min(truth.get(t).copied().unwrap_or(0))).sum();
    let (found, truth) = (found.values().sum::<usize>(), truth.values().sum::<usize>());
    if found + truth == 0 { 1.0 } else { 2.0 * common as f64 / (found + truth) as f64 }
}
