//! What a verb reads is there unchanged when it is done.

use std::fs;

use insta::assert_snapshot;

use crate::harness::{Env, article, bytes_of, small_archive};

/// Commands that would write onto an input, and the name the input is read under.
const ONTO_INPUTS: &[(&str, &str)] = &[
    ("extract i.html -o i.html", "i.html"),
    ("extract i.html -o link.html", "i.html"),
    ("extract i.html --urls list -o list", "list"),
    ("tags inventory in -o in/small.warc", "in/small.warc"),
    ("tags apply list -o list", "list"),
    ("template tune in/*.warc --gold list -o in/small.warc", "in/small.warc"),
    ("template tune in --gold list -o list", "list"),
    ("template compare nodes.jsonl list -o nodes.jsonl", "nodes.jsonl"),
    ("template compare . list -o nodes.jsonl", "./nodes.jsonl"),
    ("evaluate extract gold list -o gold/gold.jsonl", "gold/gold.jsonl"),
    ("evaluate extract gold list -o list", "list"),
    ("evaluate extract gold list --against nodes.jsonl -o nodes.jsonl", "nodes.jsonl"),
    ("evaluate template gold list -o gold/gold.jsonl", "gold/gold.jsonl"),
    ("evaluate template gold . -o nodes.jsonl", "./nodes.jsonl"),
    ("offtopic in -o in/small.warc", "in/small.warc"),
    ("offtopic in --report in/small.warc", "in/small.warc"),
    ("offtopic sweep in --gold list --figure list", "list"),
    ("memento list list -o list", "list"),
    ("archive index in -o in/small.warc", "in/small.warc"),
    ("fetch list -o new.warc.gz --table list", "list"),
    ("fetch list -o in/small.warc --cdx in/small.warc", "in/small.warc"),
    ("memento fetch http://a.example/ -o in/small.warc --table in/small.warc", "in/small.warc"),
    ("coverage --own list --cdx out/matches.jsonl -o out", "out/matches.jsonl"),
    ("url check list -o list", "list"),
    ("url check list -d list", "list"),
];

fn with_inputs() -> Env {
    let env = Env::new();
    env.write("i.html", article(1).as_bytes());
    env.write("in/small.warc", &small_archive());
    for name in ["list", "gold/gold.jsonl", "nodes.jsonl", "out/matches.jsonl"] {
        env.write(name, b"http://a.example/\n");
    }
    fs::hard_link(env.path("i.html"), env.path("link.html")).expect("link");
    env
}

#[test]
fn no_output_goes_onto_an_input() {
    let env = with_inputs();
    let before = bytes_of(&env.path(""));
    for (words, input) in ONTO_INPUTS {
        let words: Vec<&str> = words.split(' ').collect();
        let output = env.expect(2, &words);
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(told.contains(&format!("is read as the input {input};")), "{words:?}: {told}");
        assert!(before == bytes_of(&env.path("")), "{words:?} changed a file");
    }
}

#[test]
fn redirected_input_is_not_written_onto() {
    let env = with_inputs();
    let mut command = env.command(&["extract", "-", "-o", "i.html"]);
    command.stdin(fs::File::open(env.path("i.html")).expect("page"));
    assert_eq!(command.output().expect("runs").status.code(), Some(2));
    assert_eq!(fs::read(env.path("i.html")).expect("page"), article(1).as_bytes());
}

#[test]
fn other_files_beside_inputs_are_written_anew() {
    let env = with_inputs();
    for _ in 0..2 {
        env.expect(0, &["archive", "index", "in", "-o", "in/small.cdxj"]);
        env.expect(0, &["extract", "i.html", "-o", "/dev/null"]);
    }
}

/// Runs a command that must fail and change nothing.
fn refused(env: &Env, words: &str, stdin: Option<&str>) {
    let before = bytes_of(&env.path(""));
    let words: Vec<&str> = words.split(' ').collect();
    let mut command = env.command(&words);
    if let Some(name) = stdin {
        command.stdin(fs::File::open(env.path(name)).expect("archive"));
    }
    let output = command.output().expect("runs");
    assert_eq!(output.status.code(), Some(1), "{words:?}: {}", env.shown(&output));
    assert!(before == bytes_of(&env.path("")), "{words:?} changed a file");
}

#[test]
fn no_run_goes_over_an_archive_it_reads() {
    let env = Env::new();
    for name in ["w/docs/a.warc", "t/markup/a.warc", "beside/a.warc"] {
        env.write(name, &small_archive());
    }
    refused(&env, "corpus w/docs -o w --overwrite", None);
    refused(&env, "corpus w/docs/a.warc -o ./w/../w --overwrite", None);
    refused(&env, "template t/markup/a.warc -o t --overwrite --markup span", None);
    // Within a corpus of ours no archive is safe, either.
    env.expect(0, &["corpus", "beside", "-o", "out", "-q"]);
    env.write("out/docs/a.warc", &small_archive());
    refused(&env, "corpus out/docs -o out --overwrite", None);
}

#[test]
fn other_standard_input_leaves_a_complete_corpus_as_it_is() {
    let env = Env::new();
    env.write("in/a.warc", &small_archive());
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    refused(&env, "corpus - -o out", Some("in/a.warc"));
    assert!(!env.path("out/.partial").exists());
    // What is in the way is found out later than what is no archive.
    env.write("in/page.html", b"<html>").write("out/tei/mine", b"mine");
    refused(&env, "corpus - -o out --overwrite", Some("in/page.html"));
    refused(&env, "corpus - -o out --format tei --overwrite", Some("in/a.warc"));
    assert!(!env.path("out/.partial").exists());
}

#[test]
fn annotations_are_not_cleared_away() {
    let env = Env::new();
    env.write("in/a.warc", &small_archive());
    env.expect(0, &["corpus", "in", "-o", "out", "--format", "conllu", "-q"]);
    refused(&env, "corpus in -o out --format vertical --annotations out/conllu --overwrite", None);
}

#[test]
fn overwriting_spares_what_is_not_ours() {
    let names = ["docs/mine.txt", "report.html", "run.json", "clusters.jsonl", ".partial/mine"];
    for name in names {
        let env = Env::new();
        env.write("in/a.warc", &small_archive()).write(&format!("out/{name}"), b"mine");
        refused(&env, "corpus in -o out --overwrite", None);
        refused(&env, "corpus - -o out --overwrite", Some("in/a.warc"));
        refused(&env, "corpus - -o out", Some("in/a.warc"));
    }
    for name in ["markup/mine.html", "pages.jsonl"] {
        let env = Env::new();
        env.write("in/a.warc", &small_archive()).write(&format!("out/{name}"), b"mine");
        refused(&env, "template in -o out --overwrite", None);
    }
}

#[test]
fn a_corpus_of_ours_does_not_make_its_neighbours_ours() {
    let env = Env::new();
    env.write("in/a.warc", &small_archive());
    env.expect(0, &["corpus", "in", "-o", "out", "-q"]);
    env.write("out/tei/mine.xml", b"mine").write("out/mine.txt", b"mine");
    refused(&env, "corpus in -o out --format tei --overwrite", None);
    env.expect(0, &["corpus", "in", "-o", "out", "--format", "jsonl", "--overwrite", "-q"]);
    assert_eq!(fs::read(env.path("out/mine.txt")).expect("still there"), b"mine");
    assert!(!env.path("out/docs/part-00000.parquet").exists());
}

#[test]
fn labels_go_with_the_corpus_they_are_of() {
    let env = Env::new();
    env.write("in/a.warc", &small_archive());
    for (verb, labels) in [("template", true), ("corpus", false), ("template", true)] {
        env.expect(0, &[verb, "in", "-o", "out", "--overwrite", "-q"]);
        assert_eq!(env.path("out/pages.jsonl").exists(), labels, "{verb}");
    }
}

#[test]
fn a_taken_name_and_an_input_inside_are_told() {
    let env = Env::new();
    env.write("in/a.warc", &small_archive()).write("out/docs/mine.txt", b"mine");
    assert_snapshot!(env.shot(&["corpus", "in", "-o", "out", "--overwrite"]));
    assert_snapshot!(env.shot(&["corpus", "in/a.warc", "-o", "in", "--overwrite"]));
}

/// A limit of memory stands for the file that is larger than it.
#[test]
#[cfg(target_os = "linux")]
fn of_a_huge_page_no_more_is_read_than_the_cap() {
    let env = Env::new();
    let file = fs::File::create(env.path("huge.html")).expect("file");
    file.set_len(3 << 30).expect("a sparse file");
    let script =
        format!("ulimit -v 1000000; exec {} extract huge.html", env!("CARGO_BIN_EXE_scutch"));
    let mut limited = std::process::Command::new("bash");
    let limited = limited.args(["-c", &script]).current_dir(env.path(""));
    let limited = limited.output().expect("bash runs");
    assert_eq!(limited.status.code(), Some(0), "{}", env.shown(&limited));
    assert!(env.shown(&limited).contains("page-input-capped"));
}
