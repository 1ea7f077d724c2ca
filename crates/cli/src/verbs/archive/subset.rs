//! `scutch archive subset`.

use std::fs::File;
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{Location, Record, WarcWriter};
use scutch_corpus::inputs::InputFile;

use super::facts::Facts;
use super::select::SelectArgs;
use super::walk::{Depth, WalkItem, open, walk};
use crate::exit::Exit;
use crate::output::new_output;
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Records that have compressed members of their own are copied byte by byte; \
    others get one."
)]
pub(crate) struct SubsetArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_parser = crate::named::input())]
    inputs: Vec<String>,
    /// The archive to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    select: SelectArgs,
}

/// Runs `scutch archive subset`.
pub(crate) fn run(args: &SubsetArgs, talk: Talk) -> anyhow::Result<Exit> {
    let selection = args.select.read()?;
    let takes = |_: &InputFile, record: &Record<'_>| selection.takes(&Facts::from_record(record));
    let (records, all) = copied(&args.inputs, args.select.cdx.as_deref(), &args.output, takes)?;
    let shown = args.output.display();
    talk.say(format_args!("{records} of {all} records written to {shown}"));
    Ok(if records == 0 { Exit::Nothing } else { Exit::Done })
}

/// Writes the records that `takes` accepts to a new archive. Returns their number and that of all.
pub(crate) fn copied(
    inputs: &[String],
    index: Option<&Path>,
    output: &Path,
    mut takes: impl FnMut(&InputFile, &Record<'_>) -> bool,
) -> anyhow::Result<(u64, u64)> {
    let mut out = new_output(output)?;
    let mut source: Option<(PathBuf, File)> = None;
    let (mut records, mut all) = (0_u64, 0_u64);
    walk(inputs, index, Depth::Whole, |file, item| {
        let WalkItem::Record(record) = item else { return Ok(()) };
        all += 1;
        if !takes(file, &record) {
            return Ok(());
        }
        records += 1;
        if source.as_ref().is_none_or(|(path, _)| *path != file.path) {
            // Records come file by file, so one handle is enough.
            source = Some((file.path.clone(), open(file)?));
        }
        match &source {
            Some((_, from)) if has_own_members(from, &record) => {
                copy(from, record.location(), &mut out)
            }
            _ => write(&record, &mut out),
        }
        .map_err(anyhow::Error::from)
    })?;
    // Without records no file is made: `new_output` would refuse its name next time.
    if records > 0 {
        out.flush()?;
    }
    Ok((records, all))
}

/// Whether the record has a gzip member of its own, which can be copied without inflating it.
fn has_own_members(file: &File, record: &Record<'_>) -> bool {
    let place = record.location();
    let mut magic = [0; 2];
    let gzip = file.read_exact_at(&mut magic, place.offset).is_ok() && magic == [0x1f, 0x8b];
    // Copying a shared member would take its other records along.
    let shared = record.faults().iter().any(|f| f.cause == scutch_archive::Cause::SharedMember);
    gzip && !shared && place.inner_offset == 0
}

/// Copies the compressed bytes of a record. `read_exact_at` leaves the position of the handle
/// alone.
fn copy(from: &File, place: Location, out: &mut impl std::io::Write) -> std::io::Result<()> {
    let mut buffer = vec![0; 64 << 10];
    let (mut at, end) = (place.offset, place.offset + place.length);
    while at < end {
        let want = buffer.len().min(usize::try_from(end - at).unwrap_or(usize::MAX));
        from.read_exact_at(&mut buffer[..want], at)?;
        out.write_all(&buffer[..want])?;
        at += want as u64;
    }
    Ok(())
}

/// Writes a record as a gzip member of its own.
fn write(record: &Record<'_>, out: &mut impl std::io::Write) -> std::io::Result<()> {
    let fields: Vec<(&str, &str)> =
        // The writer counts the block itself; a wrong length must not be copied.
        record.headers().filter(|(name, _)| !name.eq_ignore_ascii_case("Content-Length")).collect();
    WarcWriter::gzip(out).write(&fields, record.block())
}
