//! What stands in a file that a run goes on with: its groups, and where the last whole one ends.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use scutch_archive::{Item, Limits, Position, Reader, Record, RecordKind};

use crate::group::{Facts, Kind};
use crate::groups::{self, Groups, Stored, key};
use crate::store::StoreError;

/// Facts of a group, one a line.
#[derive(Debug)]
pub(crate) struct Stated(String);

impl Stated {
    pub(crate) fn of(block: &str) -> Self {
        Self(block.to_owned())
    }

    pub(crate) fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.lines().filter_map(|line| line.split_once(": "))
    }

    pub(crate) fn fact(&self, name: &str) -> Option<&str> {
        self.facts().find(|(n, _)| *n == name).map(|(_, value)| value)
    }
}

/// Name of the fact that says what a group is; no other metadata record has it.
const GROUP: &str = "scutch-group";

/// Largest file without any sound record that is taken for one whose first record was cut off.
const TORN: u64 = 8 << 10;

/// What the block of the first record begins with in files of ours.
const OURS: &[u8] = b"software: scutch/";

/// Bytes of a file.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    pub(crate) start: u64,
    pub(crate) end: u64,
}

/// What stands in a file.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) groups: Groups,
    pub(crate) hosts: BTreeSet<String>,
    /// The first record.
    head: Span,
    /// Behind the last whole group.
    pub(crate) end: u64,
    /// The last answer, not yet part of a whole group.
    response: Option<u64>,
}

/// The first facts of a group's metadata record.
pub(crate) fn first_facts(kind: Kind, key: &str) -> Facts {
    vec![(GROUP, kind.name().to_owned()), ("key", key.to_owned())]
}

/// Who is told of a whole group as bytes, by what it and its time are known by. A group may be there twice.
type Tell<'t> = &'t mut dyn FnMut(u64, Span) -> io::Result<()>;

/// Tells of the groups of a file, in order, and keeps none of them; its first record.
pub(crate) fn spans(path: &Path, tell: Tell<'_>) -> Result<Span, StoreError> {
    read(path, Some(tell)).map(|found| found.head)
}

/// Reads the groups of a file.
pub(crate) fn find(path: &Path) -> Result<Found, StoreError> {
    read(path, None)
}

fn read(path: &Path, mut tell: Option<Tell<'_>>) -> Result<Found, StoreError> {
    let mut reader = Reader::open_at(path, Position::START, &Limits::default())?;
    let mut found = Found::default();
    let mut damage = None;
    while let Some(item) = reader.next() {
        let lost = match item {
            Item::Record(record) if record.is_sound() => {
                // Only what is behind the last group may be cut off.
                if let Some(offset) = damage {
                    return Err(StoreError::Damaged { path: path.to_owned(), offset });
                }
                found.take(&record, &mut tell).map_err(StoreError::Aside)?;
                // Ours stand at the beginning of a member each.
                if found.end == 0 || record.location().inner_offset > 0 {
                    return Err(StoreError::Foreign(path.to_owned()));
                }
                continue;
            }
            Item::Record(record) => record.location().offset,
            Item::Damage(range) => range.offset,
        };
        damage.get_or_insert(lost);
    }
    if found.end == 0 && reader.file_len() > TORN {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    Ok(found)
}

impl Found {
    fn take(&mut self, record: &Record<'_>, tell: &mut Option<Tell<'_>>) -> io::Result<()> {
        let place = record.location();
        let end = place.offset + place.length;
        match record.kind() {
            RecordKind::Warcinfo if self.end == 0 && record.block().starts_with(OURS) => {
                self.head = Span { start: place.offset, end };
                self.end = end;
            }
            RecordKind::Response | RecordKind::Conversion => self.response = Some(place.offset),
            RecordKind::Metadata if record.block().starts_with(b"HTTP/") => {
                self.response = Some(place.offset);
            }
            RecordKind::Metadata => {
                let facts = std::str::from_utf8(record.block()).unwrap_or_default();
                let group = facts.lines().next().and_then(|line| line.split_once(": "));
                let Some((_, kind)) = group.filter(|(name, _)| *name == GROUP) else {
                    return Ok(());
                };
                let Some(answer) = self.response.take() else { return Ok(()) };
                let stated = Stated::of(facts);
                let name = stated.fact("key").unwrap_or_default();
                let key = key(kind, name);
                match tell {
                    Some(tell) => {
                        // What was fetched again later is another group.
                        let time = stated.fact("timestamp").unwrap_or_default();
                        let of_time = groups::key(&key.to_string(), time);
                        tell(of_time, Span { start: self.end, end })?;
                    }
                    None => {
                        if kind != Kind::Page.name() {
                            self.hosts.extend(name.split(' ').next().and_then(scutch_url::host));
                        }
                        self.groups.insert(key, Stored { answer, facts: place.offset });
                    }
                }
                self.end = end;
            }
            _ => {}
        }
        Ok(())
    }
}
