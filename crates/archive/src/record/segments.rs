//! Records in segments (ISO 28500, section 7): a record too large for one file goes on in
//! `continuation` records, of the same file or others.

use super::{Record, RecordKind, length, unbracketed};
use crate::cause::{Cause, Fault};
use crate::limits::Limits;
use crate::size::usize_of;

/// What a record says of the segment that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment<'r> {
    /// Id of the record that the first segment is, without angle brackets
    /// (`WARC-Segment-Origin-ID`).
    pub origin: &'r str,
    /// Its number, from 1 (`WARC-Segment-Number`).
    pub number: u64,
    /// Bytes of the blocks of all segments together, as the last one says
    /// (`WARC-Segment-Total-Length`).
    pub total: Option<u64>,
}

impl Record<'_> {
    /// Which segment the record is; `None` where it is whole, or does not say what it belongs to.
    pub fn segment(&self) -> Option<Segment<'_>> {
        let field = |name| length::number(self.header(name)?.as_bytes());
        let number = field("WARC-Segment-Number")?;
        let origin = match self.kind() {
            RecordKind::Continuation => unbracketed(self.header("WARC-Segment-Origin-ID")?),
            _ => self.record_id()?,
        };
        Some(Segment { origin, number, total: field("WARC-Segment-Total-Length") })
    }

    /// The record with a fault that says that others of its segments are missing.
    #[must_use]
    pub fn without_segments(mut self, detail: String) -> Self {
        self.faults.push(Fault::lost(Cause::SegmentsMissing, detail));
        self
    }
}

impl Record<'static> {
    /// The first segment of a record with the blocks of the others behind its own, in their order,
    /// at most as much as the cap on blocks. What is wrong with one of them is wrong with all.
    #[must_use]
    pub fn with_segments(
        mut self,
        others: impl IntoIterator<Item = Record<'static>>,
        limits: &Limits,
    ) -> Self {
        let mut block = std::mem::take(&mut self.block).into_owned();
        let (mut count, mut length) = (1_u64, self.extent.block);
        for other in others {
            // Behind a block that the cap cut there is no place for more.
            let whole = block.len() as u64 == length;
            let room = usize_of(limits.block).saturating_sub(block.len());
            let taken = if whole { room.min(other.block.len()) } else { 0 };
            block.extend_from_slice(&other.block[..taken]);
            length = length.saturating_add(other.extent.block);
            count += 1;
            let losses = other.faults.into_iter();
            self.faults.extend(losses.filter(|fault| fault.severity > crate::Severity::Note));
        }
        self.faults.push(Fault::note(Cause::SegmentsJoined, format!("{count} segments")));
        let cut = self.faults.iter().any(|fault| fault.cause == Cause::BlockTooLarge);
        if length > block.len() as u64 && !cut {
            let detail = format!("{} of {length} bytes kept", block.len());
            self.faults.push(Fault::note(Cause::BlockTooLarge, detail));
        }
        self.block = block.into();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Item, Reader, Severity};

    fn read(kind: &str, fields: &str, block: &str, limits: &Limits) -> Record<'static> {
        let bytes = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:own>\r\n\
             WARC-Date: 2020-02-02T02:02:02Z\r\n{fields}Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        );
        match Reader::from_bytes(bytes.as_bytes(), limits).next() {
            Some(Item::Record(record)) => record.into_owned(),
            _ => panic!("no record"),
        }
    }

    #[test]
    fn fields_of_segments() {
        let number = "WARC-Segment-Number: 2\r\n";
        let origin = "WARC-Segment-Origin-ID: <urn:first>\r\n";
        let total = "WARC-Segment-Total-Length: 99999999999999999999999\r\n";
        let cases = [
            ("response", String::new(), None),
            ("response", number.replace('2', "1"), Some(("urn:own", 1, None))),
            ("continuation", number.to_owned(), None),
            ("continuation", origin.to_owned(), None),
            ("continuation", format!("{number}{origin}"), Some(("urn:first", 2, None))),
            (
                "continuation",
                format!("{number}{origin}{total}"),
                Some(("urn:first", 2, Some(u64::MAX))),
            ),
            ("continuation", format!("{origin}WARC-Segment-Number: two\r\n"), None),
        ];
        for (kind, fields, expected) in cases {
            let record = read(kind, &fields, "x", &Limits::default());
            let found = record.segment().map(|s| (s.origin, s.number, s.total));
            assert_eq!(found, expected, "{kind} {fields}");
        }
    }

    #[test]
    fn blocks_are_joined_up_to_the_cap() {
        for (cap, expected) in [(100, "onetwothree"), (7, "onetwot"), (3, "one"), (2, "on")] {
            let limits = Limits { block: cap, ..Limits::default() };
            let segment = |block: &str| read("continuation", "", block, &limits);
            let first = read("response", "WARC-Segment-Number: 1\r\n", "one", &limits);
            let joined = first.with_segments(["two", "three"].map(segment), &limits);
            assert_eq!(joined.block(), expected.as_bytes());
            assert!(joined.is_sound());
            let causes: Vec<_> = joined.faults().iter().map(|fault| fault.cause).collect();
            assert!(causes.contains(&Cause::SegmentsJoined));
            let cut = causes.iter().filter(|cause| **cause == Cause::BlockTooLarge).count();
            assert_eq!(cut, usize::from(cap < 11), "{cap}");
        }
    }

    #[test]
    fn what_a_segment_lost_the_record_lost() {
        let limits = Limits::default();
        let first = read("response", "WARC-Segment-Number: 1\r\n", "one", &limits);
        let damaged = read("continuation", "", "two", &limits).without_segments("a".into());
        assert!(first.clone().with_segments([], &limits).is_sound());
        assert!(!first.clone().with_segments([damaged], &limits).is_sound());
        let missing = first.without_segments("2 of 3".into());
        let fault = missing.faults().last().expect("a fault");
        assert_eq!((fault.cause, fault.severity), (Cause::SegmentsMissing, Severity::Lost));
    }
}
