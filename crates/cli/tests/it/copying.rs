//! `archive subset`, `repair`, `cat` and `index`: what is written is what was stored.

use std::fs;
use std::io::{Read as _, Write as _};

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use crate::harness::Env;

/// A record with further fields.
fn record(kind: &str, name: &str, more: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nwarc-record-id: <urn:x:{name}>\r\n\
         WARC-Date: 2020-02-02T02:02:02Z\r\nWARC-Target-URI: http://a.example/{name}\r\n\
         {more}Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    MultiGzDecoder::new(bytes).read_to_end(&mut out).expect("sound members");
    out
}

const HTTP: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>The tide.";

/// A response with all that belongs to it, and another one.
fn related() -> Vec<Vec<u8>> {
    let concurrent = "WARC-Concurrent-To: <urn:x:page>\r\n";
    let refers = "WARC-Refers-To: <urn:x:page>\r\nWARC-Profile: http://netpreserve.org/warc/1.0/\
                  revisit/identical-payload-digest\r\n";
    vec![
        record("response", "page", "", HTTP),
        record("request", "asked", concurrent, b"GET / HTTP/1.1\r\n\r\n"),
        record("metadata", "notes", "WARC-Refers-To: <urn:x:page>\r\n", b"a: b\r\n"),
        record("revisit", "again", refers, b"HTTP/1.1 200 OK\r\n\r\n"),
        record("response", "other", "", HTTP),
    ]
}

#[test]
fn records_come_alone_or_with_what_belongs_to_them() {
    let env = Env::new();
    let all = related();
    env.write("one.warc.gz", &gzip(&all.concat()));
    let again = ["--url-prefix", "http://a.example/again"];
    let page = ["--url-prefix", "http://a.example/page"];
    for (options, expected, told) in [
        (&[&page[..], &["--with", "none"]].concat(), &[0][..], ""),
        (&[&page[..], &["--with", "originals"]].concat(), &[0], ""),
        (&page.to_vec(), &[0, 1, 2], "2 of them were not selected"),
        (&again.to_vec(), &[0, 3], "1 of them was not selected"),
        (&[&again[..], &["--with", "none"]].concat(), &[3], "1 revisit refers to a record"),
        (&vec!["--type", "response"], &[0, 4], ""),
        (&vec!["--type", "revisit"], &[0, 3], ""),
        (&vec![], &[0, 1, 2, 3, 4], ""),
    ] {
        let command = [&["archive", "subset", "one.warc.gz", "-o", "part.warc.gz"], &options[..]];
        let output = env.expect(0, &command.concat());
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(stderr.contains(told), "{options:?}: {stderr}");
        let part = fs::read(env.path("part.warc.gz")).expect("is there");
        let expected: Vec<Vec<u8>> = expected.iter().map(|n: &usize| all[*n].clone()).collect();
        assert!(gunzip(&part) == expected.concat(), "{options:?}");
        fs::remove_file(env.path("part.warc.gz")).expect("is there");
    }
}

#[test]
fn lines_of_an_index_select_a_record_once() {
    let env = Env::new();
    let all = related();
    env.write("all.warc.gz", &all.iter().flat_map(|record| gzip(record)).collect::<Vec<_>>());
    env.expect(0, &["archive", "index", "all.warc.gz", "-o", "all.cdxj"]);
    let index = fs::read_to_string(env.path("all.cdxj")).expect("is there");
    let line = index.lines().find(|line| line.contains("/other")).expect("a line");
    let (_, rest) = line.split_once(' ').expect("columns");
    env.write("twice.cdxj", format!("{line}\n{line}\nx {rest}\n").as_bytes());
    let subset = ["archive", "subset", "all.warc.gz", "--cdx", "twice.cdxj", "-o", "part.warc"];
    env.expect(0, &subset);
    assert!(fs::read(env.path("part.warc")).expect("is there") == all[4]);
    let listed = env.expect(0, &["archive", "ls", "all.warc.gz", "--cdx", "twice.cdxj"]);
    assert_eq!(listed.stdout.iter().filter(|b| **b == b'\n').count(), 1);
}

#[test]
fn what_memory_does_not_hold_is_copied_hashed_and_written_out() {
    let env = Env::new();
    // Beyond the cap of 32 MiB, and equal as far as it goes.
    let mut block = [HTTP, &vec![b'x'; 33 << 20]].concat();
    let first = record("response", "one", "", &block);
    *block.last_mut().expect("bytes") = b'y';
    let second = record("response", "two", "", &block);
    env.write("large.warc", &[first, second.clone()].concat());
    let index = env.expect(0, &["archive", "index", "large.warc"]);
    let index = String::from_utf8(index.stdout).expect("text");
    let digests: Vec<_> = index.lines().map(|line| line.split("sha1:").nth(1)).collect();
    assert!(digests.len() == 2 && digests[0] != digests[1], "{index}");
    let payload = env.expect(0, &["archive", "cat", "large.warc", "--id", "urn:x:two"]);
    assert!(payload.stdout == block[HTTP.len() - "<p>The tide.".len()..]);
    let whole = ["archive", "cat", "large.warc", "--id", "urn:x:two", "--part", "record"];
    assert!(env.expect(0, &whole).stdout == second[..second.len() - 4]);
    let subset = ["archive", "subset", "large.warc", "--url-prefix", "http://a.example/two"];
    env.expect(0, &[&subset[..], &["-o", "part.warc"]].concat());
    assert!(fs::read(env.path("part.warc")).expect("is there") == second);
}

#[test]
fn repairs_say_what_they_change_and_make_nothing_up() {
    let env = Env::new();
    let dated = |name: &str, date: &str, block: &[u8]| {
        let record = String::from_utf8(record("response", name, "", block)).expect("text");
        record.replace("2020-02-02T02:02:02Z", date).into_bytes()
    };
    let bare = b"HTTP/1.1 200 OK\r\n\r\n";
    let records = [
        dated("sound", "2020-02-02T02:02:02Z", bare),
        dated("mail", "Sun, 02 Feb 2020 02:02:02 GMT", bare),
        dated("half", "2020-02-0x", bare),
        dated("none", "yesterday", bare),
    ];
    env.write("odd.warc", &records.concat());
    let repair = ["archive", "repair", "odd.warc", "-o", "out.warc.gz", "--log", "log.jsonl"];
    env.expect(0, &repair);
    let out = gunzip(&fs::read(env.path("out.warc.gz")).expect("is there"));
    assert!(out.starts_with(&records[0]), "the sound record is as it was");
    let out = String::from_utf8(out).expect("text");
    let dates: Vec<_> = out.lines().filter_map(|line| line.strip_prefix("WARC-Date: ")).collect();
    assert_eq!(dates, ["2020-02-02T02:02:02Z", "2020-02-02T02:02:02Z", "2020-02"]);
    let log = fs::read_to_string(env.path("log.jsonl")).expect("is there");
    let lines: Vec<Value> = log.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let of = |reason: &str| lines.iter().find(|line| line["reason"] == reason).expect(reason);
    assert_eq!(of("date-rewritten")["was"], "Sun, 02 Feb 2020 02:02:02 GMT");
    assert_eq!(of("date-shortened")["is"], "2020-02");
    assert_eq!(
        (&of("date-unreadable")["was"], &of("record-left-out")["record"]),
        (&Value::from("yesterday"), &Value::from("left-out"))
    );
    assert!(lines.iter().all(|line| line["offset"] != 0), "nothing is said of the sound one");
}

#[test]
fn the_same_command_works_again_after_a_failure() {
    let env = Env::new();
    let all = related();
    env.write("all.warc", &all.concat());
    // What a killed process left.
    env.write("part.warc.partial", b"torn");
    let subset = ["archive", "subset", "all.warc", "-o", "part.warc"];
    env.expect(0, &subset);
    assert!(fs::read(env.path("part.warc")).expect("is there") == all.concat());
    assert!(!env.path("part.warc.partial").exists());
    // It is not written over.
    env.expect(1, &subset);
    env.expect(1, &["archive", "index", "nowhere.warc", "-o", "nothing.cdxj"]);
    assert!(!env.path("nothing.cdxj").exists() && !env.path("nothing.cdxj.partial").exists());
}
