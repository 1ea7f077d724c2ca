//! How long a record is, as its first bytes say.

use super::warc::{self, Length};
use super::{arc, header, start};

/// Where the header in `head` ends, and how long the block behind it is to be. `None` when the
/// header is not all there or says no usable length.
pub(crate) fn announced(head: &[u8]) -> Option<(usize, u64)> {
    if start::is_version_line(head) {
        let (_, end) = header::blank_line(head, 0)?;
        return match warc::header(&head[..end], &mut Vec::new()).length {
            Length::Known(length) => Some((end, length)),
            _ => None,
        };
    }
    let end = memchr::memchr(b'\n', head)?;
    arc::line(&head[..end]).and_then(|line| Some((end + 1, line.length?)))
}
