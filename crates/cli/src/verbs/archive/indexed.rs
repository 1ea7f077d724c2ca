//! Walks records by the rows of an index: CDX lines, or a table.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use scutch_archive::{Item, Limits, Record, Source, SourcePool, WarcDate};
use scutch_folder::inputs::{InputFile, inputs_by_name};
use scutch_tables::{IndexEntry, IndexFilter, RowFault, read_index};

use super::walk::{Inputs, LostLine, WalkItem};

/// Reason id of a row whose file is not among the inputs.
pub(super) const NO_FILE: &str = "index-no-file";

/// Walks the records that an index names, in the order of its rows, each once.
pub(super) fn by_index(
    inputs: &Inputs,
    index: &Path,
    mut visit: impl FnMut(u32, &InputFile, WalkItem<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let shown = index.display().to_string();
    let source = Source::open(index).with_context(|| format!("{shown}: cannot be opened"))?;
    let Inputs { files, pool, .. } = inputs;
    let numbers = numbers_by_name(&source, files).with_context(|| shown.clone())?;
    let mut seen = HashSet::new();
    let mut step = |row: Result<IndexEntry, RowFault>| {
        match found(row, &numbers, files, pool)? {
            // Indexes list a record again under another key, and merged ones twice.
            Ok((file, record)) if seen.insert((file, record.location().position())) => {
                visit(file, &files[file as usize], WalkItem::Record(record))?;
            }
            Ok(_) => {}
            Err((line, Miss { reason, sentence })) => {
                let lost = LostLine { index: shown.clone(), line, reason, sentence };
                // A row may name no file, but `visit` needs one: the first stands in.
                if let Some(any) = files.first() {
                    visit(0, any, WalkItem::Line(lost))?;
                }
            }
        }
        // A record behind a read error must not count as one that is not there.
        anyhow::Ok(pool.sound()?)
    };
    each_row(&source, &shown, &mut step)?;
    source.verify()?;
    Ok(pool.verify()?)
}

/// Gives each row of an index to `step`, up to its first failure.
fn each_row(
    index: &Source,
    shown: &str,
    step: &mut dyn FnMut(Result<IndexEntry, RowFault>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // Records pass the filters one by one: the index need not have addresses.
    let filter = IndexFilter { with_urls: true, ..IndexFilter::default() };
    let mut failure = None;
    let read = read_index(index, &filter, &mut |row| match step(row) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    failure.map_or(Ok(()), Err)?;
    read.map_err(|error| anyhow!("{shown}: {error}"))?;
    Ok(())
}

/// The numbers of the files that the names in an index mean.
fn numbers_by_name(source: &Source, files: &[InputFile]) -> anyhow::Result<HashMap<String, u32>> {
    let mut names = BTreeSet::new();
    read_index(source, &IndexFilter::default(), &mut |row| {
        // What is wrong with the others is told when their records are walked.
        if let Ok(entry) = row
            && !names.contains(&entry.file)
        {
            names.insert(entry.file);
        }
        ControlFlow::Continue(())
    })?;
    let found = inputs_by_name(names.iter().map(String::as_str), files)?;
    let numbered = |(name, number): (&str, usize)| Ok((name.to_owned(), u32::try_from(number)?));
    found.into_iter().map(numbered).collect()
}

/// Why a row leads nowhere.
struct Miss {
    reason: &'static str,
    sentence: String,
}

impl Miss {
    fn new(reason: &'static str, sentence: &str) -> Self {
        Self { reason, sentence: sentence.to_owned() }
    }
}

/// What a row leads to, or its number and why it leads nowhere.
fn found(
    row: Result<IndexEntry, RowFault>,
    numbers: &HashMap<String, u32>,
    files: &[InputFile],
    pool: &SourcePool,
) -> anyhow::Result<Result<(u32, Record<'static>), (u64, Miss)>> {
    Ok(match row {
        Ok(entry) => record_of(numbers, files, pool, &entry)?.map_err(|miss| (entry.row, miss)),
        Err(row) => Err((row.row, Miss { reason: row.fault.id(), sentence: row.sentence() })),
    })
}

/// The record that a row names.
fn record_of(
    numbers: &HashMap<String, u32>,
    files: &[InputFile],
    pool: &SourcePool,
    entry: &IndexEntry,
) -> anyhow::Result<Result<(u32, Record<'static>), Miss>> {
    let Some(number) = numbers.get(&entry.file).copied() else {
        return Ok(Err(Miss::new(NO_FILE, "The file is not among the inputs.")));
    };
    let record = record_at(&files[number as usize], pool, entry)?;
    Ok(record.and_then(|record| same_record(record, entry)).map(|record| (number, record)))
}

/// The record of a file that starts where a row says. What is wrong with the file itself is an error.
fn record_at(
    file: &InputFile,
    pool: &SourcePool,
    entry: &IndexEntry,
) -> anyhow::Result<Result<Record<'static>, Miss>> {
    let at = entry.position();
    let mut reader = file
        .open_in(pool, at, &Limits::default())
        .map_err(|damage| anyhow!("{}: cannot be opened: {}", file.shown_path(), damage.detail))?;
    let record = match reader.next() {
        Some(Item::Record(record)) => Some(record.into_owned()),
        Some(Item::Damage(_)) | None => None,
    };
    // The reader searches forward from a wrong offset, so the place of its find is checked.
    let found = record.filter(|record| record.location().position() == at);
    Ok(found.ok_or_else(|| Miss::new("index-no-record", "No record starts at that offset.")))
}

/// The record, if it is the one that a row means, as far as the row says.
fn same_record(record: Record<'static>, entry: &IndexEntry) -> Result<Record<'static>, Miss> {
    let url = record.target_uri().unwrap_or_default();
    // Indexes may have normalised the URL; equal keys mean the same address.
    let same_url = entry
        .url
        .as_deref()
        .is_none_or(|wanted| url == wanted || scutch_url::surt(url) == scutch_url::surt(wanted));
    let stamp = record.date().map(WarcDate::timestamp).unwrap_or_default();
    // CDX lines may have timestamps shorter than 14 digits; compare what both have.
    let wanted = entry.timestamp.as_deref().unwrap_or_default();
    let common = stamp.len().min(wanted.len());
    if !same_url || stamp[..common] != wanted[..common] {
        let sentence = "The record there has another URL or date.";
        return Err(Miss::new("index-other-record", sentence));
    }
    Ok(record)
}
