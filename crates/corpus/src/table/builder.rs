//! Builders of Arrow columns.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    BooleanBuilder, Float32Builder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_schema::{DataType, TimeUnit};

use crate::row::{Cell, ColumnKind};

/// An Arrow builder for each [`ColumnKind`].
pub(super) enum Builder {
    Text(StringBuilder),
    List(ListBuilder<StringBuilder>),
    Timestamp(TimestampMicrosecondBuilder),
    F32(Float32Builder),
    I32(Int32Builder),
    I64(Int64Builder),
    Bool(BooleanBuilder),
}

/// A builder for a type of column.
pub(super) fn builder(kind: ColumnKind) -> Builder {
    match kind {
        ColumnKind::Text => Builder::Text(StringBuilder::new()),
        ColumnKind::List => Builder::List(ListBuilder::new(StringBuilder::new())),
        ColumnKind::Timestamp => {
            let builder = TimestampMicrosecondBuilder::new();
            Builder::Timestamp(builder.with_data_type(data_type(ColumnKind::Timestamp)))
        }
        ColumnKind::F32 => Builder::F32(Float32Builder::new()),
        ColumnKind::I32 => Builder::I32(Int32Builder::new()),
        ColumnKind::I64 => Builder::I64(Int64Builder::new()),
        ColumnKind::Bool => Builder::Bool(BooleanBuilder::new()),
    }
}

impl Builder {
    /// Appends a cell. A cell of another kind becomes null; a test of the column table excludes that.
    pub(super) fn append(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Text(b), Cell::Text(v)) => b.append_option(v),
            (Self::List(b), Cell::List(v)) => b.append_value(v.iter().map(|s| Some(s.as_str()))),
            (Self::Timestamp(b), Cell::Timestamp(v)) => b.append_option(v),
            (Self::F32(b), Cell::F32(v)) => b.append_option(v),
            (Self::I32(b), Cell::I32(v)) => b.append_option(v),
            (Self::I64(b), Cell::I64(v)) => b.append_option(v),
            (Self::Bool(b), Cell::Bool(v)) => b.append_option(v),
            (Self::Text(b), _) => b.append_null(),
            (Self::List(b), _) => b.append_null(),
            (Self::Timestamp(b), _) => b.append_null(),
            (Self::F32(b), _) => b.append_null(),
            (Self::I32(b), _) => b.append_null(),
            (Self::I64(b), _) => b.append_null(),
            (Self::Bool(b), _) => b.append_null(),
        }
    }

    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(b) => Arc::new(b.finish()),
            Self::List(b) => Arc::new(b.finish()),
            Self::Timestamp(b) => Arc::new(b.finish()),
            Self::F32(b) => Arc::new(b.finish()),
            Self::I32(b) => Arc::new(b.finish()),
            Self::I64(b) => Arc::new(b.finish()),
            Self::Bool(b) => Arc::new(b.finish()),
        }
    }
}

/// The Arrow type of a column.
pub(super) fn data_type(kind: ColumnKind) -> DataType {
    match kind {
        ColumnKind::Text => DataType::Utf8,
        ColumnKind::List => DataType::new_list(DataType::Utf8, true),
        // With a zone: readers take a timestamp without one as local time.
        ColumnKind::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        ColumnKind::F32 => DataType::Float32,
        ColumnKind::I32 => DataType::Int32,
        ColumnKind::I64 => DataType::Int64,
        ColumnKind::Bool => DataType::Boolean,
    }
}
