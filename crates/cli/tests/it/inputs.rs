//! What a verb reads is there unchanged when it is done.

use std::fs;

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
