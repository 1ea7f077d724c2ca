//! The directory of a ZIP file (APPNOTE 6.3, with ZIP64), as far as packages of archives need it.

use std::io;

use flate2::read::DeflateDecoder;

use crate::record::header::{self, Oddities};
use crate::source::Source;

pub(super) const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";
/// Longest comment behind the end record, and the record itself.
const TAIL: u64 = 0xFFFF + 22;
/// Largest directory read: a million entries.
const DIRECTORY: u64 = 64 << 20;

/// An entry of the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ZipEntry {
    /// As written; never used as a path.
    pub(super) name: String,
    /// 0: stored; 8: deflated.
    pub(super) method: u16,
    pub(super) encrypted: bool,
    /// Bytes in the file.
    pub(super) stored: u64,
    /// Offset of the local header.
    header: u64,
}

/// True where a directory may end the source, without reading it.
pub(super) fn has_directory(source: &Source) -> bool {
    let tail = read(source, source.len().saturating_sub(TAIL), TAIL).unwrap_or_default();
    memchr::memmem::rfind(&tail, END).is_some()
}

/// Reads the directory.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn directory(source: &Source) -> Result<Vec<ZipEntry>, String> {
    let failed = |e: io::Error| e.to_string();
    let from = source.len().saturating_sub(TAIL);
    // The end record is followed by a comment of up to 64 KiB.
    let tail = read(source, from, TAIL).map_err(failed)?;
    let end = memchr::memmem::rfind(&tail, END).ok_or("the file has no end-of-directory record")?;
    let record = tail.get(end..end + 22).ok_or("the end-of-directory record is cut off")?;
    let (mut size, mut offset) = (u64::from(u32_at(record, 12)), u64::from(u32_at(record, 16)));
    let mut behind = from + end as u64;
    if let Some(locator) = end.checked_sub(20).map(|at| &tail[at..end])
        && locator.starts_with(LOCATOR_64)
    {
        let at = u64_at(locator, 8);
        let record = read(source, at, 56).map_err(failed)?;
        if record.len() == 56 && record.starts_with(END_64) {
            (size, offset) = (u64_at(&record, 40), u64_at(&record, 48));
            behind = at;
        }
    }
    // The size is read from the file and would be allocated.
    if size > DIRECTORY {
        return Err(format!("the directory takes {size} bytes, more than {DIRECTORY}"));
    }
    // Bytes may stand before the package: the directory ends where its end record starts.
    let start = behind.checked_sub(size).ok_or("the directory is larger than the file")?;
    let before = start.checked_sub(offset).ok_or("the directory lies behind its end")?;
    let bytes = read(source, start, size).map_err(failed)?;
    entries(&bytes, before)
}

fn entries(mut bytes: &[u8], before: u64) -> Result<Vec<ZipEntry>, String> {
    let mut entries = Vec::new();
    while bytes.starts_with(CENTRAL) {
        let cut = || format!("entry {} of the directory is cut off", entries.len());
        let head = bytes.get(..46).ok_or_else(cut)?;
        let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(head, at)));
        let rest = bytes.get(46..46 + name + extra + comment).ok_or_else(cut)?;
        let (stored, header) = sizes(head, &rest[name..name + extra]);
        entries.push(ZipEntry {
            name: header::text(&rest[..name], &mut Oddities::default()).into_owned(),
            method: u16_at(head, 10),
            encrypted: u16_at(head, 8) & 1 != 0,
            stored,
            // Offsets count from the start of the package, not of the file.
            header: header.saturating_add(before),
        });
        bytes = &bytes[46 + rest.len()..];
    }
    Ok(entries)
}

/// Stored size and offset of the local header, from the ZIP64 field where they do not fit.
fn sizes(head: &[u8], mut extra: &[u8]) -> (u64, u64) {
    let (mut stored, mut header) = (u64::from(u32_at(head, 20)), u64::from(u32_at(head, 42)));
    // All bits set means: see the ZIP64 field (APPNOTE 4.5.3).
    let full = u64::from(u32::MAX);
    while let Some((id, length)) = extra.get(..4).map(|f| (u16_at(f, 0), u16_at(f, 2))) {
        let Some(field) = extra.get(4..4 + usize::from(length)) else { break };
        if id == 1 {
            let mut values = field.chunks_exact(8).map(|value| u64_at(value, 0));
            if u64::from(u32_at(head, 24)) == full {
                values.next();
            }
            if stored == full {
                stored = values.next().unwrap_or(stored);
            }
            if header == full {
                header = values.next().unwrap_or(header);
            }
        }
        extra = &extra[4 + field.len()..];
    }
    (stored, header)
}

impl ZipEntry {
    /// Offset of the entry's first stored byte; `None` where there is no such entry.
    pub(super) fn start(&self, source: &Source) -> Option<u64> {
        let local = read(source, self.header, 30).ok().filter(|l| l.len() == 30)?;
        let names = u64::from(u16_at(&local, 26)) + u64::from(u16_at(&local, 28));
        let start = self.header.checked_add(30 + names)?;
        // Directory and local header may contradict each other.
        let fits = start.checked_add(self.stored).is_some_and(|end| end <= source.len());
        (local.starts_with(LOCAL) && fits).then_some(start)
    }

    /// The content, at most `cap` bytes of it.
    pub(super) fn content(&self, source: &Source, cap: u64) -> Option<Vec<u8>> {
        let stored = read(source, self.start(source)?, self.stored.min(cap)).ok()?;
        match self.method {
            0 => Some(stored),
            8 => {
                let mut content = Vec::new();
                let inflated = io::Read::take(DeflateDecoder::new(&stored[..]), cap);
                io::copy(&mut { inflated }, &mut content).ok()?;
                Some(content)
            }
            _ => None,
        }
    }
}

/// The bytes at an offset, fewer at the end of the file.
fn read(source: &Source, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let length = length.min(source.len().saturating_sub(offset));
    let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
    let n = source.read_at(offset, &mut bytes)?;
    bytes.truncate(n);
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).and_then(|b| b.try_into().ok()).map_or(0, u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
}
