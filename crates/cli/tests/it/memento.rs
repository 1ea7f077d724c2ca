//! `scutch memento` as a user meets it: tables in, tables out.

use std::io::Write as _;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::harness::{Env, article, page};

const NOTICE: &str = "<title>Account Suspended</title><h1>Account Suspended</h1><p>This account has \
    been suspended. Contact your hosting provider.</p>";
const GERMAN: &str = "<html lang=de><title>Hafen</title><p>Die Fähre zu den Inseln verließ den Hafen \
    heute mit zehn Minuten Verspätung, und niemand an Bord schien sich daran zu stören, denn der Nebel \
    hatte sich gerade erst vom Wasser gehoben.</p></html>";

fn with_archive() -> Env {
    let env = Env::new();
    let uri = "http://news.harbour.example/notes/1";
    let mut out = page(uri, 2, "200 OK", &article(1));
    out.extend(page(uri, 3, "200 OK", &article(1)));
    out.extend(page(uri, 4, "200 OK", NOTICE));
    out.extend(page("http://hafen.example/", 5, "200 OK", GERMAN));
    out.extend(page("http://blog.other.example/?q=1", 6, "200 OK", &article(2)));
    out.extend(page(uri, 7, "200 OK", &article(9)));
    env.write("a.warc", &out);
    env.expect(0, &["memento", "list", "a.warc", "-o", "all.tsv", "--format", "tsv", "-q"]);
    env
}

/// The last cells of a table's rows: what each line ends with behind its URI-M.
fn cut(env: &Env, args: &[&str], columns: &[&str]) -> String {
    let output = env.expect(0, &[&["memento"], args].concat());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().expect("a head");
    let places: Vec<usize> = columns
        .iter()
        .map(|name| head.iter().position(|column| column == name).expect("a column"))
        .collect();
    let row = |cells: Vec<&str>| places.iter().map(|at| cells[*at]).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = lines.map(row).collect();
    format!("{}\n{}", rows.join("\n"), String::from_utf8(output.stderr).expect("UTF-8"))
}

/// The seconds of the captures that a filter keeps.
fn kept(env: &Env, args: &[&str]) -> String {
    let text = cut(env, &[&["filter", "all.tsv", "-q"], args].concat(), &["timestamp"]);
    text.lines().map(|time| &time[time.len() - 1..]).collect::<Vec<_>>().join(" ")
}

#[test]
fn archives_become_tables() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["memento", "list", "a.warc"]));
    assert_snapshot!(env.shot(&["memento", "list", "a.warc", "--format", "tsv"]));
    let again = env.expect(0, &["memento", "list", "all.tsv"]).stdout;
    assert!(again == std::fs::read(env.path("all.tsv")).expect("table"), "a table stays as it is");
}

#[test]
fn filters() {
    let env = with_archive();
    for (args, expected) in [
        (&["--on-topic"][..], "5 2 3 7 6"),
        (&["--off-topic"], "4"),
        (&["--off-topic", "--exclude"], "5 2 3 7 6"),
        (&["--language", "de"], "5"),
        (&["--language", "en,de", "--exclude", "--url", "harbour"], "5 6"),
        (&["--from", "20190517100005"], "5 7 6"),
        (&["--from", "2019", "--to", "2019-05-17T10:00:03Z"], "2 3"),
        (&["--url", r"/notes/\d"], "2 3 4 7"),
        (&["--least", "words=60"], "2 3 7 6"),
        (&["--near-duplicates"], "5 2 4 7 6"),
        (&["--near-duplicates=64"], "5 2 6"),
    ] {
        assert_eq!(kept(&env, args), expected, "{args:?}");
    }
    assert_snapshot!(env.shot(&["memento", "filter", "all.tsv", "--url", "nowhere"]));
}

#[test]
fn slices_clusters_and_the_best_of_them() {
    let env = with_archive();
    let columns = ["timestamp", "cluster"];
    assert_snapshot!(cut(&env, &["slice", "all.tsv", "--slices", "2", "-o", "-"], &columns));
    env.expect(0, &["memento", "slice", "all.tsv", "--slices", "2", "-o", "sliced.tsv", "-q"]);
    assert_snapshot!(cut(&env, &["cluster", "sliced.tsv"], &columns));
    assert_snapshot!(cut(&env, &["cluster", "all.tsv", "--by", "domain"], &columns));
    env.expect(0, &["memento", "cluster", "all.tsv", "-o", "c.tsv", "-q", "--by", "simhash-tf"]);
    env.expect(0, &["memento", "score", "c.tsv", "-o", "s.tsv", "-q"]);
    let columns = ["timestamp", "cluster", "score"];
    assert_snapshot!(cut(&env, &["filter", "s.tsv", "--best-of-clusters", "score"], &columns));
    assert_snapshot!(cut(&env, &["filter", "s.tsv", "--largest-clusters", "1"], &columns));
}

#[test]
fn orders_and_samples() {
    let env = with_archive();
    let columns = ["timestamp", "words"];
    assert_snapshot!(cut(&env, &["order", "all.tsv"], &columns));
    assert_snapshot!(cut(&env, &["order", "all.tsv", "--by", "words", "--reverse"], &columns));
    assert_snapshot!(cut(&env, &["sample", "all.tsv", "-n", "3", "--seed", "7"], &columns));
    assert_snapshot!(cut(&env, &["sample", "all.tsv", "--every", "2"], &columns));
    assert_snapshot!(cut(&env, &["sample", "all.tsv", "-n", "1", "--per", "url"], &columns));
}

#[test]
fn scores() {
    let env = with_archive();
    for by in ["dsa", "bytes", "words", "depth", "category"] {
        assert_snapshot!(by, cut(&env, &["score", "all.tsv", "--by", by], &["url", "score"]));
    }
    let bm25 =
        ["score", "all.tsv", "--by", "bm25", "--query", "Lighthouse keeper", "--texts", "a.warc"];
    assert_snapshot!(cut(&env, &bm25, &["timestamp", "score"]));
    assert_snapshot!(
        env.shot(&["memento", "score", "all.tsv", "--by", "bm25", "--query", "ferry"])
    );
    assert_snapshot!(env.shot(&["memento", "score", "all.tsv", "--by", "bm25"]));
}

#[test]
fn reports() {
    let env = with_archive();
    assert_snapshot!(env.shot(&["memento", "report", "all.tsv"]));
    assert_snapshot!(env.shot(&["memento", "report", "a.warc", "--what", "growth"]));
    assert_snapshot!(env.shot(&["memento", "report", "a.warc", "--what", "terms", "--top", "8"]));
    assert_snapshot!(env.shot(&["memento", "report", "all.tsv", "--format", "jsonl"]));
}

#[test]
fn verbs_are_chained_through_pipes() {
    let env = with_archive();
    let mut table = env.expect(0, &["offtopic", "a.warc", "--format", "jsonl", "-q"]).stdout;
    for verb in [
        &["filter", "--on-topic"][..],
        &["slice", "--slices", "2"],
        &["score", "-"],
        &["filter", "--best-of-clusters", "score"],
        &["order", "--by", "score", "--reverse"],
    ] {
        let mut child = env
            .command(&[&["memento"], verb, &["-q"]].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        child.stdin.take().expect("input").write_all(&table).expect("written");
        let output = child.wait_with_output().expect("ended");
        assert!(output.status.success(), "{verb:?}");
        table = output.stdout;
    }
    assert_snapshot!(String::from_utf8(table).expect("UTF-8"));
}

#[test]
fn tables_that_are_none() {
    let env = with_archive();
    env.write("none.tsv", b"url\tx\nhttp://a/\t1\n");
    env.write("cells.tsv", b"urim\tx\nhttp://a/\n");
    env.write(
        "plain.tsv",
        b"URI-M\nhttp://web.archive.org/web/20140127171200/http://a.example/b\n",
    );
    env.write("latin.tsv", b"urim\n\xff\n");
    let mut shots = String::new();
    for args in [
        &["order", "none.tsv"][..],
        &["order", "cells.tsv"],
        &["order", "latin.tsv"],
        &["order", "gone.tsv"],
        &["filter", "plain.tsv", "--on-topic"],
        &["filter", "plain.tsv", "--exclude"],
        &["filter", "plain.tsv", "--from", "last year"],
        &["cluster", "plain.tsv"],
        &["list", "plain.tsv", "--cdx", "x"],
        &["score", "plain.tsv"],
        &["sample", "plain.tsv"],
        &["report", "plain.tsv"],
    ] {
        shots += &env.shot(&[&["memento"], args].concat());
    }
    assert_snapshot!(shots);
}
