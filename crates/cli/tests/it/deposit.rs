//! A corpus with metadata of its own: records for repositories, and nothing of them without.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::harness::{Env, assert_same, bytes_of, with_archive};

const METADATA: &str = r#"
[corpus]
title = "Harbour news"
date = "2026-11"
makers = [{ name = "Gull, Anna", orcid = "0000-0002-1825-0097" }, { name = "Tern, Bo", role = "editor" }]
institution = { name = "Harbour University" }
"#;

/// Names of the records.
const RECORDS: [&str; 6] = [
    "CITATION.cff",
    "metadata/datacite.xml",
    "metadata/datasheet.md",
    "metadata/dublin-core.xml",
    "metadata/mets.xml",
    "ro-crate-metadata.json",
];

fn run(env: &Env, output: &str, options: &[&str]) {
    let command =
        ["corpus", "in", "-o", output, "-q", "--format", "jsonl,tei", "--layout", "shard"];
    env.expect(0, &[&command[..], options].concat());
}

fn names(env: &Env, folder: &str) -> BTreeSet<String> {
    bytes_of(&env.path(folder)).into_iter().map(|(name, _)| name).collect()
}

fn manifest(env: &Env, folder: &str) -> Value {
    let text = fs::read_to_string(env.path(folder).join("run.json")).expect("run.json");
    serde_json::from_str(&text).expect("JSON")
}

/// Rows and quarantine are the same with and without; a run without has no trace of the block.
#[test]
fn metadata_add_records_and_change_no_row() {
    let env = with_archive();
    env.write("corpus.toml", METADATA.as_bytes());
    run(&env, "plain", &[]);
    run(&env, "described", &["--corpus-metadata", "corpus.toml"]);
    let added: BTreeSet<String> =
        names(&env, "described").difference(&names(&env, "plain")).cloned().collect();
    assert_eq!(added, RECORDS.map(str::to_owned).into());
    for part in ["docs", "quarantine.jsonl"] {
        let path = |folder: &str| env.path(folder).join(part);
        match path("plain").is_dir() {
            true => assert_same(&path("plain"), &path("described")),
            false => assert_eq!(fs::read(path("plain")).ok(), fs::read(path("described")).ok()),
        }
    }
    assert_eq!(manifest(&env, "plain")["config"].get("corpus"), None);
    let tei = |folder: &str| {
        fs::read_to_string(env.path(folder).join("tei/part-00000.xml")).expect("TEI")
    };
    assert!(
        !tei("plain").contains("respStmt") && tei("plain").contains("<title>Web corpus</title>")
    );
    assert!(tei("described").contains("<title type=\"main\">Harbour news</title>"));
}

#[test]
fn records_do_not_depend_on_jobs_or_on_where_the_block_stands() {
    let env = with_archive();
    env.write("corpus.toml", METADATA.as_bytes());
    run(&env, "one", &["--corpus-metadata", "corpus.toml", "--jobs", "1"]);
    run(&env, "many", &["--config", "corpus.toml", "--jobs", "4"]);
    assert_same(&env.path("one"), &env.path("many"));
}

#[test]
fn records_are_in_the_manifest_verified_and_written_anew_by_dedup() {
    let env = with_archive();
    env.write("corpus.toml", METADATA.as_bytes());
    run(&env, "c", &["--corpus-metadata", "corpus.toml"]);
    let listed = |manifest: &Value| -> BTreeSet<String> {
        let outputs = manifest["outputs"].as_array().expect("outputs").iter();
        outputs.filter_map(|output| output["path"].as_str().map(str::to_owned)).collect()
    };
    assert!(RECORDS.iter().all(|name| listed(&manifest(&env, "c")).contains(*name)));
    env.expect(0, &["verify", "c"]);
    env.expect(0, &["dedup", "c", "-q"]);
    let mets = fs::read_to_string(env.path("c/metadata/mets.xml")).expect("METS");
    assert!(mets.contains("../clusters.jsonl"), "{mets}");
    env.expect(0, &["verify", "c"]);
    env.write("c/CITATION.cff", b"changed");
    env.expect(4, &["verify", "c"]);
}

#[test]
fn another_run_clears_records_and_leaves_files_of_others() {
    let env = with_archive();
    env.write("corpus.toml", METADATA.as_bytes());
    run(&env, "c", &["--corpus-metadata", "corpus.toml"]);
    env.write("c/metadata/own.txt", b"mine");
    run(&env, "c", &["--overwrite"]);
    let left = names(&env, "c");
    assert!(RECORDS.iter().all(|name| !left.contains(*name)), "{left:?}");
    assert!(left.contains("metadata/own.txt"), "{left:?}");
    // A file of that name that no run of ours wrote is not overwritten.
    env.write("c/CITATION.cff", b"mine");
    let command =
        ["corpus", "in", "-o", "c", "-q", "--overwrite", "--corpus-metadata", "corpus.toml"];
    env.expect(1, &command);
    assert_eq!(fs::read(env.path("c/CITATION.cff")).expect("still there"), b"mine");
}

#[test]
fn bad_metadata_end_the_run_before_it_begins() {
    let env = with_archive();
    env.write("corpus.toml", METADATA.replace("1825-0097", "1825-0096").as_bytes());
    env.write("more.toml", format!("seed = 1\n{METADATA}").as_bytes());
    let mut shown = String::new();
    for option in [
        "--corpus-metadata=corpus.toml",
        "--config=corpus.toml",
        "--corpus-metadata=more.toml",
        "--corpus-metadata=none.toml",
    ] {
        shown.push_str(&env.shot(&["corpus", "in", "-o", "out", option]));
        shown.push('\n');
    }
    insta::assert_snapshot!(shown);
    assert!(!env.path("out").exists());
}

#[test]
fn the_start_of_a_file_of_metadata_is_one() {
    let env = with_archive();
    let start = env.expect(0, &["config", "corpus-metadata"]).stdout;
    env.write("corpus.toml", &start);
    run(&env, "c", &["--corpus-metadata", "corpus.toml"]);
    assert!(env.path("c/CITATION.cff").exists());
}
