//! What the files of a run hold.

use std::io::{self, Read};
use std::ops::Range;

use scutch_archive::{Damage, Limits, Position, Reader, Source};
use scutch_tables::PageTable;
use serde::{Deserialize, Serialize};

/// What a file holds, and so how its records are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// A web archive.
    #[default]
    Archive,
    /// A table with a page in each row.
    Table(PageTable),
    /// An archive of which some ranges are read: those that an index leads to.
    Ranges(Vec<ByteRange>),
}

/// Bytes of a file: an offset and a length, as in `[1024, 512]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ByteRange(pub u64, pub u64);

impl ByteRange {
    /// From the first byte to the one behind the last.
    pub fn range(&self) -> Range<u64> {
        self.0..self.0.saturating_add(self.1)
    }

    /// Sorts ranges, and joins those that touch or overlap.
    pub fn joined(mut ranges: Vec<Self>) -> Vec<Self> {
        ranges.sort_unstable();
        let mut joined: Vec<Self> = Vec::new();
        for next in ranges {
            match joined.last_mut() {
                Some(last) if next.0 <= last.range().end => {
                    last.1 = last.1.max(next.range().end - last.0);
                }
                _ => joined.push(next),
            }
        }
        joined
    }
}

impl Content {
    /// Whether it is an archive, all of which is read.
    pub fn is_archive(&self) -> bool {
        *self == Self::Archive
    }

    /// The bytes that are read of a file, for digests: all of them, or those of its ranges.
    pub fn bytes(&self, source: &Source) -> Box<dyn Read> {
        match self {
            Self::Archive | Self::Table(_) => Box::new(source.reader()),
            Self::Ranges(ranges) => {
                let (source, ranges) = (source.clone(), ranges.clone().into_iter());
                Box::new(RangeReader { source, ranges, left: 0..0 })
            }
        }
    }

    /// Reads the records from a place on.
    ///
    /// # Errors
    /// The damaged range that stands for all of the file.
    pub(super) fn reader(
        &self,
        source: Source,
        at: Position,
        limits: &Limits,
    ) -> Result<Reader, Damage> {
        match self {
            Self::Archive => Ok(Reader::from_source(source, at, limits)),
            Self::Ranges(ranges) => {
                let ranges: Vec<Range<u64>> = ranges.iter().map(ByteRange::range).collect();
                Ok(Reader::from_ranges(source, &ranges, at, limits))
            }
            Self::Table(table) => {
                let rows = table.open(source.clone(), at, limits)?;
                Ok(Reader::from_table(source, rows, limits))
            }
        }
    }
}

/// The bytes of ranges, one after the other.
struct RangeReader {
    source: Source,
    ranges: std::vec::IntoIter<ByteRange>,
    /// What is left of the current one.
    left: Range<u64>,
}

impl Read for RangeReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = self.left.end.saturating_sub(self.left.start);
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
            let read = match most {
                0 => 0,
                most => self.source.read_at(self.left.start, &mut buffer[..most])?,
            };
            self.left.start += read as u64;
            // A file that is shorter than the index says has no more in this range.
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.ranges.next() {
                Some(next) => self.left = next.range(),
                None => return Ok(0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_joined_and_read_in_order() {
        let ranges = [(5, 2), (1, 2), (2, 3), (9, 4), (9, 1)].map(|(at, n)| ByteRange(at, n));
        let joined = ByteRange::joined(ranges.to_vec());
        assert_eq!(joined, [ByteRange(1, 6), ByteRange(9, 4)]);
        let source = Source::from_bytes(b"0123456789ab");
        let read = |content: Content| {
            let mut text = String::new();
            content.bytes(&source).read_to_string(&mut text).map(|_| text)
        };
        // The last range goes over the end of the file.
        assert_eq!(read(Content::Ranges(joined)).expect("memory"), "1234569ab");
        assert_eq!(read(Content::Archive).expect("memory"), "0123456789ab");
    }
}
