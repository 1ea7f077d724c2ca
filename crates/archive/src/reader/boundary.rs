//! What stands at the boundary between two records, and whether it is one.

use std::ops::Range;

use super::Reader;
use super::framing::{Format, Head};
use crate::member::MemberKind;
use crate::record::{extent, length, start};
use crate::size::usize_of;

/// Bytes behind a record's line ends that are looked at to see whether a record starts.
pub(super) const LOOK: usize = 8 << 10;
/// Blank bytes between records that are looked through.
const MOST_BLANK: usize = 64 << 10;
/// Starts inside a block that are checked for being consistent.
const MOST_CHECKED: usize = 64;
/// Starts inside a block in front of which it is hashed.
const MOST_HASHED: usize = 4;
/// Bytes of a header that are read for that.
const CHECKED_HEADER: usize = 4096;

/// What stands behind a block.
pub(super) enum Tail {
    /// So many line ends, then a record, a member or the end at a place in the flow.
    Clean { at: usize, lines: usize },
    /// Something else, behind so many line ends.
    Garbage { lines: usize },
}

impl Reader {
    /// The start of another record inside a block: the one in front of which the block has its
    /// digest; else the first whose own length agrees with what follows it; else the first.
    pub(super) fn record_inside(&mut self, head: Head, to: usize) -> Option<usize> {
        let (mut first, mut consistent) = (None, None);
        let mut at = head.body;
        for n in 0..MOST_CHECKED {
            let line_start = at == head.body || self.is_line_start(at);
            let filled = self.stream.flow.filled();
            let Some(found) = start::find_record(filled, at, to, line_start) else { break };
            first = first.or(Some(found));
            let block = self.trimmed(head.body, found, head.format);
            if n < MOST_HASHED && self.has_digest(head, &block) {
                return Some(found);
            }
            if consistent.is_none() && self.is_consistent(found) {
                consistent = Some(found);
            }
            if n >= MOST_HASHED && consistent.is_some() {
                break;
            }
            at = found + 1;
        }
        consistent.or(first)
    }

    /// A record whose length, or that of the HTTP message in it, leads to another record or to the
    /// end.
    pub(super) fn is_consistent(&mut self, at: usize) -> bool {
        if self.says_right(at) {
            return true;
        }
        let bytes = &self.stream.flow.filled()[at..];
        let Some(body) = extent::header_end(&bytes[..bytes.len().min(CHECKED_HEADER)]) else {
            return false;
        };
        let message = length::http_message(&bytes[body..]);
        message.is_some_and(|length| self.leads_to_record(at + body, length))
    }

    /// A record whose own length leads to another record or to the end.
    pub(super) fn says_right(&mut self, at: usize) -> bool {
        let bytes = &self.stream.flow.filled()[at..];
        let head = &bytes[..bytes.len().min(CHECKED_HEADER)];
        extent::announced(head)
            .is_some_and(|(body, length)| self.leads_to_record(at + body, length))
    }

    /// True when a record, or the end, stands behind `length` bytes from `body` on.
    pub(super) fn leads_to_record(&mut self, body: usize, length: u64) -> bool {
        // A length beyond the cap cannot be checked without reading on and on.
        if length > self.limits.block {
            return false;
        }
        let end = body.saturating_add(usize_of(length));
        self.stream.reach(end) && matches!(self.tail(end), Tail::Clean { .. })
    }

    pub(super) fn tail(&mut self, end: usize) -> Tail {
        let (mut at, mut lines) = (end, 0);
        loop {
            if !self.stream.reach(at + 1) || at - end > MOST_BLANK {
                return Tail::Clean { at, lines };
            }
            match self.stream.flow.filled()[at] {
                b'\n' => lines += 1,
                b'\r' => {}
                // Zeros are padding: tapes and some file systems fill blocks with them.
                0 => return Tail::Clean { at, lines },
                _ => break,
            }
            at += 1;
        }
        if self.starts_record(at) || (self.is_plain() && self.starts_member(at)) {
            Tail::Clean { at, lines }
        } else {
            Tail::Garbage { lines }
        }
    }

    pub(super) fn starts_record(&mut self, at: usize) -> bool {
        self.stream.reach(at + 8);
        if start::is_version_line(&self.stream.flow.filled()[at..]) {
            return true;
        }
        let more = self.stream.reach(at + LOOK);
        let bytes = &self.stream.flow.filled()[at..];
        // A line that goes on in the next member is the next record's to judge. So is one that
        // breaks off with the file: the record before it is whole.
        let breaks_off = !more && !bytes.is_empty();
        start::is_record(bytes) || ((!self.is_plain() || breaks_off) && start::may_begin(bytes))
    }

    pub(super) fn starts_member(&self, at: usize) -> bool {
        MemberKind::from_magic(&self.stream.flow.filled()[at..]).is_some()
    }

    pub(super) fn is_line_start(&self, at: usize) -> bool {
        at == 0 || self.stream.flow.filled()[at - 1] == b'\n'
    }

    /// A block without the line ends that belong to the record behind it.
    pub(super) fn trimmed(&self, body: usize, next: usize, format: Format) -> Range<usize> {
        let bytes = &self.stream.flow.filled()[body..next];
        let mut end = bytes.len();
        // What stands before the line ends of the separator is content.
        for _ in 0..format.line_ends() {
            if bytes[..end].ends_with(b"\r\n") {
                end -= 2;
            } else if bytes[..end].ends_with(b"\n") {
                end -= 1;
            }
        }
        body..body + end
    }
}
