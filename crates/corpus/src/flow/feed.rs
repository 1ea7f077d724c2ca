//! The reading end: archive files in order, cut into batches that never span a shard.

use scutch_archive::{Damage, Item, Limits, Position, Reader, Record};
use serde::{Deserialize, Serialize};

use crate::config::scope::{Filter, Scope};
use crate::inputs::InputFile;

/// Records in one batch.
const BATCH_RECORDS: usize = 64;
/// Bytes of record blocks in one batch, unless a single record is larger.
const BATCH_BYTES: u64 = 1 << 20;

/// Where reading goes on: the file, and the place in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cursor {
    pub(crate) input: usize,
    pub(crate) position: Position,
}

impl Cursor {
    pub(crate) const START: Self =
        Self { input: 0, position: Position { offset: 0, inner_offset: 0 } };
}

/// One thing the archives delivered.
pub(crate) enum Fed {
    /// A record to look at.
    Record { input: usize, record: Box<Record<'static>> },
    /// A sound record that its type alone puts out of scope: its block is never copied.
    OutOfScope { input: usize, record_type: String, filter: Filter },
    /// A byte range lost.
    Damage { input: usize, damage: Damage },
}

impl Fed {
    fn is_record(&self) -> bool {
        !matches!(self, Self::Damage { .. })
    }

    /// Number of the input file.
    pub(crate) fn input(&self) -> usize {
        match self {
            Self::Record { input, .. }
            | Self::OutOfScope { input, .. }
            | Self::Damage { input, .. } => *input,
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Record { record, .. } => record.block().len() as u64,
            Self::OutOfScope { .. } | Self::Damage { .. } => 0,
        }
    }
}

/// Consecutive items of one shard.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) items: Vec<Fed>,
    pub(crate) bytes: u64,
    /// Set on the last batch of a shard.
    pub(crate) close: Option<Close>,
}

/// The end of a shard, and where the next one starts; `None` at the end of the inputs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Close {
    pub(crate) next: Option<Cursor>,
}

/// What the reader follows.
pub(crate) struct Feed<'a> {
    pub(crate) files: &'a [InputFile],
    pub(crate) limits: &'a Limits,
    pub(crate) scope: &'a Scope,
    pub(crate) shard_records: u32,
}

impl Feed<'_> {
    /// Reads from `start` to the end, handing each batch and the bytes passed in the current file
    /// to `send` until that answers false. True when the end was reached.
    pub(crate) fn run(&self, start: Cursor, mut send: impl FnMut(Batch, u64) -> bool) -> bool {
        let mut batch = Batch::default();
        let mut in_shard = 0;
        let mut position = start.position;
        for input in start.input..self.files.len() {
            let mut source = Source::open(&self.files[input], position, self.limits);
            position = Cursor::START.position;
            while let Some(fed) = source.next(input, self.scope) {
                in_shard += u32::from(fed.is_record());
                batch.bytes += fed.bytes();
                batch.items.push(fed);
                if in_shard == self.shard_records {
                    in_shard = 0;
                    let next = Cursor { input, position: source.position() };
                    batch.close = Some(Close { next: Some(next) });
                }
                let full = batch.items.len() >= BATCH_RECORDS || batch.bytes >= BATCH_BYTES;
                if (full || batch.close.is_some())
                    && !send(std::mem::take(&mut batch), source.bytes_read())
                {
                    return false;
                }
            }
        }
        batch.close = Some(Close { next: None });
        send(batch, 0)
    }
}

/// One archive file being read; a file that cannot be opened is one damaged range.
enum Source {
    Open(Box<Reader>),
    Failed(Option<Damage>),
}

impl Source {
    fn open(file: &InputFile, at: Position, limits: &Limits) -> Self {
        match file.open(at, limits) {
            Ok(reader) => Self::Open(Box::new(reader)),
            Err(damage) => Self::Failed(Some(damage)),
        }
    }

    fn next(&mut self, input: usize, scope: &Scope) -> Option<Fed> {
        let reader = match self {
            Self::Open(reader) => reader,
            Self::Failed(damage) => {
                return damage.take().map(|damage| Fed::Damage { input, damage });
            }
        };
        Some(match reader.next()? {
            Item::Damage(damage) => Fed::Damage { input, damage },
            Item::Record(record) => match scope.by_type(record.kind().name()) {
                Some(filter) if record.faults().is_empty() => {
                    Fed::OutOfScope { input, record_type: record.kind().name().to_owned(), filter }
                }
                _ => Fed::Record { input, record: Box::new(record.into_owned()) },
            },
        })
    }

    fn position(&self) -> Position {
        match self {
            Self::Open(reader) => reader.position(),
            Self::Failed(_) => Position { offset: u64::MAX, inner_offset: 0 },
        }
    }

    fn bytes_read(&self) -> u64 {
        match self {
            Self::Open(reader) => reader.bytes_read(),
            Self::Failed(_) => 0,
        }
    }
}
