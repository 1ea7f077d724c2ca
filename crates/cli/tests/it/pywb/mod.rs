//! `scutch memento` against pywb on loopback, which serves our samples, archives made here, and the
//! shared ones where they are. `SCUTCH_TEST_PYWB` names the folder with pywb's programs.

mod archive;
mod rewritten;

use std::collections::BTreeSet;

use serde_json::Value;

use self::archive::{NOTES, Payloads, Pywb, payloads};
use crate::harness::Env;

/// pywb as it negotiates properly.
const PROPER: &str =
    "framed_replay: false\nredirect_to_exact: true\nenable_memento: true\nenable_prefer: true\n";

/// pywb as it is without a word: with a frame around each memento.
const FRAMED: &str = "enable_memento: true\n";

/// Runs with pywb, with the shared archives in it or without, or says why not.
fn with_pywb(name: &str, configuration: &str, all: bool, test: impl FnOnce(&Env, &Pywb)) {
    let Some(programs) = std::env::var_os("SCUTCH_TEST_PYWB") else {
        eprintln!("SKIPPED: {name}: SCUTCH_TEST_PYWB not set");
        return;
    };
    let env = Env::new();
    let pywb = Pywb::start(programs.as_ref(), &env, configuration, all);
    test(&env, &pywb);
}

fn rows(output: &std::process::Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn texts(rows: &[Value], column: &str) -> Vec<String> {
    rows.iter().map(|row| row[column].as_str().unwrap_or("-").to_owned()).collect()
}

/// Arguments that each run needs.
const ALLOWED: [&str; 5] = ["--allow-private", "127.0.0.1", "--delay", "0", "-q"];

#[test]
fn what_pywb_serves_has_the_payloads_that_were_archived() {
    with_pywb("what_pywb_serves", PROPER, true, all_payloads);
    with_pywb("what_pywb_serves in frames", FRAMED, false, all_payloads);
}

fn all_payloads(env: &Env, pywb: &Pywb) {
    let mut archived = Payloads::new();
    let mut addresses = BTreeSet::new();
    for archive in &pywb.archives {
        addresses.extend(payloads(archive, &mut archived));
    }
    let list = pywb.uri("/coll/timemap/link/{uri}");
    let mut args = vec!["memento", "fetch", "-o", "out.warc.gz", "--timemap", &list];
    args.extend(ALLOWED);
    args.push("--strict");
    args.extend(addresses.iter().map(String::as_str));
    env.expect(0, &args);
    let mut fetched = Payloads::new();
    payloads(&env.path("out.warc.gz"), &mut fetched);
    assert!(archived.len() > 30, "{} captures: the test proves nothing", archived.len());
    // Of several captures in one second pywb gives one.
    let there = |(place, contents): &(&_, &BTreeSet<Vec<u8>>)| {
        fetched.get(*place).is_none_or(|found| !found.is_subset(contents))
    };
    let differing: Vec<_> = archived.iter().filter(there).collect();
    let places: Vec<_> = differing.iter().map(|(place, _)| place).collect();
    assert!(differing.is_empty(), "{} of {}: {places:?}", differing.len(), archived.len());
    eprintln!("{} captures have the payloads that were archived", archived.len());
    // What pywb has besides are revisits, with the payload of what they refer to.
    let all: BTreeSet<&Vec<u8>> = archived.values().flatten().collect();
    assert!(fetched.values().flatten().all(|content| all.contains(content)));
    env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
}

#[test]
fn timemaps_of_pywb_say_the_same_in_three_dialects() {
    with_pywb("timemaps_of_pywb", PROPER, false, |env, pywb| {
        let lists = ["link", "json", "cdxj"].map(|dialect| {
            let list = pywb.uri(&format!("/coll/timemap/{dialect}/{{uri}}"));
            let args = ["memento", "timemap", NOTES, "--timemap", &list, "--format", "cdxj"];
            let output = env.expect(0, &[&args[..], &ALLOWED].concat());
            String::from_utf8(output.stdout).expect("UTF-8")
        });
        assert_eq!(lists[0].lines().filter(|line| line.starts_with("201")).count(), 11);
        assert_eq!(lists[0], lists[1]);
        assert_eq!(lists[0], lists[2]);
    });
}

/// The captures of the notes, and what is to be chosen of them, found by hand.
#[test]
fn mementos_are_chosen_as_by_hand() {
    with_pywb("mementos_are_chosen", PROPER, false, |env, pywb| {
        let list = pywb.uri("/coll/timemap/link/{uri}");
        let cases: [(&[&str], &[&str]); 6] = [
            (&["--every", "6mo"], &["20140131000000", "20140731000000"]),
            (
                &["--every", "1mo"],
                &[
                    "20140131000000",
                    "20140228000000",
                    "20140730235959",
                    "20140731000000",
                    "20141231235959",
                ],
            ),
            (
                &["--from", "2014-03", "--to", "2014-07-30"],
                &["20140301000000", "20140301120000", "20140330235959", "20140730235959"],
            ),
            (&["--from", "2014", "--every", "1y"], &["20140131000000", "20150101000000"]),
            (&["--nearest", "20140203120000"], &["20140131080000"]),
            (&["--nearest", "2014-12"], &["20141231235959"]),
        ];
        for (number, (flags, expected)) in cases.into_iter().enumerate() {
            let out = format!("{number}.warc.gz");
            let args = ["memento", "fetch", NOTES, "--timemap", &list, "-o", &out];
            let output = env.expect(0, &[&args[..], &ALLOWED, flags].concat());
            assert_eq!(texts(&rows(&output), "timestamp"), expected, "{flags:?}");
        }
    });
}

#[test]
fn timegates_of_pywb_are_understood() {
    let gate = |env: &Env, pywb: &Pywb| {
        for (date, expected) in [
            ("2014-02-08", "20140207000000"),
            ("2014-05", "20140330235959"),
            ("1996", "20140131000000"),
            ("2026", "20150101000000"),
        ] {
            let (gate, out) = (pywb.uri("/coll/{uri}"), format!("{date}.warc.gz"));
            let args =
                ["memento", "fetch", NOTES, "--timegate", &gate, "--nearest", date, "-o", &out];
            let output = env.expect(0, &[&args[..], &ALLOWED].concat());
            let rows = rows(&output);
            assert_eq!(texts(&rows, "timestamp"), [expected], "{date}");
            assert_eq!(texts(&rows, "form"), ["raw-guessed"]);
            let listed = env.expect(0, &["memento", "list", &out]);
            assert_eq!(texts(&self::rows(&listed), "url"), [NOTES], "a frame is no capture");
        }
    };
    with_pywb("timegates_of_pywb", PROPER, false, gate);
    with_pywb("timegates_of_pywb in frames", FRAMED, false, gate);
}

/// From the archive to verdicts and to a corpus.
#[test]
fn fetched_judged_and_made_a_corpus() {
    with_pywb("fetched_judged_and_made_a_corpus", FRAMED, false, |env, pywb| {
        let list = pywb.uri("/coll/timemap/link/{uri}");
        let args = ["memento", "fetch", NOTES, "--timemap", &list, "-o", "out.warc.gz"];
        let fetched = rows(&env.expect(0, &[&args[..], &ALLOWED].concat()));
        assert_eq!(fetched.len(), 11);
        let judged = |output| {
            let rows: Vec<Value> = rows(&output);
            let off = rows.iter().filter(|row| row["status"] == "off-topic");
            off.map(|row| row["timestamp"].as_str().unwrap_or_default().to_owned()).collect()
        };
        let measures = ["-tm", "jaccard=0.8", "--format", "jsonl", "-q"];
        let from_file = env.expect(0, &[&["offtopic", "out.warc.gz"], &measures[..]].concat());
        let off: Vec<String> = judged(from_file);
        assert_eq!(off, [archive::PARKED]);
        let live = format!("timemap={}", list.replace("{uri}", NOTES));
        let args = [&["offtopic", "-i", &live], &ALLOWED[..4], &measures].concat();
        let live: Vec<String> = judged(env.expect(0, &args));
        assert_eq!(live, off);
        let corpus = ["corpus", "out.warc.gz", "-o", "corpus", "--format", "jsonl", "-q"];
        env.expect(0, &corpus);
        let docs = std::fs::read(env.path("corpus/docs/part-00000.jsonl.zst")).expect("a part");
        let docs = String::from_utf8(zstd::decode_all(&*docs).expect("zstd")).expect("UTF-8");
        assert_eq!(docs.lines().count(), 11);
        assert!(docs.lines().all(|row| row.contains(NOTES)));
    });
}
