//! Finds the record of a row in the archives.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use scutch_archive::{Item, Position, Reader, Record, Source, is_address};
use scutch_folder::digest::digest_unless;
use scutch_folder::inputs::{Archives, InputFile, STDIN, named_path};
use scutch_folder::manifest::{InputEntry, Manifest};
use scutch_shuffle::ShuffleError;

use crate::row::stored::StoredRow;
use crate::stages::Evidence;

/// Reads records by position. Rows come in archive order, so an open reader mostly just continues.
/// Otherwise an archive compressed as a whole would be decompressed again for every row.
pub(crate) struct Locator<'a> {
    archives: Archives<'a>,
    numbers: HashMap<&'a str, usize>,
    evidence: &'a Evidence,
    open: Option<(usize, Reader)>,
}

/// Records to skip before reopening the file at the position.
const READ_PAST: u32 = 200;

/// The files of a run, where they are now. `moved` are folders that hold them, or files themselves:
/// if there are some, no other file is taken. What the run read at an address is asked for there.
pub(crate) fn files(manifest: &Manifest, moved: &[PathBuf]) -> Vec<InputFile> {
    found(&manifest.inputs, moved)
}

fn found(inputs: &[InputEntry], moved: &[PathBuf]) -> Vec<InputFile> {
    let last = |input: &InputEntry| Path::new(&input.name).file_name().map(ToOwned::to_owned);
    let mut namesakes: HashMap<_, u32> = HashMap::new();
    inputs.iter().for_each(|input| *namesakes.entry(last(input)).or_default() += 1);
    let path = |input: &InputEntry| {
        // Named folders come first: the old path may hold another file of that name by now.
        let spelled = |path: PathBuf| path.to_str().map_or_else(|| path.clone(), named_path);
        let found = moved.iter().find_map(|moved| {
            let is_named = moved.is_file() && moved.file_name() == last(input).as_deref();
            // Of several inputs that are called so, it is the one with these bytes.
            let is_it = is_named && (namesakes[&last(input)] == 1 || has_digest(moved, input));
            let path = if is_it { moved.clone() } else { spelled(moved.join(&input.name)) };
            path.exists().then_some(path)
        });
        found.unwrap_or_else(|| match &*input.path {
            path if is_address(Path::new(path)) => named_path(path),
            // Whoever names folders asks about the files there: others would prove nothing of them.
            path => match (moved.first(), path) {
                (Some(moved), _) => moved.join(&input.name),
                // The file that came through standard input may lie here under its name.
                (None, STDIN) => named_path(&input.name),
                (None, path) => named_path(path),
            },
        })
    };
    inputs.iter().map(|input| as_read(input, &path(input))).collect()
}

impl<'a> Locator<'a> {
    pub(crate) fn new(archives: Archives<'a>, evidence: &'a Evidence) -> Self {
        let numbers = archives.files.iter().map(|file| file.name.as_str()).zip(0..).collect();
        Self { archives, numbers, evidence, open: None }
    }

    /// The record of a row, with its later segments, and the number of its file; a revisit with the
    /// payload it stands for.
    pub(crate) fn record(
        &mut self,
        row: &StoredRow,
    ) -> Result<Result<(usize, Record<'static>), String>, ShuffleError> {
        let (input, record) = match self.stored(row) {
            Ok(found) => found,
            Err(why) => return Ok(Err(why)),
        };
        let record = self.archives.joined(record);
        let resolved = self.evidence.resolved(record, self.archives)?;
        Ok(resolved.map(|record| (input, record)).map_err(|why| why.sentence().to_owned()))
    }

    fn stored(&mut self, row: &StoredRow) -> Result<(usize, Record<'static>), String> {
        let number = self.numbers.get(row.warc_file.as_str()).copied();
        let input = number.ok_or_else(|| format!("{} is not among the inputs", row.warc_file))?;
        if let Some((file, mut reader)) = self.open.take()
            && file == input
            && let Some(record) = read_on(&mut reader, row)
        {
            self.open = Some((file, reader));
            return Ok((input, record));
        }
        let position = Position { offset: row.offset, inner_offset: row.inner_offset };
        let path = self.archives.files[input].path.display();
        let reader = self.archives.reader(input, position);
        let mut reader = reader.map_err(|damage| format!("{path}: {}", damage.detail))?;
        let record = read_on(&mut reader, row)
            .ok_or_else(|| format!("no record at offset {} of {path}", row.offset))?;
        self.open = Some((input, reader));
        Ok((input, record))
    }
}

/// Whether a file has the bytes of an input.
fn has_digest(path: &Path, input: &InputEntry) -> bool {
    let digest = Source::open(path)
        .and_then(|source| digest_unless(input.content.bytes(&source), &AtomicBool::new(false)));
    digest.is_ok_and(|digest| Some(&digest) == input.digest.as_ref())
}

/// An input as the run saw it. A file that was unreadable then contributed to no row, even if it is
/// readable now.
fn as_read(input: &InputEntry, path: &Path) -> InputFile {
    InputFile {
        path: path.to_owned(),
        name: input.name.clone(),
        size: input.digest.as_ref().map_or(0, |digest| digest.size),
        unreadable: input.unreadable.clone().filter(|_| !input.in_part),
        content: input.content.clone(),
        spool: false,
    }
}

/// Reads on to the record of a row. `None` if it is too far away or behind.
fn read_on(reader: &mut Reader, row: &StoredRow) -> Option<Record<'static>> {
    let wanted = (row.offset, row.inner_offset);
    for _ in 0..READ_PAST {
        // A position behind the wanted one means that rows were reordered.
        let here = reader.position();
        if (here.offset, here.inner_offset) > wanted {
            return None;
        }
        if let Item::Record(record) = reader.next()? {
            let location = record.location();
            if (location.offset, location.inner_offset) == wanted {
                return Some(record.into_owned());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use scutch_archive::{Limits, SourcePool};

    use super::*;

    #[test]
    fn a_file_stands_for_the_input_whose_bytes_it_has() {
        let folder = tempfile::tempdir().expect("a folder");
        let moved = folder.path().join("x.warc");
        std::fs::write(&moved, "second").expect("written");
        let entry = |name: &str, bytes: &[u8]| InputEntry {
            name: name.into(),
            path: format!("gone/{name}"),
            digest: digest_unless(bytes, &AtomicBool::new(false)).ok(),
            ..InputEntry::default()
        };
        let (first, second) = (entry("a/x.warc", b"first"), entry("b/x.warc", b"second"));
        let stands_for = |inputs: &[InputEntry]| {
            let files = found(inputs, std::slice::from_ref(&moved));
            files.iter().map(|file| file.path == moved).collect::<Vec<_>>()
        };
        // Alone it is taken whatever it holds: its rows differ then, and are told.
        assert_eq!(stands_for(std::slice::from_ref(&first)), [true]);
        assert_eq!(stands_for(&[first, second]), [false, true]);
    }

    #[test]
    fn what_could_not_be_read_then_is_not_read_now() {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        let mut input = InputEntry {
            name: "a.warc".into(),
            path: path.display().to_string(),
            digest: None,
            unreadable: Some("no permission".into()),
            ..InputEntry::default()
        };
        let (limits, pool) = (Limits::default(), SourcePool::default());
        let files = [as_read(&input, path)];
        let archives = Archives::new(&files, &pool, &limits);
        let damage = archives.reader(0, Position::START).expect_err("left out");
        assert_eq!(damage.detail, "no permission");
        input.in_part = true;
        let files = [as_read(&input, path)];
        let archives = Archives { files: &files, ..archives };
        assert!(archives.reader(0, Position::START).is_ok());
    }
}
