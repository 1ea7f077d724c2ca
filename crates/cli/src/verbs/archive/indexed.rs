//! Walks records by the lines of an index, or by the rows of a table.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufReader, Read, Seek as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use scutch_archive::cdx::{Line, LineError, LineFault, Lines};
use scutch_archive::{Item, Limits, Position, Record, Source, SourcePool, SourceReader, WarcDate};
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
    let mut lines = lines_of(&shown, &table)?;
    // One handle for all records of a file.
    let Inputs { files, pool, .. } = inputs;
    // A line that cannot be read names no file, but `visit` needs one: the first stands in.
    let Some(any) = files.first() else { return Ok(()) };
    let lost = |line, reason, sentence: &str| {
        let (index, sentence) = (shown.clone(), sentence.to_owned());
        WalkItem::Line(LostLine { index, line, reason, sentence })
    };
    let (names, mut seen) = (Names::new(files), HashSet::new());
    while let Some(line) = lines.next() {
        let number = lines.number();
        match line {
            Err(LineError { line, fault: LineFault::Unreadable }) => {
                bail!("{shown}:{line}: {}", LineFault::Unreadable.sentence())
            }
            Err(LineError { line, fault }) => {
                visit(0, any, lost(line, fault.id(), fault.sentence()))?;
            }
            Ok(line) => match record_of(&names, files, pool, &line)? {
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
fn lines_of(shown: &str, index: &Source) -> anyhow::Result<Lines<BufReader<MaybeGzip>>> {
    let input = MaybeGzip::open(index.reader());
    let input = input.with_context(|| format!("{shown}: cannot be read"))?;
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
    let (names, mut seen) = (Names::new(files), HashSet::new());
    for (row, entry) in (1..).zip(entries) {
        let found = names.find(&entry.file).ok_or(NO_FILE);
        let record = match found {
            Ok(file) if !seen.insert((file, entry.offset)) => continue,
            Ok(file) => {
                record_at(&files[file as usize], pool, entry.offset)?.map(|record| (file, record))
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
    names: &Names<'_>,
    files: &[InputFile],
    pool: &SourcePool,
    line: &Line<'_>,
) -> anyhow::Result<Result<(u32, Record<'static>), Miss>> {
    let Some(number) = names.find(&line.file) else { return Ok(Err(NO_FILE)) };
    let record = record_at(&files[number as usize], pool, line.offset)?;
    Ok(record.and_then(|record| same_record(record, line)).map(|record| (number, record)))
}

/// What is said of a file that is no input.
const NO_FILE: Miss = ("index-no-file", "The file is not among the inputs.");

/// Numbers of files by the names that an index may have for them.
struct Names<'a> {
    whole: HashMap<&'a str, u32>,
    /// By the last part of their names: indexes often name files by paths of another machine.
    last: HashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    fn new(files: &'a [InputFile]) -> Self {
        let mut names = Self { whole: HashMap::new(), last: HashMap::new() };
        for (number, file) in (0..).zip(files) {
            names.whole.entry(&file.name).or_insert(number);
            names.last.entry(last_part(&file.name)).or_insert(number);
        }
        names
    }

    /// The number of the file that an index names. Only the last part of its name counts, and only among the
    /// inputs: an index never makes the program open another path.
    fn find(&self, named: &str) -> Option<u32> {
        // The exact name goes first: two folders may hold files of one name.
        self.whole.get(named).or_else(|| self.last.get(last_part(named))).copied()
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

/// The record of a file that starts at an offset. What is wrong with the file itself is an error.
fn record_at(
    file: &InputFile,
    pool: &SourcePool,
    offset: u64,
) -> anyhow::Result<Result<Record<'static>, Miss>> {
    let at = Position { offset, inner_offset: 0 };
    // Through the file: of an object only the ranges of the index are fetched.
    let mut reader = file.open_in(pool, at, &Limits::default()).map_err(|damage| {
        anyhow::anyhow!("{}: cannot be opened: {}", file.shown_path(), damage.detail)
    })?;
    let record = match reader.next() {
        Some(Item::Record(record)) => Some(record.into_owned()),
        Some(Item::Damage(_)) | None => None,
    };
    // The reader searches forward from a wrong offset, so the place of its find is checked.
    let found = record.filter(|record| record.location().position() == at);
    Ok(found.ok_or(("index-no-record", "No record starts at that offset.")))
}

/// The record, if it is the one that a line of an index names.
fn same_record(record: Record<'static>, line: &Line<'_>) -> Result<Record<'static>, Miss> {
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
    Plain(SourceReader),
    Gzip(Box<flate2::read::MultiGzDecoder<BufReader<SourceReader>>>),
}

impl MaybeGzip {
    /// Tells by the first bytes whether the index is compressed.
    fn open(mut file: SourceReader) -> io::Result<Self> {
        let mut magic = [0; 2];
        let n = file.read(&mut magic)?;
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
