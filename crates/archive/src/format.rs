//! Archive formats, and how the first bytes of a file tell them.

use crate::member::{Decoder, MemberKind};
use crate::record::{arc, start};

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

impl Sniffed {
    /// What `head`, the first bytes of a file, shows through its compression.
    pub(crate) fn from_head(head: &[u8], dictionary: Option<&[u8]>) -> Self {
        // Enough for a version line and the longest line of an ARC record that is likely.
        let mut inflated = vec![0; 4096];
        let begin = match MemberKind::from_magic(head) {
            Some(kind) => match Decoder::new(kind, dictionary) {
                Some(mut decoder) => {
                    let n = decoder.inflate_start(head, false, &mut inflated).0;
                    &inflated[..n]
                }
                None => head,
            },
            None => head,
        };
        // Editors add a byte order mark, careless writers blank lines.
        let begin = begin.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(begin).trim_ascii_start();
        if start::is_version_line(begin) {
            Self::Archive(Format::Warc)
        } else if arc::starts(begin) {
            Self::Archive(Format::Arc)
        } else {
            Self::NotArchive
        }
    }
}
