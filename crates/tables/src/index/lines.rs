//! Indexes as lines: JSON, CDX, and columns between tabs or commas.

use std::collections::HashMap;
use std::io::BufRead;

use scutch_archive::Source;
use scutch_archive::cdx::{self, LineFault};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Taker;
use super::columns::IndexColumns;
use super::entry::{Cells, IndexError, RowFault};
use super::filter::IndexFilter;
use super::number::whole_float;
use super::numbered::{Lines, Numbered};
use crate::inflated::{Compression, inflated};

/// The form of an index, by its first line.
enum Form {
    Json,
    Separated { separator: char, names: Vec<String> },
    Cdx,
}

/// Lines of a file that are looked at for one of CDX.
const LOOKED_AT: usize = 100;

/// Reads an index.
pub(super) fn read(source: &Source, taker: &mut Taker<'_>) -> Result<(), IndexError> {
    let compression = Compression::of_source(source)?;
    // Opened anew for each look: a compressed stream cannot be wound back.
    let open = || inflated(source, compression, 0).map(|(input, _)| input);
    let first = Lines::new(open()?).next_line()?.ok_or(IndexError::NoTable)?;
    let form = match first.text.as_deref().map_or(Ok(Form::Cdx), form) {
        // The first line may be the one that is broken.
        Err(_) if cdx::Lines::new(open()?).take(LOOKED_AT).any(|line| line.is_ok()) => Form::Cdx,
        form => form?,
    };
    match form {
        Form::Json => read_json(Lines::new(open()?), first.text.as_deref().unwrap_or(""), taker),
        Form::Cdx => read_cdx(open()?, taker),
        Form::Separated { separator, names } => {
            read_separated(Lines::new(open()?), separator, &names, taker)
        }
    }
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

/// Hands on the lines of CDX or CDXJ. A line that is broken is a fault, not the end.
fn read_cdx(input: Box<dyn BufRead + Send>, taker: &mut Taker<'_>) -> Result<(), IndexError> {
    let mut lines = cdx::Lines::new(input);
    while !taker.has_ended
        && let Some(line) = lines.next()
    {
        match line {
            Ok(line) => taker.row(
                lines.number(),
                &Cells {
                    file: Some(&line.file),
                    offset: Some(line.offset),
                    length: Some(line.length),
                    url: Some(&line.url),
                    timestamp: Some(&line.timestamp),
                    ..Cells::default()
                },
            ),
            Err(error) => {
                let fault = RowFault::new(error.line, error.fault, error.fault.sentence());
                // The file itself fails, and would fail again at the next line.
                if fault.fault == LineFault::Unreadable {
                    return Err(fault.into());
                }
                taker.fault(fault);
            }
        }
    }
    Ok(())
}

/// The cells of a line, if it is a JSON object.
fn object(line: &str) -> Option<HashMap<String, Cell>> {
    serde_json::from_str(line).ok()
}

/// Hands on JSON lines. The first one names the columns for all of them.
fn read_json(mut lines: Lines, first: &str, taker: &mut Taker<'_>) -> Result<(), IndexError> {
    let no_json = |row| RowFault::new(row, LineFault::Json, "no JSON object");
    let mut names: Vec<String> = object(first).ok_or_else(|| no_json(1))?.into_keys().collect();
    // In hash order the sentence about a missing column would differ from run to run.
    names.sort_unstable();
    let columns = IndexColumns::choose(&names, taker.filter)?;
    while !taker.has_ended
        && let Some(Numbered { number, text }) = lines.next_line()?
    {
        let cells = text.and_then(|line| object(&line).ok_or_else(|| no_json(number)));
        let cells = match cells {
            Ok(cells) => cells,
            Err(fault) => {
                taker.fault(fault);
                continue;
            }
        };
        let text = |name: &String| cells.get(name).and_then(Cell::text);
        let whole = |name: &String| cells.get(name).and_then(Cell::number);
        let languages = columns.languages.as_ref().and_then(|name| cells.get(name)).map(Cell::list);
        taker.row(
            number,
            &Cells {
                file: text(&columns.file),
                offset: whole(&columns.offset),
                length: whole(&columns.length),
                inner_offset: columns.inner_offset.as_ref().map(whole),
                url: columns.url.as_ref().and_then(text),
                timestamp: None,
                languages: languages.as_deref(),
            },
        );
    }
    Ok(())
}

/// Hands on the lines behind the one with the names, with their cells found by position.
fn read_separated(
    mut lines: Lines,
    separator: char,
    names: &[String],
    taker: &mut Taker<'_>,
) -> Result<(), IndexError> {
    let columns = IndexColumns::choose(names, taker.filter)?;
    let place = |wanted: &String| names.iter().position(|name| name == wanted);
    let [file, offset, length] = [&columns.file, &columns.offset, &columns.length].map(place);
    let [inner_offset, url, languages] = [&columns.inner_offset, &columns.url, &columns.languages]
        .map(|name| name.as_ref().and_then(place));
    lines.next_line()?;
    while !taker.has_ended
        && let Some(Numbered { number, text }) = lines.next_line()?
    {
        let cells = match text {
            Ok(line) => cells(&line, separator),
            Err(fault) => {
                taker.fault(fault);
                continue;
            }
        };
        let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).map(String::as_str);
        let whole = |at| cell(at).and_then(whole_number);
        taker.row(
            number,
            &Cells {
                file: cell(file),
                offset: whole(offset),
                length: whole(length),
                inner_offset: inner_offset.map(|at| whole(Some(at))),
                url: cell(url),
                timestamp: None,
                languages: cell(languages),
            },
        );
    }
    Ok(())
}

/// A value of a JSON object. Common Crawl's own CDXJ has numbers as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(u64),
    /// Tools that know no missing integers write them so.
    Float(f64),
    Text(String),
    List(Vec<Option<String>>),
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
            Self::Float(number) => whole_float(*number),
            Self::Text(text) => whole_number(text),
            Self::List(_) | Self::Other(_) => None,
        }
    }

    /// The texts of a list with commas between them.
    fn list(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(texts) => {
                texts.iter().flatten().map(String::as_str).collect::<Vec<_>>().join(",")
            }
            _ => String::new(),
        }
    }
}

/// A number that is written without a fraction, or with one of zeros.
fn whole_number(text: &str) -> Option<u64> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_whole = !fraction.is_empty() && fraction.bytes().all(|b| b == b'0');
    is_whole.then(|| whole.parse().ok()).flatten()
}

/// The cells of a line. Between commas a cell may stand in quotes (RFC 4180).
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = Vec::new();
    let (mut cell, mut is_quoted) = (String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // Writers of columns between tabs escape nothing with quotes.
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
