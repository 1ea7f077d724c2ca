//! Rows as JSON lines.

use std::fmt;
use std::io::{self, BufRead, Read as _};
use std::sync::atomic::Ordering;

use scutch_archive::{Cause, Damage, Limits, Location, Page, Position, Source, TableRecords};

use super::json_row::{self, JsonRow};
use crate::columns::PageColumns;
use crate::inflated::{Compression, Passed, inflated};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// Bytes of the first line at most where a file is looked at.
const FIRST_LINE: u64 = 64 << 20;
/// Bytes of a line beside its page. In JSON a page takes up to twice its length.
const REST: u64 = 1 << 20;
/// All pages in JSON are text.
const MEDIA_TYPE: &str = "text/html; charset=utf-8";

/// The columns of the first line; `None` for a file of another kind.
pub(super) fn names(source: &Source) -> io::Result<Option<Vec<String>>> {
    let compression = Compression::of_source(source)?;
    // What cannot be inflated is no table.
    let first = inflated(source, compression, 0).and_then(|(input, _)| first_line(input));
    let Ok(Some(line)) = first else { return Ok(None) };
    let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line).trim_ascii();
    Ok(json_row::names(text))
}

/// The first line that is not blank, if it begins like an object: any other may be as long as the file.
fn first_line(mut input: Box<dyn BufRead + Send>) -> io::Result<Option<Vec<u8>>> {
    loop {
        let head = input.fill_buf()?;
        let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(head).trim_ascii_start();
        let is_other = text.first().is_some_and(|first| *first != b'{');
        if is_other || head.is_empty() {
            return Ok(None);
        }
        let mut line = Vec::new();
        input.by_ref().take(FIRST_LINE).read_until(b'\n', &mut line)?;
        let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line);
        if !text.trim_ascii().is_empty() {
            return Ok(Some(line));
        }
    }
}

/// Reads the lines of a file as rows.
pub(super) struct JsonLines {
    source: Source,
    compression: Compression,
    columns: PageColumns,
    /// Cap on the bytes of a page.
    most: u64,
    input: Box<dyn BufRead + Send>,
    passed: Passed,
    /// Offset of the next line that is not blank, in the inflated file.
    at: u64,
    /// Behind the line that was read last.
    end: u64,
    /// What failed behind that line.
    failed: Option<io::Error>,
    line: Vec<u8>,
    over: bool,
}

impl fmt::Debug for JsonLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonLines").field("at", &self.at).finish_non_exhaustive()
    }
}

impl JsonLines {
    pub(super) fn open(
        source: Source,
        compression: Compression,
        at: Position,
        columns: &PageColumns,
        limits: &Limits,
    ) -> io::Result<Self> {
        // Behind the end of a compressed file there is no other place to begin at than its start.
        let over = compression != Compression::None && at.offset > 0 && at.offset >= source.len();
        let at = if compression == Compression::None { at.offset } else { at.inner_offset };
        let (input, passed) = inflated(&source, compression, if over { 0 } else { at })?;
        let (columns, most) = (columns.clone(), limits.block);
        let mut lines = Self {
            source,
            compression,
            columns,
            most,
            input,
            passed,
            at,
            end: at,
            failed: None,
            line: Vec::new(),
            over,
        };
        lines.skip_blank();
        Ok(lines)
    }

    /// The place of the line that begins at an offset of the inflated file.
    fn location(&self, start: u64) -> Location {
        match self.compression {
            Compression::None => {
                Location { offset: start, length: self.end - start, inner_offset: 0 }
            }
            _ => Location { offset: 0, length: self.source.len(), inner_offset: start },
        }
    }

    /// A line that no page came out of. The bytes of a compressed file hold other lines, too, so none are
    /// counted.
    fn damage(&self, start: u64, cause: Cause, why: &str) -> Damage {
        let Location { offset, length, .. } = self.location(start);
        let (length, detail) = match self.compression {
            Compression::None => (length, why.to_owned()),
            _ => (0, format!("the line at byte {start} of the inflated file: {why}")),
        };
        Damage { offset, length, cause, detail }
    }

    /// Reads a line into the buffer. False where it is too long; then it is passed over.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let most = self.most.saturating_mul(2).saturating_add(REST);
        let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? as u64;
        self.at += read;
        if read < most || self.line.ends_with(b"\n") {
            self.end = self.at;
            self.skip_blank();
            return Ok(true);
        }
        self.line.clear();
        self.at += self.input.skip_until(b'\n')? as u64;
        self.end = self.at;
        self.skip_blank();
        Ok(false)
    }

    /// Passes over blank lines: a share must not end between them and the row behind them.
    fn skip_blank(&mut self) {
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return self.failed = Some(error),
            };
            let blank = chunk.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let goes_on = blank > 0 && blank == chunk.len();
            self.input.consume(blank);
            self.at += blank as u64;
            if !goes_on {
                return;
            }
        }
    }

    /// The rest of a file that cannot be read on.
    fn end(&mut self, start: u64, error: &io::Error) -> Damage {
        self.over = true;
        let cause = match (self.compression, error.kind()) {
            (Compression::None, _) => Cause::ReadError,
            (_, io::ErrorKind::UnexpectedEof) => Cause::MemberTruncated,
            (
                _,
                io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::Other,
            ) => Cause::CorruptMember,
            _ => Cause::ReadError,
        };
        if self.compression == Compression::None {
            self.at = self.source.len().max(start);
        }
        self.end = self.at;
        let length = self.location(start).length;
        Damage { length, ..self.damage(start, cause, &error.to_string()) }
    }

    /// The page in a line.
    fn page(&self, start: u64, line: &[u8]) -> Result<Page, Damage> {
        let unreadable = |why: &str| self.damage(start, Cause::RowUnreadable, why);
        let row = JsonRow::read(line, &self.columns).map_err(|error| {
            // The line is one line: its number says nothing.
            unreadable(&format!("no JSON object ({})", error.to_string().replace("line 1 ", "")))
        })?;
        let lacks = |column: &str| unreadable(&format!("`{column}` is no text"));
        let url = row.url.filter(|url| !url.trim().is_empty());
        let url = url.ok_or_else(|| lacks(&self.columns.url))?;
        let html = row.html.ok_or_else(|| lacks(&self.columns.html))?;
        if html.len() as u64 > self.most {
            let why = format!("`{}` has {} bytes", self.columns.html, html.len());
            return Err(self.damage(start, Cause::RowTooLarge, &why));
        }
        let (date, bytes, location) = (row.date, html.into_bytes(), self.location(start));
        Ok(Page { url, date, media_type: MEDIA_TYPE.to_owned(), bytes, location })
    }
}

impl TableRecords for JsonLines {
    fn position(&self) -> Position {
        match self.compression {
            Compression::None => Position { offset: self.at, inner_offset: 0 },
            // Behind the last line no place in the file is left.
            _ if self.over => Position { offset: self.source.len(), inner_offset: 0 },
            _ => Position { offset: 0, inner_offset: self.at },
        }
    }

    fn next_page(&mut self) -> Option<Result<Page, Damage>> {
        while !self.over {
            let start = self.at;
            match self.read_line() {
                Err(error) => return Some(Err(self.end(start, &error))),
                Ok(false) => {
                    let why = format!("the line has {} bytes", self.end - start);
                    return Some(Err(self.damage(start, Cause::RowTooLarge, &why)));
                }
                Ok(true) if self.at == start => self.over = true,
                Ok(true) => {
                    let line = std::mem::take(&mut self.line);
                    let text = match line.strip_prefix(BYTE_ORDER_MARK) {
                        Some(rest) if start == 0 => rest,
                        _ => &line,
                    };
                    let page = (!text.trim_ascii().is_empty()).then(|| self.page(start, text));
                    self.line = line;
                    if page.is_some() {
                        return page;
                    }
                }
            }
        }
        None
    }

    fn next_start(&mut self, from: u64) -> u64 {
        if from == 0 || self.compression != Compression::None {
            return if from == 0 { 0 } else { self.source.len() };
        }
        // A line that begins right at the border counts as behind it. Blank lines do not count.
        let next = |(mut input, _): (Box<dyn BufRead + Send>, Passed)| {
            let mut at = from - 1 + input.skip_until(b'\n')? as u64;
            loop {
                let chunk = input.fill_buf()?;
                let blank = chunk.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                let goes_on = blank > 0 && blank == chunk.len();
                input.consume(blank);
                at += blank as u64;
                if !goes_on {
                    return Ok(at);
                }
            }
        };
        inflated(&self.source, self.compression, from - 1)
            .and_then(next)
            .unwrap_or_else(|_| self.source.len())
    }

    fn bytes_read(&self) -> u64 {
        match self.compression {
            Compression::None => self.at,
            _ => self.passed.load(Ordering::Relaxed).min(self.source.len()),
        }
    }
}
