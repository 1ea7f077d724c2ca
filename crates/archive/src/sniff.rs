//! What a file is, by its first bytes.

use std::io;
use std::path::Path;

use crate::limits::Limits;
use crate::member::{Decoder, zstandard};
use crate::package;
use crate::reader::{Item, Reader};
use crate::record::arc;
use crate::source::Source;
use crate::start;

/// Bytes looked at.
const LOOK: usize = 128 << 10;

/// Bytes searched for a record in a file that is named like an archive.
const SEARCH: usize = 4 << 20;

/// Archive formats, whatever their compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// WARC records.
    Warc,
    /// ARC records.
    Arc,
    /// A package of archives.
    Wacz,
}

/// What a file's first bytes show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sniffed {
    /// A web archive.
    Archive(Format),
    /// Something else.
    NotArchive,
    /// No bytes at all.
    Empty,
}

/// Looks at the first bytes of a file, through its compression; the name does not count.
///
/// # Errors
/// When the file cannot be read.
pub fn sniff(path: &Path) -> io::Result<Sniffed> {
    let source = Source::open(path)?;
    let mut head = vec![0; LOOK];
    let n = source.read_at(0, &mut head)?;
    head.truncate(n);
    if head.is_empty() {
        return Ok(Sniffed::Empty);
    }
    if package::is_package(&source, &head) {
        return Ok(Sniffed::Archive(Format::Wacz));
    }
    let dictionary = dictionary(&source, &head);
    let skipped = zstandard::skippable_length(&head);
    if let Some(skipped) = skipped {
        head.resize(LOOK, 0);
        let n = source.read_at(skipped, &mut head)?;
        head.truncate(n);
    }
    let seen = look(&head, dictionary.as_deref());
    if seen == Sniffed::NotArchive && is_named_archive(path) {
        return Ok(search(&source));
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

pub(crate) fn look(head: &[u8], dictionary: Option<&[u8]>) -> Sniffed {
    let mut inflated = vec![0; 4096];
    let begin = match start::member_kind(head) {
        Some(kind) => match Decoder::new(kind, dictionary) {
            Some(mut decoder) => {
                let n = start::inflate_some(&mut decoder, head, false, &mut inflated).0;
                &inflated[..n]
            }
            None => head,
        },
        None => head,
    };
    let begin = begin.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(begin).trim_ascii_start();
    if start::is_version_line(begin) {
        Sniffed::Archive(Format::Warc)
    } else if arc::starts(begin) {
        Sniffed::Archive(Format::Arc)
    } else {
        Sniffed::NotArchive
    }
}
