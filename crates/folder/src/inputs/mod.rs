//! The list of archive files behind the names a user gave: files, folders, patterns.
//!
//! Folders are walked recursively, without following symbolic links, and sorted by the bytes of the
//! relative path. A file named twice is read once.
//!
//! Tables of pages are inputs, too: those that are named, and those of folders that hold no archive.
//!
//! A named file that is neither or cannot be read is an error. In a folder, other files are counted,
//! and unreadable ones are listed with the reason: reading them yields one damaged range. Names that are
//! not UTF-8 are escaped.

mod archives;
mod content;
mod cursor;
mod error;
mod file;
mod folder;
mod list;
mod located;
mod look;
mod names;
mod once;
mod pattern;
mod segments;
mod selection;
mod span;
#[cfg(test)]
mod tests;
mod walk;

pub use self::archives::Unreadable;
pub use self::archives::{Archives, RecordPlace};
pub use self::content::Content;
pub use self::cursor::Cursor;
pub use self::error::InputError;
pub use self::file::{InputFile, Inputs, STDIN, display_name, named_path};
pub use self::list::list;
pub use self::list::list_pooled;
pub use self::located::located;
pub use self::names::{NameConflict, inputs_by_name};
pub use self::segments::Segments;
pub use self::selection::IndexTally;
pub use self::span::Share;
pub use self::span::{Border, Span, SpanReading};
