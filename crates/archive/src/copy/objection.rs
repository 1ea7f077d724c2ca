//! What the rules of the standard object to, as something that can be mended.

use crate::record::Record;
use crate::standard::{self, Finding, Level, Rule};

/// Something that keeps a record from conforming.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Objection {
    /// The record lacks a field that its type demands.
    Missing(String),
    /// A field that the record may not have, or its value.
    Field(String),
    /// How the header or the separator is written; a new one cures it.
    Written(&'static str),
    /// Something that no change of a header mends: the rule.
    Other(&'static str),
}

impl Objection {
    /// What is wrong, for a log.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Missing(field) => format!("{field} is missing"),
            Self::Field(field) => format!("{field} breaks a rule"),
            Self::Written(rule) | Self::Other(rule) => (*rule).to_owned(),
        }
    }
}

/// Fields that rules are about which name none.
const FIELDS: &[(Rule, &str)] = &[
    (Rule::WarcFields, "Content-Type"),
    // Without its number, a record is no segment.
    (Rule::SegmentTarget, "WARC-Segment-Number"),
];
/// Rules on how a header is written: they hold of every header that is written anew.
const WRITTEN: &[Rule] = &[
    Rule::VersionLine,
    Rule::ByteOrderMark,
    Rule::HeaderLineEnd,
    Rule::HeaderLine,
    Rule::HeaderEncoding,
    Rule::Separator,
    Rule::ContentLength,
    Rule::ContentLengthConflict,
    Rule::ContentLengthLies,
];

/// Rules on the bytes of a block: they need all of it.
const OF_BLOCKS: &[Rule] = &[Rule::BlockDigest, Rule::PayloadDigest, Rule::WarcFields];

/// What the rules for one record object to.
pub(super) fn of_record(record: &Record<'_>) -> Vec<Objection> {
    of_findings(record, &standard::judge(record))
}

/// What findings object to; notes are none.
pub(super) fn of_findings(record: &Record<'_>, findings: &[Finding]) -> Vec<Objection> {
    // The cap bounds what memory holds of a record, and says nothing of the record.
    let is_cut = (record.block().len() as u64) < record.extent().block;
    let counts = |finding: &&Finding| {
        let of_block = finding.rule.is_some_and(|rule| OF_BLOCKS.contains(&rule));
        finding.level != Level::Note && !(is_cut && of_block)
    };
    findings.iter().filter(counts).map(objection).collect()
}

fn objection(finding: &Finding) -> Objection {
    let Some(rule) = finding.rule else { return Objection::Other(finding.sentence()) };
    if WRITTEN.contains(&rule) {
        return Objection::Written(rule.sentence());
    }
    if rule == Rule::RevisitDigest {
        return Objection::Missing("WARC-Payload-Digest".to_owned());
    }
    let known = FIELDS.iter().find(|(known, _)| *known == rule).map(|(_, field)| *field);
    let Some(field) = known.map(str::to_owned).or_else(|| finding.field.clone()) else {
        return Objection::Other(finding.sentence());
    };
    if rule.id().ends_with("-missing") {
        Objection::Missing(field)
    } else {
        Objection::Field(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Item, Limits, Reader};

    #[test]
    fn findings_become_what_can_be_mended() {
        let field = |name: &str| Objection::Field(name.to_owned());
        let missing = |name: &str| Objection::Missing(name.to_owned());
        for (lines, expected) in [
            ("WARC-Type: resource\r\nWARC-Target-URI: http://a.example/", vec![]),
            ("WARC-Type: resource", vec![missing("WARC-Target-URI")]),
            ("WARC-Type: metadata\r\nWARC-IP-Address: x", vec![field("WARC-IP-Address")]),
            ("WARC-Type: metadata\r\nWARC-Filename: x", vec![field("WARC-Filename")]),
        ] {
            let bytes = format!(
                "WARC/1.1\r\nWARC-Record-ID: <urn:a:1>\r\nWARC-Date: 2020\r\n{lines}\r\n\
                 Content-Length: 0\r\n\r\n\r\n\r\n"
            );
            let mut reader = Reader::from_bytes(bytes.as_bytes(), &Limits::default());
            let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
            assert_eq!(of_record(&record), expected, "{lines}");
        }
        let bytes = b"WARC/1.1\nWARC-Record-ID: <urn:a:1>\nWARC-Date: 2020\nWARC-Type: metadata\n\
                      Content-Length: 0\n\n\n\n";
        let mut reader = Reader::from_bytes(bytes, &Limits::default());
        let Some(Item::Record(record)) = reader.next() else { panic!("no record") };
        let written = |o: &Objection| matches!(o, Objection::Written(_));
        let objections = of_record(&record);
        assert!(!objections.is_empty() && objections.iter().all(written), "{objections:?}");
    }
}
