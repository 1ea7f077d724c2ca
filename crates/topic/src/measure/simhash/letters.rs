//! The letters of a text that shingles are made of.

/// What stands for a letter that is not ASCII: no ASCII letter has this bit.
pub(super) const OTHER: u8 = 0x80;
/// ASCII letters, digits and `_` in lower case; zero for the rest, which is left out.
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
    /// A byte each: ASCII, or [`OTHER`].
    pub(super) bytes: Vec<u8>,
    /// What the `OTHER`s stand for, in order.
    pub(super) others: Vec<char>,
}

impl Letters {
    /// Reads a text in place of the one before.
    pub(super) fn read(&mut self, text: &str) {
        self.others.clear();
        self.bytes.clear();
        // No character has more letters than bytes.
        self.bytes.resize(text.len(), 0);
        let mut count = 0;
        for c in text.chars() {
            if let Some(&letter) = PLAIN.get(c as usize) {
                // Letters and the rest follow each other in no order that a processor could
                // foresee: no branch between them.
                self.bytes[count] = letter;
                count += usize::from(letter != 0);
            } else {
                count = self.beyond_ascii(c, count);
            }
        }
        self.bytes.truncate(count);
    }

    /// What a character beyond ASCII is in lower case, which may be several letters and ASCII too.
    /// How many letters there are then.
    fn beyond_ascii(&mut self, c: char, mut count: usize) -> usize {
        for c in c.to_lowercase().filter(|c| c.is_alphanumeric()) {
            let byte = PLAIN.get(c as usize).copied().unwrap_or(OTHER);
            if byte == OTHER {
                self.others.push(c);
            }
            self.bytes[count] = byte;
            count += 1;
        }
        count
    }
}
