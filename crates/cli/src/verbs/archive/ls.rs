//! `scutch archive ls`.

use std::borrow::Cow;
use std::io::{self, Write};

use scutch_archive::{Damage, Severity};
use scutch_folder::inputs::InputFile;
use scutch_foreign::cell;
use scutch_plot::number::{counted, plural};

use super::facts::{self, Facts};
use super::select::SelectArgs;
use super::walk::{Depth, LostLine, WalkItem, walk};
use crate::exit::Exit;
use crate::named::input;
use crate::output;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct LsArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_parser = input())]
    inputs: Vec<String>,
    /// One JSON object per line.
    #[arg(long)]
    json: bool,
    /// Compute payload digests where none is declared or the declared one is wrong.
    #[arg(long)]
    digest: bool,
    #[command(flatten)]
    select: SelectArgs,
}

/// The lines written so far.
struct Listing<'a, W> {
    args: &'a LsArgs,
    out: W,
    records: u64,
    /// Records that lost no bytes.
    good: u64,
    /// Damaged ranges, and lines of the index that lead nowhere.
    ranges: u64,
}

/// Runs `scutch archive ls`.
pub(crate) fn run(args: &LsArgs, talk: Talk) -> anyhow::Result<Exit> {
    let selection = args.select.read()?;
    let out: Box<dyn Write> = match args.json {
        true => Box::new(output::output(None)?),
        false => Box::new(output::text()),
    };
    let mut listing = Listing { args, out, records: 0, good: 0, ranges: 0 };
    walk(&args.inputs, args.select.cdx.as_deref(), Depth::Whole, |file, item| {
        match item {
            WalkItem::Record(record) => {
                let facts = Facts::from_record(&record);
                if selection.takes(&facts) {
                    listing.record(file, &facts)?;
                }
            }
            // No filter can hold for a damaged range: it has neither URL nor status.
            WalkItem::Damage(damage) if selection.is_all() => listing.damage(file, &damage)?,
            WalkItem::Damage(_) => {}
            WalkItem::Line(lost) => listing.lost_line(lost)?,
        }
        Ok(())
    })?;
    let Listing { mut out, records, good, ranges, .. } = listing;
    out.flush()?;
    let all = counted(records, "record");
    let damaged = plural(ranges, "damaged range or line", "damaged ranges or lines");
    talk.say(format_args!("{all}, {good} without loss, {ranges} {damaged}"));
    if records == 0 {
        selection.tell_unknown(talk);
    }
    Ok(if records == 0 { Exit::Nothing } else { Exit::Done })
}

impl<W: Write> Listing<'_, W> {
    /// Writes the line of a record.
    fn record(&mut self, file: &InputFile, facts: &Facts<'_>) -> anyhow::Result<()> {
        self.records += 1;
        self.good += u64::from(facts.faults().iter().all(|f| f.1 != Severity::Lost));
        match self.args.json {
            true => writeln!(self.out, "{}", facts.json(file, self.args.digest)?)?,
            false => writeln!(self.out, "{}", line(file, facts, self.args.digest)?)?,
        }
        Ok(())
    }

    /// Writes the line of a damaged range, with `!` in place of a type.
    fn damage(&mut self, file: &InputFile, damage: &Damage) -> io::Result<()> {
        self.ranges += 1;
        if self.args.json {
            return writeln!(self.out, "{}", facts::damage_json(&file.name, damage));
        }
        let (offset, length, cause) = (damage.offset, damage.length, damage.cause.id());
        writeln!(self.out, "{}\t{offset}\t{length}\t!\t-\t-\t-\t-\tlost:{cause}", file.name)
    }

    /// Writes the line of an index line that leads to no record.
    fn lost_line(&mut self, lost: LostLine) -> io::Result<()> {
        self.ranges += 1;
        if self.args.json {
            return writeln!(self.out, "{}", facts::line_json(&lost));
        }
        let LostLine { index, line, reason, sentence } = lost;
        writeln!(self.out, "{index}\t{line}\t-\t!\t-\t-\t-\t-\tlost:{reason} {sentence}")
    }
}

/// A line of nine fields between tabs: file, offset, length, type, date, status, mime, url, faults.
fn line(file: &InputFile, facts: &Facts<'_>, compute: bool) -> anyhow::Result<String> {
    let place = facts.record.location();
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let mut faults: Vec<String> =
        facts.faults().iter().map(|(id, severity)| format!("{}:{id}", severity.as_str())).collect();
    // Digests read the whole payload, so only those who ask pay for them.
    if compute {
        faults.extend(facts.true_digest(file)?.map(Cow::into_owned));
    }
    let fields = [
        file.name.clone(),
        place.offset.to_string(),
        place.length.to_string(),
        facts.record.kind().name().to_owned(),
        or_dash(facts.timestamp()),
        or_dash(facts.status().map(|s| s.to_string())),
        or_dash(facts.mime()),
        or_dash(facts.record.target_uri().map(str::to_owned)),
        or_dash((!faults.is_empty()).then(|| faults.join(" "))),
    ];
    // URLs of old crawls hold tabs and line breaks, which would break the columns.
    Ok(fields.map(|field| cell(&field).into_owned()).join("\t"))
}
