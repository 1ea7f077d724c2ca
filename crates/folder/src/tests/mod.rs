//! The corpus folder on disk.

mod digests;
mod errors;
mod places;
mod sentences;
mod tally;
mod times;

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use super::digest::{FileDigest, bytes_digest};
use super::manifest::{InputEntry, Manifest, OutputEntry, read_manifest};
use super::names::{LABELS, MANIFEST, QUARANTINE};
use super::quarantine::{QuarantineLine, QuarantineSubject};
use super::tally::Tally;
use super::*;
use crate::config::{Config, Extractor, Format, Layout};

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn put(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    fs::write(path, text).expect("writes");
}

fn manifest() -> Manifest {
    Manifest {
        tool: manifest::tool(),
        url_key_profile: "surt/1".into(),
        config: Config::default(),
        inputs: vec![InputEntry {
            name: "a.warc".into(),
            path: "/in/a.warc".into(),
            digest: Some(bytes_digest(b"abc")),
            unreadable: None,
            ..InputEntry::default()
        }],
        annotations: None,
        decisions: None,
        not_archives: 2,
        index: None,
        other_files: vec!["a.txt".into()],
        crawled: None,
        shards: 1,
        counts: Tally::default(),
        outputs: Vec::new(),
        dedup: None,
        redacted: None,
        dropped: None,
        rows_root: None,
    }
}

#[test]
fn a_manifest_reads_back_as_it_was_written() {
    let root = scratch();
    let mut written = manifest();
    written.counts.hosts.add("a.example", 3);
    written.outputs.push(OutputEntry {
        path: "docs/part-00000.parquet".into(),
        files: None,
        digest: bytes_digest(b"rows"),
    });
    written.write(&Folder::new(root.path())).expect("writes");
    assert_eq!(read_manifest(root.path()).expect("reads"), written);
}

#[test]
fn what_is_no_manifest_is_named() {
    let root = scratch();
    assert!(matches!(read_manifest(root.path()), Err(RunError::NoManifest(_))));
    assert!(matches!(read_manifest(&root.path().join("none")), Err(RunError::NoSuchFolder(_))));
    put(root.path(), MANIFEST, "{}");
    assert!(matches!(read_manifest(root.path()), Err(RunError::Manifest { .. })));
    let file = root.path().join(MANIFEST);
    assert!(matches!(read_manifest(&file), Err(RunError::NoFolder(_))));
}

/// Manifests of versions that knew less are read with what they have.
#[test]
fn a_manifest_of_an_older_version_lacks_what_came_later() {
    let mut json = serde_json::to_value(manifest()).expect("JSON");
    let object = json.as_object_mut().expect("an object");
    let later = ["annotations", "index", "other_files", "crawled", "dedup"];
    later.iter().for_each(|field| drop(object.remove(*field)));
    let counts = object["counts"].as_object_mut().expect("an object");
    let later = ["page_types", "topics", "annotated", "agreements", "host_years", "year_words"];
    later.iter().for_each(|field| assert!(counts.remove(*field).is_some(), "{field}"));
    let read: Manifest = serde_json::from_value(json.clone()).expect("a manifest");
    assert_eq!((read.crawled, read.other_files.len(), read.counts.annotated), (None, 0, 0));
    // What every version had must be there.
    for field in ["tool", "config", "inputs", "shards", "counts", "outputs", "not_archives"] {
        let mut without = json.clone();
        without.as_object_mut().expect("an object").remove(field);
        assert!(serde_json::from_value::<Manifest>(without).is_err(), "{field}");
    }
}

#[test]
fn an_input_that_could_not_be_read_has_a_reason_and_no_digest() {
    let read = InputEntry { name: "a".into(), path: "/a".into(), ..InputEntry::default() };
    let cases = [
        (
            InputEntry {
                digest: Some(FileDigest { size: 3, sha256: "ab".into() }),
                ..read.clone()
            },
            r#"{"name":"a","path":"/a","size":3,"sha256":"ab"}"#,
        ),
        (
            InputEntry { unreadable: Some("denied".into()), ..read.clone() },
            r#"{"name":"a","path":"/a","unreadable":"denied"}"#,
        ),
        (
            InputEntry { unreadable: Some("cut".into()), in_part: true, ..read },
            r#"{"name":"a","path":"/a","unreadable":"cut","in_part":true}"#,
        ),
    ];
    for (entry, json) in cases {
        assert_eq!(serde_json::to_string(&entry).expect("JSON"), json);
        assert_eq!(serde_json::from_str::<InputEntry>(json).expect("reads"), entry);
    }
}

#[test]
fn the_manifest_lists_what_is_there_and_forgets_what_is_gone() {
    let root = scratch();
    let mut manifest = manifest();
    let entry =
        |path: &str| OutputEntry { path: path.into(), files: None, digest: bytes_digest(b"old") };
    manifest.outputs = vec![entry("docs/part-00000.parquet"), entry("pages.jsonl")];
    put(root.path(), "clusters.jsonl", "new");
    put(root.path(), "markup/a.html", "a");
    let names = ["pages.jsonl", "clusters.jsonl", "markup"];
    manifest.list(root.path(), &names).expect("lists");
    let listed: Vec<_> = manifest.outputs.iter().map(|o| (o.path.as_str(), o.files)).collect();
    let expected =
        [("clusters.jsonl", None), ("docs/part-00000.parquet", None), ("markup", Some(1))];
    assert_eq!(listed, expected);
    assert_eq!(manifest.outputs[0].digest, bytes_digest(b"new"));
    let before = manifest.clone();
    manifest.list(root.path(), &names).expect("lists again");
    assert_eq!(manifest, before);
}

#[test]
fn the_name_of_the_tool_has_the_versions_of_its_methods() {
    let tool = manifest::tool();
    assert!(tool.starts_with(&format!("scutch {} (", env!("CARGO_PKG_VERSION"))), "{tool}");
    assert!(tool.contains(scutch_page::Method::Page.id()), "{tool}");
}

#[test]
fn a_quarantine_line_is_one_object_with_every_field() {
    let entry = QuarantineLine {
        loss: QuarantineSubject::Range,
        file: "a.warc".into(),
        offset: 1,
        length: 2,
        inner_offset: 3,
        warc_record_id: None,
        url: Some("http://a.example/\n".into()),
        reason: "crc".into(),
        sentence: "A sentence.".into(),
    };
    let line = serde_json::to_string(&entry).expect("writes");
    assert!(!line.contains('\n'), "{line}");
    let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!((value["loss"].as_str(), value["warc_record_id"].is_null()), (Some("range"), true));
    assert_eq!(value.as_object().map(serde_json::Map::len), Some(9));
    assert_eq!(serde_json::from_str::<QuarantineLine>(&line).expect("reads"), entry);
}
