//! The log of a frontier: what happened, in order, on disk or in memory.
//!
//! A record is a tag, the length of its body (two bytes, little end first), the body, and four
//! bytes of checksum over all of it. A log that was cut off by a crash is good up to its last whole
//! record; what follows is cut away when it is opened again.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use super::fingerprint::fold;

/// Longest body of a record.
pub(super) const MAX_BODY: usize = u16::MAX as usize;

const HEAD: usize = 3;
const CHECK: usize = 4;

/// What a record tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// An origin; origins count from zero in the order of their records.
    Origin,
    /// A URL: origin (4 bytes), priority, depth, tries, then path and rest.
    Added,
    /// A fingerprint (8 bytes) whose URL is done.
    Visited,
    /// An origin (4 bytes) that is given up.
    Discarded,
    /// A URL that was handed out: origin (4 bytes), fingerprint (8), milliseconds (8).
    HandedOut,
}

impl Tag {
    fn from_byte(byte: u8) -> Option<Tag> {
        [Tag::Origin, Tag::Added, Tag::Visited, Tag::Discarded, Tag::HandedOut]
            .into_iter()
            .find(|t| t.byte() == byte)
    }

    fn byte(self) -> u8 {
        match self {
            Tag::Origin => b'O',
            Tag::Added => b'A',
            Tag::Visited => b'V',
            Tag::Discarded => b'D',
            Tag::HandedOut => b'H',
        }
    }
}

/// Where the records are.
#[derive(Debug)]
pub(super) struct Log {
    store: Store,
    length: u64,
    /// The record in the making.
    record: Vec<u8>,
}

#[derive(Debug)]
enum Store {
    Memory(Vec<u8>),
    File { writer: BufWriter<File>, reader: File, flushed: u64 },
}

impl Log {
    pub(super) fn in_memory() -> Log {
        Log { store: Store::Memory(Vec::new()), length: 0, record: Vec::new() }
    }

    /// Opens or creates a log and hands every whole record, with its place, to `replay`.
    pub(super) fn open(path: &Path, replay: impl FnMut(u64, Tag, &[u8])) -> io::Result<Log> {
        // Two handles, and every read names its place: a seek that a signal interrupts fails.
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        let reader = File::open(path)?;
        let mut head = Vec::new();
        (&reader).take(MARK).read_to_end(&mut head)?;
        if !may_be_log(&head) {
            let sentence = "the file holds something else than a frontier";
            return Err(io::Error::new(io::ErrorKind::InvalidData, sentence));
        }
        let length = each_record(head.as_slice().chain(&reader), replay)?;
        // What follows the last whole record was being written when the process died.
        file.set_len(length)?;
        let writer = BufWriter::with_capacity(1 << 16, file);
        let store = Store::File { writer, reader, flushed: length };
        Ok(Log { store, length, record: Vec::new() })
    }

    /// Hands every whole record of a log, with its place, to `visit`.
    pub(super) fn walk(path: &Path, visit: impl FnMut(u64, Tag, &[u8])) -> io::Result<()> {
        each_record(File::open(path)?, visit).map(drop)
    }

    /// Appends a record; its place.
    pub(super) fn append(&mut self, tag: Tag, body: &[&[u8]]) -> io::Result<u64> {
        let size: usize = body.iter().map(|part| part.len()).sum();
        let size = u16::try_from(size).map_err(|_| io::Error::other("record too long"))?;
        self.record.clear();
        self.record.push(tag.byte());
        self.record.extend_from_slice(&size.to_le_bytes());
        body.iter().for_each(|part| self.record.extend_from_slice(part));
        let check = checksum(&self.record);
        self.record.extend_from_slice(&check);
        match &mut self.store {
            Store::Memory(bytes) => bytes.extend_from_slice(&self.record),
            Store::File { writer, .. } => writer.write_all(&self.record)?,
        }
        let place = self.length;
        self.length += self.record.len() as u64;
        Ok(place)
    }

    /// The body of the record at a place.
    pub(super) fn read(&mut self, place: u64) -> io::Result<Vec<u8>> {
        let mut head = [0; HEAD];
        match &mut self.store {
            Store::Memory(bytes) => {
                let at = place as usize;
                let length = usize::from(u16::from_le_bytes([bytes[at + 1], bytes[at + 2]]));
                Ok(bytes[at + HEAD..at + HEAD + length].to_vec())
            }
            Store::File { writer, reader, flushed } => {
                // The record may still be in the buffer.
                if place >= *flushed {
                    writer.flush()?;
                    *flushed = self.length;
                }
                reader.read_exact_at(&mut head, place)?;
                let mut body = vec![0; usize::from(u16::from_le_bytes([head[1], head[2]]))];
                reader.read_exact_at(&mut body, place + HEAD as u64)?;
                Ok(body)
            }
        }
    }

    /// Makes sure that everything so far survives a crash.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        if let Store::File { writer, flushed, .. } = &mut self.store {
            writer.flush()?;
            // Length and data, not the times of the file.
            writer.get_ref().sync_data()?;
            *flushed = self.length;
        }
        Ok(())
    }
}

/// Bytes by which a log is told from other files.
const MARK: u64 = 7;

/// Whether a file begins as a log does, or is empty. What is no log must not be cut away as if it
/// were a torn record.
fn may_be_log(head: &[u8]) -> bool {
    match head.first() {
        None => true,
        // A log begins with an origin, or a URL that is done before any was added. The record may
        // be torn.
        Some(b'O') => head.get(HEAD..).is_none_or(|text| b"http".starts_with(text)),
        Some(b'V') => head.get(1..HEAD).is_none_or(|length| length == [8, 0]),
        Some(_) => false,
    }
}

/// Hands every whole record to `visit`. Returns where the last one ends.
fn each_record(input: impl Read, mut visit: impl FnMut(u64, Tag, &[u8])) -> io::Result<u64> {
    let mut reader = BufReader::with_capacity(1 << 20, input);
    let mut length = 0;
    let mut record = Vec::new();
    while let Some(tag) = read_record(&mut reader, &mut record)? {
        visit(length, tag, &record[HEAD..record.len() - CHECK]);
        length += record.len() as u64;
    }
    Ok(length)
}

/// The next whole record; `None` at the end or at a torn one.
fn read_record(reader: &mut impl Read, record: &mut Vec<u8>) -> io::Result<Option<Tag>> {
    record.clear();
    record.resize(HEAD, 0);
    if !filled(reader, record)? {
        return Ok(None);
    }
    // An unknown tag ends the log like a torn record: nothing behind it can be trusted.
    let Some(tag) = Tag::from_byte(record[0]) else { return Ok(None) };
    let length = usize::from(u16::from_le_bytes([record[1], record[2]]));
    record.resize(HEAD + length + CHECK, 0);
    if !filled(reader, &mut record[HEAD..])? {
        return Ok(None);
    }
    let (front, check) = record.split_at(HEAD + length);
    Ok((checksum(front) == check).then_some(tag))
}

fn filled(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Enough to tell a torn record.
fn checksum(record: &[u8]) -> [u8; CHECK] {
    (fold(0, record) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::{Log, Tag};

    #[test]
    fn what_is_no_log_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("urls.txt");
        for text in ["http://e.org/\n", "Oh, a diary\n", "Various\n"] {
            std::fs::write(&path, text).unwrap();
            let error = Log::open(&path, |_, _, _| ()).unwrap_err();
            assert_eq!(error.kind(), std::io::ErrorKind::InvalidData, "{text}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_log_is_opened_wherever_it_was_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path, |_, _, _| ()).unwrap();
        log.append(Tag::Origin, &[b"http://e.org"]).unwrap();
        log.append(Tag::Visited, &[&[7; 8]]).unwrap();
        log.sync().unwrap();
        let whole = std::fs::read(&path).unwrap();
        let first = whole.len() - (3 + 8 + 4);
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut records = 0;
            Log::open(&path, |_, _, _| records += 1).unwrap();
            let expected = usize::from(length >= first) + usize::from(length == whole.len());
            assert_eq!(records, expected, "{length}");
        }
    }
}
