//! `scutch dedup`: marks in rows, tables beside them, a copy without duplicates.

use crate::harness::{Env, article, assert_same, bytes_of, page};
use crate::streams::bash;

/// Two captures of one page, a twin under another address, a near-duplicate, and another page.
fn archive() -> Vec<u8> {
    let near = article(2).replace("</article>", "<p>Corrected.</p></article>");
    let other = "<p>Bread is baked in the village on every second day, and the smell of it comes over the \
        water in the evening, long before the boats that carry it are seen from the shore.</p>";
    let mut out = page("http://harbour.example/2", 2, "200 OK", &article(2));
    out.extend(page("http://harbour.example/2", 3, "200 OK", &near));
    out.extend(page("http://harbour.example/?p=2", 4, "200 OK", &article(2)));
    out.extend(page("http://harbour.example/other", 5, "200 OK", other));
    out
}

#[test]
fn duplicates_are_marked_listed_and_left_out() {
    let env = Env::new();
    env.write("a.warc", &archive());
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "parquet,jsonl,text,tei"]);
    let mut shown = env.shot(&["dedup", "c"]);
    for table in ["clusters.jsonl", "paragraphs.jsonl", "versions.jsonl"] {
        let text = std::fs::read_to_string(env.path("c").join(table)).expect("table");
        shown.push_str(&format!("=== {table}\n{text}"));
    }
    env.expect(0, &["verify", "c"]);
    shown.push_str(&env.shot(&["dedup", "c", "--drop", "payload,text", "-o", "d"]));
    shown.push_str(&env.shot(&["dedup", "c", "--drop", "near", "-o", "d"]));
    for (name, _) in bytes_of(&env.path("d")) {
        shown.push_str(&format!("d/{name}\n"));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn marking_again_changes_nothing() {
    let env = Env::new();
    env.write("a.warc", &archive());
    for name in ["c", "d"] {
        env.expect(0, &["corpus", "a.warc", "-o", name, "--format", "parquet,jsonl"]);
        env.expect(0, &["dedup", name]);
    }
    env.expect(0, &["dedup", "d", "--threshold", "0.2"]);
    env.expect(0, &["dedup", "d"]);
    assert_same(&env.path("c"), &env.path("d"));
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "parquet,jsonl"]);
}

#[test]
fn several_corpora_are_searched_verified_and_reported_in_one_command() {
    let env = Env::new();
    env.write("a.warc", &archive());
    env.write("b.warc", &page("http://harbour.example/copy", 9, "200 OK", &article(2)));
    for name in ["a", "b"] {
        let archive = format!("{name}.warc");
        env.expect(0, &["corpus", &archive, "-o", name, "--format", "jsonl"]);
    }
    let mut shown = env.shot(&["dedup", "a", "b"]);
    let clusters = std::fs::read_to_string(env.path("b/clusters.jsonl")).expect("a table");
    shown.push_str(&clusters);
    shown.push_str(&env.shot(&["verify", "a", "b"]));
    shown.push_str(&env.shot(&["report", "a", "b"]));
    let report = std::fs::read_to_string(env.path("b/report.html")).expect("a report");
    assert!(
        report.contains("those of 2 corpora together: this one, <code><bdi>a</bdi></code>"),
        "{report}"
    );
    shown.push_str(&env.shot(&["dedup", "b", "--drop", "payload,text,near", "-o", "lean"]));
    shown.push_str(&env.shot(&["dedup", "a", "b", "--drop", "text", "-o", "d"]));
    shown.push_str(&env.shot(&["dedup", "a", "./a"]));
    std::fs::write(env.path("b/quarantine.jsonl"), "changed").expect("writes");
    shown.push_str(&env.shot(&["verify", "a", "b"]));
    shown.push_str(&env.shot(&["verify", "b", "a", "--json", "-q"]));
    insta::assert_snapshot!(shown);
}

#[test]
fn a_corpus_without_rows_is_an_error() {
    let env = Env::new();
    env.write("a.warc", &archive());
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "text"]);
    insta::assert_snapshot!(env.shot(&["dedup", "c"]));
}

/// Pages enough for a copy that does not fit into a few blocks, and for duplicates among them.
fn with_many_pages() -> Env {
    let env = Env::new();
    let pages = (0..400).map(|n| page(&format!("http://h.example/{n}"), n, "200 OK", &article(n)));
    env.write("big.warc", &pages.flatten().collect::<Vec<u8>>());
    env.expect(0, &["corpus", "big.warc", "-o", "c", "--extractor", "page", "-q"]);
    env
}

/// A file-size limit stands for a full disk.
#[test]
#[cfg(unix)]
fn half_a_copy_is_not_in_the_way_of_the_next() {
    let env = with_many_pages();
    env.expect(0, &["dedup", "c", "-q"]);
    let output = bash(&env, "ulimit -f 4; scutch dedup c --drop payload -o d");
    let told = env.shown(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let part = "d.unfinished-copy/docs/part-00000.parquet: File too large";
    assert!(told.contains(part) && told.contains("make room"), "{told}");
    assert!(!told.contains("shard"), "{told}");
    assert!(!env.path("d").exists() && !env.path(".d.unfinished-copy").exists());
    env.expect(0, &["dedup", "c", "--drop", "payload", "-o", "d"]);
    let copied: Vec<_> = bytes_of(&env.path("d")).into_iter().map(|(name, _)| name).collect();
    assert!(copied.iter().any(|name| name == "docs/part-00000.parquet"), "{copied:?}");
    env.expect(0, &["verify", "d", "--sample", "9"]);
}

#[test]
#[cfg(unix)]
fn few_files_are_open_at_a_time() {
    let env = with_many_pages();
    env.expect(0, &["corpus", "big.warc", "-o", "d", "--extractor", "page", "-q"]);
    let output = bash(&env, "ulimit -n 64; scutch dedup c");
    assert_eq!(output.status.code(), Some(0), "{}", env.shown(&output));
    env.expect(0, &["dedup", "d", "-q"]);
    assert_same(&env.path("c"), &env.path("d"));
}

#[test]
fn a_copy_has_every_format_and_verifies() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let formats = "parquet,jsonl,dolma,oscar,elastic,tei,markdown,text,html,json,vertical,conllu,standoff,csv";
    for layout in ["document", "shard", "zip"] {
        let run = ["corpus", "a.warc", "-o", layout, "--layout", layout, "--format", formats, "-q"];
        env.expect(0, &run);
        let copy = format!("{layout}-lean");
        let told = env.expect(0, &["dedup", layout, "--drop", "payload", "-o", &copy]);
        let told = env.shown(&told);
        assert!(told.contains("3  documents kept") && !told.contains("not copied"), "{told}");
        env.expect(0, &["verify", &copy]);
        env.expect(0, &["report", &copy, "-q"]);
        for format in formats.split(',').skip(2) {
            assert!(env.path(&copy).join(format).exists(), "{format} {layout}");
        }
    }
    // Tombstones and their count go with the copy.
    env.write("list", b"http://harbour.example/other\n");
    env.expect(0, &["redact", "shard", "--list", "list", "-o", "redacted", "-q"]);
    env.expect(0, &["dedup", "redacted", "--drop", "payload", "-o", "both", "-q"]);
    let text = |name: &str| std::fs::read_to_string(env.path(name)).expect("a file");
    assert_eq!(text("redacted/tombstones.jsonl"), text("both/tombstones.jsonl"));
    assert!(text("both/run.json").contains("\"redacted\""));
    env.expect(0, &["verify", "both"]);
}

#[test]
fn numbers_beyond_reason_are_errors_of_usage() {
    let env = Env::new();
    for (wrong, said) in [
        (&["--bands", "100000000", "--band-rows", "10000000"][..], "100000000"),
        (&["--bands", "5000"], "5000"),
        (&["--band-rows", "0"], "band_rows 0: the least is 1"),
        (&["--threshold", "2"], "threshold 2: it is a share from 0 to 1"),
    ] {
        let told = env.shown(&env.expect(2, &[&["dedup", "c"][..], wrong].concat()));
        assert!(told.contains(said), "{wrong:?}: {told}");
    }
}

/// What a killed process left is no obstacle, and no part of the copy.
#[test]
fn a_copy_that_was_killed_is_made_anew() {
    let env = with_many_pages();
    env.expect(0, &["dedup", "c", "-q"]);
    env.write(".d.unfinished-copy/docs/part-00009.parquet", b"half");
    env.write(".d.unfinished-copy/left", b"over");
    env.expect(0, &["dedup", "c", "--drop", "payload", "-o", "d", "-q"]);
    let copied: Vec<_> = bytes_of(&env.path("d")).into_iter().map(|(name, _)| name).collect();
    let parts = copied.iter().filter(|name| name.starts_with("docs/"));
    assert_eq!(parts.collect::<Vec<_>>(), ["docs/part-00000.parquet"]);
    assert!(!copied.contains(&"left".to_owned()));
    assert!(!env.path(".d.unfinished-copy").exists());
}
