//! What cannot be read in a folder is one loss with its reason, and the rest goes on.

use std::fs;

use crate::harness::{Env, assert_same, small_archive};

/// A folder `in` with two archives, and between them one that lies deeper than the system opens: that stops
/// every user, root included.
fn with_a_place_too_deep() -> Env {
    let env = Env::new();
    let (inner, outer) = (env.path("in/deep").join("d".repeat(250)), env.path("outer"));
    env.write("in/deep/none.txt", b"no archive");
    fs::create_dir(&inner).expect("folder");
    for _ in 0..17 {
        fs::create_dir(&outer).expect("folder");
        fs::rename(&inner, outer.join("d".repeat(250))).expect("moves");
        fs::rename(&outer, &inner).expect("moves");
    }
    env.write("in/a.warc", &small_archive()).write("in/z.warc", &small_archive());
    env
}

#[test]
fn a_place_that_cannot_be_read_is_quarantined() {
    let env = with_a_place_too_deep();
    let corpus = ["corpus", "in", "--shard-records", "4", "-o"];
    let output = env.expect(0, &[&corpus[..], &["out", "--jobs", "1"]].concat());
    let talk = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(talk.contains("6  documents") && talk.contains("damaged ranges: read-error"), "{talk}");
    let lost = fs::read_to_string(env.path("out/quarantine.jsonl")).expect("quarantine");
    assert!(lost.contains("deep/ddd") && lost.contains("too long"), "{lost}");
    let manifest = fs::read(env.path("out/run.json")).expect("manifest");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
    assert!(manifest["inputs"][1].get("sha256").is_none(), "{manifest}");
    assert!(
        manifest["inputs"][1]["unreadable"].as_str().is_some_and(|why| why.contains("too long"))
    );
    assert!(manifest["inputs"][2]["sha256"].is_string());

    env.expect(0, &[&corpus[..], &["out2", "--jobs", "3"]].concat());
    assert_same(&env.path("out"), &env.path("out2"));
    env.expect(3, &[&corpus[..], &["out", "--strict"]].concat());
    fs::remove_file(env.path("out/timing.json")).expect("stamps of the inputs");
    let output = env.expect(0, &[&corpus[..], &["out"]].concat());
    let talk = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(talk.contains("already complete"), "{talk}");
    env.expect(0, &["verify", "out"]);

    // What can be read since makes other inputs.
    fs::rename(env.path("in/deep"), env.path("away")).expect("moves");
    env.expect(1, &[&corpus[..], &["out"]].concat());
}

#[test]
fn other_verbs_go_on_behind_it() {
    let env = with_a_place_too_deep();
    let output = env.expect(4, &["archive", "check", "in", "--no-notes"]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("deep/ddd") && text.contains("too long"), "{text}");
    let talk = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(talk.contains("14 records: 1 losses"), "{talk}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_archive_whose_name_is_not_utf8_is_quarantined() {
    use std::os::unix::ffi::OsStrExt as _;
    let env = Env::new();
    env.write("in/z.warc", &small_archive());
    for name in [&b"in/a\xff.warc"[..], b"in/a\xfe.warc"] {
        let path = env.path("").join(std::ffi::OsStr::from_bytes(name));
        fs::write(path, small_archive()).expect("file");
    }
    env.expect(3, &["corpus", "in", "-o", "out", "--strict"]);
    let run = fs::read_to_string(env.path("out/run.json")).expect("manifest");
    assert!(run.contains(r"a\\xff.warc") && run.contains(r"a\\xfe.warc"), "{run}");
    assert_eq!(run.matches("not UTF-8; rename it").count(), 2, "{run}");
    let lost = fs::read_to_string(env.path("out/quarantine.jsonl")).expect("quarantine");
    assert_eq!(lost.matches("not UTF-8; rename it").count(), 2, "{lost}");
    env.expect(0, &["verify", "out"]);
    let told = env.shown(&env.expect(0, &["corpus", "in", "-o", "out"]));
    assert!(told.contains("already complete"), "{told}");
}
