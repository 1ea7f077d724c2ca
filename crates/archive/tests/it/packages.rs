//! WACZ packages, put together here: their archives, what is wrong with them, places in them.

use std::io::Write as _;

use data_encoding::HEXLOWER;
use scutch_archive::{
    Cause, Format, Item, Limits, Position, Reader, Sniffed, WarcWriter, digest, read_record_at,
    sniff,
};

/// One file of a package.
#[derive(Clone)]
struct Entry {
    name: &'static str,
    content: Vec<u8>,
    /// 0 for stored, 8 for deflated.
    method: u16,
    flags: u16,
}

impl Entry {
    fn stored(name: &'static str, content: Vec<u8>) -> Self {
        Entry { name, content, method: 0, flags: 0 }
    }

    fn deflated(name: &'static str, content: &[u8]) -> Self {
        let level = flate2::Compression::fast();
        let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), level);
        encoder.write_all(content).expect("memory");
        let content = encoder.finish().expect("memory");
        Entry { name, content, method: 8, flags: 0 }
    }

    /// The fields that local header and directory share, from the version on.
    fn shared(&self) -> Vec<u8> {
        let size = u32::try_from(self.content.len()).expect("small").to_le_bytes();
        let mut bytes = 20_u16.to_le_bytes().to_vec();
        bytes.extend(self.flags.to_le_bytes());
        bytes.extend(self.method.to_le_bytes());
        // Time, date, checksum: nobody looks at them.
        bytes.extend([0; 8]);
        bytes.extend(size);
        bytes.extend(size);
        bytes.extend(u16::try_from(self.name.len()).expect("short").to_le_bytes());
        bytes.extend(0_u16.to_le_bytes());
        bytes
    }
}

/// A ZIP file (APPNOTE 6.3.3, without ZIP64).
fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = u32::try_from(bytes.len()).expect("small");
        bytes.extend(b"PK\x03\x04");
        bytes.extend(entry.shared());
        bytes.extend(entry.name.as_bytes());
        bytes.extend(&entry.content);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(entry.shared());
        // Comment, disk, attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let start = u32::try_from(bytes.len()).expect("small");
    let count = u16::try_from(entries.len()).expect("few").to_le_bytes();
    let size = u32::try_from(directory.len()).expect("small");
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend(size.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

/// An archive of some records, named after it.
fn warc(name: &str, records: usize, compressed: bool) -> Vec<u8> {
    let mut writer =
        if compressed { WarcWriter::gzip(Vec::new()) } else { WarcWriter::plain(Vec::new()) };
    for number in 0..records {
        let id = format!("<urn:{name}:{number}>");
        let fields = [
            ("WARC-Type", "resource"),
            ("WARC-Record-ID", &*id),
            ("WARC-Date", "2020-02-02T02:02:02Z"),
        ];
        writer.write(&fields, id.repeat(20).as_bytes()).expect("memory");
    }
    writer.into_inner()
}

fn description(path: &str, hash: &str) -> Entry {
    let text = format!(r#"{{"resources": [{{"path": "{path}", "hash": "{hash}"}}]}}"#);
    Entry::stored("datapackage.json", text.into_bytes())
}

/// Record ids, places, and causes of damage.
#[derive(Debug, Default, PartialEq)]
struct Contents {
    ids: Vec<String>,
    places: Vec<Position>,
    causes: Vec<Cause>,
}

fn read(bytes: &[u8]) -> Contents {
    let mut reader = Reader::from_bytes(bytes, &Limits::default());
    let mut contents = Contents::default();
    while let Some(item) = reader.next() {
        match item {
            Item::Record(record) => {
                contents.ids.push(record.record_id().unwrap_or_default().to_owned());
                contents.places.push(record.location().position());
            }
            Item::Damage(damage) => contents.causes.push(damage.cause),
        }
    }
    contents
}

fn ids(name: &str, records: usize) -> Vec<String> {
    (0..records).map(|number| format!("urn:{name}:{number}")).collect()
}

/// Two archives, an index that is compressed like one, a list of pages and a description.
fn package() -> Vec<Entry> {
    let first = warc("first", 3, true);
    let hash = format!("sha256:{}", digest::sha256_hex(&first));
    vec![
        description("archive/first.warc.gz", &hash),
        Entry::stored("archive/first.warc.gz", first),
        Entry::stored("indexes/index.cdx.gz", warc("index", 2, true)),
        Entry::deflated("pages/pages.jsonl", b"{\"format\": \"json-pages-1.0\"}\n"),
        Entry::stored("archive/second.warc", warc("second", 2, false)),
    ]
}

#[test]
fn archives_of_a_package_are_read_in_the_order_of_its_directory() {
    let expected = [ids("first", 3), ids("second", 2)].concat();
    let bytes = zip(&package());
    let dir = tempfile::tempdir().expect("folder");
    let path = dir.path().join("a.wacz");
    std::fs::write(&path, &bytes).expect("file");
    assert_eq!(sniff(&path).expect("readable"), Sniffed::Archive(Format::Wacz));
    let found = read(&bytes);
    assert_eq!((&found.ids, found.causes), (&expected, Vec::new()));
    // Places are places in the package itself.
    for (place, id) in found.places.iter().zip(&expected) {
        let record = read_record_at(&path, *place, &Limits::default()).expect("a record");
        assert_eq!(record.record_id(), Some(&**id));
    }
}

#[test]
fn hashes_that_do_not_agree_are_told_and_records_delivered() {
    let mut entries = package();
    entries[0] = description("archive/first.warc.gz", &format!("sha256:{}", "0".repeat(64)));
    let found = read(&zip(&entries));
    assert_eq!(found.causes, [Cause::PackageHash]);
    assert_eq!(found.ids.len(), 5);
    // As the first tools wrote it: under `stats`, without the name of the algorithm.
    let hash = HEXLOWER.encode(&[0; 32]);
    let text = format!(
        r#"{{"resources": [{{"path": "archive/first.warc.gz", "stats": {{"hash": "{hash}"}}}}]}}"#
    );
    entries[0] = Entry::deflated("datapackage.json", text.as_bytes());
    assert_eq!(read(&zip(&entries)).causes, [Cause::PackageHash]);
    for broken in ["", "not json", "[]", r#"{"resources": [{"path": 1}]}"#] {
        entries[0] = Entry::stored("datapackage.json", broken.into());
        assert_eq!(read(&zip(&entries)).causes, [], "{broken}");
    }
}

#[test]
fn archives_that_cannot_be_addressed_are_named() {
    let mut entries = package();
    entries[1] = Entry::deflated("archive/first.warc.gz", &warc("first", 3, true));
    entries.remove(0);
    let found = read(&zip(&entries));
    assert_eq!((found.causes, found.ids), (vec![Cause::EntryCompressed], ids("second", 2)));
    entries[0] = Entry::stored("archive/first.warc.gz", warc("first", 3, true));
    entries[0].flags = 1;
    assert_eq!(read(&zip(&entries)).causes, [Cause::EntryCompressed], "encrypted");
}

#[test]
fn two_archives_of_one_name_are_not_believed() {
    let entries = [
        Entry::stored("archive/a.warc", warc("one", 1, false)),
        Entry::stored("archive/a.warc", warc("two", 1, false)),
        Entry::stored("archive/b.warc", warc("three", 1, false)),
    ];
    let found = read(&zip(&entries));
    assert_eq!(found.causes, [Cause::DuplicateEntry, Cause::DuplicateEntry]);
    assert_eq!(found.ids, ids("three", 1));
}

#[test]
fn archives_outside_their_folder_are_found_by_what_they_are() {
    let entries = [
        Entry::stored("archive/", Vec::new()),
        Entry::stored("other/hidden.bin", warc("hidden", 2, true)),
        Entry::stored("archive/notes.txt", b"no archive at all".to_vec()),
        Entry::stored("readme.txt", b"no archive either".to_vec()),
    ];
    let found = read(&zip(&entries));
    assert_eq!(found.ids, ids("hidden", 2));
    assert_eq!(found.causes, [Cause::NotARecord], "what lies in archive/ is meant to be one");
}

#[test]
fn a_package_cut_at_any_byte_delivers_no_more_than_it_holds() {
    let whole = zip(&package());
    let all = read(&whole);
    for length in (0..whole.len()).step_by(7) {
        let found = read(&whole[..length]);
        assert!(found.ids.iter().all(|id| all.ids.contains(id) || id.starts_with("urn:index")));
        if length > 200 {
            assert!(!found.causes.is_empty(), "{length} bytes: the missing directory is told");
        }
    }
}

#[test]
fn flipped_bytes_of_the_directory_do_no_harm() {
    let whole = zip(&package());
    let directory = whole.windows(4).position(|w| w == b"PK\x01\x02").expect("a directory");
    for at in directory..whole.len() {
        let mut broken = whole.clone();
        broken[at] ^= 0xff;
        let found = read(&broken);
        // A size that grew may take the next entries along.
        assert!(found.ids.len() <= 21, "byte {at}: {:?}", found.ids);
    }
}

#[test]
fn packages_in_packages_are_read_in_their_place() {
    let inner = |name: &str| {
        zip(&[Entry::stored("archive/a.warc.gz", warc(name, 2, true)), description("", "")])
    };
    let third = zip(&[Entry::stored("c.wacz", inner("c"))]);
    let outer = zip(&[
        Entry::stored("archive/first.warc", warc("first", 1, false)),
        Entry::stored("archive/a.wacz", inner("a")),
        Entry::stored("b.wacz", third),
        Entry::stored("crawls/2020/archive/d.warc.gz", warc("d", 1, true)),
        Entry::stored("crawls/2020/indexes/index.cdx.gz", warc("index", 1, true)),
    ]);
    let found = read(&outer);
    assert_eq!(found.ids, ["urn:first:0", "urn:a:0", "urn:a:1", "urn:c:0", "urn:c:1", "urn:d:0"]);
    assert_eq!(found.causes, []);
    let dir = tempfile::tempdir().expect("folder");
    let path = dir.path().join("a.wacz");
    std::fs::write(&path, &outer).expect("file");
    for (id, place) in found.ids.iter().zip(&found.places) {
        let record = read_record_at(&path, *place, &Limits::default()).expect("a record");
        assert_eq!(record.record_id(), Some(&**id));
    }
}

#[test]
fn bytes_may_stand_before_a_package() {
    let package = zip(&[
        Entry::stored("archive/a.warc.gz", warc("a", 2, true)),
        Entry::stored("inner.wacz", zip(&[Entry::stored("archive/b.warc", warc("b", 1, false))])),
    ]);
    let program = [b"MZ".to_vec(), vec![0x90; 100_000]].concat();
    for before in [&b"#!/bin/sh\nexit\n"[..], &program, b"\0"] {
        let bytes = [before, &package].concat();
        let found = read(&bytes);
        assert_eq!(found.ids, ["urn:a:0", "urn:a:1", "urn:b:0"]);
        assert_eq!(found.causes, []);
        let dir = tempfile::tempdir().expect("folder");
        let path = dir.path().join("a.exe");
        std::fs::write(&path, &bytes).expect("file");
        assert_eq!(sniff(&path).expect("readable"), Sniffed::Archive(Format::Wacz));
    }
    // An archive that quotes a directory at its end is an archive.
    let mut quoting = warc("q", 1, false);
    quoting.extend(&package);
    assert_eq!(read(&quoting).ids[0], "urn:q:0");
}

#[test]
fn packages_too_deep_or_read_twice_are_named() {
    let mut package = zip(&[Entry::stored("archive/a.warc", warc("a", 1, false))]);
    for depth in 0..7 {
        let found = read(&package);
        let whole = depth <= 4;
        assert_eq!(found.ids.len(), usize::from(whole), "{depth}");
        let causes: &[Cause] = if whole { &[] } else { &[Cause::PackageDepth] };
        assert_eq!(found.causes, causes, "{depth}");
        package = zip(&[Entry::stored("p.wacz", package)]);
    }
    // Two entries of the directory lead to the same bytes.
    let entry = Entry::stored("archive/a.warc", warc("a", 1, false));
    let mut bytes = zip(&[entry.clone(), Entry { name: "archive/b.warc", ..entry }]);
    let second = memchr::memmem::rfind(&bytes, b"PK\x01\x02").expect("two entries");
    bytes[second + 42..second + 46].fill(0);
    let found = read(&bytes);
    assert_eq!((found.ids.len(), &found.causes[..]), (1, &[Cause::DuplicateEntry][..]));
}

#[test]
fn what_is_skipped_of_a_package_has_its_whole_name() {
    let inner = zip(&[
        Entry::deflated("archive/a.warc", &warc("a", 1, false)),
        Entry::deflated("notes.txt", b"no archive"),
        Entry::stored("archive/b.warc", warc("b", 1, false)),
    ]);
    let outer = zip(&[Entry::stored("crawl.wacz", inner)]);
    let mut reader = Reader::from_bytes(&outer, &Limits::default());
    let Some(Item::Damage(damage)) = reader.next() else { panic!("a problem") };
    assert_eq!(damage.cause, Cause::EntryCompressed);
    assert!(damage.detail.contains("crawl.wacz/archive/a.warc"), "{}", damage.detail);
}
