//! Where things stand in a file.

use serde::{Deserialize, Serialize};

/// A place reading can start again at, and deliver what an unbroken read delivers from there on.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Position {
    /// Bytes from the start of the file to the member, or to the record in an uncompressed file.
    pub offset: u64,
    /// Inflated bytes of that member before the place; 0 in uncompressed files.
    pub inner_offset: u64,
}

impl Position {
    /// The start of a file.
    pub const START: Self = Self { offset: 0, inner_offset: 0 };
}

/// Which bytes of a file hold a record.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Location {
    /// Bytes from the start of the file to the (compressed) member the record starts in, or to the
    /// record itself in an uncompressed file.
    pub offset: u64,
    /// Bytes of the member, or members where a record spans several; in an uncompressed file the
    /// record with its header and the line ends behind it.
    pub length: u64,
    /// Inflated bytes before the record in its member; 0 in uncompressed files.
    pub inner_offset: u64,
}

impl Location {
    /// Where a reader finds the record again.
    pub fn position(self) -> Position {
        Position { offset: self.offset, inner_offset: self.inner_offset }
    }
}

/// All bytes of a record, whatever the caps keep of them in memory.
///
/// Lengths count inflated bytes: the header comes first, then the block, then what separates the
/// record from the next one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Where the record is stored.
    pub location: Location,
    /// Bytes of the header, from the version line (or the line of an ARC record) through the end of
    /// its last line; in WARC records the blank line is counted in.
    pub header: u64,
    /// Bytes of the block that are there, beyond the cap too. [`Record::block`] holds the first of
    /// them.
    ///
    /// [`Record::block`]: crate::Record::block
    pub block: u64,
    /// Bytes behind the block that belong to no other record: line ends, and stray bytes. Line ends
    /// at the start of the next member are not among them.
    pub separator: u64,
    /// True when the stored bytes at `location` hold this record, sound, and nothing else: a copy
    /// of them is a copy of the record. In an uncompressed file that is always so.
    pub exact: bool,
}

impl Extent {
    /// Bytes of header, block and separator together.
    pub fn inflated(self) -> u64 {
        self.header.saturating_add(self.block).saturating_add(self.separator)
    }
}
