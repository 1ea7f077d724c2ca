//! Headers of the pages of a column, from which their sizes are known before anything is inflated.

use std::io::{self, Read as _, Seek as _, SeekFrom};

use parquet::file::reader::Length as _;

use super::compact::{Compact, Field, invalid};
use crate::chunks::Chunks;

/// Encodings of values that can be read one after the other.
pub(super) const PLAIN: i64 = 0;
pub(super) const DICTIONARIES: [i64; 2] = [2, 8];

/// What a page holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageKind {
    /// Levels and values, compressed together.
    Data,
    /// Levels, and values that may be compressed.
    DataV2 { levels: (u64, u64), is_compressed: bool },
    /// The values that data pages refer to.
    Dictionary,
    /// Something else, which readers pass over.
    Other,
}

/// The header of a page, and where its bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PageHeader {
    pub(super) kind: PageKind,
    /// Bytes after decompression, by the word of the header.
    pub(super) inflated: u64,
    /// Number of values, missing ones included.
    pub(super) values: u64,
    pub(super) encoding: i64,
    /// Where the bytes behind the header are, and how many there are.
    pub(super) offset: u64,
    pub(super) length: u64,
}

/// The pages of a column in a row group.
pub(super) struct Pages {
    file: Chunks,
    at: u64,
    end: u64,
}

impl Pages {
    /// The pages in a range of a file: its first byte, and its length.
    pub(super) fn new(file: Chunks, (at, length): (u64, u64)) -> Self {
        let end = at.saturating_add(length).min(file.len());
        Self { file, at, end }
    }

    /// The next header; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<PageHeader>> {
        if self.at >= self.end {
            return Ok(None);
        }
        let mut reader = self.file.0.reader();
        reader.seek(SeekFrom::Start(self.at))?;
        let reader = io::BufReader::new(reader.take(self.end - self.at));
        let header = PageHeader::read(Compact::new(reader), self.at)?;
        self.at = header.offset.saturating_add(header.length);
        if self.at > self.end {
            return Err(invalid("a page goes on behind its column"));
        }
        Ok(Some(header))
    }
}

impl PageHeader {
    fn read<R: io::Read>(mut input: Compact<R>, at: u64) -> io::Result<Self> {
        let (mut kind, mut inflated, mut length) = (None, None, None);
        let (mut values, mut encoding) = (0, -1);
        let (mut levels, mut is_compressed) = ((0, 0), true);
        input.fields(|input, field| {
            match field.id {
                1 => kind = Some(input.integer(field)?),
                2 => inflated = Some(input.size(field)?),
                3 => length = Some(input.size(field)?),
                // Of a page, a dictionary, and a page of version 2.
                id @ (5 | 7 | 8) => input.fields(|input, field| {
                    match (id, field.id) {
                        (_, 1) => values = input.size(field)?,
                        (5 | 7, 2) | (8, 4) => encoding = input.integer(field)?,
                        (8, 5) => levels.1 = input.size(field)?,
                        (8, 6) => levels.0 = input.size(field)?,
                        (8, 7) => is_compressed = truth(field),
                        _ => return Ok(false),
                    }
                    Ok(true)
                })?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        let missing = || invalid("a page header without its sizes");
        let kind = match kind.ok_or_else(missing)? {
            0 => PageKind::Data,
            2 => PageKind::Dictionary,
            3 => PageKind::DataV2 { levels, is_compressed },
            _ => PageKind::Other,
        };
        Ok(Self {
            kind,
            inflated: inflated.ok_or_else(missing)?,
            values,
            encoding,
            offset: at.saturating_add(input.read),
            length: length.ok_or_else(missing)?,
        })
    }
}

fn truth(field: Field) -> bool {
    Compact::<io::Empty>::truth(field)
}

/// The pages of a column, as far as their sizes matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sizes {
    /// Bytes of the largest page.
    pub(super) largest: u64,
    /// Whether a page has values in an encoding that is read as a whole only.
    pub(super) is_whole: bool,
}

/// Looks at all pages of a column. Behind a header that cannot be read no reader finds a page.
pub(super) fn sizes(mut pages: Pages) -> Sizes {
    let mut sizes = Sizes::default();
    while let Ok(Some(page)) = pages.next() {
        if page.kind != PageKind::Other {
            sizes.largest = sizes.largest.max(page.inflated).max(page.length);
            sizes.is_whole |= page.encoding != PLAIN && !DICTIONARIES.contains(&page.encoding);
        }
    }
    sizes
}
