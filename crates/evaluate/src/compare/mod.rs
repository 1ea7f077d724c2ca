//! Two runs over the same pages compared, in characters.
//!
//! A [`LabelFile`] finds the labels of each page, [`pieces`] lays two pages side by side, and
//! [`CharacterCounts`] sums up where they differ.

mod counts;
mod labels;
mod pieces;

pub use counts::CharacterCounts;
pub use labels::{CaptureId, LabelFile, LabelledRun};
pub use pieces::{Piece, pieces};
