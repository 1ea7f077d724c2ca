//! Where a record's block ends: as its length says, if what follows agrees; else as found.

use std::ops::Range;

use super::Reader;
use super::boundary::Tail;
use super::evidence::lie;
use crate::cause::{Cause, Fault, Severity};
use crate::digest::DigestStatus;
use crate::size::usize_of;

/// Stray bytes between two records that still count as a damaged separator.
const STRAY: usize = 8;

/// Most bytes of line ends between two records that a length counts by mistake.
const LINE_ENDS: u64 = 4;

/// Bytes passed over in vain, beside sixteen times the file, after which lengths over the cap that
/// lie are not searched for where their records end.
const MOST_WASTED: u64 = 1 << 30;

/// How the formats end a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Warc,
    Arc,
}

impl Format {
    /// Line ends that separate a record from the next one.
    pub(super) fn line_ends(self) -> usize {
        match self {
            Self::Warc => 2,
            Self::Arc => 1,
        }
    }
}

/// The head of the record whose block is looked for, as places in the flow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    pub(super) start: usize,
    /// Where the block starts.
    pub(super) body: usize,
    pub(super) format: Format,
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
    pub(super) fn whole(block: Range<usize>, next: usize) -> Self {
        let length = block.len() as u64;
        Self { block, length, next, cut_by_failure: false }
    }
}

/// The record has to be read again from its start, its end searched: the stated length led past
/// bytes that are no longer at hand.
pub(super) struct Again;

impl Reader {
    /// The block of `length` bytes behind a head.
    pub(super) fn frame(
        &mut self,
        head: Head,
        length: u64,
        faults: &mut Vec<Fault>,
    ) -> Result<Framed, Again> {
        // A length that lies by terabytes allocates nothing.
        let keep = usize_of(length.min(self.limits.block));
        let end = head.body.saturating_add(keep);
        let mut spans = false;
        let reached = self.stream.reach_over(end, &mut spans);
        if spans {
            faults.push(Fault::note(Cause::SpansMembers, ""));
        }
        if !reached {
            return Ok(self.short(head, length, faults));
        }
        if keep as u64 != length {
            return self.over_limit(head, end, length, faults);
        }
        Ok(match self.tail(end) {
            Tail::Garbage { lines } => self.before_garbage(head, end, lines, faults),
            Tail::Clean { at, .. } if self.may_be_off(end, at, head.format) => {
                self.by_separator(head, end, at, faults)
            }
            Tail::Clean { .. } => Framed::whole(head.body..end, end),
        })
    }

    /// The first of several lengths that what follows agrees with.
    pub(super) fn agreeing_length(&mut self, body: usize, lengths: &[u64]) -> Option<u64> {
        lengths.iter().copied().find(|length| self.leads_to_record(body, *length))
    }

    /// True when the blank lines before garbage are those of the record: not those behind an HTTP
    /// header that is all of the block, and not those of another record's header.
    fn ends_properly(&mut self, head: Head, end: usize, lines: usize) -> bool {
        let bytes = &self.stream.flow.filled()[head.body..end];
        // Some writers count the header alone: the body then looks like garbage behind it.
        let is_http_header =
            bytes.starts_with(b"HTTP/") && memchr::memmem::find(bytes, b"\r\n\r\n").is_none();
        head.format == Format::Warc
            && lines > 1
            && !is_http_header
            && self.record_inside(head, end).is_none()
    }

    /// The member or file ends before the block does.
    fn short(&mut self, head: Head, length: u64, faults: &mut Vec<Fault>) -> Framed {
        if let Some(framed) = self.as_http_says(head, length, faults) {
            return framed;
        }
        let (body, end) = (head.body, self.stream.flow.end);
        // A record inside is better evidence than a length that leads nowhere.
        if let Some(next) = self.record_inside(head, end) {
            return self.lies(head, length, self.trimmed(body, next, head.format), next, faults);
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
        self.lies(head, length, self.trimmed(body, end, head.format), end, faults)
    }

    /// A block larger than what is kept: the rest is passed over.
    fn over_limit(
        &mut self,
        head: Head,
        kept: usize,
        length: u64,
        faults: &mut Vec<Fault>,
    ) -> Result<Framed, Again> {
        // Noted before passing over: afterwards the place is gone.
        let resume = self.stream.member.as_ref().map_or(0, |m| m.position(kept).offset);
        let (end, missing) = self.pass_rest(kept, length - (kept - head.body) as u64);
        let failure = self.stream.member.as_ref().and_then(|m| m.failure.as_ref());
        if let (true, Some(failure)) = (missing > 0, failure) {
            let there = length - missing;
            let detail = format!("{there} of {length} bytes are there");
            faults.push(Fault::lost(failure.cause, detail));
            let next = self.stream.flow.end;
            let framed = Framed::whole(head.body..kept, next);
            return Ok(Framed { length: there, cut_by_failure: true, ..framed });
        }
        let ends = missing == 0
            && match self.tail(end) {
                Tail::Clean { .. } => true,
                Tail::Garbage { lines } => lines >= head.format.line_ends(),
            };
        if ends {
            return Ok(self.ended_over_limit(head, kept..end, length, faults));
        }
        // A length that leads past the next record, or not as far as it.
        if self.is_plain() {
            self.stream.rewind_plain(kept, resume);
            return Ok(self.searched(head, Some(length), faults));
        }
        self.again(head.body..kept, length, length - missing, faults)
    }

    /// Passes over what is not kept of a block, `rest` bytes behind `kept`. Where it ends, and how
    /// many bytes are missing.
    fn pass_rest(&mut self, kept: usize, rest: u64) -> (usize, u64) {
        let mut spans = false;
        // The last bytes stay at hand: they may be line ends of the separator.
        let last = usize_of(rest.min(LINE_ENDS));
        let end = kept + last;
        let mut missing = self.stream.pass_over(kept, rest - last as u64, &mut spans);
        if missing == 0 && !self.stream.reach_over(end, &mut spans) {
            missing = (end - self.stream.flow.end) as u64;
        }
        (end, missing)
    }

    /// Has the record read again, its end searched, as long as such work is in proportion to the
    /// file. Beyond, the block is `there` bytes long.
    fn again(
        &mut self,
        kept: Range<usize>,
        length: u64,
        there: u64,
        faults: &mut Vec<Fault>,
    ) -> Result<Framed, Again> {
        self.wasted = self.wasted.saturating_add(there);
        if self.wasted < self.file_len().saturating_mul(16).saturating_add(MOST_WASTED) {
            return Err(Again);
        }
        // Lengths that lie on purpose: no work without end.
        faults.push(over_cap(kept.len(), there));
        faults.push(lie(Severity::Lost, length, there));
        let next = kept.end;
        Ok(Framed { length: there, ..Framed::whole(kept, next) })
    }

    /// The length of a block larger than what is kept leads to its end; `last` are the last bytes
    /// that it counts.
    fn ended_over_limit(
        &mut self,
        head: Head,
        last: Range<usize>,
        length: u64,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        let kept = last.start;
        let separator = match self.tail(last.end) {
            Tail::Clean { at, .. } if self.parts_line_end(last.end, head.format) => at,
            _ => last.end,
        };
        let content = self.trimmed(kept, separator, head.format);
        let mut whole = length;
        if separator > last.end && content.end < last.end {
            whole -= (last.end - content.end) as u64;
            faults.push(lie(Severity::Repaired, length, whole));
        }
        self.stream.pass_over(kept, last.len() as u64, &mut false);
        faults.push(over_cap(kept - head.body, whole));
        Framed { length: whole, ..Framed::whole(head.body..kept, kept) }
    }

    /// What follows the block is no record: the length lies, or something else stands there.
    pub(super) fn before_garbage(
        &mut self,
        head: Head,
        end: usize,
        lines: usize,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        let (body, length) = (head.body, (end - head.body) as u64);
        if let Some(framed) = self.as_http_says(head, length, faults) {
            return framed;
        }
        let digest = self.digest_status(head, &(body..end));
        let proper = digest == DigestStatus::Agree || self.ends_properly(head, end, lines);
        // Behind a proper end, garbage is not this record's.
        if proper && lines >= head.format.line_ends() && digest != DigestStatus::Disagree {
            return Framed::whole(body..end, end);
        }
        if let Some(next) = self.record_inside(head, end).filter(|_| !proper) {
            return self.lies(head, length, self.trimmed(body, next, head.format), next, faults);
        }
        let found = self.search_end(head, end, faults);
        if let Some(stray) = self.stray(head, end, &found) {
            let detail = format!("{stray} bytes");
            faults.push(Fault::new(Severity::Repaired, Cause::Separator, detail));
            return Framed::whole(body..end, found.next);
        }
        if proper && !self.has_digest(head, &found.block) {
            return Framed::whole(body..end, end);
        }
        self.judged(head, Some(length), found, faults)
    }

    /// How many stray bytes stand behind a block that ends at `end`, where they are a damaged
    /// separator and no content.
    fn stray(&mut self, head: Head, end: usize, found: &Framed) -> Option<usize> {
        let stray = found.next.checked_sub(end).filter(|n| (1..=STRAY).contains(n))?;
        let all_at_hand = found.length == found.block.len() as u64;
        if !all_at_hand || !self.starts_record(found.next) {
            return None;
        }
        let counted = head.body..end;
        // In front of a whole separator they are content that the length does not count.
        let content = self.is_separated(&found.block, found.next, head.format)
            && !self.is_http_message(&counted)
            && !self.has_digest(head, &counted);
        (!content).then_some(stray)
    }
}

/// The cap keeps the beginning of a block: nothing of the record is lost, its extent tells where
/// the rest is.
pub(super) fn over_cap(kept: usize, length: u64) -> Fault {
    Fault::note(Cause::BlockTooLarge, format!("{kept} of {length} bytes kept"))
}
