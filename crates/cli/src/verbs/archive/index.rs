//! `scutch archive index`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::cdx::{self, Line, Sorter};
use scutch_archive::post::{Pairs, Sent};
use scutch_archive::{Record, RecordKind};
use scutch_folder::inputs::InputFile;
use scutch_plot::number::{counted, plural};

use super::examples;
use super::facts::Facts;
use super::select::{SelectArgs, Selection};
use super::walk::{Depth, WalkItem, walk};
use crate::exit::Exit;
use crate::output::{guarded, output};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(after_help = format!("Lines are sorted by bytes. Responses, revisits, resources and metadata \
    records are listed; --type names others.\n\n{}", examples::INDEX))]
pub(crate) struct IndexArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_parser = crate::named::input())]
    inputs: Vec<String>,
    /// The index to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Form of the index.
    #[arg(long, value_enum, default_value_t, value_name = "FORM")]
    format: Form,
    /// Make what was sent part of the keys of answers to POST and PUT, as pywb does.
    #[arg(long)]
    post_append: bool,
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

/// The lines of an index as they come.
struct Indexing<'a> {
    args: &'a IndexArgs,
    selection: Selection<'a>,
    sorter: Sorter,
    /// Records of the file that is read, with `--post-append`.
    pairs: Pairs<Option<Line<'static>>>,
    file: String,
    lines: u64,
    skipped: u64,
}

/// Runs `scutch archive index`.
pub(crate) fn run(args: &IndexArgs, talk: Talk) -> anyhow::Result<Exit> {
    let read = args.inputs.iter().map(Path::new).chain(args.select.cdx.as_deref());
    guarded(args.output.as_deref(), read)?;
    let mut indexing = Indexing {
        args,
        selection: args.select.read()?,
        sorter: Sorter::default(),
        pairs: Pairs::default(),
        file: String::new(),
        lines: 0,
        skipped: 0,
    };
    // Heads only: digests are declared in nearly all archives, and bodies are most of the bytes. What
    // was sent is in the body of a request.
    let depth = if args.post_append { Depth::Whole } else { Depth::Heads };
    walk(&args.inputs, args.select.cdx.as_deref(), depth, |file, item| match item {
        WalkItem::Record(record) => indexing.record(file, &record),
        _ => {
            indexing.skipped += 1;
            Ok(())
        }
    })?;
    indexing.end_file()?;
    let Indexing { sorter, lines, skipped, .. } = indexing;
    // Only now: a walk that fails leaves an older index as it is.
    let mut out = output(args.output.as_deref())?;
    if args.format == Form::Cdx11 {
        writeln!(out, "{}", cdx::LEGEND_11)?;
    }
    sorter.write(&mut out)?;
    out.publish()?;
    let written = counted(lines, "line");
    let left_out = plural(skipped, "record or range", "records or ranges");
    talk.say(format_args!("{written}, {skipped} {left_out} without a place in it"));
    Ok(if lines == 0 { Exit::Nothing } else { Exit::Done })
}

impl Indexing<'_> {
    /// Takes in a record, if it is selected and has a place in an index.
    fn record(&mut self, file: &InputFile, record: &Record<'_>) -> anyhow::Result<()> {
        let facts = Facts::from_record(record);
        let taken =
            self.selection.takes(&facts) && (self.selection.names_types() || is_indexed(&facts));
        let line = if taken { line(file, &facts)? } else { None };
        self.skipped += u64::from(taken && line.is_none());
        if !self.args.post_append {
            return line.map_or(Ok(()), |line| self.add(&line));
        }
        // Requests stand beside their answers, and never in another file.
        if self.file != file.name {
            self.end_file()?;
            file.name.clone_into(&mut self.file);
        }
        let ready = self.pairs.push(record, line.map(Line::into_owned));
        self.add_all(ready)
    }

    /// Takes in what waits for requests that do not come any more.
    fn end_file(&mut self) -> anyhow::Result<()> {
        let rest = self.pairs.finish();
        self.add_all(rest)
    }

    /// Takes in lines with what was sent for them.
    fn add_all(&mut self, lines: Vec<(Option<Line<'static>>, Option<Sent>)>) -> anyhow::Result<()> {
        for (line, sent) in lines {
            if let Some(line) = line {
                self.add(&Line { sent, ..line })?;
            }
        }
        Ok(())
    }

    /// Takes in a line.
    fn add(&mut self, line: &Line<'_>) -> anyhow::Result<()> {
        self.lines += 1;
        let text = match self.args.format {
            Form::Cdxj => cdx::cdxj(line),
            Form::Cdx11 => cdx::cdx11(line),
        };
        // Replay tools search an index by bisection, so lines are sorted by bytes. Large indexes
        // are sorted on disk.
        self.sorter.add(text).context("the index cannot be sorted")
    }
}

/// Writes the index of one file as CDXJ.
pub(crate) fn write(archive: &Path, output: &Path, talk: Talk) -> anyhow::Result<Exit> {
    let args = IndexArgs {
        inputs: vec![archive.display().to_string()],
        output: Some(output.to_owned()),
        format: Form::Cdxj,
        post_append: false,
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
fn line<'a>(file: &'a InputFile, facts: &'a Facts<'_>) -> anyhow::Result<Option<Line<'a>>> {
    let record = facts.record;
    let (Some(url), Some(timestamp)) = (record.target_uri(), facts.timestamp()) else {
        return Ok(None);
    };
    let place = record.location();
    let is_revisit = *record.kind() == RecordKind::Revisit;
    // Replay tools find revisits by this media type (CDX legend of pywb and wayback).
    let mime = if is_revisit { Some("warc/revisit".to_owned()) } else { facts.mime() };
    let digest = match facts.declared_digest() {
        None => facts.true_digest(file)?,
        declared => declared,
    };
    Ok(Some(Line {
        url: url.into(),
        timestamp: timestamp.into(),
        mime: mime.map(Into::into),
        status: facts.status(),
        digest,
        offset: place.offset,
        length: place.length,
        file: file.name.as_str().into(),
        sent: None,
    }))
}
