//! ARC files of both versions, written here and read back.

use std::io::Write as _;

use proptest::prelude::*;
use scutch_archive::{Cause, Item, Limits, Reader, RecordKind, Severity, WarcDate, capture};

const VERSION_1: &str = "filedesc://a.arc 0.0.0.0 20050101000000 text/plain 67\n\
    1 0 Scutch\nURL IP-address Archive-date Content-type Archive-length\n";

/// One ARC record: what its line says, and the block.
#[derive(Debug, Clone)]
struct Page {
    url: String,
    mime: String,
    block: Vec<u8>,
}

impl Page {
    fn new(url: &str, mime: &str, block: &[u8]) -> Self {
        Page { url: url.to_owned(), mime: mime.to_owned(), block: block.to_vec() }
    }

    /// The record with a line of version 1 or 2.
    fn bytes(&self, version: u8) -> Vec<u8> {
        let more = if version == 2 { " 200 CHECKSUM - 99 a.arc" } else { "" };
        let (url, mime, length) = (&self.url, &self.mime, self.block.len());
        let line = format!("{url} 10.1.2.3 20050630120000 {mime}{more} {length}\n");
        [line.as_bytes(), &self.block, b"\n"].concat()
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// A file with its version block and pages, each a member of its own where it is compressed.
fn file(pages: &[Page], version: u8, compressed: bool) -> Vec<u8> {
    let head = format!("{VERSION_1}\n").into_bytes();
    let parts = std::iter::once(head).chain(pages.iter().map(|page| page.bytes(version)));
    parts.flat_map(|part| if compressed { gzip(&part) } else { part }).collect()
}

/// Type, URI, media type and block of every record; damage fails.
fn read(bytes: &[u8]) -> Vec<(RecordKind, String, Option<String>, Vec<u8>)> {
    let mut reader = Reader::from_bytes(bytes, &Limits::default());
    let mut found = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage: {item:?}") };
        let mime = record.header("WARC-Identified-Payload-Type").or(record.header("Content-Type"));
        found.push((
            record.kind().clone(),
            record.target_uri().unwrap_or_default().to_owned(),
            mime.map(str::to_owned),
            record.block().to_vec(),
        ));
    }
    found
}

#[test]
fn both_versions_plain_and_compressed_give_the_same_records() {
    let http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>tide</p>";
    let pages = [
        Page::new("http://a.example/", "text/html", http),
        Page::new("http://a.example/a b", "text/html; charset=x", http),
        Page::new("dns:a.example", "text/dns", b"20050630120000\na.example. 1 IN A 10.1.2.3\n"),
        Page::new("https://a.example/empty", "no-type", b""),
    ];
    for version in [1, 2] {
        for compressed in [false, true] {
            let found = read(&file(&pages, version, compressed));
            assert_eq!(found[0].0, RecordKind::Filedesc);
            assert_eq!(found.len(), 1 + pages.len(), "version {version}");
            for ((kind, url, mime, block), page) in found[1..].iter().zip(&pages) {
                let is_http = page.url.starts_with("http");
                let expected = if is_http { RecordKind::Response } else { RecordKind::Resource };
                assert_eq!((kind, url), (&expected, &page.url));
                assert_eq!(mime.as_deref(), Some(&*page.mime));
                assert_eq!(block, &page.block);
            }
        }
    }
}

#[test]
fn records_carry_what_a_conversion_to_warc_gives_them() {
    let page = Page::new("http://a.example/", "text/html", b"HTTP/1.0 404 No\r\n\r\ngone");
    for version in [1, 2] {
        let bytes = file(std::slice::from_ref(&page), version, false);
        let mut reader = Reader::from_bytes(&bytes, &Limits::default());
        reader.next();
        let Some(Item::Record(record)) = reader.next() else { panic!("a record") };
        assert_eq!(record.version(), format!("ARC/{version}"));
        assert_eq!(record.header("warc-ip-address"), Some("10.1.2.3"));
        assert_eq!(record.date().map(WarcDate::timestamp).as_deref(), Some("20050630120000"));
        let found = capture(&record, &Limits::default()).expect("a capture");
        assert_eq!((found.status, &*found.payload.content), (Some(404), &b"gone"[..]));
        assert_eq!(record.record_id(), None);
    }
}

#[test]
fn short_dates_are_dates_and_stay_as_they_were() {
    let cases = [
        ("2001", "20010101000000"),
        ("200101", "20010101000000"),
        ("20010118", "20010118000000"),
        ("2001011812", "20010118120000"),
        ("200101181235", "20010118123500"),
    ];
    for compressed in [false, true] {
        let mut parts = vec![format!("{VERSION_1}\n")];
        parts
            .extend(cases.map(|(date, _)| format!("http://a/ 10.1.2.3 {date} text/html 3\ntwo\n")));
        let bytes: Vec<u8> = parts
            .into_iter()
            .flat_map(|part| if compressed { gzip(part.as_bytes()) } else { part.into_bytes() })
            .collect();
        let mut reader = Reader::from_bytes(&bytes, &Limits::default());
        reader.next();
        for (written, timestamp) in cases {
            let Some(Item::Record(record)) = reader.next() else { panic!("{written}") };
            let date = record.date().expect("a date");
            assert_eq!((&*date.as_written, &*date.timestamp()), (written, timestamp));
            let causes: Vec<Cause> = record.faults().iter().map(|fault| fault.cause).collect();
            assert_eq!(causes, [Cause::DateReduced]);
        }
        assert!(reader.next().is_none());
    }
}

#[test]
fn nonsense_for_dates_and_lengths_costs_no_neighbour() {
    let before = Page::new("http://a.example/1", "text/html", b"one");
    let after = Page::new("http://a.example/3", "text/html", b"three");
    let head = format!("{VERSION_1}\n");
    for (line, cause) in [
        ("http://a.example/2 10.1.2.3 20050630120000 text/html -1", Cause::ContentLength),
        ("http://a.example/2 10.1.2.3 20050630120000 text/html 999999", Cause::ContentLengthLies),
        ("http://a.example/2 10.1.2.3 null text/html 3", Cause::DateMalformed),
        ("http://a.example/2 10.1.2.3 20051399999999 text/html 3", Cause::DateMalformed),
    ] {
        let odd = format!("{line}\ntwo\n");
        let bytes = [head.as_bytes(), &before.bytes(1), odd.as_bytes(), &after.bytes(1)].concat();
        let mut reader = Reader::from_bytes(&bytes, &Limits::default());
        let mut found = Vec::new();
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { panic!("{line}: {item:?}") };
            let causes: Vec<Cause> = record.faults().iter().map(|fault| fault.cause).collect();
            found.push((record.block().to_vec(), causes));
        }
        let blocks: Vec<&[u8]> = found[1..].iter().map(|(block, _)| &block[..]).collect();
        assert_eq!(blocks, [&b"one"[..], b"two", b"three"], "{line}");
        assert!(found[2].1.contains(&cause), "{line}: {:?}", found[2].1);
        assert!(found[1].1.is_empty() && found[3].1.is_empty(), "{line}");
    }
}

fn page() -> impl Strategy<Value = Page> {
    let url = "http://[a-z]{1,6}\\.example/[a-z ]{0,6}[a-z]";
    let mime = "(text/html|image/gif|no-type|text/html; charset=x)";
    // Blocks without line ends: nothing in them looks like a record's line.
    let block =
        prop::collection::vec(any::<u8>().prop_filter("no line end", |b| *b != b'\n'), 0..200);
    (url, mime, block).prop_map(|(url, mime, block)| Page { url, mime, block })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(
        pages in prop::collection::vec(page(), 0..8),
        version in 1..3_u8,
        compressed in any::<bool>(),
    ) {
        let found = read(&file(&pages, version, compressed));
        prop_assert_eq!(found.len(), pages.len() + 1);
        for ((_, url, mime, block), page) in found[1..].iter().zip(&pages) {
            prop_assert_eq!((url, block), (&page.url, &page.block));
            prop_assert_eq!(mime.as_deref(), Some(&*page.mime));
        }
    }

    #[test]
    fn a_cut_costs_the_last_record_only(
        pages in prop::collection::vec(page(), 1..6),
        compressed in any::<bool>(),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = file(&pages, 1, compressed);
        let whole = bytes.len();
        bytes.truncate(cut.index(whole));
        // Where the version block and each record end.
        let mut ends = vec![file(&[], 1, compressed).len()];
        for page in &pages {
            let record = page.bytes(1);
            let length = if compressed { gzip(&record).len() } else { record.len() };
            ends.push(ends[ends.len() - 1] + length);
        }
        let behind = ends.iter().filter_map(|end| bytes.len().checked_sub(*end)).min();
        let complete = ends.iter().filter(|end| **end <= bytes.len()).count().saturating_sub(1);
        // Fewer bytes than `http:` could be anything: they cost the record before them.
        let forgiven = usize::from(!compressed && behind.is_some_and(|n| (1..=4).contains(&n)));
        let mut reader = Reader::from_bytes(&bytes, &Limits::default());
        let mut sound = Vec::new();
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { continue };
            let lost = record.faults().iter().any(|fault| fault.severity == Severity::Lost);
            if !lost && *record.kind() != RecordKind::Filedesc {
                sound.push(record.block().to_vec());
            }
        }
        prop_assert!(sound.len() + forgiven >= complete && sound.len() <= complete + 1);
        for (block, page) in sound.iter().zip(&pages) {
            prop_assert_eq!(block, &page.block);
        }
    }
}
