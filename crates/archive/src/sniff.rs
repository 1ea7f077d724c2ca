//! What a file is, by its first bytes.

use std::io;
use std::path::Path;

use crate::format::{Format, Sniffed};
use crate::limits::Limits;
use crate::member::zstandard;
use crate::package;
use crate::reader::{Item, Reader};
use crate::source::Source;

/// Bytes looked at.
const LOOK: usize = 128 << 10;

/// Bytes searched for a record in a file that is named like an archive.
const SEARCH: usize = 4 << 20;

/// Looks at the first bytes of a file, through its compression; the name does not count.
///
/// # Errors
/// When the file cannot be read.
pub fn sniff(path: &Path) -> io::Result<Sniffed> {
    sniff_source(&Source::open(path)?, path)
}

/// As [`sniff`], for the open file at `path`.
///
/// # Errors
/// When the file cannot be read.
pub fn sniff_source(source: &Source, path: &Path) -> io::Result<Sniffed> {
    let mut head = vec![0; LOOK];
    let n = source.read_at(0, &mut head)?;
    head.truncate(n);
    if head.is_empty() {
        return Ok(Sniffed::Empty);
    }
    if package::is_package(source, &head) {
        return Ok(Sniffed::Archive(Format::Wacz));
    }
    let dictionary = dictionary(source, &head);
    // A `.warc.zst` file begins with its dictionary.
    let skipped = zstandard::skippable_length(&head);
    if let Some(skipped) = skipped {
        head.resize(LOOK, 0);
        let n = source.read_at(skipped, &mut head)?;
        head.truncate(n);
    }
    let seen = Sniffed::from_head(&head, dictionary.as_deref());
    // A damaged head must not hide a whole archive.
    if seen == Sniffed::NotArchive && is_named_archive(path) {
        return Ok(search(source));
    }
    Ok(seen)
}

/// Where the first bytes are damaged the name still tells what the file was meant to be.
fn is_named_archive(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes().to_ascii_lowercase();
    [&b".warc"[..], b".arc"].iter().any(|part| memchr::memmem::find(&name, part).is_some())
}

/// Searches the beginning of a file for a record.
fn search(source: &Source) -> Sniffed {
    let mut bytes = vec![0; SEARCH];
    let n = source.read_at(0, &mut bytes).unwrap_or_default();
    let mut reader = Reader::from_bytes(&bytes[..n], &Limits::default());
    while let Some(item) = reader.next() {
        if let Item::Record(record) = item {
            let arc = record.version().starts_with("ARC/");
            return Sniffed::Archive(if arc { Format::Arc } else { Format::Warc });
        }
    }
    Sniffed::NotArchive
}

fn dictionary(source: &Source, head: &[u8]) -> Option<Vec<u8>> {
    let length = usize::try_from(zstandard::dictionary_length(head)?).ok()?;
    let mut frame = vec![0; length.min(zstandard::LARGEST_DICTIONARY)];
    let n = source.read_at(0, &mut frame).ok()?;
    zstandard::dictionary(&frame[..n])
}
