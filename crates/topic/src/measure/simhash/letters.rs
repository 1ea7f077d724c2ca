//! The letters of a text that shingles are made of.

/// Stands for a letter that is not ASCII. No ASCII letter has this bit.
pub(super) const NON_ASCII: u8 = 0x80;
/// ASCII letters, digits and `_` in lower case; zero for characters that are left out.
const PLAIN: [u8; 128] = plain();

const fn plain() -> [u8; 128] {
    let mut plain = [0; 128];
    let mut at = 0;
    while at < plain.len() {
        let c = at as u8;
        if c.is_ascii_alphanumeric() || c == b'_' {
            plain[at] = c.to_ascii_lowercase();
        }
        at += 1;
    }
    plain
}

/// The letters, digits and `_` of a text in lower case.
#[derive(Debug, Default)]
pub(super) struct Letters {
    /// A byte each: ASCII, or [`NON_ASCII`].
    pub(super) bytes: Vec<u8>,
    /// The letters behind [`NON_ASCII`], in order.
    pub(super) non_ascii: Vec<char>,
}

impl Letters {
    /// Reads a text in place of the one before.
    pub(super) fn read(&mut self, text: &str) {
        self.non_ascii.clear();
        self.bytes.clear();
        // No character has more letters in lower case than bytes in UTF-8.
        self.bytes.resize(text.len(), 0);
        let mut count = 0;
        for c in text.chars() {
            if let Some(&letter) = PLAIN.get(c as usize) {
                // Branch prediction fails on letters mixed with punctuation: always write, and move
                // on only behind a letter.
                self.bytes[count] = letter;
                count += usize::from(letter != 0);
            } else {
                count = self.beyond_ascii(c, count);
            }
        }
        self.bytes.truncate(count);
    }

    /// Adds a character beyond ASCII in lower case, which may be several letters, and ASCII too
    /// (the Kelvin sign is `k`). Returns the new number of letters.
    fn beyond_ascii(&mut self, c: char, mut count: usize) -> usize {
        for c in c.to_lowercase().filter(|c| c.is_alphanumeric()) {
            let byte = PLAIN.get(c as usize).copied().unwrap_or(NON_ASCII);
            if byte == NON_ASCII {
                self.non_ascii.push(c);
            }
            self.bytes[count] = byte;
            count += 1;
        }
        count
    }
}
