//! A search for duplicates marks the rows in every format, lists what it found, and leaves the rest alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use scutch_corpus::dedup::{DedupConfig, DupKind, dedup, dedup_together, drop_duplicates};
use scutch_corpus::verify::{VerifyRequest, verify};
use scutch_corpus::{Config, Extractor, Format, Layout, RunError, read_manifest};
use scutch_folder::config::FileNames;
use serde_json::Value;

use crate::archive::{Press, html, page, read_lines, response};

/// A page twice, its text under another address, an address with two texts, and two pages of their own.
fn corpus(formats: &[Format]) -> Press {
    let press = Press::new();
    let copy = html("a.example", 1).replace("<nav>", "<nav><!-- another copy -->");
    let again = |url: &str, day, html: &str| response(url, day, "200 OK", "text/html", html);
    let records = [
        page("a.example", 1, 2),
        page("a.example", 1, 4),
        again("http://a.example/print/1", 1, &copy),
        page("a.example", 2, 5),
        again("http://a.example/2", 6, &html("a.example", 77)),
        page("a.example", 3, 7),
        page("a.example", 4, 8),
    ];
    press.write("a.warc", &records.concat());
    let config = Config { shard_records: 3, ..press.config(&["a.warc"], formats) };
    press.run(&config, "c");
    press
}

#[test]
fn rows_are_marked_with_their_original_and_the_surest_kind() {
    let press = corpus(&[Format::Jsonl]);
    let before = press.rows("c");
    let counts = dedup(&press.path("c"), &DedupConfig::default()).expect("searches");
    let rows = press.rows("c");
    assert_eq!((counts.rows, counts.clusters, counts.largest), (7, 2, 3));
    let kind = |at: usize| rows[at]["dup_kind"].as_str();
    // The print version was captured first, so that the others are its duplicates.
    let kinds = [Some("text"), Some("text"), None, None, Some("url"), None, None];
    assert_eq!([0, 1, 2, 3, 4, 5, 6].map(kind), kinds);
    for (at, original) in [(0, 2), (1, 2), (4, 3)] {
        assert_eq!(rows[at]["dup_of"], rows[original]["id"], "row {at}");
    }
    for (before, after) in before.iter().zip(&rows) {
        let rest = |row: &Value| -> BTreeMap<String, Value> {
            let fields = row.as_object().expect("a row").clone().into_iter();
            fields.filter(|(name, _)| !name.starts_with("dup_")).collect()
        };
        assert_eq!(rest(before), rest(after), "other columns stay as they were");
    }
    let marked: u64 = counts.marked.values().sum();
    assert_eq!((marked, counts.versioned), (3, 2));
}

#[test]
fn tables_list_clusters_versions_and_paragraphs() {
    let press = corpus(&[Format::Jsonl]);
    dedup(&press.path("c"), &DedupConfig::default()).expect("searches");
    let (folder, rows) = (press.path("c"), press.rows("c"));
    let clusters = read_lines(&folder, "clusters.jsonl");
    assert_eq!(clusters.len(), 5);
    let originals = clusters.iter().filter(|line| line["kind"] == "original");
    assert!(originals.clone().all(|line| line["id"] == line["cluster"]));
    assert_eq!(originals.count(), 2);
    let versions = read_lines(&folder, "versions.jsonl");
    let two = versions.iter().find(|line| line["url"] == "http://a.example/2").expect("an address");
    let captures = two["captures"].as_array().expect("captures");
    assert_eq!(captures.len(), 2);
    assert!(captures[0].get("similarity").is_none(), "nothing is before the first");
    assert!(captures[1]["similarity"].as_f64().expect("a share") < 0.5);
    let paragraphs = read_lines(&folder, "paragraphs.jsonl");
    for line in &paragraphs {
        let text = rows
            .iter()
            .find(|row| row["id"] == line["id"])
            .and_then(|row| row["text"].as_str())
            .expect("a row");
        for span in line["spans"].as_array().expect("spans") {
            let at = |place: usize| span[place].as_u64().expect("a place") as usize;
            let repeated = &text[at(0)..at(1)];
            let first = rows.iter().find(|row| row["id"] == span[2]).expect("the first");
            assert!(first["text"].as_str().expect("text").contains(repeated), "{repeated}");
        }
    }
    assert!(!paragraphs.is_empty());
}

#[test]
fn both_formats_of_rows_are_marked_and_the_corpus_stays_sound() {
    let press = corpus(&[Format::Parquet, Format::Jsonl, Format::Text]);
    dedup(&press.path("c"), &DedupConfig::default()).expect("searches");
    let manifest = read_manifest(&press.path("c")).expect("a manifest");
    let listed: Vec<_> = manifest.outputs.iter().map(|output| output.path.as_str()).collect();
    assert!(listed.contains(&"clusters.jsonl") && listed.contains(&"versions.jsonl"));
    let request = VerifyRequest { folder: press.path("c"), jobs: 1, ..VerifyRequest::default() };
    let verified = verify(&request).expect("verifies");
    assert!(verified.sound(), "{:?}", verified.differences);
    // Parquet holds the same marks: a copy without the duplicates has the same rows in both.
    let kinds = [DupKind::Text, DupKind::Url];
    let dropped = drop_duplicates(&press.path("c"), &kinds, &press.path("d")).expect("copies");
    assert_eq!((dropped.kept, dropped.dropped["text"], dropped.dropped["url"]), (4, 2, 1));
    assert_eq!(press.rows("d").len(), 4);
    let card = fs::read_to_string(press.path("d/README.md")).expect("a card");
    assert!(card.contains("\n4 of the 7 documents of a corpus from "), "{card}");
    assert_eq!(fs::read_dir(press.path("d/text/00000")).expect("texts").count(), 1);
    let request = VerifyRequest { folder: press.path("d"), jobs: 1, ..VerifyRequest::default() };
    let verified = verify(&request).expect("verifies");
    assert!(verified.sound() && verified.rows == 4, "{:?}", verified.differences);
}

#[test]
fn a_second_search_forgets_the_first() {
    let press = corpus(&[Format::Jsonl]);
    let config = DedupConfig::default();
    let first = dedup(&press.path("c"), &config).expect("searches");
    let rows = press.rows("c");
    let second = dedup(&press.path("c"), &config).expect("searches");
    assert_eq!((first, &rows), (second, &press.rows("c")));
    assert!(!press.path("c/.dedup").exists());
}

/// Two archives, with duplicates in each and across both, as one corpus and as two.
fn two_corpora() -> Press {
    let press = Press::new();
    let copy = html("a.example", 1).replace("<nav>", "<nav><!-- another copy -->");
    let again = |url: &str, day, html: &str| response(url, day, "200 OK", "text/html", html);
    let first = [page("a.example", 1, 2), page("a.example", 2, 5), page("a.example", 2, 6)];
    let second = [
        again("http://a.example/print/1", 1, &copy),
        page("a.example", 1, 4),
        again("http://a.example/2", 7, &html("a.example", 77)),
        page("a.example", 3, 7),
    ];
    press.write("a.warc", &first.concat()).write("b.warc", &second.concat());
    for (inputs, name) in
        [(&["a.warc", "b.warc"][..], "all"), (&["a.warc"], "a"), (&["b.warc"], "b")]
    {
        let config = press.config(inputs, &[Format::Parquet, Format::Jsonl]);
        // A method that looks at one page alone: its texts do not depend on the corpus.
        press.run(&Config { extractor: Extractor::Article, shard_records: 2, ..config }, name);
    }
    press
}

#[test]
fn several_corpora_are_marked_as_one() {
    let press = two_corpora();
    let folders = ["a", "b"].map(|name| press.path(name));
    let alone = dedup(&press.path("all"), &DedupConfig::default()).expect("searches");
    let together = dedup_together(&folders, &DedupConfig::default()).expect("searches");
    assert_eq!(together, alone);
    let marks = |names: &[&str]| -> BTreeMap<String, [Value; 3]> {
        let rows = names.iter().flat_map(|name| press.rows(name));
        let of = |row: Value| {
            let id = row["id"].as_str().expect("an id").to_owned();
            (id, ["dup_of", "dup_kind", "dup_similarity"].map(|column| row[column].clone()))
        };
        rows.map(of).collect()
    };
    let found = marks(&["a", "b"]);
    assert_eq!(found, marks(&["all"]));
    let ids: Vec<_> = press.rows("b").iter().map(|row| row["id"].clone()).collect();
    let across = press.rows("a").into_iter().filter(|row| ids.contains(&row["dup_of"]));
    assert_eq!(across.count(), 1, "the print version in b was captured first");
    for (folder, other) in [(0, 1), (1, 0)] {
        let manifest = read_manifest(&folders[folder]).expect("a manifest");
        let counts = manifest.dedup.expect("counts");
        assert_eq!(counts.corpora, [folders[other].display().to_string()]);
        assert_eq!((counts.rows, counts.clusters), (alone.rows, alone.clusters));
        let request =
            VerifyRequest { folder: folders[folder].clone(), jobs: 1, ..VerifyRequest::default() };
        let verified = verify(&request).expect("verifies");
        assert!(verified.sound(), "{:?}", verified.differences);
        assert!(!folders[folder].join(".dedup").exists());
    }
}

#[test]
fn tables_name_the_corpus_of_each_row() {
    let press = two_corpora();
    let folders = ["a", "b"].map(|name| press.path(name));
    dedup(&press.path("all"), &DedupConfig::default()).expect("searches");
    dedup_together(&folders, &DedupConfig::default()).expect("searches");
    let name = |folder: &str| press.path(folder).display().to_string();
    let corpus_of = |id: &Value| {
        let has = |folder: &&str| press.rows(folder).iter().any(|row| row["id"] == *id);
        name(["a", "b"].into_iter().find(has).expect("a corpus"))
    };
    for table in ["clusters.jsonl", "versions.jsonl", "paragraphs.jsonl"] {
        let mut lines = BTreeMap::new();
        for folder in &folders {
            for line in read_lines(folder, table) {
                lines.insert(line.to_string(), line);
            }
        }
        let whole = read_lines(&press.path("all"), table);
        assert_eq!(lines.len(), whole.len(), "{table}: those of both are those of one corpus");
        assert!(!whole.is_empty(), "{table}");
        for line in lines.values() {
            match table {
                "clusters.jsonl" => assert_eq!(line["corpus"], corpus_of(&line["id"])),
                "versions.jsonl" => {
                    for capture in line["captures"].as_array().expect("captures") {
                        assert_eq!(capture["corpus"], corpus_of(&capture["id"]));
                    }
                }
                _ => {
                    for span in line["spans"].as_array().expect("spans") {
                        assert_eq!(span[3], corpus_of(&span[2]));
                    }
                }
            }
        }
    }
    // A row of the other corpus has no line for its paragraphs here.
    let here = press.rows("a");
    let lines = read_lines(&press.path("a"), "paragraphs.jsonl");
    assert!(lines.iter().all(|line| here.iter().any(|row| row["id"] == line["id"])));
}

#[test]
fn a_capture_that_is_in_two_corpora_is_a_duplicate_in_the_second() {
    let press = Press::new();
    press.write("a.warc", &page("a.example", 1, 1));
    let config = press.config(&["a.warc"], &[Format::Jsonl]);
    press.run(&config, "a");
    press.run(&config, "b");
    let folders = ["a", "b"].map(|name| press.path(name));
    let counts = dedup_together(&folders, &DedupConfig::default()).expect("searches");
    assert_eq!((counts.rows, counts.clusters), (2, 1));
    let (first, second) = (press.rows("a").remove(0), press.rows("b").remove(0));
    assert!(first["dup_of"].is_null());
    assert_eq!((&second["dup_of"], second["dup_kind"].as_str()), (&first["id"], Some("payload")));
}

#[test]
fn no_corpus_is_changed_where_one_cannot_be_searched() {
    let press = corpus(&[Format::Jsonl]);
    press.run(&press.config(&["a.warc"], &[Format::Text]), "texts");
    let before = fs::read(press.path("c/run.json")).expect("a manifest");
    let folders = ["c", "texts"].map(|name| press.path(name));
    let told = dedup_together(&folders, &DedupConfig::default());
    assert!(matches!(told, Err(RunError::NoRows(_))), "{told:?}");
    assert_eq!(fs::read(press.path("c/run.json")).expect("a manifest"), before);
    assert!(!press.path("c/.dedup").exists());
}

#[test]
fn kinds_that_are_not_named_are_kept() {
    let press = corpus(&[Format::Jsonl]);
    dedup(&press.path("c"), &DedupConfig::default()).expect("searches");
    for (kinds, kept) in [
        (&[][..], 7),
        (&[DupKind::Url][..], 6),
        (&[DupKind::Text][..], 5),
        (&[DupKind::Near, DupKind::Payload][..], 7),
        (&DupKind::ALL[..], 4),
    ] {
        let output = format!("d{kept}{}", kinds.len());
        let dropped =
            drop_duplicates(&press.path("c"), kinds, &press.path(&output)).expect("copies");
        assert_eq!(dropped.kept, kept, "{kinds:?}");
        assert_eq!(press.rows(&output).len() as u64, kept, "{kinds:?}");
        assert_eq!(dropped.kept + dropped.dropped.values().sum::<u64>(), 7);
    }
}

/// The files of a format: name and bytes.
fn documents(folder: &Path, format: Format) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.join(format.folder())];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => {
                    let name = path.strip_prefix(folder).expect("inside").to_owned();
                    files.push((name, fs::read(&path).expect("reads")));
                }
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_format_is_copied_and_the_copy_verifies() {
    let all = [page("a.example", 1, 1), page("a.example", 1, 2), page("a.example", 2, 3)];
    for layout in [Layout::Document, Layout::Shard, Layout::Zip] {
        let press = Press::new();
        press.write("a.warc", &all.concat());
        let config = Config {
            layout: Some(layout),
            file_names: FileNames::Readable,
            extractor: Extractor::Article,
            ..press.config(&["a.warc"], &Format::ALL)
        };
        press.run(&config, "c");
        dedup(&press.path("c"), &DedupConfig::default()).expect("searches");
        let kinds = [DupKind::Payload];
        let dropped = drop_duplicates(&press.path("c"), &kinds, &press.path("d")).expect("copies");
        assert_eq!((dropped.kept, dropped.dropped["payload"]), (2, 1));
        for format in Format::ALL {
            let before = documents(&press.path("c"), format);
            let after = documents(&press.path("d"), format);
            let lacking = if format.layout(Some(layout)) == Layout::Document { 1 } else { 0 };
            assert_eq!(after.len() + lacking, before.len(), "{format:?} {layout:?}");
            // Files of documents that stay are as they were; other files have fewer documents.
            let same = after.iter().filter(|file| before.contains(file)).count();
            assert_eq!(same, if lacking == 1 { 2 } else { 0 }, "{format:?} {layout:?}");
        }
        let manifest = read_manifest(&press.path("d")).expect("a manifest");
        assert_eq!(manifest.counts.out_of_scope.0["duplicate"], 1);
        assert_eq!(manifest.dropped.as_ref().expect("dropped").kinds["payload"], 1);
        let jobs = 1;
        let verified =
            verify(&VerifyRequest { folder: press.path("d"), jobs, ..Default::default() });
        let verified = verified.expect("verifies");
        assert!(verified.sound() && verified.rows == 2, "{:?}", verified.differences);
        // A copy is a corpus: it can be searched and copied again, and keeps account of both.
        dedup(&press.path("d"), &DedupConfig::default()).expect("searches");
        drop_duplicates(&press.path("d"), &[DupKind::Text], &press.path("e")).expect("copies");
        let again = read_manifest(&press.path("e")).expect("a manifest").dropped.expect("dropped");
        assert_eq!((again.kinds["payload"], again.kinds["text"]), (1, 0));
    }
}

#[test]
fn a_corpus_that_was_changed_is_not_copied() {
    let press = corpus(&[Format::Jsonl, Format::Text]);
    dedup(&press.path("c"), &DedupConfig::default()).expect("searches");
    fs::write(press.path("c/text/00000/stray.txt"), "A text of nobody.").expect("writes");
    let told = drop_duplicates(&press.path("c"), &[DupKind::Text], &press.path("d"));
    let told = format!("{:?}", told.expect_err("a changed folder"));
    assert!(told.contains("other bytes"), "{told}");
    assert!(!press.path("d").exists());
}

#[test]
fn what_cannot_be_searched_or_copied_is_said_and_nothing_is_left_behind() {
    let press = Press::new();
    press.write("a.warc", &page("a.example", 1, 1));
    press.run(&press.config(&["a.warc"], &[Format::Text]), "texts");
    press.run(&press.config(&["a.warc"], &[Format::Jsonl]), "rows");
    let config = DedupConfig::default();
    assert!(matches!(dedup(&press.path("texts"), &config), Err(RunError::NoRows(_))));
    assert!(matches!(dedup(&press.path("none"), &config), Err(RunError::NoSuchFolder(_))));
    let copy = |from: &str, to: &str| {
        drop_duplicates(&press.path(from), &[DupKind::Text], &press.path(to))
    };
    assert!(matches!(copy("rows", "d"), Err(RunError::NotSearched(_))));
    dedup(&press.path("rows"), &config).expect("searches");
    assert!(matches!(copy("rows", "texts"), Err(RunError::Exists(_))));
    fs::remove_file(press.path("rows/docs/part-00000.jsonl.zst")).expect("removes");
    assert!(copy("rows", "d").is_err());
    assert!(!press.path("d").exists() && !press.path(".d.unfinished-copy").exists());
}
