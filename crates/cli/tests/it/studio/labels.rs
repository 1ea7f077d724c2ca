//! Labels by requests, as the script sends them: resumed after a kill, compared, adjudicated, scored.

use std::fs;
use std::io::Write as _;

use super::served::{Served, archive};
use crate::harness::{Env, page};
use crate::template::story;

/// Labels a page: the texts of the menu and the foot are boilerplate, one text may differ.
fn label(served: &Served, number: usize, other: bool) {
    let (_, nodes) = served.get(&format!("nodes/{number}"));
    let count = nodes.matches("\"around\":").count();
    assert_eq!(count, 8, "{nodes}");
    let event = |json: &str| {
        let (head, body) = served.post(&format!("event/{number}"), json);
        assert!(head.starts_with("HTTP/1.1 200"), "{head} {body}");
        body
    };
    event(r#"{"event":"hidden","nodes":[6]}"#);
    event(r#"{"event":"mark","first":0,"last":2,"label":"boilerplate"}"#);
    event(r#"{"event":"mark","first":3,"last":6,"label":"content"}"#);
    event(r#"{"event":"mark","first":7,"last":7,"label":"content"}"#);
    event(r#"{"event":"undo"}"#);
    let last = if other { "skip" } else { "boilerplate" };
    event(&format!(r#"{{"event":"mark","first":7,"last":7,"label":"{last}"}}"#));
    event(r#"{"event":"field","name":"page-type","value":"article"}"#);
    event(r#"{"event":"time","seconds":12}"#);
    let labels = event(r#"{"event":"done"}"#);
    let expected = if other { "bbbccchs" } else { "bbbccchb" };
    assert!(labels.contains(expected) && labels.contains("\"done\":true"), "{labels}");
}

#[test]
fn labels_outlive_a_kill_and_are_scored() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let args = ["a.warc", "--annotator", "ann", "--sample", "10"];
    let served = Served::start(&env, &args);
    for number in 0..5 {
        label(&served, number, false);
    }
    // Dropping kills it, with a key pressed and half of a line written.
    served.post("event/5", r#"{"event":"mark","first":0,"last":0,"label":"content"}"#);
    drop(served);
    let journal = env.path("labels/ann.jsonl");
    let before = fs::read(&journal).expect("a journal");
    let mut file = fs::OpenOptions::new().append(true).open(&journal).expect("opens");
    file.write_all(br#"{"url":"http://fa"#).expect("writes");
    drop(file);
    fs::remove_file(env.path("labels/gold.ann.jsonl")).expect("its gold");
    let served = Served::start(&env, &args);
    let (_, home) = served.get("");
    assert!(home.contains("its last line was cut; 17 bytes were dropped"), "{home}");
    assert!(home.contains("5 of 10"), "{home}");
    assert_eq!(fs::read(&journal).expect("a journal"), before);
    let gold = || fs::read_to_string(env.path("labels/gold.ann.jsonl")).expect("gold");
    assert_eq!(gold().lines().count(), 5);
    for number in 5..10 {
        label(&served, number, false);
    }
    assert_eq!(gold().lines().count(), 10);
    assert!(gold().contains(r#""page_type":"article""#) && gold().contains(r#""seconds":12.0"#));
    env.expect(0, &["template", "a.warc", "-o", "run", "--nodes", "-q"]);
    let scored = env.expect(0, &["evaluate", "template", "labels/gold.ann.jsonl", "run", "--json"]);
    let scored: serde_json::Value = serde_json::from_slice(&scored.stdout).expect("JSON");
    let sites = scored["methods"][0]["readings"].to_string();
    assert!(sites.contains("fair.example"), "{scored}");
}

#[test]
fn ctrl_c_says_what_is_saved() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let args = ["a.warc", "--annotator", "ann", "--sample", "3"];
    let (code, said) = Served::start(&env, &args).interrupt();
    assert!(code == Some(130) && said.ends_with("No page was labelled.\n"), "{code:?} {said}");
    let served = Served::start(&env, &args);
    served.post("event/1", r#"{"event":"mark","first":0,"last":0,"label":"content"}"#);
    label(&served, 0, false);
    // A browser keeps a connection in reserve.
    let _reserve = std::net::TcpStream::connect(("127.0.0.1", served.port)).expect("connects");
    let (code, said) = served.interrupt();
    let expected = "Every label is in labels/ann.jsonl: 1 page done, 1 begun. Ground truth: labels/gold.ann.jsonl.\n";
    assert!(code == Some(130) && said.ends_with(expected), "{code:?} {said}");
}

#[test]
fn several_annotators_are_compared_and_adjudicated() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let args = |name| ["a.warc", "--annotator", name, "--sample", "3", "--twice", "0.34"];
    let first = Served::start(&env, &args("ann"));
    // The fourth page of the plan is the first one again.
    for number in 0..4 {
        label(&first, number, number == 3);
    }
    assert!(env.path("labels/again.ann.jsonl").metadata().expect("again").len() > 0);
    // Two at a time, in the same folder.
    let second = Served::start(&env, &args("ben"));
    for number in 0..3 {
        label(&second, number, number == 1);
    }
    let (_, agreement) = second.get("agreement");
    for part in
        ["ann again", "ann and ann again", "ann and ben", "Cohen", "0.750", "0.908", "adjudicate/1"]
    {
        assert!(agreement.contains(part), "{part}: {agreement}");
    }
    assert!(!agreement.contains("adjudicate/0"), "{agreement}");
    let (head, _) = second.get("adjudicate");
    assert!(head.contains("Location: adjudicate/1"), "{head}");
    let (_, disputes) = second.get("disputes/1");
    assert!(disputes.contains(r#""disputes":[{"node":7"#), "{disputes}");
    assert!(disputes.contains(r#"{"name":"ben","key":"s"}"#), "{disputes}");
    // Pages without a dispute are in the ground truth at once, the other one when it is decided.
    let gold = || fs::read_to_string(env.path("labels/gold.jsonl")).expect("gold");
    assert_eq!(gold().lines().count(), 2);
    second.post("decide/1", r#"{"event":"mark","first":7,"last":7,"label":"boilerplate"}"#);
    second.post("decide/1", r#"{"event":"done"}"#);
    assert_eq!(gold().lines().count(), 3);
    assert!(gold().contains("adjudicated") && gold().contains("ann+ben"), "{}", gold());
    env.expect(0, &["template", "a.warc", "-o", "run", "--nodes", "-q"]);
    env.expect(0, &["evaluate", "template", "labels/gold.jsonl", "run"]);
    drop((first, second));
    // What was agreed on, as a third annotator.
    let third =
        Served::start(&env, &["a.warc", "--annotator", "eve", "--import", "labels/gold.jsonl"]);
    let (_, agreement) = third.get("agreement");
    assert!(agreement.contains("imported"), "{agreement}");
}

#[test]
fn timemaps_are_judged_and_scored() {
    let env = Env::new();
    let parked = story("parked", "<p>This domain is for sale.</p>");
    let again = page("http://fair.example/3", 50, "200 OK", &parked);
    env.write("a.warc", &[archive(), again].concat());
    let served = Served::start(&env, &["a.warc"]);
    let (_, list) = served.get("timemaps");
    assert!(list.contains("timemap/0/1") && !list.contains("timemap/1/1"), "{list}");
    let (_, view) = served.get("timemap/0/1");
    let urim = "from-warc::20190517100050::http://fair.example/3";
    assert!(view.contains(urim) && view.matches("<iframe").count() == 2, "{view}");
    let (head, body) = served.post(
        "judge",
        &format!(r#"{{"urim":"{urim}","judgement":"off","why":"content-replaced"}}"#),
    );
    assert!(head.starts_with("HTTP/1.1 200"), "{body}");
    let (head, _) = served.post("judge", r#"{"urim":"x","judgement":"off"}"#);
    assert!(head.starts_with("HTTP/1.1 409"), "{head}");
    let table = fs::read_to_string(env.path("labels/labels.me.csv")).expect("a table");
    let row = format!("{urim},off,http://fair.example/3,later,content-replaced\n");
    assert_eq!(table, format!("urim,label,url,kind,note\n{row}"));
    env.expect(0, &["offtopic", "a.warc", "-o", "verdicts.json", "-q"]);
    let scored = env.expect(0, &["evaluate", "offtopic", "labels/labels.me.csv", "verdicts.json"]);
    assert!(env.shown(&scored).contains('1'), "{}", env.shown(&scored));
}
