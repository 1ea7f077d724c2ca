//! Files of several runs to one.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use scutch_archive::cdx::{Sorted, Sorter};

use crate::found::{Span, spans};
use crate::store::StoreError;

/// What became of the groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merged {
    /// Groups in the new file.
    pub groups: usize,
    /// Groups that an earlier file had already.
    pub repeated: usize,
}

/// Writes the groups of files that were begun by us to a new one, byte by byte and each once, in the
/// order of the files. What is not whole at the end of a file is left out. The new file can be gone
/// on with. All files are stored alike: by the endings of their names.
///
/// What is known of the groups is sorted in temporary files, so that memory does not grow with them.
///
/// # Errors
/// When a file cannot be read, or the new one is there already or cannot be written.
pub fn merge(from: &[&Path], to: &Path) -> Result<Merged, StoreError> {
    let cannot = |source| StoreError::Write { path: to.to_owned(), source };
    // All are looked at before there is a new file, which would be in the way of the next try.
    let (head, all) = places(from)?;
    let (firsts, merged) = firsts(all).map_err(StoreError::Aside)?;
    let mut out = OpenOptions::new().write(true).create_new(true).open(to).map_err(cannot)?;
    let mut opened: Option<(usize, File)> = None;
    let head = head.map(|span| Ok(Place { file: 0, span }));
    for place in head.into_iter().chain(firsts.map(|line| Place::read(&line?))) {
        let Place { file: number, span } = place.map_err(StoreError::Aside)?;
        let input = match &mut opened {
            Some((file, input)) if *file == number => input,
            opened => {
                let path = from[number];
                let unread = |source| StoreError::Unread { path: path.to_owned(), source };
                &mut opened.insert((number, File::open(path).map_err(unread)?)).1
            }
        };
        copy(input, &span, &mut out).map_err(cannot)?;
    }
    out.sync_data().map_err(cannot)?;
    Ok(merged)
}

/// Where a group is.
#[derive(Debug)]
struct Place {
    /// Place of its file in the list.
    file: usize,
    span: Span,
}

/// Digits of a key before the line of a place.
const KEY: usize = 16;

/// Places are sorted as lines of equally many digits, in the order of files and of what is in them.
impl Place {
    fn line(&self) -> String {
        let Self { file, span: Span { start, end } } = self;
        format!("{file:016x}{start:016x}{end:016x}")
    }

    fn read(line: &str) -> io::Result<Self> {
        let number = |at: usize| {
            let digits = line.get(at * 16..(at + 1) * 16).unwrap_or_default();
            u64::from_str_radix(digits, 16).map_err(|_| io::ErrorKind::InvalidData)
        };
        let file = usize::try_from(number(0)?).map_err(|_| io::ErrorKind::InvalidData)?;
        Ok(Self { file, span: Span { start: number(1)?, end: number(2)? } })
    }
}

/// The first record of the first file, and lines with the keys and places of all groups. There may be more than memory
/// holds.
fn places(from: &[&Path]) -> Result<(Option<Span>, Sorter), StoreError> {
    let mut head = None;
    let mut all = Sorter::default();
    for (file, path) in from.iter().enumerate() {
        let mut tell =
            |key: u64, span: Span| all.add(format!("{key:0KEY$x}{}", Place { file, span }.line()));
        let first = spans(path, &mut tell)?;
        head = head.or(Some(first));
    }
    Ok((head, all))
}

/// The lines of the first place of each group, in the order of files, and how many groups that are.
fn firsts(all: Sorter) -> io::Result<(Sorted, Merged)> {
    let mut merged = Merged::default();
    let mut firsts = Sorter::default();
    let mut before = String::new();
    for line in all.sorted()? {
        let line = line?;
        let (key, place) = line.split_at(KEY);
        if before == key {
            merged.repeated += 1;
            continue;
        }
        merged.groups += 1;
        before.replace_range(.., key);
        firsts.add(place.to_owned())?;
    }
    Ok((firsts.sorted()?, merged))
}

fn copy(input: &mut File, span: &Span, out: &mut File) -> io::Result<u64> {
    input.seek(SeekFrom::Start(span.start))?;
    io::copy(&mut input.take(span.end - span.start), out)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use scutch_archive::WarcWriter;

    use super::*;

    /// A file of ours with groups of these keys, and the bytes of its members.
    fn stored(path: &Path, keys: &[&str]) -> Vec<Vec<u8>> {
        let record = |kind: &str, block: &str| {
            let (mut bytes, id) = (Vec::new(), format!("<urn:test:{}:{block}>", path.display()));
            let fields = [("WARC-Type", kind), ("WARC-Record-ID", &id)];
            WarcWriter::gzip(&mut bytes).write(&fields, block.as_bytes()).expect("memory");
            bytes
        };
        let group = |key: &&str| {
            let facts = format!("scutch-group: page\r\nkey: {key}\r\n");
            [record("response", key), record("metadata", &facts)].concat()
        };
        let head = record("warcinfo", "software: scutch/0\r\n");
        let members: Vec<_> = std::iter::once(head).chain(keys.iter().map(group)).collect();
        fs::write(path, members.concat()).expect("a file");
        members
    }

    #[test]
    fn the_first_of_each_group_is_copied_in_the_order_of_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let [a, b, c, to] = ["a", "b", "c", "to"].map(|name| at(&format!("{name}.warc.gz")));
        let first = stored(&a, &["z", "m", "z"]);
        stored(&b, &[]);
        let third = stored(&c, &["y", "m", "a", "b"]);
        let merged = merge(&[&a, &b, &c], &to).expect("merges");
        assert_eq!(merged, Merged { groups: 5, repeated: 2 });
        let expected = [&first[..3], &[third[1].clone()], &third[3..]].concat().concat();
        assert!(fs::read(&to).expect("written") == expected);
        assert!(matches!(merge(&[&a], &to), Err(StoreError::Write { .. })), "it is there");
    }
}
