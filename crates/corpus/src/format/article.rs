//! The input and the output of a format.

use scutch_folder::config::CorpusMetadata;
use scutch_page::Document;
use scutch_segment::Segmented;
use serde::{Deserialize, Serialize};

use super::annotations::Tagged;
use crate::row::{PageFacts, Row};

/// A document to be written: its row, its tree and its annotations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Article<'a> {
    pub(crate) row: &'a Row,
    pub(crate) facts: &'a PageFacts,
    pub(crate) document: &'a Document,
    /// The document, segmented once for all formats.
    pub(crate) segmented: &'a Segmented<'a>,
    /// The annotations of a tagger.
    pub(crate) tagged: Option<&'a Tagged>,
    /// The corpus as a publication.
    pub(crate) corpus: Option<&'a CorpusMetadata>,
}

/// The rule of a format that a document violates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Invalid(pub(crate) String);

/// A document in one format.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Piece {
    /// The name of its file, in layouts with a file per document.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}
