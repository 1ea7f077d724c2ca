//! What shows where a record ends whose length is wrong, and whether all of its bytes are there.
//!
//! A length that lies is no loss by itself. Bytes are missing only where something says so: the
//! HTTP message in the block, or the bare fact that an uncompressed file lacks them. A compressed
//! member whose checksum agrees has all that its writer wrote.

use std::ops::Range;

use super::Reader;
use super::boundary::{LOOK, Tail};
use super::framing::{Format, Framed, Head, over_cap};
use crate::cause::{Cause, Fault, Severity};
use crate::digest::{self, DigestStatus};
use crate::record::{header, length, start, warc};
use crate::size::usize_of;

/// Most bytes of line ends that are taken from the end of a block.
const LINE_ENDS: usize = 4;

/// The fault of a record whose length lies.
pub(super) fn lie(severity: Severity, said: u64, found: u64) -> Fault {
    let detail = format!("it says {said} bytes, {found} were found");
    Fault::new(severity, Cause::ContentLengthLies, detail)
}

/// Notes that a block goes on in another member, once.
fn note_span(spans: bool, faults: &mut Vec<Fault>) {
    if spans && faults.iter().all(|fault| fault.cause != Cause::SpansMembers) {
        faults.push(Fault::note(Cause::SpansMembers, ""));
    }
}

impl Reader {
    /// The block of a record that says no usable length: up to the next record.
    pub(super) fn frame_by_search(
        &mut self,
        head: Head,
        cause: Cause,
        detail: &str,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        let mut found = Vec::new();
        let framed = self.searched(head, None, &mut found);
        // The length that is missing is the fault, not that it differs from what was found.
        for fault in &mut found {
            if fault.cause == Cause::ContentLengthLies {
                (fault.cause, fault.detail) = (cause, detail.to_owned());
            }
        }
        faults.extend(found);
        framed
    }

    /// The block up to where its HTTP message ends, or to the next record.
    pub(super) fn searched(
        &mut self,
        head: Head,
        said: Option<u64>,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        self.stream.reach(head.body.saturating_add(LOOK));
        if let Some(framed) = self.as_http_says(head, said.unwrap_or(u64::MAX), faults) {
            return framed;
        }
        let framed = self.search_end(head, head.body, faults);
        self.judged(head, said, framed, faults)
    }

    /// The block as long as the HTTP message in it, where that leads to the next record and `said`
    /// does not.
    pub(super) fn as_http_says(
        &mut self,
        head: Head,
        said: u64,
        faults: &mut Vec<Fault>,
    ) -> Option<Framed> {
        let block = self.stream.flow.filled().get(head.body..)?;
        let length = length::http_message(block).filter(|length| *length != said)?;
        let end = head.body.saturating_add(usize_of(length));
        // A separator is to stand there: where line ends were converted, this length is wrong, too.
        let separated = self.leads_to_record(head.body, length)
            && matches!(self.tail(end), Tail::Clean { lines, .. } if lines >= head.format.line_ends());
        if !separated {
            return None;
        }
        faults.push(lie(Severity::Repaired, said, length));
        Some(Framed::whole(head.body..end, end))
    }

    /// A block found although its length lies.
    pub(super) fn lies(
        &mut self,
        head: Head,
        said: u64,
        block: Range<usize>,
        next: usize,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        self.judged(head, Some(said), Framed::whole(block, next), faults)
    }

    /// Tells how bad the lie is about a block that was found.
    pub(super) fn judged(
        &mut self,
        head: Head,
        said: Option<u64>,
        framed: Framed,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        if said == Some(framed.length) {
            return framed;
        }
        let more = said.filter(|said| *said > framed.length);
        if !framed.cut_by_failure && self.is_all_there(head, said, &framed) {
            faults.push(lie(Severity::Repaired, said.unwrap_or_default(), framed.length));
            return framed;
        }
        let at_end = self.is_plain() && !self.stream.reach(framed.next + 1);
        let Some(said) = more.filter(|_| at_end) else {
            faults.push(lie(Severity::Lost, said.unwrap_or_default(), framed.length));
            return framed;
        };
        // The file breaks off: line ends at its end are content.
        let block = framed.block.start..framed.next.min(framed.block.end + LINE_ENDS);
        let length = framed.length + (block.end - framed.block.end) as u64;
        let detail = format!("{length} of {said} bytes are there");
        faults.push(Fault::lost(Cause::RecordTruncated, detail));
        Framed { length, block, ..framed }
    }

    /// Whether a block that was found otherwise than by its length is all there.
    fn is_all_there(&mut self, head: Head, said: Option<u64>, framed: &Framed) -> bool {
        let message = self.http_message(&framed.block);
        if message == Some(framed.length) {
            return true;
        }
        let at_hand = framed.length == framed.block.len() as u64;
        if at_hand && self.has_digest(head, &framed.block) {
            return true;
        }
        // Two lengths that agree with each other against what is there.
        if message.is_some_and(|m| said.map_or(m > framed.length, |said| said == m)) {
            return false;
        }
        match said {
            // Behind damage the member's failure says what is lost.
            _ if !self.is_plain() => true,
            Some(said) if said > framed.length => self.is_explained(head, framed, said),
            _ => self.is_separated(&framed.block, self.behind(&framed.block), head.format),
        }
    }

    /// Whether something else than missing bytes explains a length of an uncompressed record that
    /// is too large.
    fn is_explained(&mut self, head: Head, framed: &Framed, said: u64) -> bool {
        if !self.is_separated(&framed.block, self.behind(&framed.block), head.format) {
            return false;
        }
        let bytes = self.stream.flow.filled();
        let header = &bytes[head.start..head.body];
        let lines = memchr::memchr_iter(b'\n', &bytes[framed.block.clone()]).count() as u64;
        // Converters that turn CRLF into LF shorten blocks and leave lengths alone.
        let converted = !header.contains(&b'\r') && said - framed.length <= lines;
        let next = self.behind(&framed.block);
        converted
            || (self.starts_record(next) && (said > self.file_len() || !self.says_right(next)))
    }

    /// Where the line ends behind a block end.
    fn behind(&self, block: &Range<usize>) -> usize {
        let rest = self.stream.flow.filled().get(block.end..).unwrap_or_default();
        block.end + rest.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count()
    }

    /// True when a block is followed by as many line ends as its format asks for.
    pub(super) fn is_separated(&self, block: &Range<usize>, next: usize, format: Format) -> bool {
        let between = self.stream.flow.filled().get(block.end..next).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', between).count();
        lines >= format.line_ends() && between.iter().all(|b| matches!(b, b'\r' | b'\n'))
    }

    fn http_message(&self, block: &Range<usize>) -> Option<u64> {
        length::http_message(&self.stream.flow.filled()[block.clone()])
    }

    /// True when a block is an HTTP message, no more and no less, by its own account.
    pub(super) fn is_http_message(&self, block: &Range<usize>) -> bool {
        self.http_message(block) == Some(block.len() as u64)
    }

    /// True when the block has the digest that the record declares of it.
    pub(super) fn has_digest(&self, head: Head, block: &Range<usize>) -> bool {
        self.digest_status(head, block) == DigestStatus::Agree
    }

    /// The verdict on the digest that the record declares of its block.
    pub(super) fn digest_status(&self, head: Head, block: &Range<usize>) -> DigestStatus {
        if head.format == Format::Arc {
            return DigestStatus::Absent;
        }
        let bytes = self.stream.flow.filled();
        let header = &bytes[head.start..head.body];
        let mut fields = Vec::new();
        let read = warc::header(header, &mut fields);
        let own = std::str::from_utf8(header).unwrap_or_default();
        let text = read.text.as_deref().unwrap_or(own);
        let text = text.split_once('\n').map_or("", |(_, rest)| rest);
        let declared = header::get(text, &fields, "WARC-Block-Digest");
        digest::verdict(declared, &[&bytes[block.clone()]])
    }

    /// The block from `body` to the next record found from `from` on, or to the end. What the cap
    /// does not keep is passed over.
    pub(super) fn search_end(
        &mut self,
        head: Head,
        from: usize,
        faults: &mut Vec<Fault>,
    ) -> Framed {
        let body = head.body;
        let kept = body.saturating_add(usize_of(self.limits.block));
        let (mut searched, mut passed, mut spans) = (from, 0_u64, false);
        let next = loop {
            let end = self.stream.flow.end;
            let line_start = searched == body || self.is_line_start(searched);
            // A start at the very end cannot be judged yet.
            let ended = self.stream.member.as_ref().is_none_or(|m| m.ended);
            let to = if ended { end } else { end.saturating_sub(LOOK).max(searched) };
            let bytes = self.stream.flow.filled();
            if let Some(next) = start::find_record(bytes, searched, to, line_start) {
                break next;
            }
            searched = to;
            // Line ends stay at hand: they may be those before the next record.
            let surplus = searched.saturating_sub(LOOK).saturating_sub(kept);
            if surplus > 0 {
                self.stream.pass_over(kept, surplus as u64, &mut spans);
                passed += surplus as u64;
                searched -= surplus;
            }
            if !ended {
                // What it brings, or that it brought nothing, is seen in the next round.
                self.stream.pull();
            } else if self.stream.continue_over(u64::MAX) {
                spans = true;
            } else {
                break self.stream.flow.end;
            }
        };
        note_span(spans, faults);
        self.close(head, next, passed, faults)
    }

    /// The block that ends before `next`, `passed` bytes of it no longer at hand.
    fn close(&mut self, head: Head, next: usize, passed: u64, faults: &mut Vec<Fault>) -> Framed {
        let failed = self.stream.member.as_ref().is_some_and(|m| m.ended && m.failure.is_some());
        let cut_by_failure = failed && next == self.stream.flow.end;
        let block = self.trimmed(head.body, next, head.format);
        let length = block.len() as u64 + passed;
        let kept = usize_of(self.limits.block).min(block.len());
        let surplus = block.len() - kept;
        if length > kept as u64 {
            self.stream.pass_over(head.body + kept, surplus as u64, &mut false);
            faults.push(over_cap(kept, length));
        }
        let block = head.body..head.body + kept;
        Framed { block, length, next: next - surplus, cut_by_failure }
    }
}
