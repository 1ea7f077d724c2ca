//! `scutch redact`: rows that a list names are taken out of every format, and the corpus is issued again.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use serde_json::Value;

use crate::harness::{Env, article, bytes_of, page, record};
use crate::streams::bash;

const FORMATS: &str = "parquet,jsonl,dolma,oscar,elastic,tei,markdown,text,html,json,vertical,conllu,standoff,jsonld,nquads";

/// A sentence that no other page has.
const SECRET: &str = "Quillfeather kept eleven wooden herons behind the tollhouse.";

/// Pages of two hosts, the sentence on three of them (two captures of one address, a twin), and a
/// record of another address that cannot be decoded.
fn archive() -> Vec<u8> {
    let secret = article(9).replace("</article>", &format!("<p>{SECRET}</p></article>"));
    let mut out = page("http://harbour.example/2", 2, "200 OK", &article(2));
    out.extend(page("http://www.harbour.example/secret", 3, "200 OK", &secret));
    out.extend(page("http://harbour.example/3", 4, "200 OK", &article(3)));
    out.extend(page("https://harbour.example/secret", 5, "200 OK", &secret));
    out.extend(page("http://mirror.example/secret", 6, "200 OK", &secret));
    out.extend(page("http://mirror.example/7", 7, "200 OK", &article(7)));
    let mut undecoded =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
    undecoded.extend([0x1f, 0x8b, 8, 0, 255, 1, 2, 3]);
    let (url, kind) = ("http://harbour.example/torn", "application/http; msgtype=response");
    out.extend(record("response", url, 8, kind, &undecoded));
    out
}

fn with_corpus(options: &[&str]) -> Env {
    let env = Env::new();
    env.write("a.warc", &archive());
    let command = ["corpus", "a.warc", "-o", "c", "-q", "--archive-id", "archive.example"];
    env.expect(0, &[&command[..], options].concat());
    env
}

fn manifest(env: &Env, folder: &str) -> Value {
    let text = fs::read_to_string(env.path(folder).join("run.json")).expect("run.json");
    serde_json::from_str(&text).expect("JSON")
}

fn rows(env: &Env, folder: &str) -> Vec<Value> {
    let file = fs::File::open(env.path(folder).join("docs/part-00000.jsonl.zst")).expect("rows");
    let text = std::io::read_to_string(zstd::Decoder::new(file).expect("zstd")).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// Where a text is found in a folder: in the bytes of files, inside of zstd and zip, and in the columns
/// of Parquet.
fn holding(folder: &Path, sought: &str) -> BTreeSet<String> {
    let has = |bytes: &[u8]| bytes.windows(sought.len()).any(|window| window == sought.as_bytes());
    let mut found = BTreeSet::new();
    for (name, bytes) in bytes_of(folder) {
        let inner = match name.rsplit('.').next() {
            Some("zst") => zstd::decode_all(&*bytes).expect("zstd"),
            Some("parquet") => in_parquet(folder),
            Some("zip") => in_zip(&bytes),
            _ => Vec::new(),
        };
        if has(&bytes) || has(&inner) {
            found.insert(name);
        }
    }
    found
}

/// All values of the table of rows. What a footer says stands in the bytes of the file as it is.
fn in_parquet(folder: &Path) -> Vec<u8> {
    let names: Vec<&str> = scutch_corpus::row::COLUMNS.iter().map(|column| column.name).collect();
    let mut text = String::new();
    scutch_corpus::read_rows(folder, &names, |row| {
        row.values().for_each(|value| text.push_str(value.as_str().unwrap_or_default()));
    })
    .expect("rows");
    text.into_bytes()
}

fn in_zip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = bytes;
    while rest.starts_with(b"PK\x03\x04") {
        let number = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().expect("4 bytes"));
        let start = 30 + usize::from(u16::from_le_bytes([rest[26], rest[27]]));
        let packed = &rest[start..start + number(18) as usize];
        flate2::read::DeflateDecoder::new(packed).read_to_end(&mut out).expect("deflate");
        rest = &rest[start + packed.len()..];
    }
    out
}

/// Tokens stand one a line in two formats: the words of the sentence that no other text has.
const WORDS: [&str; 3] = [SECRET, "Quillfeather", "tollhouse"];

#[test]
fn what_is_taken_out_is_in_no_file_in_any_layout() {
    for layout in ["document", "shard", "zip"] {
        let env = with_corpus(&["--format", FORMATS, "--layout", layout]);
        env.write(
            "list",
            b"# asked on 2019-06-01\nhttp://harbour.example/secret\tthe author asked\n",
        );
        for word in WORDS {
            assert!(!holding(&env.path("c"), word).is_empty(), "{word} was there");
        }
        let before = bytes_of(&env.path("c"));
        env.expect(0, &["redact", "c", "--list", "list", "-o", "d", "--same-text"]);
        assert!(bytes_of(&env.path("c")) == before, "the old corpus stays as it is");
        for word in WORDS {
            assert_eq!(holding(&env.path("d"), word), BTreeSet::new(), "{word} in {layout}");
        }
        env.expect(0, &["verify", "d"]);
        assert_eq!(rows(&env, "d").len(), 3);
        let names = |folder: &str| -> BTreeSet<String> {
            bytes_of(&env.path(folder)).into_iter().map(|(name, _)| name).collect()
        };
        let added: BTreeSet<String> = names("d").difference(&names("c")).cloned().collect();
        assert_eq!(added, BTreeSet::from(["tombstones.jsonl".to_owned()]));
    }
}

/// The parts are those of a run that has the list from the beginning, and so are all counts.
#[test]
fn a_corpus_is_that_of_a_run_with_the_list() {
    let env = with_corpus(&["--format", FORMATS]);
    let id = rows(&env, "c")[0]["id"].as_str().expect("an id").to_owned();
    let pwid = rows(&env, "c")[2]["pwid"].as_str().expect("a PWID").to_owned();
    let digest = rows(&env, "c")[5]["payload_digest"].as_str().expect("a digest").to_owned();
    for (list, left) in [
        ("http://harbour.example/secret", 4),
        ("example,harbour)/secret", 4),
        ("example,harbour", 2),
        ("example,mirror)/", 4),
        (&*id, 5),
        (&*pwid, 5),
        (&*digest, 5),
    ] {
        env.write("list", list.as_bytes());
        env.expect(0, &["redact", "c", "--list", "list", "-o", "d", "-q"]);
        env.expect(0, &["verify", "d", "-q"]);
        let command = ["corpus", "a.warc", "-o", "e", "-q", "--archive-id", "archive.example"];
        let options = ["--format", FORMATS, "--exclude-list", "list"];
        env.expect(0, &[&command[..], &options].concat());
        env.expect(0, &["verify", "e", "-q"]);
        assert_eq!(rows(&env, "d").len(), left, "{list}");
        let root = |folder: &str| manifest(&env, folder)["rows_root"].clone();
        assert_eq!(root("d"), root("e"), "{list}");
        assert_ne!(root("d"), root("c"), "{list}");
        let (redacted, run) = (manifest(&env, "d"), manifest(&env, "e"));
        let quarantined = |manifest: &Value| manifest["counts"]["quarantined"].clone();
        let mut counts = [redacted["counts"].clone(), run["counts"].clone()];
        if quarantined(&redacted) != quarantined(&run) {
            // A run tells what it cannot use, whatever the list says; afterwards it can be taken out.
            assert_eq!(list, "example,harbour");
            assert_eq!(redacted["redacted"]["quarantined"], 1);
            counts.iter_mut().for_each(|counts| {
                counts["quarantined"] = Value::Null;
                counts["out_of_scope"]["excluded"] = Value::Null;
            });
        }
        assert_eq!(counts[0], counts[1], "{list}");
        for (name, bytes) in bytes_of(&env.path("e")) {
            let is_part = name.contains('/') && !name.ends_with(".parquet");
            if is_part {
                let other = fs::read(env.path("d").join(&name)).expect("the same part");
                assert!(other == bytes, "{name} with {list}");
            }
        }
        for folder in ["d", "e"] {
            fs::remove_dir_all(env.path(folder)).expect("removed");
        }
    }
}

#[test]
fn tombstones_say_what_was_taken_out_and_warnings_what_was_not_found() {
    let env = with_corpus(&["--format", "jsonl,tei"]);
    let list = "http://harbour.example/secret\tthe author asked\nexample,harbour)/torn\n\
                http://nowhere.example/\n";
    env.write("list", list.as_bytes());
    let mut shown = env.shot(&["redact", "c", "--list", "list", "-o", "d"]);
    let stones = fs::read_to_string(env.path("d/tombstones.jsonl")).expect("tombstones");
    shown.push_str(&stones);
    // Again, on what is left: earlier tombstones stay.
    env.write("more", b"http://harbour.example/3\n");
    shown.push_str(&env.shot(&["redact", "d", "--list", "more", "-o", "e", "--no-addresses"]));
    let stones = fs::read_to_string(env.path("e/tombstones.jsonl")).expect("tombstones");
    shown.push_str(&stones);
    shown.push_str(&env.shot(&["verify", "e"]));
    insta::assert_snapshot!(shown);
    assert_eq!(manifest(&env, "e")["redacted"]["rows"], 3);
    assert!(
        !fs::read_to_string(env.path("e/quarantine.jsonl")).expect("quarantine").contains("torn")
    );
}

#[test]
fn a_list_that_cannot_be_obeyed_ends_before_anything_is_written() {
    let env = with_corpus(&["--format", "jsonl"]);
    env.write("bad", b"http://harbour.example/2\nthe second page\n");
    env.write("empty", b"# nothing\n");
    env.write("good", b"http://harbour.example/2\n");
    let mut shown = String::new();
    for (list, output) in [("bad", "d"), ("empty", "d"), ("none", "d"), ("good", "c")] {
        shown.push_str(&env.shot(&["redact", "c", "--list", list, "-o", output]));
        assert!(!env.path("d").exists());
    }
    for within in ["c/new/d", "c/docs/../d", "no/../c/d"] {
        shown.push_str(&env.shot(&["redact", "c", "--list", "good", "-o", within]));
        assert!(["c/new", "c/d", "no"].iter().all(|path| !env.path(path).exists()), "{within}");
    }
    shown.push_str(&env.shot(&["corpus", "a.warc", "-o", "d", "--exclude-list", "bad"]));
    env.expect(0, &["corpus", "a.warc", "-o", "text", "--format", "text", "-q"]);
    shown.push_str(&env.shot(&["redact", "text", "--list", "good", "-o", "d"]));
    assert!(!env.path("d").exists() && !env.path(".d.unfinished-copy").exists());
    insta::assert_snapshot!(shown);
}

/// Duplicates, records for repositories and labels: what describes rows that are gone does so no more.
#[test]
fn tables_and_records_are_issued_again() {
    let env = with_corpus(&["--format", "parquet,tei"]);
    env.write(
        "corpus.toml",
        b"[corpus]\ntitle = \"Harbour\"\ndate = \"2026\"\nmakers = [{ name = \"Gull, Anna\" }]\n",
    );
    let described = ["corpus", "a.warc", "-o", "c", "-q", "--overwrite", "--format", "parquet,tei"];
    env.expect(0, &[&described[..], &["--corpus-metadata", "corpus.toml"]].concat());
    env.expect(0, &["dedup", "c", "-q"]);
    let of =
        |folder: &str, name: &str| fs::read_to_string(env.path(folder).join(name)).expect("table");
    env.write("list", b"http://harbour.example/secret\n");
    let told = env.shown(&env.expect(0, &["redact", "c", "--list", "list", "-o", "d"]));
    assert!(
        told.contains("hint: other rows with the text of a row that was taken out: 1"),
        "{told}"
    );
    env.expect(0, &["verify", "d"]);
    // What a search found is no count of the rows that are left.
    for name in ["clusters.jsonl", "paragraphs.jsonl", "versions.jsonl"] {
        assert!(env.path("c").join(name).exists() && !env.path("d").join(name).exists(), "{name}");
        assert!(told.contains(&format!("not copied: {name}, which compares")), "{told}");
    }
    assert_eq!(told.matches("not copied").count(), 3, "{told}");
    assert_eq!(manifest(&env, "d")["dedup"], Value::Null);
    assert!(of("d", "metadata/datasheet.md").contains("excluded"));
    let listed = manifest(&env, "d")["outputs"].to_string();
    for name in ["tombstones.jsonl", "metadata/mets.xml", "README.md"] {
        assert!(listed.contains(name), "{name}");
    }
    env.expect(0, &["dedup", "d", "-q"]);
    env.expect(0, &["verify", "d"]);
}

/// A typing error in a list must not look like a redaction.
#[test]
fn a_list_that_names_nothing_makes_no_folder() {
    let env = with_corpus(&["--format", "jsonl"]);
    env.write("list", b"http://nowhere.example/\nexample,habour)/\n");
    let mut shown = env.shot(&["redact", "c", "--list", "list", "-o", "d", "-q"]);
    assert!(!env.path("d").exists() && !env.path(".d.unfinished-copy").exists());
    env.write("half", b"http://harbour.example/3\nexample,habour)/\n");
    shown.push_str(&env.shot(&["redact", "c", "--list", "half", "-o", "d", "-q"]));
    let run = ["corpus", "a.warc", "-o", "e", "-q", "--format", "jsonl", "--exclude-list", "list"];
    shown.push_str(&env.shot(&run));
    insta::assert_snapshot!(shown);
}

/// The names of a configuration file stay when others are typed.
#[test]
fn a_typed_list_adds_to_that_of_the_configuration() {
    let env = with_corpus(&["--format", "jsonl"]);
    env.write("run.toml", b"[scope.select]\nexclude = [\"http://harbour.example/2\"]\n");
    env.write("list", b"http://harbour.example/3\n");
    let run = ["corpus", "a.warc", "-o", "e", "-q", "--format", "jsonl"];
    env.expect(0, &[&run[..], &["--config", "run.toml", "--exclude-list", "list"]].concat());
    assert_eq!((rows(&env, "c").len(), rows(&env, "e").len()), (6, 4));
}

/// Files that changed after the run may hold anything.
#[test]
fn a_corpus_that_was_edited_is_not_redacted() {
    let env = with_corpus(&["--format", "jsonl,markdown,html", "--layout", "shard"]);
    env.write("list", b"http://harbour.example/secret\n");
    let markdown = env.path("c/markdown/part-00000.md");
    let whole = fs::read(&markdown).expect("read");
    for (name, bytes) in [
        ("c/markdown/part-00000.md", &whole[..whole.len() / 2]),
        ("c/html/part-00000.html", b"<p>" as &[u8]),
        ("c/quarantine.jsonl", b""),
    ] {
        let before = fs::read(env.path(name)).expect("read");
        env.write(name, bytes);
        let told = env.shown(&env.expect(1, &["redact", "c", "--list", "list", "-o", "d"]));
        assert!(told.contains(&format!("{name}: has other bytes than run.json says")), "{told}");
        assert!(!env.path("d").exists());
        env.write(name, &before);
    }
    env.expect(0, &["redact", "c", "--list", "list", "-o", "d", "-q"]);
}

/// A manifest comes from whoever made the corpus.
#[test]
fn no_file_outside_of_the_folder_is_opened() {
    let env = with_corpus(&["--format", "jsonl"]);
    env.write("list", b"http://harbour.example/secret\n");
    let before = fs::read_to_string(env.path("c/run.json")).expect("run.json");
    for path in ["docs/../../x.jsonl.zst", "/etc/hosts", ""] {
        let text = before.replace("docs/part-00000.jsonl.zst", path);
        env.write("c/run.json", text.as_bytes());
        let verbs: [&[&str]; 2] = [&["redact", "c", "--list", "list", "-o", "d"], &["verify", "c"]];
        for verb in verbs {
            let told = env.shown(&env.expect(1, verb));
            assert!(told.contains(&format!("`{path}` names no file in the folder")), "{told}");
        }
    }
}

/// A killed process leaves a folder of another name, which the next one empties.
#[test]
#[cfg(unix)]
fn half_a_copy_is_not_taken_for_a_corpus() {
    let env = Env::new();
    let pages = (0..300).map(|n| page(&format!("http://h.example/{n}"), n, "200 OK", &article(n)));
    env.write("big.warc", &pages.flatten().collect::<Vec<u8>>());
    env.expect(
        0,
        &[
            "corpus",
            "big.warc",
            "-o",
            "c",
            "--extractor",
            "page",
            "--format",
            "json",
            "--format",
            "jsonl",
            "-q",
        ],
    );
    env.write("list", b"http://h.example/7\n");
    let output = bash(&env, "ulimit -f 4; scutch redact c --list list -o d");
    let told = env.shown(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("d.unfinished-copy/") && told.contains("make room"), "{told}");
    assert!(!env.path("d").exists() && !env.path(".d.unfinished-copy").exists());
    env.write(".d.unfinished-copy/docs/part-00009.parquet", b"half");
    env.expect(0, &["redact", "c", "--list", "list", "-o", "d", "-q"]);
    assert!(!env.path("d/docs/part-00009.parquet").exists());
    env.expect(0, &["verify", "d", "-q"]);
}
