//! The whole round: rows are decided on in a browser, the studio ends, and the next run obeys.

use std::collections::BTreeMap;

use serde_json::Value;

use super::devtools::Browser;
use super::served::{Served, archive};
use crate::browser::browser;
use crate::harness::{Env, bytes_of};

const READY: &str = "document.querySelector('main[data-ready]') !== null";
/// What a decision about a title may change in a row.
const OF_TITLE: &[&str] = &["title", "metadata_json", "metadata_conflicts", "schema_json"];

/// The rows of a corpus of JSON lines by address.
fn rows(env: &Env, folder: &str) -> BTreeMap<String, Value> {
    let files = bytes_of(&env.path(folder));
    let parts = files.iter().filter(|(name, _)| name.starts_with("docs/"));
    let lines = parts.flat_map(|(_, bytes)| zstd::decode_all(&bytes[..]).expect("zstd"));
    let lines = String::from_utf8(lines.collect()).expect("UTF-8");
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row"));
    rows.map(|row| (row["url"].as_str().expect("an address").to_owned(), row)).collect()
}

/// Opens the view of the row with an address, by the table.
fn open(browser: &mut Browser, served: &Served, url: &str) {
    browser.open(&served.address(&format!("rows?where=url:is:{url}")));
    browser.until(&format!(
        "document.querySelectorAll('tr[data-id]').length === 1 && location.search.endsWith('{url}') && {READY}"
    ));
    browser.press("j");
    browser.value("document.activeElement.click(); true");
    browser.until(&format!("location.pathname.includes('/row/') && {READY}"));
}

#[test]
fn a_decision_changes_the_next_run_and_that_row_alone() {
    let Some(program) = browser("a_decision_changes_the_next_run_and_that_row_alone") else {
        return;
    };
    let env = Env::new();
    env.write("a.warc", &archive());
    env.expect(0, &["corpus", "a.warc", "-o", "corpus", "--format", "jsonl", "-q"]);
    let served = Served::start(&env, &["corpus", "--annotator", "ann"]);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    let decided =
        |text: &str| format!("document.getElementById('decided').textContent.includes('{text}')");
    let [out, renamed] = ["http://fair.example/3", "http://tower.example/5"];
    open(&mut browser, &served, out);
    browser.press("x");
    browser.until(&decided("leave out"));
    open(&mut browser, &served, renamed);
    browser.press("t");
    browser.until("document.activeElement.id === 'field-title'");
    browser.value("document.activeElement.value = 'Low tide'; true");
    browser.press("Enter");
    browser.until(&decided("Title Low tide"));
    drop(browser);
    let (code, said) = served.interrupt();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("decisions.jsonl"), "{said}");
    let again = ["corpus", "a.warc", "-o", "again", "--format", "jsonl", "-q"];
    env.expect(0, &[&again[..], &["--decisions", "labels/decisions.jsonl"]].concat());
    env.expect(0, &["verify", "again"]);
    let (before, mut after) = (rows(&env, "corpus"), rows(&env, "again"));
    assert_eq!((before.len(), after.len()), (12, 11));
    assert!(!after.contains_key(out));
    assert_eq!(after[renamed]["title"], "Low tide");
    for (url, row) in &mut after {
        let mut old = before[url].clone();
        if url == renamed {
            for column in OF_TITLE {
                assert!(column != &"title" || row[column] != old[column], "{url} {column}");
                old[*column] = row[*column].clone();
            }
        }
        assert_eq!(*row, old, "{url}");
    }
}
