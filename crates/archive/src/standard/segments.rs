//! Segments of records (ISO 28500, section 7).

use std::collections::HashMap;

use super::finding::{Finding, Located, Place};
use super::ids::{Fingerprint, fingerprint};
use super::rules::Rule;
use crate::record::{Record, RecordKind};

/// Series that are followed. Memory holds some 300 bytes of each; what begins later is judged by
/// its own record alone.
const MOST_SERIES: usize = 1 << 16;

const NUMBER: &str = "WARC-Segment-Number";
const TOTAL: &str = "WARC-Segment-Total-Length";

/// What is known of the segments of one logical record.
#[derive(Debug, Default)]
struct Series {
    target: Option<Fingerprint>,
    /// Segments seen, and their bytes.
    count: u64,
    bytes: u64,
    /// The highest number, and whose it is.
    highest: u64,
    last: Option<Place>,
    /// What the last segment says, and who says so; no number where that cannot be read.
    total: Option<(Option<u64>, Place)>,
}

/// All series of the inputs.
#[derive(Debug, Default)]
pub(super) struct SegmentSeries {
    series: HashMap<Fingerprint, Series>,
}

/// Judges a record by itself.
pub(super) fn judge(record: &Record<'_>, findings: &mut Vec<Finding>) {
    let Some(number) = number(record, NUMBER) else { return };
    let found = |rule| Finding::of_field(rule, NUMBER, &number.to_string());
    if *record.kind() != RecordKind::Continuation {
        if number > 1 {
            findings.push(found(Rule::SegmentFirst));
        }
        use RecordKind::{Metadata, Request, Revisit, Warcinfo};
        if matches!(record.kind(), Warcinfo | Request | Metadata | Revisit) {
            findings.push(Finding::new(Rule::SegmentType));
        }
        return;
    }
    if number == 1 {
        findings.push(found(Rule::SegmentNext));
    }
    for name in ["Content-Type", "WARC-Identified-Payload-Type"] {
        if let Some(value) = record.header(name) {
            findings.push(Finding::of_field(Rule::SegmentFields, name, value));
        }
    }
}

/// A number from 1; `None` where there is none.
fn number(record: &Record<'_>, field: &str) -> Option<u64> {
    record.header(field)?.parse().ok().filter(|n| *n > 0)
}

/// The series that a record belongs to, and its number there.
pub(super) fn membership(record: &Record<'_>) -> Option<(Fingerprint, u64)> {
    let number = number(record, NUMBER)?;
    let is_continuation = *record.kind() == RecordKind::Continuation;
    // A number that is wrong by itself says nothing about others.
    if is_continuation == (number == 1) {
        return None;
    }
    let origin = if is_continuation { "WARC-Segment-Origin-ID" } else { "WARC-Record-ID" };
    let origin = record.header(origin)?;
    Some((fingerprint(&[origin.trim_matches(['<', '>'])]), number))
}

impl SegmentSeries {
    /// Takes a segment, once for each number of its series.
    pub(super) fn observe(
        &mut self,
        (origin, number): (Fingerprint, u64),
        record: &Record<'_>,
        place: &Place,
        findings: &mut Vec<Finding>,
    ) {
        if self.series.len() >= MOST_SERIES && !self.series.contains_key(&origin) {
            return;
        }
        let series = self.series.entry(origin).or_default();
        let url = record.target_uri().unwrap_or_default();
        let target = fingerprint(&[url]);
        if *series.target.get_or_insert(target) != target {
            findings.push(Finding::of_field(Rule::SegmentTarget, "WARC-Target-URI", url));
        }
        series.count += 1;
        series.bytes = series.bytes.saturating_add(record.extent().block);
        if number > series.highest {
            series.highest = number;
            series.last = Some(place.clone());
        }
        if let Some(total) = record.header(TOTAL) {
            series.total = Some((total.parse().ok(), place.clone()));
        }
    }

    /// What only the whole of the inputs shows.
    pub(super) fn finish(self) -> Vec<Located> {
        let mut found: Vec<Located> =
            self.series.into_values().filter_map(Series::finish).collect();
        // The order of a map is chance.
        found.sort_by(|a, b| a.place.cmp(&b.place));
        found
    }
}

impl Series {
    fn finish(self) -> Option<Located> {
        match (self.total, self.last) {
            (Some((said, place)), _) => {
                // Without all segments their sum says nothing.
                let said = said.filter(|_| self.count == self.highest)?;
                let broken = self.bytes != said;
                let detail = format!("the segments have {} bytes", self.bytes);
                let finding = Finding::of_field(Rule::SegmentTotal, TOTAL, &said.to_string());
                broken.then(|| Located { finding: finding.detailed(detail), place })
            }
            // The first segment alone says nothing about others.
            (None, Some(place)) if self.highest > 1 => {
                let detail = format!("segment {} is the last one here", self.highest);
                let finding = Finding::new(Rule::SegmentLast).detailed(detail);
                Some(Located { finding, place })
            }
            _ => None,
        }
    }
}
