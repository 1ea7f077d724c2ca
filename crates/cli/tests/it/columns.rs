//! Tables of other programs, whose column of addresses is named.

use crate::harness::{Env, small_archive};

/// The column that would be taken, `url`, is not the one that is wanted.
const TABLES: &[(&str, &str)] = &[
    (
        "t.csv",
        "url,page\nhttp://a.example/no,http://harbour.example/2\nhttp://a.example/no,no page\n",
    ),
    ("t.tsv", "url\tpage\nhttp://a.example/no\thttp://harbour.example/2\nx\tno page\n"),
    ("t.jsonl", "{\"url\": \"http://a.example/no\", \"page\": \"http://harbour.example/2\"}\n"),
];

/// Verbs that take lists, what they say of a table, and whether on standard error.
const VERBS: &[(&str, &str)] = &[
    ("url clean", "http://harbour.example/2\n"),
    ("url check", "http://harbour.example/2\n"),
    ("url domain", "harbour.example\n"),
    ("url key", "example,harbour)/2\n"),
    ("url sample -n 1", "http://harbour.example/2\n"),
];

fn with_tables() -> Env {
    let env = Env::new();
    for (name, text) in TABLES {
        env.write(name, text.as_bytes());
    }
    env.write("site.warc", &small_archive());
    env
}

fn stdout(env: &Env, args: &[&str]) -> String {
    String::from_utf8(env.expect(0, args).stdout).expect("UTF-8")
}

#[test]
fn verbs_of_url_take_a_named_column() {
    let env = with_tables();
    for (table, _) in TABLES {
        for (verb, expected) in VERBS {
            let words = verb.split(' ').chain([*table, "--column", "page"]);
            let args: Vec<&str> = words.collect();
            // Verbs differ in what they make of the second row.
            let answer = stdout(&env, &args);
            assert!(
                answer.starts_with(expected) && !answer.contains("a.example"),
                "{args:?}: {answer}"
            );
        }
        // Without the name, a known column counts.
        assert_eq!(stdout(&env, &["url", "domain", table]).lines().next(), Some("a.example"));
    }
    // Plain lists have no columns, and may stand beside tables.
    env.write("plain.txt", b"http://b.example/\n");
    let both = stdout(&env, &["url", "domain", "plain.txt", "t.csv", "--column", "page"]);
    assert_eq!(both, "b.example\nharbour.example\n");
}

#[test]
fn a_frontier_takes_a_named_column() {
    let env = with_tables();
    for verb in ["add", "done"] {
        env.expect(0, &["url", "frontier", verb, "f", "t.csv", "--column", "page"]);
    }
    assert_eq!(
        stdout(&env, &["url", "frontier", "dump", "f", "--status", "done"]).lines().count(),
        1
    );
}

#[test]
fn records_are_chosen_by_a_named_column() {
    let env = with_tables();
    let chosen = |more: &[&str]| env.output(&[&["archive", "ls", "site.warc"][..], more].concat());
    for (table, _) in TABLES {
        let output = chosen(&["--list", table, "--column", "page", "--type", "response"]);
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(lines.lines().count() == 1 && lines.contains("harbour.example/2"), "{lines}");
        assert_eq!(
            chosen(&["--list", table]).status.code(),
            Some(5),
            "no record of `url` is there"
        );
        let told = env.shown(&chosen(&["--list", table, "--column", "none"]));
        assert!(told.contains("there is no column \"none\"; there are"), "{told}");
    }
}
