//! How long a record is, as its first bytes say.

use super::length::Length;
use super::{arc, header, start, warc};

/// Where the header at the start of `head` ends; `None` when it is not all there.
pub(crate) fn header_end(head: &[u8]) -> Option<usize> {
    if start::is_version_line(head) {
        return header::blank_line(head, 0).map(|(_, end)| end);
    }
    memchr::memchr(b'\n', head).map(|end| end + 1)
}

/// Where the header in `head` ends, and how long the block behind it is to be. `None` when the
/// header is not all there or says no usable length.
pub(crate) fn announced(head: &[u8]) -> Option<(usize, u64)> {
    let end = header_end(head)?;
    let header = &head[..end];
    if !start::is_version_line(header) {
        return arc::line(&header[..end - 1]).and_then(|line| Some((end, line.length?)));
    }
    match warc::header(header, &mut Vec::new()).length {
        Length::Known(length) => Some((end, length)),
        _ => None,
    }
}
