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
/// The same for shingles of the alphabet.
const PLAIN_KEPT: usize = 1 << 19;

/// Letters of most shingles, which are known by their number then.
const ALPHABET: &[u8; 37] = b"abcdefghijklmnopqrstuvwxyz0123456789_";
const LETTERS: u32 = ALPHABET.len() as u32;
/// What stands for any other letter: no number of a letter has this bit.
const OTHER: u8 = 0x80;
/// Four letters that are not in the alphabet.
const OTHERS: u32 = u32::from_be_bytes([OTHER; SHINGLE]);
/// The number of each ASCII character in the alphabet, upper case as lower case.
const NUMBERS: [u8; 128] = numbers();

const fn numbers() -> [u8; 128] {
    let mut numbers = [OTHER; 128];
    let mut at = 0;
    while at < ALPHABET.len() {
        numbers[ALPHABET[at] as usize] = at as u8;
        numbers[ALPHABET[at].to_ascii_uppercase() as usize] = at as u8;
        at += 1;
    }
    numbers
}

/// Makes simhashes and remembers the hashes of features: pages of a site share most of them.
#[derive(Debug, Default)]
pub struct Simhasher {
    plain: Plain,
    shingles: FxHashMap<[char; SHINGLE], u64>,
    words: FxHashMap<Box<str>, u64>,
}

/// Hashes of shingles of the alphabet by their numbers.
#[derive(Debug, Default)]
struct Plain(FxHashMap<u32, u64>);

impl Plain {
    /// Votes of the shingles with these numbers. Many at once: most are not near in memory, and the
    /// processor waits for them together.
    fn vote(&mut self, numbers: &[u32], votes: &mut Votes) {
        for &number in numbers {
            let hash = match self.0.get(&number) {
                Some(known) => *known,
                None => *self.0.entry(number).or_insert_with(|| hash(&shingle(number))),
            };
            votes.add(hash);
        }
    }
}

/// The letters of the shingle with this number.
fn shingle(number: u32) -> [u8; SHINGLE] {
    [3, 2, 1, 0].map(|at| ALPHABET[(number / LETTERS.pow(at) % LETTERS) as usize])
}

/// The last letters of a text that is being read, and the numbers of shingles that wait.
struct Window {
    /// The last letters, each over the one that was four before it.
    letters: [char; SHINGLE],
    /// Their numbers, a byte each.
    numbers: u32,
    /// Letters read.
    count: usize,
    waiting: [u32; WAITING],
    waits: usize,
}

/// Shingles that are looked up together.
const WAITING: usize = 64;

impl Default for Window {
    fn default() -> Self {
        let letters = Default::default();
        Self { letters, numbers: OTHERS, count: 0, waiting: [0; WAITING], waits: 0 }
    }
}

impl Window {
    #[inline]
    fn push(&mut self, c: char, number: u8) {
        self.letters[self.count % SHINGLE] = c;
        self.numbers = self.numbers << 8 | u32::from(number);
        self.count += 1;
    }

    /// The last letters in their order.
    fn shingle(&self) -> [char; SHINGLE] {
        let mut letters = self.letters;
        letters.rotate_left(self.count % SHINGLE);
        letters
    }

    /// The number of the shingle that ends here, where it is of the alphabet. Made of all four
    /// letters anew: made of the number before, each would have to wait for it.
    #[inline]
    fn number(&self) -> Option<u32> {
        let [a, b, c, d] = self.numbers.to_be_bytes();
        let pair = |a, b| u32::from(a) * LETTERS + u32::from(b);
        (self.numbers & OTHERS == 0).then(|| pair(a, b) * (LETTERS * LETTERS) + pair(c, d))
    }
}

impl Simhasher {
    /// Simhash of raw text: letters, digits and `_` in lower case, all the rest left out, in
    /// shingles of four characters.
    pub fn of_text(&mut self, text: impl Iterator<Item = char>) -> u64 {
        if self.shingles.len() > KEPT {
            self.shingles.clear();
        }
        if self.plain.0.len() > PLAIN_KEPT {
            self.plain.0.clear();
        }
        let mut votes = Votes::default();
        let mut window = Window::default();
        for c in text {
            if let Some(&number) = NUMBERS.get(c as usize) {
                if number != OTHER {
                    window.push(c.to_ascii_lowercase(), number);
                    self.vote(&mut window, &mut votes);
                }
            } else {
                for c in c.to_lowercase().filter(|c| c.is_alphanumeric()) {
                    window.push(c, NUMBERS.get(c as usize).copied().unwrap_or(OTHER));
                    self.vote(&mut window, &mut votes);
                }
            }
        }
        if window.count < SHINGLE {
            let short: String = window.letters[..window.count].iter().collect();
            return hash(short.as_bytes());
        }
        self.plain.vote(&window.waiting[..window.waits], &mut votes);
        votes.majority()
    }

    /// The vote of the last letters, where they are a shingle.
    #[inline]
    fn vote(&mut self, window: &mut Window, votes: &mut Votes) {
        if let Some(number) = window.number() {
            window.waiting[window.waits] = number;
            window.waits += 1;
            if window.waits == WAITING {
                self.plain.vote(&window.waiting, votes);
                window.waits = 0;
            }
        } else if window.count >= SHINGLE {
            let letters = window.shingle();
            let made = || hash(letters.iter().collect::<String>().as_bytes());
            votes.add(*self.shingles.entry(letters).or_insert_with(made));
        }
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
                None => *self.words.entry(word.into()).or_insert_with(|| hash(word.as_bytes())),
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

fn hash(feature: &[u8]) -> u64 {
    let digest = Md5::digest(feature);
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
