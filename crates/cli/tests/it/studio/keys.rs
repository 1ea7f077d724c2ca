//! Pages labelled by keys in a browser.

use std::ffi::OsString;
use std::fs;

use super::devtools::Browser;
use super::served::{Served, archive};
use crate::browser::browser;
use crate::harness::{Env, page};

const READY: &str = "document.querySelector('main[data-ready]') !== null";

const LEFT: &str = "document.getElementById('left').textContent";
const SAID: &str = "document.getElementById('said').textContent";
const PLACE: &str = "document.getElementById('place').textContent";

/// Waits until the page that is shown has this number, and its script runs.
fn ready(browser: &mut Browser, number: usize) {
    browser.until(&format!("location.pathname.endsWith('/label/{number}') && {READY}"));
}

#[test]
fn ten_pages_are_labelled_by_keys() {
    let Some(program) = browser("ten_pages_are_labelled_by_keys") else { return };
    let env = Env::new();
    env.write("a.warc", &archive());
    let served = Served::start(&env, &["a.warc", "--sample", "10"]);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    browser.open(&served.address("label"));
    let left = "Number.parseInt(document.getElementById('left').textContent) || 0";
    for number in 0..10 {
        ready(&mut browser, number);
        // Eight texts, of which the browser hides one.
        assert_eq!(browser.value(left), 7, "page {number}");
        assert_eq!(browser.value("document.activeElement.id"), "keys");
        // The menu as a whole, three texts of content one by one, and a word in error taken back.
        for (key, expected) in
            [("B", 4), ("c", 3), ("c", 2), ("b", 1), ("u", 2), ("c", 1), ("b", 0)]
        {
            browser.press(key);
            browser.until(&format!("({left}) === {expected}"));
        }
        browser.press("Enter");
        if number < 9 {
            ready(&mut browser, number + 1);
        }
    }
    browser.until("!location.pathname.includes('/label/')");
    let gold = fs::read_to_string(env.path("labels/gold.me.jsonl")).expect("gold");
    assert_eq!(gold.lines().count(), 10);
    for line in gold.lines() {
        let page: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let nodes = page["text_nodes"].as_array().expect("nodes");
        let labels: Vec<&str> =
            nodes.iter().map(|node| node["label"].as_str().expect("a label")).collect();
        let (b, c) = ("boilerplate", "content");
        assert_eq!(labels, [b, b, b, c, c, c, "ignore", b], "{line}");
        assert_eq!(nodes[6]["hidden"], true, "{line}");
    }
}

/// A page of sixty texts.
fn sixty() -> Vec<u8> {
    let texts: String = (1..=60).map(|number| format!("<p>Text {number}</p>")).collect();
    page("http://fair.example/", 1, "200 OK", &format!("<title>t</title><body>{texts}"))
}

/// The page of sixty texts, opened to be labelled.
fn sixty_opened(env: &Env, program: &OsString) -> (Served, Browser) {
    env.write("a.warc", &sixty());
    let served = Served::start(env, &["a.warc"]);
    let mut browser = Browser::start(program, env, (1280, 900));
    browser.open(&served.address("label/0"));
    ready(&mut browser, 0);
    (served, browser)
}

#[test]
fn keys_that_do_not_wait_label_one_text_each() {
    let Some(program) = browser("keys_that_do_not_wait_label_one_text_each") else { return };
    let env = Env::new();
    let (_served, mut browser) = sixty_opened(&env, &program);
    let keys: Vec<&str> = (0..60).map(|at| ["c", "b", "s", "b"][at % 4]).collect();
    browser.press_at_once(&keys);
    browser.until(&format!("{LEFT} === 'every text has a label; Enter ends the page'"));
    let journal = fs::read_to_string(env.path("labels/me.jsonl")).expect("a journal");
    let labelled: Vec<(u64, String)> = journal
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|line| line["event"] == "mark")
        .map(|line| {
            (
                line["first"].as_u64().expect("a text"),
                line["label"].as_str().expect("a label")[..1].to_owned(),
            )
        })
        .collect();
    let expected: Vec<(u64, String)> =
        (0..60).zip(keys.iter().map(|key| (*key).to_owned())).collect();
    assert_eq!(labelled, expected);
}

#[test]
fn a_label_that_is_not_saved_is_said_where_it_belongs() {
    let Some(program) = browser("a_label_that_is_not_saved_is_said_where_it_belongs") else {
        return;
    };
    let env = Env::new();
    let (served, mut browser) = sixty_opened(&env, &program);
    browser.press("c");
    browser.until(&format!("{PLACE} === 'Text 2 of 60'"));
    // A server that hangs, and then is gone.
    served.stop();
    for key in ["b", "c", "c"] {
        browser.press(key);
    }
    drop(served);
    browser.until("document.getElementById('said').classList.contains('failed')");
    let expected = "Not saved: scutch studio does not answer. Does it still run? The 2 keys behind it were dropped.";
    assert_eq!(browser.value("document.getElementById('said').textContent"), expected);
    assert_eq!(browser.value(PLACE), "Text 2 of 60");
    browser.press("j");
    browser.until(&format!("{PLACE} === 'Text 3 of 60'"));
    assert_eq!(browser.value(LEFT), "59 without a label");
}

/// Writes into the field of the date, and leaves it.
fn date(browser: &mut Browser, text: &str) {
    browser.press("f");
    browser.value("document.getElementById('field-date').focus(); true");
    browser.value(&format!("document.activeElement.value = '{text}'; true"));
    browser.value("document.activeElement.dispatchEvent(new Event('change')); true");
}

#[test]
fn a_field_that_is_refused_is_asked_for_before_the_page_ends() {
    let Some(program) = browser("a_field_that_is_refused_is_asked_for_before_the_page_ends") else {
        return;
    };
    let env = Env::new();
    let (_served, mut browser) = sixty_opened(&env, &program);
    browser.press("z");
    browser.until(&format!("{SAID} === 'z means nothing here.'"));
    for _ in 0..2 {
        browser.press("+");
    }
    browser.until(&format!("{SAID}.startsWith('No larger element')"));
    browser.press("Escape");
    date(&mut browser, "5. Juni 2010");
    browser.until("document.getElementById('field-date').ariaInvalid === 'true'");
    browser.press("Escape");
    browser.press("Enter");
    let asked = "Date published is not saved. f: mend it. Enter once more: go on without it.";
    browser.until(&format!("{SAID} === '{asked}'"));
    // A second Enter is about the sixty texts, as on any page. Another key takes the question back.
    browser.press("Enter");
    browser.until(&format!("{SAID}.startsWith('60 texts without a label')"));
    browser.press("z");
    browser.press("Enter");
    browser.until(&format!("{SAID} === '{asked}'"));
    // Of a date that is one nothing is asked.
    date(&mut browser, "2010-06-05");
    browser.until("document.getElementById('field-date').ariaInvalid === null");
    browser.press("Escape");
    browser.press("Enter");
    browser.until(&format!("{SAID}.startsWith('60 texts without a label')"));
    browser.press("Enter");
    browser.until("!location.pathname.includes('/label/0')");
}

#[test]
fn words_of_a_mixed_text_have_labels_of_their_own() {
    let Some(program) = browser("words_of_a_mixed_text_have_labels_of_their_own") else { return };
    let env = Env::new();
    env.write("a.warc", &archive());
    let served = Served::start(&env, &["a.warc", "--sample", "1"]);
    let mut browser = Browser::start(&program, &env, (400, 800));
    browser.open(&served.address("label/0"));
    ready(&mut browser, 0);
    for key in ["j", "j", "j", "m", "ArrowRight", "b", "Enter"] {
        browser.press(key);
    }
    browser.until("document.getElementById('word-legend').hidden");
    browser.until("document.querySelector('iframe').contentDocument.querySelector('[data-scutch-label=m]') !== null");
    let journal = fs::read_to_string(env.path("labels/me.jsonl")).expect("a journal");
    assert!(journal.contains(r#""label":"mixed","words":"cb""#), "{journal}");
    // Nothing is wider than the window.
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 400"), true);
}
