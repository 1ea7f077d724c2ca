//! Reads a list of any form.

use std::fs;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use scutch_archive::{PathKind, cdx, path_kind, paths_in};
use scutch_memento::{Guard, ListEntry, parse_date};

use crate::address::subject_of;
use crate::entry::{Entry, Item, OnItem, Subject};
use crate::error::ListError;
use crate::form::Form;
use crate::input::{Lines, as_file, decompressed, open, peeked};
use crate::{parquet, table};

/// The manifest of a corpus folder, which is written last.
const MANIFEST: &str = "run.json";

/// The folder of a corpus folder that has its rows.
const ROWS: &str = "docs";

/// What a word on the command line stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// An address: a page or a memento, with its time if the address tells it.
    Address(Subject, Option<i64>),
    /// A list: a file, a folder, or `-`.
    List(String),
}

impl Named {
    /// Tells a word: a file that exists goes before an address without scheme. `None` if it is
    /// neither.
    ///
    /// # Errors
    /// When it cannot be looked up whether there is such a file.
    pub fn tell(word: &str) -> io::Result<Option<Self>> {
        if !crate::is_address(word) && (word == crate::STDIN || exists(word)?) {
            return Ok(Some(Self::List(word.to_owned())));
        }
        Ok(subject_of(word).map(|(subject, unix_ms)| Self::Address(subject, unix_ms)))
    }
}

fn exists(word: &str) -> io::Result<bool> {
    match path_kind(Path::new(word)) {
        // An address without scheme may be longer than the name of any file.
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => Ok(false),
        found => found.map(|kind| kind.is_some()),
    }
}

/// Reads a list: a file, a corpus folder, or standard input (`-`). `column` names the column of
/// addresses in a table.
///
/// # Errors
/// When the list cannot be read, is none, or lacks the column. Items may have been handed over
/// before.
pub fn read(name: &str, column: Option<&str>, take: OnItem<'_>) -> Result<Form, ListError> {
    if name != crate::STDIN && path_kind(Path::new(name))? == Some(PathKind::Folder) {
        read_corpus(Path::new(name), column, take)?;
        return Ok(Form::Corpus);
    }
    read_input(name, open(name)?, column, take)
}

/// Reads a list in memory; see [`read`].
///
/// # Errors
/// As [`read`].
pub fn read_bytes(bytes: &[u8], column: Option<&str>, take: OnItem<'_>) -> Result<Form, ListError> {
    read_input(crate::STDIN, bytes, column, take)
}

/// The form of a file or folder, by its content.
///
/// # Errors
/// When it cannot be read, or is no list.
pub fn form_of(path: &Path) -> Result<Form, ListError> {
    if path_kind(path)? == Some(PathKind::Folder) {
        return parts(path).map(|_| Form::Corpus);
    }
    let (head, _) = peeked(decompressed(fs::File::open(path)?)?);
    Form::detect(&head, None)
}

/// Reads an input if it is more than addresses, one a line: a TimeMap, a table with a known column,
/// an index. Otherwise gives it back, for readers that answer each line by itself. Where a `column`
/// is asked for, whatever looks like a table is one.
///
/// # Errors
/// As [`read`].
pub fn read_unless_lines<'a>(
    name: &str,
    input: Box<dyn BufRead + 'a>,
    column: Option<&str>,
    take: OnItem<'_>,
) -> Result<Option<Box<dyn BufRead + 'a>>, ListError> {
    let (head, input) = peeked(input);
    let is_more = match column {
        // A line between commas may be anything, but a table without the column is an error.
        Some(_) => Form::detect(&head, column)? != Form::Lines,
        None => Form::certain(&head).is_some(),
    };
    if !is_more {
        return Ok(Some(input));
    }
    read_input(name, input, column, take)?;
    Ok(None)
}

fn read_input<'a>(
    name: &str,
    input: impl Read + 'a,
    column: Option<&str>,
    take: OnItem<'_>,
) -> Result<Form, ListError> {
    let (head, mut input) = peeked(decompressed(input)?);
    let form = Form::detect(&head, column)?;
    match form {
        Form::TimeMap => read_timemaps(&head, input, take)?,
        Form::Index => read_index(input, take)?,
        Form::Parquet => drop(parquet::read(as_file(name, &mut input)?, column, 0, take)?),
        Form::Jsonl => table::read_jsonl(Lines::new(input), column, take)?,
        Form::Tsv => table::read_columns(Lines::new(input), true, column, take)?,
        Form::Csv => table::read_columns(Lines::new(input), false, column, take)?,
        Form::Lines | Form::Corpus => read_lines(Lines::new(input), take)?,
    }
    Ok(form)
}

/// Reads addresses, one a line. Blank lines and comments are skipped.
fn read_lines(mut lines: Lines<'_>, take: OnItem<'_>) -> Result<(), ListError> {
    while let Some((line, text)) = lines.next_line()? {
        let item = match &text {
            Ok(text) if text.trim().is_empty() || text.starts_with('#') => continue,
            Ok(text) => match subject_of(text) {
                Some((subject, unix_ms)) => Item::Entry(Entry { line, subject, unix_ms }),
                None => Item::refused(line, text, "it is no address"),
            },
            Err(why) => Item::refused(line, "", why),
        };
        take(item)?;
    }
    Ok(())
}

/// Longest TimeMap on one line, in bytes.
// A million mementos of a page in JSON.
const MAX_OBJECT: u64 = 1 << 28;

/// Reads the mementos of TimeMaps. They are numbered in order, for they may share lines.
fn read_timemaps(
    head: &[u8],
    mut input: Box<dyn BufRead + '_>,
    take: OnItem<'_>,
) -> Result<(), ListError> {
    let mut number = 0;
    // `scutch memento timemap --format json` writes an object a line, one for each page.
    let first = head.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
    if !(first.starts_with(b"{") && first.trim_ascii_end().ends_with(b"}")) {
        return read_timemap(input, &mut number, take);
    }
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_OBJECT).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if !line.trim_ascii().is_empty() {
            read_timemap(&*line, &mut number, take)?;
        }
    }
}

fn read_timemap(input: impl Read, number: &mut u64, take: OnItem<'_>) -> Result<(), ListError> {
    let mut on_entry = |listed: ListEntry<'_>| {
        *number += 1;
        let unix_ms = Some(listed.memento.unix_ms);
        let entry = Entry { line: *number, subject: listed_subject(listed), unix_ms };
        take(Item::Entry(entry)).map(|()| true)
    };
    // Nothing is asked for here: whoever asks has a guard of its own.
    let timemap = scutch_memento::read_entries("", input, &Guard::offline(), &mut on_entry)?;
    for (number, (fault, text)) in (1..).zip(&timemap.faults) {
        take(Item::refused(number, text, fault.sentence()))?;
    }
    Ok(())
}

/// What an entry of a TimeMap is about: a memento, whatever its address looks like.
fn listed_subject(listed: ListEntry<'_>) -> Subject {
    let uri_m = listed.memento.uri;
    match subject_of(&uri_m).map(|(subject, _)| subject) {
        // The answer of a CDX server in a file names originals, and no archive.
        Some(Subject::Page(uri)) if listed.is_capture => Subject::Page(uri),
        // The archive's spelling of the original goes before that of the list.
        Some(Subject::Memento { uri_r: uri_r @ Some(_), .. }) => Subject::Memento { uri_m, uri_r },
        _ => {
            let original = listed.original.filter(|_| !listed.is_capture);
            Subject::Memento { uri_m, uri_r: original.map(str::to_owned) }
        }
    }
}

/// Reads the captures of an index.
fn read_index(input: Box<dyn BufRead + '_>, take: OnItem<'_>) -> Result<(), ListError> {
    let mut lines = cdx::Lines::new(input);
    while let Some(found) = lines.next() {
        let line = lines.number();
        let item = match &found {
            Ok(found) => match subject_of(&found.url) {
                Some((subject, own)) => {
                    let written = parse_date(&found.timestamp).map(|moment| moment.unix_ms);
                    Item::Entry(Entry { line, subject, unix_ms: written.or(own) })
                }
                None => Item::refused(line, &found.url, "its URL is no address"),
            },
            Err(error) => Item::refused(line, "", error.fault.sentence()),
        };
        take(item)?;
    }
    Ok(())
}

/// Reads the rows of a corpus folder, part by part in the order of their names.
fn read_corpus(folder: &Path, column: Option<&str>, take: OnItem<'_>) -> Result<(), ListError> {
    let parts = parts(folder)?;
    let mut before = 0;
    for part in &parts {
        let name = part.display().to_string();
        let mut number = before;
        let mut count = |item| {
            number += 1;
            take(numbered(item, number))
        };
        if name.ends_with(".parquet") {
            parquet::read(fs::File::open(part)?, column, before, &mut count)?;
        } else {
            let input = decompressed(fs::File::open(part)?)?;
            table::read_jsonl(Lines::new(input), column, &mut count)?;
        }
        before = number;
    }
    Ok(())
}

/// The parts of one format of rows; all formats have the same rows.
fn parts(folder: &Path) -> Result<Vec<PathBuf>, ListError> {
    let rows = folder.join(ROWS);
    let kinds = (path_kind(&folder.join(MANIFEST))?, path_kind(&rows)?);
    if kinds != (Some(PathKind::File), Some(PathKind::Folder)) {
        return Err(ListError::NoCorpus);
    }
    let paths = paths_in(&rows)?;
    let of = |ending: &str| -> Vec<PathBuf> {
        paths.iter().filter(|path| path.to_string_lossy().ends_with(ending)).cloned().collect()
    };
    [".parquet", ".jsonl.zst"]
        .map(of)
        .into_iter()
        .find(|parts| !parts.is_empty())
        .ok_or(ListError::NoCorpus)
}

/// An item with another number.
fn numbered(item: Item, line: u64) -> Item {
    match item {
        Item::Entry(entry) => Item::Entry(Entry { line, ..entry }),
        Item::Refused { text, why, .. } => Item::Refused { line, text, why },
    }
}
