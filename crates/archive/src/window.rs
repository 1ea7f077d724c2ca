//! A window over the stored bytes of a file. Memory stays the same whatever the file's size.

use std::io;

use crate::size::usize_of;
use crate::source::Source;

/// Bytes kept; large enough that most members fit whole.
const SIZE: usize = 2 << 20;

/// A reused buffer over one stretch of a source.
#[derive(Debug)]
pub(crate) struct Window {
    source: Source,
    buffer: Vec<u8>,
    /// Offset of the buffer's first byte.
    start: u64,
    filled: usize,
    /// Offset nothing is read behind.
    limit: u64,
}

impl Window {
    pub(crate) fn new(source: Source) -> Self {
        let limit = source.len();
        Self { source, buffer: Vec::new(), start: 0, filled: 0, limit }
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Reads nothing behind `limit` from now on.
    pub(crate) fn set_limit(&mut self, limit: u64) {
        self.limit = limit.min(self.source.len());
        self.filled = self.filled.min(usize_of(self.limit.saturating_sub(self.start)));
    }

    /// The bytes from `offset` on: at least `want` of them unless the limit comes first, often
    /// more. `want` is at most the window's size.
    pub(crate) fn at(&mut self, offset: u64, want: usize) -> io::Result<&[u8]> {
        let inside = (self.start..=self.start + self.filled as u64).contains(&offset);
        let skip = if inside { (offset - self.start) as usize } else { self.filled };
        let left = usize_of(self.limit.saturating_sub(offset));
        if self.filled - skip < want.min(left) {
            self.refill(offset, skip, left)?;
            return Ok(&self.buffer[..self.filled]);
        }
        let skip = if inside { skip } else { self.filled };
        Ok(&self.buffer[skip..self.filled])
    }

    fn refill(&mut self, offset: u64, skip: usize, left: usize) -> io::Result<()> {
        if self.buffer.is_empty() {
            // Most files of a test or sample are smaller than the window. New memory comes as zeros.
            self.buffer = vec![0; SIZE.min(left)];
        } else if self.buffer.len() < SIZE {
            self.buffer.resize(SIZE, 0);
        }
        // What is at hand is not read twice.
        self.buffer.copy_within(skip..self.filled, 0);
        self.filled -= skip;
        self.start = offset;
        let end = self.buffer.len().min(left);
        let from = offset + self.filled as u64;
        self.filled += self.source.read_at(from, &mut self.buffer[self.filled..end])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_offset_in_any_order() {
        let bytes: Vec<u8> = (0..5_000_000_u32).map(|n| (n % 251) as u8).collect();
        let mut window = Window::new(Source::from_bytes(&bytes));
        for offset in [0_u64, 10, 1_999_990, 2_100_000, 5, 4_999_999, 5_000_000, 6_000_000, 300] {
            let from = usize_of(offset).min(bytes.len());
            let seen = window.at(offset, 1000).expect("memory").to_vec();
            assert!(seen.len() >= 1000.min(bytes.len() - from), "{offset}");
            assert!(bytes[from..].starts_with(&seen), "{offset}");
        }
    }
}
