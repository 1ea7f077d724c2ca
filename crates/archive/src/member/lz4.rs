//! lz4 frames (LZ4 Frame Format 1.6), piece by piece.
//!
//! Blocks are inflated by `lz4_flex`; the frame around them is read here, because a file of frames
//! needs to know where each one ends.

use super::{Failure, Step};
use crate::cause::Cause;

pub(crate) const MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

const INDEPENDENT: u8 = 0x20;
const BLOCK_CHECKSUM: u8 = 0x10;
const CONTENT_SIZE: u8 = 0x08;
const CONTENT_CHECKSUM: u8 = 0x04;
const DICTIONARY_ID: u8 = 0x01;
/// Set in a block's size when the block is stored as it is.
const STORED: u32 = 0x8000_0000;
/// How far back a linked block may refer.
const HISTORY: usize = 64 << 10;

/// Inflates one frame.
#[derive(Debug, Default)]
pub(crate) struct Lz4Stream {
    flags: u8,
    /// Largest block, inflated; 0 before the header.
    block: usize,
    content: Option<u64>,
    total: u64,
    checksum: Xxh32,
    /// History, then the block being handed out.
    buffer: Vec<u8>,
    /// Bytes of the buffer handed out already.
    handed: usize,
    /// The end mark was read.
    ended: bool,
}

impl Lz4Stream {
    pub(crate) fn step(&mut self, input: &[u8], last: bool, out: &mut [u8]) -> Step {
        let pending = self.buffer.len() - self.handed;
        if pending > 0 {
            let n = pending.min(out.len());
            out[..n].copy_from_slice(&self.buffer[self.handed..self.handed + n]);
            self.handed += n;
            return Step::progress(0, n);
        }
        if self.block == 0 {
            return self.header(input, last);
        }
        if self.ended {
            return self.trailer(input, last);
        }
        self.next_block(input, last)
    }

    fn header(&mut self, input: &[u8], last: bool) -> Step {
        let Some(fixed) = input.first_chunk::<6>() else { return Step::starved(last) };
        let flags = fixed[4];
        let size = (fixed[5] >> 4) & 7;
        // Version 1 is the only one; bit 1 is reserved, and sizes begin at 4 (64 KiB).
        if fixed[..4] != MAGIC || flags >> 6 != 1 || flags & 2 != 0 || size < 4 {
            return Step::failed(0, 0, Cause::CorruptMember, "its header is no lz4 frame header");
        }
        let content = if flags & CONTENT_SIZE != 0 { 8 } else { 0 };
        let length = 6 + content + if flags & DICTIONARY_ID != 0 { 4 } else { 0 } + 1;
        let Some(header) = input.get(..length) else { return Step::starved(last) };
        // Its second byte alone is in the header.
        if (xxh32(&header[4..length - 1]) >> 8) as u8 != header[length - 1] {
            return Step::failed(0, 0, Cause::CorruptMember, "its header checksum does not agree");
        }
        self.flags = flags;
        self.block = 1 << (8 + 2 * u32::from(size));
        self.content =
            header[6..6 + content].first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes));
        Step::progress(length, 0)
    }

    fn next_block(&mut self, input: &[u8], last: bool) -> Step {
        let Some(size) = input.first_chunk::<4>() else { return Step::starved(last) };
        let size = u32::from_le_bytes(*size);
        if size == 0 {
            self.ended = true;
            return Step::progress(4, 0);
        }
        let (stored, size) = (size & STORED != 0, (size & !STORED) as usize);
        if size > self.block {
            return Step::failed(
                0,
                0,
                Cause::CorruptMember,
                "a block is larger than its frame allows",
            );
        }
        let checked = if self.flags & BLOCK_CHECKSUM != 0 { 4 } else { 0 };
        let Some(data) = input.get(4..4 + size) else { return Step::starved(last) };
        let Some(sum) = input.get(4 + size..4 + size + checked) else { return Step::starved(last) };
        if checked > 0 && sum != xxh32(data).to_le_bytes() {
            return Step::failed(0, 0, Cause::ChecksumMismatch, "a block checksum does not agree");
        }
        if !self.inflate(data, stored) {
            return Step::failed(0, 0, Cause::CorruptMember, "a block cannot be inflated");
        }
        Step::progress(4 + size + checked, 0)
    }

    fn inflate(&mut self, data: &[u8], stored: bool) -> bool {
        // Independent blocks refer to nothing before them.
        let history = if self.flags & INDEPENDENT == 0 { HISTORY } else { 0 };
        let drop = self.buffer.len().saturating_sub(history);
        self.buffer.drain(..drop);
        let start = self.buffer.len();
        if stored {
            self.buffer.extend_from_slice(data);
        } else {
            // The largest size that the frame allows: a block does not say its own.
            self.buffer.resize(start + self.block, 0);
            let (history, block) = self.buffer.split_at_mut(start);
            let made = lz4_flex::block::decompress_into_with_dict(data, block, history);
            self.buffer.truncate(start + made.as_ref().unwrap_or(&0));
            if made.is_err() {
                self.handed = start;
                return false;
            }
        }
        self.handed = start;
        self.total += (self.buffer.len() - start) as u64;
        if self.flags & CONTENT_CHECKSUM != 0 {
            self.checksum.update(&self.buffer[start..]);
        }
        true
    }

    fn trailer(&mut self, input: &[u8], last: bool) -> Step {
        let length = if self.flags & CONTENT_CHECKSUM != 0 { 4 } else { 0 };
        let Some(sum) = input.get(..length) else { return Step::starved(last) };
        if length > 0 && sum != self.checksum.sum().to_le_bytes() {
            return Step::failed(
                4,
                0,
                Cause::ChecksumMismatch,
                "the frame checksum does not agree",
            );
        }
        if self.content.is_some_and(|content| content != self.total) {
            // All bytes are there: what the header says of their number is wrong.
            return whole(length, "the frame length does not agree");
        }
        Step { used: length, made: 0, end: Some(None) }
    }
}

/// All content was made, but not what the frame says.
fn whole(used: usize, detail: &str) -> Step {
    let cause = Cause::ChecksumMismatch;
    let failure = Failure { cause, detail: detail.to_owned(), whole: true };
    Step { used, made: 0, end: Some(Some(failure)) }
}

const P1: u32 = 0x9E37_79B1;
const P2: u32 = 0x85EB_CA77;
const P3: u32 = 0xC2B2_AE3D;
const P4: u32 = 0x27D4_EB2F;
const P5: u32 = 0x1656_67B1;

/// The frame format's checksum: xxHash, 32 bits, seed 0.
#[derive(Debug)]
struct Xxh32 {
    lanes: [u32; 4],
    rest: Vec<u8>,
    total: u64,
}

impl Default for Xxh32 {
    fn default() -> Self {
        let lanes = [P1.wrapping_add(P2), P2, 0, 0_u32.wrapping_sub(P1)];
        Self { lanes, rest: Vec::new(), total: 0 }
    }
}

impl Xxh32 {
    fn update(&mut self, mut bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if !self.rest.is_empty() {
            let n = bytes.len().min(16 - self.rest.len());
            self.rest.extend_from_slice(&bytes[..n]);
            bytes = &bytes[n..];
            if self.rest.len() < 16 {
                return;
            }
            let rest = std::mem::take(&mut self.rest);
            self.stripes(&rest);
        }
        let whole = bytes.len() / 16 * 16;
        self.stripes(&bytes[..whole]);
        self.rest.extend_from_slice(&bytes[whole..]);
    }

    fn stripes(&mut self, bytes: &[u8]) {
        for stripe in bytes.chunks_exact(16) {
            for (lane, word) in self.lanes.iter_mut().zip(stripe.chunks_exact(4)) {
                let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                *lane = lane.wrapping_add(word.wrapping_mul(P2)).rotate_left(13).wrapping_mul(P1);
            }
        }
    }

    fn sum(&self) -> u32 {
        let [a, b, c, d] = self.lanes;
        let mut sum = if self.total < 16 {
            P5
        } else {
            a.rotate_left(1)
                .wrapping_add(b.rotate_left(7))
                .wrapping_add(c.rotate_left(12))
                .wrapping_add(d.rotate_left(18))
        };
        sum = sum.wrapping_add(self.total as u32);
        let words = self.rest.chunks_exact(4);
        for byte in words.clone().map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]])) {
            sum = sum.wrapping_add(byte.wrapping_mul(P3)).rotate_left(17).wrapping_mul(P4);
        }
        for byte in words.remainder() {
            sum = sum
                .wrapping_add(u32::from(*byte).wrapping_mul(P5))
                .rotate_left(11)
                .wrapping_mul(P1);
        }
        sum = (sum ^ (sum >> 15)).wrapping_mul(P2);
        sum = (sum ^ (sum >> 13)).wrapping_mul(P3);
        sum ^ (sum >> 16)
    }
}

fn xxh32(bytes: &[u8]) -> u32 {
    let mut hash = Xxh32::default();
    hash.update(bytes);
    hash.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_agree_with_published_ones() {
        assert_eq!(xxh32(b""), 0x02CC_5D05);
        assert_eq!(xxh32(b"a"), 0x550D_7456);
        assert_eq!(xxh32(b"abc"), 0x32D1_53FF);
        assert_eq!(xxh32(b"Nobody inspects the spammish repetition"), 0xE229_3B2F);
    }

    #[test]
    fn checksums_do_not_depend_on_pieces() {
        let bytes: Vec<u8> = (0..100).collect();
        for cut in 0..100 {
            let mut hash = Xxh32::default();
            hash.update(&bytes[..cut]);
            hash.update(&bytes[cut..]);
            assert_eq!(hash.sum(), xxh32(&bytes), "{cut}");
        }
    }
}
