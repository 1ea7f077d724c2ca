//! `--file-names readable`: names that people can read, and that every verb finds again.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::{Env, assert_same, bytes_of, page};

fn archive() -> Vec<u8> {
    let body = "<p>The ferry left ten minutes late, with everybody who had waited for it since the morning, and \
        nobody complained.</p>";
    let pages = [
        ("http://harbour.example/1", "Łódź: what's \"new\"?"),
        ("http://harbour.example/2", "../../etc/passwd"),
        ("http://harbour.example/2", "../../etc/passwd"),
        ("http://harbour.example/3", "潮汐"),
    ];
    let pages = (1..).zip(pages).map(|(n, (url, title))| {
        let title = title.replace('"', "&quot;");
        let published =
            "<meta property=\"article:published_time\" content=\"2019-05-02T08:00:00Z\">";
        let published = if n == 1 { published } else { "" };
        let html = format!("<title>{title}</title>{published}<h1>{title}</h1>{body}");
        page(url, n, "200 OK", &html)
    });
    pages.flatten().collect()
}

const OPTIONS: &[&str] =
    &["--extractor", "all-text", "--format", "parquet,tei,text", "--file-names", "readable", "-q"];

fn made() -> Env {
    let env = Env::new();
    env.write("a.warc", &archive());
    env.expect(0, &[&["corpus", "a.warc", "-o", "c"], OPTIONS].concat());
    env
}

/// Names of files in a folder.
fn names(env: &Env, folder: &str) -> BTreeSet<String> {
    bytes_of(&env.path(folder)).into_iter().map(|(name, _)| name).collect()
}

/// Names without their ids.
fn stems(names: &BTreeSet<String>) -> Vec<String> {
    let stem =
        |name: &String| name.rsplit_once('-').map_or(name.clone(), |(stem, _)| stem.to_owned());
    names.iter().map(stem).collect()
}

#[test]
fn names_are_date_title_and_id() {
    let env = made();
    let found = names(&env, "c/tei/00000");
    assert_eq!(
        stems(&found),
        [
            "2019-05-02-Łódź-what-s-new",
            "2019-05-17-etc-passwd",
            "2019-05-17-etc-passwd",
            "2019-05-17-潮汐"
        ]
    );
    env.expect(0, &["verify", "c"]);
    // The same names whatever the jobs.
    env.expect(0, &[&["corpus", "a.warc", "-o", "again", "-j", "3"], OPTIONS].concat());
    assert_same(&env.path("c"), &env.path("again"));
    let run = std::fs::read(env.path("c/run.json")).expect("a manifest");
    let run: Value = serde_json::from_slice(&run).expect("JSON");
    assert_eq!(run["config"]["file_names"], "readable");
}

#[test]
fn verbs_that_copy_find_documents_by_their_names() {
    let env = made();
    env.write("list", b"http://harbour.example/3\n");
    env.expect(0, &["redact", "c", "--list", "list", "-o", "redacted", "-q"]);
    env.expect(0, &["dedup", "c", "--drop", "payload", "-o", "lean", "-q"]);
    for (copy, left) in [("redacted", 3), ("lean", 3)] {
        env.expect(0, &["verify", copy]);
        for folder in ["tei/00000", "text/00000"] {
            let all = names(&env, &format!("c/{folder}"));
            let kept = names(&env, &format!("{copy}/{folder}"));
            assert!(kept.is_subset(&all) && kept.len() == left, "{kept:?}");
        }
    }
    let stray = names(&env, "c/text/00000").into_iter().next().expect("a file");
    let stray = env.path("c/text/00000").join(format!("copy-{stray}"));
    std::fs::write(stray, "a copy").expect("writes");
    env.expect(4, &["verify", "c"]);
    env.expect(1, &["redact", "c", "--list", "list", "-o", "other", "-q"]);
}

#[test]
fn jobs_that_share_a_run_give_the_same_names() {
    let env = made();
    env.expect(0, &[&["gather", "a.warc", "-o", "ev"], OPTIONS].concat());
    env.expect(0, &[&["corpus", "a.warc", "-o", "part", "--evidence", "ev"], OPTIONS].concat());
    env.expect(0, &["merge", "part", "-o", "merged", "-q"]);
    assert_eq!(names(&env, "merged/tei/00000"), names(&env, "c/tei/00000"));
}
