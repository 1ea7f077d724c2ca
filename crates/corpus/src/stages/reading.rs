//! What stages read, and how they look at one record.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use scutch_folder::RunError;
use scutch_folder::config::Config;
use scutch_folder::inputs::{Archives, Cursor, RecordPlace, SpanReading};
use scutch_shuffle::{Settings, ShuffleError, Store};

use super::originals::{self, Bearer};
use super::visit::Visit;
use crate::flow::{Fed, Feed, Wanted, Workers};

/// What stages read, and what they may use for it.
#[derive(Clone)]
pub(crate) struct Reading<'a> {
    pub(crate) archives: Archives<'a>,
    pub(crate) config: &'a Config,
    pub(crate) workers: Workers<'a>,
    /// Bytes of memory that groups and evidence of all stages may take together.
    pub(crate) memory: usize,
    /// Folder for what does not fit.
    pub(crate) spill: Option<PathBuf>,
    /// The share of the inputs that is read; all where there is none.
    pub(crate) span: Option<&'a SpanReading>,
}

/// Default of [`Request::memory`](crate::Request::memory): 320 MiB.
pub const MEMORY: usize = 320 << 20;

/// Parts of the memory budget. One host may keep 120 MiB of pages; a million captures of one host
/// take 130 MiB until they are judged.
const PARTS: usize = 16;
pub(super) const HOSTS: usize = 7;
pub(super) const TOPICS: usize = 7;
pub(super) const ORIGINALS: usize = 1;
pub(super) const CHAINS: usize = 1;
// Beyond the sum: when its reading begins, the others have given back half of theirs.
pub(super) const CRAWLED: usize = 1;

impl Reading<'_> {
    /// So many parts of the budget for one stage.
    pub(super) fn settings(&self, parts: usize) -> Settings {
        Settings { memory: self.memory / PARTS * parts, folder: self.spill.clone() }
    }

    pub(crate) fn all(&self, all_captures: bool) -> Feed<'_> {
        let wanted = Wanted { scope: &self.config.scope, all_captures };
        let shard_records = self.config.shard_records;
        let span = self.span;
        let start = span.map_or(Cursor::START, |reading| Cursor::at(reading.span.begin));
        Feed::Files { archives: self.archives, start, wanted, shard_records, span }
    }
}

/// Looks at one record. A record that panics here panics again when its row is derived, and is
/// reported there.
pub(super) fn visited<T: Default>(
    fed: Fed,
    config: &Config,
    look: impl FnOnce(Visit<'_>) -> Result<T, RunError>,
) -> Result<T, RunError> {
    let Fed::Record { input, record } = fed else { return Ok(T::default()) };
    let visit = || look(Visit::new(RecordPlace::of_record(input, &record), &record, config));
    catch_unwind(AssertUnwindSafe(visit)).unwrap_or_else(|_| Ok(T::default()))
}

/// A revisit as the capture it stands for, if it stands for one.
pub(super) fn resolved(
    fed: Fed,
    originals: &Store<Bearer>,
    archives: Archives<'_>,
) -> Result<Option<Fed>, ShuffleError> {
    let Fed::Record { input, record } = fed else { return Ok(None) };
    let resolved = originals::resolved(*record, originals, archives)?;
    Ok(resolved.ok().map(|record| Fed::Record { input, record: Box::new(record) }))
}
