//! `--format standoff` and `scutch rebuild`: texts given away as digests, and got back from archives.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::harness::{Env, article, assert_same, bytes_of, page, root};

/// Rows of a table of JSON lines by id.
fn table(env: &Env, path: &str) -> BTreeMap<String, Value> {
    let file = fs::File::open(env.path(path)).expect("a table");
    let text = std::io::read_to_string(zstd::Decoder::new(file).expect("zstd")).expect("text");
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a row"));
    rows.map(|row| (row["id"].as_str().expect("an id").to_owned(), row)).collect()
}

/// All bytes of a folder, inside of zstd, too.
fn all_bytes(env: &Env, folder: &str) -> Vec<u8> {
    let inner = |(name, bytes): (String, Vec<u8>)| match name.ends_with(".zst") {
        true => zstd::decode_all(&*bytes).expect("zstd"),
        false => bytes,
    };
    bytes_of(&env.path(folder)).into_iter().flat_map(inner).collect()
}

fn has(bytes: &[u8], sought: &str) -> bool {
    bytes.windows(sought.len()).any(|window| window == sought.as_bytes())
}

/// Makes a corpus, gives it away without texts, rebuilds it, and compares: the documents are the same
/// bytes.
fn round_trip(env: &Env, archive: &str, options: &[&str]) {
    let corpus = |output: &str, format: &str| {
        let command = ["corpus", archive, "-o", output, "-q", "--format", format];
        env.expect(0, &[&command[..], options].concat());
    };
    corpus("whole", "parquet,jsonl,tei,conllu");
    corpus("standoff", "standoff");
    env.expect(
        0,
        &[
            "rebuild",
            "standoff",
            "--archives",
            archive,
            "-o",
            "again",
            "--format",
            "parquet,jsonl,tei,conllu",
        ],
    );
    for part in ["docs", "tei", "conllu"] {
        assert_same(&env.path("whole").join(part), &env.path("again").join(part));
    }
    env.expect(0, &["verify", "again", "-q"]);
    let given = all_bytes(env, "standoff");
    for shard in fs::read_dir(env.path("whole/docs")).expect("docs") {
        let name = shard.expect("entry").file_name().into_string().expect("a name");
        if !name.ends_with(".zst") {
            continue;
        }
        let rows = table(env, &format!("whole/docs/{name}"));
        let lines = table(env, &format!("standoff/standoff/{name}"));
        assert_eq!(rows.len(), lines.len());
        for (id, row) in rows {
            let text = row["text"].as_str().expect("a text");
            spans_are_lines(text, &lines[&id]["spans"]);
            for line in text.lines().filter(|line| line.split(' ').count() > 6) {
                assert!(!has(&given, line), "{line:?} is in the stand-off corpus");
            }
        }
    }
    for folder in ["whole", "standoff", "again"] {
        fs::remove_dir_all(env.path(folder)).expect("removed");
    }
}

/// Spans, in characters, are the lines of the text that have characters.
fn spans_are_lines(text: &str, spans: &Value) {
    let chars: Vec<char> = text.chars().collect();
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let spans = spans.as_array().expect("spans").iter();
    let found: Vec<String> =
        spans.map(|span| chars[number(&span[0])..number(&span[1])].iter().collect()).collect();
    let lines: Vec<&str> = text.split('\n').filter(|line| !line.is_empty()).collect();
    assert_eq!(found, lines);
}

#[test]
fn samples_come_back_byte_for_byte() {
    let env = Env::new();
    for name in ["abendblatt", "charsets", "courier-old", "damaged"] {
        let archive = root().join(format!("samples/{name}.warc.gz"));
        round_trip(&env, &archive.display().to_string(), &["--shard-records", "20"]);
    }
}

#[test]
fn kinds_of_blocks_are_told() {
    let env = Env::new();
    let html = article(2).replace(
        "</article>",
        "<ul><li>fog over the water</ul><pre>tide = 1\ntide += 1</pre></article>",
    );
    env.write("a.warc", &page("http://harbour.example/2", 2, "200 OK", &html));
    env.expect(0, &["corpus", "a.warc", "-o", "s", "-q", "--format", "standoff,jsonl"]);
    let line = table(&env, "s/standoff/part-00000.jsonl.zst").into_values().next().expect("a line");
    let kinds: Vec<&str> = line["spans"]
        .as_array()
        .expect("spans")
        .iter()
        .filter_map(|span| span[2].as_str())
        .collect();
    assert_eq!(kinds, ["heading", "paragraph", "paragraph", "list item", "code", "code"]);
}

/// Four pages; `change` may alter the archive that texts come from.
fn pages(change: impl Fn(u32, String) -> Option<String>) -> Vec<u8> {
    let pages = (2..6).filter_map(|n| Some((n, change(n, article(n))?)));
    pages.flat_map(|(n, html)| page(&format!("http://h.example/{n}"), n, "200 OK", &html)).collect()
}

#[test]
fn rows_that_do_not_come_back_are_told() {
    let env = Env::new();
    env.write("own.warc", &pages(|_, html| Some(html)));
    // One page is missing, one is another, and there is one more.
    let mut other = pages(|n, html| match n {
        2 => None,
        3 => Some(html.replace("ten minutes late", "on time")),
        _ => Some(html),
    });
    other.extend(page("http://h.example/9", 9, "200 OK", &article(9)));
    env.write("other.warc", &other);
    let extractor = ["--extractor", "page"];
    env.expect(
        0,
        &[&["corpus", "own.warc", "-o", "s", "-q", "--format", "standoff"][..], &extractor]
            .concat(),
    );
    let mut shown = env.shot(&[
        "rebuild",
        "s",
        "--archives",
        "other.warc",
        "-o",
        "r",
        "--format",
        "jsonl,vertical",
    ]);
    shown.push_str(&env.shot(&["verify", "r"]));
    let rows = table(&env, "r/docs/part-00000.jsonl.zst");
    let mut urls: Vec<&str> = rows.values().filter_map(|row| row["url"].as_str()).collect();
    urls.sort_unstable();
    assert_eq!(urls, ["http://h.example/4", "http://h.example/5"]);
    let vertical = fs::read_to_string(env.path("r/vertical/part-00000.vert")).expect("vertical");
    assert_eq!(vertical.matches("<doc ").count(), 2);
    let manifest = fs::read_to_string(env.path("r/run.json")).expect("run.json");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["counts"]["out_of_scope"]["not-in-standoff"], 2);
    insta::assert_snapshot!(shown);
}

#[test]
fn what_cannot_be_rebuilt_is_refused() {
    let env = Env::new();
    env.write("own.warc", &pages(|_, html| Some(html)));
    env.expect(0, &["corpus", "own.warc", "-o", "plain", "-q"]);
    env.expect(0, &["corpus", "own.warc", "-o", "s", "-q", "--format", "standoff"]);
    let mut shown = String::new();
    for (standoff, output, format) in [
        ("plain", "r", "parquet"),
        ("s", "plain", "parquet"),
        ("s", "r", "text"),
        ("none", "r", "jsonl"),
    ] {
        shown.push_str(&env.shot(&[
            "rebuild",
            standoff,
            "--archives",
            "own.warc",
            "-o",
            output,
            "--format",
            format,
        ]));
    }
    shown.push_str(&env.shot(&["rebuild", "s", "--archives", "gone.warc", "-o", "r"]));
    let part = env.path("s/standoff/part-00000.jsonl.zst");
    fs::write(&part, zstd::encode_all(&b"{}\n"[..], 3).expect("zstd")).expect("written");
    shown.push_str(&env.shot(&["rebuild", "s", "--archives", "own.warc", "-o", "r"]));
    assert!(!env.path("r").exists() && !env.path(".r.unfinished-copy").exists());
    insta::assert_snapshot!(shown);
}

/// The path of decisions in a manifest is one of another machine.
#[test]
fn decisions_are_named_by_who_rebuilds() {
    let env = Env::new();
    env.write("own.warc", &pages(|_, html| Some(html)));
    let decision = b"{\"id\": \"a\", \"field\": \"keep\", \"value\": false}\n";
    env.write("decisions.jsonl", decision);
    let run = ["corpus", "own.warc", "-o", "s", "-q", "--format", "standoff"];
    env.expect(0, &[&run[..], &["--decisions", "decisions.jsonl"]].concat());
    let rebuild = ["rebuild", "s", "--archives", "own.warc", "-o", "r"];
    let told = env.shown(&env.expect(1, &rebuild));
    assert!(told.contains("hint: name it with --decisions"), "{told}");
    env.expect(0, &[&rebuild[..], &["--decisions", "decisions.jsonl"]].concat());
}

/// The root does not depend on jobs, formats, shards or marks, and a row of another value has another.
#[test]
fn the_root_of_the_rows_is_theirs_alone() {
    let env = Env::new();
    env.write("own.warc", &pages(|_, html| Some(html)));
    env.write("other.warc", &pages(|_, html| Some(html.replace("ten minutes late", "on time"))));
    let root = |folder: &str| {
        let text = fs::read_to_string(env.path(folder).join("run.json")).expect("run.json");
        let manifest: Value = serde_json::from_str(&text).expect("JSON");
        manifest["rows_root"].as_str().expect("a root").to_owned()
    };
    env.expect(0, &["corpus", "own.warc", "-o", "a", "-q", "-j", "1"]);
    env.expect(
        0,
        &[
            "corpus",
            "own.warc",
            "-o",
            "b",
            "-q",
            "-j",
            "4",
            "--shard-records",
            "1",
            "--format",
            "jsonl,text",
        ],
    );
    assert_eq!(root("a"), root("b"));
    let before = root("a");
    env.expect(0, &["dedup", "a", "-q"]);
    env.expect(0, &["verify", "a", "b", "-q"]);
    assert_eq!(root("a"), before);
    fs::copy(env.path("other.warc"), env.path("own.warc")).expect("copied");
    env.expect(0, &["corpus", "own.warc", "-o", "c", "-q"]);
    assert_ne!(root("c"), before);
}

/// A receiver who has no archives can still check what was given away.
#[test]
fn a_standoff_corpus_is_verified_by_its_digests() {
    let env = Env::new();
    env.write("own.warc", &pages(|_, html| Some(html)));
    env.expect(0, &["corpus", "own.warc", "-o", "s", "-q", "--format", "standoff"]);
    fs::remove_file(env.path("own.warc")).expect("removed");
    let mut shown = env.shot(&["verify", "s"]);
    let text = fs::read_to_string(env.path("s/run.json")).expect("run.json");
    let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
    manifest["rows_root"] = "0".repeat(64).into();
    env.write("s/run.json", manifest.to_string().as_bytes());
    shown.push_str(&env.shot(&["verify", "s"]));
    env.write("s/run.json", text.as_bytes());
    env.write("s/quarantine.jsonl", b"{}");
    env.expect(4, &["verify", "s"]);
    insta::assert_snapshot!(shown);
}

/// Rows that are the same in another order have another root.
#[test]
fn rebuilding_compares_the_root() {
    let env = Env::new();
    env.write("own.warc", &pages(|_, html| Some(html)));
    env.expect(0, &["corpus", "own.warc", "-o", "s", "-q", "--format", "standoff"]);
    let manifest = fs::read_to_string(env.path("s/run.json")).expect("run.json");
    let mut manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    manifest["rows_root"] = "0".repeat(64).into();
    env.write("s/run.json", manifest.to_string().as_bytes());
    let output = env.expect(4, &["rebuild", "s", "--archives", "own.warc", "-o", "r"]);
    let said = env.shown(&output);
    assert!(said.contains("the root of the rows is another"), "{said}");
}

/// A row that was moved has the digest of its file, where the manifest was written anew, but not the root.
#[test]
fn verify_knows_the_root() {
    let env = Env::new();
    env.write("own.warc", &pages(|_, html| Some(html)));
    env.expect(0, &["corpus", "own.warc", "-o", "a", "-q", "--format", "jsonl"]);
    let path = env.path("a/run.json");
    let text = fs::read_to_string(&path).expect("run.json");
    let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
    manifest["rows_root"] = "0".repeat(64).into();
    fs::write(&path, manifest.to_string()).expect("written");
    let told = env.shown(&env.expect(4, &["verify", "a"]));
    assert!(told.contains(&format!("run.json: rows_root: stored {}", "0".repeat(64))), "{told}");
    assert!(told.contains(" 1 difference\n"), "{told}");
}
