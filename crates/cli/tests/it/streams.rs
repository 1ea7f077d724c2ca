//! Where results and words go: standard streams that are closed or full, and files named by `-o` and its like.

use std::fs;
use std::process::{Command, Output};

use crate::harness::{Env, article, small_archive};

/// Runs a line of bash, in which `scutch` is the binary; the exit code is that of the first command of a pipe.
fn bash(env: &Env, line: &str) -> Output {
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
