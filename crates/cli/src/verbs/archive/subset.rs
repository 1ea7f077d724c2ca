//! `scutch archive subset`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_archive::copy::{Copier, Original, Outcome, Relations, With};
use scutch_archive::revisit::Place;
use scutch_archive::{Compression, Record};
use scutch_folder::inputs::InputFile;

use super::counts::Counts;
use super::examples;
use super::facts::Facts;
use super::indexed::NO_FILE;
use super::select::{SelectArgs, Selection};
use super::walk::{Depth, Inputs, Opened, WalkItem, unread};
use crate::exit::Exit;
use crate::output::{Output, new_output};
use crate::talk::Talk;

#[derive(Debug, clap::Args)]
#[command(
    after_help = format!("Records are copied byte by byte: with their compressed member where they have one \
    of their own and the output is compressed alike, else in a new one. The ending of the output's \
    name says how: `.warc` plain, `.zst` zstd, all others gzip. ARC records are converted.\n\n{}", examples::SUBSET)
)]
pub(crate) struct SubsetArgs {
    /// Archive files, folders, patterns, or `-` for standard input.
    #[arg(required = true, value_parser = crate::named::input())]
    inputs: Vec<String>,
    /// The archive to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What comes along with the selected records [default: related; with --type or --cdx:
    /// originals].
    #[arg(long, value_enum, value_name = "WHAT")]
    with: Option<Along>,
    #[command(flatten)]
    select: SelectArgs,
}

/// What comes along with selected records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Along {
    /// Originals, and what was archived together: requests, responses, metadata.
    Related,
    /// The records that revisits refer to, and all segments of a record.
    Originals,
    /// Nothing.
    None,
}

impl SubsetArgs {
    /// Types and lines of an index name records exactly, other filters what they are about.
    fn with(&self, selection: &Selection<'_>) -> With {
        let is_exact = selection.names_types() || self.select.cdx.is_some();
        match self.with {
            Some(Along::Related) => With::Related,
            Some(Along::Originals) => With::Originals,
            Some(Along::None) => With::None,
            None if is_exact => With::Originals,
            None => With::Related,
        }
    }
}

/// Runs `scutch archive subset`.
pub(crate) fn run(args: &SubsetArgs, talk: Talk) -> anyhow::Result<Exit> {
    let selection = args.select.read()?;
    let takes = |_: &InputFile, record: &Record<'_>| selection.takes(&Facts::from_record(record));
    let wanted = Wanted {
        inputs: &Inputs::open(&args.inputs, args.select.cdx.as_deref())?,
        index: args.select.cdx.as_deref(),
        with: args.with(&selection),
        all: selection.is_all() && args.select.cdx.is_none(),
    };
    let counts = copied(&wanted, &args.output, takes)?;
    counts.tell(&args.output, talk);
    if counts.written == 0 {
        selection.tell_unknown(talk);
    }
    if counts.all_of_other_archives() {
        talk.say("  hint: name the archives that the index was made of");
    } else if counts.written == 0 && args.select.has_no_list() {
        talk.say("  hint: `scutch archive stats` counts what is there by type, status, media type and host");
    }
    Ok(if counts.written == 0 { Exit::Nothing } else { Exit::Done })
}

/// Which records are copied.
pub(crate) struct Wanted<'a> {
    /// The archives.
    pub(crate) inputs: &'a Inputs,
    /// An index that leads to them.
    pub(crate) index: Option<&'a Path>,
    /// What comes along.
    pub(crate) with: With,
    /// Every record is wanted.
    pub(crate) all: bool,
}

/// A copy that is being written.
struct Copy<'a> {
    copier: Copier<Output>,
    opened: Opened<'a>,
    counts: Counts,
}

impl<'a> Copy<'a> {
    /// An empty copy of what these inputs have, to be compressed as the name of the output says.
    fn new(output: &Path, inputs: &'a Inputs) -> anyhow::Result<Self> {
        let stored = Compression::from_name(output).unwrap_or(Compression::Gzip);
        Ok(Self {
            copier: Copier::new(new_output(output)?, stored),
            opened: Opened::of(inputs),
            counts: Counts::default(),
        })
    }

    /// Writes a record, and counts what became of it.
    fn add(&mut self, file: &InputFile, record: &Record<'_>) -> anyhow::Result<()> {
        let bytes = self.opened.file(file)?;
        let original = Original { record, bytes, file: &file.name };
        let (outcome, _) = self.copier.copy(original).with_context(|| unread(file, record))?;
        match outcome {
            Outcome::Stored | Outcome::Packed => {}
            Outcome::Changed => self.counts.changed += 1,
            Outcome::LeftOut => {
                self.counts.left_out += 1;
                return Ok(());
            }
        }
        self.counts.written += 1;
        Ok(())
    }

    /// Puts the archive in its place, and sums up.
    fn finish(mut self, relations: &Relations) -> anyhow::Result<Counts> {
        self.counts.more = relations.more();
        self.counts.missing = relations.missing();
        // Without records no file is made: `new_output` would refuse its name next time.
        if self.counts.written > 0 {
            self.copier.into_inner().publish()?;
        }
        Ok(self.counts)
    }
}

/// Writes the records that `takes` accepts, and those that belong to them, to a new archive.
pub(crate) fn copied(
    wanted: &Wanted<'_>,
    output: &Path,
    mut takes: impl FnMut(&InputFile, &Record<'_>) -> bool,
) -> anyhow::Result<Counts> {
    // Before anything is read: a name that is taken must not cost an hour.
    let inputs = wanted.inputs;
    let mut copy = Copy::new(output, inputs)?;
    copy.counts.indexed = wanted.index.is_some();
    let mut relations = Relations::new(wanted.with);
    // Nothing else may come along: one reading is enough.
    let direct = wanted.all || wanted.with == With::None;
    if !direct {
        select(wanted, &mut relations, &mut takes)?;
    }
    inputs.walk(wanted.index, Depth::Whole, |number, file, item| {
        match item {
            WalkItem::Record(record) => {
                copy.counts.all += 1;
                let place = place(number, &record);
                let taken = match direct {
                    false => relations.takes(place),
                    true if wanted.all || takes(file, &record) => relations.select(place, &record),
                    true => false,
                };
                if taken {
                    copy.add(file, &record)?;
                }
            }
            WalkItem::Line(line) => {
                copy.counts.lines += 1;
                copy.counts.of_other_archives += u64::from(line.reason == NO_FILE);
            }
            WalkItem::Damage(_) => {}
        }
        Ok(())
    })?;
    // An index leads to the selected records alone: what belongs to them takes a reading of all.
    if wanted.index.is_some() && relations.more() > 0 {
        more(inputs, &relations, &mut copy)?;
    }
    // Only now: the copy is put in its place when it is whole.
    copy.finish(&relations)
}

/// Notes the records that `takes` accepts, and what belongs to them, before any is written: a
/// record may refer to one that lies before it.
fn select(
    wanted: &Wanted<'_>,
    relations: &mut Relations,
    takes: &mut impl FnMut(&InputFile, &Record<'_>) -> bool,
) -> anyhow::Result<()> {
    wanted.inputs.walk(wanted.index, Depth::Heads, |number, file, item| {
        if let WalkItem::Record(record) = item
            && takes(file, &record)
        {
            relations.select(place(number, &record), &record);
        }
        Ok(())
    })?;
    related(wanted.inputs, relations)
}

/// Finds what belongs to the selected records. Passes go on while one may bring something new.
fn related(inputs: &Inputs, relations: &mut Relations) -> anyhow::Result<()> {
    while relations.is_open() {
        inputs.walk(None, Depth::Heads, |number, _, item| {
            if let WalkItem::Record(record) = item {
                relations.meet(place(number, &record), &record);
            }
            Ok(())
        })?;
        relations.settle();
    }
    Ok(())
}

/// Writes what belongs to records of an index, behind them, in the order of the files.
fn more(inputs: &Inputs, relations: &Relations, copy: &mut Copy<'_>) -> anyhow::Result<()> {
    inputs.walk(None, Depth::Whole, |number, file, item| {
        let WalkItem::Record(record) = item else { return Ok(()) };
        let came_along = relations.came_along(place(number, &record));
        if came_along { copy.add(file, &record) } else { Ok(()) }
    })
}

/// Where a record stands among all inputs.
fn place(file: u32, record: &Record<'_>) -> Place {
    Place { file, position: record.location().position() }
}
