//! Records against the rules of the standard, ISO 28500 (WARC 1.0 and 1.1).
//!
//! Each [`Rule`] is a row of one table, with its section, its level and its sentence. What the
//! standard demands ("shall") is an error, what it recommends ("should") a note. So is what common
//! writers do otherwise without harm to any reader.
//!
//! [`judge`] looks at one record by itself. [`Checker`] also compares the records of all inputs:
//! ids, references, segments.
//!
//! ```
//! use scutch_archive::standard::{self, Rule};
//! use scutch_archive::{Item, Limits, Reader};
//!
//! let bytes = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:a:1>\r\n\
//!     WARC-Date: 2020-02-02\r\nWARC-Target-URI: http://a.example/\r\n\
//!     Content-Length: 0\r\n\r\n\r\n\r\n";
//! let mut reader = Reader::from_bytes(bytes, &Limits::default());
//! let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
//! let findings = standard::judge(&record);
//! assert_eq!(findings[0].rule, Some(Rule::DatePrecision));
//! ```

mod content;
mod digests;
mod fields;
mod finding;
mod grammar;
mod header;
mod ids;
mod labelled;
mod revisit;
mod rules;
mod segments;
mod uri;
mod version;
pub(crate) mod w3cdtf;

use std::io;

pub use digests::Blocks;
pub use finding::{Finding, Located, Place};
pub(crate) use labelled::{Hasher, Labelled};
pub use rules::{Level, Rule};

use crate::cause::{Cause, Severity};
use crate::record::{Record, RecordKind};
use ids::{IdKind, Ids, fingerprint};
use segments::SegmentSeries;
use version::Version;

/// Faults that rules about values of WARC fields say more exactly.
const JUDGED_HERE: [Cause; 3] = [Cause::TypeMissing, Cause::DateMalformed, Cause::DateReduced];
/// Faults of this program, not of the record: the standard has no cap on blocks.
const NO_FINDING: [Cause; 2] = [Cause::BlockTooLarge, Cause::RevisitResolved];

/// Judges one record by itself: what its reader met, its header, its fields, its block.
///
/// ARC records have no standard; of them, only what the reader met is told.
pub fn judge(record: &Record<'_>) -> Vec<Finding> {
    let is_arc = record.version().starts_with("ARC/");
    let faults = record.faults().iter().filter(|fault| !NO_FINDING.contains(&fault.cause));
    let faults = faults.filter(|fault| is_arc || !JUDGED_HERE.contains(&fault.cause));
    let mut findings: Vec<Finding> = faults.map(Finding::from_fault).collect();
    if is_arc {
        return findings;
    }
    let version = Version::of_line(record.version());
    header::judge(record.head(), record.version(), &mut findings);
    fields::judge(record, version, &mut findings);
    revisit::judge(record, version, &mut findings);
    segments::judge(record, &mut findings);
    // A block that lost bytes agrees with nothing that is said of it.
    if record.faults().iter().all(|fault| fault.severity != Severity::Lost) {
        separator(record, &mut findings);
        content::judge(record, &mut findings);
        // Of a block that the cap cut, digests are judged where it is streamed.
        if record.block().len() as u64 == record.extent().block {
            digests::judge(record, &mut findings);
        }
    }
    findings
}

/// What stands behind the block.
fn separator(record: &Record<'_>, findings: &mut Vec<Finding>) {
    let stray = record.faults().iter().any(|fault| fault.cause == Cause::Separator);
    let separator = record.separator();
    if stray || record.head().is_empty() || separator == b"\r\n\r\n" {
        return;
    }
    let shown = separator[..separator.len().min(16)].escape_ascii();
    let detail = format!("{} bytes stand there: \"{shown}\"", separator.len());
    findings.push(Finding::new(Rule::Separator).detailed(detail));
}

/// Judges the records of all inputs, one after the other.
///
/// Memory is bounded: ids are held as fingerprints of 128 bits, and sorted in temporary files
/// beyond 1.8 million. From there on the targets of references are not compared any more.
#[derive(Debug, Default)]
pub struct Checker {
    ids: Ids,
    segments: SegmentSeries,
}

impl Checker {
    /// Judges a record by itself and against those before it.
    pub fn judge(&mut self, record: &Record<'_>, place: &Place) -> Vec<Finding> {
        let mut findings = judge(record);
        if !record.version().starts_with("ARC/") {
            self.judge_references(record, &mut findings);
            self.judge_segment(record, place, &mut findings);
            self.judge_id(record, place, &mut findings);
        }
        findings
    }

    /// Like [`Checker::judge`], with the digests of blocks that the cap keeps out of memory:
    /// `blocks` reads them again from the same file.
    pub fn judge_whole(
        &mut self,
        record: &Record<'_>,
        place: &Place,
        blocks: &mut dyn Blocks,
    ) -> Vec<Finding> {
        let mut findings = self.judge(record, place);
        let is_cut = (record.block().len() as u64) < record.extent().block;
        if is_cut
            && record.is_sound()
            && let Err(error) = digests::judge_streamed(record, blocks, &mut findings)
        {
            findings.push(Finding::unreadable(&error));
        }
        findings
    }

    /// What only all records together show.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub fn finish(self) -> io::Result<Vec<Located>> {
        let mut found = self.ids.finish()?;
        found.extend(self.segments.finish());
        Ok(found)
    }

    fn judge_id(&mut self, record: &Record<'_>, place: &Place, findings: &mut Vec<Finding>) {
        let Some(id) = record.record_id() else { return };
        let kind = IdKind::of_record(record.kind());
        if !self.ids.insert(fingerprint(&[id]), kind, place) {
            let found = Finding::of_field(Rule::RecordIdRepeated, "WARC-Record-ID", id);
            findings.push(found.detailed("an earlier record has it, too"));
        }
    }

    /// Records before this one that it names, but that are not what the field says.
    fn judge_references(&self, record: &Record<'_>, findings: &mut Vec<Finding>) {
        let kind_of = |name| {
            let value = record.header(name)?;
            let id = fingerprint(&[crate::record::unbracketed(value)]);
            Some((value, self.ids.kind(&id)?))
        };
        let mut wrong = |rule, name, value, is: &str| {
            findings.push(Finding::of_field(rule, name, value).detailed(is));
        };
        if let Some((value, kind)) = kind_of("WARC-Warcinfo-ID")
            && kind != IdKind::Warcinfo
        {
            wrong(Rule::WarcinfoIdTarget, "WARC-Warcinfo-ID", value, "that record is no warcinfo");
        }
        if *record.kind() == RecordKind::Continuation
            && let Some((value, IdKind::Continuation)) = kind_of("WARC-Segment-Origin-ID")
        {
            let is = "that record is a continuation";
            wrong(Rule::SegmentOriginTarget, "WARC-Segment-Origin-ID", value, is);
        }
    }

    fn judge_segment(&mut self, record: &Record<'_>, place: &Place, findings: &mut Vec<Finding>) {
        let Some((origin, number)) = segments::membership(record) else { return };
        let written = number.to_string();
        let segment = fingerprint(&["segment", &data_encoding::HEXLOWER.encode(&origin), &written]);
        if !self.ids.insert(segment, IdKind::Segment, place) {
            let name = "WARC-Segment-Number";
            let found = Finding::of_field(Rule::SegmentRepeated, name, &written);
            findings.push(found.detailed("an earlier segment of the record has it, too"));
            return;
        }
        self.segments.observe((origin, number), record, place, findings);
    }
}

#[cfg(test)]
mod tests;
