//! `scutch archive repair`.

use std::io::Write as _;
use std::path::PathBuf;

use scutch_archive::{Cause, Record, RecordKind, Severity, WarcDate, WarcWriter, digest};
use serde_json::json;

use super::walk::{Depth, WalkItem, walk};
use crate::exit::Exit;
use crate::output::{apart, new_output};
use crate::talk::{self, Talk};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Writes WARC/1.1 with one gzip member per record. ARC records are converted. \
    Records that lost bytes are written with WARC-Truncated; every loss and change is a line of \
    the log."
)]
pub(crate) struct RepairArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_parser = crate::named::input())]
    inputs: Vec<String>,
    /// The archive to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Where to write what was lost and changed, as JSON lines [default: standard error].
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// Runs `scutch archive repair`. The output must not exist: the damaged original may be the only
/// copy.
pub(crate) fn run(args: &RepairArgs, talk: Talk) -> anyhow::Result<Exit> {
    apart([Some(&*args.output), args.log.as_deref()])?;
    // One member per record, so that an index can point at each (ISO 28500, annex D).
    let mut writer = WarcWriter::gzip(new_output(&args.output)?);
    let mut log: Box<dyn std::io::Write> = match &args.log {
        Some(path) => Box::new(new_output(path)?),
        None => Box::new(talk::Lines),
    };
    let (mut records, mut mended, mut lost) = (0_u64, 0_u64, 0_u64);
    walk(&args.inputs, None, Depth::Whole, |file, item| {
        let changes = changes(&item);
        let what = if matches!(item, WalkItem::Record(_)) { "kept" } else { "lost" };
        for Change { offset, cause, detail } in &changes {
            let line = json!({ "file": file.name, "offset": offset, "record": what,
                "reason": cause.id(), "sentence": cause.sentence(), "detail": detail });
            writeln!(log, "{line}")?;
        }
        match item {
            WalkItem::Record(record) => {
                records += 1;
                mended += u64::from(!changes.is_empty());
                let fields = fields(&record);
                let fields: Vec<_> = fields.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
                writer.write(&fields, record.block())?;
            }
            WalkItem::Damage(_) => lost += 1,
            WalkItem::Line(_) => {}
        }
        Ok(())
    })?;
    // An archive without a record would be an empty file that looks like a result.
    if records > 0 {
        writer.into_inner().flush()?;
    }
    log.flush()?;
    talk.say(format_args!(
        "{records} records written to {}, {mended} of them mended; {lost} ranges lost",
        args.output.display()
    ));
    Ok(if records == 0 { Exit::Nothing } else { Exit::Done })
}

/// A loss or change, as the log has it.
struct Change {
    offset: u64,
    cause: Cause,
    detail: String,
}

/// What the log says about a step: changes of a record, or the loss of a range.
fn changes(item: &WalkItem<'_>) -> Vec<Change> {
    match item {
        WalkItem::Record(record) => {
            let offset = record.location().offset;
            let faults = record.faults().iter().filter(|fault| fault.severity != Severity::Note);
            let change = |cause, detail: &str| Change { offset, cause, detail: detail.to_owned() };
            // Notes change no byte of the copy, so the log leaves them out.
            faults.map(|fault| change(fault.cause, &fault.detail)).collect()
        }
        WalkItem::Damage(damage) => {
            let (offset, cause) = (damage.offset, damage.cause);
            vec![Change { offset, cause, detail: damage.detail.to_string() }]
        }
        WalkItem::Line(_) => Vec::new(),
    }
}

/// The record's fields; those that the standard demands are made where they are missing.
fn fields(record: &Record<'_>) -> Vec<(String, String)> {
    let is_arc = record.version().starts_with("ARC/");
    let truncated = record.faults().iter().any(|f| f.severity == Severity::Lost);
    let kind = match record.kind() {
        RecordKind::Filedesc => "warcinfo",
        // A record without a type still has bytes; `resource` demands least of it.
        kind if kind.name().is_empty() => "resource",
        kind => kind.name(),
    };
    let mut fields = vec![("WARC-Type".to_owned(), kind.to_owned())];
    let id = record.record_id().map_or_else(|| made_id(record), |id| format!("<{id}>"));
    fields.push(("WARC-Record-ID".to_owned(), id));
    // The standard demands a date. The epoch is recognisably none.
    let date = record.date().map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), WarcDate::w3c);
    fields.push(("WARC-Date".to_owned(), date));
    let made = ["WARC-Type", "WARC-Record-ID", "WARC-Date", "Content-Length", "WARC-Truncated"];
    for (name, value) in record.headers() {
        let known = made.iter().any(|made| made.eq_ignore_ascii_case(name));
        // Digests of a whole block or payload no longer hold for a part of it.
        let wrong = truncated && name.to_ascii_lowercase().ends_with("-digest");
        // A warcinfo record describes the file, not something on the Web (ISO 28500, 5.14).
        let forbidden = kind == "warcinfo" && name.eq_ignore_ascii_case("WARC-Target-URI");
        if !known && !wrong && !forbidden {
            fields.push((name.to_owned(), value.to_owned()));
        }
    }
    if truncated {
        fields.push(("WARC-Truncated".to_owned(), "unspecified".to_owned()));
    }
    // Old digests were dropped above, or never existed; the bytes written now get their own.
    if is_arc || truncated {
        let digest = format!("sha1:{}", digest::sha1_base32(record.block()));
        fields.push(("WARC-Block-Digest".to_owned(), digest));
    }
    fields
}

/// An id made from the record alone, in the form of a version 5 UUID (RFC 9562), so that a second
/// repair writes the same bytes.
fn made_id(record: &Record<'_>) -> String {
    let place = record.location();
    let url = record.target_uri().unwrap_or_default();
    let date = record.header("WARC-Date").unwrap_or_default();
    let mut name =
        format!("{url}\n{date}\n{}\n{}\n", place.offset, place.inner_offset).into_bytes();
    name.extend_from_slice(record.block());
    let hex = digest::sha256_hex(&name);
    // Version 5 and variant bits are set, the rest is hash (RFC 9562, section 5.5).
    let variant = ["8", "9", "a", "b"][usize::from(hex.as_bytes()[16] % 4)];
    let (a, b, c) = (&hex[..8], &hex[8..12], &hex[13..16]);
    format!("<urn:uuid:{a}-{b}-5{c}-{variant}{}-{}>", &hex[17..20], &hex[20..32])
}
