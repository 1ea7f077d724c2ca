//! The member layer: one stream of inflated bytes, each of which knows its compressed member.

use std::io;
use std::path::Path;

use flate2::{Crc, Decompress, FlushDecompress, Status};
use serde::{Deserialize, Serialize};

use crate::cause::{Cause, Damage};
use crate::window::Window;

/// A place where reading can start again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// Offset of the member in the file; of uncompressed files, of the record.
    pub offset: u64,
    /// Offset inside the inflated member; 0 in uncompressed files.
    pub inner_offset: u64,
}

/// Where a record stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// Offset of the (first) compressed member, or of the uncompressed record.
    pub offset: u64,
    /// Length of the member or members, or of the uncompressed record. 0 when further records
    /// share the member, whose length is then not known yet.
    pub length: u64,
    /// Offset inside the inflated member.
    pub inner_offset: u64,
}

/// Longest gzip header read: the fixed part, an extra field, name and comment.
const HEADER: usize = 96 << 10;
/// Bytes inflated at a time.
const STEP: usize = 64 << 10;

/// What [`Members::fill`] brought.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Filled {
    /// More bytes.
    Bytes,
    /// The current member ended, and its checksum agrees.
    MemberEnd,
    /// The current member ended badly; what came of it cannot be trusted.
    BadEnd(Cause),
    /// Bytes that are no member were passed over.
    Skipped(Damage),
    /// The file ended.
    End,
}

enum State {
    /// Between members.
    Between,
    /// Inside a compressed member.
    Gzip { inflate: Box<Decompress>, crc: Box<Crc> },
    /// Inside uncompressed bytes.
    Plain,
}

/// Reads the members of one file in order.
pub(crate) struct Members {
    window: Window,
    state: State,
    /// Offset of the current member, or of the current byte of uncompressed files.
    member: u64,
}

impl Members {
    pub(crate) fn open(path: &Path, offset: u64) -> io::Result<Self> {
        let mut window = Window::open(path, 0)?;
        // Inside an uncompressed file any byte may follow, even none of a record's start.
        let plain = offset > 0 && starts_plain(window.at_least(HEADER)?);
        window.seek(offset)?;
        let state = if plain { State::Plain } else { State::Between };
        Ok(Self { window, state, member: offset })
    }

    pub(crate) fn file_len(&self) -> u64 {
        self.window.len()
    }

    /// Offset in the file up to which bytes were used.
    pub(crate) fn offset(&self) -> u64 {
        self.window.offset()
    }

    /// Offset of the member the last bytes came from.
    pub(crate) fn member(&self) -> u64 {
        self.member
    }

    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.state, State::Plain)
    }

    /// Appends more inflated bytes to `out`, or says why there are none.
    pub(crate) fn fill(&mut self, out: &mut Vec<u8>) -> io::Result<Filled> {
        match self.state {
            State::Between => self.begin(),
            State::Plain => self.copy(out),
            State::Gzip { .. } => self.inflate(out),
        }
    }

    fn begin(&mut self) -> io::Result<Filled> {
        loop {
            let bytes = self.window.at_least(HEADER)?;
            if bytes.is_empty() {
                return Ok(Filled::End);
            }
            // Zero padding between members and at the end is common and harmless.
            let zeros = bytes.iter().take_while(|b| **b == 0).count();
            if zeros > 0 {
                self.window.consume(zeros);
                continue;
            }
            if let Some(header) = gzip_header(bytes) {
                self.member = self.window.offset();
                self.window.consume(header);
                let inflate = Box::new(Decompress::new(false));
                self.state = State::Gzip { inflate, crc: Box::default() };
                return Ok(Filled::Bytes);
            }
            let plain = starts_plain(bytes);
            if plain {
                self.member = self.window.offset();
                self.state = State::Plain;
                return Ok(Filled::Bytes);
            }
            let from = self.window.offset();
            return self.skip(from, Cause::NotGzip);
        }
    }

    fn copy(&mut self, out: &mut Vec<u8>) -> io::Result<Filled> {
        let bytes = self.window.bytes()?;
        if bytes.is_empty() {
            return Ok(Filled::End);
        }
        let n = bytes.len().min(STEP);
        out.extend_from_slice(&bytes[..n]);
        self.window.consume(n);
        Ok(Filled::Bytes)
    }

    fn inflate(&mut self, out: &mut Vec<u8>) -> io::Result<Filled> {
        let State::Gzip { inflate, crc } = &mut self.state else { return Ok(Filled::End) };
        let start = out.len();
        out.reserve(STEP);
        let input = self.window.bytes()?;
        let ended = input.is_empty();
        let before = inflate.total_in();
        let status = inflate.decompress_vec(input, out, FlushDecompress::None);
        let used = (inflate.total_in() - before) as usize;
        crc.update(&out[start..]);
        self.window.consume(used);
        match status {
            Ok(Status::StreamEnd) => self.trailer(),
            Ok(_) if out.len() > start || !ended => Ok(Filled::Bytes),
            Ok(_) => Ok(self.leave(Filled::BadEnd(Cause::RecordTruncated))),
            Err(_) => {
                // Look for the next member from just behind this one's start: what the broken
                // stream swallowed may hold sound members.
                let from = self.member + 1;
                self.window.seek(from)?;
                self.resynchronise()?;
                Ok(self.leave(Filled::BadEnd(Cause::CorruptMember)))
            }
        }
    }

    fn trailer(&mut self) -> io::Result<Filled> {
        let State::Gzip { crc, inflate } = &self.state else { return Ok(Filled::End) };
        let mut expected = [0; 8];
        expected[..4].copy_from_slice(&crc.sum().to_le_bytes());
        expected[4..].copy_from_slice(&(inflate.total_out() as u32).to_le_bytes());
        let trailer = self.window.at_least(8)?;
        let trailer = &trailer[..trailer.len().min(8)];
        let (filled, used) = match trailer.len() {
            8 if trailer == expected => (Filled::MemberEnd, 8),
            8 => (Filled::BadEnd(Cause::ChecksumMismatch), 8),
            n => (Filled::BadEnd(Cause::RecordTruncated), n),
        };
        self.window.consume(used);
        Ok(self.leave(filled))
    }

    fn leave(&mut self, filled: Filled) -> Filled {
        self.state = State::Between;
        filled
    }

    fn skip(&mut self, from: u64, cause: Cause) -> io::Result<Filled> {
        self.window.consume(1);
        self.resynchronise()?;
        let length = self.window.offset() - from;
        Ok(Filled::Skipped(Damage { offset: from, length, cause, detail: String::new() }))
    }

    /// Moves to the next place a member with a record in it plausibly starts.
    fn resynchronise(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.window.at_least(HEADER)?;
            if bytes.is_empty() {
                return Ok(());
            }
            let found = memchr::memchr2(0x1f, b'W', bytes);
            let Some(at) = found else {
                let n = bytes.len();
                self.window.consume(n);
                continue;
            };
            self.window.consume(at);
            let bytes = self.window.at_least(HEADER)?;
            if begins_record(bytes) {
                return Ok(());
            }
            self.window.consume(1);
        }
    }
}

/// Length of the gzip header at the start of `bytes` (RFC 1952).
fn gzip_header(bytes: &[u8]) -> Option<usize> {
    let fixed = bytes.get(..10)?;
    let flags = fixed[3];
    if fixed[..3] != [0x1f, 0x8b, 8] || flags & 0xe0 != 0 {
        return None;
    }
    let mut at = 10;
    if flags & 4 != 0 {
        let length = bytes.get(at..at + 2)?;
        at += 2 + usize::from(u16::from_le_bytes([length[0], length[1]]));
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            at += memchr::memchr(0, bytes.get(at..)?)? + 1;
        }
    }
    if flags & 2 != 0 {
        at += 2;
    }
    (at <= bytes.len()).then_some(at)
}

/// True where uncompressed records start, a byte order mark and blank lines allowed.
pub(crate) fn starts_plain(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"WARC/")
}

/// True where a member or an uncompressed record starts and holds a record.
pub(crate) fn begins_record(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"WARC/") {
        return true;
    }
    let Some(header) = gzip_header(bytes) else { return false };
    let mut start = [0; 64];
    let mut inflate = Decompress::new(false);
    // Only the first bytes count, whatever the rest of the stream holds.
    let _ = inflate.decompress(&bytes[header..], &mut start, FlushDecompress::None);
    starts_plain(&start[..(inflate.total_out() as usize).min(start.len())])
}
