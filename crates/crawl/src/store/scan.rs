//! Reads through a WARC file that a run continues: which groups are complete, and where the last
//! ends.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use scutch_archive::{Item, Limits, Position, Reader, Record, RecordKind, SourceFault};
use scutch_portal::Verdict;

use super::error::StoreError;
use super::facts::{GROUP, GroupKind, StoredFacts};
use super::index::{GroupIndex, GroupLocation, group_key};
use super::verdicts::VerdictIndex;

/// Size up to which a file without any intact record is taken for one that a kill cut off.
// The first record has some hundred bytes. A larger file is likely another program's.
const MAX_CUT_OFF: u64 = 8 << 10;

/// How the first record of our files begins.
const OUR_WARCINFO: &[u8] = b"software: scutch/";

/// A range of bytes in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ByteRange {
    pub(super) start: u64,
    pub(super) end: u64,
}

/// The content of a file.
#[derive(Default)]
pub(super) struct Scan {
    pub(super) groups: GroupIndex,
    pub(super) verdicts: VerdictIndex,
    /// Hosts that were asked for lists and mementos.
    pub(super) hosts: BTreeSet<String>,
    /// The first record.
    head: ByteRange,
    /// End of the last complete group, or of the verdicts behind it.
    pub(super) end: u64,
    /// Offset of the last answer that is not yet part of a complete group.
    answer: Option<u64>,
}

/// Receives the key and the bytes of each complete group. A file may have a group twice.
type OnGroup<'t> = &'t mut dyn FnMut(u64, ByteRange) -> io::Result<()>;

/// Hands the groups of a file to `on_group` in order, without an index, and returns the first
/// record.
pub(super) fn scan_ranges(path: &Path, on_group: OnGroup<'_>) -> Result<ByteRange, StoreError> {
    scan_with(path, Some(on_group)).map(|scan| scan.head)
}

/// Indexes the groups of a file.
pub(super) fn scan(path: &Path) -> Result<Scan, StoreError> {
    scan_with(path, None)
}

fn scan_with(path: &Path, mut on_group: Option<OnGroup<'_>>) -> Result<Scan, StoreError> {
    let mut reader = Reader::open_at(path, Position::START, &Limits::default())?;
    let mut scan = Scan::default();
    let mut damage = None;
    while let Some(item) = reader.next() {
        let damaged = match item {
            Item::Record(record) if record.is_sound() => {
                // A kill damages the end of a file. Damage before an intact record has another
                // cause, and cutting the file off there would lose groups.
                if let Some(offset) = damage {
                    return Err(StoreError::Damaged { path: path.to_owned(), offset });
                }
                scan.add_record(&record, &mut on_group).map_err(StoreError::Aside)?;
                // Each of our records begins a gzip member of its own.
                if scan.end == 0 || record.location().inner_offset > 0 {
                    return Err(StoreError::Foreign(path.to_owned()));
                }
                continue;
            }
            Item::Record(record) => record.location().offset,
            Item::Damage(range) => range.offset,
        };
        damage.get_or_insert(damaged);
    }
    // A failing disk looks like an end that a kill cut off, and the file would be cut off there. Growing
    // is no fault: another run may be writing the file.
    if let Err(fault @ SourceFault::Unread { .. }) = reader.verify() {
        return Err(fault.into());
    }
    if scan.end == 0 && reader.file_len() > MAX_CUT_OFF {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    Ok(scan)
}

impl Scan {
    fn add_record(
        &mut self,
        record: &Record<'_>,
        on_group: &mut Option<OnGroup<'_>>,
    ) -> io::Result<()> {
        let location = record.location();
        let range = ByteRange { start: location.offset, end: location.offset + location.length };
        match record.kind() {
            RecordKind::Warcinfo if self.end == 0 && record.block().starts_with(OUR_WARCINFO) => {
                self.head = range;
                self.end = range.end;
            }
            RecordKind::Response | RecordKind::Conversion => self.answer = Some(range.start),
            // Answers that are no captures are stored as metadata.
            RecordKind::Metadata if record.block().starts_with(b"HTTP/") => {
                self.answer = Some(range.start);
            }
            RecordKind::Metadata if Verdict::is_claimed(record.block()) => {
                return self.add_verdict(record, range, on_group);
            }
            RecordKind::Metadata => return self.add_facts(record.block(), range, on_group),
            _ => {}
        }
        Ok(())
    }

    /// Takes in a verdict of a portal crawl. Verdicts are written between groups, never inside one.
    fn add_verdict(
        &mut self,
        record: &Record<'_>,
        range: ByteRange,
        on_group: &mut Option<OnGroup<'_>>,
    ) -> io::Result<()> {
        let id = record.header("WARC-Refers-To").unwrap_or_default();
        if self.answer.is_some() {
            return Ok(());
        }
        match (on_group, Verdict::parse(record.block())) {
            (Some(on_group), Ok(verdict)) => {
                let key = group_key(&format!("verdict {}", verdict.batch), id);
                on_group(key, range)?;
            }
            (None, Ok(verdict)) => self.verdicts.insert(id, &verdict),
            (_, Err(_)) => {}
        }
        self.end = range.end;
        Ok(())
    }

    /// Completes a group with its metadata record. Metadata of other programs is ignored.
    fn add_facts(
        &mut self,
        block: &[u8],
        range: ByteRange,
        on_group: &mut Option<OnGroup<'_>>,
    ) -> io::Result<()> {
        let text = std::str::from_utf8(block).unwrap_or_default();
        let first = text.lines().next().and_then(|line| line.split_once(": "));
        let Some((_, kind)) = first.filter(|(name, _)| *name == GROUP) else { return Ok(()) };
        let Some(answer) = self.answer.take() else { return Ok(()) };
        let facts = StoredFacts::parse(text);
        let name = facts.fact("key").unwrap_or_default();
        let key = group_key(kind, name);
        match on_group {
            Some(on_group) => {
                // With the time: an answer that was fetched again later is another group.
                let time = facts.fact("timestamp").unwrap_or_default();
                let key = group_key(&key.to_string(), time);
                on_group(key, ByteRange { start: self.end, end: range.end })?;
            }
            None => {
                if kind != GroupKind::Page.name() {
                    self.hosts.extend(name.split(' ').next().and_then(scutch_url::host));
                }
                self.groups.insert(key, GroupLocation { answer, facts: range.start });
            }
        }
        self.end = range.end;
        Ok(())
    }
}
