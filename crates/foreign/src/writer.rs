//! A writer of text for people, and of JSON that people may look at.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::escape::{are_plain_lines, escaped_json, escaped_lines};

/// Longest start of a character whose end is not written yet.
const LONGEST_START: usize = 3;

/// Passes text on with characters that [steer](crate::steers) as `\u{..}`, or as JSON spells them,
/// and bytes that are not UTF-8 as `\x..`. Line feeds and tabs lay out the text and stay.
///
/// Whole texts pass through, whatever they are cut into by formatting.
#[derive(Debug)]
pub struct Escaping<W: Write> {
    out: W,
    spell: for<'t> fn(&'t str) -> Cow<'t, str>,
    /// The start of a character.
    begun: Vec<u8>,
}

impl<W: Write> Escaping<W> {
    /// Writes text to `out`.
    pub fn new(out: W) -> Self {
        Self { out, spell: escaped_lines, begun: Vec::new() }
    }

    /// Writes JSON to `out`, or another format that has its escapes: its values stay the same.
    pub fn json(out: W) -> Self {
        Self { out, spell: escaped_json, begun: Vec::new() }
    }

    /// Writes whole characters, and keeps the start of one that is cut off.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.out.write_all((self.spell)(chunk.valid()).as_bytes())?;
            let invalid = chunk.invalid();
            if chunks.peek().is_none() && is_start(invalid) {
                self.begun.extend_from_slice(invalid);
            } else {
                self.spell_bytes(invalid)?;
            }
        }
        Ok(())
    }

    fn spell_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        bytes.iter().try_for_each(|byte| write!(self.out, "\\x{byte:02x}"))
    }
}

/// Whether bytes can be continued to a character.
fn is_start(bytes: &[u8]) -> bool {
    let Some((first, _)) = bytes.split_first() else { return false };
    let length = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return false,
    };
    bytes.len() < length && bytes.len() <= LONGEST_START
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The common cases first: nothing is copied.
        if self.begun.is_empty() && are_plain_lines(bytes) {
            self.out.write_all(bytes)?;
        } else if self.begun.is_empty() {
            self.pass(bytes)?;
        } else {
            let mut whole = std::mem::take(&mut self.begun);
            whole.extend_from_slice(bytes);
            self.pass(&whole)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // Whoever flushes has said all: what is begun does not go on.
        let begun = std::mem::take(&mut self.begun);
        self.spell_bytes(&begun)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::escape::steers;

    fn written(pieces: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut writer = Escaping::new(&mut out);
        pieces.iter().for_each(|piece| writer.write_all(piece).expect("memory"));
        writer.flush().expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn characters_may_be_cut_anywhere() {
        let text = "ü\u{202e}€😀\u{85}\n".as_bytes();
        for cut in 0..=text.len() {
            let (one, other) = text.split_at(cut);
            assert_eq!(written(&[one, other]), "ü\\u{202e}€😀\\u{85}\n", "{cut}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_spelled() {
        assert_eq!(written(&[b"a\x9b31m\xff", b"b\xe2\x80"]), "a\\x9b31m\\xffb\\xe2\\x80");
        assert_eq!(written(&[b"\xe2", b"\x80", b"x"]), "\\xe2\\x80x");
    }

    #[test]
    fn json_says_the_same() {
        let mut out = Vec::new();
        let mut writer = Escaping::json(&mut out);
        write!(writer, "{{\n\t\"a\": \"\u{7f}\u{9b}31m\u{202e}ü\"\n}}").expect("memory");
        writer.flush().expect("memory");
        let expected = "{\n\t\"a\": \"\\u007f\\u009b31m\\u202eü\"\n}";
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }

    proptest! {
        #[test]
        fn nothing_that_steers_passes(bytes in any::<Vec<u8>>(), cut in any::<usize>()) {
            let (one, other) = bytes.split_at(cut % (bytes.len() + 1));
            let text = written(&[one, other]);
            prop_assert!(!text.chars().any(|c| steers(c) && c != '\n' && c != '\t'));
            prop_assert_eq!(text, written(&[&bytes]));
        }
    }
}
