//! gzip members, piece by piece (RFC 1952).

use crc32fast::Hasher as Crc;
use flate2::{Decompress, FlushDecompress, Status};

use super::{Failure, Step};
use crate::cause::Cause;

/// First bytes of a member: magic number and the one compression method.
pub(crate) const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// Longest member header read: fixed part, extra field, name and comment.
pub(crate) const LONGEST_HEADER: usize = 96 << 10;

const HAS_CRC: u8 = 2;
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;
const RESERVED: u8 = 0xe0;

/// What the bytes at a member's start show.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Header {
    /// A header of so many bytes.
    Whole(usize),
    /// A header so far.
    Incomplete,
    /// No gzip header.
    Invalid,
}

/// Reads the header at the start of `bytes`.
pub(crate) fn header(bytes: &[u8]) -> Header {
    let n = bytes.len().min(MAGIC.len());
    if bytes[..n] != MAGIC[..n] || bytes.get(3).is_some_and(|flags| flags & RESERVED != 0) {
        return Header::Invalid;
    }
    match header_length(bytes) {
        Some(length) if length <= bytes.len() => Header::Whole(length),
        _ if bytes.len() > LONGEST_HEADER => Header::Invalid,
        _ => Header::Incomplete,
    }
}

fn header_length(bytes: &[u8]) -> Option<usize> {
    let flags = *bytes.get(3)?;
    let mut at = 10;
    if flags & HAS_EXTRA != 0 {
        let length = bytes.get(at..at + 2)?;
        at += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    for flag in [HAS_NAME, HAS_COMMENT] {
        if flags & flag != 0 {
            at += memchr::memchr(0, bytes.get(at..)?)? + 1;
        }
    }
    Some(if flags & HAS_CRC != 0 { at + 2 } else { at })
}

/// Inflates one member in pieces and checks its trailer.
#[derive(Debug)]
pub(crate) struct GzipStream {
    inflate: Decompress,
    crc: Crc,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Header,
    Body,
    Trailer,
}

impl GzipStream {
    pub(crate) fn new() -> Self {
        Self { inflate: Decompress::new(false), crc: Crc::new(), stage: Stage::Header }
    }

    /// Starts over with another member.
    pub(crate) fn reset(&mut self) {
        self.inflate.reset(false);
        self.crc.reset();
        self.stage = Stage::Header;
    }

    /// Inflates from `input` into `out`; `last`: nothing comes behind `input`.
    pub(crate) fn step(&mut self, input: &[u8], last: bool, out: &mut [u8]) -> Step {
        match self.stage {
            Stage::Header => match header(input) {
                Header::Whole(length) => {
                    self.stage = Stage::Body;
                    Step::progress(length, 0)
                }
                Header::Incomplete => Step::starved(last),
                Header::Invalid => {
                    Step::failed(0, 0, Cause::CorruptMember, "its header is no gzip header")
                }
            },
            Stage::Body => self.body(input, last, out),
            Stage::Trailer => self.trailer(input, last),
        }
    }

    fn body(&mut self, input: &[u8], last: bool, out: &mut [u8]) -> Step {
        let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
        let result = self.inflate.decompress(input, out, FlushDecompress::None);
        let used = (self.inflate.total_in() - before_in) as usize;
        let made = (self.inflate.total_out() - before_out) as usize;
        self.crc.update(&out[..made]);
        match result {
            Ok(Status::StreamEnd) => {
                self.stage = Stage::Trailer;
                Step::progress(used, made)
            }
            Ok(_) if used > 0 || made > 0 => Step::progress(used, made),
            Ok(_) => Step::starved(last),
            Err(_) => {
                Step::failed(used, made, Cause::CorruptMember, "its deflate stream is invalid")
            }
        }
    }

    fn trailer(&mut self, input: &[u8], last: bool) -> Step {
        let Some(trailer) = input.first_chunk::<8>() else {
            let mut step = Step::starved(last);
            if let Some(Some(failure)) = &mut step.end {
                failure.whole = true;
                failure.detail = "its checksum is missing".to_owned();
            }
            return step;
        };
        let sum = self.crc.clone().finalize();
        let expected = trailer_of(sum, self.inflate.total_out());
        if *trailer == expected {
            return Step { used: 8, made: 0, end: Some(None) };
        }
        let said = u32::from_le_bytes([trailer[0], trailer[1], trailer[2], trailer[3]]);
        let detail = format!("it says {said:08x}, its content has {sum:08x}");
        let failure = Failure { cause: Cause::ChecksumMismatch, detail, whole: true };
        Step { used: 8, made: 0, end: Some(Some(failure)) }
    }
}

/// Checksum and length modulo 2^32, as they stand behind a member.
pub(crate) fn trailer_of(crc: u32, length: u64) -> [u8; 8] {
    let mut trailer = [0; 8];
    trailer[..4].copy_from_slice(&crc.to_le_bytes());
    trailer[4..].copy_from_slice(&(length as u32).to_le_bytes());
    trailer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        let plain = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 9, 9];
        assert_eq!(header(&plain), Header::Whole(10));
        assert_eq!(header(&plain[..9]), Header::Incomplete);
        assert_eq!(header(&[0x1f, 0x8b, 8, 0x20]), Header::Invalid);
        assert_eq!(header(b"WARC/1.0"), Header::Invalid);
        let named =
            [&[0x1f, 0x8b, 8, HAS_NAME | HAS_CRC, 0, 0, 0, 0, 0, 3][..], b"name\0cc"].concat();
        assert_eq!(header(&named), Header::Whole(17));
        let extra = [&[0x1f, 0x8b, 8, HAS_EXTRA, 0, 0, 0, 0, 0, 3, 2, 0][..], b"xx"].concat();
        assert_eq!(header(&extra), Header::Whole(14));
        let endless =
            [&[0x1f, 0x8b, 8, HAS_NAME, 0, 0, 0, 0, 0, 3][..], &[1; LONGEST_HEADER]].concat();
        assert_eq!(header(&endless), Header::Invalid);
    }
}
