//! The rows of a shard, which all of its parts must agree with.

use std::io;

/// A row of a shard. Parts hold documents in the order of the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShardRow {
    pub(crate) id: String,
    /// Whether it is copied.
    pub(crate) stays: bool,
    /// Bytes of its text.
    pub(crate) text_bytes: usize,
}

/// The error of a part that holds other documents than the rows.
pub(super) fn other_documents() -> io::Error {
    io::Error::other("holds other documents than the rows of the corpus")
}
