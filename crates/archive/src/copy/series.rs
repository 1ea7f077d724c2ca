//! Rules about records together: segments, and the records that others name.

use std::collections::HashMap;

use super::objection::{self, Objection};
use super::relations::id_key;
use crate::record::{Record, RecordKind};
use crate::standard::{Checker, Place, Rule};

const NUMBER: &str = "WARC-Segment-Number";
const TOTAL: &str = "WARC-Segment-Total-Length";

/// What was written of segmented records, and the rules that compare records.
#[derive(Debug, Default)]
pub(super) struct Series {
    checker: Checker,
    segments: HashMap<u128, Written>,
}

/// The segments of one record so far.
#[derive(Debug, Default)]
struct Written {
    count: u64,
    highest: u64,
    bytes: u64,
}

impl Series {
    /// What keeps a record from standing behind those before it. A record without objections counts
    /// as written.
    pub(super) fn objections(&mut self, record: &Record<'_>) -> Vec<Objection> {
        let mut findings = self.checker.judge(record, &Place::default());
        // Ids were compared before, and a second judgement finds its own.
        findings.retain(|finding| finding.rule != Some(Rule::RecordIdRepeated));
        let mut objections = objection::of_findings(record, &findings);
        if objections.is_empty() {
            objections.extend(self.total(record));
        }
        objections
    }

    /// A length of the whole that is not the sum of all segments.
    fn total(&mut self, record: &Record<'_>) -> Option<Objection> {
        let number: u64 = record.header(NUMBER)?.trim().parse().ok()?;
        let is_continuation = *record.kind() == RecordKind::Continuation;
        let origin = if is_continuation { "WARC-Segment-Origin-ID" } else { "WARC-Record-ID" };
        let written = self.segments.entry(id_key(record.header(origin)?)).or_default();
        if record.header(TOTAL).is_none() || number > written.highest {
            written.count += 1;
            written.highest = written.highest.max(number);
            written.bytes = written.bytes.saturating_add(record.extent().block);
        }
        let said: u64 = record.header(TOTAL)?.trim().parse().ok()?;
        let is_all = written.count == written.highest;
        (is_all && said != written.bytes).then(|| Objection::Field(TOTAL.to_owned()))
    }
}
