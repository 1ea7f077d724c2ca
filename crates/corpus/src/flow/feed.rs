//! The reader: archive files in order, in batches that never span two shards.

use scutch_archive::{Damage, Item, Limits, Position, Reader, Record};
use serde::{Deserialize, Serialize};

use crate::config::scope::{Filter, Scope};
use crate::inputs::InputFile;

/// Maximum records per batch: enough to make the cost of the channel negligible.
const BATCH_RECORDS: usize = 64;
/// Bytes of record blocks that complete a batch, so that large records do not pile up in memory.
const BATCH_BYTES: u64 = 1 << 20;

/// A position in the list of inputs: the file, and the position in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cursor {
    pub(crate) input: usize,
    pub(crate) position: Position,
}

impl Cursor {
    pub(crate) const START: Self =
        Self { input: 0, position: Position { offset: 0, inner_offset: 0 } };
}

/// One item read from an archive.
pub(crate) enum Fed {
    /// A record to process.
    Record { input: usize, record: Box<Record<'static>> },
    /// An intact record of a type out of scope. Its block is not copied.
    OutOfScope { input: usize, record_type: String, filter: Filter },
    /// A damaged byte range.
    Damage { input: usize, damage: Damage },
}

impl Fed {
    fn is_record(&self) -> bool {
        !matches!(self, Self::Damage { .. })
    }

    /// The number of the input file.
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

/// Consecutive items of the same shard.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) items: Vec<Fed>,
    pub(crate) bytes: u64,
    /// Set for the last batch of a shard.
    pub(crate) close: Option<Close>,
}

/// The end of a shard, with the start of the next one (`None` at the end of the inputs).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Close {
    pub(crate) next: Option<Cursor>,
}

/// The inputs and settings of the reader.
pub(crate) struct Feed<'a> {
    pub(crate) files: &'a [InputFile],
    pub(crate) limits: &'a Limits,
    pub(crate) scope: &'a Scope,
    pub(crate) shard_records: u32,
}

impl Feed<'_> {
    /// Reads from `start` to the end. Calls `send` with each batch and the number of bytes read in the
    /// current file, until `send` returns false. Returns whether the end was reached.
    pub(crate) fn run(&self, start: Cursor, mut send: impl FnMut(Batch, u64) -> bool) -> bool {
        let mut batch = Batch::default();
        let mut in_shard = 0;
        let mut position = start.position;
        for input in start.input..self.files.len() {
            let mut source = Source::open(&self.files[input], position, self.limits);
            // Only the first file is entered in the middle.
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

/// An archive file being read. A file that cannot be opened counts as one damaged range.
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
                // A damaged record is delivered whatever its type: the quarantine lists it.
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
            // Behind everything: a resumed run must not report the damage twice.
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
