//! The extracted page as one owned value, from which every format is written.
//!
//! A document is flat: elements around blocks are opened and closed among its parts, in document
//! order and properly nested, so that nobody who walks over it recurses. It does not refer to its
//! page and may be sent to other threads.
//!
//! ```
//! use scutch_page::document::Part;
//! use scutch_page::{Document, ExtractConfig, Hints, Limits, Page, extract};
//!
//! let page = Page::parse(b"<ul><li>Rain<li>Fog</ul>", &Hints::default(), &Limits::default());
//! let document = Document::new(&page, &extract(&page, &ExtractConfig::default()));
//! let texts = document.parts.iter().filter_map(|part| match part {
//!     Part::Leaf(leaf) => Some(leaf.text.as_str()),
//!     _ => None,
//! });
//! assert_eq!(texts.collect::<Vec<_>>(), ["Rain", "Fog"]);
//! ```

mod code_language;
mod editorial;
mod formulas;
mod inline;
mod leaves;
mod nesting;
mod numbering;
mod outline;
mod parts;
mod quoted;
mod table;
mod writer;

pub use self::inline::Piece;
pub use self::numbering::{NumberStyle, Numbering};
pub use self::parts::{Cell, Editorial, Frame, Leaf, Mark, Marked, Part, Picture};
pub use self::writer::PartWriter;
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

impl Document {
    /// The document of what was extracted from a page.
    pub fn new(page: &Page, extraction: &Extraction) -> Self {
        let mut parts = outline::outline(page, extraction, false);
        if let Some((text, labels)) = extraction.labelled_script_text(page) {
            parts.extend(outline::outline(text, &labels, false));
        }
        Self { parts, comments: outline::outline(page, extraction, true) }
    }
}

#[cfg(test)]
mod tests;
