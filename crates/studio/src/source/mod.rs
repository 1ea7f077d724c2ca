//! The captures of archives: where each stands, and how one is opened there.
//!
//! One reading of the archives notes the place of each capture ([`Source::open`]). Pages, style sheets
//! and pictures are read at their places when they are looked at.

mod error;
mod index;
mod inputs;
mod opened;
mod picture;

pub use error::SourceError;
pub use index::{PageCapture, Source};
pub use inputs::corpus_folder;
pub(crate) use inputs::listed;
pub use opened::{Content, Opened};
pub use picture::{Picture, PictureId};
