//! Whatever the caps keep of a record, its extent names all of its bytes.

use std::io::{Read as _, Write as _};

use flate2::read::MultiGzDecoder;
use proptest::prelude::*;
use scutch_archive::{Extent, Item, Limits, Reader, WarcWriter};

/// How the records of a file are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    Plain,
    /// A member for each record.
    Each,
    /// One member for all.
    All,
    /// Members of 700 bytes, whatever the records.
    Slices,
}

const PACKINGS: [Packing; 4] = [Packing::Plain, Packing::Each, Packing::All, Packing::Slices];

fn record(id: usize, block: &[u8]) -> Vec<u8> {
    let mut writer = WarcWriter::plain(Vec::new());
    let id = format!("<urn:test:{id}>");
    let fields =
        [("WARC-Type", "resource"), ("WARC-Record-ID", &id), ("WARC-Date", "2020-02-02T02:02:02Z")];
    writer.write(&fields, block).expect("writes");
    writer.into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut inflated = Vec::new();
    // What follows the members of the record may break off.
    let _ = MultiGzDecoder::new(bytes).read_to_end(&mut inflated);
    inflated
}

fn pack(records: &[Vec<u8>], packing: Packing) -> Vec<u8> {
    match packing {
        Packing::Plain => records.concat(),
        Packing::Each => records.iter().flat_map(|record| gzip(record)).collect(),
        Packing::All => gzip(&records.concat()),
        Packing::Slices => records.concat().chunks(700).flat_map(gzip).collect(),
    }
}

fn extents(bytes: &[u8], limits: &Limits) -> Vec<Extent> {
    let mut reader = Reader::from_bytes(bytes, limits);
    let mut found = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("{item:?}") };
        assert_eq!(record.extent().location, record.location());
        assert!(record.block().len() as u64 <= record.extent().block);
        found.push(record.extent());
    }
    found
}

/// The inflated bytes that an extent names.
fn named(file: &[u8], extent: Extent, packing: Packing) -> Vec<u8> {
    let place = extent.location;
    let stored = &file[place.offset as usize..];
    let inflated = if packing == Packing::Plain { stored.to_vec() } else { gunzip(stored) };
    inflated[place.inner_offset as usize..][..extent.inflated() as usize].to_vec()
}

#[test]
fn heads_and_whole_records_have_one_extent() {
    let records: Vec<_> = (0..20).map(|n| record(n, &vec![b'x'; n * 1000])).collect();
    for packing in PACKINGS {
        let bytes = pack(&records, packing);
        let limits = Limits::default();
        let whole = extents(&bytes, &limits);
        let mut reader = Reader::from_bytes(&bytes, &limits);
        let mut heads = Vec::new();
        while let Some(Item::Record(record)) = reader.next_head() {
            heads.push(record.extent());
        }
        assert_eq!(heads, whole, "{packing:?}");
    }
}

#[test]
fn stored_bytes_are_exact_where_members_hold_one_record() {
    let records: Vec<_> = (0..3).map(|n| record(n, &[b'x'; 10])).collect();
    for (packing, exact) in
        [(Packing::Plain, [true; 3]), (Packing::Each, [true; 3]), (Packing::All, [false; 3])]
    {
        let found = extents(&pack(&records, packing), &Limits::default());
        assert_eq!(found.iter().map(|e| e.exact).collect::<Vec<_>>(), exact, "{packing:?}");
    }
    let alone = extents(&gzip(&records[0]), &Limits::default());
    assert!(alone[0].exact);
    let mut damaged = gzip(&records[0]);
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    assert!(!extents(&damaged, &Limits::default())[0].exact);
}

/// Line ends behind the first record lie in the next member: a copy of the first member would not
/// be a copy of the record.
#[test]
fn a_parted_separator_is_not_exact() {
    let records = [record(0, b"x"), record(1, b"")];
    let bytes = records.concat();
    for missing in 1..=4 {
        let (first, rest) = bytes.split_at(records[0].len() - missing);
        let found = extents(&[gzip(first), gzip(rest)].concat(), &Limits::default());
        assert!(!found[0].exact, "{missing}");
    }
}

/// The first five bytes of the second record lie in the member before the rest of it.
#[test]
fn a_record_starts_where_its_first_byte_is() {
    let records = [record(0, b"x"), record(1, b"")];
    let bytes = records.concat();
    let (first, rest) = bytes.split_at(records[0].len() + 5);
    let found = extents(&[gzip(first), gzip(rest)].concat(), &Limits::default());
    let place = found[1].location;
    assert_eq!((place.offset, place.inner_offset), (0, records[0].len() as u64));
    assert!(!found[1].exact);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn an_extent_names_the_bytes_that_were_written(
        lengths in prop::collection::vec(0..6000_usize, 1..6),
        cap in 0..3000_u64,
        packing in 0..PACKINGS.len(),
    ) {
        let packing = PACKINGS[packing];
        let records: Vec<_> =
            lengths.iter().enumerate().map(|(n, length)| record(n, &vec![b'x'; *length])).collect();
        let bytes = pack(&records, packing);
        let found = extents(&bytes, &Limits { block: cap, ..Limits::default() });
        prop_assert_eq!(found.len(), records.len());
        for ((extent, record), length) in found.iter().zip(&records).zip(&lengths) {
            prop_assert_eq!(extent.block, *length as u64);
            let found = named(&bytes, *extent, packing);
            // Line ends at the start of the next member are nobody's.
            let line_ends = if packing == Packing::Slices { 4 } else { 0 };
            prop_assert!(record.starts_with(&found) && record.len() - found.len() <= line_ends);
            let place = extent.location;
            let stored = &bytes[place.offset as usize..][..place.length as usize];
            if extent.exact && packing == Packing::Plain {
                prop_assert_eq!(stored, &record[..]);
            } else if extent.exact {
                prop_assert_eq!(&gunzip(stored), record);
            }
        }
    }
}
