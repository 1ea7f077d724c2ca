//! Where reading goes on.

use scutch_archive::Position;
use serde::{Deserialize, Serialize};

use super::Border;

/// A position in the list of inputs: the file, and the position in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Number of the input file.
    pub input: usize,
    /// The position in it.
    pub position: Position,
}

impl Cursor {
    /// The start of the first file.
    pub const START: Self = Self { input: 0, position: Position { offset: 0, inner_offset: 0 } };

    /// The position of a border between shares of the inputs.
    pub fn at(border: Border) -> Self {
        let Border { input, offset } = border;
        Self { input, position: Position { offset, inner_offset: 0 } }
    }
}
