//! Lists of pages and mementos in any form, read by their content: what one verb writes, the next
//! one uses.
//!
//! The road: [`read`] opens a file, a folder or standard input, recognises its [`Form`] by the
//! first bytes, and hands over one [`Item`] after the other: an [`Entry`], or a line that is
//! refused. An entry is about a page (URI-R) or about one memento (URI-M); see [`Subject`].
//!
//! ```
//! use scutch_lists::{Item, Subject, read_bytes};
//!
//! let table = b"title\turl\nFog\thttp://a.example/fog\n";
//! let mut pages = Vec::new();
//! read_bytes(table, None, &mut |item| {
//!     if let Item::Entry(entry) = item {
//!         pages.push(entry.subject);
//!     }
//!     Ok(())
//! })?;
//! assert_eq!(pages, [Subject::Page("http://a.example/fog".to_owned())]);
//! # Ok::<(), scutch_lists::ListError>(())
//! ```

#![forbid(unsafe_code)]

mod address;
mod cells;
mod column;
mod entry;
mod error;
mod form;
mod input;
mod parquet;
mod read;
mod table;

pub use address::{is_address, subject_of};
pub use entry::{Entry, Item, OnItem, Subject};
pub use error::ListError;
pub use form::Form;
pub use input::{STDIN, decompressed};
pub use read::{Named, form_of, read, read_bytes, read_unless_lines};
