//! Revisits with every kind of reference, over files and chains.

use proptest::prelude::*;
use scutch_archive::revisit::{Originals, Place, Unresolved, names, references};
use scutch_archive::{Item, Limits, Reader, Record, RecordKind, WarcWriter, capture};

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
        assert_eq!(found.status, Some(200));
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
    assert_eq!(names(&records[3]).iter().flatten().count(), 2);
    assert_eq!(references(&records[0]).iter().flatten().count(), 0);
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
