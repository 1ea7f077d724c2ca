//! Cells of a column with large pages, one after the other, without a page in memory as a whole.
//!
//! Writers look at the size of a page once in a thousand rows, so that pages of HTML can have hundreds of
//! megabytes. Parquet's own reader inflates a page before its first value.

use std::io::{self, BufReader, Read, Seek as _, SeekFrom};

use parquet::basic::{Compression, Type};
use parquet::file::metadata::ColumnChunkMetaData;
use scutch_archive::SourceReader;

use super::compact::invalid;
use super::hybrid::Hybrid;
use super::inflate::{byte, inflated};
use super::page_header::{DICTIONARIES, PLAIN, PageHeader, PageKind, Pages};
use crate::chunks::Chunks;

/// Bytes of levels of a page at most: runs of equal ones take a few bytes.
const LEVELS: u64 = 8 << 20;
/// How often a dictionary that does not fit into memory is read anew for a row group.
const READINGS: u32 = 1000;

/// A cell of the column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing.
    Missing,
    /// Its bytes.
    Bytes(Vec<u8>),
    /// More bytes than are kept, and how many.
    Large(u64),
}

/// Reads the cells of a column.
pub(super) struct Streamed {
    column: Column,
    pages: Pages,
    dictionary: Option<Dictionary>,
    page: Option<Open>,
}

/// What all pages of a column have in common.
#[derive(Clone)]
struct Column {
    file: Chunks,
    codec: Compression,
    /// Whether cells can be missing.
    is_optional: bool,
    /// Bytes of a cell that are kept.
    most: u64,
    /// Bytes of a dictionary that are kept.
    held: u64,
}

type Stream = Box<dyn Read + Send>;

/// A data page that is being read.
struct Open {
    /// Cells that are left, missing ones included.
    left: u64,
    levels: Option<Hybrid<io::Cursor<Vec<u8>>>>,
    values: Values,
}

enum Values {
    /// One after the other.
    Plain(Stream),
    /// Places in the dictionary.
    Places(Hybrid<Stream>),
}

/// The values that pages refer to.
enum Dictionary {
    Held(Vec<Cell>),
    Streamed {
        header: PageHeader,
        /// What is left of it, and the place of the next value.
        open: Option<(Stream, u32)>,
        /// The value that was read last.
        last: Option<(u32, Cell)>,
        readings: u32,
    },
}

/// Whether a column can be read so: it is flat, and its values are bytes.
pub(super) fn is_readable(column: &ColumnChunkMetaData) -> bool {
    let descriptor = column.column_descr();
    column.column_type() == Type::BYTE_ARRAY
        && descriptor.max_rep_level() == 0
        && descriptor.max_def_level() <= 1
        && super::inflate::is_known(column.compression())
}

impl Streamed {
    /// Reads a column from its first cell on. Cells of more than `most` bytes are passed over; of a
    /// dictionary `held` bytes are kept.
    pub(super) fn open(file: &Chunks, column: &ColumnChunkMetaData, most: u64, held: u64) -> Self {
        let pages = Pages::new(file.clone(), column.byte_range());
        let (codec, is_optional) =
            (column.compression(), column.column_descr().max_def_level() == 1);
        let column = Column { file: file.clone(), codec, is_optional, most, held };
        Self { column, pages, dictionary: None, page: None }
    }

    /// Passes over cells.
    pub(super) fn skip(&mut self, cells: u64) -> io::Result<()> {
        (0..cells).try_for_each(|_| self.cell(None).map(drop))
    }

    /// The next cell.
    pub(super) fn next(&mut self) -> io::Result<Cell> {
        self.cell(Some(self.column.most))
    }

    /// The next cell, of which at most so many bytes are kept; `None` passes over it.
    fn cell(&mut self, most: Option<u64>) -> io::Result<Cell> {
        while self.page.as_ref().is_none_or(|page| page.left == 0) {
            self.next_page()?;
        }
        let Some(page) = &mut self.page else { return Err(ended()) };
        page.left -= 1;
        let is_there = page.levels.as_mut().map_or(Ok(1), Hybrid::next)? == 1;
        if !is_there {
            return Ok(Cell::Missing);
        }
        match &mut page.values {
            Values::Plain(stream) => value(stream, most.unwrap_or_default()),
            Values::Places(places) => {
                let place = places.next()?;
                // Of a row that is passed over only the place is read.
                if most.is_none() {
                    return Ok(Cell::Missing);
                }
                let dictionary = self.dictionary.as_mut().ok_or_else(unknown)?;
                dictionary.get(place, &self.column)
            }
        }
    }

    /// Opens the next data page.
    fn next_page(&mut self) -> io::Result<()> {
        self.page = None;
        let header = self.pages.next()?.ok_or_else(ended)?;
        match header.kind {
            PageKind::Other => {}
            PageKind::Dictionary => {
                self.dictionary = Some(Dictionary::open(header, &self.column)?);
            }
            PageKind::Data | PageKind::DataV2 { .. } => self.page = Some(self.column.page(header)?),
        }
        Ok(())
    }
}

impl Column {
    /// The bytes of a page from one on, as they are stored.
    fn stored(
        &self,
        header: PageHeader,
        from: u64,
    ) -> io::Result<BufReader<io::Take<SourceReader>>> {
        let mut reader = self.file.0.reader();
        reader.seek(SeekFrom::Start(header.offset + from))?;
        Ok(BufReader::new(reader.take(header.length.saturating_sub(from))))
    }

    /// The bytes of a page, inflated.
    fn inflated(&self, header: PageHeader, from: u64) -> io::Result<Stream> {
        let stream = inflated(self.codec, self.stored(header, from)?)?;
        // What a page inflates to beyond its word is not read.
        Ok(Box::new(stream.take(header.inflated.saturating_sub(from))))
    }

    fn page(&self, header: PageHeader) -> io::Result<Open> {
        let (levels, mut stream) = match header.kind {
            PageKind::DataV2 { levels: (repetitions, levels), is_compressed } => {
                // Version 2 stores the levels uncompressed before the values.
                let (before, behind) = (repetitions, repetitions.saturating_add(levels));
                let levels = bounded(&mut self.stored(header, before)?, levels)?;
                let stream: Stream = match is_compressed {
                    true => self.inflated(header, behind)?,
                    false => Box::new(self.stored(header, behind)?),
                };
                (levels, stream)
            }
            _ => {
                let mut stream = self.inflated(header, 0)?;
                let levels = match self.is_optional {
                    true => {
                        let length = length(&mut stream)?;
                        bounded(&mut stream, length)?
                    }
                    false => Vec::new(),
                };
                (levels, stream)
            }
        };
        let levels =
            self.is_optional.then(|| Hybrid::new(io::Cursor::new(levels), 1)).transpose()?;
        let values = match header.encoding {
            PLAIN => Values::Plain(stream),
            encoding if DICTIONARIES.contains(&encoding) => {
                // A page of missing cells alone has no places.
                let width = byte(&mut stream).unwrap_or_default();
                Values::Places(Hybrid::new(stream, u32::from(width))?)
            }
            _ => return Err(invalid("an encoding that is read as a whole only")),
        };
        Ok(Open { left: header.values, levels, values })
    }
}

impl Dictionary {
    fn open(header: PageHeader, column: &Column) -> io::Result<Self> {
        if header.inflated > column.held {
            return Ok(Self::Streamed { header, open: None, last: None, readings: 0 });
        }
        let mut stream = column.inflated(header, 0)?;
        let mut values = Vec::new();
        for _ in 0..header.values {
            values.push(value(&mut stream, column.most)?);
        }
        Ok(Self::Held(values))
    }

    /// The value at a place.
    fn get(&mut self, place: u32, column: &Column) -> io::Result<Cell> {
        match self {
            Self::Held(values) => values.get(place as usize).cloned().ok_or_else(unknown),
            Self::Streamed { last: Some((at, cell)), .. } if *at == place => Ok(cell.clone()),
            Self::Streamed { header, open, last, readings } => {
                if u64::from(place) >= header.values {
                    return Err(unknown());
                }
                // Rows name most values in the order of the dictionary, so that it is read on.
                let (mut stream, mut at) = match open.take().filter(|(_, at)| *at <= place) {
                    Some(open) => open,
                    None => {
                        *readings += 1;
                        if *readings > READINGS {
                            return Err(invalid("a dictionary that is too large to be kept"));
                        }
                        (column.inflated(*header, 0)?, 0)
                    }
                };
                while at < place {
                    value(&mut stream, 0)?;
                    at += 1;
                }
                let cell = value(&mut stream, column.most)?;
                *open = Some((stream, at + 1));
                *last = Some((place, cell.clone()));
                Ok(cell)
            }
        }
    }
}

/// Reads a value: its length, and that many bytes, which are kept if they are not too many.
fn value(stream: &mut impl Read, most: u64) -> io::Result<Cell> {
    let length = length(stream)?;
    if length > most {
        let passed = io::copy(&mut stream.take(length), &mut io::sink())?;
        return if passed == length { Ok(Cell::Large(length)) } else { Err(ended()) };
    }
    let mut bytes = Vec::new();
    match stream.take(length).read_to_end(&mut bytes)? as u64 == length {
        true => Ok(Cell::Bytes(bytes)),
        false => Err(ended()),
    }
}

/// Four little-endian bytes.
fn length(stream: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 4];
    stream.read_exact(&mut bytes)?;
    Ok(u64::from(u32::from_le_bytes(bytes)))
}

/// Reads so many bytes of levels.
fn bounded(stream: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    if length > LEVELS {
        return Err(invalid("a page with too many levels"));
    }
    let mut bytes = Vec::new();
    match stream.take(length).read_to_end(&mut bytes)? as u64 == length {
        true => Ok(bytes),
        false => Err(ended()),
    }
}

fn ended() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "a page ends before its last value")
}

fn unknown() -> io::Error {
    invalid("a value that is not in the dictionary")
}
