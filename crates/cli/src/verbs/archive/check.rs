//! `scutch archive check`.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::Context as _;
use scutch_archive::Limits;
use scutch_archive::standard::{Checker, Finding, Level, Located, Place};
use scutch_foreign::escaped;
use scutch_plot::number::counted;
use serde_json::json;

use super::walk::{Depth, Opened, WalkItem, walk};
use crate::exit::Exit;
use crate::output::output;
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

/// Runs `scutch archive check`. Notes alone do not make an archive unsound; errors and losses exit
/// with 4.
pub(crate) fn run(args: &CheckArgs, talk: Talk) -> anyhow::Result<Exit> {
    let out = output(None)?;
    let mut shown = Shown { args, out, found: [0; 3] };
    let (mut checker, mut records) = (Checker::default(), 0_u64);
    let mut name: Arc<str> = "".into();
    let mut opened = Opened::default();
    walk(&args.inputs, None, Depth::Whole, |file, item| {
        if *name != *file.name {
            name = file.name.as_str().into();
        }
        match item {
            WalkItem::Line(_) => {}
            WalkItem::Record(record) => {
                records += 1;
                let place = Place::of_record(&name, &record);
                // Of a larger block, memory holds the start only.
                let findings = match record.extent().block <= Limits::default().block {
                    true => checker.judge(&record, &place),
                    false => checker.judge_whole(&record, &place, opened.file(file)?),
                };
                for finding in &findings {
                    shown.show(&place, finding)?;
                }
            }
            WalkItem::Damage(damage) => {
                let place = Place { file: name.clone(), offset: damage.offset, ..Place::default() };
                shown.show(&place, &Finding::from_damage(&damage))?;
            }
        }
        Ok(())
    })?;
    let late = checker.finish().context("a temporary file for ids failed")?;
    for Located { place, finding } in &late {
        shown.show(place, finding)?;
    }
    shown.out.flush()?;
    let [notes, errors, lost] = shown.found;
    let counts = [(lost, "loss"), (errors, "error"), (notes, "note")];
    let counts = counts.map(|(count, noun)| counted(count, noun)).join(", ");
    let hidden = if args.no_notes && notes > 0 { " (not shown)" } else { "" };
    talk.say(format_args!("{}: {counts}{hidden}", counted(records, "record")));
    Ok(if lost + errors > 0 { Exit::Damage } else { Exit::Done })
}

/// Findings on their way to standard output.
struct Shown<'a, W> {
    args: &'a CheckArgs,
    out: W,
    /// Notes, errors, losses.
    found: [u64; 3],
}

impl<W: Write> Shown<'_, W> {
    /// Counts a finding, and writes it unless it is left out.
    fn show(&mut self, place: &Place, finding: &Finding) -> io::Result<()> {
        // Counted before `--no-notes` hides it: the sum is about the archive, not about the output.
        self.found[finding.level as usize] += 1;
        if self.args.no_notes && finding.level == Level::Note {
            return Ok(());
        }
        match self.args.json {
            true => self.json(place, finding),
            false => self.line(place, finding),
        }
    }

    /// The finding as an object with all that is known.
    fn json(&mut self, place: &Place, finding: &Finding) -> io::Result<()> {
        let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let line = json!({
            "file": *place.file, "offset": place.offset, "inner_offset": place.inner_offset,
            "record_id": known(&place.id), "url": known(&place.url),
            "severity": finding.level.as_str(), "rule": finding.id(),
            "section": finding.section(), "sentence": finding.sentence(),
            "field": finding.field, "value": finding.value, "detail": known(&finding.detail),
        });
        writeln!(self.out, "{line}")
    }

    /// The finding as `file:offset: ...`, which editors and `grep` users know.
    fn line(&mut self, place: &Place, finding: &Finding) -> io::Result<()> {
        let Place { file, offset, inner_offset, .. } = place;
        let (level, id) = (finding.level.as_str(), finding.id());
        let (sentence, section) = (finding.sentence(), finding.section());
        // Values and places are foreign text: nothing of them may reach a terminal raw.
        let what = match (fault(finding), finding.rule) {
            (Some(fault), Some(_)) => format!("{fault}. Rule: {sentence}"),
            (None, Some(_)) => format!("rule not kept: {sentence}"),
            (Some(fault), None) => format!("{sentence} ({fault})"),
            (None, None) => sentence.to_owned(),
        };
        // Several records share the offset of their member.
        let inner = match inner_offset {
            0 => String::new(),
            inner => format!("; inner offset {inner}"),
        };
        let line = format!("{file}:{offset}: {level}: {what} [{id}; ISO 28500, {section}{inner}]");
        writeln!(self.out, "{}", escaped(&line))
    }
}

/// What is wrong, before the rule that it breaks: a rule alone reads as if it were kept.
fn fault(finding: &Finding) -> Option<String> {
    let Finding { field, value, detail, .. } = finding;
    let field = field.as_deref().unwrap_or("it");
    match value {
        Some(value) if detail.is_empty() => Some(format!("{field} is {value:?}")),
        Some(value) => Some(format!("{field} is {value:?}: {detail}")),
        None if detail.is_empty() => None,
        None if finding.field.is_some() => Some(format!("{field}: {detail}")),
        None => Some(detail.clone()),
    }
}
