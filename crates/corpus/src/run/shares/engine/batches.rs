//! Observations as rows that an engine sorts.

use std::io;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, BooleanBuilder, Int32Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use scutch_folder::RunError;

use crate::stages::engine::KeyedGroup;

/// The schema of observations. Rows are sorted by all columns but the last two.
pub fn observation_schema() -> SchemaRef {
    let fields = [
        ("part", DataType::Int32),
        ("table", DataType::Utf8),
        ("key", DataType::Utf8),
        ("share", DataType::Int32),
        ("piece", DataType::Int32),
        ("last", DataType::Boolean),
        ("value", DataType::Binary),
    ];
    Arc::new(Schema::new(fields.map(|(name, kind)| Field::new(name, kind, false)).to_vec()))
}

/// Bytes of one piece of a value: an engine hands on many rows at a time.
const PIECE: usize = 256 << 10;
/// Bytes and rows of a batch.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_ROWS: usize = 4096;

/// The table of rows that say that a share was read to its end.
pub(super) const SHARE: &str = "share";
/// The table of rows that name a file of evidence.
pub(super) const FILE: &str = "file";

/// A row of observations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observation<'a> {
    /// The part of the key.
    pub part: i32,
    /// What it is of.
    pub table: &'a str,
    /// What it is brought together by.
    pub key: &'a str,
    /// Number of the share that was read.
    pub share: i32,
    /// Number of the piece of the value, from 0.
    pub piece: i32,
    /// Whether it is the last piece.
    pub last: bool,
    /// A piece of the value.
    pub value: &'a [u8],
}

/// Collects rows and hands them out in batches.
pub(super) struct Rows {
    parts: Int32Builder,
    tables: StringBuilder,
    keys: StringBuilder,
    shares: Int32Builder,
    pieces: Int32Builder,
    lasts: BooleanBuilder,
    values: BinaryBuilder,
    rows: usize,
    bytes: usize,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self {
            parts: Int32Builder::new(),
            tables: StringBuilder::new(),
            keys: StringBuilder::new(),
            shares: Int32Builder::new(),
            pieces: Int32Builder::new(),
            lasts: BooleanBuilder::new(),
            values: BinaryBuilder::new(),
            rows: 0,
            bytes: 0,
        }
    }

    /// Adds a row; a batch if that fills one.
    pub(super) fn push(&mut self, row: Observation<'_>) -> Result<Option<RecordBatch>, RunError> {
        self.parts.append_value(row.part);
        self.tables.append_value(row.table);
        self.keys.append_value(row.key);
        self.shares.append_value(row.share);
        self.pieces.append_value(row.piece);
        self.lasts.append_value(row.last);
        self.values.append_value(row.value);
        self.rows += 1;
        // All else in a row is a few bytes.
        self.bytes += row.key.len() + row.value.len();
        let is_full = self.rows >= BATCH_ROWS || self.bytes >= BATCH_BYTES;
        if is_full { self.take() } else { Ok(None) }
    }

    /// The collected rows; `None` where there are none.
    pub(super) fn take(&mut self) -> Result<Option<RecordBatch>, RunError> {
        if self.rows == 0 {
            return Ok(None);
        }
        let arrays: Vec<ArrayRef> = vec![
            Arc::new(self.parts.finish()),
            Arc::new(self.tables.finish()),
            Arc::new(self.keys.finish()),
            Arc::new(self.shares.finish()),
            Arc::new(self.pieces.finish()),
            Arc::new(self.lasts.finish()),
            Arc::new(self.values.finish()),
        ];
        (self.rows, self.bytes) = (0, 0);
        let batch = RecordBatch::try_new(observation_schema(), arrays);
        batch.map(Some).map_err(|error| RunError::Output(io::Error::other(error)))
    }
}

impl Observation<'_> {
    /// A row by itself.
    pub(super) const ALONE: Observation<'static> =
        Observation { part: 0, table: "", key: "", share: 0, piece: 0, last: true, value: &[] };

    /// The rows of a group: its value in pieces. `share` tells groups of one key apart.
    pub(super) fn each_of(
        KeyedGroup { table, key, value }: &KeyedGroup,
        (parts, share): (u32, u32),
        mut show: impl FnMut(Observation<'_>) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        let (part, share) = (number(table.part(key, parts)), number(share));
        // An empty value is a piece as well: its key must arrive.
        let pieces = value.len().div_ceil(PIECE).max(1);
        (0..pieces).try_for_each(|piece| {
            let end = value.len().min((piece + 1) * PIECE);
            show(Observation {
                part,
                table: table.name(),
                key,
                share,
                piece: i32::try_from(piece).unwrap_or(i32::MAX),
                last: piece + 1 == pieces,
                value: &value[piece * PIECE..end],
            })
        })
    }
}

/// Parts and shares are far fewer.
pub(super) fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
