//! Cells that do not borrow from a row.

use serde::{Deserialize, Serialize};

use super::{AsJson, Cell};

/// The value of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum OwnedCell {
    Text(Option<String>),
    List(Vec<String>),
    Timestamp(Option<i64>),
    F32(Option<f32>),
    I32(Option<i32>),
    I64(Option<i64>),
    Bool(Option<bool>),
}

impl OwnedCell {
    /// The value of a cell. What writers make text of becomes text.
    pub(crate) fn new(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Text(v) => Self::Text(v.map(str::to_owned)),
            Cell::Json(v) => Self::Text(v.map(AsJson::to_json)),
            Cell::List(v) => Self::List(v.to_vec()),
            Cell::Timestamp(v) => Self::Timestamp(v),
            Cell::F32(v) => Self::F32(v),
            Cell::I32(v) => Self::I32(v),
            Cell::I64(v) => Self::I64(v),
            Cell::Bool(v) => Self::Bool(v),
        }
    }

    /// The value, as writers take it.
    pub(crate) fn cell(&self) -> Cell<'_> {
        match self {
            Self::Text(v) => Cell::Text(v.as_deref()),
            Self::List(v) => Cell::List(v),
            Self::Timestamp(v) => Cell::Timestamp(*v),
            Self::F32(v) => Cell::F32(*v),
            Self::I32(v) => Cell::I32(*v),
            Self::I64(v) => Cell::I64(*v),
            Self::Bool(v) => Cell::Bool(*v),
        }
    }
}
