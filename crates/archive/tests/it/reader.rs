//! Whatever the bytes: every record comes out once, damage is named, reading goes on.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::{Compression, GzBuilder};
use proptest::prelude::*;
use scutch_archive::{
    Cause, Item, Limits, Position, Reader, Severity, WarcWriter, capture, read_record_at,
};

/// An item as plain values, to compare runs with.
#[derive(Debug, Clone, PartialEq)]
enum Seen {
    Record { offset: u64, length: u64, inner: u64, id: String, block: Vec<u8>, lost: Option<Cause> },
    Damage { offset: u64, length: u64, cause: Cause },
}

fn file(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("temporary folder");
    let path = dir.path().join("a");
    fs::write(&path, bytes).expect("file");
    (dir, path)
}

fn seen(item: Item<'_>) -> Seen {
    match item {
        Item::Damage(d) => Seen::Damage { offset: d.offset, length: d.length, cause: d.cause },
        Item::Record(r) => Seen::Record {
            offset: r.location().offset,
            length: r.location().length,
            inner: r.location().inner_offset,
            id: r.record_id().unwrap_or_default().to_owned(),
            lost: r.faults().iter().find(|f| f.severity == Severity::Lost).map(|f| f.cause),
            block: r.block().to_vec(),
        },
    }
}

/// Every item, with the position after it.
fn read(path: &Path, at: Position, limits: &Limits) -> Vec<(Seen, Position)> {
    let mut reader = Reader::open_at(path, at, limits).expect("opens");
    let mut items = Vec::new();
    while let Some(item) = reader.next() {
        let item = seen(item);
        items.push((item, reader.position()));
        assert!(items.len() < 10_000, "no end");
    }
    items
}

const START: Position = Position { offset: 0, inner_offset: 0 };

fn items(bytes: &[u8]) -> Vec<Seen> {
    let (_dir, path) = file(bytes);
    read(&path, START, &Limits::default()).into_iter().map(|(item, _)| item).collect()
}

fn record(id: u32, block: &[u8]) -> Vec<u8> {
    let mut writer = WarcWriter::plain(Vec::new());
    let id = format!("<urn:test:{id}>");
    let fields =
        [("WARC-Type", "resource"), ("WARC-Record-ID", &id), ("WARC-Date", "2020-02-02T02:02:02Z")];
    writer.write(&fields, block).expect("writes");
    writer.into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut member = GzBuilder::new().mtime(0).write(Vec::new(), Compression::fast());
    member.write_all(bytes).expect("writes");
    member.finish().expect("writes")
}

/// How records are laid out in a file.
#[derive(Debug, Clone, Copy)]
enum Layout {
    Plain,
    MemberEach,
    OneMember,
    Pairs,
    /// Members of 100 bytes, whatever the records.
    Slices,
    Padded,
}

const LAYOUTS: [Layout; 6] = [
    Layout::Plain,
    Layout::MemberEach,
    Layout::OneMember,
    Layout::Pairs,
    Layout::Slices,
    Layout::Padded,
];

fn lay_out(records: &[Vec<u8>], layout: Layout) -> Vec<u8> {
    match layout {
        Layout::Plain => records.concat(),
        Layout::MemberEach => records.iter().flat_map(|r| gzip(r)).collect(),
        Layout::OneMember => gzip(&records.concat()),
        Layout::Pairs => records.chunks(2).flat_map(|pair| gzip(&pair.concat())).collect(),
        Layout::Slices => records.concat().chunks(100).flat_map(gzip).collect(),
        Layout::Padded => {
            records.iter().flat_map(|r| [gzip(r), gzip(b""), vec![0; 512]].concat()).collect()
        }
    }
}

#[test]
fn every_layout_gives_the_same_records() {
    let blocks: Vec<Vec<u8>> = (0..9).map(|n| vec![b'a' + n; 37 * n as usize]).collect();
    let records: Vec<_> = blocks.iter().zip(0..).map(|(b, n)| record(n, b)).collect();
    for layout in LAYOUTS {
        let items = items(&lay_out(&records, layout));
        assert_eq!(items.len(), blocks.len(), "{layout:?}: {items:?}");
        for (n, (item, expected)) in items.iter().zip(&blocks).enumerate() {
            let Seen::Record { id, block, lost, .. } = item else { panic!("{layout:?} {item:?}") };
            assert_eq!((id.as_str(), block, lost), (&*format!("urn:test:{n}"), expected, &None));
        }
    }
}

#[test]
fn locations_of_single_members_are_exact() {
    let records: Vec<_> = (0..4).map(|n| record(n, b"block")).collect();
    let mut offset = 0;
    let bytes = lay_out(&records, Layout::MemberEach);
    for (item, r) in items(&bytes).into_iter().zip(&records) {
        let Seen::Record { offset: at, length, inner, .. } = item else { panic!("{item:?}") };
        assert_eq!((at, length, inner), (offset, gzip(r).len() as u64, 0));
        offset += length;
    }
    assert_eq!(offset, bytes.len() as u64);
}

#[test]
fn a_byte_order_mark_is_told_wherever_reading_begins() {
    let records = [record(1, b"one"), record(2, b"two")].concat();
    let marked = [b"\xEF\xBB\xBF", &records[..]].concat();
    let marked_file = [b"\xEF\xBB\xBF", &gzip(&records)[..]].concat();
    for bytes in [marked.clone(), gzip(&marked), marked_file] {
        let (_dir, path) = file(&bytes);
        let mut unbroken = Reader::open(&path, &Limits::default()).expect("opens");
        let mut told = Vec::new();
        while let Some(item) = unbroken.next() {
            let Item::Record(record) = item else { panic!("{item:?}") };
            let place = record.location();
            let at = Position { offset: place.offset, inner_offset: place.inner_offset };
            let alone = read_record_at(&path, at, &Limits::default()).expect("a record");
            assert_eq!(alone.faults(), record.faults());
            told.push(record.faults().iter().any(|fault| fault.cause == Cause::ByteOrderMark));
        }
        assert_eq!(told, [true, false]);
    }
}

#[test]
fn an_empty_file_holds_nothing() {
    assert_eq!(items(b""), []);
}

#[test]
fn a_file_cut_after_its_opening_ends_where_it_ends_now() {
    let records: Vec<_> = (0..3).map(|id| record(id, &noise(2000, id))).collect();
    for layout in LAYOUTS {
        let bytes = lay_out(&records, layout);
        for left in [0, 1, 100, bytes.len() / 2] {
            let (_dir, path) = file(&bytes);
            let mut reader = Reader::open(&path, &Limits::default()).expect("opens");
            let cut = fs::File::options().write(true).open(&path).expect("opens");
            cut.set_len(left as u64).expect("is cut");
            let mut items = 0;
            while reader.next().is_some() {
                items += 1;
                // Records that were read ahead still come, and one damage at the most.
                assert!(items <= 4, "{layout:?} cut to {left} bytes: no end");
            }
        }
    }
}

#[test]
fn a_corrupt_member_costs_its_record_only() {
    let members: Vec<_> = (0..5).map(|n| gzip(&record(n, &noise(3000, n)))).collect();
    let mut bytes = members.concat();
    let at = members[0].len() + members[1].len() + members[2].len() / 2;
    for byte in &mut bytes[at..at + 40] {
        *byte ^= 0xff;
    }
    let sound = sound_ids(&items(&bytes));
    assert_eq!(sound, ["urn:test:0", "urn:test:1", "urn:test:3", "urn:test:4"]);
}

#[test]
fn a_wrong_checksum_is_a_loss() {
    let mut bytes = gzip(&record(1, b"block"));
    let crc = bytes.len() - 8;
    bytes[crc] ^= 1;
    bytes.extend(gzip(&record(2, b"block")));
    let found = items(&bytes);
    assert!(
        matches!(found[0], Seen::Record { lost: Some(Cause::ChecksumMismatch), .. }),
        "{found:?}"
    );
    assert_eq!(sound_ids(&found), ["urn:test:2"]);
}

#[test]
fn garbage_between_records_is_one_damage() {
    for layout in [Layout::Plain, Layout::MemberEach] {
        let first = lay_out(&[record(1, b"one")], layout);
        let second = lay_out(&[record(2, b"two")], layout);
        let garbage = b"this is no record\r\n\r\n";
        let found = items(&[&first[..], garbage, &second].concat());
        assert_eq!(sound_ids(&found), ["urn:test:1", "urn:test:2"], "{found:?}");
        let damages = found.iter().filter(|i| matches!(i, Seen::Damage { .. })).count();
        assert_eq!(damages, 1, "{layout:?} {found:?}");
    }
}

#[test]
fn a_body_that_holds_a_warc_is_a_body() {
    let inner = record(7, b"inner");
    let found = items(&[record(1, &inner), record(2, b"two")].concat());
    assert_eq!(sound_ids(&found), ["urn:test:1", "urn:test:2"]);
}

#[test]
fn blocks_over_the_cap_are_cut_and_nothing_is_condemned() {
    let limits = Limits { block: 1000, ..Limits::default() };
    for layout in [Layout::Plain, Layout::MemberEach, Layout::OneMember] {
        let records = [record(1, &noise(300_000, 1)), record(2, b"two")];
        let (_dir, path) = file(&lay_out(&records, layout));
        let found: Vec<_> = read(&path, START, &limits).into_iter().map(|(i, _)| i).collect();
        let Seen::Record { block, lost, .. } = &found[0] else { panic!("{found:?}") };
        assert_eq!((block.len(), *lost), (1000, None));
        assert_eq!(sound_ids(&found), ["urn:test:1", "urn:test:2"], "{layout:?}");
    }
}

#[test]
fn every_sample_record_is_found_where_the_generator_put_it() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let index = fs::read_to_string(samples.join("records.jsonl")).expect("records.jsonl");
    let mut expected: Vec<(String, u64, u64, String)> = index
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            let number = |name: &str| line[name].as_u64().unwrap_or_default();
            (text("file"), number("offset"), number("inner_offset"), text("record_id"))
        })
        .collect();
    let mut found = Vec::new();
    let files: std::collections::BTreeSet<_> = expected.iter().map(|e| e.0.clone()).collect();
    for name in files {
        for (item, _) in read(&samples.join(&name), START, &Limits::default()) {
            if let Seen::Record { offset, inner, id, .. } = item {
                found.push((name.clone(), offset, inner, id));
            }
        }
    }
    // The record of the corrupted member comes out flagged, so every id is found.
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

/// The files other projects made, against the counts two other readers agree on.
#[test]
fn counts_agree_with_other_readers() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/archive/samples");
    let Ok(table) = fs::read_to_string(shared.join("COUNTS.tsv")) else {
        eprintln!("SKIPPED: counts_agree_with_other_readers: shared data not present");
        return;
    };
    let mut checked = 0;
    for line in table.lines().skip(1) {
        let columns: Vec<_> = line.split('\t').collect();
        let (name, warcio, fastwarc) = (columns[0], columns[2], columns[5]);
        let warc = name.ends_with(".warc") || name.ends_with(".warc.gz");
        if !warc || warcio != fastwarc || name.contains("clipped") {
            continue;
        }
        let found = read(&shared.join(name), START, &Limits::default());
        let records = found.iter().filter(|(i, _)| matches!(i, Seen::Record { .. })).count();
        assert_eq!(records.to_string(), warcio, "{name}: {found:?}");
        checked += 1;
    }
    assert!(checked > 40, "{checked} files");
}

fn sound_ids(items: &[Seen]) -> Vec<String> {
    let id = |item: &Seen| match item {
        Seen::Record { id, lost: None, .. } => Some(id.clone()),
        _ => None,
    };
    items.iter().filter_map(id).collect()
}

/// Bytes that do not compress, the same for the same seed.
fn noise(n: usize, seed: u32) -> Vec<u8> {
    let mut state = u64::from(seed) + 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u8
    };
    (0..n).map(|_| next()).collect()
}

fn blocks() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let text = prop::collection::vec(any::<u8>(), 0..400);
    let lines = "[WARC/1.0\r\n a-f:]{0,300}".prop_map(String::into_bytes);
    prop::collection::vec(prop_oneof![text, lines], 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read(blocks in blocks(), layout in 0..LAYOUTS.len()) {
        let records: Vec<_> = blocks.iter().zip(0..).map(|(b, n)| record(n, b)).collect();
        let found = items(&lay_out(&records, LAYOUTS[layout]));
        let read: Vec<_> = found.iter().map(|item| match item {
            Seen::Record { block, lost: None, .. } => block.clone(),
            other => panic!("{other:?}"),
        }).collect();
        prop_assert_eq!(read, blocks);
    }

    /// A reader opened where another stands delivers what that one would have.
    #[test]
    fn reading_goes_on_from_any_position(
        blocks in blocks(),
        layout in 0..LAYOUTS.len(),
        cut in any::<prop::sample::Index>(),
        flip in any::<prop::sample::Index>(),
        damage in any::<bool>(),
    ) {
        let records: Vec<_> = blocks.iter().zip(0..).map(|(b, n)| record(n, b)).collect();
        let mut bytes = lay_out(&records, LAYOUTS[layout]);
        if damage {
            let at = flip.index(bytes.len());
            bytes[at] ^= 0x55;
        }
        let (_dir, path) = file(&bytes);
        let whole = read(&path, START, &Limits::default());
        if !whole.is_empty() && !damage {
            let from = cut.index(whole.len());
            let rest = read(&path, whole[from].1, &Limits::default());
            prop_assert_eq!(&whole[from + 1..], &rest[..]);
        }
    }

    /// Cut files and flipped bits: no panic, an end, and captures that can be read.
    #[test]
    fn damage_is_survived(
        blocks in blocks(),
        layout in 0..LAYOUTS.len(),
        cut in any::<prop::sample::Index>(),
        flips in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let records: Vec<_> = blocks.iter().zip(0..).map(|(b, n)| record(n, b)).collect();
        let mut bytes = lay_out(&records, LAYOUTS[layout]);
        for flip in flips {
            let at = flip.index(bytes.len());
            bytes[at] ^= 1 << (at % 8);
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        let (_dir, path) = file(&bytes);
        let limits = Limits::default();
        let mut reader = Reader::open(&path, &limits).expect("opens");
        let mut n = 0;
        while let Some(item) = reader.next() {
            if let Item::Record(record) = item {
                let _ = capture(&record, &limits);
            }
            n += 1;
            prop_assert!(n < 10_000, "no end");
        }
    }
}

/// Heads alone lead to the same records at the same places as whole records do, damaged or not.
#[test]
fn heads_stand_where_records_do() {
    let folders = ["../../samples", "../../../shared/data/archive"];
    let mut files = 0;
    for folder in folders.map(|f| Path::new(env!("CARGO_MANIFEST_DIR")).join(f)) {
        for path in files_below(&folder) {
            let (mut whole, mut heads) = (Vec::new(), Vec::new());
            let limits = Limits::default();
            let Ok(mut reader) = Reader::open(&path, &limits) else { continue };
            while let Some(item) = reader.next() {
                whole.push(place(&item));
            }
            let mut reader = Reader::open(&path, &limits).expect("opens again");
            while let Some(item) = reader.next_head() {
                heads.push(place(&item));
            }
            assert_eq!(heads, whole, "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 5, "{files} files");
}

fn place(item: &Item<'_>) -> String {
    match item {
        Item::Damage(damage) => format!("{damage:?}"),
        Item::Record(record) => format!("{:?} {:?}", record.location(), record.record_id()),
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.flat_map(|p| if p.is_dir() { files_below(&p) } else { vec![p] }).collect()
}

/// Readers that share a file deliver together what one does.
#[test]
fn a_shared_file_is_read_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    for path in files_below(&folder) {
        let limits = Limits::default();
        let mut all = Vec::new();
        let mut reader = Reader::open(&path, &limits).expect("opens");
        while let Some(item) = reader.next() {
            all.push(place(&item));
        }
        for parts in 1..12 {
            let mut shared = Vec::new();
            for part in 0..parts {
                let mut reader = Reader::open_part(&path, part, parts, &limits).expect("opens");
                while let Some(item) = reader.next() {
                    shared.push(place(&item));
                }
            }
            assert_eq!(shared, all, "{} in {parts}", path.display());
        }
    }
}
