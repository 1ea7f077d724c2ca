//! The WARC file as the state of a run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{
    Item, Limits, OpenError, Position, ReadError, Reader, Record, RecordKind, WarcFiles, Written,
};

use crate::group::{self, Facts, Kind, Unwritten};
use crate::groups::{self, Groups, Stored, key};
use crate::segments::Segments;

/// A file that cannot be gone on with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another process writes it.
    #[error("{}: another run is writing this file", .0.display())]
    Busy(PathBuf),
    /// A record that was there is not any more.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Somebody else's file: nothing of it is cut off or added to.
    #[error("{}: the file is there and was not begun by scutch", .0.display())]
    Foreign(PathBuf),
    /// Bytes in the middle that cannot be read.
    #[error("{}: byte {offset}: damaged between records that are sound; mend it with `scutch \
             archive repair`", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        offset: u64,
    },
    /// The log of what waits cannot be read or written.
    #[error("the temporary list of addresses cannot be used: {0}")]
    Frontier(#[source] io::Error),
    /// It cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is nothing to work from.
    #[error("{}: no such file, and without the network there is nothing else", .0.display())]
    Missing(PathBuf),
}

/// Facts of a group, one a line.
#[derive(Debug)]
pub(crate) struct Stated(String);

impl Stated {
    pub(crate) fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.lines().filter_map(|line| line.split_once(": "))
    }

    pub(crate) fn fact(&self, name: &str) -> Option<&str> {
        self.facts().find(|(n, _)| *n == name).map(|(_, value)| value)
    }
}

/// Name of the fact that says what a group is; no other metadata record has it.
const GROUP: &str = "scutch-group";

/// Bytes that are read to find the facts of a group in them: few, and more where they are not enough.
const SIZES: &[usize] = &[4 << 10, 64 << 10, 4 << 20];

/// Largest file without any sound record that is taken for one whose first record was cut off.
const TORN: u64 = 8 << 10;

/// The groups of a file, and the file to write further ones to.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// Name of the file.
    file: String,
    /// To read from.
    input: File,
    groups: Groups,
    /// Hosts that were asked for lists and mementos; looked at without the network only.
    hosts: BTreeSet<String>,
    /// `None`: only read.
    files: Option<WarcFiles>,
}

/// What is in a file of mementos.
const MEMENTOS: &str = "Answers as they came. Those with a Memento-Datetime are stored under \
    their URI-R and that time; the requests say which archive gave them.";

/// Bytes of a segment of a long record.
const SEGMENT: usize = 1 << 20;

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
struct Found {
    groups: Groups,
    hosts: BTreeSet<String>,
    /// What is told of the places of the groups, in order; a group may be there twice.
    told: Option<Vec<(u64, Span)>>,
    /// The first record.
    head: Span,
    /// Behind the last whole group.
    end: u64,
    /// The last answer, not yet part of a whole group.
    response: Option<u64>,
}

impl Store {
    /// Opens a file to go on with, or begins it. What stands behind the last whole group is cut off.
    ///
    /// # Errors
    /// When the file cannot be read or written, is damaged, or is somebody else's.
    pub fn open(path: &Path, software: &str, now: i64) -> Result<Self, StoreError> {
        Self::begin(path, software, MEMENTOS, now)
    }

    /// As [`Self::open`], with what is in the file in words.
    pub(crate) fn begin(
        path: &Path,
        software: &str,
        description: &str,
        now: i64,
    ) -> Result<Self, StoreError> {
        let there = path.metadata().is_ok_and(|found| found.len() > 0);
        let (groups, end) = match there {
            true => find(path, false).map(|found| (found.groups, found.end))?,
            false => (Groups::default(), 0),
        };
        let cannot = |source: io::Error| match source.kind() {
            io::ErrorKind::WouldBlock => StoreError::Busy(path.to_owned()),
            _ => StoreError::Write { path: path.to_owned(), source },
        };
        let files = WarcFiles::one(path, end).map_err(cannot)?;
        let input = File::open(path).map_err(cannot)?;
        let (path, file, hosts) = (path.to_owned(), name_of(path), BTreeSet::new());
        let mut store = Self { path, file, input, groups, hosts, files: Some(files) };
        if end == 0 {
            store.append(&[group::head(&store.file, software, description, now)])?;
        }
        Ok(store)
    }

    /// Opens a file that is only read from.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or is somebody else's.
    pub fn read_only(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let Found { groups, hosts, .. } = find(path, false)?;
        let input = File::open(path)
            .map_err(|source| StoreError::Unread { path: path.to_owned(), source })?;
        let (path, file) = (path.to_owned(), name_of(path));
        Ok(Self { path, file, input, groups, hosts, files: None })
    }

    /// Hosts that were asked for the lists and mementos in a file that is only read.
    pub fn hosts(&self) -> impl Iterator<Item = String> {
        self.hosts.iter().cloned()
    }

    /// Groups in the file.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.groups.len() == 0
    }

    pub(crate) fn get(&self, kind: Kind, name: &str) -> Option<Stored> {
        self.groups.get(key(kind.name(), name))
    }

    /// Name of the file.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// What is said of a group.
    pub(crate) fn facts(&self, stored: Stored) -> Result<Stated, StoreError> {
        let unread = |source| StoreError::Unread { path: self.path.clone(), source };
        for size in SIZES {
            let mut bytes = vec![0; *size];
            let got = read_at(&self.input, &mut bytes, stored.facts).map_err(unread)?;
            let mut reader = Reader::from_bytes(&bytes[..got], &Limits::default());
            if let Some(Item::Record(record)) = reader.next()
                && record.is_sound()
            {
                let facts = std::str::from_utf8(record.block()).unwrap_or_default();
                return Ok(Stated(facts.to_owned()));
            }
        }
        Err(StoreError::Damaged { path: self.path.clone(), offset: stored.facts })
    }

    /// The last answer of a group: the address it is stored under, and the block as it comes.
    pub(crate) fn answer(&self, stored: Stored) -> Result<(String, Segments), StoreError> {
        let at = Position { offset: stored.answer, inner_offset: 0 };
        Ok(Segments::open(&self.path, at)?)
    }

    /// The last answer of a group, in memory.
    pub(crate) fn whole(&self, stored: Stored) -> Result<(String, Vec<u8>), StoreError> {
        let (uri, mut answer) = self.answer(stored)?;
        let mut block = Vec::new();
        let read = answer.read_to_end(&mut block);
        read.map_err(|source| StoreError::Unread { path: self.path.clone(), source })?;
        Ok((uri, block))
    }

    /// Writes a group; nothing where the file is only read.
    pub(crate) fn put(
        &mut self,
        kind: Kind,
        name: &str,
        records: &[Unwritten],
    ) -> Result<(), StoreError> {
        let written = self.append(records)?;
        // The last answer stands before the metadata record.
        if let [.., answer, facts] = written.as_slice() {
            let (answer, facts) = (answer.location.offset, facts.location.offset);
            self.groups.insert(key(kind.name(), name), Stored { answer, facts });
        }
        Ok(())
    }

    /// Writes records, those that are not long in one write; where each begins.
    fn append(&mut self, records: &[Unwritten]) -> Result<Vec<Written>, StoreError> {
        if records.iter().all(|record| record.rest.is_none()) {
            return self.append_short(records);
        }
        let mut written = Vec::new();
        for record in records {
            written.extend(self.append_short(std::slice::from_ref(record))?);
            let Some(rest) = &record.rest else { continue };
            let (mut reader, mut left) = (rest.reader(), rest.size());
            for number in 2.. {
                let mut piece = vec![0; SEGMENT.min(usize::try_from(left).unwrap_or(SEGMENT))];
                reader
                    .read_exact(&mut piece)
                    .map_err(|source| StoreError::Write { path: self.path.clone(), source })?;
                left -= piece.len() as u64;
                self.append_short(&[record.segment(number, piece, left == 0)])?;
                if left == 0 {
                    break;
                }
            }
        }
        Ok(written)
    }

    fn append_short(&mut self, records: &[Unwritten]) -> Result<Vec<Written>, StoreError> {
        let Some(files) = &mut self.files else { return Ok(Vec::new()) };
        let borrowed = records.iter().map(|record| {
            let fields = record.fields.iter().map(|(n, value)| (*n, value.as_str()));
            (fields.collect(), record.block.as_slice())
        });
        let borrowed: Vec<_> = borrowed.collect();
        let path = &self.path;
        files
            .write_together(&borrowed)
            .map_err(|source| StoreError::Write { path: path.clone(), source })
    }
}

/// The first facts of a group's metadata record.
pub(crate) fn first_facts(kind: Kind, key: &str) -> Facts {
    vec![(GROUP, kind.name().to_owned()), ("key", key.to_owned())]
}

/// The first record of a file, and its whole groups as bytes, by what they and their times are known by.
pub(crate) fn spans(path: &Path) -> Result<(Span, Vec<(u64, Span)>), StoreError> {
    find(path, true).map(|found| (found.head, found.told.unwrap_or_default()))
}

/// Reads the groups of a file; their places are told where they are wanted.
fn find(path: &Path, tells: bool) -> Result<Found, StoreError> {
    let mut reader = Reader::open_at(path, Position::START, &Limits::default())?;
    let mut found = Found { told: tells.then(Vec::new), ..Found::default() };
    let mut damage = None;
    while let Some(item) = reader.next() {
        let lost = match item {
            Item::Record(record) if record.is_sound() => {
                // Only what is behind the last group may be cut off.
                if let Some(offset) = damage {
                    return Err(StoreError::Damaged { path: path.to_owned(), offset });
                }
                found.take(&record);
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
    fn take(&mut self, record: &Record<'_>) {
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
                let Some((_, kind)) = group.filter(|(name, _)| *name == GROUP) else { return };
                let Some(answer) = self.response.take() else { return };
                let stated = Stated(facts.to_owned());
                let name = stated.fact("key").unwrap_or_default();
                if kind != Kind::Page.name() {
                    self.hosts.extend(name.split(' ').next().and_then(scutch_url::host));
                }
                let key = key(kind, name);
                if let Some(told) = &mut self.told {
                    // What was fetched again later is another group.
                    let time = stated.fact("timestamp").unwrap_or_default();
                    let of_time = groups::key(&key.to_string(), time);
                    told.push((of_time, Span { start: self.end, end }));
                }
                self.groups.insert(key, Stored { answer, facts: place.offset });
                self.end = end;
            }
            _ => {}
        }
    }
}

/// Reads as much as there is.
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut got = 0;
    while got < bytes.len() {
        match file.read_at(&mut bytes[got..], offset + got as u64)? {
            0 => break,
            more => got += more,
        }
    }
    Ok(got)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
