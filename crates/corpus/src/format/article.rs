//! What every format is written from, and what comes of it.

use scutch_page::Document;

use super::annotations::Tagged;
use crate::row::Row;

/// What a document is written from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Article<'a> {
    pub(crate) row: &'a Row,
    pub(crate) document: &'a Document,
    /// What a tagger says of it.
    pub(crate) tagged: Option<&'a Tagged>,
}

/// The rule that a document would break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invalid(pub(crate) String);

/// A document in one format.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    /// The name of its file, where it has its own.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}
