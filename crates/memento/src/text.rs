//! A text that is read as it comes: no more of it is in memory than is looked at.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::timemap::TimeMapError;

/// Bytes read at a time.
const PIECE: usize = 64 << 10;

/// Longest entry, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;

/// The text, from where it has been read to.
pub(crate) struct Text<R> {
    input: R,
    /// What is at hand.
    text: String,
    /// Where in it what is not yet read begins.
    at: usize,
    /// Bytes of a character that is not all there.
    torn: Vec<u8>,
    /// Bytes that were found to be UTF-8.
    sound: u64,
    ended: bool,
    /// Bytes since the last entry, for readers that take bytes; see [`Text::entries`].
    since: Rc<Cell<usize>>,
}

impl<R: Read> Text<R> {
    pub(crate) fn of(input: R) -> Self {
        let (text, torn, since) = (String::new(), Vec::new(), Rc::default());
        Self { input, text, at: 0, torn, sound: 0, ended: false, since }
    }

    /// What is at hand and not yet read.
    pub(crate) fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Whether nothing comes behind what is at hand.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Passes over what was read.
    pub(crate) fn pass(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Takes in more of it.
    pub(crate) fn more(&mut self) -> Result<(), TimeMapError> {
        self.text.drain(..self.at);
        self.at = 0;
        // A whole piece: what is at hand is looked at anew each time, and may come byte by byte.
        let got = self.input.by_ref().take(PIECE as u64).read_to_end(&mut self.torn)?;
        self.ended = got < PIECE;
        let (valid, wrong) = match std::str::from_utf8(&self.torn) {
            Ok(text) => (text.len(), false),
            Err(error) => (error.valid_up_to(), error.error_len().is_some() || self.ended),
        };
        self.sound += valid as u64;
        if wrong {
            return Err(TimeMapError::Encoding(self.sound));
        }
        self.text.push_str(std::str::from_utf8(&self.torn[..valid]).unwrap_or_default());
        self.torn.drain(..valid);
        Ok(())
    }

    /// Takes in more until something is there, all is, or more than an entry may have.
    pub(crate) fn until(&mut self, there: impl Fn(&str) -> bool) -> Result<(), TimeMapError> {
        while !(self.ended || self.rest().len() > LONGEST || there(self.rest())) {
            self.more()?;
        }
        Ok(())
    }

    /// The next line without its end, at most so much of it as an entry may have.
    pub(crate) fn line(&mut self) -> Result<Option<String>, TimeMapError> {
        self.until(|rest| rest.contains('\n'))?;
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(None);
        }
        let end = rest.find('\n');
        let line = rest[..end.unwrap_or(rest.len())].to_owned();
        let passed = end.map_or(line.len(), |end| end + 1);
        self.pass(passed);
        Ok(Some(line))
    }

    /// Counts bytes between entries: who takes bytes out sets it to 0 behind each one.
    pub(crate) fn entries(&self) -> Rc<Cell<usize>> {
        self.since.clone()
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() && !self.ended {
            self.more().map_err(io::Error::other)?;
        }
        // Bytes may be taken out of the middle of a character.
        let rest = &self.text.as_bytes()[self.at..];
        let got = rest.len().min(buffer.len());
        buffer[..got].copy_from_slice(&rest[..got]);
        self.pass(got);
        self.since.set(self.since.get() + got);
        if self.since.get() > LONGEST {
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
    fn lines_come_whole_however_they_arrive() {
        let mut text = Text::of(Slow("über\n\nß".as_bytes()));
        let mut lines = Vec::new();
        while let Some(line) = text.line().expect("UTF-8") {
            lines.push(line);
        }
        assert_eq!(lines, ["über", "", "ß"]);
        for (wrong, at) in [(&b"ab\xff"[..], 2), (b"ab\xc3", 2)] {
            let mut text = Text::of(Slow(wrong));
            let error = text.line().expect_err("not UTF-8");
            assert!(matches!(error, TimeMapError::Encoding(found) if found == at), "{error}");
        }
    }

    #[test]
    fn entries_that_come_byte_by_byte_are_looked_at_seldom() {
        let bytes = vec![b'x'; LONGEST];
        let mut text = Text::of(Slow(&bytes));
        let looks = Cell::new(0);
        let look = |rest: &str| {
            looks.set(looks.get() + 1);
            rest.contains('\n')
        };
        text.until(look).expect("UTF-8");
        assert_eq!(text.rest().len(), LONGEST);
        assert!(looks.get() <= LONGEST / PIECE + 1, "{}", looks.get());
    }

    #[test]
    fn lines_without_end_are_cut() {
        let mut text = Text::of(io::repeat(b'x').take(3 << 20));
        let mut lengths = Vec::new();
        while let Some(line) = text.line().expect("UTF-8") {
            lengths.push(line.len());
        }
        assert!(lengths.iter().all(|length| *length <= LONGEST + PIECE), "{lengths:?}");
        assert_eq!(lengths.iter().sum::<usize>(), 3 << 20);
    }
}
