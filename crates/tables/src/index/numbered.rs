//! Numbered lines of a file, none of them longer than memory should hold.

use std::io::{BufRead, Read as _};

use scutch_archive::cdx::LineFault;

use super::entry::{IndexError, RowFault};

/// Bytes of a line at most.
const LONGEST: u64 = 1 << 20;
/// The mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A line and its number, from 1.
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) text: Result<String, RowFault>,
}

/// The lines of a file that are not blank, with their numbers.
pub(super) struct Lines {
    input: Box<dyn BufRead + Send>,
    number: u64,
}

impl Lines {
    pub(super) fn new(input: Box<dyn BufRead + Send>) -> Self {
        Self { input, number: 0 }
    }

    pub(super) fn next_line(&mut self) -> Result<Option<Numbered>, IndexError> {
        loop {
            let mut bytes = Vec::new();
            if self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let number = self.number;
            let failed = |fault, why| {
                Ok(Some(Numbered { number, text: Err(RowFault::new(number, fault, why)) }))
            };
            if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") && self.pass_line()? {
                return failed(LineFault::TooLong, "the line is longer than a mebibyte");
            }
            // Replacement characters would turn the name of a file into that of another.
            let Ok(text) = String::from_utf8(bytes) else {
                return failed(LineFault::Encoding, "the line is not UTF-8");
            };
            let text = match number {
                // Spreadsheets write one. It would be part of the first name.
                1 => text.trim_start_matches(BYTE_ORDER_MARK),
                _ => &text,
            };
            let text = text.trim_end_matches(['\r', '\n']);
            if !text.trim().is_empty() {
                return Ok(Some(Numbered { number, text: Ok(text.to_owned()) }));
            }
        }
    }

    /// Passes over the rest of a line; whether there was one.
    fn pass_line(&mut self) -> Result<bool, IndexError> {
        // By pieces: no line is long enough to fill the memory.
        let mut rest = Vec::new();
        let mut has_more = false;
        while self.input.by_ref().take(LONGEST).read_until(b'\n', &mut rest)? > 0 {
            has_more |= rest != b"\n";
            if rest.ends_with(b"\n") {
                break;
            }
            rest.clear();
        }
        Ok(has_more)
    }
}
