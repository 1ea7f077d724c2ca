//! Blocks, the spans in their text, and the containers around them.

use std::borrow::Cow;

use super::class_names::ClassNames;
use super::class_words::Meanings;
use super::line_numbers::{self, LineNumber};
use crate::tree::{NodeId, Tag};

/// What a block is in the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BlockKind {
    /// Running text.
    Paragraph,
    /// A heading of level 1 to 6.
    Heading(u8),
    /// The first block of a list item; further blocks of the item are paragraphs.
    ListItem,
    /// Preformatted text, verbatim.
    Code,
    /// A cell of a data table.
    Cell,
    /// The caption of a figure or table.
    Caption,
    /// The term of a description list.
    Term,
    /// The description of a term.
    Definition,
    /// A picture between blocks of text; the text is empty.
    Image,
    /// A player or frame between blocks of text; the text is empty.
    Media,
}

impl BlockKind {
    /// The name as shown to people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paragraph => "paragraph",
            Self::Heading(_) => "heading",
            Self::ListItem => "list item",
            Self::Code => "code",
            Self::Cell => "cell",
            Self::Caption => "caption",
            Self::Term => "term",
            Self::Definition => "definition",
            Self::Image => "image",
            Self::Media => "media",
        }
    }
}

/// Quotations within quotations, and languages within languages, that are told apart.
const NESTED: usize = 4;

/// What a span of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// A link; the node is the `a` element.
    Link,
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
    /// An abbreviation that the page explains.
    Abbreviation,
    /// A formula as TeX; the node is its `math` or `img` element.
    Formula,
    /// A picture within the text; the span is empty, the node is the `img` element.
    Image,
    /// A quotation, its quotation marks included.
    Quoted,
    /// Underlined.
    Underlined,
    /// A date or time with a value for machines.
    Time,
    /// Text with a reading; the node is the `rt` element of the reading.
    Ruby,
    /// Text whose element declares its language, and nothing else.
    Language,
}

impl SpanKind {
    /// Whether only editions mark it. Neither extraction nor other forms look at it.
    pub(crate) fn is_editorial(self) -> bool {
        use SpanKind::{Language, Quoted, Ruby, Time, Underlined};
        matches!(self, Quoted | Underlined | Time | Ruby | Language)
    }

    /// Elements of this kind within one another of which each has a span of its own.
    pub(super) fn depth(self) -> usize {
        // `<b><strong>` is one emphasis, and a link cannot hold another.
        if matches!(self, Self::Quoted | Self::Language) { NESTED } else { 1 }
    }
}

/// A marked part of a block's text. Spans nest or are disjoint; only those of ruby may cross others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First byte of the text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What it is.
    pub kind: SpanKind,
    /// The element.
    pub node: NodeId,
}

/// The position of a block in lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListPlace {
    /// The innermost list.
    pub list: NodeId,
    /// How many lists it is in, from 1.
    pub depth: u8,
}

/// The position of a block in a data table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPlace {
    /// The table.
    pub table: NodeId,
    /// From 0.
    pub row: u32,
    /// From 0, spans of earlier cells in the row counted.
    pub column: u16,
    /// Columns that it spans.
    pub columns: u16,
    /// Rows that it spans. A cell that spans all rows that are left has more than there are.
    pub rows: u32,
    /// The first row of its group of rows (`thead`, `tbody`, `tfoot`). Cells end with their group.
    pub group: u32,
    /// Whether it is a header cell.
    pub header: bool,
}

/// A block: text that a reader sees as one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its text, white space normalised; line breaks of the page are newlines.
    pub text: String,
    /// The innermost block-level element; of pictures and media the element itself.
    pub node: NodeId,
    /// Characters of `text`.
    pub chars: u32,
    /// Characters of `text` inside links.
    pub link_chars: u32,
    /// Marked parts of the text, sorted by start.
    pub spans: Vec<Span>,
    /// The list it is in.
    pub list: Option<ListPlace>,
    /// How many quotations it is in.
    pub quote_depth: u8,
    /// The cell of a data table it is in.
    pub cell: Option<CellPlace>,
    /// Out of sight when the page opens: in a closed tab or fold, or hidden for good.
    pub hidden: bool,
    /// Index of the innermost container in [`Page::containers`](crate::Page::containers).
    pub container: u32,
    /// What class words of inline elements around its text mean.
    pub inline: Meanings,
    /// Numbers beside the lines of code, in their order; they are not in the text.
    pub line_numbers: Box<[LineNumber]>,
}

impl Block {
    /// A block without text in the outermost container.
    pub(crate) fn empty(kind: BlockKind, node: NodeId) -> Self {
        Self {
            kind,
            text: String::new(),
            node,
            chars: 0,
            link_chars: 0,
            spans: Vec::new(),
            list: None,
            quote_depth: 0,
            cell: None,
            hidden: false,
            container: 0,
            inline: Meanings::default(),
            line_numbers: Box::default(),
        }
    }

    /// Share of the text inside links, from 0 to 1.
    pub fn link_density(&self) -> f32 {
        if self.chars == 0 { 0.0 } else { self.link_chars as f32 / self.chars as f32 }
    }

    /// Its text. Code has the numbers beside its lines if `numbers` are asked for.
    pub(crate) fn text(&self, numbers: bool) -> Cow<'_, str> {
        if numbers && !self.line_numbers.is_empty() {
            Cow::Owned(line_numbers::numbered(&self.text, &self.line_numbers))
        } else {
            Cow::Borrowed(&self.text)
        }
    }

    /// The cell of the row in which the block is written. `None` outside of data tables, and for
    /// code of several lines, which is no part of a row.
    pub(crate) fn in_row(&self) -> Option<CellPlace> {
        self.cell.filter(|_| self.kind != BlockKind::Code || !self.text.contains('\n'))
    }
}

/// A block-level element that holds blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct Container {
    /// The element.
    pub node: NodeId,
    /// Its tag.
    pub tag: Tag,
    /// Index of the container around it; the first container is its own parent.
    pub parent: u32,
    /// First block in it.
    pub first: u32,
    /// One past the last block in it.
    pub end: u32,
    /// What its own class, id and role mean.
    pub meanings: Meanings,
    /// What its whole class names say.
    pub(crate) names: ClassNames,
    /// Declared to be the text of the page (`itemprop=articleBody` and the like).
    pub declared: bool,
}
