//! Indexes as lines: JSON, CDX, and columns between tabs or commas.

use std::collections::HashMap;
use std::io::{self, BufRead, Read as _};

use scutch_archive::Source;
use scutch_archive::cdx;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::IndexCounts;
use super::columns::IndexColumns;
use super::entry::{Cells, IndexEntry, IndexError};
use super::filter::IndexFilter;
use crate::inflated::{Compression, inflated};

/// Bytes of a line at most.
const LONGEST: u64 = 1 << 20;
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The form of an index, by its first line.
enum Form {
    Json,
    Separated { separator: char, names: Vec<String> },
    Cdx,
}

/// Reads an index.
pub(super) fn read(
    source: &Source,
    filter: &IndexFilter,
    take: &mut dyn FnMut(IndexEntry),
) -> Result<IndexCounts, IndexError> {
    let compression = Compression::of_source(source)?;
    let first = Lines::new(inflated(source, compression, 0)?.0).next_line()?;
    let (_, first) = first.ok_or(IndexError::NoTable)?;
    let mut taker = Taker { filter, take, counts: IndexCounts::default() };
    let input = inflated(source, compression, 0)?.0;
    match form(&first)? {
        Form::Json => read_json(Lines::new(input), &first, &mut taker)?,
        Form::Cdx => read_cdx(input, &mut taker)?,
        Form::Separated { separator, names } => {
            read_separated(Lines::new(input), separator, &names, &mut taker)?;
        }
    }
    Ok(taker.counts)
}

/// Whether the first line is that of a table.
pub(super) fn is_table(source: &Source) -> io::Result<bool> {
    let compression = Compression::of_source(source)?;
    // What cannot be inflated is said by who reads it.
    let Ok((input, _)) = inflated(source, compression, 0) else { return Ok(false) };
    let first = Lines::new(input).next_line().ok().flatten();
    let form = first.and_then(|(_, first)| form(&first).ok());
    Ok(matches!(form, Some(Form::Json | Form::Separated { .. })))
}

/// What a first line shows.
fn form(first: &str) -> Result<Form, IndexError> {
    if first.starts_with('{') {
        return Ok(Form::Json);
    }
    let separator = if first.contains('\t') { '\t' } else { ',' };
    let names = cells(first, separator);
    if IndexColumns::are_names(&names) {
        return Ok(Form::Separated { separator, names });
    }
    // A line of CDX says itself whether it is one.
    let mut lines = cdx::Lines::new(first.as_bytes());
    match lines.next() {
        Some(Ok(_)) | None => Ok(Form::Cdx),
        // Of columns with names all but these are there.
        Some(Err(_)) if names.len() > 1 => {
            let none = IndexColumns::choose(&names, &IndexFilter::default());
            none.map(|_| Form::Cdx).map_err(IndexError::from)
        }
        Some(Err(_)) => Err(IndexError::NoTable),
    }
}

/// Hands rows on that are wanted.
struct Taker<'a> {
    filter: &'a IndexFilter,
    take: &'a mut dyn FnMut(IndexEntry),
    counts: IndexCounts,
}

impl Taker<'_> {
    fn row(&mut self, number: u64, cells: &Cells<'_>) -> Result<(), IndexError> {
        self.counts.rows += 1;
        if self.filter.takes(cells) {
            self.counts.taken += 1;
            (self.take)(cells.entry(number)?);
        }
        Ok(())
    }
}

fn read_cdx(input: Box<dyn BufRead + Send>, taker: &mut Taker<'_>) -> Result<(), IndexError> {
    let mut lines = cdx::Lines::new(input);
    while let Some(line) = lines.next() {
        let line = line.map_err(|error| IndexError::Row {
            row: error.line,
            why: error.fault.sentence().to_owned(),
        })?;
        let cells = Cells {
            file: Some(&line.file),
            offset: Some(line.offset),
            length: Some(line.length),
            url: Some(&line.url),
            languages: None,
        };
        taker.row(lines.number(), &cells)?;
    }
    Ok(())
}

fn read_json(mut lines: Lines, first: &str, taker: &mut Taker<'_>) -> Result<(), IndexError> {
    let no_json = |row| IndexError::Row { row, why: "no JSON object".to_owned() };
    let object = |row, line: &str| {
        serde_json::from_str::<HashMap<String, Cell>>(line).map_err(|_| no_json(row))
    };
    let mut names: Vec<String> = object(1, first)?.into_keys().collect();
    names.sort_unstable();
    let columns = IndexColumns::choose(&names, taker.filter)?;
    while let Some((number, line)) = lines.next_line()? {
        let cells = object(number, &line)?;
        let text = |name: &String| cells.get(name).and_then(Cell::text);
        taker.row(
            number,
            &Cells {
                file: text(&columns.file),
                offset: cells.get(&columns.offset).and_then(Cell::number),
                length: cells.get(&columns.length).and_then(Cell::number),
                url: columns.url.as_ref().and_then(text),
                languages: columns.languages.as_ref().and_then(text),
            },
        )?;
    }
    Ok(())
}

fn read_separated(
    mut lines: Lines,
    separator: char,
    names: &[String],
    taker: &mut Taker<'_>,
) -> Result<(), IndexError> {
    let columns = IndexColumns::choose(names, taker.filter)?;
    let place = |wanted: &String| names.iter().position(|name| name == wanted);
    let places = [Some(&columns.file), Some(&columns.offset), Some(&columns.length)];
    let [file, offset, length] = places.map(|name| name.and_then(place));
    let [url, languages] =
        [&columns.url, &columns.languages].map(|name| name.as_ref().and_then(place));
    lines.next_line()?;
    while let Some((number, line)) = lines.next_line()? {
        let cells = cells(&line, separator);
        let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).map(String::as_str);
        let parsed = |at| cell(at).and_then(|cell| cell.parse().ok());
        taker.row(
            number,
            &Cells {
                file: cell(file),
                offset: parsed(offset),
                length: parsed(length),
                url: cell(url),
                languages: cell(languages),
            },
        )?;
    }
    Ok(())
}

/// A value of a JSON object. Common Crawl's own CDXJ has numbers as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(u64),
    Text(String),
    Other(IgnoredAny),
}

impl Cell {
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Other(_) => None,
        }
    }
}

/// The cells of a line. Between commas a cell may stand in quotes (RFC 4180).
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = Vec::new();
    let (mut cell, mut is_quoted) = (String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if separator == '\t' => cell.push(c),
            '"' if is_quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            c if c == separator && !is_quoted => {
                cells.push(std::mem::take(&mut cell).trim().to_owned());
            }
            c => cell.push(c),
        }
    }
    cells.push(cell.trim().to_owned());
    cells
}

/// The lines of a file that are not blank, with their numbers.
struct Lines {
    input: Box<dyn BufRead + Send>,
    number: u64,
}

impl Lines {
    fn new(input: Box<dyn BufRead + Send>) -> Self {
        Self { input, number: 0 }
    }

    fn next_line(&mut self) -> Result<Option<(u64, String)>, IndexError> {
        loop {
            let mut bytes = Vec::new();
            let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            let failed = |why: &str| IndexError::Row { row: self.number, why: why.to_owned() };
            if read as u64 == LONGEST && !bytes.ends_with(b"\n") {
                return Err(failed("the line is longer than a mebibyte"));
            }
            let text = String::from_utf8(bytes).map_err(|_| failed("the line is not UTF-8"))?;
            let text = match self.number {
                1 => text.trim_start_matches(BYTE_ORDER_MARK),
                _ => &text,
            };
            let text = text.trim_end_matches(['\r', '\n']);
            if !text.trim().is_empty() {
                return Ok(Some((self.number, text.to_owned())));
            }
        }
    }
}
