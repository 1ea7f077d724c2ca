//! Indexes of captures: CDX with any legend, and CDXJ.
//!
//! A line says where the capture of a URL at a time stands. Lines are sorted by bytes; their key is
//! the URL in SURT form, so that hosts of one domain stand together.

mod read;
mod sort;
mod write;

use std::borrow::Cow;

use crate::post::Sent;

pub use read::{LineError, LineFault, Lines};
pub use sort::{Sorted, Sorter};
pub use write::{LEGEND_11, cdx11, cdxj};

/// One capture in an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The URL as archived.
    pub url: Cow<'a, str>,
    /// 14 digits.
    pub timestamp: Cow<'a, str>,
    /// Media type without parameters; `warc/revisit` for revisits.
    pub mime: Option<Cow<'a, str>>,
    /// HTTP status.
    pub status: Option<u16>,
    /// Digest of the payload, with its algorithm where the index names it.
    pub digest: Option<Cow<'a, str>>,
    /// Offset of the (compressed) record in its file.
    pub offset: u64,
    /// Its length; 0 where the index has none.
    pub length: u64,
    /// Name of the file.
    pub file: Cow<'a, str>,
    /// What was sent with the request, where that is to be part of the key.
    pub sent: Option<Sent>,
}

impl Line<'_> {
    /// The same line, with text of its own.
    pub fn into_owned(self) -> Line<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        Line {
            url: owned(self.url),
            timestamp: owned(self.timestamp),
            mime: self.mime.map(owned),
            digest: self.digest.map(owned),
            file: owned(self.file),
            status: self.status,
            offset: self.offset,
            length: self.length,
            sent: self.sent,
        }
    }
}
