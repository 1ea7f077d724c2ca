//! `scutch evaluate offtopic`: what counts as labels and verdicts, and what is refused.

use std::fs;

use crate::harness::{Env, root};

/// Calls below `samples/offtopic`, their exit codes, and what is said.
const CALLS: &[(&str, i32, &str)] = &[
    // The table of the samples has a person's labels; the one that is ERROR is left out.
    ("captures.tsv found.jsonl", 0, "\nall\t1.000\t1.000\t1.000\t1.000\t8\t0\t0\t7\n"),
    ("captures.tsv found.jsonl", 0, "\nlabels neither on nor off\t1\n"),
    ("captures.tsv list.tsv", 0, "\nall\t1.000\t1.000\t1.000\t1.000\t8\t0\t0\t7\n"),
    ("captures.tsv list.jsonl", 0, "\nall\t1.000\t1.000\t1.000\t1.000\t8\t0\t0\t7\n"),
    ("captures.tsv", 0, "\n3\t16\t8\t50\n"),
    // Nothing is found off-topic: there is no precision.
    ("captures.tsv none.jsonl", 0, "\nall\t0.000\t0.467\t-\t0.000\t0\t0\t8\t7\n"),
    ("gold.txt other.json", 0, "\nall\t0.421\t0.267\t0.364\t0.500\t4\t7\t4\t0\n"),
    ("captures.tsv captures.tsv", 1, "captures.tsv: there are no verdicts in it; wanted is"),
    ("captures.tsv plain.txt", 1, "plain.txt: there are no verdicts in it; wanted is"),
    ("captures.tsv far.jsonl", 1, "far.jsonl: no verdict on any of the 15 labelled mementos"),
    ("unlabelled.csv found.jsonl", 1, "unlabelled.csv: no label is \"on\" or \"off\""),
    ("found.jsonl captures.tsv", 2, "found.jsonl: these are verdicts: name labels first"),
    ("list.tsv", 2, "list.tsv: these are verdicts: name labels first"),
];

/// The samples with a person's labels, and verdicts in several forms.
fn with_verdicts() -> Env {
    let env = Env::new();
    for entry in fs::read_dir(root().join("samples/offtopic")).expect("samples") {
        let path = entry.expect("entry").path();
        let name = path.file_name().expect("name").display().to_string();
        env.write(&name, &fs::read(&path).expect("file"));
    }
    let made = [
        "offtopic . --format jsonl -o found.jsonl -q",
        "offtopic . --format golddatafile -o gold.txt -q",
        "offtopic . --profile alnoamany -o other.json -q",
        "memento list . --format tsv -o list.tsv -q",
        "memento list . -o list.jsonl -q",
    ];
    for call in made {
        env.expect(0, &call.split(' ').collect::<Vec<_>>());
    }
    let found = fs::read_to_string(env.path("found.jsonl")).expect("verdicts");
    env.write("none.jsonl", found.replace("\"off-topic\"", "\"on-topic\"").as_bytes());
    env.write("far.jsonl", b"{\"urim\":\"http://far.example/\",\"status\":\"off-topic\"}\n");
    env.write("plain.txt", b"15 labelled mementos, 8 of them off-topic\nprofile\tF1\n");
    env.write("unlabelled.csv", b"urim,label\nhttp://far.example/,ambiguous\n");
    env
}

#[test]
fn labels_and_verdicts_are_read_or_refused() {
    let env = with_verdicts();
    for (call, code, said) in CALLS {
        let args: Vec<&str> = ["evaluate", "offtopic"].into_iter().chain(call.split(' ')).collect();
        let told = env.shown(&env.expect(*code, &args));
        assert!(told.contains(said), "{call}: {told}");
    }
}
