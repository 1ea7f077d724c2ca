//! `scutch archive check`.

use std::io::{self, BufWriter, Write as _};

use scutch_archive::{
    Cause, Damage, Limits, Record, RecordKind, Severity, capture, digest, digest::DigestStatus,
};
use scutch_foreign::escaped;
use serde_json::{Value, json};

use super::walk::{Depth, WalkItem, walk};
use crate::exit::Exit;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_parser = crate::named::input())]
    inputs: Vec<String>,
    /// One JSON object per finding.
    #[arg(long)]
    json: bool,
    /// Leave out what is noteworthy only.
    #[arg(long)]
    no_notes: bool,
}

/// A fault of a record or of a range of bytes.
struct Finding {
    severity: Severity,
    /// Reason id.
    reason: &'static str,
    /// Section of ISO 28500:2017.
    rule: &'static str,
    sentence: String,
    /// What mends it.
    repair: &'static str,
}

/// The rules of ISO 28500:2017 on fields: field, section, types that need it (none: all).
const DEMANDED: &[(&str, &str, &[&str])] = &[
    ("WARC-Record-ID", "5.2", &[]),
    ("Content-Length", "5.3", &[]),
    ("WARC-Date", "5.4", &[]),
    ("WARC-Type", "5.5", &[]),
    (
        "WARC-Target-URI",
        "5.14",
        &["response", "resource", "request", "revisit", "conversion", "continuation"],
    ),
    ("WARC-Profile", "5.18", &["revisit"]),
    ("WARC-Segment-Origin-ID", "5.21", &["continuation"]),
];
/// Fields that records of a type must not have.
const FORBIDDEN: &[(&str, &str, &[&str])] = &[
    ("WARC-Target-URI", "5.14", &["warcinfo"]),
    ("WARC-Warcinfo-ID", "5.16", &["warcinfo"]),
    ("WARC-Refers-To", "5.11", &["warcinfo", "response", "resource", "request", "continuation"]),
];

/// Causes that can be mended: the section of the standard, and the repair.
const MENDED: &[(Cause, &str, &str)] = &[
    (Cause::SharedMember, "annex D.3", "`scutch archive repair` gives each record a member"),
    (Cause::SpansMembers, "annex D.3", "`scutch archive repair` gives each record a member"),
    (Cause::ByteOrderMark, "4", "`scutch archive repair` leaves it out"),
    (Cause::HeaderLine, "4", "`scutch archive repair` leaves the line out"),
    (Cause::HeaderEncoding, "4", "`scutch archive repair` writes UTF-8"),
    (Cause::ContentLength, "5.3", "`scutch archive repair` writes the length found"),
    (Cause::ContentLengthConflict, "5.3", "`scutch archive repair` writes the length found"),
    (Cause::ContentLengthLies, "5.3", "`scutch archive repair` writes the length found"),
    (Cause::Separator, "4", "`scutch archive repair` ends records with two line ends"),
    (Cause::DateReduced, "5.4", "none needed where the version is 1.1"),
    (Cause::DateMalformed, "5.4", "`scutch archive repair` writes 1970-01-01"),
    (Cause::VersionUnknown, "4", "`scutch archive repair` writes WARC/1.1"),
    (Cause::RecordTruncated, "5.15", "`scutch archive repair` keeps what is there and marks it"),
];
/// The repair for everything that cannot be mended.
const LOST: &str = "none: fetch the file again if you can; `scutch archive repair` keeps the rest";

/// Runs `scutch archive check`. Notes alone do not make an archive unsound; faults and losses exit
/// with 4.
pub(crate) fn run(args: &CheckArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut records, mut found) = (0_u64, [0_u64; 3]);
    walk(&args.inputs, None, Depth::Whole, |file, item| {
        let (offset, findings) = match &item {
            WalkItem::Line(_) => return Ok(()),
            WalkItem::Record(record) => {
                records += 1;
                (record.location().offset, record_findings(record))
            }
            WalkItem::Damage(damage) => (damage.offset, vec![damage_finding(damage)]),
        };
        for finding in findings {
            // Counted before `--no-notes` hides it: the sum is about the archive, not about the
            // output.
            found[finding.severity as usize] += 1;
            if args.no_notes && finding.severity == Severity::Note {
                continue;
            }
            match args.json {
                true => writeln!(out, "{}", finding.json(&file.name, offset))?,
                false => writeln!(out, "{}", escaped(&finding.line(&file.name, offset)))?,
            }
        }
        Ok(())
    })?;
    out.flush()?;
    let [notes, repaired, lost] = found;
    talk.say(format_args!("{records} records: {lost} losses, {repaired} faults, {notes} notes"));
    Ok(if lost + repaired > 0 { Exit::Damage } else { Exit::Done })
}

impl Finding {
    /// The finding as a JSON object.
    fn json(&self, file: &str, offset: u64) -> Value {
        json!({ "file": file, "offset": offset, "severity": self.severity.as_str(),
            "reason": self.reason, "rule": self.rule, "sentence": self.sentence,
            "repair": self.repair })
    }

    /// The finding as `file:offset: ...`, which editors and `grep` users know.
    fn line(&self, file: &str, offset: u64) -> String {
        let Self { severity, rule, sentence, repair, .. } = self;
        let severity = severity.as_str();
        format!("{file}:{offset}: {severity}: {sentence} [ISO 28500, {rule}] {repair}")
    }
}

/// A range of bytes in no record.
fn damage_finding(damage: &Damage) -> Finding {
    let mut sentence = format!("{} {} bytes are lost.", damage.cause.sentence(), damage.length);
    if !damage.detail.is_empty() {
        sentence = format!("{sentence} ({})", damage.detail);
    }
    finding(damage.cause, Severity::Lost, sentence)
}

/// A finding with the section and the repair of its cause.
fn finding(cause: Cause, severity: Severity, sentence: String) -> Finding {
    let mended = MENDED.iter().find(|(known, ..)| *known == cause);
    // Section 4 has the grammar of records, which all other damage breaks.
    let (rule, repair) = mended.map_or(("4", LOST), |(_, rule, repair)| (rule, repair));
    Finding { severity, reason: cause.id(), rule, sentence, repair }
}

/// What is wrong with a record: what its reader met, then its fields, then its digests.
fn record_findings(record: &Record<'_>) -> Vec<Finding> {
    let faults = record.faults().iter().map(|fault| {
        let detail =
            if fault.detail.is_empty() { String::new() } else { format!(" ({})", fault.detail) };
        finding(fault.cause, fault.severity, format!("{}{detail}", fault.cause.sentence()))
    });
    let mut findings: Vec<Finding> = faults.collect();
    // ARC has no such fields, and a record that lost bytes cannot agree with its digests.
    if !record.version().starts_with("ARC/") {
        fields(record, &mut findings);
        if record.faults().iter().all(|fault| fault.severity != Severity::Lost) {
            digests(record, &mut findings);
        }
    }
    findings
}

/// Fields that are missing, forbidden or malformed for the record's type.
fn fields(record: &Record<'_>, findings: &mut Vec<Finding>) {
    let kind = record.kind().name();
    let of_type = |types: &[&str]| types.is_empty() || types.contains(&kind);
    let mut add = |reason, rule, sentence| {
        let repair = "`scutch archive repair` writes what can be made; the rest is unknown";
        findings.push(Finding { severity: Severity::Repaired, reason, rule, sentence, repair });
    };
    for (field, rule, types) in DEMANDED {
        // A field without a value says as little as a missing one.
        if of_type(types) && record.header(field).is_none_or(|value| value.trim().is_empty()) {
            add("field-missing", rule, format!("A {kind} record must have {field}."));
        }
    }
    for (field, rule, types) in FORBIDDEN {
        if of_type(types) && record.header(field).is_some() {
            add("field-forbidden", rule, format!("A {kind} record must not have {field}."));
        }
    }
    let bracketed = record.header("WARC-Record-ID").map(str::trim);
    if bracketed.is_some_and(|id| !(id.starts_with('<') && id.ends_with('>') && id.contains(':'))) {
        let sentence = "WARC-Record-ID must be a URI in angle brackets.".to_owned();
        add("record-id-form", "5.2", sentence);
    }
}

/// Declared digests that do not agree with the bytes.
fn digests(record: &Record<'_>, findings: &mut Vec<Finding>) {
    let mut add = |field: &str, rule, status: DigestStatus| {
        let (severity, what) = match status {
            DigestStatus::Disagree => (Severity::Repaired, "does not agree with the bytes"),
            DigestStatus::Malformed => (Severity::Note, "cannot be read"),
            DigestStatus::Agree | DigestStatus::Absent => return,
        };
        let sentence = format!("{field} {what}: {}.", record.header(field).unwrap_or_default());
        let repair = "none: either the digest or the bytes are wrong";
        findings.push(Finding { severity, reason: "digest", rule, sentence, repair });
    };
    let block = digest::verdict(record.header("WARC-Block-Digest"), &[record.block()]);
    add("WARC-Block-Digest", "5.8", block);
    // The digest of a revisit belongs to a payload that the record does not hold.
    if *record.kind() != RecordKind::Revisit
        && let Ok(capture) = capture(record, &Limits::default())
    {
        let candidates =
            // Crawlers hash the body as sent, without chunks, or decoded. Agreement with any of
            // them is sound.
            [capture.body, &*capture.payload.after_transfer, &*capture.payload.content];
        let payload = digest::verdict(record.header("WARC-Payload-Digest"), &candidates);
        add("WARC-Payload-Digest", "5.9", payload);
    }
}
