//! `scutch dedup`: marks in rows, tables beside them, a copy without duplicates.

use crate::harness::{Env, article, assert_same, bytes_of, page};

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
fn a_corpus_without_rows_is_an_error() {
    let env = Env::new();
    env.write("a.warc", &archive());
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "text"]);
    insta::assert_snapshot!(env.shot(&["dedup", "c"]));
}
