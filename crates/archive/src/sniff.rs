//! What a file is, by its first bytes.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::member::{begins_record, starts_plain};

/// Bytes looked at.
const LOOK: u64 = 128 << 10;

/// Archive formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// WARC, uncompressed.
    Warc,
    /// WARC in gzip members.
    WarcGzip,
}

/// What a file's first bytes show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    let mut head = Vec::new();
    File::open(path)?.take(LOOK).read_to_end(&mut head)?;
    Ok(sniff_bytes(&head))
}

fn sniff_bytes(head: &[u8]) -> Sniffed {
    if head.is_empty() {
        Sniffed::Empty
    } else if starts_plain(head) {
        Sniffed::Archive(Format::Warc)
    } else if begins_record(head) {
        Sniffed::Archive(Format::WarcGzip)
    } else {
        Sniffed::NotArchive
    }
}
