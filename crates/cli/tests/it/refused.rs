//! Inputs, outputs and choices that no corpus is made of, and what is said of them.

use std::fs;
use std::process::Stdio;

use crate::harness::{Env, article, assert_same, page, with_archive};
use insta::assert_snapshot;

#[test]
fn bad_standard_input_leaves_nothing_behind() {
    let env = with_archive();
    let mut command = env.command(&["corpus", "-", "-o", "out"]);
    let output = command.stdin(Stdio::null()).output().expect("runs");
    assert_snapshot!(env.shown(&output));
    assert!(!env.path("out").exists());
}

#[test]
fn output_not_given() {
    assert_snapshot!(with_archive().shot(&["corpus", "in"]));
}

#[test]
fn input_not_given() {
    assert_snapshot!(Env::new().shot(&["corpus", "-o", "out"]));
}

#[test]
fn input_missing() {
    let env = Env::new();
    assert_snapshot!(env.shot(&["corpus", "none.warc.gz", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn input_empty() {
    let env = Env::new();
    env.write("empty.warc.gz", b"");
    assert_snapshot!(env.shot(&["corpus", "empty.warc.gz", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn input_not_an_archive() {
    let env = with_archive();
    env.write("page.html", article(1).as_bytes());
    assert_snapshot!(env.shot(&["corpus", "in", "page.html", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn folder_with_nothing_in_it() {
    let env = Env::new();
    env.write("empty/readme.txt", b"no archive");
    assert_snapshot!(env.shot(&["corpus", "empty", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn pattern_that_matches_nothing() {
    assert_snapshot!(Env::new().shot(&["corpus", "*.warc.gz", "-o", "out"]));
}

/// The tests may run as root, for whom every permission is granted: this file exists and still
/// cannot be read.
#[test]
#[cfg(target_os = "linux")]
fn input_unreadable() {
    let env = Env::new();
    assert_snapshot!(env.shot(&["corpus", "/proc/self/mem", "-o", "out"]));
    assert!(!env.path("out").exists());
}

#[test]
fn output_holds_another_run() {
    let env = with_archive();
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    assert_snapshot!(
        "other_configuration",
        env.shot(&["corpus", "in", "-o", "out", "--keep-all-status"])
    );
    env.write("more/b.warc", &page("http://b.example/", 1, "200 OK", &article(9)));
    assert_snapshot!("other_inputs", env.shot(&["corpus", "in", "more", "-o", "out"]));
    env.expect(0, &["corpus", "in", "more", "-o", "out", "--overwrite", "-q"]);
}

#[test]
fn output_is_somebody_elses_folder() {
    let env = with_archive();
    env.write("out/thesis.txt", b"precious");
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out"]));
    env.expect(0, &["corpus", "in", "-o", "out", "--overwrite", "-q"]);
    env.expect(0, &["corpus", "in", "-o", "out", "--overwrite", "--keep-empty", "-q"]);
    assert_eq!(fs::read(env.path("out/thesis.txt")).expect("still there"), b"precious");
}

#[test]
fn output_cannot_be_written() {
    let env = with_archive();
    env.write("out", b"a file");
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out"]));
}

/// A file-size limit stands for a full disk: the write fails in the same way.
#[test]
#[cfg(unix)]
fn disk_full() {
    let env = Env::new();
    let pages = (0..400).map(|n| page(&format!("http://h.example/{n}"), n, "200 OK", &article(n)));
    env.write("big.warc", &pages.flatten().collect::<Vec<u8>>());
    let script = format!(
        "ulimit -f 8; exec {} corpus big.warc -o out --format jsonl --shard-records 50",
        env!("CARGO_BIN_EXE_scutch")
    );
    let limited = std::process::Command::new("bash")
        .args(["-c", &script])
        .current_dir(env.path(""))
        .output()
        .expect("bash runs");
    assert_eq!(limited.status.code(), Some(1), "{}", env.shown(&limited));
    let stderr = String::from_utf8(limited.stderr).expect("UTF-8");
    assert!(stderr.contains("File too large") && stderr.contains("make room"), "{stderr}");
    assert!(!env.path("out/run.json").exists(), "half a corpus must not look complete");
    // With room, the same command goes on and ends as if nothing had happened.
    let args = ["corpus", "big.warc", "--format", "jsonl", "--shard-records", "50", "-q"];
    env.expect(0, &[&args[..], &["-o", "out"]].concat());
    env.expect(0, &[&args[..], &["-o", "fresh"]].concat());
    assert_same(&env.path("out"), &env.path("fresh"));
}

/// What is wrong in a file of configuration is a failure, what is wrong on the command line a matter of usage.
#[test]
fn values_without_sense_are_errors_of_usage() {
    let env = with_archive();
    for wrong in [
        "corpus in -o out --status foo",
        "corpus in -o out --status 300-200",
        "corpus in -o out --from 2005-13",
        "coverage --own in --cdx in -o out --to 2005-02-31",
        "corpus in -o out --record-type foo",
        "corpus in -o out --shard-records 0",
        "corpus in -o out --topic bogus",
        "corpus in -o out --archive-id bad/id",
        "corpus in -o out --annotations in",
        "template in -o out --undecided 0.7",
        "template in -o out --method t003 --min-gap 30d --max-gap 1d",
        "tags inventory in --status foo",
    ] {
        env.expect(2, &wrong.split(' ').collect::<Vec<_>>());
    }
    env.write("c.toml", b"inputs = [\"in\"]\nshard_records = 0\n");
    env.expect(1, &["corpus", "--config", "c.toml", "-o", "out"]);
    assert!(!env.path("out").exists());
}

#[test]
fn missing_inputs_of_a_configuration_are_told_from_typed_ones() {
    let env = with_archive();
    let config = env.write("in/run.toml", b"inputs = [\"small.warc\"]\n");
    for (verb, typed, from_file) in [
        ("corpus", None, true),
        ("gather", None, true),
        ("template", None, true),
        ("corpus", Some("none"), false),
    ] {
        let mut args = vec![verb, "--config", "in/run.toml", "-o", "out"];
        args.extend(typed);
        let told = config.shown(&config.expect(1, &args));
        assert_eq!(told.contains("hint: inputs of a configuration file are"), from_file, "{told}");
        assert!(told.contains("no such file or folder"), "{told}");
    }
}

#[test]
fn errors_in_a_configuration_have_a_line() {
    let env = with_archive();
    env.write("run.toml", b"seed = 1\n\n[scope]\nstatus = [\"200\"]\n");
    assert_snapshot!(env.shot(&["corpus", "in", "--config", "run.toml", "-o", "out"]));
}
