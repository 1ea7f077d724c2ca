//! The reader: archive files in order, in batches that never span two shards.

use scutch_archive::{Damage, Item, Position, Reader, Record, RecordKind, Severity};
use scutch_folder::config::scope::{Filter, Scope};
use scutch_folder::inputs::{Archives, Cursor, RecordPlace, SpanReading};
use scutch_portal::Verdict;

/// Maximum records per batch: enough to make the cost of the channel negligible.
const BATCH_RECORDS: usize = 64;
/// Bytes of record blocks that complete a batch, so that large records do not pile up in memory.
const BATCH_BYTES: u64 = 1 << 20;

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
    /// Whether it counts as a record. Damaged ranges do not.
    fn is_record(&self) -> bool {
        !matches!(self, Self::Damage { .. })
    }

    /// Whether it is the verdict of a crawl.
    pub(crate) fn is_verdict(&self) -> bool {
        matches!(self, Self::Record { record, .. } if is_verdict(record))
    }

    /// The number of the input file.
    pub(crate) fn input(&self) -> usize {
        match self {
            Self::Record { input, .. }
            | Self::OutOfScope { input, .. }
            | Self::Damage { input, .. } => *input,
        }
    }

    /// Its size for the limits of a batch.
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

impl Batch {
    fn push(&mut self, fed: Fed) {
        self.bytes += fed.bytes();
        self.items.push(fed);
    }

    fn is_full(&self) -> bool {
        self.items.len() >= BATCH_RECORDS || self.bytes >= BATCH_BYTES
    }
}

/// The end of a shard, and where the next one starts; `None` at the end of the inputs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Close {
    pub(crate) next: Option<Cursor>,
}

/// Which records are delivered with their blocks.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) scope: &'a Scope,
    /// Records that can be captures are wanted whatever the scope says of their type.
    pub(crate) all_captures: bool,
}

impl Wanted<'_> {
    /// Whether verdicts of crawls are wanted.
    fn takes_verdicts(self) -> bool {
        !self.scope.everything
    }

    /// Why the block of a sound record of this kind is not copied.
    fn filter(self, kind: &RecordKind) -> Option<Filter> {
        use RecordKind::{Conversion, Resource, Response, Revisit};
        if self.all_captures && matches!(kind, Response | Resource | Conversion | Revisit) {
            return None;
        }
        self.scope.by_type(kind.name())
    }
}

/// Whether a record is the verdict of a crawl, or claims to be. What lost bytes is reported as that.
pub(crate) fn is_verdict(record: &Record<'_>) -> bool {
    *record.kind() == RecordKind::Metadata
        && Verdict::is_claimed(record.block())
        && !record.faults().iter().any(|fault| fault.severity == Severity::Lost)
}

/// What the reader follows.
pub(crate) enum Feed<'a> {
    /// All records from a place on, in shards of so many; `span` ends before the last one.
    Files {
        archives: Archives<'a>,
        start: Cursor,
        wanted: Wanted<'a>,
        shard_records: u32,
        span: Option<&'a SpanReading>,
    },
    /// The records at these places.
    Places { archives: Archives<'a>, places: &'a [RecordPlace] },
}

impl Feed<'_> {
    /// Hands each batch, and the bytes passed in the current file, to `send` until that answers
    /// false. True when the end was reached.
    pub(crate) fn run(&self, send: impl FnMut(Batch, u64) -> bool) -> bool {
        match *self {
            Self::Files { archives, start, wanted, shard_records, span } => {
                let files = Files { archives, start, span };
                feed_files(files, wanted, shard_records, send)
            }
            Self::Places { archives, places } => feed_places(archives, places, send),
        }
    }
}

/// Which records are read.
struct Files<'a> {
    archives: Archives<'a>,
    start: Cursor,
    span: Option<&'a SpanReading>,
}

fn feed_files(
    Files { archives, start, span }: Files<'_>,
    wanted: Wanted<'_>,
    shard_records: u32,
    mut send: impl FnMut(Batch, u64) -> bool,
) -> bool {
    let mut batch = Batch::default();
    let mut in_shard = 0;
    let mut position = start.position;
    let end = span.map_or(archives.files.len(), |reading| reading.span.end_input());
    for input in start.input..end {
        let mut source = FileFeed::open(archives, input, position);
        if let (Some(span), Ok(reader)) = (span, &mut source.read) {
            span.limit(input, reader);
        }
        // Only the first file is begun within.
        position = Cursor::START.position;
        while let Some(fed) = source.next(archives, wanted) {
            // Shards are measured in records, and a damaged range is none.
            in_shard += u32::from(fed.is_record());
            batch.push(fed);
            if in_shard == shard_records {
                in_shard = 0;
                let next = Cursor { input, position: source.position() };
                batch.close = Some(Close { next: Some(next) });
            }
            if (batch.is_full() || batch.close.is_some())
                && !send(std::mem::take(&mut batch), source.bytes_read())
            {
                return false;
            }
        }
        if let (Some(span), Ok(reader)) = (span, &source.read) {
            span.ended(input, reader.position().offset);
        }
    }
    batch.close = Some(Close { next: None });
    send(batch, 0)
}

/// What cannot be read at its place any more is left out: its row is derived by another reading.
fn feed_places(
    archives: Archives<'_>,
    places: &[RecordPlace],
    mut send: impl FnMut(Batch, u64) -> bool,
) -> bool {
    let mut batch = Batch::default();
    for place in places {
        let Some(record) = archives.record(*place) else { continue };
        batch.push(Fed::Record { input: place.input as usize, record: Box::new(record) });
        if batch.is_full() && !send(std::mem::take(&mut batch), 0) {
            return false;
        }
    }
    batch.close = Some(Close { next: None });
    send(batch, 0)
}

/// One archive file being read; a file that cannot be opened is one damaged range.
struct FileFeed {
    input: usize,
    read: Result<Box<Reader>, Option<Damage>>,
}

impl FileFeed {
    fn open(archives: Archives<'_>, input: usize, at: Position) -> Self {
        Self { input, read: archives.reader(input, at).map(Box::new).map_err(Some) }
    }

    fn next(&mut self, archives: Archives<'_>, wanted: Wanted<'_>) -> Option<Fed> {
        let input = self.input;
        let reader = match &mut self.read {
            Ok(reader) => reader,
            Err(damage) => return damage.take().map(|damage| Fed::Damage { input, damage }),
        };
        Some(match reader.next()? {
            Item::Damage(damage) => Fed::Damage { input, damage },
            Item::Record(record) => match wanted.filter(record.kind()) {
                // Damaged records are delivered whole: they are quarantined, whatever their type.
                Some(filter)
                    if record.faults().is_empty()
                        && !archives.is_orphan(&record)
                        && !(wanted.takes_verdicts() && is_verdict(&record)) =>
                {
                    Fed::OutOfScope { input, record_type: record.kind().name().to_owned(), filter }
                }
                _ => {
                    let record = archives.joined(record.into_owned());
                    Fed::Record { input, record: Box::new(record) }
                }
            },
        })
    }

    /// The position after the last item.
    fn position(&self) -> Position {
        match &self.read {
            Ok(reader) => reader.position(),
            // Behind everything: the next shard begins with the next file.
            Err(_) => Position { offset: u64::MAX, inner_offset: 0 },
        }
    }

    /// Bytes read so far, for progress.
    fn bytes_read(&self) -> u64 {
        self.read.as_ref().map_or(0, |reader| reader.bytes_read())
    }
}
