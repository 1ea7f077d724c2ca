//! `scutch archive repair`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use scutch_archive::copy::{Change, ChangeReason, Copier, Original, Outcome};
use scutch_archive::{Compression, Damage, Record, Severity};
use scutch_folder::inputs::InputFile;
use scutch_foreign::escaped_json;
use scutch_plot::number::counted;
use serde_json::{Value, json};

use super::examples;
use super::walk::{Depth, Opened, WalkItem, unread, walk};
use crate::exit::Exit;
use crate::output::{Output, apart, new_output};
use crate::talk::{self, Talk};

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("Sound records are copied byte by byte, each into a gzip member of its own. ARC \
    records become WARC/1.1. Nothing is made up: a record that no change mends is left out. Every \
    loss and change is a line of the log.\n\n{}", examples::REPAIR)
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

/// Where lines of the log go.
enum Log {
    File(Output),
    Stderr,
}

impl Log {
    /// Writes a line.
    fn line(&mut self, line: &Value) -> io::Result<()> {
        match self {
            Self::File(file) => writeln!(file, "{line}"),
            Self::Stderr => writeln!(talk::Lines, "{}", escaped_json(&line.to_string())),
        }
    }

    /// Puts a log file in its place.
    fn end(self) -> io::Result<()> {
        match self {
            Self::File(file) => file.publish(),
            Self::Stderr => Ok(()),
        }
    }
}

/// Runs `scutch archive repair`. The output must not exist: the damaged original may be the only
/// copy.
pub(crate) fn run(args: &RepairArgs, talk: Talk) -> anyhow::Result<Exit> {
    apart([Some(&*args.output), args.log.as_deref()])?;
    let out = new_output(&args.output)?;
    let stored = Compression::from_name(&args.output).unwrap_or(Compression::Gzip);
    let log = match &args.log {
        Some(path) => Log::File(new_output(path)?),
        None => Log::Stderr,
    };
    let mut repair = Repair {
        copier: Copier::new(out, stored),
        opened: Opened::default(),
        log,
        counts: Counts::default(),
    };
    walk(&args.inputs, None, Depth::Whole, |file, item| match item {
        WalkItem::Record(record) => repair.record(file, &record),
        WalkItem::Damage(damage) => repair.damage(file, &damage),
        WalkItem::Line(_) => Ok(()),
    })?;
    let Repair { copier, log, counts, .. } = repair;
    // An archive without a record would be an empty file that looks like a result.
    if counts.written > 0 {
        copier.into_inner().publish()?;
    }
    // Behind the archive: a log without it would tell of records that are nowhere.
    log.end()?;
    let Counts { written, mended, left_out, lost } = counts;
    let shown = args.output.display();
    let [records, out] = [written, left_out].map(|n| counted(n, "record"));
    let ranges = counted(lost, "range");
    talk.say(format_args!(
        "{records} written to {shown}, {mended} of them mended; {out} left out, {ranges} lost"
    ));
    Ok(if written == 0 { Exit::Nothing } else { Exit::Done })
}

/// What a repair did, in records.
#[derive(Debug, Default)]
struct Counts {
    written: u64,
    /// Of those written, records that were changed.
    mended: u64,
    /// Records that no change mends.
    left_out: u64,
    /// Ranges of bytes without a record.
    lost: u64,
}

/// A repair under way.
struct Repair {
    copier: Copier<Output>,
    opened: Opened<'static>,
    log: Log,
    counts: Counts,
}

impl Repair {
    /// Writes a record, and to the log what is wrong with it and what was changed.
    fn record(&mut self, file: &InputFile, record: &Record<'_>) -> anyhow::Result<()> {
        let bytes = self.opened.file(file)?;
        let original = Original { record, bytes, file: &file.name };
        let copied = self.copier.repair(original);
        let (outcome, changes) = copied.with_context(|| unread(file, record))?;
        let kept = outcome != Outcome::LeftOut;
        let state = if kept { "kept" } else { "left-out" };
        let offset = record.location().offset;
        // Notes change no byte of the copy, so the log leaves them out.
        for fault in record.faults().iter().filter(|fault| fault.severity != Severity::Note) {
            let (reason, sentence) = (fault.cause.id(), fault.cause.sentence());
            self.log.line(&json!({ "file": file.name, "offset": offset, "record": state,
                "reason": reason, "sentence": sentence, "detail": fault.detail }))?;
        }
        for change in &changes {
            self.log.line(&change_json(&file.name, record, state, change))?;
        }
        self.counts.written += u64::from(kept);
        self.counts.left_out += u64::from(!kept);
        self.counts.mended += u64::from(outcome == Outcome::Changed);
        Ok(())
    }

    /// Writes a range that no record came out of to the log.
    fn damage(&mut self, file: &InputFile, damage: &Damage) -> anyhow::Result<()> {
        self.counts.lost += 1;
        let Damage { offset, length, cause, detail } = damage;
        let (reason, sentence) = (cause.id(), cause.sentence());
        let line = json!({ "file": file.name, "offset": offset, "length": length,
            "record": "lost", "reason": reason, "sentence": sentence, "detail": detail });
        Ok(self.log.line(&line)?)
    }
}

/// A change as a line of the log.
fn change_json(file: &str, record: &Record<'_>, state: &str, change: &Change) -> Value {
    let Change { reason, field, was, is } = change;
    let mut line = json!({ "file": file, "offset": record.location().offset,
        "inner_offset": record.location().inner_offset, "record": state,
        "id": record.record_id(), "reason": reason.id(), "sentence": reason.sentence() });
    let facts = [("field", field), ("was", was), ("is", is)];
    for (name, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
        line[name] = value.as_str().into();
    }
    // The place alone finds the record again.
    if *reason == ChangeReason::LeftOut {
        line["length"] = record.location().length.into();
    }
    line
}
