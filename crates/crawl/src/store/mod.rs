//! The WARC file as the state of a run.
//!
//! A *group* is everything that one question led to: requests and answers along the redirects, then
//! a metadata record with the facts. A group is written whole; one without its metadata record is
//! cut off when a run continues, as if it had never been asked for.

mod error;
mod facts;
mod index;
mod merge;
mod records;
mod scan;
mod segments;
mod verdicts;

use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{
    Item, Limits, Position, Reader, WarcFiles, Written, path_kind, uninterrupted,
};

pub use self::error::StoreError;
use self::facts::StoredFacts;
pub(crate) use self::facts::{Facts, GroupKind, first_facts};
use self::index::GroupIndex;
pub(crate) use self::index::{GroupLocation, group_key, memento_key};
pub use self::merge::{Merged, merge};
pub(crate) use self::records::Group;
use self::records::{NewRecord, warcinfo};
use self::scan::{Scan, scan};
use self::segments::Segments;
use self::verdicts::VerdictIndex;
pub(crate) use self::verdicts::{NewVerdict, ResponseRef};

/// Sizes of the reads in which the facts of a group are looked for.
// Facts have some hundred bytes; only very long URIs need a second read.
const FACT_READS: &[usize] = &[4 << 10, 64 << 10, 4 << 20];

/// A WARC file with its groups.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    /// Name of the file without its folder.
    file: String,
    /// The file, for reading.
    input: File,
    groups: GroupIndex,
    /// Verdicts of a portal crawl on responses of the file.
    verdicts: VerdictIndex,
    /// Hosts that were asked for lists and mementos; only of files opened for reading.
    hosts: BTreeSet<String>,
    /// `None` if the file is only read.
    files: Option<WarcFiles>,
}

/// Description of a file of mementos.
const MEMENTOS: &str = "Answers as they came. Those with a Memento-Datetime are stored under \
    their URI-R and that time; the requests say which archive gave them.";

/// Bytes of a segment of a long record.
// Readers hold a block in memory, and most refuse blocks of some hundred megabytes.
const SEGMENT: usize = 1 << 20;

impl Store {
    /// Opens a file to continue it, or begins it. What follows its last complete group is cut off.
    /// `software` and `now`, in milliseconds since 1970 UTC, go into the first record of a new
    /// file.
    ///
    /// # Errors
    /// When the file cannot be read or written, is damaged, or is another program's.
    pub fn open(path: &Path, software: &str, now: i64) -> Result<Self, StoreError> {
        Self::begin(path, software, MEMENTOS, now)
    }

    /// As [`Self::open`], with a description of the content.
    pub(crate) fn begin(
        path: &Path,
        software: &str,
        description: &str,
        now: i64,
    ) -> Result<Self, StoreError> {
        let Scan { groups, verdicts, end, .. } = match has_content(path)? {
            true => scan(path)?,
            false => Scan::default(),
        };
        let cannot = |source: io::Error| match source.kind() {
            // The writer locks the file.
            io::ErrorKind::WouldBlock => StoreError::Busy(path.to_owned()),
            _ => StoreError::Write { path: path.to_owned(), source },
        };
        let files = WarcFiles::one(path, end).map_err(cannot)?;
        // A handle of its own, because the writer moves the position of its own.
        let input = File::open(path).map_err(cannot)?;
        let (path, file, hosts) = (path.to_owned(), name_of(path), BTreeSet::new());
        let mut store = Self { path, file, input, groups, verdicts, hosts, files: Some(files) };
        if end == 0 {
            store.append(&[warcinfo(&store.file, software, description, now)])?;
        }
        Ok(store)
    }

    /// Opens a file for reading only.
    ///
    /// # Errors
    /// When it does not exist, cannot be read, is damaged, or is another program's.
    pub fn read_only(path: &Path) -> Result<Self, StoreError> {
        // A first run without the network deserves a sentence that says so.
        if matches!(path_kind(path), Ok(None)) {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let Scan { groups, verdicts, hosts, .. } = scan(path)?;
        let input = File::open(path)
            .map_err(|source| StoreError::Unread { path: path.to_owned(), source })?;
        let (path, file) = (path.to_owned(), name_of(path));
        Ok(Self { path, file, input, groups, verdicts, hosts, files: None })
    }

    /// Hosts that were asked for lists and mementos, if the file was opened for reading only.
    pub fn hosts(&self) -> impl Iterator<Item = String> {
        self.hosts.iter().cloned()
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there is no group.
    pub fn is_empty(&self) -> bool {
        self.groups.len() == 0
    }

    pub(crate) fn get(&self, kind: GroupKind, name: &str) -> Option<GroupLocation> {
        self.groups.get(group_key(kind.name(), name))
    }

    /// Where the groups are whose keys are not in `known`, in the order of the file.
    pub(crate) fn others(&self, known: &HashSet<u64>) -> Vec<GroupLocation> {
        let others = self.groups.iter().filter(|(key, _)| !known.contains(key));
        let mut others: Vec<_> = others.map(|(_, location)| location).collect();
        others.sort_unstable_by_key(|location| location.answer);
        others
    }

    /// Name of the file.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// The facts of a group.
    pub(crate) fn facts(&self, location: GroupLocation) -> Result<StoredFacts, StoreError> {
        let unread = |source| StoreError::Unread { path: self.path.clone(), source };
        for size in FACT_READS {
            let mut bytes = vec![0; *size];
            let got = read_at(&self.input, &mut bytes, location.facts).map_err(unread)?;
            let mut reader = Reader::from_bytes(&bytes[..got], &Limits::default());
            if let Some(Item::Record(record)) = reader.next()
                && record.is_sound()
            {
                let facts = std::str::from_utf8(record.block()).unwrap_or_default();
                return Ok(StoredFacts::parse(facts));
            }
        }
        Err(StoreError::Damaged { path: self.path.clone(), offset: location.facts })
    }

    /// The last answer of a group: what identifies it, and a reader of its block.
    pub(crate) fn answer(
        &self,
        location: GroupLocation,
    ) -> Result<(ResponseRef, Segments), StoreError> {
        let at = Position { offset: location.answer, inner_offset: 0 };
        Ok(Segments::open(&self.path, at)?)
    }

    /// The last answer of a group, with its block in memory.
    pub(crate) fn whole_answer(
        &self,
        location: GroupLocation,
    ) -> Result<(ResponseRef, Vec<u8>), StoreError> {
        let (response, mut answer) = self.answer(location)?;
        let mut block = Vec::new();
        let read = answer.read_to_end(&mut block);
        read.map_err(|source| StoreError::Unread { path: self.path.clone(), source })?;
        Ok((response, block))
    }

    /// Writes a group, unless the file is only read. Returns what identifies its last answer.
    pub(crate) fn put(&mut self, group: &Group<'_>) -> Result<ResponseRef, StoreError> {
        let records = group.records();
        let written = self.append(&records)?;
        // The last answer precedes the metadata record.
        if let [.., answer, facts] = written.as_slice() {
            let (answer, facts) = (answer.location.offset, facts.location.offset);
            let key = group_key(group.kind.name(), group.key);
            self.groups.insert(key, GroupLocation { answer, facts });
        }
        Ok(records.iter().rev().nth(1).map(ResponseRef::of_new).unwrap_or_default())
    }

    /// Writes records, and returns where each begins.
    fn append(&mut self, records: &[NewRecord]) -> Result<Vec<Written>, StoreError> {
        // In a single write, so that a kill leaves the group whole or not at all.
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

    fn append_short(&mut self, records: &[NewRecord]) -> Result<Vec<Written>, StoreError> {
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

/// Whether a file has bytes; no file has none. An error is no "no": a file that is taken for empty
/// is written over.
fn has_content(path: &Path) -> Result<bool, StoreError> {
    match uninterrupted(|| path.metadata()) {
        Ok(found) => Ok(found.len() > 0),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(StoreError::Unread { path: path.to_owned(), source }),
    }
}

/// Reads up to the end of the buffer or of the file.
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut got = 0;
    while got < bytes.len() {
        match uninterrupted(|| file.read_at(&mut bytes[got..], offset + got as u64))? {
            0 => break,
            more => got += more,
        }
    }
    Ok(got)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
