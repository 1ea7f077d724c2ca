//! Ids of records over all inputs, in bounded memory.

use std::collections::HashMap;
use std::io;

use sha2::{Digest, Sha256};

use super::finding::{Finding, Located, Place};
use super::rules::Rule;
use crate::cdx::Sorter;
use crate::record::RecordKind;

/// Stands for an id: 128 bits, in which no two of any number of ids that fit a disk agree.
pub(super) type Fingerprint = [u8; 16];

/// The fingerprint of words, each of which may be any text.
pub(super) fn fingerprint(words: &[&str]) -> Fingerprint {
    let mut hash = Sha256::new();
    for word in words {
        hash.update((word.len() as u64).to_le_bytes());
        hash.update(word.as_bytes());
    }
    let mut print = Fingerprint::default();
    print.copy_from_slice(&hash.finalize()[..16]);
    print
}

/// Ids held in memory: some 40 MB of a table that grows no further.
const HELD: usize = 1_800_000;

/// What was seen of the ids so far.
#[derive(Debug)]
pub(super) struct Ids {
    /// Each id with its type.
    held: HashMap<Fingerprint, IdKind>,
    most: usize,
    /// Lines of ids with places, sorted on disk, once memory holds no more.
    spilled: Option<Spilled>,
}

/// What an id belongs to, as far as references to it matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IdKind {
    /// A warcinfo record.
    Warcinfo,
    /// A continuation of another record.
    Continuation,
    /// Any other record.
    Other,
    /// No record: a segment by its number.
    Segment,
}

impl IdKind {
    pub(super) fn of_record(kind: &RecordKind) -> Self {
        match kind {
            RecordKind::Warcinfo => Self::Warcinfo,
            RecordKind::Continuation => Self::Continuation,
            _ => Self::Other,
        }
    }
}

#[derive(Debug, Default)]
struct Spilled {
    sorter: Sorter,
    /// Names of files, which lines name by their number.
    files: Vec<std::sync::Arc<str>>,
    failed: Option<io::Error>,
}

impl Default for Ids {
    fn default() -> Self {
        Self { held: HashMap::new(), most: HELD, spilled: None }
    }
}

impl Ids {
    /// What an id seen before belongs to; `None` also for those that memory does not hold.
    pub(super) fn kind(&self, id: &Fingerprint) -> Option<IdKind> {
        self.held.get(id).copied()
    }

    /// Takes an id. False when it is known to have been seen before.
    pub(super) fn insert(&mut self, id: Fingerprint, kind: IdKind, place: &Place) -> bool {
        if self.spilled.is_none() && self.held.len() >= self.most {
            self.spill();
        }
        if let Some(spilled) = &mut self.spilled {
            spilled.add(id, kind, place);
            return true;
        }
        self.held.insert(id, kind).is_none()
    }

    /// Puts what memory holds on disk. Ids seen again are then found at the end.
    fn spill(&mut self) {
        let spilled = self.spilled.insert(Spilled::default());
        for (id, kind) in std::mem::take(&mut self.held) {
            // Sorts before all lines with a place, and is reported itself no more.
            spilled.line(format!("{} {}", hex(&id), kind.letter()));
        }
    }

    /// Ids seen again that memory did not hold.
    ///
    /// # Errors
    /// When a temporary file cannot be written or read.
    pub(super) fn finish(self) -> io::Result<Vec<Located>> {
        let Some(Spilled { sorter, files, failed }) = self.spilled else { return Ok(Vec::new()) };
        if let Some(error) = failed {
            return Err(error);
        }
        let (mut found, mut last) = (Vec::new(), String::new());
        for line in sorter.sorted()? {
            let line = line?;
            let id = line.split(' ').next().unwrap_or_default();
            if id != last {
                last = id.to_owned();
                continue;
            }
            found.extend(located(&line, &files));
        }
        found.sort_by(|a: &Located, b| a.place.cmp(&b.place));
        Ok(found)
    }
}

impl IdKind {
    fn letter(self) -> char {
        if self == Self::Segment { 's' } else { 'r' }
    }
}

impl Spilled {
    fn add(&mut self, id: Fingerprint, kind: IdKind, place: &Place) {
        let last = self.files.last().is_some_and(|file| *file == place.file);
        if !last {
            self.files.push(place.file.clone());
        }
        let file = self.files.len() - 1;
        // Numbers of one width sort as they count.
        self.line(format!(
            "{} {} {file:010} {:020} {:020}",
            hex(&id),
            kind.letter(),
            place.offset,
            place.inner_offset
        ));
    }

    fn line(&mut self, line: String) {
        if self.failed.is_none() {
            self.failed = self.sorter.add(line).err();
        }
    }
}

fn hex(id: &Fingerprint) -> String {
    data_encoding::HEXLOWER.encode(id)
}

/// The finding of a line with a place.
fn located(line: &str, files: &[std::sync::Arc<str>]) -> Option<Located> {
    let mut words = line.split(' ').skip(1);
    let (rule, detail) = match words.next()? {
        "s" => (Rule::SegmentRepeated, "an earlier segment of the record has the same number"),
        _ => (Rule::RecordIdRepeated, "an earlier record has the same id"),
    };
    let file = files.get(words.next()?.parse::<usize>().ok()?)?.clone();
    let (offset, inner_offset) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let place = Place { file, offset, inner_offset, id: String::new(), url: String::new() };
    Some(Located { place, finding: Finding::new(rule).detailed(detail) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, offset: u64) -> Place {
        Place { file: file.into(), offset, ..Place::default() }
    }

    /// Ids that come again, found at once or at the end.
    fn again(most: usize) -> Vec<(String, u64)> {
        let mut ids = Ids { most, ..Ids::default() };
        let mut found = Vec::new();
        for (n, id) in ["a", "b", "a", "c", "d", "b", "d", "a"].iter().enumerate() {
            let place = place(if n < 4 { "x" } else { "y" }, n as u64);
            if !ids.insert(fingerprint(&[id]), IdKind::Other, &place) {
                found.push((place.file.to_string(), place.offset));
            }
        }
        let late = ids.finish().expect("temporary files");
        found.extend(late.into_iter().map(|l| (l.place.file.to_string(), l.place.offset)));
        found.sort();
        found
    }

    #[test]
    fn ids_seen_again_are_found_whatever_memory_holds() {
        let expected: Vec<(String, u64)> =
            [("x", 2), ("y", 5), ("y", 6), ("y", 7)].map(|(f, n)| (f.to_owned(), n)).into();
        for most in [0, 1, 2, 3, 100] {
            assert_eq!(again(most), expected, "{most}");
        }
    }

    #[test]
    fn words_do_not_run_into_each_other() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["a"]), fingerprint(&["a", ""]));
    }
}
