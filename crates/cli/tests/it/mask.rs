//! `--mask`: personal data are in no format, wherever the page has them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::harness::{Env, article, bytes_of, page};

const FORMATS: &str = "parquet,jsonl,dolma,oscar,elastic,csv,tei,markdown,text,html,json,vertical,conllu,standoff,jsonld,nquads";

/// Parts of what must not be found.
const SECRETS: [&str; 10] = [
    "adagull", "bo.reed", "cygull", "1234567", "7654321", "44 0532", "1111 11", "192.0.2", "8a2e",
    "55 12",
];

/// A page with personal data in each place from which a format takes texts.
fn secretive() -> String {
    let body = "<p>Write to <b>adagull</b>@example.org, or <a href='mailto:bo.reed@example.org'>to Bo</a>, \
        or call <a href='tel:+49307654321'>+49 30 1234567</a> in the morning.</p>\
        <ul><li>DE89 3704 0044 0532 0130 00<li>4111 1111 1111 1111</ul>\
        <table><tr><th>Tel.<td>55 12 34<tr><th>From<td>192.0.2.17</table>\
        <blockquote>It came from 2001:db8::8a2e:370:7334.</blockquote>\
        <figure><img src='/adagull@example.org.png' alt='adagull@example.org'>\
        <figcaption>By cygull@example.org</figcaption></figure></article>";
    let head = "<head><meta name=author content='adagull@example.org'>\
        <meta name=description content='Ask adagull@example.org for the tides.'>\
        <meta property='og:image' content='http://192.0.2.17/tide.png'>\
        <meta name=keywords content='tides, cygull@example.org'>\
        <meta name=robots content='unavailable_after: tel 55 12 34'>\
        <meta name=tdm-policy content='/adagull@example.org'>";
    let title = "<title>Harbour notes by adagull@example.org</title>";
    article(2)
        .replace("</article>", body)
        .replace("<head>", head)
        .replace("<title>Harbour notes 2</title>", title)
}

fn with_pages() -> Env {
    let env = Env::new();
    let mut archive = page("http://harbour.example/2", 2, "200 OK", &secretive());
    archive.extend(page("http://harbour.example/3", 3, "200 OK", &article(3)));
    env.write("a.warc", &archive);
    env
}

/// The secrets that stand in a folder, with the files in which they do: in their bytes, or behind
/// zstd.
fn leaks(folder: &Path) -> BTreeSet<(String, &'static str)> {
    let has = |bytes: &[u8], secret: &str| {
        bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
    };
    let mut found = BTreeSet::new();
    for (name, bytes) in bytes_of(folder) {
        let inner = zstd::decode_all(&*bytes).unwrap_or_default();
        let leaking =
            SECRETS.into_iter().filter(|secret| has(&bytes, secret) || has(&inner, secret));
        found.extend(leaking.map(|secret| (name.clone(), secret)));
    }
    found
}

/// All values of the table of rows, in which Parquet is compressed.
fn in_parquet(folder: &Path, columns: &[&str]) -> String {
    let mut text = String::new();
    let read = scutch_corpus::read_rows(folder, columns, |row| {
        text.push_str(&serde_json::json!(row).to_string());
    });
    read.expect("rows");
    text
}

#[test]
fn personal_data_are_in_no_format() {
    let env = with_pages();
    let run = |folder: &str, more: &[&str]| {
        let command = ["corpus", "a.warc", "-o", folder, "--format", FORMATS, "-q", "--markdown"];
        let further = ["--also-extract", "all-text", "--file-names", "readable"];
        let further = [&further[..], &["--usage-preferences"]].concat();
        env.expect(0, &[&command[..], &further, more].concat());
    };
    run("plain", &[]);
    run("masked", &["--mask"]);
    // Without the option they are there: in texts, metadata and links.
    let plain = leaks(&env.path("plain"));
    SECRETS.iter().for_each(|secret| assert!(plain.iter().any(|(_, s)| s == secret), "{secret}"));
    assert_eq!(leaks(&env.path("masked")), BTreeSet::new());
    let columns: Vec<&str> = scutch_corpus::row::COLUMNS.iter().map(|column| column.name).collect();
    let columns = [&columns[..], &["markdown", "text_all_text"]].concat();
    let table = in_parquet(&env.path("masked"), &columns);
    SECRETS.iter().for_each(|secret| assert!(!table.contains(secret), "{secret}: {table}"));
    let part = fs::read(env.path("masked/docs/part-00000.jsonl.zst")).expect("rows");
    let text = String::from_utf8(zstd::decode_all(&*part).expect("zstd")).expect("UTF-8");
    let rows: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
    assert_snapshot!(format!(
        "{}\n{}",
        rows[0]["text"].as_str().expect("a text"),
        rows[0]["markdown"].as_str().expect("Markdown")
    ));
    let manifest = fs::read_to_string(env.path("masked/run.json")).expect("run.json");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    for what in ["e-mail", "telephone", "iban", "card", "ip"] {
        assert_eq!(manifest["counts"]["flags"][format!("masked-{what}")], 1, "{what}");
    }
    let n_chars = rows[0]["text"].as_str().map(|text| text.chars().count() as u64);
    assert_eq!(rows[0]["n_chars"].as_u64(), n_chars);
    env.expect(0, &["verify", "masked", "-q"]);
    // A page without any is the same row.
    assert!(rows[1]["flags"].as_array().is_some_and(|flags| {
        flags.iter().all(|flag| !flag.as_str().is_some_and(|id| id.starts_with("masked")))
    }));
}

/// Of the number in a link only a document knows.
#[test]
fn rows_are_the_same_whatever_the_formats() {
    let env = Env::new();
    let call = "<p>Number 2 of our notes says: <a href='tel:+49307654321'>call us at the pier</a>, \
        where the harbour master keeps the book of all the ships that pass.</p></article>";
    let html = article(2).replace("</article>", call);
    env.write("a.warc", &page("http://harbour.example/2", 2, "200 OK", &html));
    let corpus = ["corpus", "a.warc", "-q", "--mask"];
    for (folder, formats) in [("a", "jsonl"), ("b", "jsonl,tei"), ("s", "standoff")] {
        env.expect(0, &[&corpus[..], &["-o", folder, "--format", formats]].concat());
    }
    env.expect(
        0,
        &["rebuild", "s", "--archives", "a.warc", "-o", "again", "--format", "jsonl", "-q"],
    );
    let read = |folder: &str| {
        let part = fs::read(env.path(folder).join("docs/part-00000.jsonl.zst")).expect("rows");
        String::from_utf8(zstd::decode_all(&*part).expect("zstd")).expect("UTF-8")
    };
    let rows = read("a");
    assert!(rows.contains("masked-telephone"), "{rows}");
    assert_eq!([read("b"), read("again")], [rows.clone(), rows.clone()]);
    let stream = env.expect(0, &[&corpus[..], &["-o", "-", "--format", "jsonl"]].concat());
    assert_eq!(String::from_utf8(stream.stdout).expect("UTF-8"), rows);
}

#[test]
fn a_mask_is_refused_where_the_page_would_stand_beside_it() {
    let env = with_pages();
    env.write("mask.toml", b"mask = true\n");
    assert_snapshot!(env.shot(&["template", "a.warc", "-o", "t", "--config", "mask.toml"]));
    env.write("nodes.toml", b"mask = true\n[template]\nnodes = true\n");
    assert_snapshot!(env.shot(&["corpus", "a.warc", "-o", "c", "--config", "nodes.toml"]));
}
