//! Where a record's block ends: as its length says, if what follows agrees; else as found.

use std::ops::Range;

use super::Reader;
use super::boundary::{LOOK, Tail};
use crate::cause::{Cause, Fault, Severity};
use crate::member::MemberKind;
use crate::record::start;
use crate::window::usize_of;

/// Stray bytes between two records that still count as a damaged separator.
const STRAY: usize = 8;

/// How the formats end a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Warc,
    Arc,
}

/// A block found.
#[derive(Debug)]
pub(super) struct Framed {
    /// Place in the flow.
    pub(super) block: Range<usize>,
    /// Bytes of the block that are there; more than the place holds where the cap cut it.
    pub(super) length: u64,
    /// Where reading goes on: line ends, then the next record.
    pub(super) next: usize,
    /// The member failed before the block ended.
    pub(super) cut_by_failure: bool,
}

impl Framed {
    /// A block that the flow holds all of.
    fn whole(block: Range<usize>, next: usize) -> Self {
        let length = block.len() as u64;
        Self { block, length, next, cut_by_failure: false }
    }
}

impl Reader {
    /// The block of `length` bytes from flow index `body` on.
    pub(super) fn frame(
        &mut self,
        body: usize,
        length: u64,
        format: Format,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        // A length that lies by terabytes allocates nothing.
        let keep = usize_of(length.min(self.limits.block));
        let mut spans = false;
        let reached = self.stream.reach_over(body + keep, &mut spans);
        if spans {
            faults.push(Fault::note(Cause::SpansMembers, ""));
        }
        if !reached {
            return self.short(body, length, faults);
        }
        let end = body + keep;
        if keep as u64 != length {
            return self.over_limit(body..end, length, faults);
        }
        match self.tail(end) {
            Tail::Garbage { lines } if !self.ends_properly(body..end, lines, format) => {
                self.lying(body..end, length, faults)
            }
            // Behind a proper end, garbage is not this record's.
            Tail::Clean | Tail::Garbage { .. } => Framed::whole(body..end, end),
        }
    }

    /// The block of a record that says no usable length: up to the next record.
    pub(super) fn frame_by_search(
        &mut self,
        body: usize,
        fault: Fault,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        faults.push(fault);
        self.search_end(body, body)
    }

    /// The first of several lengths that what follows agrees with.
    pub(super) fn agreeing_length(&mut self, body: usize, lengths: &[u64]) -> Option<u64> {
        lengths.iter().copied().find(|length| {
            *length <= self.limits.block
                && self.stream.reach(body + usize_of(*length))
                && matches!(self.tail(body + usize_of(*length)), Tail::Clean)
        })
    }

    /// True when the blank lines before garbage are those of the record: not those behind an HTTP
    /// header that is all of the block, and not those of another record's header.
    fn ends_properly(&mut self, block: Range<usize>, lines: usize, format: Format) -> bool {
        let bytes = &self.stream.flow.filled()[block.clone()];
        // Some writers count the header alone: the body then looks like garbage behind it.
        let is_http_header =
            bytes.starts_with(b"HTTP/") && memchr::memmem::find(bytes, b"\r\n\r\n").is_none();
        format == Format::Warc
            && lines > 1
            && !is_http_header
            && self.record_inside(block.start, block.end).is_none()
    }

    /// The member or file ends before the block does.
    fn short(&mut self, body: usize, length: u64, faults: &mut Vec<Fault>) -> Framed {
        let end = self.stream.flow.end;
        // A record inside is better evidence than a length that leads nowhere.
        if let Some(next) = self.record_inside(body, end) {
            let block = self.trimmed(body, next);
            faults.push(lies(length, block.len()));
            return Framed::whole(block, next);
        }
        let member = self.stream.member.as_ref();
        let failure = member.and_then(|m| m.failure.as_ref());
        let there = end - body;
        if let Some(failure) = failure {
            let detail = format!("{there} of {length} bytes are there; {}", failure.detail);
            let detail = detail.trim_end_matches([' ', ';']);
            faults.push(Fault::lost(failure.cause, detail));
            return Framed { cut_by_failure: true, ..Framed::whole(body..end, end) };
        }
        // The member ended well, so its writer meant this to be all.
        if member.is_some_and(|m| m.kind != MemberKind::Plain) {
            let block = self.trimmed(body, end);
            faults.push(lies(length, block.len()));
            return Framed::whole(block, end);
        }
        let detail = format!("{there} of {length} bytes are there");
        faults.push(Fault::lost(Cause::RecordTruncated, detail));
        Framed::whole(body..end, end)
    }

    /// A block larger than what is kept: the rest is passed over.
    fn over_limit(&mut self, kept: Range<usize>, length: u64, faults: &mut Vec<Fault>) -> Framed {
        let detail = format!("{} of {length} bytes kept", kept.len());
        faults.push(Fault::lost(Cause::BlockTooLarge, detail));
        let rest = length - kept.len() as u64;
        // Noted before passing over: afterwards the place is gone.
        let resume = self.stream.member.as_ref().map_or(0, |m| m.position(kept.end).offset);
        let mut spans = false;
        let missing = self.stream.pass_over(kept.end, rest, &mut spans);
        let next = kept.end;
        if missing > 0 {
            return self.short_of_limit(kept, length, resume, missing, faults);
        }
        if matches!(self.tail(next), Tail::Garbage { .. }) {
            faults.push(Fault::lost(Cause::ContentLengthLies, "more bytes follow"));
        }
        Framed { length, ..Framed::whole(kept, next) }
    }

    /// The file ended while passing over the rest of a block.
    fn short_of_limit(
        &mut self,
        kept: Range<usize>,
        length: u64,
        resume: u64,
        missing: u64,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        let next = kept.end;
        let mut there = length - missing;
        if self.is_plain() {
            // A length beyond the end of the file: the next record may stand anywhere behind the
            // header.
            if let Some(inside) = self.record_inside(kept.start, kept.end) {
                let block = self.trimmed(kept.start, inside);
                self.stream.rewind_plain(next, resume - (kept.end - inside) as u64);
                faults.push(lies(length, block.len()));
                return Framed::whole(block, next);
            }
            let found = self.stream.next_start(resume);
            self.stream.rewind_plain(next, found);
            there = kept.len() as u64 + (found - resume);
        }
        let failure = self.stream.member.as_ref().and_then(|m| m.failure.as_ref());
        let cause = failure.map_or(Cause::RecordTruncated, |f| f.cause);
        let cut_by_failure = failure.is_some();
        faults.push(Fault::lost(cause, format!("{there} of {length} bytes are there")));
        Framed { length: there, cut_by_failure, ..Framed::whole(kept, next) }
    }

    /// What follows the block is no record: the length lies.
    fn lying(&mut self, block: Range<usize>, length: u64, faults: &mut Vec<Fault>) -> Framed {
        if let Some(next) = self.record_inside(block.start, block.end) {
            let block = self.trimmed(block.start, next);
            faults.push(lies(length, block.len()));
            return Framed::whole(block, next);
        }
        let found = self.search_end(block.start, block.end);
        if found.next > block.end
            && found.next - block.end <= STRAY
            && self.starts_record(found.next)
        {
            let stray = found.next - block.end;
            let detail = format!("{stray} bytes");
            faults.push(Fault::new(Severity::Repaired, Cause::Separator, detail));
            return Framed::whole(block, found.next);
        }
        faults.push(lies(length, found.block.len()));
        found
    }

    /// The block from `body` to the next record found from `from` on, or to the member's end.
    fn search_end(&mut self, body: usize, from: usize) -> Framed {
        let most = body.saturating_add(usize_of(self.limits.block));
        let mut searched = from;
        loop {
            let end = self.stream.flow.end.min(most);
            let line_start = searched == body || self.is_line_start(searched);
            let bytes = self.stream.flow.filled();
            // A start at the very end cannot be judged yet.
            let ended = self.stream.member.as_ref().is_none_or(|m| m.ended);
            let to = if ended { end } else { end.saturating_sub(LOOK).max(searched) };
            if let Some(next) = start::find_record(bytes, searched, to, line_start) {
                return Framed::whole(self.trimmed(body, next), next);
            }
            searched = to;
            if end == most || ended {
                break;
            }
            // Nothing found in what is there.
            self.stream.pull();
        }
        let end = self.stream.flow.end.min(most);
        let failed = self.stream.member.as_ref().is_some_and(|m| m.ended && m.failure.is_some());
        let block = self.trimmed(body, end);
        let cut_by_failure = failed && end == self.stream.flow.end;
        Framed { cut_by_failure, ..Framed::whole(block, end) }
    }
}

fn lies(said: u64, found: usize) -> Fault {
    Fault::lost(Cause::ContentLengthLies, format!("it says {said} bytes, {found} were found"))
}
