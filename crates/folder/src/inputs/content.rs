//! What the files of a run hold.

use std::io::{self, Read};
use std::ops::Range;

use scutch_archive::{Damage, Limits, Position, Reader, SelectedRecords, Source};
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
    /// An archive of which some records are read: those that an index leads to.
    Ranges(SelectedRecords),
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
            Self::Ranges(selected) => {
                let (source, selected) = (source.clone(), selected.clone());
                Box::new(RangeReader { source, selected, next: 0, left: 0..0 })
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
            Self::Ranges(selected) => Ok(Reader::from_selected(source, selected, at, limits)),
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
    selected: SelectedRecords,
    /// Number of the range behind the current one.
    next: usize,
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
            match self.selected.ranges().get(self.next) {
                Some(next) => self.left = next.clone(),
                None => return Ok(0),
            }
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_ranges_are_read_in_order() {
        let source = Source::from_bytes(b"0123456789ab");
        let read = |content: Content| {
            let mut text = String::new();
            content.bytes(&source).read_to_string(&mut text).map(|_| text)
        };
        // The last range goes over the end of the file.
        let selected = SelectedRecords::in_ranges([1..7, 9..13]);
        assert_eq!(read(Content::Ranges(selected)).expect("memory"), "1234569ab");
        assert_eq!(read(Content::Archive).expect("memory"), "0123456789ab");
    }
}
