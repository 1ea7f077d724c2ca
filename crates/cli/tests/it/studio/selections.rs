//! Labels for more than one text, undo and the way of the cursor.

use std::fs;

use serde_json::Value;

use super::devtools::Browser;
use super::served::Served;
use crate::browser::browser;
use crate::harness::{Env, page};

const READY: &str = "document.querySelector('main[data-ready]') !== null";

/// A menu of 3 texts, 4 entries of 3 texts each, 35 paragraphs in an element.
fn html() -> String {
    let menu = "<ul id=menu><li><a>Home</a><li><a>News</a><li><a>Sport</a></ul>";
    let entry = |number| {
        format!(
            "<div class=entry><h2>Title {number}</h2><p>Lead {number}</p><span class=date>{number} May</span></div>"
        )
    };
    let entries: String = (1..=4).map(entry).collect();
    let texts: String = (1..=35).map(|number| format!("<p>Text {number}</p>")).collect();
    format!("<title>t</title><body>{menu}<div>{entries}</div><div id=many>{texts}</div>")
}

/// Keys in their order; the text at the cursor, texts without a label, and part of what is said then.
const STEPS: &[(&str, u32, u32, &str)] = &[
    // A capital labels what has no label in the element around.
    ("b", 2, 49, ""),
    ("B", 4, 47, ""),
    // The label of one text for all that are like it; undo goes back and says what it was.
    ("j", 5, 47, ""),
    ("j", 6, 47, ""),
    ("l", 6, 47, "4 texts like this one, 4 without a label. l once more: boilerplate"),
    ("s", 7, 43, ""),
    ("u", 6, 47, "Undone: skip of 4 texts."),
    ("l", 6, 47, "4 texts like this one"),
    ("l", 7, 43, ""),
    // A selection ends with a move, with Esc, and with a label.
    ("+", 7, 43, ""),
    ("Escape", 7, 43, ""),
    ("c", 8, 42, ""),
    ("u", 7, 43, "Undone: content."),
    // From here to there.
    ("g", 1, 43, ""),
    ("n", 4, 43, ""),
    ("v", 4, 43, "From here"),
    ("j", 5, 43, ""),
    ("j", 6, 43, ""),
    ("j", 7, 43, ""),
    ("c", 8, 40, ""),
    // Many are asked about; another key is no answer.
    ("G", 50, 40, ""),
    ("C", 50, 40, "35 texts without a label. C once more: content."),
    ("G", 50, 40, ""),
    ("C", 50, 40, "35 texts without a label"),
    ("C", 8, 5, ""),
    ("N", 14, 5, ""),
    // So are labels that others would replace.
    ("g", 1, 5, ""),
    ("S", 1, 5, "All 3 texts have a label. S once more: skip"),
    ("Escape", 1, 5, ""),
    // A correction goes on to the next text.
    ("c", 2, 5, ""),
    ("n", 8, 5, ""),
    ("c", 10, 4, ""),
    ("c", 11, 3, ""),
    ("c", 13, 2, ""),
    ("c", 14, 1, ""),
    ("c", 15, 0, ""),
    ("n", 15, 0, "No text is left"),
    ("b", 16, 0, ""),
];

#[test]
fn each_key_labels_what_it_shows_and_leads_where_it_should() {
    let Some(program) = browser("each_key_labels_what_it_shows_and_leads_where_it_should") else {
        return;
    };
    let env = Env::new();
    env.write("a.warc", &page("http://fair.example/", 1, "200 OK", &html()));
    let served = Served::start(&env, &["a.warc"]);
    let mut browser = Browser::start(&program, &env, (1280, 900));
    browser.open(&served.address("label/0"));
    browser.until(READY);
    // What a capital would take is outlined and counted.
    let outlined =
        "document.querySelector('iframe').contentDocument.querySelector('[data-scutch-around]').id";
    assert_eq!(browser.value(outlined), "menu");
    let extent = browser.value("document.getElementById('extent').textContent");
    assert_eq!(extent, "C B S: the 3 texts outlined, 3 without a label");
    let state = "['place', 'left', 'said'].map((id) => document.getElementById(id).textContent).join(' | ')";
    for (step, (key, at, left, said)) in STEPS.iter().enumerate() {
        browser.press(key);
        // A label is saved before it is shown.
        browser.until("document.getElementById('keys').getAttribute('aria-busy') !== 'true'");
        let found = browser.value(state).as_str().expect("a text").to_owned();
        let left = match left {
            0 => "every text has a label; Enter ends the page".to_owned(),
            left => format!("{left} without a label"),
        };
        let expected = format!("Text {at} of 50 | {left} | {said}");
        let is_so = if said.is_empty() { found == expected } else { found.starts_with(&expected) };
        assert!(is_so, "step {step}, {key}: {found}, not {expected}");
    }
    done_and_corrected(&mut browser, &served, &env);
}

/// A page that is done stays done when a label of it is corrected.
fn done_and_corrected(browser: &mut Browser, served: &Served, env: &Env) {
    browser.press("Enter");
    browser.until("!location.pathname.includes('/label/')");
    let labels = || {
        let gold = fs::read_to_string(env.path("labels/gold.me.jsonl")).expect("gold");
        let page: Value = serde_json::from_str(&gold).expect("a page");
        let nodes = page["text_nodes"].as_array().expect("nodes").clone();
        nodes
            .iter()
            .map(|node| node["label"].as_str().expect("a label")[..1].to_owned())
            .collect::<String>()
    };
    let many = "c".repeat(35);
    assert_eq!(labels(), format!("cbb{}{many}", "ccb".repeat(4)));
    browser.open(&served.address("label/0"));
    browser.until(READY);
    browser.press("s");
    browser.until("document.getElementById('left').textContent.includes('page done, changes are in the ground truth')");
    browser.until("document.getElementById('place').textContent.startsWith('Text 2 ')");
    assert_eq!(labels(), format!("ibb{}{many}", "ccb".repeat(4)));
    browser.press("u");
    browser.until("document.getElementById('said').textContent === 'Undone: skip.'");
    assert_eq!(labels(), format!("cbb{}{many}", "ccb".repeat(4)));
    let (_, home) = served.get("");
    assert!(home.contains("<td>done</td>"), "{home}");
}
