//! What stands at the boundary between two records, and whether it is one.

use std::ops::Range;

use super::Reader;
use crate::member::MemberKind;
use crate::record::{extent, start};
use crate::window::usize_of;

/// Bytes behind a record's line ends that are looked at to see whether a record starts.
pub(super) const LOOK: usize = 8 << 10;
/// Blank bytes between records that are looked through.
const MOST_BLANK: usize = 64 << 10;
/// Starts inside a block that are checked for being consistent.
const MOST_CHECKED: usize = 64;
/// Bytes of a header that are read for that.
const CHECKED_HEADER: usize = 4096;

/// What stands behind a block.
pub(super) enum Tail {
    /// Line ends, then a record, a member or the end.
    Clean,
    /// Something else, behind so many line ends.
    Garbage { lines: usize },
}

impl Reader {
    /// The start of another record inside a block, preferably one whose own length agrees with what
    /// follows it.
    pub(super) fn record_inside(&mut self, from: usize, to: usize) -> Option<usize> {
        let mut first = None;
        let mut at = from;
        for _ in 0..MOST_CHECKED {
            let line_start = at == from || self.is_line_start(at);
            let filled = self.stream.flow.filled();
            let Some(found) = start::find_record(filled, at, to, line_start) else { break };
            first = first.or(Some(found));
            if self.is_consistent(found) {
                return Some(found);
            }
            at = found + 1;
        }
        first
    }

    /// A record whose length leads to another record or to the end.
    pub(super) fn is_consistent(&mut self, at: usize) -> bool {
        let bytes = &self.stream.flow.filled()[at..];
        let head = &bytes[..bytes.len().min(CHECKED_HEADER)];
        let Some((body, length)) = extent::announced(head) else { return false };
        let end = (at + body).saturating_add(usize_of(length));
        // A length beyond the cap cannot be checked without reading on and on.
        length <= self.limits.block
            && self.stream.reach(end)
            && matches!(self.tail(end), Tail::Clean)
    }

    pub(super) fn tail(&mut self, end: usize) -> Tail {
        let (mut at, mut lines) = (end, 0);
        loop {
            if !self.stream.reach(at + 1) || at - end > MOST_BLANK {
                return Tail::Clean;
            }
            match self.stream.flow.filled()[at] {
                b'\n' => lines += 1,
                b'\r' => {}
                // Zeros are padding: tapes and some file systems fill blocks with them.
                0 => return Tail::Clean,
                _ => break,
            }
            at += 1;
        }
        if self.starts_record(at) || (self.is_plain() && self.starts_member(at)) {
            Tail::Clean
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
    pub(super) fn trimmed(&self, body: usize, next: usize) -> Range<usize> {
        let bytes = &self.stream.flow.filled()[body..next];
        let mut end = bytes.len();
        // A record ends with two line ends; what stands before them is content.
        for _ in 0..2 {
            if bytes[..end].ends_with(b"\r\n") {
                end -= 2;
            } else if bytes[..end].ends_with(b"\n") {
                end -= 1;
            }
        }
        body..body + end
    }
}
