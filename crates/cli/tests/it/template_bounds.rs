//! `scutch template` ends on pages that are made to keep it busy, and says what it left out.

use std::fs;

use serde_json::Value;

use crate::harness::{Env, page};
use crate::template::pages;

/// Three ways through the comparison: by scores, by words, by learners.
const METHODS: [&str; 3] = ["learned", "t002", "t005"];

fn archive(env: &Env, pages: &[(String, String)]) {
    let numbered = (1..).zip(pages);
    let records = numbered.flat_map(|(id, (url, html))| page(url, id, "200 OK", html));
    env.write("in/a.warc", &records.collect::<Vec<u8>>());
}

fn label(env: &Env, method: &str) -> Vec<Value> {
    env.expect(0, &["template", "in", "-o", method, "--method", method, "-q"]);
    pages(env, method)
}

/// The flags of each row.
fn flags(env: &Env, folder: &str) -> Vec<Value> {
    let part = fs::File::open(env.path(folder).join("docs/part-00000.jsonl.zst")).expect("part");
    let text = String::from_utf8(zstd::decode_all(part).expect("zstd")).expect("UTF-8");
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.map(|mut row| row["flags"].take()).collect()
}

fn has(flags: &Value, flag: &str) -> bool {
    flags.as_array().expect("flags").iter().any(|known| known == flag)
}

fn url(path: impl std::fmt::Display) -> String {
    format!("http://a.example/{path}")
}

const STORY: &str =
    "<ul><li>Home</ul><h1>Fog</h1><p>The ferry left the harbour late this morning.</p>";

#[test]
fn very_many_identical_pages_are_copies() {
    let env = Env::new();
    archive(&env, &(0..1000).map(|n| (url(n), STORY.to_owned())).collect::<Vec<_>>());
    let pages = label(&env, "learned");
    assert_eq!(pages.len(), 1000);
    assert!(pages.iter().all(|page| page["reason"] == "only-copies"));
}

/// Some 4 MB of paragraphs, no two alike.
fn long(seed: u32) -> String {
    let herrings = "herring ".repeat(60);
    (0..8000).map(|n| format!("<p>Boat {seed} {n}: {herrings}</p>")).collect()
}

#[test]
fn pages_of_several_megabytes_are_no_partners_and_small_ones_say_so() {
    let env = Env::new();
    let large = [1, 2].map(|seed| (url(seed), long(seed)));
    archive(&env, &[&large[..], &[(url("small"), STORY.to_owned())]].concat());
    let pages = label(&env, "learned");
    assert_eq!(pages[2]["reason"], "no-other-kept");
    let found = flags(&env, "learned");
    assert!(found[..2].iter().all(|flags| has(flags, "template-too-large")));
    assert!(!has(&found[2], "template-too-large"));
}

#[test]
fn pages_that_differ_in_every_other_word_are_not_compared_to_the_end() {
    let env = Env::new();
    let words = |other: &str| (0..2500).map(|n| format!("w{n} {other}{n} ")).collect::<String>();
    let html = |other: &str| format!("<h1>{other}</h1><p>{}</p>", words(other));
    archive(&env, &["x", "y"].map(|other| (url(other), html(other))));
    let pages = label(&env, "t002");
    assert!(pages.iter().all(|page| page["status"] == "joint"));
    assert!(flags(&env, "t002").iter().all(|flags| has(flags, "template-diff-capped")));
    label(&env, "learned");
    assert!(!flags(&env, "learned").iter().any(|flags| has(flags, "template-diff-capped")));
}

#[test]
fn elements_nested_a_hundred_thousand_deep_are_flattened() {
    let env = Env::new();
    let deep = |n: u32| {
        format!("<h1>Day {n}</h1>{}<p>Story {n} of many boats.</p>", "<div>".repeat(100_000))
    };
    archive(&env, &(0..3).map(|n| (url(n), deep(n))).collect::<Vec<_>>());
    for method in METHODS {
        assert!(label(&env, method).iter().all(|page| page["status"] == "joint"), "{method}");
        assert!(flags(&env, method).iter().all(|flags| has(flags, "page-depth-capped")));
    }
}

#[test]
fn pages_without_text_have_the_reason() {
    let env = Env::new();
    let empty = (0..50).map(|n| (url(n), "<div><img src=a.png></div>".repeat(n)));
    archive(&env, &empty.collect::<Vec<_>>());
    for method in METHODS {
        assert!(label(&env, method).iter().all(|page| page["reason"] == "empty-page"), "{method}");
    }
}
