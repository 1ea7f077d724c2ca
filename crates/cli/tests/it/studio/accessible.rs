//! Views by the rules of axe-core: WCAG 2.2, levels A and AA, light and dark, in a wide and a narrow window.
//!
//! `cargo xtask test` sets axe-core up and names its script in `SCUTCH_TEST_AXE`.

use std::fs;

use serde_json::json;

use super::devtools::Browser;
use super::served::{Served, corpus};
use crate::browser::browser;
use crate::harness::Env;

/// Notes what axe-core finds, as lines: rule, element. Archived pages in frames are not ours. The page keeps the
/// lines: a promise that nothing refers to may be collected.
const RUN: &str = "axe.run(document, { iframes: false, \
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((found) => { \
    window.lines = found.violations.flatMap((one) => \
        one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)}`)); }); true";

/// Views of a corpus folder, `{row}` for a row.
const VIEWS: &[&str] = &[
    "rows",
    "rows?q=ferry&where=url:has:tower&sort=-timestamp",
    "rows?q=zeppelin",
    "row/{row}",
    "cross/{row}",
    "groups",
    "report",
    "decisions",
    "quarantine",
    "quarantine/0",
    "overview",
    "label/0",
    "agreement",
    "timemaps",
    "timemap/0",
    "timemap/0?profile=otmt-paper",
    "timemap/0/1",
];

/// The violations on each view in a window, light and dark.
fn violations(browser: &mut Browser, served: &Served, row: &str, axe: &str) -> Vec<String> {
    let mut found = Vec::new();
    for scheme in ["light", "dark"] {
        let feature = json!({"name": "prefers-color-scheme", "value": scheme});
        browser.ask("Emulation.setEmulatedMedia", &json!({"features": [feature]}));
        for view in VIEWS.iter().map(|view| view.replace("{row}", row)) {
            browser.open(&served.address(&view));
            // A search that goes on replaces a part of the page under the hands of axe-core.
            browser.until(&format!(
                "location.href.endsWith('{view}') && document.readyState === 'complete' && \
                 document.querySelector('[data-searching]') === null"
            ));
            let is_dark = browser.value("matchMedia('(prefers-color-scheme: dark)').matches");
            assert_eq!(is_dark, scheme == "dark");
            let wide = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(browser.value(wide), true, "{view} is wider than its window");
            browser.value(&format!("{axe}; true"));
            browser.value(RUN);
            browser.until("Array.isArray(window.lines)");
            let lines = browser.value("window.lines");
            let lines = lines.as_array().expect("lines").clone();
            found.extend(lines.iter().map(|line| format!("{view} ({scheme}): {line}")));
        }
    }
    found
}

#[test]
fn every_view_keeps_the_rules_of_accessibility() {
    let name = "every_view_keeps_the_rules_of_accessibility";
    let Some(program) = browser(name) else { return };
    let Some(axe) = std::env::var_os("SCUTCH_TEST_AXE") else {
        eprintln!("SKIPPED: {name}: SCUTCH_TEST_AXE not set");
        return;
    };
    let axe = fs::read_to_string(axe).expect("axe-core");
    let env = Env::new();
    let again = crate::harness::page(
        "http://fair.example/3",
        33,
        "200 OK",
        "<title>Gone</title><p>The page moved.",
    );
    let damage = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: nonsense\r\n\r\nxyz";
    corpus(&env, &[&again[..], damage].concat());
    let served = Served::start(&env, &["corpus"]);
    let (_, table) = served.get("rows?where=url:is:http://fair.example/3");
    let row = table.split("data-id=\"").nth(1).and_then(|rest| rest.split('"').next());
    let row = row.expect("a row");
    for (json, path) in [
        (r#"{"field":"keep","value":false,"why":"an advert"}"#, format!("row/{row}")),
        (r#"{"event":"field","name":"title","value":"The fair"}"#, "event/0".to_owned()),
    ] {
        let (head, body) = served.post(&path, json);
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head} {body}");
    }
    let mut found = Vec::new();
    for size in [(1280, 900), (400, 800)] {
        let folder = Env::new();
        let mut browser = Browser::start(&program, &folder, size);
        found.extend(violations(&mut browser, &served, row, &axe));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
