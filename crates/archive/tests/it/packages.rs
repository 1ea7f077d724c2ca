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
