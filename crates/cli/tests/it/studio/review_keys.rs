//! The review of a corpus by keys in a browser.

use std::fs;

use super::devtools::Browser;
use super::served::{Served, corpus};
use crate::browser::browser;
use crate::harness::Env;

const READY: &str = "document.querySelector('main[data-ready]') !== null";
const ROWS: &str = "document.querySelectorAll('tr[data-id]').length";

/// Waits until the script of a page runs whose address ends so.
fn ready(browser: &mut Browser, end: &str) {
    browser.until(&format!("location.href.endsWith('{end}') && {READY}"));
}

#[test]
fn rows_are_searched_filtered_sorted_and_decided_by_keys() {
    let Some(program) = browser("rows_are_searched_filtered_sorted_and_decided_by_keys") else {
        return;
    };
    let env = Env::new();
    corpus(&env, b"");
    let served = Served::start(&env, &["corpus"]);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    browser.open(&served.address("rows"));
    ready(&mut browser, "/rows");
    assert_eq!(browser.value(ROWS), 12);
    // Search.
    browser.press("/");
    browser.until("document.activeElement.id === 'q'");
    browser.value("document.getElementById('q').value = 'ferry'; true");
    browser.value("document.querySelector('form.query button').click(); true");
    ready(&mut browser, "/rows?q=ferry");
    browser.until(&format!("{ROWS} === 12 && document.querySelector('mark') !== null"));
    // Filter, by the fields of the form.
    browser.value(
        "document.getElementById('add_column').value = 'url'; \
         document.getElementById('add_operator').value = 'has'; \
         document.getElementById('add_value').value = 'tower'; \
         document.querySelector('form.query button').click(); true",
    );
    ready(&mut browser, "/rows?q=ferry&where=url:has:tower");
    browser.until(&format!("{ROWS} === 4"));
    // Sort.
    browser.value("document.querySelector('thead a[href*=\"sort=timestamp\"]').click(); true");
    ready(&mut browser, "&sort=timestamp");
    // Leave the second row out, from the table.
    browser.press("j");
    browser.press("j");
    browser.press("x");
    browser.until("document.querySelectorAll('tr[data-id]')[1].textContent.includes('leave out')");
    browser.press("x");
    browser.until("!document.querySelectorAll('tr[data-id]')[1].textContent.includes('leave out')");
    // Open it, and decide there.
    browser.value("document.activeElement.click(); true");
    browser.until(&format!("location.pathname.includes('/row/') && {READY}"));
    let decided =
        |text: &str| format!("document.getElementById('decided').textContent.includes('{text}')");
    browser.press("w");
    browser.value("document.getElementById('why').value = 'an advert'; true");
    browser.press("Enter");
    browser.press("x");
    browser.until(&decided("because an advert"));
    browser.press("t");
    browser.until("document.activeElement.id === 'field-title'");
    browser.value("document.activeElement.value = 'Low tide'; true");
    browser.press("Enter");
    browser.until(&decided("Title Low tide"));
    browser.press("u");
    browser.until(&format!("!({})", decided("Title Low tide")));
    browser.until("document.activeElement.id === 'keys'");
    browser.press("j");
    browser.until(&format!("document.body.textContent.includes('3 of 4') && {READY}"));
    browser.press("Escape");
    browser.until(&format!("location.pathname.endsWith('/rows') && {READY}"));
    let lines = fs::read_to_string(env.path("labels/decisions.jsonl")).expect("decisions");
    assert_eq!(lines.lines().count(), 5, "{lines}");
    assert!(
        lines.contains(r#""field":"keep","value":false,"by":"me","why":"an advert""#),
        "{lines}"
    );
}

#[test]
fn the_review_fits_a_small_window() {
    let Some(program) = browser("the_review_fits_a_small_window") else { return };
    let env = Env::new();
    corpus(&env, b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: nonsense\r\n\r\nxyz");
    let served = Served::start(&env, &["corpus"]);
    let mut browser = Browser::start(&program, &env, (400, 800));
    browser.open(&served.address("rows"));
    ready(&mut browser, "/rows");
    let id = browser.value("document.querySelector('tr[data-id]').dataset.id");
    let row = format!("row/{}", id.as_str().expect("an id"));
    for view in ["rows?q=ferry", &row, "decisions", "quarantine", "quarantine/0"] {
        browser.open(&served.address(view));
        browser.until(&format!(
            "location.href.endsWith('{view}') && document.readyState === 'complete'"
        ));
        assert_eq!(browser.value("document.documentElement.scrollWidth <= 400"), true, "{view}");
    }
}
