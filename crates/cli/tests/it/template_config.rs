//! Runs of `scutch template` by a file of configuration.

use std::fs;

use insta::assert_snapshot;

use crate::harness::{Env, bytes_of};
use crate::template::with_magazine;

/// A folder with `run.toml`, which prints what these flags mean.
fn emitted(flags: &[&str]) -> Env {
    let env = with_magazine();
    let emit = env.expect(0, &[&["template", "in", "--emit-config"], flags].concat());
    env.write("run.toml", &emit.stdout);
    env
}

#[test]
fn a_run_can_be_repeated_from_its_configuration() {
    for flags in [
        &[][..],
        &["--method", "t005", "--cross", "repaired", "--max-gap", "30d", "--skip-hidden"],
        &["--preset", "thesis", "--method", "t002", "--threshold", "fair.example=0.3"],
        &["--undecided", "0.1", "--nodes", "--markup", "span", "--format", "parquet,jsonl"],
        &["--precision", "--charset-rule", "strict", "--no-tables"],
    ] {
        let env = emitted(flags);
        env.expect(0, &[&["template", "in", "-o", "typed", "-q"], flags].concat());
        env.expect(0, &["template", "--config", "run.toml", "-o", "read", "-q"]);
        assert_eq!(bytes_of(&env.path("typed")), bytes_of(&env.path("read")), "{flags:?}");
    }
}

/// What is a default today can be another one in a later version.
#[test]
fn what_follows_from_the_method_is_written_out() {
    let env = emitted(&["--method", "t001"]);
    let run = fs::read_to_string(env.path("run.toml")).expect("TOML");
    assert!(run.contains("cross = \"thesis\"") && run.contains("threshold = 0.5"), "{run}");
    env.expect(0, &["template", "in", "-o", "out", "-q", "--method", "t001"]);
    let same = ["--method", "t001", "--cross", "thesis", "--threshold", "0.5"];
    let again = env.expect(0, &[&["template", "in", "-o", "out"], same.as_slice()].concat());
    let told = String::from_utf8(again.stderr).expect("UTF-8");
    assert!(told.contains("already complete"), "{told}");
}

#[test]
fn what_is_typed_wins_over_the_file() {
    let env = emitted(&["--method", "t005", "--lesson", "page", "--cross", "repaired"]);
    let how = ["--config", "run.toml", "--lesson", "host", "--method", "t004"];
    let run = env.expect(0, &[&["template", "--emit-config"], how.as_slice()].concat());
    let run = String::from_utf8(run.stdout).expect("TOML");
    let lines = ["method = \"t004\"", "lesson = \"host\"", "cross = \"repaired\""];
    assert!(lines.iter().all(|line| run.contains(line)), "{run}");
    // What follows from the file's method and tokens goes with them.
    let env = emitted(&["--method", "t001"]);
    for (flags, expected) in [
        (&["--method", "learned"][..], &["method = \"learned\""][..]),
        (&["--method", "context"], &["cross = \"repaired\"", "threshold = 0.5"]),
        (&["--tokens", "thesis"], &["cross = \"thesis\"", "threshold = 0.6"]),
    ] {
        let how = [&["template", "--config", "run.toml", "--emit-config"], flags].concat();
        let run = String::from_utf8(env.expect(0, &how).stdout).expect("TOML");
        assert!(expected.iter().all(|line| run.contains(line)), "{flags:?}: {run}");
    }
    // So does the preset, in what it chooses.
    let env = emitted(&["--method", "t005", "--cross", "repaired", "--seed", "7", "--nodes"]);
    let how = ["--config", "run.toml", "--preset", "thesis", "--compare", "star"];
    let run = env.expect(0, &[&["template", "--emit-config"], how.as_slice()].concat());
    let run = String::from_utf8(run.stdout).expect("TOML");
    let chosen = ["cross = \"thesis\"", "lesson = \"page\"", "threshold = 0.6"];
    let kept = ["method = \"t005\"", "seed = 7", "nodes = true", "compare = \"star\""];
    assert!(chosen.iter().chain(&kept).all(|line| run.contains(line)), "{run}");
}

#[test]
fn a_file_that_names_no_formats_leaves_them_as_they_are() {
    let env = with_magazine();
    env.write("best.toml", b"extractor = \"template\"\n[template]\nmethod = \"t002\"\n");
    env.expect(0, &["template", "in", "--config", "best.toml", "-o", "out", "-q"]);
    let pages = fs::read_to_string(env.path("out/pages.jsonl")).expect("pages");
    assert!(pages.contains("\"template-t002/6\""));
}

#[test]
fn files_for_other_verbs_are_refused() {
    let env = with_magazine();
    let portals = "[[portals]]\nhosts = [\"fair.example\"]\ncontent = []\n";
    let shots = ["extractor = \"page\"", portals, "formats = [\"tei\", \"jsonl\"]", "sede = 1", ""]
        .map(|text| {
            env.write("other.toml", text.as_bytes());
            env.shot(&["template", "--config", "other.toml", "-o", "out"])
        });
    assert_snapshot!(shots.concat());
    assert_snapshot!(env.shot(&["template", "-o", "out"]));
}
