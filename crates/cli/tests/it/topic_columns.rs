//! `scutch corpus --topic`: verdicts in the rows.

use std::fs;
use std::process::Output;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Env, article, assert_same, page, record};

const SUSPENDED: &str = "<title>Account Suspended</title><h1>Account Suspended</h1><p>This account \
    has been suspended. Contact your hosting provider.</p>";
const URI: &str = "http://harbour.example/";

/// The first capture is an error, which makes no row and is no anchor; then the page, a notice, and
/// a revisit of the page.
fn env() -> Env {
    let env = Env::new();
    let mut out = page(URI, 2, "404 Not Found", "<h1>Not Found</h1>");
    out.extend(page(URI, 3, "200 OK", &article(1)));
    out.extend(page(URI, 4, "200 OK", SUSPENDED));
    let revisit = record("revisit", URI, 5, "application/http; msgtype=response", b"");
    let revisit = String::from_utf8(revisit).expect("UTF-8");
    let refers = "WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000003>\r\nContent-Type";
    out.extend(revisit.replacen("Content-Type", refers, 1).into_bytes());
    out.extend(page(URI, 6, "200 OK", ""));
    out.extend(page(URI, 7, "200 OK", &article(2)));
    env.write("a.warc", &out);
    env
}

fn corpus(env: &Env, to: &str, more: &[&str]) -> Output {
    let args = ["corpus", "a.warc", "-o", to, "-q", "--format", "jsonl"];
    env.expect(0, &[&args, more].concat())
}

/// Time, topic status and whether there is a score, of each row.
fn rows(env: &Env, folder: &str) -> Vec<(String, Value, bool)> {
    let file = fs::File::open(env.path(folder).join("docs/part-00000.jsonl.zst")).expect("part");
    let text = String::from_utf8(zstd::decode_all(file).expect("zstd")).expect("UTF-8");
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let date = row["warc_date"].as_str().expect("date").to_owned();
        (date, row["topic_status"].clone(), row["topic_score"].is_number())
    };
    text.lines().map(row).collect()
}

#[test]
fn rows_have_the_verdicts_of_offtopic() {
    let env = env();
    let scope = ["--topic", "default", "--record-type", "response,revisit", "--keep-empty"];
    corpus(&env, "c", &scope);
    let found = rows(&env, "c");
    let expected = [
        ("03Z", "on-topic", true),
        ("04Z", "off-topic", true),
        ("05Z", "on-topic", true),
        ("06Z", "off-topic", false),
        ("07Z", "on-topic", true),
    ];
    assert_eq!(found.len(), expected.len());
    for ((date, status, score), expected) in found.iter().zip(expected) {
        assert!(date.ends_with(expected.0), "{date}");
        assert_eq!((status.as_str(), *score), (Some(expected.1), expected.2), "{date}");
    }
    env.expect(0, &["verify", "c"]);
    let run = fs::read_to_string(env.path("c/run.json")).expect("manifest");
    let run: Value = serde_json::from_str(&run).expect("JSON");
    assert_eq!(run["config"]["topic"], "default");
    assert_eq!(run["counts"]["topics"], serde_json::json!({"off-topic": 2, "on-topic": 3}));
    assert!(fs::read_to_string(env.path("c/report.html")).expect("report").contains("off-topic"));
}

#[test]
fn the_filters_of_the_run_do_not_change_verdicts() {
    let env = env();
    corpus(&env, "narrow", &["--topic", "default"]);
    corpus(&env, "wide", &["--topic", "default", "--keep-all-status", "--keep-empty"]);
    let (narrow, wide) = (rows(&env, "narrow"), rows(&env, "wide"));
    assert!(narrow.len() < wide.len());
    assert!(narrow.iter().all(|row| wide.contains(row)), "{narrow:?} {wide:?}");
    assert_eq!(wide[0].1, "off-topic", "the error page");
}

#[test]
fn jobs_and_shards_do_not_change_bytes() {
    let env = env();
    for profile in ["default", "otmt-code"] {
        corpus(&env, "one", &["--topic", profile, "--jobs", "1", "--overwrite"]);
        corpus(&env, "four", &["--topic", profile, "--jobs", "4", "--overwrite"]);
        assert_same(&env.path("one"), &env.path("four"));
    }
    let finished = corpus(&env, "one", &["--topic", "otmt-code"]);
    assert!(finished.stdout.is_empty());
    let other = env.output(&["corpus", "a.warc", "-o", "one", "--topic", "default"]);
    assert_eq!(other.status.code(), Some(1), "another profile is another run");
    env.expect(2, &["corpus", "a.warc", "-o", "x", "--topic", "otmt"]);
}

#[test]
fn a_changed_verdict_is_found_by_verify() {
    let env = env();
    corpus(&env, "c", &["--topic", "default"]);
    let path = env.path("c/docs/part-00000.jsonl.zst");
    let text = zstd::decode_all(fs::File::open(&path).expect("part")).expect("zstd");
    let text = String::from_utf8(text).expect("UTF-8").replace("\"off-topic\"", "\"on-topic\"");
    fs::write(&path, zstd::encode_all(text.as_bytes(), 3).expect("zstd")).expect("part");
    let shot = env.shot(&["verify", "c", "--json"]);
    assert!(shot.contains("topic_status"), "{shot}");
}

#[test]
fn a_killed_run_goes_on_with_the_same_verdicts() {
    let env = Env::new();
    let captures = (0..900).map(|n| {
        let html = if n % 7 == 6 { SUSPENDED.to_owned() } else { article(n % 5) };
        page(&format!("http://h.example/{}", n % 60), n, "200 OK", &html)
    });
    env.write("a.warc", &captures.flatten().collect::<Vec<u8>>());
    let args = ["--topic", "default", "--shard-records", "30", "--overwrite"];
    corpus(&env, "whole", &args);
    let all = ["corpus", "a.warc", "-o", "killed", "-q", "--format", "jsonl"];
    let mut child = env.command(&[&all[..], &args[..4]].concat()).spawn().expect("starts");
    while !env.path("killed/.partial/shard-00001.json").exists()
        && !env.path("killed/run.json").exists()
    {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("kill -9");
    let finished = child.wait().expect("ended").success();
    assert!(!finished, "the run was not interrupted: the test proves nothing");
    assert!(env.path("killed/.partial/shard-00001.json").exists());
    corpus(&env, "killed", &args[..4]);
    assert_same(&env.path("whole"), &env.path("killed"));
}
