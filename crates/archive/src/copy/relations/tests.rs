use super::*;
use crate::{Item, Limits, Reader, WarcWriter};

/// Name, type, further fields with `N` for the id of the record N.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

const ROWS: &[Row<'_>] = &[
    ("original", "response", &[("WARC-Payload-Digest", "sha1:AAAA")]),
    ("request", "request", &[("WARC-Concurrent-To", "N:original")]),
    ("notes", "metadata", &[("WARC-Refers-To", "N:original")]),
    ("thumbnail", "conversion", &[("WARC-Refers-To", "N:original")]),
    ("again", "revisit", &[("WARC-Refers-To", "N:original")]),
    ("again-request", "request", &[("WARC-Concurrent-To", "N:again")]),
    ("chain", "revisit", &[("WARC-Refers-To", "N:again")]),
    ("by-digest", "revisit", &[("WARC-Payload-Digest", "sha1:AAAA")]),
    ("dangling", "revisit", &[("WARC-Refers-To", "N:nowhere")]),
    ("self", "revisit", &[("WARC-Refers-To", "N:self")]),
    ("first", "response", &[("WARC-Segment-Number", "1")]),
    (
        "second",
        "continuation",
        &[("WARC-Segment-Number", "2"), ("WARC-Segment-Origin-ID", "N:first")],
    ),
    (
        "third",
        "continuation",
        &[
            ("WARC-Segment-Number", "3"),
            ("WARC-Segment-Origin-ID", "N:first"),
            ("WARC-Segment-Total-Length", "0"),
        ],
    ),
    ("other", "response", &[]),
];

fn archive() -> Vec<(String, Record<'static>)> {
    let mut writer = WarcWriter::plain(Vec::new());
    for (name, kind, more) in ROWS {
        let (id, uri) = (format!("<urn:x:{name}>"), format!("http://a.example/{name}"));
        let more: Vec<(&str, String)> =
            more.iter().map(|(field, value)| (*field, value.replace("N:", "urn:x:"))).collect();
        let mut fields = vec![
            ("WARC-Type", *kind),
            ("WARC-Record-ID", &id),
            ("WARC-Date", "2020-02-02T02:02:02Z"),
            ("WARC-Target-URI", &uri),
        ];
        fields.extend(more.iter().map(|(field, value)| (*field, value.as_str())));
        writer.write(&fields, b"").expect("memory");
    }
    let bytes = writer.into_inner();
    let mut reader = Reader::from_bytes(&bytes, &Limits::default());
    let mut records = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage") };
        let name = record.record_id().expect("an id").trim_start_matches("urn:x:").to_owned();
        records.push((name, record.into_owned()));
    }
    records
}

/// Names of the records that are copied, and what is missing.
fn copied(with: With, selected: &[&str]) -> (Vec<String>, Missing) {
    let records = archive();
    let place = |record: &Record<'_>| Place { file: 0, position: record.location().position() };
    let mut relations = Relations::new(with);
    for (name, record) in &records {
        if selected.contains(&name.as_str()) {
            assert!(relations.select(place(record), record));
            assert!(!relations.select(place(record), record), "twice");
        }
    }
    while relations.is_open() {
        records.iter().for_each(|(_, record)| relations.meet(place(record), record));
        relations.settle();
    }
    let taken = records.iter().filter(|(_, record)| relations.takes(place(record)));
    let names: Vec<_> = taken.map(|(name, _)| name.clone()).collect();
    assert_eq!(names.len() as u64, selected.len() as u64 + relations.more());
    (names, relations.missing())
}

#[test]
fn records_take_along_what_belongs_to_them() {
    use With::{None, Originals, Related};
    let all = ["original", "request", "notes", "thumbnail"];
    let segments = ["first", "second", "third"];
    let cases: &[(With, &[&str], &[&str])] = &[
        (None, &["again"], &["again"]),
        (Originals, &["again"], &["original", "again"]),
        (Originals, &["chain"], &["original", "again", "chain"]),
        (Originals, &["by-digest"], &["original", "by-digest"]),
        (Originals, &["dangling", "self"], &["dangling", "self"]),
        (Originals, &["original"], &["original"]),
        (Originals, &["second"], &segments),
        (Originals, &["first"], &segments),
        (Related, &["original"], &all),
        (Related, &["request"], &all),
        (Related, &["notes"], &all),
        (Related, &["again"], &["original", "again", "again-request"]),
        (Related, &["third"], &segments),
        (Related, &["other"], &["other"]),
    ];
    for (with, selected, expected) in cases {
        let (names, _) = copied(*with, selected);
        assert_eq!(&names, expected, "{with:?} {selected:?}");
    }
}

#[test]
fn what_is_left_without_its_partner_is_counted() {
    let missing = |with, selected: &[&str]| {
        let Missing { originals, segments, related } = copied(with, selected).1;
        (originals, segments, related)
    };
    assert_eq!(missing(With::None, &["again", "first", "request"]), (1, 1, 1));
    assert_eq!(missing(With::Originals, &["again", "first", "dangling"]), (1, 0, 0));
    assert_eq!(missing(With::Related, &["chain", "request", "self"]), (1, 0, 0));
    assert_eq!(missing(With::None, &["first", "third"]), (0, 1, 0));
    assert_eq!(missing(With::None, &["other"]), (0, 0, 0));
}
