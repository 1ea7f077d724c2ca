//! Files with many documents, taken apart.

use std::io::{self, BufRead};

use scutch_folder::config::Format;

use super::shard_row::{ShardRow, other_documents};
use crate::format::linked::JSON_LD_TAIL;

/// How the documents of a file are told apart.
enum Bounds {
    /// A document is so many lines.
    Lines(usize),
    /// A document ends with this line. What comes before the first line that starts so is no document.
    Ends { first: &'static str, last: &'static str },
    /// A document starts with a line that names it.
    Starts,
    /// The lines of a document are those of its graph.
    Graph,
    /// The text of the row and a line break.
    Text,
    /// Behind a header, a document is a record of CSV.
    Records,
}

#[rustfmt::skip] // a table reads as a table
fn bounds(format: Format) -> Bounds {
    match format {
        Format::Parquet | Format::Jsonl | Format::Dolma | Format::Oscar | Format::Json | Format::Standoff | Format::Jsonld => Bounds::Lines(1),
        Format::Elastic => Bounds::Lines(2),
        // In all three `<` of a text is escaped.
        Format::Tei => Bounds::Ends { first: "<TEI ", last: "</TEI>\n" },
        Format::Html => Bounds::Ends { first: "", last: "</html>\n" },
        Format::Vertical => Bounds::Ends { first: "", last: "</doc>\n" },
        Format::Markdown | Format::Conllu => Bounds::Starts,
        Format::Nquads => Bounds::Graph,
        Format::Text => Bounds::Text,
        Format::Csv => Bounds::Records,
    }
}

/// What ends a file, behind its documents.
fn tail_of(format: Format) -> Option<&'static str> {
    match format {
        Format::Tei => Some("</teiCorpus>"),
        Format::Jsonld => Some(JSON_LD_TAIL),
        _ => None,
    }
}

/// Hands out the bytes of a file but for documents that do not stay.
///
/// # Errors
/// Those of `write` and of reading, and a file with other documents than the rows.
pub(super) fn read_joined(
    format: Format,
    input: impl BufRead,
    rows: &[ShardRow],
    mut write: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut lines = Lines { input, next: Vec::new() };
    lines.advance()?;
    if format == Format::Jsonld {
        // The context.
        write(&lines.take()?.ok_or_else(other_documents)?)?;
    }
    match bounds(format) {
        Bounds::Lines(count) => by_lines(&mut lines, rows, (format, count), &mut write)?,
        Bounds::Ends { first, last } => by_end(&mut lines, rows, (first, last), &mut write)?,
        Bounds::Starts => by_start(&mut lines, rows, format, &mut write)?,
        Bounds::Graph => by_graph(&mut lines, rows, &mut write)?,
        Bounds::Text => by_length(&mut lines, rows, &mut write)?,
        Bounds::Records => by_record(&mut lines, rows, &mut write)?,
    }
    match lines.take()? {
        // A file of nothing has a head and a tail all the same.
        Some(tail) if tail_of(format).is_some_and(|end| tail.starts_with(end.as_bytes())) => {
            write(&tail)?;
            if lines.take()?.is_some() { Err(other_documents()) } else { Ok(()) }
        }
        Some(_) => Err(other_documents()),
        None => Ok(()),
    }
}

/// Lines of a file with their ends, one of them ahead.
struct Lines<R> {
    input: R,
    next: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn advance(&mut self) -> io::Result<()> {
        self.next.clear();
        self.input.read_until(b'\n', &mut self.next).map(drop)
    }

    /// The next line, which stays.
    fn peek(&self) -> &[u8] {
        &self.next
    }

    /// The next line; `None` at the end of the file.
    fn take(&mut self) -> io::Result<Option<Vec<u8>>> {
        let line = std::mem::take(&mut self.next);
        self.advance()?;
        Ok((!line.is_empty()).then_some(line))
    }

    /// The next record of CSV: lines up to one outside of quotes.
    fn record(&mut self) -> io::Result<Vec<u8>> {
        let mut record = Vec::new();
        let mut is_quoted = false;
        loop {
            let line = self.take()?.ok_or_else(other_documents)?;
            // A quote in a text is doubled, which opens and closes.
            is_quoted ^= line.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
            record.extend(line);
            if !is_quoted {
                return Ok(record);
            }
        }
    }
}

/// Documents that are records behind a header.
fn by_record<R: BufRead>(
    lines: &mut Lines<R>,
    rows: &[ShardRow],
    write: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    write(&lines.record()?)?;
    for row in rows {
        let record = lines.record()?;
        if !has(&record, row.id.as_bytes()) {
            return Err(other_documents());
        }
        if row.stays {
            write(&record)?;
        }
    }
    Ok(())
}

/// Documents of so many lines.
fn by_lines<R: BufRead>(
    lines: &mut Lines<R>,
    rows: &[ShardRow],
    (format, count): (Format, usize),
    write: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    for row in rows {
        // Lines of OSCAR have no place for the id of a row.
        let mut has_id = format == Format::Oscar;
        for _ in 0..count {
            let line = lines.take()?.ok_or_else(other_documents)?;
            has_id |= has(&line, row.id.as_bytes());
            if row.stays {
                write(&line)?;
            }
        }
        if !has_id {
            return Err(other_documents());
        }
    }
    Ok(())
}

/// Documents that are the text of their row and a line break.
fn by_length<R: BufRead>(
    lines: &mut Lines<R>,
    rows: &[ShardRow],
    write: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    for row in rows {
        let mut left = row.text_bytes + 1;
        while left > 0 {
            let line =
                lines.take()?.filter(|line| line.len() <= left).ok_or_else(other_documents)?;
            left -= line.len();
            if row.stays {
                write(&line)?;
            }
        }
    }
    Ok(())
}

/// Documents of N-Quads: each line ends with the name of its graph, which ends with the id of the row.
fn by_graph<R: BufRead>(
    lines: &mut Lines<R>,
    rows: &[ShardRow],
    write: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    for row in rows {
        let end = format!("row-{}> .\n", row.id);
        if !lines.peek().ends_with(end.as_bytes()) {
            return Err(other_documents());
        }
        while lines.peek().ends_with(end.as_bytes()) {
            let line = lines.take()?.ok_or_else(other_documents)?;
            if row.stays {
                write(&line)?;
            }
        }
    }
    Ok(())
}

/// Documents that end with a line.
fn by_end<R: BufRead>(
    lines: &mut Lines<R>,
    rows: &[ShardRow],
    (first, last): (&str, &str),
    write: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let is_tail = |line: &[u8]| line.is_empty() || line.starts_with(b"</teiCorpus>");
    while !first.is_empty() && !lines.peek().starts_with(first.as_bytes()) && !is_tail(lines.peek())
    {
        let line = lines.take()?.ok_or_else(other_documents)?;
        write(&line)?;
    }
    for row in rows {
        let mut has_id = false;
        loop {
            let line = lines.take()?.ok_or_else(other_documents)?;
            has_id |= has(&line, row.id.as_bytes());
            if row.stays {
                write(&line)?;
            }
            if line == last.as_bytes() {
                break;
            }
        }
        // All three formats have the id of the row in each document.
        if !has_id {
            return Err(other_documents());
        }
    }
    Ok(())
}

/// Documents whose first line, or the one behind it, names the row. Each row has one. CoNLL-U writes
/// nothing for a row without text.
fn by_start<R: BufRead>(
    lines: &mut Lines<R>,
    rows: &[ShardRow],
    format: Format,
    write: &mut impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let is_markdown = format == Format::Markdown;
    let has_document = |row: &ShardRow| is_markdown || row.text_bytes > 0;
    let mut behind = rows.iter();
    let mut stays = None;
    while let Some(line) = lines.take()? {
        if let Some(id) = start_of(&line, lines.peek()) {
            // In Markdown a text may hold such lines, too, but not the id of a row to come.
            let mut ahead = behind.as_slice().iter();
            let skipped = ahead.position(|row| row.id == id);
            if let Some((row, skipped)) = skipped.and_then(|n| behind.as_slice()[..=n].split_last())
            {
                if skipped.iter().any(has_document) {
                    return Err(other_documents());
                }
                (behind, stays) = (ahead, Some(row.stays));
            } else if !is_markdown {
                return Err(other_documents());
            }
        }
        if stays.ok_or_else(other_documents)? {
            write(&line)?;
        }
    }
    // Without this, a file that was cut would lose its last documents silently.
    if behind.any(has_document) { Err(other_documents()) } else { Ok(()) }
}

/// The row that a document is of, if it starts with this line.
fn start_of<'l>(line: &'l [u8], next: &'l [u8]) -> Option<&'l str> {
    let text = |bytes: &'l [u8]| std::str::from_utf8(bytes).ok().map(str::trim_end);
    if line == b"---\n" {
        return text(next)?.strip_prefix("id: \"")?.strip_suffix('"');
    }
    text(line)?.strip_prefix("# newdoc id = ")
}

/// Whether bytes hold others.
fn has(bytes: &[u8], sought: &[u8]) -> bool {
    bytes.windows(sought.len()).any(|window| window == sought)
}
