//! Copies are the records that were copied, byte for byte, whatever the packing of either side.

use std::io::{Read as _, Write as _};

use flate2::read::MultiGzDecoder;
use proptest::prelude::*;
use scutch_archive::copy::{Copier, Original, Outcome, RecordBytes};
use scutch_archive::{Compression, Item, Limits, Position, Reader, Source};

/// How the records of a file are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstd,
    /// One gzip member for all.
    One,
    /// Gzip members of 300 bytes, whatever the records.
    Slices,
}

const PACKINGS: [Packing; 5] =
    [Packing::Plain, Packing::Gzip, Packing::Zstd, Packing::One, Packing::Slices];
const COMPRESSIONS: [Compression; 3] = [Compression::None, Compression::Gzip, Compression::Zstd];

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn pack(records: &[Vec<u8>], packing: Packing) -> Vec<u8> {
    let each = |pack: fn(&[u8]) -> Vec<u8>| records.iter().flat_map(|r| pack(r)).collect();
    match packing {
        Packing::Plain => records.concat(),
        Packing::Gzip => each(gzip),
        Packing::Zstd => each(|record| zstd::encode_all(record, 1).expect("memory")),
        Packing::One => gzip(&records.concat()),
        // Smaller than any header: a record that ends with its member may have no separator.
        Packing::Slices => records.concat().chunks(150).flat_map(gzip).collect(),
    }
}

fn unpacked(bytes: &[u8], compression: Compression) -> Vec<u8> {
    let mut out = Vec::new();
    match compression {
        // Decoders take a file without members for an error.
        _ if bytes.is_empty() => {}
        Compression::None => out.extend_from_slice(bytes),
        Compression::Gzip => {
            MultiGzDecoder::new(bytes).read_to_end(&mut out).expect("sound members");
        }
        Compression::Zstd => out = zstd::decode_all(bytes).expect("sound frames"),
    }
    out
}

/// A record whose header is written as nobody would, to see that it stays so.
fn record(id: usize, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nwarc-TYPE:resource\r\nWARC-Record-ID:   <urn:test:{id}>\r\n\
         WARC-Date: 2020-02-02T02:02:02Z\r\nX-Odd: a\r\n  b \u{fc}\r\nX-ODD: again\r\n\
         WARC-Target-URI: <http://a.example/>\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Copies the records with these numbers.
fn copy(
    bytes: &[u8],
    limits: &Limits,
    compression: Compression,
    takes: impl Fn(usize) -> bool,
) -> (Vec<u8>, Vec<Outcome>) {
    let source = Source::from_bytes(bytes);
    let mut from = RecordBytes::new(source.clone());
    let mut reader = Reader::from_source(source, Position::START, limits);
    let mut copier = Copier::new(Vec::new(), compression);
    let (mut number, mut outcomes) = (0, Vec::new());
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("{item:?}") };
        if takes(number) {
            let original = Original { record: &record, bytes: &mut from, file: "test" };
            let (outcome, changes) = copier.copy(original).expect("copied");
            assert!(changes.is_empty(), "{changes:?}");
            outcomes.push(outcome);
        }
        number += 1;
    }
    (copier.into_inner(), outcomes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_packing_gives_the_bytes_of_the_records(
        blocks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..3000), 1..6),
        // Smaller than most blocks: what memory does not hold is copied all the same.
        cap in prop::sample::select(vec![100_u64, 1000, 1 << 20]),
        chosen in any::<u8>(),
    ) {
        let records: Vec<_> = blocks.iter().enumerate().map(|(n, b)| record(n, b)).collect();
        let takes = |n: usize| chosen >> (n % 8) & 1 == 1;
        let chosen = records.iter().enumerate().filter(|(n, _)| takes(*n)).map(|(_, r)| r.clone());
        let expected: Vec<u8> = chosen.collect::<Vec<_>>().concat();
        let limits = Limits { block: cap, ..Limits::default() };
        for packing in PACKINGS {
            for compression in COMPRESSIONS {
                let bytes = pack(&records, packing);
                let (copied, outcomes) = copy(&bytes, &limits, compression, takes);
                prop_assert!(
                    unpacked(&copied, compression) == expected,
                    "{packing:?} to {compression:?}"
                );
                let alike = match packing {
                    Packing::Plain => compression == Compression::None,
                    Packing::Gzip => compression == Compression::Gzip,
                    Packing::Zstd => compression == Compression::Zstd,
                    Packing::One | Packing::Slices => continue,
                };
                let outcome = if alike { Outcome::Stored } else { Outcome::Packed };
                prop_assert!(outcomes.iter().all(|o| *o == outcome), "{packing:?} {outcomes:?}");
            }
        }
    }
}

#[test]
fn records_without_a_separator_get_one_in_a_plain_copy() {
    let whole = record(1, b"block");
    let bare = whole.strip_suffix(b"\r\n\r\n").expect("it ends so").to_vec();
    let bytes = pack(&[bare.clone(), whole.clone()], Packing::Gzip);
    let (copied, _) = copy(&bytes, &Limits::default(), Compression::None, |_| true);
    assert!(copied == whole.repeat(2));
    let (copied, _) = copy(&bytes, &Limits::default(), Compression::Gzip, |_| true);
    assert!(unpacked(&copied, Compression::Gzip) == [bare, whole].concat());
}

#[test]
fn frames_with_a_dictionary_are_packed_anew() {
    let records: Vec<_> =
        (0..40).map(|n| record(n, format!("block {n} of many").as_bytes())).collect();
    let dictionary = zstd::dict::from_samples(&records, 2000).expect("a dictionary");
    let mut bytes = vec![0x5d, 0x2a, 0x4d, 0x18];
    bytes.extend(u32::try_from(dictionary.len()).expect("small").to_le_bytes());
    bytes.extend(&dictionary);
    for record in &records {
        let mut frame = zstd::Encoder::with_dictionary(Vec::new(), 3, &dictionary).expect("memory");
        frame.write_all(record).expect("memory");
        bytes.extend(frame.finish().expect("memory"));
    }
    let (copied, outcomes) = copy(&bytes, &Limits::default(), Compression::Zstd, |_| true);
    assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Packed), "{outcomes:?}");
    assert!(unpacked(&copied, Compression::Zstd) == records.concat());
}

#[test]
fn a_file_that_shrinks_is_an_error_that_says_where() {
    let records = [record(1, &[7; 5000]), record(2, &[8; 5000])];
    for packing in [Packing::Plain, Packing::Gzip, Packing::Zstd] {
        let bytes = pack(&records, packing);
        let mut reader = Reader::from_bytes(&bytes, &Limits::default());
        let Some(Item::Record(first)) = reader.next() else { panic!("no record") };
        let cut = usize::try_from(first.location().length / 2).expect("small");
        let mut shrunk = RecordBytes::new(Source::from_bytes(&bytes[..cut]));
        for compression in COMPRESSIONS {
            let original = Original { record: &first, bytes: &mut shrunk, file: "test" };
            let error = Copier::new(Vec::new(), compression).copy(original).expect_err("cut");
            assert!(error.to_string().contains("at offset"), "{packing:?} {compression:?} {error}");
        }
    }
}
