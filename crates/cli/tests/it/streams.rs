//! Where results and words go: standard streams that are closed or full, and files named by `-o` and its like.

use std::fs;
use std::process::{Command, Output};

use crate::harness::{Env, article, small_archive};

/// Runs a line of bash, in which `scutch` is the binary; the exit code is that of the first command of a pipe.
pub(crate) fn bash(env: &Env, line: &str) -> Output {
    let script = format!(
        "scutch() {{ {} \"$@\"; }}; {line}; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_scutch")
    );
    let output = Command::new("bash").args(["-c", &script]).current_dir(env.path("")).output();
    output.expect("bash runs")
}

fn with_inputs() -> Env {
    let env = Env::new();
    env.write("in/a.warc", &small_archive()).write("i.html", article(1).as_bytes());
    env.write("urls.txt", "http://a.example/x\n".repeat(50_000).as_bytes());
    env.write("tags.tsv", b"");
    env.write("keep.txt", b"keep");
    env
}

#[test]
fn nobody_has_to_listen_to_stderr() {
    let env = with_inputs();
    for (number, stderr) in ["2>&1 >/dev/null | true", "2>/dev/full", "2>&-"].iter().enumerate() {
        for line in [
            format!("scutch corpus in -o c{number} --progress always {stderr}"),
            format!("scutch archive repair in -o r{number}.warc.gz {stderr}"),
        ] {
            assert_eq!(bash(&env, &line).status.code(), Some(0), "{line}");
        }
        assert!(env.path(&format!("c{number}/run.json")).exists());
    }
    assert_eq!(bash(&env, "scutch corpus none -o c 2>/dev/full").status.code(), Some(1));
}

#[test]
fn a_full_disk_is_no_success() {
    let env = with_inputs();
    for line in [
        "tags inventory in",
        "tags apply tags.tsv",
        "extract i.html",
        "archive index in",
        "archive ls in",
        "url check urls.txt",
        "url clean urls.txt",
    ] {
        for to in ["-o /dev/full", "> /dev/full"] {
            if line.starts_with("archive ls") && to.starts_with("-o") {
                continue;
            }
            let output = bash(&env, &format!("scutch {line} {to}"));
            assert_eq!(output.status.code(), Some(1), "{line} {to}: {}", env.shown(&output));
            if to.starts_with("-o") {
                let told = env.shown(&output);
                assert!(told.contains("/dev/full: cannot be written: No space left"), "{told}");
            }
        }
    }
}

#[test]
fn hints_are_true_of_the_file_that_failed() {
    let env = with_inputs();
    env.expect(0, &["template", "in", "-o", "t", "--nodes", "-q"]);
    let told = env.shown(&env.expect(1, &["template", "gold", "t", "-o", "/dev/full"]));
    assert!(told.contains("scutch: /dev/full: cannot be written: No space left"), "{told}");
    assert!(told.contains("make room") && !told.contains("shard"), "{told}");
    // Labels that somebody corrected stay.
    env.write("mine.jsonl", b"corrected\n");
    let told = env.shown(&env.expect(1, &["template", "gold", "t", "-o", "mine.jsonl"]));
    assert!(told.contains("mine.jsonl: exists already"), "{told}");
    assert_eq!(fs::read(env.path("mine.jsonl")).expect("reads"), b"corrected\n");
    let told = env.shown(&env.expect(1, &["corpus", "in", "-o", "/proc/x"]));
    assert!(told.contains("/proc/x") && !told.contains("no such folder"), "{told}");
    for verb in ["dedup", "verify", "report"] {
        let told = env.shown(&env.expect(1, &[verb, "none"]));
        assert!(told.contains("scutch: none: no such folder"), "{told}");
    }
}

#[test]
fn a_closed_pipe_is_success_for_json_too() {
    let env = with_inputs();
    env.expect(0, &["template", "in", "-o", "t", "--nodes", "-q"]);
    for command in ["url check urls.txt --json", "template gold t"] {
        // Nobody reads any more when the first byte comes.
        let output = bash(&env, &format!("{{ sleep 0.3; scutch {command}; }} | true"));
        assert_eq!(env.shown(&output), "exit: 0\n--- stdout\n--- stderr\n", "{command}");
    }
}

/// Commands that fail before they have anything to write.
const FAILING: &[&str] = &[
    "url clean none -o keep.txt",
    "url check none -d keep.txt",
    "url check urls.txt --dedup foo -o keep.txt",
    "extract none.html -o keep.txt",
    "extract in/a.warc -o keep.txt",
    "template gold none -o keep.txt",
    "tags apply none -o keep.txt",
    "archive index none -o keep.txt",
];

#[test]
fn a_command_that_fails_leaves_what_has_the_name_of_its_output() {
    let env = with_inputs();
    for line in FAILING {
        let output = env.output(&line.split(' ').collect::<Vec<_>>());
        assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {}", env.shown(&output));
        assert_eq!(fs::read(env.path("keep.txt")).expect("there"), b"keep", "{line}");
    }
}

#[test]
fn a_command_that_fails_is_not_in_the_way_of_the_next() {
    let env = with_inputs();
    for verb in ["repair", "subset"] {
        env.expect(1, &["archive", verb, "none", "-o", "new.warc.gz"]);
        env.expect(0, &["archive", verb, "in", "-o", "new.warc.gz"]);
        let output = env.expect(1, &["archive", verb, "in", "-o", "new.warc.gz"]);
        let told = env.shown(&output);
        assert!(told.contains("new.warc.gz: exists already") && told.contains("hint: "), "{told}");
        fs::remove_file(env.path("new.warc.gz")).expect("there");
    }
    env.expect(5, &["archive", "subset", "in", "-o", "new.warc.gz", "--host", "none.example"]);
    env.expect(1, &["memento", "merge", "none.warc.gz", "-o", "new.warc.gz"]);
    assert!(!env.path("new.warc.gz").exists());
}

/// Commands with an output, by `OUT`, that cannot be made. What they would have written before is `other`.
const UNMAKEABLE: &[&str] = &[
    "archive repair in -o other --log OUT",
    "archive repair in -o OUT --log other",
    "archive subset in -o OUT",
    "archive index in -o OUT",
    "url check urls.txt -o other -d OUT",
    "url check urls.txt -d OUT",
    "url clean urls.txt -o OUT",
    "offtopic in -o other --report OUT",
    "offtopic in -o other --write-ontopic OUT",
    "memento fetch http://a.example/ -o other --report OUT --offline",
    "fetch urls.txt -o other --table OUT --offline",
    "fetch urls.txt -o other --cdx OUT --offline",
    "tags apply tags.tsv -o OUT",
    "extract i.html -o OUT",
];

#[test]
fn nothing_is_written_where_an_output_cannot_be() {
    let env = with_inputs();
    let faults = [
        ("no/such/x", "there is no folder no/such"),
        ("keep.txt/x", "keep.txt is no folder"),
        ("in", "it names a folder"),
        ("new/", "it names a folder"),
    ];
    for line in UNMAKEABLE {
        for (out, why) in faults {
            let line = line.replace("OUT", out);
            let output = env.output(&line.split(' ').collect::<Vec<_>>());
            let told = env.shown(&output);
            assert_eq!(output.status.code(), Some(1), "{line}: {told}");
            let exists = told.contains("in: exists already");
            assert!(exists || told.contains(&format!("{out}: cannot be written: {why}")), "{told}");
            assert!(output.stdout.is_empty(), "{line}: {told}");
            assert!(!env.path("other").exists(), "{line}");
        }
    }
    assert_eq!(fs::read(env.path("keep.txt")).expect("there"), b"keep");
}

#[test]
fn two_outputs_are_two_files() {
    let env = with_inputs();
    for line in [
        "offtopic in -o both --report both",
        "offtopic in -o both --write-ontopic ./both",
        "url check urls.txt -o both -d in/../both",
        "url check urls.txt -o keep.txt -d keep.txt",
        "archive repair in -o both --log both",
        "fetch urls.txt -o both.warc.gz --table both.warc.gz --offline",
        "memento fetch http://a.example/ -o both.warc.gz --report both.warc.gz --offline",
    ] {
        let output = env.expect(2, &line.split(' ').collect::<Vec<_>>());
        let told = env.shown(&output);
        assert!(told.contains("named for two outputs"), "{line}: {told}");
        assert!(!env.path("both").exists() && !env.path("both.warc.gz").exists(), "{line}");
    }
    assert_eq!(fs::read(env.path("keep.txt")).expect("there"), b"keep");
    env.expect(0, &["url", "check", "urls.txt", "-o", "/dev/null", "-d", "/dev/null"]);
}

/// Rows of a shard are a folder: no folder named `-` appears.
#[test]
fn rows_of_a_shard_do_not_go_to_standard_output() {
    let env = with_inputs();
    env.expect(0, &["gather", "in", "-o", "ev", "-q"]);
    let args = ["corpus", "in", "--evidence", "ev", "-o", "-", "--format", "jsonl"];
    let output = env.expect(2, &args);
    assert!(output.stdout.is_empty() && !env.path("-").exists());
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.starts_with("scutch: -o - with --evidence: "), "{said}");
    let output = bash(&env, "scutch corpus in -o - --format jsonl -q > /dev/full");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.starts_with("scutch: standard output: No space left"), "{said}");
}
