//! `scutch archive cat`.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use scutch_archive::copy::RecordBytes;
use scutch_archive::revisit::{Originals, Place};
use scutch_archive::{
    Capture, HttpFlag, Item, Limits, Position, ReadError, Reader, Record, RecordKind, Source,
    capture, date_digits, read_record_at, stream_http_response,
};

use super::facts::{Facts, body_start, is_in_memory};
use super::limits;
use super::nearest::nearest;
use super::select::no_date;
use crate::exit::{Advised, Exit, UsageError};
use crate::output::{self, guarded};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("which").required(true))]
pub(crate) struct CatArgs {
    /// An archive file.
    file: PathBuf,
    /// The record at this offset of the file.
    #[arg(long, value_name = "N", group = "which")]
    offset: Option<u64>,
    /// Inflated bytes before the record in its compressed member.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "offset")]
    inner_offset: u64,
    /// The record with this WARC-Record-ID.
    #[arg(long, value_name = "ID", group = "which")]
    id: Option<String>,
    /// The capture of a URL, under `http` or `https`; with `@` and a date behind it (2005, 2005-06-30),
    /// the one nearest to that date.
    #[arg(long, value_name = "URL[@DATE]", group = "which")]
    capture: Option<String>,
    /// What to write.
    #[arg(long, value_enum, default_value_t, value_name = "PART")]
    part: Part,
    /// Where to write it; an archive is not written over [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// The body, all codings undone.
    #[default]
    Payload,
    /// The body as archived.
    Body,
    /// The block: HTTP header and body as archived.
    Http,
    /// Header and block, as stored.
    Record,
}

/// Runs `scutch archive cat`. A revisit stands for the record it refers to, if that is in the same
/// file.
pub(crate) fn run(args: &CatArgs, talk: Talk) -> anyhow::Result<Exit> {
    guarded(args.output.as_deref(), [&args.file])?;
    if args.file.is_dir() {
        let shown = args.file.display();
        bail!(
            "{shown}: a folder; `cat` takes one file: `scutch archive ls {shown}` lists records with their files"
        );
    }
    let mut record = find(args, talk)?;
    // Header and block of a revisit are asked for as they are; only its payload lies elsewhere.
    if *record.kind() == RecordKind::Revisit && matches!(args.part, Part::Payload | Part::Body) {
        record = original(&args.file, &record)?;
    }
    let source = Source::open(&args.file);
    let source = source.with_context(|| format!("{}: cannot be opened", args.file.display()))?;
    let mut out = output::bytes_but_over_archives(args.output.as_deref())?;
    let written = write(&record, args.part, &mut RecordBytes::new(source), &mut out);
    written.with_context(|| {
        let offset = record.location().offset;
        format!("{}: the record at offset {offset} cannot be written out", args.file.display())
    })?;
    out.publish()?;
    Ok(Exit::Done)
}

/// Writes a part of a record as it is stored, or its payload. What memory does not hold is streamed.
fn write(
    record: &Record<'_>,
    part: Part,
    bytes: &mut RecordBytes,
    out: &mut impl Write,
) -> io::Result<()> {
    let extent = record.extent();
    let limits = limits();
    let capture = capture(record, &limits).ok();
    // Resources and metadata have no HTTP header: their block is the payload.
    let body = capture.as_ref().map_or(record.block(), |capture| capture.body);
    let before = body_start(record, body);
    let cut = |capture: &Capture<'_>| {
        let caps = [HttpFlag::PayloadTooLarge, HttpFlag::DecompressionBomb];
        caps.iter().any(|cap| capture.payload.flags.contains(cap))
    };
    match (part, &capture) {
        (Part::Record, _) => copy(&mut bytes.header_and_block(extent)?, out),
        (Part::Http, _) => copy(&mut bytes.block(extent)?, out),
        (Part::Payload, Some(capture)) if is_in_memory(record) && !cut(capture) => {
            out.write_all(&capture.payload.content)
        }
        (Part::Payload, Some(Capture { http: Some(_), .. })) => {
            // The caps bound what memory holds, and nothing here stays in it.
            let endless = Limits { payload: u64::MAX, ..limits };
            copy(&mut stream_http_response(bytes.block(extent)?, &endless)?.content, out)
        }
        (Part::Body, _) if is_in_memory(record) => out.write_all(body),
        (Part::Body | Part::Payload, _) => {
            let mut block = bytes.block(extent)?;
            copy(&mut block.by_ref().take(before), &mut io::sink())?;
            copy(&mut block, out)
        }
    }
}

/// Copies to the end, whatever the length.
fn copy(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    io::copy(from, to).map(drop)
}

/// The error for a record that is not there.
fn no_record(path: &Path, what: impl Display) -> Advised {
    let hint = "`scutch archive ls FILE` lists the records that are there, with their offsets";
    Advised::failed(format!("{}: {what}", path.display()), hint)
}

/// Errors of reading a record at its place. Only those that name no file are given its name.
fn in_file(path: &Path) -> impl Fn(ReadError) -> anyhow::Error {
    |error| match error {
        ReadError::Open(error) => error.into(),
        error => no_record(path, error).into(),
    }
}

/// The record that the arguments name. clap takes care that one of the three ways is given.
fn find(args: &CatArgs, talk: Talk) -> anyhow::Result<Record<'static>> {
    let path = &args.file;
    if let Some(offset) = args.offset {
        let at = Position { offset, inner_offset: args.inner_offset };
        let record = read_record_at(path, at, &limits()).map_err(in_file(path))?;
        // The reader searches forward: its find may start behind the offset asked for.
        let place = record.location().position();
        if place != at {
            let next = place.offset;
            let what = format!("no record starts at offset {offset}; the next one is at {next}");
            return Err(no_record(path, what).into());
        }
        return Ok(record);
    }
    if let Some(id) = &args.id {
        // Indexes and logs write ids with angle brackets or without.
        let wanted = id.trim_matches(['<', '>']);
        let found = first(path, |facts| facts.record.record_id() == Some(wanted))?;
        return Ok(found.ok_or_else(|| no_record(path, format_args!("no record {id}")))?);
    }
    let (url, date) = url_and_date(args.capture.as_deref().unwrap_or_default())?;
    let found = nearest(path, url, &date)?;
    let missing = || no_record(path, format_args!("no capture of {url}"));
    let found = found.ok_or_else(missing)?;
    if let Some(choice) = found.choice(&date) {
        talk.say(choice);
    }
    if let Some(other) = found.record.target_uri().filter(|other| *other != url) {
        talk.say(format_args!("captured as {other}"));
    }
    Ok(found.record)
}

/// The URL of `URL@DATE`, and the digits of the date; empty where there is none.
fn url_and_date(named: &str) -> Result<(&str, String), UsageError> {
    // A URL may hold `@` itself: only what begins like a year and goes on like a date is one.
    let is_meant = |date: &str| {
        let year = date.bytes().take_while(u8::is_ascii_digit).count();
        year >= 4 && date.chars().all(|c| c.is_ascii_digit() || "+-:.TZ ".contains(c))
    };
    let Some((url, date)) = named.rsplit_once('@').filter(|(_, date)| is_meant(date)) else {
        return Ok((named, String::new()));
    };
    date_digits(date).map(|digits| (url, digits)).ok_or_else(|| no_date(date))
}

/// The record that holds the payload of a revisit, in the same file.
fn original(path: &Path, revisit: &Record<'_>) -> anyhow::Result<Record<'static>> {
    let mut originals = Originals::default();
    let mut reader = Reader::open(path, &limits())?;
    // Heads suffice to find the original; its payload is read once it is known.
    while let Some(item) = reader.next_head() {
        if let Item::Record(record) = item {
            originals.add(0, &record);
        }
    }
    let read = |place: Place| read_record_at(path, place.position, &limits()).ok();
    let found = originals.resolve(revisit, read);
    found.map_err(|why| anyhow::anyhow!("{}: {}", path.display(), why.sentence()))
}

/// The first record that a test accepts.
fn first(path: &Path, is: impl Fn(&Facts<'_>) -> bool) -> anyhow::Result<Option<Record<'static>>> {
    let mut reader = Reader::open(path, &limits())?;
    while let Some(item) = reader.next() {
        if let Item::Record(record) = item
            && is(&Facts::from_record(&record))
        {
            return Ok(Some(record.into_owned()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_told_from_urls_with_an_at_sign() {
        for (named, expected) in [
            ("http://a.example/", Some(("http://a.example/", ""))),
            ("http://a.example/@2003-05-20", Some(("http://a.example/", "20030520"))),
            ("http://a.example/@2003", Some(("http://a.example/", "2003"))),
            (
                "http://a.example/@b/1@2003-05-20T10:00Z",
                Some(("http://a.example/@b/1", "200305201000")),
            ),
            ("http://a.example/@b", Some(("http://a.example/@b", ""))),
            ("http://a.example/@12-3", Some(("http://a.example/@12-3", ""))),
            ("http://a.example/@2003-13", None),
            ("http://a.example/@20030231", None),
        ] {
            let read = url_and_date(named).ok();
            let read = read.as_ref().map(|(url, date)| (*url, date.as_str()));
            assert_eq!(read, expected, "{named}");
        }
    }
}
