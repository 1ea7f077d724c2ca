//! Exchanges with the knowledge of what they are captures of.

use scutch_fetch::Exchange;

/// The header field that makes an answer a memento (RFC 7089, section 2.1.1).
pub(crate) const MEMENTO_DATETIME: &str = "Memento-Datetime";

/// An exchange and what it is a capture of.
pub(crate) struct Hop {
    pub(crate) exchange: Exchange,
    /// URI-R and time of capture; `None` for what an archive says itself.
    pub(crate) capture: Option<(String, i64)>,
    /// Whether it is a page of the archive with status 200, such as a frame around the memento.
    pub(crate) is_archive_page: bool,
}

impl Hop {
    /// An exchange that is no memento.
    pub(crate) fn plain(exchange: Exchange) -> Self {
        Self { exchange, capture: None, is_archive_page: false }
    }
}

/// A frameset and its frames, joined to one page.
pub(crate) struct JoinedFrames {
    /// Index of the hop with the frameset.
    pub(crate) frameset: usize,
    /// The joined page.
    pub(crate) html: Vec<u8>,
}
