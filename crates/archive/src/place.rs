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
