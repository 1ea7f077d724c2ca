//! Lengths that lie about blocks of which every byte is there.

use std::io::Write as _;

use proptest::prelude::*;
use scutch_archive::digest::sha1_base32;
use scutch_archive::{Cause, Item, Limits, Reader, Severity, Source, read_record};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Plain,
    Gzip,
    Zstd,
    Lz4,
}

const CODINGS: [Coding; 4] = [Coding::Plain, Coding::Gzip, Coding::Zstd, Coding::Lz4];

/// A record whose length may lie.
#[derive(Debug, Clone)]
struct Written {
    block: Vec<u8>,
    /// It declares the digest of its block.
    digest: bool,
    /// What `Content-Length` says; no such line where there is nothing.
    length: String,
}

impl Written {
    fn new(block: impl Into<Vec<u8>>, length: impl std::fmt::Display) -> Self {
        Self { block: block.into(), digest: false, length: length.to_string() }
    }

    fn bytes(&self, n: usize) -> Vec<u8> {
        let kind = if self.block.starts_with(b"HTTP/") { "response" } else { "resource" };
        let mut head = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{n}>\r\n\
             WARC-Date: 2020-02-02T02:02:02Z\r\n"
        );
        if self.digest {
            head.push_str(&format!("WARC-Block-Digest: sha1:{}\r\n", sha1_base32(&self.block)));
        }
        if !self.length.is_empty() {
            head.push_str(&format!("Content-Length: {}\r\n", self.length));
        }
        [head.as_bytes(), b"\r\n", &self.block, b"\r\n\r\n"].concat()
    }
}

fn compress(bytes: &[u8], coding: Coding) -> Vec<u8> {
    match coding {
        Coding::Plain => bytes.to_vec(),
        Coding::Gzip => {
            let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            out.write_all(bytes).expect("memory");
            out.finish().expect("memory")
        }
        Coding::Zstd => zstd::encode_all(bytes, 1).expect("memory"),
        Coding::Lz4 => lz4_frame(bytes),
    }
}

/// An LZ4 frame of stored blocks without checksums: version 1, blocks of 64 KiB.
fn lz4_frame(bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82];
    for block in bytes.chunks(64 << 10) {
        frame.extend((block.len() as u32 | 1 << 31).to_le_bytes());
        frame.extend(block);
    }
    frame.extend([0; 4]);
    frame
}

/// A file with `per_member` records in each member.
fn file(records: &[Written], coding: Coding, per_member: usize) -> Vec<u8> {
    let bytes: Vec<_> = records.iter().enumerate().map(|(n, r)| r.bytes(n)).collect();
    bytes.chunks(per_member.max(1)).flat_map(|some| compress(&some.concat(), coding)).collect()
}

/// What is read: blocks (or `None` where bytes are said to be lost), and the causes of faults that
/// say that nothing is.
fn read(bytes: &[u8], limits: &Limits) -> Vec<(Option<Vec<u8>>, u64, Vec<Cause>)> {
    let mut reader = Reader::from_bytes(bytes, limits);
    let mut found = Vec::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("{item:?}") };
        let repaired = record.faults().iter().filter(|f| f.severity == Severity::Repaired);
        found.push((
            record.is_sound().then(|| record.block().to_vec()),
            record.extent().block,
            repaired.map(|fault| fault.cause).collect(),
        ));
    }
    found
}

fn blocks_of(bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    read(bytes, &Limits::default()).into_iter().map(|(block, ..)| block).collect()
}

fn response(body: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[test]
fn one_wrong_length_costs_nothing_where_the_next_record_shows_its_end() {
    for length in ["4", "9", "11", "4000", "99999999999", "-1", "ten", "9999999999999999999999", ""]
    {
        let liar = Written::new("0123456789", length);
        for coding in CODINGS {
            for per_member in [1, 3] {
                let records = [Written::new("zero", 4), liar.clone(), Written::new("two", 3)];
                let found = blocks_of(&file(&records, coding, per_member));
                let expected = records.map(|record| Some(record.block));
                assert_eq!(found, expected, "{length} {coding:?} {per_member}");
            }
        }
    }
}

#[test]
fn a_length_that_ends_within_another_separator_takes_no_record_with_it() {
    for (block, digest) in [(vec![0; 19], true), (b"text".to_vec(), true), (response("x"), false)] {
        for coding in CODINGS {
            for others in 1..3 {
                let second = Written::new(response("0123456789\r\n"), u64::MAX >> 1);
                let mut records = vec![Written { digest, ..Written::new(block.clone(), 9) }];
                records.extend(vec![second; others]);
                let behind: usize = records.iter().skip(1).map(|r| r.bytes(1).len()).sum();
                let most = block.len() + b"\r\n\r\n".len() + behind;
                for left in 0..4 {
                    records[0].length = (most - left).to_string();
                    let expected: Vec<_> = records.iter().map(|r| Some(r.block.clone())).collect();
                    let found = blocks_of(&file(&records, coding, 3));
                    assert_eq!(found, expected, "{coding:?} {others} {left}");
                }
            }
        }
    }
}

#[test]
fn repeated_lengths_cost_nothing_where_one_of_them_is_right() {
    let two = Written::new("0123456789", "3\r\nContent-Length: 10");
    let found = read(&file(&[two, Written::new("x", 1)], Coding::Plain, 1), &Limits::default());
    assert_eq!(found[0].0.as_deref(), Some(&b"0123456789"[..]));
    assert_eq!(found[0].2, [Cause::ContentLengthConflict]);
}

#[test]
fn bytes_that_are_missing_are_missed() {
    let sound = || Written::new("x".repeat(900), 900);
    // Nothing but the length of one record speaks, and bytes may be missing as well.
    let unexplained = Written::new("0123456789", 400);
    let found = blocks_of(&file(&[sound(), unexplained, sound()], Coding::Plain, 1));
    assert_eq!(found.iter().filter(|block| block.is_some()).count(), 2);
    // Length and HTTP message agree that there was more.
    let whole = response(&"0123456789".repeat(20));
    let length = whole.len();
    for coding in CODINGS {
        let cut = Written::new(&whole[..length - 50], length);
        let found = blocks_of(&file(&[sound(), cut, sound()], coding, 1));
        assert_eq!(found.iter().filter(|block| block.is_some()).count(), 2, "{coding:?}");
    }
    // The file breaks off.
    let mut bytes = file(&[sound(), sound()], Coding::Plain, 1);
    bytes.truncate(bytes.len() - 10);
    assert_eq!(blocks_of(&bytes)[1], None);
}

#[test]
fn digests_tell_stray_bytes_from_content() {
    for (digest, stray) in [(true, true), (false, false)] {
        let first = Written { digest, ..Written::new("0123456789", 10) };
        let mut bytes = first.bytes(0);
        let end = bytes.len() - 4;
        bytes.splice(end..end, *b"xyz");
        bytes.extend(Written::new("two", 3).bytes(1));
        let found = read(&bytes, &Limits::default());
        let expected: &[u8] = if stray { b"0123456789" } else { b"0123456789xyz" };
        assert_eq!(found[0].0.as_deref(), Some(expected));
        let cause = if stray { Cause::Separator } else { Cause::ContentLengthLies };
        assert_eq!(found[0].2, [cause]);
    }
}

#[test]
fn zeros_are_padding_or_content_as_the_digest_says() {
    for coding in CODINGS {
        let zeros = Written { digest: true, ..Written::new([0, 0, 0, 1], 1) };
        let records = [zeros, Written::new("two", 3)];
        let expected = vec![Some(vec![0, 0, 0, 1]), Some(b"two".to_vec())];
        assert_eq!(blocks_of(&file(&records, coding, 2)), expected, "{coding:?}");
        let sound = Written { digest: true, ..Written::new("one", 3) };
        let padded = [compress(&sound.bytes(0), coding), vec![0; 512]].concat();
        assert_eq!(blocks_of(&padded), [Some(b"one".to_vec())], "{coding:?}");
    }
}

#[test]
fn line_ends_that_were_converted_are_no_loss() {
    let body = "<p>one</p>\r\n<p>two</p>\r\n<p>three</p>";
    for coding in CODINGS {
        for per_member in [1, 4] {
            let records: Vec<_> = (0..4)
                .map(|n| {
                    let block = response(&format!("{n}{body}"));
                    Written::new(block.clone(), block.len())
                })
                .collect();
            let convert =
                |bytes: Vec<u8>| String::from_utf8(bytes).expect("ASCII").replace("\r\n", "\n");
            let bytes: Vec<_> = records
                .chunks(per_member)
                .enumerate()
                .flat_map(|(n, some)| {
                    let some = some.iter().flat_map(|record| record.bytes(n)).collect();
                    compress(convert(some).as_bytes(), coding)
                })
                .collect();
            let expected: Vec<_> =
                records.iter().map(|r| Some(convert(r.block.clone()).into_bytes())).collect();
            assert_eq!(blocks_of(&bytes), expected, "{coding:?} {per_member}");
        }
    }
}

#[test]
fn lengths_over_the_cap_that_lie_lose_no_record() {
    let limits = Limits { block: 1000, ..Limits::default() };
    let large = "0123456789".repeat(20_000);
    for said in [1_500, 199_990, 200_001, 200_500, 300_000, u64::MAX] {
        for coding in CODINGS {
            for per_member in [1, 3] {
                let records = [
                    Written::new("zero", 4),
                    Written::new(large.clone(), said),
                    Written::new("two", 3),
                ];
                let found = read(&file(&records, coding, per_member), &limits);
                let lengths: Vec<_> = found.iter().map(|(_, length, _)| *length).collect();
                assert_eq!(lengths, [4, 200_000, 3], "{said} {coding:?} {per_member}");
                assert_eq!(found[2].0.as_deref(), Some(&b"two"[..]));
            }
        }
    }
}

#[test]
fn no_length_makes_any_reader_panic() {
    let numbers =
        ["1000000000000000000000000000000", "18446744073709551615", "9223372036854775807"];
    for length in numbers {
        for block in [b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), Vec::new()] {
            for coding in CODINGS {
                let records = [Written::new(block.clone(), length), Written::new("x", 1)];
                let bytes = file(&records, coding, 1);
                let mut heads = Reader::from_bytes(&bytes, &Limits::default());
                let mut count = 0;
                while heads.next_head().is_some() {
                    count += 1;
                }
                let limits = Limits { block: u64::MAX, ..Limits::default() };
                let whole = read(&bytes, &limits).len();
                assert_eq!((count, whole), (2, 2), "{length} {coding:?}");
            }
        }
    }
}

/// Blocks, each with something that shows its end: a length of HTTP or a digest.
fn evident() -> impl Strategy<Value = (Vec<u8>, bool)> {
    let body = "[a-z<>/ \r\n]{0,300}";
    prop_oneof![
        body.prop_map(|body| (response(&body), false)),
        prop::collection::vec(any::<u8>(), 1..300).prop_map(|block| (block, true)),
    ]
}

/// Whether a length leads exactly to the end of a later block.
fn ends_with_another(records: &[Written]) -> bool {
    let lengths = records.iter().enumerate().map(|(n, record)| record.bytes(n).len() as u64);
    let ends: Vec<u64> = lengths
        .scan(0, |at, length| {
            *at += length;
            Some(*at - 4)
        })
        .collect();
    records.iter().zip(&ends).any(|(record, end)| {
        let said: u64 = record.length.parse().unwrap_or_default();
        let block = record.block.len() as u64;
        said != block && ends.contains(&(end - block).saturating_add(said))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn all_lengths_wrong_and_nothing_lost(
        blocks in prop::collection::vec(evident(), 1..8),
        by in prop_oneof![-60..0_i64, 1..60_i64, 1000..5000_i64],
        coding in 0..CODINGS.len(),
        per_member in 1..5_usize,
    ) {
        let records: Vec<_> = blocks
            .into_iter()
            .map(|(block, digest)| {
                let length = (block.len() as i64 + by).max(0);
                Written { digest, ..Written::new(block, length) }
            })
            .collect();
        prop_assume!(!ends_with_another(&records));
        let bytes = file(&records, CODINGS[coding], per_member);
        let expected: Vec<_> = records.iter().map(|r| Some(r.block.clone())).collect();
        prop_assert_eq!(blocks_of(&bytes), expected);
    }

    /// All readers see the same records, whatever their lengths say (but for one that is believed:
    /// it ends exactly where another record does).
    #[test]
    fn heads_and_parts_stand_where_records_do(
        blocks in prop::collection::vec(evident(), 1..8),
        lengths in prop::collection::vec(any::<u64>().prop_map(|n| n >> (n % 64)), 8),
        coding in 0..CODINGS.len(),
        per_member in 1..5_usize,
    ) {
        let records: Vec<_> = blocks
            .into_iter()
            .zip(lengths)
            .map(|((block, digest), length)| Written { digest, ..Written::new(block, length) })
            .collect();
        prop_assume!(!ends_with_another(&records));
        let bytes = file(&records, CODINGS[coding], per_member);
        let limits = Limits::default();
        let place = |item: &Item<'_>| match item {
            Item::Record(record) => (record.location(), record.extent().block),
            Item::Damage(damage) => panic!("{damage:?}"),
        };
        let (mut whole, mut heads) = (Vec::new(), Vec::new());
        let mut reader = Reader::from_bytes(&bytes, &limits);
        while let Some(item) = reader.next() {
            whole.push(place(&item));
        }
        let mut reader = Reader::from_bytes(&bytes, &limits);
        while let Some(item) = reader.next_head() {
            heads.push(place(&item));
        }
        prop_assert_eq!(&heads, &whole);
        prop_assert_eq!(whole.len(), records.len());
        for ((at, length), record) in whole.iter().zip(&records) {
            prop_assert_eq!(*length, record.block.len() as u64);
            let source = Source::from_bytes(&bytes);
            let alone = read_record(source, at.position(), &limits).expect("a record");
            prop_assert_eq!(alone.block(), &record.block[..]);
        }
    }

    #[test]
    fn lengths_that_are_right_are_believed(
        blocks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 1..8),
        coding in 0..CODINGS.len(),
        per_member in 1..5_usize,
    ) {
        let records: Vec<_> =
            blocks.iter().map(|block| Written::new(block.clone(), block.len())).collect();
        let found = read(&file(&records, CODINGS[coding], per_member), &Limits::default());
        for ((block, _, repaired), written) in found.iter().zip(&blocks) {
            prop_assert_eq!(block.as_ref(), Some(written));
            prop_assert_eq!(&repaired[..], &[][..]);
        }
        prop_assert_eq!(found.len(), blocks.len());
    }
}
