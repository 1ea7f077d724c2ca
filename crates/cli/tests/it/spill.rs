//! What does not fit into memory waits on disk: rows are the same, and what goes wrong is said.

use std::fs;
use std::process::Command;

use crate::harness::{Env, assert_same, page};

/// Pages of many hosts, three of each in one template.
fn archive(env: &Env) {
    let pages = (0..120).flat_map(|number| {
        let (host, part) = (number % 40, number / 40);
        let url = format!("http://h{host}.example/{part}");
        let story = format!(
            "<title>Story {number} - Gazette {host}</title><ul><li>Home of {host}<li>All stories</ul>\
             <h1>Story {number}</h1><p>The ferry of {host} left the harbour {part} hours late this morning, \
             and nobody on board seemed to mind.</p><div>Printed at {host}, all rights reserved</div>"
        );
        page(&url, number, "200 OK", &story)
    });
    env.write("in/a.warc", &pages.collect::<Vec<u8>>());
}

#[test]
fn rows_are_the_same_whatever_waits_on_disk() {
    let env = Env::new();
    archive(&env);
    let corpus = ["corpus", "in", "--topic", "default", "--shard-records", "50", "-q", "-o"];
    env.expect(0, &[&corpus[..], &["all-in-memory"]].concat());
    env.expect(0, &[&corpus[..], &["on-disk", "--memory", "64K", "--jobs", "2"]].concat());
    assert_same(&env.path("all-in-memory"), &env.path("on-disk"));
    assert!(!env.path("on-disk/.partial").exists());
}

#[test]
fn a_budget_that_is_too_small_for_a_host_is_said_and_a_larger_one_goes_on() {
    let env = Env::new();
    archive(&env);
    let corpus = ["corpus", "in", "-q", "-o", "out"];
    let output = env.expect(1, &[&corpus[..], &["--memory", "1K"]].concat());
    let talk = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(talk.contains("memory budget") && talk.contains(".example"), "{talk}");
    assert!(talk.contains("--memory"), "{talk}");
    assert!(!env.path("out/run.json").exists(), "nothing half-written looks whole");
    env.expect(0, &corpus);
    env.expect(0, &["verify", "out", "-q"]);
}

#[test]
fn a_spill_folder_that_cannot_be_written_is_named() {
    let env = Env::new();
    archive(&env);
    let corpus = ["corpus", "in", "-q", "-o", "out", "--memory", "64K"];
    let output = env.expect(1, &[&corpus[..], &["--spill", "not-there"]].concat());
    let talk = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(talk.contains("not-there") && talk.contains("--spill"), "{talk}");
    // Also where nothing would be spilt, and before anything is written.
    env.write("file", b"");
    let in_memory = &corpus[..corpus.len() - 2];
    for folder in ["not-there", "file", "file/below"] {
        let talk = env.shown(&env.expect(1, &[in_memory, &["--spill", folder]].concat()));
        assert!(talk.contains("hint: name a folder that can be written"), "{talk}");
    }
    assert!(!env.path("out").exists());
    fs::create_dir(env.path("there")).expect("folder");
    env.expect(0, &[&corpus[..], &["--spill", "there"]].concat());
    let left = fs::read_dir(env.path("there")).expect("folder").count();
    assert_eq!(left, 0, "spill files are gone at the end");
}

#[test]
fn a_full_spill_folder_is_told_from_one_that_cannot_be_written() {
    let env = Env::new();
    archive(&env);
    for topic in ["", "--topic default"] {
        // A limit on the size of files looks like a full disk.
        let line = format!(
            "ulimit -f 8; exec {} corpus in -q --overwrite -o out --memory 96K {topic}",
            env!("CARGO_BIN_EXE_scutch"),
        );
        let output = Command::new("bash").args(["-c", &line]).current_dir(env.path("")).output();
        let output = output.expect("bash");
        let talk = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(1), "{talk}");
        assert!(talk.contains("make room and run the same command again"), "{talk}");
    }
    env.expect(0, &["corpus", "in", "-q", "-o", "out", "--topic", "default"]);
}
