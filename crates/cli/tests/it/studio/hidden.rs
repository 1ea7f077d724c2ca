//! What the browser shows depends on the page, not on the window of whoever labels.

use std::fs;

use serde_json::Value;

use super::devtools::Browser;
use super::served::Served;
use crate::browser::browser;
use crate::harness::{Env, page};

const READY: &str = "document.querySelector('main[data-ready]') !== null";

/// Texts that depend on the window, in the order of their numbers.
const HTML: &str = "<title>t</title><style>\
    @media (max-width: 900px) { .wide { display: none } }\
    @media (min-width: 901px) { .narrow { display: none } }\
    @media (orientation: portrait) { .landscape { display: none } }\
    .far { content-visibility: auto }</style>\
    <body><p class=wide>Wide</p><p class=narrow>Narrow</p><p class=landscape>Landscape</p>\
    <div style='height: 5000px'></div><div class=far><p>Far below</p></div><p style='display: none'>Never</p>";

/// What an annotator's journal says of hidden texts.
fn measured(env: &Env, annotator: &str) -> Vec<(Value, Value)> {
    let path = env.path(&format!("labels/{annotator}.jsonl"));
    let journal = fs::read_to_string(path).expect("a journal");
    let lines = journal.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines
        .filter(|line| line["event"] == "hidden")
        .map(|line| (line["nodes"].clone(), line["width"].clone()))
        .collect()
}

#[test]
fn windows_of_any_size_hide_the_same_texts() {
    let Some(program) = browser("windows_of_any_size_hide_the_same_texts") else { return };
    for (annotator, size) in [
        ("phone", (400, 800)),
        ("laptop", (1280, 900)),
        ("wall", (2400, 1300)),
        ("tall", (900, 2000)),
    ] {
        let env = Env::new();
        env.write("a.warc", &page("http://fair.example/", 1, "200 OK", HTML));
        let served = Served::start(&env, &["a.warc", "--annotator", annotator]);
        let mut browser = Browser::start(&program, &env, size);
        browser.open(&served.address("label/0"));
        browser.until(READY);
        let found = measured(&env, annotator);
        assert_eq!(found, [(serde_json::json!([1, 4]), 1280.into())], "{annotator}");
        let width = browser.value("document.querySelector('iframe').contentWindow.innerWidth");
        assert_eq!(width, 1280, "{annotator}");
        let wider = format!("document.documentElement.scrollWidth <= {}", size.0);
        assert_eq!(browser.value(&wider), true, "{annotator}");
        // The pane scrolls only where the page is drawn at its least scale, and then sideways.
        let fits = "(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => \
            scrollHeight <= clientHeight && scrollWidth <= Math.max(clientWidth, 640))(document.querySelector('.shown'))";
        assert_eq!(browser.value(fits), true, "{annotator}");
        // It was measured, and is not measured again.
        browser.open(&served.address("label/0"));
        browser.until(&format!(
            "document.body.textContent.includes('window of 1280 CSS pixels') && {READY}"
        ));
        assert_eq!(measured(&env, annotator).len(), 1, "{annotator}");
    }
}

#[test]
fn what_was_measured_in_another_window_is_measured_again() {
    let Some(program) = browser("what_was_measured_in_another_window_is_measured_again") else {
        return;
    };
    let env = Env::new();
    env.write("a.warc", &page("http://fair.example/", 1, "200 OK", HTML));
    let served = Served::start(&env, &["a.warc"]);
    served.post("event/0", r#"{"event":"hidden","nodes":[0]}"#);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    browser.open(&served.address("label/0"));
    browser.until(READY);
    let widths: Vec<Value> = measured(&env, "me").into_iter().map(|(_, width)| width).collect();
    assert_eq!(widths, [Value::Null, 1280.into()]);
}

#[test]
fn what_is_for_browsers_without_scripts_is_set_aside() {
    let Some(program) = browser("what_is_for_browsers_without_scripts_is_set_aside") else {
        return;
    };
    let env = Env::new();
    // Most of the text, or it would not be read at all.
    let html = "<title>t</title><body><p>One</p><noscript><p>Turn scripts on to read the news</p></noscript>";
    env.write("a.warc", &page("http://fair.example/", 1, "200 OK", html));
    let served = Served::start(&env, &["a.warc"]);
    let (_, frame) = served.get("frame/0");
    assert!(frame.contains("One") && !frame.contains("Turn scripts on"), "{frame}");
    let mut browser = Browser::start(&program, &env, (1280, 900));
    browser.open(&served.address("label/0"));
    browser.until(READY);
    assert_eq!(measured(&env, "me")[0].0, serde_json::json!([1]));
    let (_, view) = served.get("label/0");
    assert!(view.contains("1 part for browsers without scripts"), "{view}");
    for key in ["c", "Enter"] {
        browser.press(key);
    }
    browser.until("!location.pathname.includes('/label/')");
    let gold = fs::read_to_string(env.path("labels/gold.me.jsonl")).expect("gold");
    let gold: Value = serde_json::from_str(&gold).expect("JSON");
    let (text, hidden) = (&gold["text_nodes"][1], &gold["text_nodes"][1]["hidden"]);
    assert!(text["label"] == "ignore" && text["why"] == "hidden" && *hidden == true, "{gold}");
}

#[test]
fn what_covers_the_text_at_the_cursor_becomes_transparent() {
    let Some(program) = browser("what_covers_the_text_at_the_cursor_becomes_transparent") else {
        return;
    };
    let env = Env::new();
    let html = "<title>t</title><body><p>First</p><div style='height: 5000px'></div><p>Last</p>\
        <div id=notice style='position: fixed; bottom: 0; left: 0; width: 100%; height: 300px'><p>Cookies</p></div>";
    env.write("a.warc", &page("http://fair.example/", 1, "200 OK", html));
    let served = Served::start(&env, &["a.warc"]);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    browser.open(&served.address("label/0"));
    browser.until(READY);
    let place = "document.getElementById('place').textContent";
    let covers = "document.querySelector('iframe').contentDocument.getElementById('notice').matches('[data-scutch-over]')";
    for (key, number, expected) in
        [("j", 2, true), ("j", 3, false), ("k", 2, true), ("k", 1, false)]
    {
        browser.press(key);
        browser.until(&format!("{place} === 'Text {number} of 3'"));
        assert_eq!(browser.value(covers), expected, "text {number}");
    }
}
