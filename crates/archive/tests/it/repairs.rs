//! Repairs of mutated archives: sound by every rule, and nothing sound is lost.

use std::io::{Read as _, Write as _};
use std::path::Path;

use scutch_archive::copy::{ChangeReason, Copier, Original, Outcome, RecordBytes};
use scutch_archive::standard::{Checker, Level, Place};
use scutch_archive::{Compression, Item, Limits, Position, Reader, RecordKind, Source};

/// Mutants of an ordinary run; all of them are tried by the ignored test.
const SHARE: u64 = 240;
const ALL: u64 = 20_000;

/// A sequence of numbers by seed (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    // Of a damaged sample, what can be inflated.
    let _ = flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut out);
    out
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

const ARC: &str = "filedesc://x.arc 0.0.0.0 20010118120000 text/plain 77\n1 0 InternetArchive\n\
    URL IP-address Archive-date Content-type Archive-length\n\n\
    http://a.example/ 1.2.3.4 20010118123500 text/html 44\n\
    HTTP/1.0 200 OK\nContent-Type: text/html\n\n<p>A.\n\
    http://a.example/b c 1.2.3.4 2001 no-type 18\nHTTP/1.0 200 OK\n\nB\n\
    dns:a.example 1.2.3.4 20010118123501 text/dns 4\nA 1\n\n";

/// Small archives of every form.
fn samples() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a sample");
    let mut samples = vec![ARC.as_bytes().to_vec(), gzip(ARC.as_bytes())];
    for name in ["whole.warc.gz", "damaged.warc.gz", "abendblatt.warc.gz", "plain.warc"] {
        let bytes = read(name);
        samples.push(gunzip(&bytes));
        samples.push(bytes);
    }
    samples.retain(|sample| !sample.is_empty());
    samples
}

/// Pieces that headers are edited with.
const WORDS: &[&[u8]] = &[
    b"WARC/1.0\r\n",
    b"WARC/1.1\r\nWARC-Type: response\r\n",
    b"\r\n\r\n",
    b"\n",
    b"\0\0\0\0",
    b"Content-Length: 7\r\n",
    b"Content-Length: 99999999999999999999999999\r\n",
    b"WARC-Date: yesterday\r\n",
    b"WARC-Date: 2024-02-30T10:00:00Z\r\n",
    b"WARC-Type:\r\n",
    b"WARC-Record-ID: <urn:uuid:1>\r\n",
    b"WARC-Target-URI: no uri at all\r\n",
    b"WARC-Segment-Number: 2\r\n",
    b"no field\r\n",
    b" folded\r\n",
    b"\xff\xfe\xe9",
    b"HTTP/1.1 200 OK\r\n\r\n",
];

fn mutated(mut bytes: Vec<u8>, numbers: &mut Numbers) -> Vec<u8> {
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len());
        let length = numbers.below(400).min(bytes.len() - at);
        match numbers.below(8) {
            0 | 1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << numbers.below(8);
                }
            }
            2 => drop(bytes.drain(at..at + length)),
            3 => bytes.truncate(at.max(1)),
            4 => {
                let copy = bytes[at..at + length].to_vec();
                let to = numbers.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            5 => {
                let to = numbers.below(bytes.len() - length);
                (0..length).for_each(|n| bytes.swap(at + n, to + n));
            }
            // Where a line begins, so that headers are hit more often than chance would.
            n => {
                let line = bytes[at..].iter().position(|b| *b == b'\n').map_or(at, |n| at + n + 1);
                let word = WORDS[numbers.below(WORDS.len())];
                let end = if n == 6 { line } else { (line + word.len()).min(bytes.len()) };
                bytes.splice(line.min(end)..end, word.iter().copied());
            }
        }
    }
    bytes
}

/// What became of the records of mutants.
#[derive(Debug, Default)]
struct Tally {
    records: u64,
    /// Records that lost no bytes and have no place in a sound archive: the log says where they are.
    left_out: u64,
}

/// Repairs an archive in memory. Panics where the repair is not what it promises.
fn repair(bytes: &[u8], name: &str) -> Tally {
    let limits = Limits::default();
    let source = Source::from_bytes(bytes);
    let mut from = RecordBytes::new(source.clone());
    let mut reader = Reader::from_source(source, Position::START, &limits);
    let mut copier = Copier::new(Vec::new(), Compression::Gzip);
    // Block and outcome of each record that was written.
    let mut written = Vec::new();
    let mut tally = Tally::default();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { continue };
        let original = Original { record: &record, bytes: &mut from, file: "x" };
        let (outcome, changes) = copier.repair(original).expect(name);
        match outcome {
            Outcome::LeftOut => {
                let why = changes.iter().any(|c| c.reason == ChangeReason::LeftOut);
                assert!(why, "{name}: {changes:?}");
            }
            Outcome::Changed => assert!(!changes.is_empty(), "{name}"),
            Outcome::Stored | Outcome::Packed => assert!(changes.is_empty(), "{name}"),
        }
        tally.records += 1;
        tally.left_out += u64::from(outcome == Outcome::LeftOut && record.is_sound());
        if outcome != Outcome::LeftOut {
            // A version block becomes fields of a warcinfo.
            let same = *record.kind() != RecordKind::Filedesc;
            written.push((same, record.block().to_vec()));
        }
    }
    sound(&copier.into_inner(), &written, name);
    tally
}

/// Whether a repaired archive holds these blocks in their order, and breaks no rule.
fn sound(bytes: &[u8], written: &[(bool, Vec<u8>)], name: &str) {
    let mut reader = Reader::from_bytes(bytes, &Limits::default());
    let mut checker = Checker::default();
    let mut written = written.iter();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("{name}: {item:?}") };
        assert!(record.is_sound(), "{name}: {:?}", record.faults());
        let mut findings = checker.judge(&record, &Place::default());
        findings.retain(|finding| finding.level != Level::Note);
        assert!(findings.is_empty(), "{name}: {findings:?} in {}", shown(record.head()));
        let (same, block) = written.next().expect(name);
        assert!(
            !same || record.block() == block,
            "{name}: another block, of {} and {} bytes: {:?}",
            record.block().len(),
            block.len(),
            record.headers().collect::<Vec<_>>()
        );
    }
    assert_eq!(written.len(), 0, "{name}: records are missing");
    let late = checker.finish().expect("memory");
    let errors: Vec<_> = late.iter().filter(|l| l.finding.level != Level::Note).collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
}

fn shown(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Of a thousand records that lost no bytes, at most five cannot be mended: their one date is gone.
fn mutants(count: u64) {
    let samples = samples();
    let mut all = Tally::default();
    for seed in 0..count {
        let mut numbers = Numbers(seed);
        let sample = &samples[numbers.below(samples.len())];
        let mutant = mutated(sample.clone(), &mut numbers);
        let tally = repair(&mutant, &format!("mutant {seed}"));
        all.records += tally.records;
        all.left_out += tally.left_out;
    }
    assert!(all.left_out * 200 <= all.records, "{all:?}");
    eprintln!("{count} mutants: {all:?}");
}

#[test]
fn mutants_are_repaired() {
    mutants(SHARE);
}

#[test]
#[ignore = "takes minutes"]
fn all_mutants_are_repaired() {
    mutants(ALL);
}

#[test]
fn sound_archives_are_copied_as_they_are() {
    for (number, sample) in samples().iter().enumerate() {
        repair(sample, &format!("sample {number}"));
    }
}
