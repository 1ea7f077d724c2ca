//! Text that is read while it arrives: memory holds only the part that is looked at.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::timemap::TimeMapError;

/// Bytes that are read at a time.
const READ_BYTES: usize = 64 << 10;

/// Longest entry of a TimeMap, in bytes.
// Real URIs have some kilobytes. Beyond this, memory would grow with a hostile list.
pub(super) const MAX_ENTRY: usize = 1 << 20;

/// A UTF-8 text and a position in it.
pub(super) struct Text<R> {
    input: R,
    /// The part in memory.
    text: String,
    /// The position in it.
    at: usize,
    /// The beginning of a character whose remaining bytes have not arrived.
    partial: Vec<u8>,
    /// Bytes that were valid UTF-8.
    valid_bytes: u64,
    ended: bool,
    /// Bytes taken since the last entry; see [`Text::entry_bytes`].
    entry_bytes: Rc<Cell<usize>>,
}

impl<R: Read> Text<R> {
    pub(super) fn new(input: R) -> Self {
        let (text, partial, entry_bytes) = (String::new(), Vec::new(), Rc::default());
        Self { input, text, at: 0, partial, valid_bytes: 0, ended: false, entry_bytes }
    }

    /// The part in memory from the position on.
    pub(super) fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Whether the part in memory reaches to the end of the text.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Moves the position forward.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Reads more, and drops what is before the position.
    pub(super) fn read_more(&mut self) -> Result<(), TimeMapError> {
        self.text.drain(..self.at);
        self.at = 0;
        // A whole block even from a slow input: `rest` is searched again after each call, which
        // would take quadratic time if bytes came singly.
        let got = self.input.by_ref().take(READ_BYTES as u64).read_to_end(&mut self.partial)?;
        self.ended = got < READ_BYTES;
        let (valid, is_wrong) = match std::str::from_utf8(&self.partial) {
            Ok(text) => (text.len(), false),
            Err(error) => (error.valid_up_to(), error.error_len().is_some() || self.ended),
        };
        self.valid_bytes += valid as u64;
        if is_wrong {
            return Err(TimeMapError::Encoding(self.valid_bytes));
        }
        self.text.push_str(std::str::from_utf8(&self.partial[..valid]).unwrap_or_default());
        self.partial.drain(..valid);
        Ok(())
    }

    /// Reads until `is_enough`, until the end, or until more is in memory than an entry may have.
    pub(super) fn read_until(
        &mut self,
        is_enough: impl Fn(&str) -> bool,
    ) -> Result<(), TimeMapError> {
        while !(self.ended || self.rest().len() > MAX_ENTRY || is_enough(self.rest())) {
            self.read_more()?;
        }
        Ok(())
    }

    /// The next line without its end. A line that is longer than an entry may be comes in pieces.
    pub(super) fn next_line(&mut self) -> Result<Option<String>, TimeMapError> {
        self.read_until(|rest| rest.contains('\n'))?;
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(None);
        }
        let end = rest.find('\n');
        let line = rest[..end.unwrap_or(rest.len())].to_owned();
        let passed = end.map_or(line.len(), |end| end + 1);
        self.advance(passed);
        Ok(Some(line))
    }

    /// The counter of bytes that were taken through [`Read`]. Whoever takes entries sets it to 0
    /// after each one; reading fails where it exceeds [`MAX_ENTRY`].
    pub(super) fn entry_bytes(&self) -> Rc<Cell<usize>> {
        self.entry_bytes.clone()
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() && !self.ended {
            self.read_more().map_err(io::Error::other)?;
        }
        // As bytes: the buffer may end inside a character.
        let rest = &self.text.as_bytes()[self.at..];
        let got = rest.len().min(buffer.len());
        buffer[..got].copy_from_slice(&rest[..got]);
        self.advance(got);
        self.entry_bytes.set(self.entry_bytes.get() + got);
        if self.entry_bytes.get() > MAX_ENTRY {
            return Err(io::Error::other("an entry is longer than one may be"));
        }
        Ok(got)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            (buffer[0], self.0) = (*first, rest);
            Ok(1)
        }
    }

    #[test]
    fn lines_are_whole_if_bytes_come_singly() {
        let mut text = Text::new(Slow("über\n\nß".as_bytes()));
        let mut lines = Vec::new();
        while let Some(line) = text.next_line().expect("UTF-8") {
            lines.push(line);
        }
        assert_eq!(lines, ["über", "", "ß"]);
        for (wrong, at) in [(&b"ab\xff"[..], 2), (b"ab\xc3", 2)] {
            let mut text = Text::new(Slow(wrong));
            let error = text.next_line().expect_err("not UTF-8");
            assert!(matches!(error, TimeMapError::Encoding(found) if found == at), "{error}");
        }
    }

    #[test]
    fn long_entries_are_searched_once_per_block() {
        let bytes = vec![b'x'; MAX_ENTRY];
        let mut text = Text::new(Slow(&bytes));
        let searches = Cell::new(0);
        let search = |rest: &str| {
            searches.set(searches.get() + 1);
            rest.contains('\n')
        };
        text.read_until(search).expect("UTF-8");
        assert_eq!(text.rest().len(), MAX_ENTRY);
        assert!(searches.get() <= MAX_ENTRY / READ_BYTES + 1, "{}", searches.get());
    }

    #[test]
    fn lines_without_end_are_cut() {
        let mut text = Text::new(io::repeat(b'x').take(3 << 20));
        let mut lengths = Vec::new();
        while let Some(line) = text.next_line().expect("UTF-8") {
            lengths.push(line.len());
        }
        assert!(lengths.iter().all(|length| *length <= MAX_ENTRY + READ_BYTES), "{lengths:?}");
        assert_eq!(lengths.iter().sum::<usize>(), 3 << 20);
    }

    #[test]
    fn entries_that_are_too_long_fail_unless_the_counter_is_reset() {
        for resets in [false, true] {
            let mut text = Text::new(io::repeat(b'x').take(2 << 20));
            let entry_bytes = text.entry_bytes();
            let mut buffer = [0; 4096];
            let read = loop {
                if resets {
                    entry_bytes.set(0);
                }
                match text.read(&mut buffer) {
                    Ok(0) => break true,
                    Ok(_) => {}
                    Err(_) => break false,
                }
            };
            assert_eq!(read, resets);
        }
    }
}
