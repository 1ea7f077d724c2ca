//! Walks records by the lines of an index, or by the rows of a table.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use scutch_archive::cdx::{Line, LineError, LineFault, Lines};
use scutch_archive::{
    Limits, Position, Record, Source, SourcePool, WarcDate, read_record, uninterrupted,
};
use scutch_folder::inputs::InputFile;
use scutch_tables::{IndexFilter, is_table_index, read_index};

use super::walk::{Inputs, LostLine, WalkItem};

/// Walks the records that an index names, in the order of its lines, each once.
pub(super) fn by_index(
    inputs: &Inputs,
    index: &Path,
    mut visit: impl FnMut(u32, &InputFile, WalkItem<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = index.display().to_string();
    let table = Source::open(index).with_context(|| format!("{shown}: cannot be opened"))?;
    if is_table_index(&table).with_context(|| format!("{shown}: cannot be read"))? {
        return by_table(inputs, index, &table, visit);
    }
    let mut lines = lines_of(index)?;
    // One handle for all records of a file.
    let Inputs { files, pool, .. } = inputs;
    // A line that cannot be read names no file, but `visit` needs one: the first stands in.
    let Some(any) = files.first() else { return Ok(()) };
    let lost = |line, reason, sentence: &str| {
        let (index, sentence) = (shown.clone(), sentence.to_owned());
        WalkItem::Line(LostLine { index, line, reason, sentence })
    };
    let mut seen = HashSet::new();
    while let Some(line) = lines.next() {
        let number = lines.number();
        match line {
            Err(LineError { line, fault: LineFault::Unreadable }) => {
                bail!("{shown}:{line}: {}", LineFault::Unreadable.sentence())
            }
            Err(LineError { line, fault }) => {
                visit(0, any, lost(line, fault.id(), fault.sentence()))?;
            }
            Ok(line) => match record_of(files, pool, &line)? {
                // Indexes list a record again under another key, and merged ones twice.
                Ok((file, ..)) if !seen.insert((file, line.offset)) => {}
                Ok((file, record)) => {
                    visit(file, &files[file as usize], WalkItem::Record(record))?;
                }
                Err((reason, sentence)) => visit(0, any, lost(number, reason, sentence))?,
            },
        }
        // A record behind a read error must not count as one that is not there.
        pool.sound()?;
    }
    Ok(pool.verify()?)
}

/// The lines of an index.
fn lines_of(index: &Path) -> anyhow::Result<Lines<BufReader<MaybeGzip>>> {
    let file = File::open(index).with_context(|| format!("{}: cannot be opened", index.display()));
    let input = MaybeGzip::open(file?);
    let input = input.with_context(|| format!("{}: cannot be read", index.display()))?;
    Ok(Lines::new(BufReader::new(input)))
}

/// Reason id and sentence of a line that leads nowhere.
type Miss = (&'static str, &'static str);

/// Walks the records that a table names, in the order of its rows, each once.
fn by_table(
    inputs: &Inputs,
    index: &Path,
    table: &Source,
    mut visit: impl FnMut(u32, &InputFile, WalkItem<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let Inputs { files, pool, .. } = inputs;
    let Some(any) = files.first() else { return Ok(()) };
    let shown = index.display().to_string();
    let mut entries = Vec::new();
    // Records pass the filters one by one: the table need not have addresses.
    let read = read_index(table, &IndexFilter::default(), &mut |entry| entries.push(entry));
    read.map_err(|error| anyhow::anyhow!("{shown}: {error}"))?;
    let mut seen = HashSet::new();
    for (row, entry) in (1..).zip(entries) {
        let found = file_of(files, &entry.file).ok_or(NO_FILE);
        let record = match found {
            Ok(file) if !seen.insert((file, entry.offset)) => continue,
            Ok(file) => {
                record_at(opened(files, pool, file)?, entry.offset).map(|record| (file, record))
            }
            Err(miss) => Err(miss),
        };
        match record {
            Ok((file, record)) => {
                visit(file, &files[file as usize], WalkItem::Record(record))?;
            }
            Err((reason, sentence)) => {
                let (index, sentence) = (shown.clone(), sentence.to_owned());
                visit(0, any, WalkItem::Line(LostLine { index, line: row, reason, sentence }))?;
            }
        }
        pool.sound()?;
    }
    Ok(pool.verify()?)
}

/// The record that a line of an index names.
fn record_of(
    files: &[InputFile],
    pool: &SourcePool,
    line: &Line<'_>,
) -> anyhow::Result<Result<(u32, Record<'static>), Miss>> {
    let Some(number) = file_of(files, &line.file) else { return Ok(Err(NO_FILE)) };
    let source = opened(files, pool, number)?;
    Ok(record_in(source, line).map(|record| (number, record)))
}

/// What is said of a file that is no input.
const NO_FILE: Miss = ("index-no-file", "The file is not among the inputs.");

/// The number of the file that an index names. Only the last part of its name counts, and only among
/// the inputs: an index never makes the program open another path.
fn file_of(files: &[InputFile], named: &str) -> Option<u32> {
    let name = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    // Indexes often name files by paths of another machine.
    let wanted = name(named);
    let numbered = || (0_u32..).zip(files);
    let found = numbered()
        // The exact name goes first: two folders may hold files of one name.
        .find(|(_, f)| f.name == named)
        .or_else(|| numbered().find(|(_, f)| name(&f.name) == wanted));
    found.map(|(number, _)| number)
}

/// The open file of a number.
fn opened(files: &[InputFile], pool: &SourcePool, number: u32) -> anyhow::Result<Source> {
    let file = &files[number as usize];
    pool.source(&file.path).with_context(|| format!("{}: cannot be opened", file.shown_path()))
}

/// The record of a file that starts at an offset.
fn record_at(source: Source, offset: u64) -> Result<Record<'static>, Miss> {
    let at = Position { offset, inner_offset: 0 };
    let none = ("index-no-record", "No record starts at that offset.");
    // The reader searches forward from a wrong offset, so the place of its find is checked below.
    let record = read_record(source, at, &Limits::default()).map_err(|_| none)?;
    if record.location().position() == at { Ok(record) } else { Err(none) }
}

/// The record of a file that a line of an index names.
fn record_in(source: Source, line: &Line<'_>) -> Result<Record<'static>, Miss> {
    let record = record_at(source, line.offset)?;
    let url = record.target_uri().unwrap_or_default();
    // Indexes may have normalised the URL; equal keys mean the same address.
    let same_url = url == line.url || scutch_url::surt(url) == scutch_url::surt(&line.url);
    let stamp = record.date().map(WarcDate::timestamp).unwrap_or_default();
    // CDX lines may have timestamps shorter than 14 digits; compare what both have.
    let common = stamp.len().min(line.timestamp.len());
    if !same_url || stamp[..common] != line.timestamp[..common] {
        return Err(("index-other-record", "The record there has another URL or date."));
    }
    Ok(record)
}

/// An index, plain or in gzip members as ZipNum has it. The first bytes decide, not the file name.
enum MaybeGzip {
    Plain(File),
    Gzip(Box<flate2::read::MultiGzDecoder<BufReader<File>>>),
}

impl MaybeGzip {
    /// Tells by the first bytes whether the index is compressed.
    fn open(mut file: File) -> io::Result<Self> {
        let mut magic = [0; 2];
        let n = uninterrupted(|| file.read(&mut magic))?;
        file.rewind()?;
        Ok(if n == 2 && magic == [0x1f, 0x8b] {
            Self::Gzip(Box::new(flate2::read::MultiGzDecoder::new(BufReader::new(file))))
        } else {
            Self::Plain(file)
        })
    }
}

impl Read for MaybeGzip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.read(buffer),
            Self::Gzip(gzip) => gzip.read(buffer),
        }
    }
}
