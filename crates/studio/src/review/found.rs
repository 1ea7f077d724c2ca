//! Rows found by their capture, and the rows of a host.

use std::cmp::Reverse;

use scutch_learn::hashed;

use super::{Review, ReviewError};

/// Rows of a host that are compared with each other.
const MOST_COMPARED: usize = 150;
/// Captures of the same address among these.
const MOST_SNAPSHOTS: usize = 24;

impl Review {
    /// Number of the row of a capture: its address, and its time in 14 digits.
    ///
    /// # Errors
    /// When columns cannot be read.
    pub fn row_of(&self, url: &str, timestamp: &str) -> Result<Option<usize>, ReviewError> {
        let (urls, times) = (self.values("url")?, self.values("timestamp")?);
        // By time as well, which is in memory: of a page with many captures each would cost a read.
        // Columns in memory have the beginning of a long address.
        let may_be = |row: &usize| {
            let shown = urls.shown(*row);
            let known = shown.strip_suffix('…').unwrap_or(&shown);
            (shown == url || (known.len() < shown.len() && url.starts_with(known)))
                && times.shown(*row).bytes().filter(u8::is_ascii_digit).eq(timestamp.bytes())
        };
        for row in (0..self.len()).filter(may_be) {
            let capture = self.capture(row)?;
            if capture.is_some_and(|one| one.url == url && one.timestamp() == timestamp) {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    /// Rows that a row may be compared with: rows of its host, at most 150, among them the captures of its
    /// address that are nearest in time. Also the number of all rows of the host.
    ///
    /// # Errors
    /// When columns cannot be read.
    pub fn rows_of_host(&self, row: usize) -> Result<(Vec<usize>, usize), ReviewError> {
        let (keys, times) = (self.values("url_key")?, self.values("timestamp")?);
        let own = keys.shown(row).into_owned();
        // `com,example)/a`: the host ends at the parenthesis. An address without one stands for itself.
        let host = own.find(')').map_or(&*own, |end| &own[..=end]);
        let mut rows: Vec<usize> =
            (0..self.len()).filter(|other| keys.shown(*other).starts_with(host)).collect();
        let all = rows.len();
        // Every page of the host is opened and parsed, so their number must be bounded.
        if all > MOST_COMPARED {
            let mut snapshots: Vec<usize> =
                rows.iter().copied().filter(|other| keys.shown(*other) == own).collect();
            snapshots.sort_by_key(|other| times.shown(*other).into_owned());
            let at = snapshots.iter().position(|other| *other == row).unwrap_or_default();
            // Half before and half behind the row, which is one of them itself.
            let first = at.saturating_sub(MOST_SNAPSHOTS / 2);
            let near: Vec<usize> =
                snapshots.into_iter().skip(first).take(MOST_SNAPSHOTS + 1).collect();
            // A constant sample. By row, so that an address with many captures does not fill it.
            rows.sort_by_cached_key(|other| {
                let name = [keys.shown(*other).as_bytes(), &other.to_le_bytes()[..]].concat();
                (Reverse(near.contains(other)), hashed(&name), *other)
            });
            rows.truncate(MOST_COMPARED);
            rows.sort_unstable();
        }
        Ok((rows, all))
    }
}
