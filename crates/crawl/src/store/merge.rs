//! Merges the files of several runs into one.

use std::io::{self, Write as _};
use std::path::Path;

use scutch_archive::cdx::{Sorted, Sorter};
use scutch_archive::{Source, WholeFile};

use super::error::StoreError;
use super::scan::{ByteRange, scan_ranges};

/// What a merge did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Merged {
    /// Groups in the new file.
    pub groups: usize,
    /// Groups that were left out because an earlier file has them.
    pub repeated: usize,
}

/// Copies the groups of files that scutch began into a new file, each once, in the order of the
/// files. Incomplete groups are left out. A run can continue the new file.
///
/// All files must have one compression, which the endings of their names tell. Keys are sorted in
/// temporary files, so that memory does not grow with the number of groups.
///
/// # Errors
/// When a file cannot be read, or the new one exists or cannot be written.
pub fn merge(from: &[&Path], to: &Path) -> Result<Merged, StoreError> {
    let cannot = |source| StoreError::Write { path: to.to_owned(), source };
    // Before the new file is made: it would be in the way of a second try.
    let (head, all) = group_lines(from)?;
    let (firsts, merged) = first_of_each(all).map_err(StoreError::Aside)?;
    let mut out = WholeFile::create_new(to).map_err(cannot)?;
    let mut opened: Option<(usize, Source)> = None;
    let head = head.map(|range| Ok(GroupPlace { file: 0, range }));
    for place in head.into_iter().chain(firsts.map(|line| GroupPlace::parse(&line?))) {
        let GroupPlace { file: number, range } = place.map_err(StoreError::Aside)?;
        let path = from[number];
        let unread = |source| StoreError::Unread { path: path.to_owned(), source };
        let input = match &mut opened {
            Some((file, input)) if *file == number => input,
            opened => &mut opened.insert((number, Source::open(path).map_err(unread)?)).1,
        };
        // As compressed bytes: each group begins and ends with a gzip member.
        let (mut at, mut piece) = (range.start, vec![0; PIECE]);
        while at < range.end {
            let want = piece.len().min(usize::try_from(range.end - at).unwrap_or(usize::MAX));
            let n = input.read_at(at, &mut piece[..want]).map_err(unread)?;
            if n == 0 {
                return Err(unread(io::ErrorKind::UnexpectedEof.into()));
            }
            out.write_all(&piece[..n]).map_err(cannot)?;
            at += n as u64;
        }
    }
    // On disk under its name: the sources may be deleted next.
    out.publish().map_err(cannot)?;
    Ok(merged)
}

/// Bytes copied at a time.
const PIECE: usize = 64 << 10;

/// Where a group is.
#[derive(Debug, PartialEq, Eq)]
struct GroupPlace {
    /// Index of its file in the list.
    file: usize,
    range: ByteRange,
}

/// Hexadecimal digits of a key, which precede the place in a line.
const KEY_DIGITS: usize = 16;

impl GroupPlace {
    /// A line of fixed width, so that lines sort by file and offset.
    fn to_line(&self) -> String {
        let Self { file, range: ByteRange { start, end } } = self;
        format!("{file:016x}{start:016x}{end:016x}")
    }

    fn parse(line: &str) -> io::Result<Self> {
        let number = |at: usize| {
            let digits = line.get(at * 16..(at + 1) * 16).unwrap_or_default();
            u64::from_str_radix(digits, 16).map_err(|_| io::ErrorKind::InvalidData)
        };
        let file = usize::try_from(number(0)?).map_err(|_| io::ErrorKind::InvalidData)?;
        Ok(Self { file, range: ByteRange { start: number(1)?, end: number(2)? } })
    }
}

/// The first record of the first file, and a line with key and place for each group.
fn group_lines(from: &[&Path]) -> Result<(Option<ByteRange>, Sorter), StoreError> {
    let mut head = None;
    let mut all = Sorter::default();
    for (file, path) in from.iter().enumerate() {
        let mut add = |key: u64, range: ByteRange| {
            all.add(format!("{key:0KEY_DIGITS$x}{}", GroupPlace { file, range }.to_line()))
        };
        let first = scan_ranges(path, &mut add)?;
        head = head.or(Some(first));
    }
    Ok((head, all))
}

/// The first place of each key, as lines in the order of files.
fn first_of_each(all: Sorter) -> io::Result<(Sorted, Merged)> {
    let mut merged = Merged::default();
    let mut firsts = Sorter::default();
    let mut before = String::new();
    for line in all.sorted()? {
        let line = line?;
        let (key, place) = line.split_at(KEY_DIGITS);
        // Lines of one key are neighbours after sorting, that of the first file first.
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
