//! Files written over time: rotated, killed, continued.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use scutch_archive::{Compression, Item, Limits, Reader, WarcFiles, read_record_at};

const WRITE_INTO: &str = "SCUTCH_TEST_WRITE_INTO";
const LIMIT: u64 = 1 << 20;

fn fields(id: &str) -> [(&str, &str); 3] {
    [("WARC-Type", "resource"), ("WARC-Record-ID", id), ("WARC-Date", "2020-02-02T02:02:02Z")]
}

/// Bytes that depend on a number alone and do not compress well.
fn block(number: u32) -> Vec<u8> {
    let mut state = u64::from(number) + 1;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    std::iter::repeat_with(next).take(200 + number as usize % 5000).collect()
}

#[test]
fn files_have_their_size_and_records_their_place() {
    let dir = tempfile::tempdir().expect("temporary folder");
    for compression in [Compression::Gzip, Compression::Zstd, Compression::None] {
        let prefix = format!("{compression:?}");
        let mut files = WarcFiles::open(dir.path(), &prefix, compression, 4_000).expect("opens");
        let mut names = BTreeSet::new();
        for number in 0..60 {
            let id = format!("<urn:test:{number}>");
            let written = files.write(&fields(&id), &block(number)).expect("writes");
            let path = dir.path().join(&written.file);
            let at = written.location.position();
            let record = read_record_at(&path, at, &Limits::default()).expect("is there");
            assert_eq!(record.block(), block(number));
            assert_eq!(record.location(), written.location);
            assert!(written.location.offset < 4_000);
            names.insert(written.file);
        }
        assert!(names.len() > 3, "{names:?}");
    }
}

/// A process that another test begins has all open files for a moment, and with them the lock.
fn patiently<T>(open: impl Fn() -> std::io::Result<T>) -> std::io::Result<T> {
    for _ in 0..100 {
        match open() {
            Err(why) if why.kind() == std::io::ErrorKind::WouldBlock => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            other => return other,
        }
    }
    open()
}

#[test]
fn one_file_is_gone_on_with_behind_a_place() {
    let dir = tempfile::tempdir().expect("temporary folder");
    for name in ["a.warc.gz", "a.warc.zst", "a.warc"] {
        let path = dir.path().join(name);
        let ids = ["<urn:test:1>", "<urn:test:2>", "<urn:test:3>"];
        let blocks = [block(1), block(2), block(3)];
        let records: Vec<_> =
            ids.iter().zip(&blocks).map(|(id, b)| (fields(id).to_vec(), b.as_slice())).collect();
        let mut files = WarcFiles::one(&path, 0).expect("opens");
        let first = files.write_together(&records[..2]).expect("writes");
        assert_eq!(first[1].location.offset, first[0].location.length);
        // While it is being written nobody else may.
        let busy = WarcFiles::one(&path, 0).expect_err("locked");
        assert_eq!(busy.kind(), std::io::ErrorKind::WouldBlock);
        drop(files);
        let again = || WarcFiles::one(&path, first[1].location.offset);
        let mut files = patiently(again).expect("opens again");
        assert_eq!(files.cut(), first[1].location.length);
        let third = files.write_together(&records[2..]).expect("writes");
        assert_eq!((third[0].file.as_str(), third[0].location.offset), (name, files_end(&first)));
        let mut reader = Reader::open(&path, &Limits::default()).expect("opens");
        let mut found = Vec::new();
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { panic!("damage in {name}") };
            found.push(record.record_id().unwrap_or_default().to_owned());
        }
        assert_eq!(found, ["urn:test:1", "urn:test:3"]);
    }
}

/// Where the first of two records ends.
fn files_end(written: &[scutch_archive::Written]) -> u64 {
    written[0].location.offset + written[0].location.length
}

/// Not a test of its own: what the test below starts and kills. Says each number it has written.
#[test]
fn writes_until_killed() {
    let Some(folder) = std::env::var_os(WRITE_INTO) else { return };
    let mut files =
        WarcFiles::open(Path::new(&folder), "a", Compression::Gzip, LIMIT).expect("opens");
    let first = std::process::id() % 1000 * 1_000_000;
    for number in first.. {
        let id = format!("<urn:test:{number}>");
        files.write(&fields(&id), &block(number)).expect("writes");
        println!("\nwritten {number}");
    }
}

#[test]
fn what_was_written_before_a_kill_is_there() {
    let dir = tempfile::tempdir().expect("temporary folder");
    let mut said = BTreeSet::new();
    for round in 0..50_u64 {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["writes_until_killed", "--exact", "--nocapture"])
            .env(WRITE_INTO, dir.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        // A different moment each time, somewhere in the writing of a record.
        let mut number = |line: Option<std::io::Result<String>>| {
            let line = line.and_then(Result::ok);
            said.extend(line.and_then(|l| l.strip_prefix("written ")?.parse::<u32>().ok()));
        };
        for _ in 0..4 + round % 17 {
            number(lines.next());
        }
        std::thread::sleep(std::time::Duration::from_micros(round * 37 % 1000));
        child.kill().expect("is killed");
        child.wait().expect("ends");
        lines.for_each(|line| number(Some(line)));
    }
    let files = WarcFiles::open(dir.path(), "a", Compression::Gzip, LIMIT).expect("opens again");
    drop(files);
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(dir.path()).expect("folder") {
        let path = entry.expect("entry").path();
        let mut reader = Reader::open(&path, &Limits::default()).expect("opens");
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { panic!("damage in {}", path.display()) };
            assert!(record.is_sound());
            let id = record.record_id().expect("an id");
            let number: u32 = id.trim_start_matches("urn:test:").parse().expect("a number");
            assert_eq!(record.block(), block(number));
            found.insert(number);
        }
    }
    assert!(said.is_subset(&found), "{:?} are lost", said.difference(&found));
    assert!(said.len() > 200, "{}", said.len());
}
