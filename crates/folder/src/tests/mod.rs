//! The corpus folder on disk.

mod digests;
mod errors;
mod places;
mod tally;

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
        not_archives: 2,
        index: None,
        other_files: vec!["a.txt".into()],
        crawled: None,
        shards: 1,
        counts: Tally::default(),
        outputs: Vec::new(),
        dedup: None,
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
    write_json(&Folder::new(root.path()).manifest(), &written).expect("writes");
    assert_eq!(read_manifest(root.path()).expect("reads"), written);
}

#[test]
fn what_is_no_manifest_is_named() {
    let root = scratch();
    assert!(matches!(read_manifest(root.path()), Err(RunError::File { .. })));
    put(root.path(), MANIFEST, "{}");
    assert!(matches!(read_manifest(root.path()), Err(RunError::Manifest { .. })));
    let file = root.path().join(MANIFEST);
    assert!(matches!(read_manifest(&file), Err(RunError::NoFolder(_))));
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

#[test]
fn errors_say_whether_there_is_room_and_whether_to_go_on() {
    let full = |path: &str| at(Path::new(path))(io::ErrorKind::StorageFull.into());
    let denied = |path: &str| at(Path::new(path))(io::ErrorKind::PermissionDenied.into());
    assert!(full("c/x").is_full() && !denied("c/x").is_full());
    assert!(full("c/.partial/x").is_resumable() && !full("c/x").is_resumable());
    assert!(!full("c/partial/x").is_resumable(), "only our own folder");
    let pipe = RunError::Output(io::ErrorKind::BrokenPipe.into());
    assert!(pipe.is_closed_pipe() && !pipe.is_full() && !full("c").is_closed_pipe());
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
        assert!(is_full(kind), "{kind:?}");
    }
    assert!(!is_full(io::ErrorKind::NotFound));
}

#[test]
fn another_run_is_told_by_what_is_different_about_it() {
    let folder = Path::new("c").to_owned();
    for (difference, end) in [
        (Other::Tool("scutch 0.1".into()), "made by scutch 0.1"),
        (Other::Configuration, "made with another configuration"),
        (Other::Inputs, "made from other inputs"),
    ] {
        let error = RunError::OtherRun { folder: folder.clone(), difference };
        assert_eq!(error.to_string(), format!("c: holds another corpus, {end}"));
    }
}
