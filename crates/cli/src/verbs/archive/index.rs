//! `scutch archive index`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::RecordKind;
use scutch_archive::cdx::{self, Line, Sorter};

use super::facts::Facts;
use super::select::SelectArgs;
use super::walk::{Depth, WalkItem, walk};
use crate::exit::Exit;
use crate::output::{guarded, output};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(after_help = "Lines are sorted by bytes. Responses, revisits, resources and metadata \
    records are listed; --type names others.")]
pub(crate) struct IndexArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true)]
    inputs: Vec<String>,
    /// The index to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Form of the index.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: Form,
    #[command(flatten)]
    select: SelectArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Key, time, JSON.
    #[default]
    Cdxj,
    /// Eleven columns, with their legend.
    Cdx11,
}

/// Runs `scutch archive index`.
pub(crate) fn run(args: &IndexArgs, talk: Talk) -> anyhow::Result<Exit> {
    let read = args.inputs.iter().map(Path::new).chain(args.select.cdx.as_deref());
    guarded(args.output.as_deref(), read)?;
    let selection = args.select.read()?;
    let mut sorter = Sorter::default();
    let (mut lines, mut skipped) = (0_u64, 0_u64);
    // Heads only: digests are declared in nearly all archives, and bodies are most of the bytes.
    walk(&args.inputs, args.select.cdx.as_deref(), Depth::Heads, |file, item| {
        let WalkItem::Record(record) = item else {
            skipped += 1;
            return Ok(());
        };
        let facts = Facts::from_record(&record);
        if !(selection.takes(&facts) && (selection.names_types() || is_indexed(&facts))) {
            return Ok(());
        }
        let Some(line) = line(&file.name, &facts) else {
            skipped += 1;
            return Ok(());
        };
        lines += 1;
        let text = match args.format {
            Form::Cdxj => cdx::cdxj(&line),
            Form::Cdx11 => cdx::cdx11(&line),
        };
        // Replay tools search an index by bisection, so lines are sorted by bytes. Large indexes
        // are sorted on disk.
        sorter.add(text).context("the index cannot be sorted")
    })?;
    // Only now: a walk that fails leaves an older index as it is.
    let mut out = output(args.output.as_deref())?;
    if args.format == Form::Cdx11 {
        writeln!(out, "{}", cdx::LEGEND_11)?;
    }
    sorter.write(&mut out)?;
    out.flush()?;
    talk.say(format_args!("{lines} lines, {skipped} records or ranges without a place in it"));
    Ok(if lines == 0 { Exit::Nothing } else { Exit::Done })
}

/// Writes the index of one file as CDXJ.
pub(crate) fn write(archive: &Path, output: &Path, talk: Talk) -> anyhow::Result<Exit> {
    let args = IndexArgs {
        inputs: vec![archive.display().to_string()],
        output: Some(output.to_owned()),
        format: Form::Cdxj,
        select: SelectArgs::default(),
    };
    run(&args, talk)
}

/// Whether an index lists the record. Metadata about the crawl (`application/warc-fields`) is no
/// capture.
fn is_indexed(facts: &Facts<'_>) -> bool {
    use RecordKind::{Metadata, Resource, Response, Revisit};
    match facts.record.kind() {
        Resource | Response | Revisit => true,
        Metadata => facts.mime().as_deref() != Some("application/warc-fields"),
        _ => false,
    }
}

/// The record as a line; `None` without a URL or a date, which a line needs.
fn line<'a>(file: &'a str, facts: &'a Facts<'_>) -> Option<Line<'a>> {
    let record = facts.record;
    let place = record.location();
    let is_revisit = *record.kind() == RecordKind::Revisit;
    // Replay tools find revisits by this media type (CDX legend of pywb and wayback).
    let mime = if is_revisit { Some("warc/revisit".to_owned()) } else { facts.mime() };
    Some(Line {
        url: record.target_uri()?.into(),
        timestamp: facts.timestamp()?.into(),
        mime: mime.map(Into::into),
        status: facts.status(),
        digest: facts.declared_digest().or_else(|| facts.true_digest()),
        offset: place.offset,
        length: place.length,
        file: file.into(),
    })
}
