//! The parts of a document: frames, leaves and tables.

use super::numbering::Numbering;
use crate::block::BlockKind;

/// One step through a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The start of an element around blocks.
    Open(Frame),
    /// The end of the innermost open element, which is this one.
    Close(Frame),
    /// Where the quotation that was opened right before comes from. Only editions write it.
    Source(String),
    /// A block of text, a picture or a player.
    Leaf(Leaf),
    /// Rows of cells. All rows have the same number of cells, except in tables that are nearly
    /// empty.
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

/// A block of text. Pictures and players are leaves without text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// What it is in the page. Only the first block of a list item, term or description has that
    /// kind; the others are paragraphs.
    pub kind: BlockKind,
    /// The text; line breaks are newlines.
    pub text: String,
    /// Marked parts of the text: nested or disjoint, outer before inner.
    pub marks: Vec<Marked>,
    /// Marks that only editions write: nested or disjoint, outer before inner.
    /// [`Leaf::edited`] puts them among the others.
    pub editorial: Vec<Marked>,
    /// The programming language of code, where the page tells it.
    pub language: Option<String>,
}

/// A marked part of a text.
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
    /// What only editions mark.
    Editorial(Editorial),
}

/// What only editions mark; the other forms have no sign for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Editorial {
    /// A quotation within the text, its quotation marks included.
    Quoted,
    /// Words of another language than the text around them: its tag.
    Foreign(String),
    /// Underlined.
    Underlined,
    /// A date or time, as the page writes it for machines.
    Time(String),
    /// Text with this reading above it or beside it (ruby).
    Ruby(String),
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
    /// Columns that it spans; 0 in an empty cell that another one spans.
    pub columns: usize,
    /// Rows that it spans; 0 in an empty cell that another one spans.
    pub rows: usize,
}

impl Default for Cell {
    fn default() -> Self {
        Self { header: false, leaves: Vec::new(), columns: 1, rows: 1 }
    }
}

impl Mark {
    /// Whether its text is in a formal language: code or TeX.
    pub fn is_verbatim(&self) -> bool {
        matches!(self, Self::Code | Self::Formula { .. })
    }
}
