//! The WARC file as the state of a run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use scutch_archive::{Item, Limits, OpenError, Position, ReadError, Reader, WarcFiles, Written};

use crate::found::{Found, Stated, find};
use crate::group::{self, Kind, Unwritten};
use crate::groups::{Groups, Stored, key};
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
    /// The places of what is to be merged cannot be kept aside.
    #[error("the temporary list of answers cannot be used: {0}")]
    Aside(#[source] io::Error),
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

/// Bytes that are read to find the facts of a group in them: few, and more where they are not enough.
const SIZES: &[usize] = &[4 << 10, 64 << 10, 4 << 20];

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
            true => find(path).map(|found| (found.groups, found.end))?,
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
        let Found { groups, hosts, .. } = find(path)?;
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
                return Ok(Stated::of(facts));
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
