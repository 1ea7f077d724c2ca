//! Damage costs what it hits, and nothing else.

use std::io::Write as _;

use flate2::{Compression, GzBuilder};
use proptest::prelude::*;
use scutch_archive::{Item, Limits, Reader, Severity, WarcWriter};

/// A record and its place in the file.
struct Piece {
    id: String,
    block: Vec<u8>,
    from: usize,
    to: usize,
}

#[derive(Debug, Clone, Copy)]
enum Storage {
    Plain,
    Gzip,
    Zstd,
}

fn record(id: &str, block: &[u8]) -> Vec<u8> {
    let mut writer = WarcWriter::plain(Vec::new());
    let id = format!("<{id}>");
    let fields =
        [("WARC-Type", "resource"), ("WARC-Record-ID", &id), ("WARC-Date", "2020-02-02T02:02:02Z")];
    writer.write(&fields, block).expect("writes");
    writer.into_inner()
}

fn store(record: Vec<u8>, storage: Storage) -> Vec<u8> {
    match storage {
        Storage::Plain => record,
        Storage::Gzip => {
            let mut member = GzBuilder::new().mtime(0).write(Vec::new(), Compression::fast());
            member.write_all(&record).expect("writes");
            member.finish().expect("writes")
        }
        Storage::Zstd => {
            let mut frame = zstd::Encoder::new(Vec::new(), 1).expect("memory");
            frame.include_checksum(true).expect("an option");
            frame.write_all(&record).expect("writes");
            frame.finish().expect("writes")
        }
    }
}

fn archive(blocks: &[Vec<u8>], storage: Storage) -> (Vec<u8>, Vec<Piece>) {
    let (mut bytes, mut pieces) = (Vec::new(), Vec::new());
    for (n, block) in blocks.iter().enumerate() {
        let id = format!("urn:test:{n}");
        let from = bytes.len();
        bytes.extend(store(record(&id, block), storage));
        pieces.push(Piece { id, block: block.clone(), from, to: bytes.len() });
    }
    (bytes, pieces)
}

/// What a reader made of a file.
struct Seen {
    /// Ids and blocks of the sound records.
    sound: Vec<(String, Vec<u8>)>,
    /// Ids of the records in the wreck of a member that ran into theirs. The reader says that they are damaged.
    wrecked: Vec<String>,
    /// Every byte of the file that belongs to an item.
    covered: Vec<bool>,
}

fn read(bytes: &[u8]) -> Seen {
    let mut reader = Reader::from_bytes(bytes, &Limits::default());
    let (mut sound, mut wrecked) = (Vec::new(), Vec::new());
    let mut covered = vec![false; bytes.len()];
    let mut cover = |offset: u64, length: u64| {
        let to = (offset.saturating_add(length) as usize).min(covered.len());
        covered[(offset as usize).min(to)..to].fill(true);
    };
    let mut items = 0;
    while let Some(item) = reader.next() {
        items += 1;
        assert!(items < 10_000, "no end");
        match item {
            Item::Damage(damage) => cover(damage.offset, damage.length),
            Item::Record(record) => {
                cover(record.location().offset, record.location().length);
                let id = record.record_id().unwrap_or_default().to_owned();
                if record.faults().iter().all(|f| f.severity != Severity::Lost) {
                    sound.push((id, record.block().to_vec()));
                } else if record.location().inner_offset > 0 {
                    wrecked.push(id);
                }
            }
        }
    }
    Seen { sound, wrecked, covered }
}

/// Every item as a line.
fn shown(bytes: &[u8]) -> String {
    let mut reader = Reader::from_bytes(bytes, &Limits::default());
    let mut lines = String::new();
    while let Some(item) = reader.next() {
        lines.push('\n');
        lines.push_str(&match item {
            Item::Damage(damage) => format!("{damage:?}"),
            Item::Record(r) => format!("{:?} {:?} {:?}", r.record_id(), r.location(), r.faults()),
        });
    }
    lines
}

fn blocks() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let bytes = prop::collection::vec(any::<u8>(), 0..600);
    let text = "[a-z <>/\r\n]{0,600}".prop_map(String::into_bytes);
    prop::collection::vec(prop_oneof![bytes, text], 1..12)
}

fn storage() -> impl Strategy<Value = Storage> {
    prop_oneof![Just(Storage::Plain), Just(Storage::Gzip), Just(Storage::Zstd)]
}

fn mentions(block: &[u8], id: &str) -> bool {
    block.windows(id.len()).any(|window| window == id.as_bytes())
}

fn check(
    bytes: &[u8],
    pieces: &[Piece],
    untouched: impl Fn(&Piece) -> bool,
) -> Result<(), TestCaseError> {
    let Seen { sound, wrecked, covered } = read(bytes);
    for piece in pieces.iter().filter(|piece| untouched(piece)) {
        let same = sound.iter().any(|(id, block)| *id == piece.id && *block == piece.block);
        // Where bytes of a plain file are missing, the length of the record before may by chance
        // end where a record ends: then what lies between is its block, as far as anyone can tell.
        let swallowed = sound.iter().any(|(_, block)| mentions(block, &format!("<{}>", piece.id)));
        prop_assert!(
            same || swallowed || wrecked.contains(&piece.id),
            "{} ({}..{}) is lost: {}",
            piece.id,
            piece.from,
            piece.to,
            shown(bytes)
        );
    }
    for (at, byte) in bytes.iter().enumerate() {
        let padding = matches!(byte, 0 | b'\r' | b'\n');
        prop_assert!(covered[at] || padding, "byte {at} of {} is in no item", bytes.len());
    }
    Ok(())
}

/// What does not compress is stored as it is. In the wreck of such a frame a record that shows must not take along
/// the frames behind it, even where the first bytes no longer say that the file is compressed.
#[test]
fn a_damaged_beginning_does_not_hide_that_a_file_is_compressed() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    // The others are packed: their ids do not show.
    let range = |n| if n == 2 { 256 } else { 4 };
    let block = |n| (0..300).map(|_| ((u16::from(random()) * range(n)) >> 8) as u8).collect();
    let blocks: Vec<Vec<u8>> = (0..5).map(block).collect();
    let (mut bytes, pieces) = archive(&blocks, Storage::Zstd);
    // The magic number of the first frame, and in the third a line end behind the block and in front of the checksum.
    let separator = pieces[2].to - 4 - 4;
    assert_eq!(bytes[separator], b'\r');
    bytes[1] ^= 1;
    bytes[separator] ^= 0x80;
    check(&bytes, &pieces, |p| ![0, 2].map(|n| pieces[n].from).contains(&p.from)).expect("saved");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn flipped_bits(
        blocks in blocks(),
        storage in storage(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0..8_u8), 1..4),
    ) {
        let (mut bytes, pieces) = archive(&blocks, storage);
        let flips: Vec<_> = flips.iter().map(|(at, bit)| (at.index(bytes.len()), bit)).collect();
        for (at, bit) in &flips {
            bytes[*at] ^= 1_u8 << **bit;
        }
        check(&bytes, &pieces, |p| flips.iter().all(|(at, _)| !(p.from..p.to).contains(at)))?;
    }

    #[test]
    fn cuts(blocks in blocks(), storage in storage(), cut in any::<prop::sample::Index>()) {
        let (mut bytes, pieces) = archive(&blocks, storage);
        let cut = cut.index(bytes.len());
        bytes.truncate(cut);
        check(&bytes, &pieces, |p| p.to <= cut)?;
    }

    #[test]
    fn garbage_put_in(
        blocks in blocks(),
        storage in storage(),
        garbage in prop::collection::vec(any::<u8>(), 1..400),
        at in any::<prop::sample::Index>(),
    ) {
        let (mut bytes, pieces) = archive(&blocks, storage);
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..at, garbage.iter().copied());
        check(&bytes, &pieces, |p| p.to <= at || p.from >= at)?;
    }

    #[test]
    fn bytes_taken_out(
        blocks in blocks(),
        storage in storage(),
        from in any::<prop::sample::Index>(),
        n in 1..500_usize,
    ) {
        let (mut bytes, pieces) = archive(&blocks, storage);
        let from = from.index(bytes.len());
        let to = (from + n).min(bytes.len());
        bytes.drain(from..to);
        // What is left of a member may decode as if the next one were its own; a beginning that
        // then looks like a record takes it along.
        let next = pieces.iter().find(|p| p.from >= to).map(|p| p.from);
        let joined = |p: &Piece| !matches!(storage, Storage::Plain) && next == Some(p.from);
        check(&bytes, &pieces, |p| p.to <= from || (p.from >= to && !joined(p)))?;
    }

    #[test]
    fn anything_at_all(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        check(&bytes, &[], |_| true)?;
    }
}
