//! The WARC files: segments, files of other programs, files that are put together.

use std::fs;
use std::path::Path;

use scutch_archive::{Item, Limits, Reader, RecordKind, WarcWriter};
use scutch_crawl::{Acquirer, Store, StoreError, Targets, merge};
use scutch_memento::Selection;
use serde_json::Value;

use crate::server::Server;
use crate::{archive, found, host, offline, online, rows};

/// The list has some megabytes: it is stored in segments, which are read as one.
#[test]
fn long_lists_are_stored_in_segments() {
    let stamp = |n: usize| format!("20140101{:02}{:02}{:02}", n / 3600, n / 60 % 60, n % 60);
    let stamps: Vec<String> = (0..30_000).map(stamp).collect();
    let server = Server::start(move |asked| {
        let entry = |n: usize| {
            format!("<http://{}/m/{n}>; rel=memento; datetime=\"{}\"", host(asked), stamps[n])
        };
        let list: Vec<String> = (0..stamps.len()).map(entry).collect();
        found("text/plain", &list.join(",\n"))
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.warc.gz");
    let uri_t = server.uri("/timemap");
    let count = |acquirer: &mut Acquirer| {
        let mut targets = Targets::default();
        let list = acquirer.timemap(&uri_t, targets.begin_list(&uri_t)).expect("a store");
        let keep = Selection::default();
        targets.end_page(None, "timemap", &keep, None).expect("selected");
        (targets.listed(), list.problems.len())
    };
    let first = count(&mut online(&path));
    assert!(first.0 > 20_000, "{first:?}");
    assert_eq!(count(&mut online(&path)), first);
    assert_eq!(server.asked().len(), 1);
    let mut reader = Reader::open(&path, &Limits::default()).expect("opens");
    let mut segments = 0;
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage") };
        assert!(record.is_sound());
        segments += usize::from(*record.kind() == RecordKind::Continuation);
    }
    assert!(segments >= 1, "the list is longer than what stays in memory");
}

#[test]
fn files_of_other_programs_and_damaged_files_are_refused_and_left_alone() {
    let server = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let ours = at("ours.warc.gz");
    rows(&mut online(&ours), &server.uri("/timemap/1"));
    let bytes = fs::read(&ours).expect("the file");

    let foreign = at("foreign.warc.gz");
    let mut record = Vec::new();
    let fields = [("WARC-Type", "warcinfo"), ("WARC-Record-ID", "<urn:x:1>")];
    WarcWriter::gzip(&mut record).write(&fields, b"software: other/1\r\n").expect("memory");
    fs::write(&foreign, &record).expect("written");
    let error = Store::open(&foreign, "scutch/test", 0).expect_err("foreign");
    assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    assert_eq!(fs::read(&foreign).expect("the file"), record);

    let damaged = at("damaged.warc.gz");
    let mut broken = bytes.clone();
    let middle = broken.len() / 2;
    broken[middle..middle + 40].fill(0);
    fs::write(&damaged, &broken).expect("written");
    let error = Store::open(&damaged, "scutch/test", 0).expect_err("damaged");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert_eq!(fs::read(&damaged).expect("the file"), broken);

    let error = Store::read_only(&at("none.warc.gz")).expect_err("missing");
    assert!(matches!(error, StoreError::Missing(_)), "{error}");
    let _first = Store::open(&ours, "scutch/test", 0).expect("a store");
    let error = Store::open(&ours, "scutch/test", 0).expect_err("busy");
    assert!(matches!(error, StoreError::Busy(_)), "{error}");
}

#[test]
fn merged_files_answer_as_their_parts_do() {
    let server = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let [a, b, both] = ["a", "b", "both"].map(|n| folder.path().join(format!("{n}.warc.gz")));
    let (first, second) = (server.uri("/timemap/1"), server.uri("/timemap/2"));
    let (of_first, _) = rows(&mut online(&a), &first);
    let (of_second, _) = rows(&mut online(&b), &second);
    let merged = merge(&[&a, &b], &both).expect("merged");
    assert_eq!(merged.groups, 6);
    assert!(merged.repeated > 0, "the second list is a page of the first");
    // Rows name the file and the offset, which a merge changes.
    let without_place = |rows: &[Value]| -> Vec<Value> {
        let mut rows = rows.to_vec();
        for row in &mut rows {
            row["warc_file"] = Value::Null;
            row["warc_offset"] = Value::Null;
        }
        rows
    };
    let again = |uri_t: &str| rows(&mut offline(&both), uri_t).0;
    assert_eq!(without_place(&again(&first)), without_place(&of_first));
    let urim = |rows: &[Value]| rows.iter().map(|row| row["urim"].clone()).collect::<Vec<_>>();
    assert_eq!(urim(&again(&second)), urim(&of_second));
}

/// What is taken for a new file is written over.
#[test]
fn a_file_that_cannot_be_looked_up_is_not_taken_for_a_new_one() {
    let folder = tempfile::tempdir().expect("a folder");
    // Longer than names may be: the system does not say whether it is there.
    let path = folder.path().join("n".repeat(300));
    let error = Store::open(&path, "scutch/test", 0).expect_err("no answer");
    assert!(matches!(error, StoreError::Unread { .. }), "{error}");
}

/// An end that cannot be read is not one that a kill cut off: nothing may be cut off there.
#[test]
#[cfg(target_os = "linux")]
fn a_file_that_cannot_be_read_to_its_end_is_not_taken_for_one_that_was_cut_off() {
    // Nothing is mapped at address 0, so that reading it fails.
    let error = Store::read_only(Path::new("/proc/self/mem")).expect_err("no bytes");
    assert!(matches!(error, StoreError::Fault(_)), "{error}");
}
