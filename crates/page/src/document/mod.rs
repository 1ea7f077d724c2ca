//! The extracted page as one owned tree, from which every format is written.
//!
//! A document is flat: what holds blocks is opened and closed among its parts, in document order and
//! properly nested, so that nothing that walks over one recurses. It knows nothing of the page it came from and
//! may cross threads.

mod inline;
mod language;
mod numbering;
mod outline;
mod table;

pub use inline::Piece;
pub use numbering::{NumberStyle, Numbering};

use crate::block::BlockKind;
pub use crate::page::Addresses;
use crate::{Extraction, Page};

/// An extracted page: parts in reading order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// Frames opened and closed, blocks and tables.
    pub parts: Vec<Part>,
    /// Readers' comments, where they were asked for.
    pub comments: Vec<Part>,
}

/// What comes next in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The start of an element around blocks.
    Open(Frame),
    /// The end of the innermost open element, which is this one.
    Close(Frame),
    /// A block of text, a picture or a player.
    Leaf(Leaf),
    /// Rows of cells; all rows have the same number of cells, except in tables that are nearly empty.
    Table(Vec<Vec<Cell>>),
}

/// An element around blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// A quotation set off from the text.
    Quote,
    /// A list: ordered, or not.
    List(Option<Numbering>),
    /// An item of a list, with its number in an ordered list.
    Item(Option<i32>),
    /// A list of terms and their descriptions: holds nothing but these.
    Definitions,
    /// A term.
    Term,
    /// A description of the terms before it.
    Description,
    /// A figure with its caption.
    Figure,
    /// A box beside the text (`aside`).
    Box,
    /// A note to the text, by its role.
    Note,
}

/// A block of text; or a picture, whose text is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// What it is in the page; of a list item, a term or a description the first block alone is one.
    pub kind: BlockKind,
    /// The text; line breaks are newlines.
    pub text: String,
    /// Parts of the text that mean something: nested or disjoint, outer before inner.
    pub marks: Vec<Marked>,
    /// The programming language of code, where the page tells it.
    pub language: Option<String>,
}

/// A part of a text that means something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// First byte of the text.
    pub start: u32,
    /// One past the last byte; the same as `start` for pictures alone.
    pub end: u32,
    /// What it is.
    pub mark: Mark,
}

/// What a part of a text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// A link to this address.
    Link(String),
    /// Strong importance.
    Strong,
    /// Stress.
    Emphasis,
    /// Code.
    Code,
    /// No longer accurate.
    Deleted,
    /// Subscript.
    Sub,
    /// Superscript.
    Sup,
    /// Added later.
    Inserted,
    /// Highlighted.
    Highlighted,
    /// An abbreviation of this.
    Abbreviation(String),
    /// A formula: the text is TeX.
    Formula {
        /// It stands on lines of its own.
        displayed: bool,
    },
    /// A picture at this place.
    Picture(Picture),
    /// A player or frame at this place.
    Media {
        /// The name of its element, such as `video`.
        name: String,
        /// The address of what it shows.
        source: String,
    },
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Where it is.
    pub source: String,
    /// What stands for it.
    pub alt: String,
    /// Where it leads, if it is not part of a linked text.
    pub link: Option<String>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Whether it heads a row or column.
    pub header: bool,
    /// What is in it.
    pub leaves: Vec<Leaf>,
    /// Columns that it spans; 0 of the empty place that a cell before or above spans.
    pub columns: usize,
    /// Rows that it spans; 0 likewise.
    pub rows: usize,
}

impl Default for Cell {
    fn default() -> Self {
        Self { header: false, leaves: Vec::new(), columns: 1, rows: 1 }
    }
}

impl Document {
    /// The document of what was extracted from a page.
    pub fn new(page: &Page, extraction: &Extraction) -> Self {
        let of = |comments| outline::outline(page, extraction, comments);
        let mut parts = of(false);
        if let Some((unshown, all)) = extraction.of_unshown(page) {
            parts.extend(outline::outline(unshown, &all, false));
        }
        Self { parts, comments: of(true) }
    }
}

impl Mark {
    /// Whether its text is written in a language of its own: code, TeX.
    pub fn is_verbatim(&self) -> bool {
        matches!(self, Self::Code | Self::Formula { .. })
    }
}

impl Leaf {
    /// The text cut at the ends of its marks.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        inline::pieces(self)
    }
}
