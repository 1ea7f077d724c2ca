//! `scutch archive ls`.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write as _};

use scutch_archive::Severity;

use super::facts::{self, Facts};
use super::select::SelectArgs;
use super::walk::{Depth, LostLine, Met, walk};
use crate::exit::Exit;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
pub(crate) struct LsArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true)]
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

pub(crate) fn run(args: &LsArgs, talk: Talk) -> anyhow::Result<Exit> {
    let selection = args.select.read()?;
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut records, mut good, mut ranges) = (0_u64, 0_u64, 0_u64);
    walk(&args.inputs, args.select.cdx.as_deref(), Depth::Whole, |file, item| {
        match item {
            Met::Record(record) => {
                let facts = Facts::of(&record);
                if !selection.takes(&facts) {
                    return Ok(());
                }
                records += 1;
                good += u64::from(facts.faults().iter().all(|f| f.1 != Severity::Lost));
                if args.json {
                    writeln!(out, "{}", facts.json(&file.name, args.digest))?;
                } else {
                    writeln!(out, "{}", line(&file.name, &facts, args.digest))?;
                }
            }
            Met::Damage(damage) if selection.is_all() => {
                ranges += 1;
                if args.json {
                    writeln!(out, "{}", facts::damage_json(&file.name, &damage))?;
                } else {
                    let (offset, length) = (damage.offset, damage.length);
                    let cause = damage.cause.id();
                    writeln!(
                        out,
                        "{}\t{offset}\t{length}\t!\t-\t-\t-\t-\tlost:{cause}",
                        file.name
                    )?;
                }
            }
            Met::Damage(_) => {}
            Met::Line(lost) => {
                ranges += 1;
                if args.json {
                    writeln!(out, "{}", facts::line_json(&lost))?;
                } else {
                    let LostLine { index, line, reason, sentence } = lost;
                    writeln!(out, "{index}\t{line}\t-\t!\t-\t-\t-\t-\tlost:{reason} {sentence}")?;
                }
            }
        }
        Ok(())
    })?;
    out.flush()?;
    talk.say(format_args!(
        "{records} records, {good} without loss, {ranges} damaged ranges or lines"
    ));
    Ok(if records == 0 { Exit::Nothing } else { Exit::Done })
}

/// `file, offset, length, type, date, status, mime, url, faults`, tabs between.
fn line(file: &str, facts: &Facts<'_>, compute: bool) -> String {
    let place = facts.record.location();
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let mut faults: Vec<String> =
        facts.faults().iter().map(|(id, severity)| format!("{}:{id}", severity.as_str())).collect();
    if compute {
        faults.extend(facts.true_digest().map(Cow::into_owned));
    }
    [
        file.to_owned(),
        place.offset.to_string(),
        place.length.to_string(),
        facts.record.kind().name().to_owned(),
        or_dash(facts.timestamp()),
        or_dash(facts.status().map(|s| s.to_string())),
        or_dash(facts.mime()),
        or_dash(facts.record.target_uri().map(str::to_owned)),
        or_dash((!faults.is_empty()).then(|| faults.join(" "))),
    ]
    .map(|field| field.replace(['\t', '\n', '\r'], " "))
    .join("\t")
}
