//! Simhash (Charikar 2002) as the Python library `simhash` makes it, which the OTMT uses: 64 bits,
//! the last eight bytes of the MD5 of each feature, weight its count.

use md5::{Digest as _, Md5};
use rustc_hash::FxHashMap;

use crate::votes::Votes;

/// Bits of a simhash, the largest distance.
pub const BITS: u32 = 64;
/// Characters of a shingle of raw content.
const SHINGLE: usize = 4;
/// Hashes kept between pages; beyond that the table starts anew.
const KEPT: usize = 1 << 17;

/// Letters of shingles that are looked up in a table: a to z, 0 to 9 and `_`.
const LETTERS: u32 = 37;
const PLACES: u32 = LETTERS.pow(SHINGLE as u32);

fn letter(c: char) -> Option<u32> {
    match c {
        'a'..='z' => Some(c as u32 - 'a' as u32),
        '0'..='9' => Some(c as u32 - '0' as u32 + 26),
        '_' => Some(36),
        _ => None,
    }
}

/// Makes simhashes and remembers the hashes of features: pages of a site share most of them.
#[derive(Debug, Default)]
pub struct Simhasher {
    /// Hashes of shingles of ASCII letters, which most are, each in its place; 0 until made.
    plain: Vec<u64>,
    shingles: FxHashMap<[char; SHINGLE], u64>,
    words: FxHashMap<Box<str>, u64>,
}

/// The last letters of a text that is being read.
#[derive(Default)]
struct Window {
    letters: [char; SHINGLE],
    /// Letters read.
    count: usize,
    /// Place of the last letters in the table of plain shingles, and how many of them have one.
    place: u32,
    run: usize,
}

impl Window {
    fn push(&mut self, c: char) {
        let [_, second, third, fourth] = self.letters;
        self.letters = [second, third, fourth, c];
        self.count += 1;
        match letter(c) {
            Some(number) => {
                self.place = (self.place * LETTERS + number) % PLACES;
                self.run += 1;
            }
            None => self.run = 0,
        }
    }
}

impl Simhasher {
    /// Simhash of raw text: letters, digits and `_` in lower case, all the rest left out, in
    /// shingles of four characters.
    pub fn of_text(&mut self, text: impl Iterator<Item = char>) -> u64 {
        if self.shingles.len() > KEPT {
            self.shingles.clear();
        }
        let mut votes = Votes::default();
        let mut window = Window::default();
        for c in text {
            if c.is_ascii() {
                if c.is_ascii_alphanumeric() || c == '_' {
                    window.push(c.to_ascii_lowercase());
                    self.vote(&window, &mut votes);
                }
            } else {
                for c in c.to_lowercase().filter(|c| c.is_alphanumeric()) {
                    window.push(c);
                    self.vote(&window, &mut votes);
                }
            }
        }
        if window.count < SHINGLE {
            let short: String = window.letters[SHINGLE - window.count..].iter().collect();
            return hash(&short);
        }
        votes.majority()
    }

    /// The vote of the last letters, where they are a shingle.
    fn vote(&mut self, window: &Window, votes: &mut Votes) {
        if window.count < SHINGLE {
            return;
        }
        let made = || hash(&window.letters.iter().collect::<String>());
        if window.run < SHINGLE {
            votes.add(*self.shingles.entry(window.letters).or_insert_with(made));
            return;
        }
        if self.plain.is_empty() {
            self.plain = vec![0; PLACES as usize];
        }
        let known = &mut self.plain[window.place as usize];
        // No shingle has the hash 0, or it is made again each time.
        if *known == 0 {
            *known = made();
        }
        votes.add(*known);
    }

    /// Simhash of words with their counts.
    pub fn of_counts<'w>(&mut self, counts: impl Iterator<Item = (&'w str, u32)>) -> u64 {
        if self.words.len() > KEPT {
            self.words.clear();
        }
        let mut votes = Votes::default();
        for (word, count) in counts {
            let hash = match self.words.get(word) {
                Some(known) => *known,
                None => *self.words.entry(word.into()).or_insert_with(|| hash(word)),
            };
            votes.add_times(hash, count);
        }
        votes.majority()
    }
}

/// Bits in which two simhashes differ, 0 to 64.
pub fn distance(a: u64, b: u64) -> u32 {
    (a ^ b).count_ones()
}

/// The bytes of a page as Python prints them (`b'...'`): the OTMT hashes that text, not the bytes.
pub fn printed(bytes: &[u8]) -> impl Iterator<Item = char> {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { '"' } else { '\'' };
    let body = bytes.iter().flat_map(move |&byte| escaped(byte, quote));
    ['b', quote].into_iter().chain(body).chain([quote])
}

fn escaped(byte: u8, quote: char) -> impl Iterator<Item = char> {
    let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0');
    let (text, length) = match byte {
        b'\\' => (['\\', '\\', ' ', ' '], 2),
        b'\n' => (['\\', 'n', ' ', ' '], 2),
        b'\r' => (['\\', 'r', ' ', ' '], 2),
        b'\t' => (['\\', 't', ' ', ' '], 2),
        _ if char::from(byte) == quote => (['\\', quote, ' ', ' '], 2),
        b' '..=b'~' => ([char::from(byte), ' ', ' ', ' '], 1),
        _ => (['\\', 'x', digit(byte >> 4), digit(byte & 15)], 4),
    };
    text.into_iter().take(length)
}

fn hash(feature: &str) -> u64 {
    let digest = Md5::digest(feature.as_bytes());
    digest[8..].iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> u64 {
        Simhasher::default().of_text(text.chars())
    }

    #[test]
    fn one_feature_is_its_own_hash() {
        // The last eight bytes of md5("abcd") = e2fc714c4727ee9395f324cd2e7f331f.
        assert_eq!(text("a b-C d"), 0x95f3_24cd_2e7f_331f);
        let mut hasher = Simhasher::default();
        assert_eq!(hasher.of_counts([("abcd", 3)].into_iter()), 0x95f3_24cd_2e7f_331f);
        assert_eq!(hasher.of_counts(std::iter::empty()), 0);
    }

    #[test]
    fn a_text_after_another_has_its_own_hash() {
        let mut hasher = Simhasher::default();
        let texts = ["The ferry left at 10_30.", "Größe und Länge", "the ferry left", "ab", ""];
        for text in texts.iter().chain(&texts) {
            let alone = Simhasher::default().of_text(text.chars());
            assert_eq!(hasher.of_text(text.chars()), alone, "{text}");
        }
        // What the library `simhash` 2.1.2 makes of these texts.
        assert_eq!(hasher.of_text(texts[0].chars()), 6282463963886166268);
        assert_eq!(hasher.of_text(texts[1].chars()), 10039182481834411133);
    }

    #[test]
    fn near_texts_have_near_hashes() {
        let a = text("The ferry to the islands left the harbour ten minutes late this morning");
        let b = text("The ferry to the islands left the harbour five minutes late this morning");
        let c = text("Quarterly figures of the paper mill rose for the third time in a row, again");
        assert!(distance(a, b) < distance(a, c));
        assert_eq!(distance(0, u64::MAX), BITS);
    }

    #[test]
    fn bytes_are_printed_as_python_prints_them() {
        let printed = |bytes: &[u8]| printed(bytes).collect::<String>();
        assert_eq!(printed(b"a\n\xff\x00"), r"b'a\n\xff\x00'");
        assert_eq!(printed(b"it's"), r#"b"it's""#);
        assert_eq!(printed(b"it's \"so\""), r#"b'it\'s "so"'"#);
    }
}
