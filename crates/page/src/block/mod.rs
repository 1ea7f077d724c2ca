//! The page as a sequence of blocks of text.
//!
//! A block is text that a reader sees as one unit: a paragraph, a heading, a list item, a table
//! cell. Blocks lie in document order. Every block-level element that holds blocks is a
//! [`Container`]; containers form a tree of their own, and each knows its range of blocks.

mod build;
mod built;
mod class_names;
mod class_words;
mod copy_button;
mod facts;
mod formula;
mod line_numbers;
mod listing;
mod parts;
mod picture;
mod plain_text;
mod quotes;
mod symbols;
mod tables;
mod task;
mod text;
mod word_runs;
mod wording;

pub(crate) use self::build::{MARKS, build, is_reversed};
pub(crate) use self::built::Built;
pub(crate) use self::class_names::ClassName;
pub use self::class_words::{Meaning, Meanings};
pub(crate) use self::facts::{class_meanings, is_anchor, is_post};
pub(crate) use self::formula::{is_displayed, tex_of_line};
pub use self::line_numbers::LineNumber;
pub use self::parts::{Block, BlockKind, CellPlace, Container, ListPlace, Span, SpanKind};
pub(crate) use self::picture::sources;
pub(crate) use self::plain_text::from_plain_text;
pub(crate) use self::task::BOXES;
pub(crate) use self::text::normalised;
pub(crate) use self::word_runs::word_runs;
pub(crate) use self::wording::{Wording, has_year};

#[cfg(test)]
mod tests;
