//! Bodies of log records.

use super::schedule::{OriginId, Schedule};
use crate::parse::Url;

/// Bytes in front of the URL: origin, priority, depth, tries.
pub(super) const HEAD: usize = 7;

/// A URL that was added, or that failed and waits again.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Addition {
    pub(super) origin: OriginId,
    pub(super) priority: u8,
    pub(super) depth: u8,
    pub(super) tries: u8,
    pub(super) url: Url,
}

impl Addition {
    /// The bytes in front of path, query and fragment, which the log keeps without the origin.
    pub(super) fn head(&self) -> [u8; HEAD] {
        let [a, b, c, d] = self.origin.to_le_bytes();
        [a, b, c, d, self.priority, self.depth, self.tries]
    }

    /// Reads a body; `None` where it names an unknown origin or is no URL.
    pub(super) fn read(body: &[u8], schedule: &Schedule) -> Option<Addition> {
        let origin = origin_id(body)?;
        let [_, _, _, _, priority, depth, tries, rest @ ..] = body else { return None };
        let rest = str::from_utf8(rest).ok()?;
        // Origins repeat in almost every record, so the log names them by number.
        let text = [schedule.origin_text(origin)?, rest].concat();
        let url = Url::parse(&text).ok()?;
        Some(Addition { origin, priority: *priority, depth: *depth, tries: *tries, url })
    }
}

/// The origin at the start of a body.
pub(super) fn origin_id(body: &[u8]) -> Option<OriginId> {
    Some(OriginId::from_le_bytes(body.get(..4)?.try_into().ok()?))
}

/// The body that says that a URL was handed out.
pub(super) fn handout_body(origin: OriginId, key: u64, time: u64) -> Vec<u8> {
    [&origin.to_le_bytes()[..], &key.to_le_bytes(), &time.to_le_bytes()].concat()
}

/// Origin, fingerprint and milliseconds of a handout.
pub(super) fn read_handout(body: &[u8]) -> Option<(OriginId, u64, u64)> {
    let number = |at: usize| Some(u64::from_le_bytes(body.get(at..at + 8)?.try_into().ok()?));
    Some((origin_id(body)?, number(4)?, number(12)?))
}
