//! The heads of records alone, for those who need no more than that.
//!
//! A gzip member ends with the length of what it holds (RFC 1952, section 2.3.1). A record's header
//! says how long its block is. Where both agree at a place where the next member starts, that is
//! the end of this one, and what lies between need not be inflated.

use super::{Item, Reader};
use crate::http::is_head_whole;
use crate::member::{MemberKind, gzip};
use crate::place::{Extent, Location};
use crate::record::start;
use crate::record::{Record, RecordKind, extent, warc};

/// Inflated bytes of a record that are looked at.
const HEAD: usize = 8 << 10;
/// Stored bytes looked at for them.
const STORED: usize = 64 << 10;
/// Line ends behind a block.
const LINE_ENDS: u64 = 4;
/// Members in a row whose ends are not found, after which none are looked for.
const PATIENCE: u32 = 8;
/// Header and trailer of a member, and what incompressible bytes cost.
const OVERHEAD: u64 = 256;

/// Inflated bytes that a stored byte can stand for at most (1032 in DEFLATE), and then some.
const DENSEST: u64 = 1100;

/// What is known of heads so far.
#[derive(Debug, Default)]
pub(super) struct Heads {
    buffer: Vec<u8>,
    missed: u32,
}

/// A head in the buffer.
struct Head {
    body: usize,
    end: usize,
    extent: Extent,
}

impl Reader {
    /// The next item like [`Reader::next`], except that the block of a record may be cut to what
    /// fits 8 KiB with its header, and its checksum not looked at. Records that declare no payload
    /// digest and may need one are read whole.
    pub fn next_head(&mut self) -> Option<Item<'_>> {
        loop {
            match self.head() {
                Some(head) if self.takes(head.extent.location) => {
                    return Some(Item::Record(self.lend_head(&head)));
                }
                Some(_) => {}
                None => return self.next(),
            }
        }
    }

    fn lend_head(&self, head: &Head) -> Record<'_> {
        let bytes = &self.heads.buffer[..head.end];
        let text = std::str::from_utf8(&bytes[..head.body]).unwrap_or_default();
        let block = &bytes[head.body..];
        Record::warc(text.into(), &self.fields, block, head.extent, Vec::new())
    }

    /// Moves behind the next member, if it holds one sound record whose head is enough.
    fn head(&mut self) -> Option<Head> {
        // Files of other shapes are not searched for what they never have.
        if self.heads.missed > PATIENCE || !self.problems.is_empty() || self.table.is_some() {
            return None;
        }
        if self.stream.member.is_some() {
            self.skip_blank();
            let over = self.stream.is_exhausted();
            if !over || self.stream.member.as_ref().is_some_and(|m| m.unreported().is_some()) {
                return None;
            }
            self.leave();
        }
        if self.at >= self.stop {
            return None;
        }
        let offset = self.at;
        let (head, length) = self.inflate_head(offset)?;
        // The length is from outside: it may be anything.
        let inflated = (head.body as u64).saturating_add(length).saturating_add(LINE_ENDS);
        let found = self.end_of_member(offset, inflated);
        let Some(end) = found else {
            self.heads.missed += 1;
            return None;
        };
        self.heads.missed = 0;
        self.at = end;
        let location = Location { offset, length: end - offset, inner_offset: 0 };
        Some(Head { extent: Extent { location, ..head.extent }, ..head })
    }

    fn inflate_head(&mut self, offset: u64) -> Option<(Head, u64)> {
        let mut decoder = self.stream.decoders.take(MemberKind::Gzip)?;
        self.heads.buffer.resize(HEAD, 0);
        let (stored, last) = self.stream.stored(offset, STORED);
        let made = (MemberKind::from_magic(stored) == Some(MemberKind::Gzip))
            .then(|| decoder.inflate_start(stored, last, &mut self.heads.buffer).0);
        self.stream.decoders.give_back(decoder);
        let bytes = &self.heads.buffer[..made?];
        let (body, length) = extent::announced(bytes).filter(|_| start::is_version_line(bytes))?;
        let header = &bytes[..body];
        if std::str::from_utf8(header).is_err() || warc::next_record_in(header).is_some() {
            return None;
        }
        if !warc::header(header, &mut self.fields).faults.is_empty() {
            return None;
        }
        let end = usize::try_from(length)
            .map_or(bytes.len(), |n| bytes.len().min(body.saturating_add(n)));
        let extent = Extent {
            header: body as u64,
            block: length,
            separator: LINE_ENDS,
            exact: true,
            location: Location::default(),
        };
        let head = Head { body, end, extent };
        is_enough(&self.lend_head(&head)).then_some((head, length))
    }

    /// The end of the member at `offset` that holds `inflated` bytes: where its trailer says so and
    /// another member starts, or the file ends.
    fn end_of_member(&mut self, offset: u64, inflated: u64) -> Option<u64> {
        // The trailer has the length modulo 2^32.
        let wanted = (inflated as u32).to_le_bytes();
        let limit = self.stream.window.limit();
        // No member holds so much more than what is stored: the rest need not be searched.
        if inflated / DENSEST > limit.saturating_sub(offset) {
            return None;
        }
        // A member cannot be much longer than what it holds.
        let longest = inflated.saturating_add(inflated / 500).saturating_add(OVERHEAD);
        let longest = offset.saturating_add(longest);
        // The trailer stands before the place looked at.
        let mut at = offset + 10;
        while at < longest.min(limit) {
            let (stored, last) = self.stream.stored(at, STORED);
            let places = memchr::memmem::find_iter(stored, &gzip::MAGIC);
            let found = places.filter(|place| *place >= 4).find(|place| {
                // The length is the second half of the trailer.
                stored[place - 4..*place] == wanted
                    && MemberKind::from_magic(&stored[*place..]) == Some(MemberKind::Gzip)
            });
            if let Some(place) = found {
                return Some(at + place as u64);
            }
            if last {
                return stored.ends_with(&wanted).then_some(limit);
            }
            // Trailer and magic number may lie across two looks.
            at += (stored.len() - 32) as u64;
        }
        None
    }
}

/// Whether the head of a sound record is enough: nothing has to be computed from the block that is
/// cut.
fn is_enough(record: &Record<'_>) -> bool {
    let cut = (record.block().len() as u64) < record.extent().block;
    let has_digest = || record.header("WARC-Payload-Digest").is_some();
    let enough = match record.kind() {
        RecordKind::Warcinfo | RecordKind::Request => true,
        RecordKind::Revisit => !cut,
        RecordKind::Response => has_digest() && (!cut || is_head_whole(record.block())),
        _ => has_digest(),
    };
    enough && record.faults().is_empty()
}
