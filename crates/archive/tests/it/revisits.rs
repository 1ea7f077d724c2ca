//! Revisits with every kind of reference, over files and chains.

use proptest::prelude::*;
use scutch_archive::revisit::{Originals, Place, Unresolved, names, references};
use scutch_archive::{Item, Limits, Reader, Record, RecordKind, WarcWriter, capture, digest};

const DATE: &str = "2020-02-02T02:02:02Z";

/// Writes a record: name, type, fields beside the usual ones, block.
fn write(
    writer: &mut WarcWriter<Vec<u8>>,
    name: &str,
    kind: &str,
    more: &[(&str, String)],
    block: &str,
) {
    let (id, uri) = (format!("<urn:x:{name}>"), format!("http://a.example/{name}"));
    let mut fields = vec![
        ("WARC-Type", kind),
        ("WARC-Record-ID", &*id),
        ("WARC-Date", DATE),
        ("WARC-Target-URI", &*uri),
    ];
    fields.extend(more.iter().map(|(name, value)| (*name, value.as_str())));
    writer.write(&fields, block.as_bytes()).expect("memory");
}

fn records(bytes: &[u8]) -> Vec<Record<'static>> {
    let mut reader = Reader::from_bytes(bytes, &Limits::default());
    let mut records = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage") };
        records.push(record.into_owned());
    }
    records
}

/// The ways in which one record can refer to another.
fn reference(how: usize, name: &str) -> Vec<(&'static str, String)> {
    match how {
        0 => vec![("WARC-Refers-To", format!("<urn:x:{name}>"))],
        1 => vec![("WARC-Refers-To", format!("urn:x:{name}"))],
        2 => vec![
            ("WARC-Refers-To-Target-URI", format!("http://a.example/{name}")),
            ("WARC-Refers-To-Date", DATE.to_owned()),
        ],
        // The same instant in another spelling, the URI in brackets.
        3 => vec![
            ("WARC-Refers-To-Target-URI", format!("<http://a.example/{name}>")),
            ("WARC-Refers-To-Date", "2020-02-02T03:02:02+01:00".to_owned()),
        ],
        4 => vec![("WARC-Payload-Digest", format!("sha1:{name}"))],
        _ => vec![("WARC-Payload-Digest", format!(" SHA1:{} ", name.to_uppercase()))],
    }
}

#[test]
fn every_kind_of_reference_leads_to_its_record() {
    for how in 0..6 {
        let mut writer = WarcWriter::plain(Vec::new());
        for name in ["one", "two"] {
            let digest = ("WARC-Payload-Digest", format!("sha1:{name}"));
            let block = format!("HTTP/1.1 200 OK\r\n\r\npage {name}");
            write(&mut writer, name, "response", &[digest], &block);
        }
        write(&mut writer, "again", "revisit", &reference(how, "two"), "HTTP/1.1 304 Not\r\n\r\n");
        let records = records(&writer.into_inner());
        let mut originals = Originals::default();
        records.iter().for_each(|record| originals.add(0, record));
        let read = |place: Place| {
            records.iter().find(|record| record.location().position() == place.position).cloned()
        };
        let original = originals.resolve(&records[2], read).expect("resolves");
        assert_eq!(original.record_id(), Some("urn:x:two"), "reference {how}");
        // As a capture it has its own URI and time, and the payload of the original.
        let resolved = records[2].clone().with_block_of(original);
        let found = capture(&resolved, &Limits::default()).expect("a capture");
        assert_eq!(
            (found.url, &*found.payload.content),
            ("http://a.example/again", &b"page two"[..])
        );
        // Its status is its own, too.
        assert_eq!(found.status, Some(304));
        assert!(capture(&records[2], &Limits::default()).is_err(), "a revisit alone is no capture");
    }
}

#[test]
fn files_are_told_apart() {
    let file = |name: &str| {
        let mut writer = WarcWriter::plain(Vec::new());
        write(&mut writer, name, "resource", &[], name);
        records(&writer.into_inner())
    };
    let files = [file("left"), file("wight")];
    let mut originals = Originals::default();
    for (number, records) in (0..).zip(&files) {
        records.iter().for_each(|record| originals.add(number, record));
    }
    let mut writer = WarcWriter::plain(Vec::new());
    write(&mut writer, "again", "revisit", &reference(0, "wight"), "");
    let revisit = &records(&writer.into_inner())[0];
    let mut asked = Vec::new();
    let read = |place: Place| {
        asked.push(place.file);
        Some(files[place.file as usize][0].clone())
    };
    let original = originals.resolve(revisit, read).expect("resolves");
    assert_eq!((original.block(), asked), (&b"wight"[..], vec![1]));
}

#[test]
fn records_that_cannot_be_read_leave_the_reference_dangling() {
    let mut writer = WarcWriter::plain(Vec::new());
    write(&mut writer, "one", "response", &[], "");
    write(&mut writer, "again", "revisit", &reference(0, "one"), "");
    let records = records(&writer.into_inner());
    let mut originals = Originals::default();
    records.iter().for_each(|record| originals.add(0, record));
    let found = originals.resolve(&records[1], |_| None).map(|_| ());
    assert_eq!(found, Err(Unresolved::Dangling));
    // Another record at the place is not believed.
    let found = originals.resolve(&records[1], |_| Some(records[1].clone())).map(|_| ());
    assert_eq!(found, Err(Unresolved::Dangling));
}

#[test]
fn requests_and_metadata_are_nothing_to_refer_to() {
    let mut writer = WarcWriter::plain(Vec::new());
    for kind in ["request", "metadata", "warcinfo"] {
        write(&mut writer, kind, kind, &[], "");
    }
    write(&mut writer, "again", "revisit", &reference(0, "request"), "");
    let records = records(&writer.into_inner());
    let mut originals = Originals::default();
    records.iter().for_each(|record| originals.add(0, record));
    let found = originals.resolve(&records[3], |_| panic!("nothing to read")).map(|_| ());
    assert_eq!(found, Err(Unresolved::Dangling));
    assert!(records[..3].iter().all(|record| names(record).is_empty()));
    assert!(references(&records[0]).is_empty());
}

proptest! {
    #[test]
    fn chains_are_followed_so_far_and_no_farther(length in 1..14_usize, how in 0..4_usize) {
        let mut writer = WarcWriter::plain(Vec::new());
        write(&mut writer, "0", "response", &[], "the page");
        for link in 1..=length {
            let before = reference(how, &(link - 1).to_string());
            write(&mut writer, &link.to_string(), "revisit", &before, "");
        }
        let records = records(&writer.into_inner());
        let mut originals = Originals::default();
        records.iter().for_each(|record| originals.add(0, record));
        let read = |place: Place| {
            records.iter().find(|record| record.location().position() == place.position).cloned()
        };
        let found = originals.resolve(&records[length], read);
        match found {
            Ok(original) => {
                prop_assert!(length <= 8);
                prop_assert_eq!(original.kind(), &RecordKind::Response);
            }
            Err(why) => {
                prop_assert!(length > 8, "{} links", length);
                prop_assert_eq!(why, Unresolved::Cycle);
            }
        }
    }
}

const STORY: &str = "<p>The tide comes in.";

/// A response with a moment, an address, what else its header says, and its answer.
fn response(id: &str, date: &str, uri: &str, more: &str, answer: &str) -> Vec<u8> {
    record_of("response", id, date, uri, more, answer)
}

fn record_of(kind: &str, id: &str, date: &str, uri: &str, more: &str, block: &str) -> Vec<u8> {
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{id}>\r\nWARC-Date: {date}\r\n\
         WARC-Target-URI: {uri}\r\nContent-Type: application/http; msgtype=response\r\n{more}\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

fn ok(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}")
}

/// `WARC-Payload-Digest` of a body, by the digest that an archive would declare.
fn declared(body: &str) -> String {
    format!("WARC-Payload-Digest: sha1:{}\r\n", digest::sha1_base32(body.as_bytes()))
}

/// Resolves the last record among all of them, in both orders of reading.
fn resolved(parts: &[Vec<u8>]) -> Result<String, Unresolved> {
    let records = records(&parts.concat());
    let (revisit, others) = records.split_last().expect("records");
    let read = |place: Place| {
        others.iter().find(|record| record.location().position() == place.position).cloned()
    };
    let id = |originals: &Originals| {
        let found = originals.resolve(revisit, read)?;
        Ok(found.record_id().expect("an id").trim_start_matches("urn:x:").to_owned())
    };
    let (mut forth, mut back) = (Originals::default(), Originals::default());
    others.iter().for_each(|record| forth.add(0, record));
    others.iter().rev().for_each(|record| back.add(0, record));
    let found = id(&forth);
    assert_eq!(found.clone().err(), id(&back).err());
    found
}

const U: &str = "http://a.example/";
const NOON: &str = "2020-02-02T12:00:00Z";
const SAME: &str =
    "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n";
const NOT_MODIFIED: &str =
    "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n";

#[test]
fn the_digest_decides_between_captures() {
    let at =
        |date: &str| format!("WARC-Refers-To-Target-URI: {U}\r\nWARC-Refers-To-Date: {date}\r\n");
    let id = |id: &str| format!("WARC-Refers-To: <urn:x:{id}>\r\n");
    let early = "2020-02-01T12:00:00.100Z";
    let late = "2020-02-01T12:00:00.900Z";
    // One second, two payloads.
    let two = [
        response("old", early, U, &declared("old"), &ok("old")),
        response("new", late, U, &declared("new"), &ok("new")),
    ];
    let same_second = [
        response("old", "2020-02-01T12:00:00Z", U, &declared("old"), &ok("old")),
        response("new", "2020-02-01T12:00:00Z", U, &declared("new"), &ok("new")),
    ];
    let undeclared = [
        response("old", "2020-02-01T12:00:00Z", U, "", &ok("old")),
        response("new", "2020-02-01T12:00:00Z", U, "", &ok("new")),
    ];
    type Case<'c> = (&'c str, &'c [Vec<u8>], String, Result<&'c str, Unresolved>);
    let cases: Vec<Case<'_>> = vec![
        ("exact date", &two, at(late), Ok("new")),
        ("exact date, first", &two, at(early), Ok("old")),
        ("date and digest", &two, at(late) + &declared("new"), Ok("new")),
        ("wrong date, right digest", &two, at(early) + &declared("new"), Ok("new")),
        (
            "the second, right digest",
            &two,
            at("2020-02-01T12:00:00Z") + &declared("new"),
            Ok("new"),
        ),
        ("wrong id, right digest", &two, id("old") + &declared("new"), Ok("new")),
        ("one second", &same_second, at("2020-02-01T12:00:00Z") + &declared("new"), Ok("new")),
        ("milliseconds where there are none", &same_second, at(late) + &declared("new"), Ok("new")),
        ("undeclared", &undeclared, at("2020-02-01T12:00:00Z") + &declared("new"), Ok("new")),
        ("undeclared, digest alone", &undeclared, declared("new"), Ok("new")),
        ("id without digest", &two, id("new"), Ok("new")),
        ("other payload by id", &two, id("new") + &declared("gone"), Err(Unresolved::Digest)),
        ("other payload by date", &two, at(late) + &declared("gone"), Err(Unresolved::Digest)),
        ("unknown digest", &two, declared("gone"), Err(Unresolved::Dangling)),
        ("nothing", &two, String::new(), Err(Unresolved::NoReference)),
    ];
    for (name, originals, more, expected) in cases {
        let revisit = record_of("revisit", "r", NOON, U, &format!("{SAME}{more}"), &ok(""));
        let found = resolved(&[originals, &[revisit]].concat());
        assert_eq!(found, expected.map(str::to_owned), "{name}");
    }
}

#[test]
fn a_digest_is_one_in_every_spelling_and_of_either_reading_of_chunks() {
    let chunks = format!("{:x}\r\n{STORY}\r\n0\r\n\r\n", STORY.len());
    let chunked = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n{chunks}");
    let base32 = digest::sha1_base32(STORY.as_bytes());
    let read = digest::Declared::parse(&base32).expect("a digest").spelling();
    let hex = read.trim_start_matches("sha1:");
    let sha256 = digest::sha256_hex(STORY.as_bytes());
    let of_chunks = digest::sha1_base32(chunks.as_bytes());
    let spellings = [
        format!("sha1:{base32}"),
        format!("SHA1:{}", base32.to_lowercase()),
        format!("sha-1:{hex}"),
        hex.to_uppercase(),
        base32.clone(),
    ];
    let plain = ok(STORY);
    for carried in &spellings {
        let carried = format!("{SAME}WARC-Payload-Digest: {carried}\r\n");
        for declared in spellings
            .iter()
            .map(|said| format!("WARC-Payload-Digest: {said}\r\n"))
            .chain([String::new()])
        {
            for answer in [&plain, &chunked] {
                let original = response("a", "2020-02-01T12:00:00Z", U, &declared, answer);
                let revisit =
                    record_of("revisit", "r", NOON, "http://b.example/", &carried, &ok(""));
                assert_eq!(
                    resolved(&[original, revisit]),
                    Ok("a".to_owned()),
                    "{carried}{declared}"
                );
            }
        }
    }
    // The original declares the digest of the other reading, or one by another algorithm.
    for (declared, carried, answer) in [
        (&of_chunks, &base32, &chunked),
        (&base32, &of_chunks, &chunked),
        (&String::new(), &of_chunks, &chunked),
        (&String::new(), &format!("sha256:{sha256}"), &plain),
    ] {
        let declared = format!("WARC-Payload-Digest: {declared}\r\n");
        let carried = format!("{SAME}WARC-Payload-Digest: {carried}\r\n");
        let original = response("a", "2020-02-01T12:00:00Z", U, &declared, answer);
        let revisit = record_of("revisit", "r", NOON, "http://b.example/", &carried, &ok(""));
        assert_eq!(resolved(&[original, revisit]), Ok("a".to_owned()), "{carried}{declared}");
    }
    // By its date, the payload is hashed as the revisit wants it.
    let more = format!(
        "{SAME}WARC-Refers-To-Target-URI: {U}\r\nWARC-Refers-To-Date: 2020-02-01T12:00:00Z\r\n\
         WARC-Payload-Digest: sha256:{sha256}\r\n"
    );
    let sha1 = format!("WARC-Payload-Digest: sha1:{base32}\r\n");
    let original = response("a", "2020-02-01T12:00:00Z", U, &sha1, &plain);
    let revisit = record_of("revisit", "r", NOON, U, &more, &ok(""));
    assert_eq!(resolved(&[original, revisit]), Ok("a".to_owned()));
}

#[test]
fn not_modified_means_the_latest_state_before() {
    let not_modified = "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n";
    let empty = declared("");
    let states = [
        response("one", "2020-02-01T01:00:00Z", U, "", &ok("one")),
        response("two", "2020-02-01T02:00:00Z", U, "", &ok("two")),
        response("error", "2020-02-01T03:00:00Z", U, "", "HTTP/1.1 503 Busy\r\n\r\nerror"),
        response("later", "2020-02-03T00:00:00Z", U, "", &ok("later")),
        response("other", "2020-02-01T04:00:00Z", "http://b.example/", "", &ok("other")),
    ];
    let date = |date: &str| format!("WARC-Refers-To-Date: {date}\r\n");
    type Case<'c> = (&'c str, &'c str, String, Result<&'c str, Unresolved>);
    let cases: Vec<Case<'_>> = vec![
        ("no target", U, String::new(), Ok("two")),
        ("the digest of no bytes", U, empty.clone(), Ok("two")),
        ("a date alone", U, date("2020-02-01T01:00:00Z"), Ok("one")),
        ("a date and no bytes", U, date("2020-02-01T01:00:00Z") + &empty, Ok("one")),
        ("a date of nothing", U, date("2020-02-01T01:30:00Z"), Err(Unresolved::Dangling)),
        ("an id", U, "WARC-Refers-To: <urn:x:one>\r\n".into(), Ok("one")),
        ("another URI", "http://c.example/", String::new(), Err(Unresolved::Dangling)),
    ];
    for (name, uri, more, expected) in cases {
        let more = format!("{NOT_MODIFIED}{more}");
        let revisit = record_of("revisit", "r", NOON, uri, &more, not_modified);
        let found = resolved(&[&states[..], &[revisit]].concat());
        assert_eq!(found, expected.map(str::to_owned), "{name}");
    }
    // Only the server's word stands for a state: another revisit has to name something.
    let revisit = record_of("revisit", "r", NOON, U, SAME, &ok(""));
    let found = resolved(&[&states[..], &[revisit]].concat());
    assert_eq!(found, Err(Unresolved::NoReference));
}

#[test]
fn status_and_fields_of_a_revisit_are_its_own_and_the_body_is_that_of_the_original() {
    let gzip = "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=koi8-r\r\n\
                Content-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntext\r\n0\r\n\r\n";
    let original = records(&response("a", "2020-02-01T12:00:00Z", U, "", gzip)).remove(0);
    for (own, status, content_type, etag) in [
        (
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nETag: y\r\n\r\n",
            200,
            "text/html; charset=utf-8",
            Some("y"),
        ),
        (
            "HTTP/1.1 304 Not Modified\r\nETag: y\r\n\r\n",
            304,
            "text/plain; charset=koi8-r",
            Some("y"),
        ),
        ("", 404, "text/plain; charset=koi8-r", None),
    ] {
        let revisit =
            records(&record_of("revisit", "r", NOON, "http://b.example/", SAME, own)).remove(0);
        let resolved = revisit.with_block_of(original.clone()).into_owned();
        let found = capture(&resolved, &Limits::default()).expect("a capture");
        assert_eq!(found.status, Some(status), "{own}");
        assert_eq!(found.content_type.as_deref(), Some(content_type), "{own}");
        assert_eq!(found.http.as_ref().and_then(|http| http.headers.get("ETag")), etag, "{own}");
        assert_eq!(&*found.payload.content, b"text", "{own}");
    }
}
