//! Cuts one record out of the flow.

use std::ops::Range;

use super::framing::{Again, Format, Framed, Head};
use super::{Found, Reader};
use crate::cause::{Cause, Fault, Severity};
use crate::digest::{self, DigestStatus};
use crate::member::MemberKind;
use crate::place::{Extent, Location, Position};
use crate::record::header::Field;
use crate::record::length::Length;
use crate::record::{arc, header, warc};
use crate::size::usize_of;

/// Room in the flow below which it is cleared of what is read before a record is cut.
const CROWDED: usize = 1 << 20;
/// Line ends behind a record that count as its own.
const MOST_LINE_ENDS: usize = 64 << 10;

/// Bytes between two WARC records: CR LF CR LF (ISO 28500, section 4).
const SEPARATOR: u64 = 4;

/// A record as places in the flow.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) header: Range<usize>,
    pub(super) read: Header,
    pub(super) block: Range<usize>,
    pub(super) extent: Extent,
    pub(super) faults: Vec<Fault>,
}

/// How a header was read.
#[derive(Debug)]
pub(super) enum Header {
    /// WARC fields; the text where it is not the header as it stands.
    Warc {
        text: Option<String>,
    },
    Arc,
}

impl Header {
    /// A field of the header that stands in `bytes`.
    fn field(&self, bytes: &[u8], fields: &[Field], name: &str) -> Option<String> {
        let Self::Warc { text } = self else { return None };
        let text = text.as_deref().or_else(|| std::str::from_utf8(bytes).ok())?;
        let behind_version = text.split_once('\n').map_or("", |(_, rest)| rest);
        header::get(behind_version, fields, name).map(str::to_owned)
    }
}

impl Reader {
    /// Cuts the record that starts here, a second time where its length leads past the next one.
    pub(super) fn cut(&mut self, format: Format, first: Position) -> Found {
        let cut = match format {
            Format::Warc => Self::cut_warc,
            Format::Arc => Self::cut_arc,
        };
        let mark = self.byte_order_mark;
        if let Ok(found) = cut(self, first, true) {
            return found;
        }
        self.go_back(first);
        self.byte_order_mark = mark;
        match cut(self, first, false) {
            Ok(found) => found,
            Err(Again) => {
                Found::Damage(self.damage_to_next(Cause::ContentLengthLies, String::new()))
            }
        }
    }

    /// Cuts the record that starts here. Where its length is not trusted, its end is searched.
    fn cut_warc(&mut self, first: Position, trusted: bool) -> Result<Found, Again> {
        let start = self.begin_record();
        let mut faults = self.first_faults(first);
        let body = match self.header_end(start, &mut faults) {
            Ok(body) => body,
            Err(cause) => return Ok(Found::Damage(self.damage_to_next(cause, String::new()))),
        };
        let header = &self.stream.flow.filled()[start..body];
        // A header that was cut off swallows the next record's.
        if let Some(next) = warc::next_record_in(header) {
            return Ok(Found::Damage(self.damage_to(start + next, Cause::HeaderMalformed)));
        }
        let read = warc::header(header, &mut self.fields);
        faults.extend(read.faults);
        let head = Head { start, body, format: Format::Warc };
        let framed = match read.length {
            Length::Known(length) if !trusted => self.searched(head, Some(length), &mut faults),
            length => self.frame_as_stated(head, length, &mut faults)?,
        };
        Ok(self.finish(start..body, Header::Warc { text: read.text }, framed, first, faults))
    }

    fn frame_as_stated(
        &mut self,
        head: Head,
        length: Length,
        faults: &mut Vec<Fault>,
    ) -> Result<Framed, Again> {
        let (cause, detail) = match length {
            Length::Known(length) => return self.frame(head, length, faults),
            Length::Missing => (Cause::ContentLength, "it is missing".to_owned()),
            Length::Malformed(said) => (Cause::ContentLength, format!("it says {said:?}")),
            Length::Conflict(lengths) => {
                let stated: Vec<_> = lengths.iter().map(u64::to_string).collect();
                let (cause, stated) = (Cause::ContentLengthConflict, stated.join(", "));
                if let Some(length) = self.agreeing_length(head.body, &lengths) {
                    faults.push(Fault::new(Severity::Repaired, cause, stated));
                    return self.frame(head, length, faults);
                }
                (cause, stated)
            }
        };
        Ok(self.frame_by_search(head, cause, &detail, faults))
    }

    /// Begins the record at a place of a compressed file anew.
    fn go_back(&mut self, to: Position) {
        let reported = self.stream.member.as_ref().is_some_and(|member| member.reported);
        self.stream.leave();
        self.enter_at(to);
        if let Some(member) = &mut self.stream.member {
            member.inside = to.inner_offset > 0;
            member.reported = reported && member.offset == to.offset;
        }
    }

    fn cut_arc(&mut self, first: Position, trusted: bool) -> Result<Found, Again> {
        let start = self.begin_record();
        let mut faults = self.first_faults(first);
        let unread = self.stream.flow.unread();
        let end = memchr::memchr(b'\n', unread).unwrap_or(unread.len());
        let Some(length) = arc::line(&unread[..end]).map(|line| line.length) else {
            let damage = self.damage_to_next(Cause::HeaderTruncated, String::new());
            return Ok(Found::Damage(damage));
        };
        let body = (start + end + 1).min(self.stream.flow.end);
        let head = Head { start, body, format: Format::Arc };
        let framed = match length {
            Some(length) if !trusted => self.searched(head, Some(length), &mut faults),
            Some(length) => self.frame(head, length, &mut faults)?,
            None => {
                let detail = "it is no number";
                self.frame_by_search(head, Cause::ContentLength, detail, &mut faults)
            }
        };
        Ok(self.finish(start..start + end, Header::Arc, framed, first, faults))
    }

    /// Makes room for the record that starts here.
    fn begin_record(&mut self) -> usize {
        // Before the record begins: indexes into the flow must not change while it is cut.
        if self.stream.flow.at >= CROWDED {
            self.stream.compact();
        }
        self.stream.flow.at
    }

    fn first_faults(&mut self, first: Position) -> Vec<Fault> {
        let mut faults = Vec::new();
        if std::mem::take(&mut self.byte_order_mark) {
            faults.push(Fault::note(Cause::ByteOrderMark, ""));
        }
        if first.inner_offset > 0 {
            // Random access then inflates all that stands before it.
            faults.push(Fault::note(Cause::SharedMember, ""));
        }
        faults
    }

    /// Where the header that starts at `start` ends.
    fn header_end(&mut self, start: usize, faults: &mut Vec<Fault>) -> Result<usize, Cause> {
        let most = usize_of(self.limits.record_header);
        let (mut from, mut spans) = (start, false);
        loop {
            if let Some((_, end)) = header::blank_line(self.stream.flow.filled(), from) {
                if spans {
                    faults.push(Fault::note(Cause::SpansMembers, ""));
                }
                // Checked again: the blank line may stand far behind the cap in one large member.
                return if end - start > most { Err(Cause::HeaderTooLarge) } else { Ok(end) };
            }
            let end = self.stream.flow.end;
            if end - start > most {
                return Err(Cause::HeaderTooLarge);
            }
            // A blank line may have begun at the very end.
            from = end.saturating_sub(4).max(start);
            if !self.stream.reach_over(end + 1, &mut spans) {
                let failure = self.stream.member.as_mut().and_then(|member| {
                    member.reported |= member.failure.is_some();
                    member.failure.as_ref()
                });
                return Err(failure.map_or(Cause::HeaderTruncated, |failure| failure.cause));
            }
        }
    }

    /// The record is cut: settles where reading goes on, and what its member's end means for it.
    fn finish(
        &mut self,
        header: Range<usize>,
        read: Header,
        framed: Framed,
        first: Position,
        mut faults: Vec<Fault>,
    ) -> Found {
        self.stream.flow.at = framed.next;
        self.pass_line_ends();
        self.stream.settle_end();
        // Behind a block that was cut, `next` stands where the bytes kept of it end.
        let separator = (self.stream.flow.at - framed.block.end) as u64;
        let alone = first.inner_offset == 0 && self.stream.is_exhausted();
        let mut exact = alone && !framed.cut_by_failure && !self.is_parted(&read, separator);
        let length = self.stream.member.as_mut().map_or(0, |member| {
            member.reported |= framed.cut_by_failure;
            exact = member.kind == MemberKind::Plain || (exact && member.failure.is_none());
            let next = member.position(self.stream.flow.at);
            let end = if member.kind == MemberKind::Plain { Some(next.offset) } else { member.end };
            end.unwrap_or(first.offset) - first.offset
        });
        if !framed.cut_by_failure {
            faults.extend(self.judge_member(&header, &read, &framed.block));
        }
        let location = Location { offset: first.offset, length, inner_offset: first.inner_offset };
        let extent = Extent {
            location,
            header: (framed.block.start - header.start) as u64,
            block: framed.length,
            separator,
            exact,
        };
        Found::Record(Box::new(Cut { header, read, block: framed.block, extent, faults }))
    }

    /// Whether the rest of a separator may stand at the start of the next member.
    fn is_parted(&mut self, header: &Header, separator: u64) -> bool {
        let end = self.stream.member.as_ref().and_then(|member| member.end);
        match (header, separator) {
            (Header::Arc, _) | (Header::Warc { .. }, SEPARATOR..) => false,
            // Some writers leave it out.
            (_, 0) => end.is_some_and(|end| self.begins_with_line_end(end)),
            _ => true,
        }
    }

    /// Passes over the line ends behind a record.
    fn pass_line_ends(&mut self) {
        let most = self.stream.flow.at + MOST_LINE_ENDS;
        loop {
            let unread = self.stream.flow.unread();
            let ends = unread.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
            let all = ends == unread.len();
            self.stream.flow.at += ends;
            let at = self.stream.flow.at;
            if !all || at > most || !self.stream.reach(at + 1) {
                return;
            }
        }
    }

    /// What the failure of its member means for a record that is all there: it is vouched for by
    /// its own digest, or not at all.
    fn judge_member(
        &mut self,
        header: &Range<usize>,
        read: &Header,
        block: &Range<usize>,
    ) -> Option<Fault> {
        let member = self.stream.member.as_mut()?;
        let failure = member.failure.as_ref()?;
        member.reported |= failure.whole;
        let bytes = self.stream.flow.filled();
        // Bytes before a cut are as they were written; those before other damage may not be.
        let repaired = failure.cause == Cause::MemberTruncated || {
            let declared = read.field(&bytes[header.clone()], &self.fields, "WARC-Block-Digest");
            digest::verdict(declared.as_deref(), &[&bytes[block.clone()]]) == DigestStatus::Agree
        };
        let severity = if repaired { Severity::Repaired } else { Severity::Lost };
        Some(Fault::new(severity, failure.cause, failure.detail.clone()))
    }
}
