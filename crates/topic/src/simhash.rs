//! Simhash (Charikar 2002) as the Python library `simhash` makes it, which the OTMT uses: 64 bits,
//! the last eight bytes of the MD5 of each feature, weight its count.

use md5::{Digest as _, Md5};
use rustc_hash::FxHashMap;

/// Bits of a simhash, the largest distance.
pub const BITS: u32 = 64;
/// Characters of a shingle of raw content.
const SHINGLE: usize = 4;
/// Hashes kept between pages; beyond that the table starts anew.
const KEPT: usize = 1 << 17;

/// Letters of shingles that are looked up in a table: a to z, 0 to 9 and `_`.
const LETTERS: usize = 37;
const PLACES: usize = LETTERS.pow(SHINGLE as u32);

fn letter(c: char) -> Option<usize> {
    match c {
        'a'..='z' => Some(c as usize - 'a' as usize),
        '0'..='9' => Some(c as usize - '0' as usize + 26),
        '_' => Some(36),
        _ => None,
    }
}

/// Makes simhashes and remembers the hashes of features: pages of a site share most of them.
#[derive(Debug, Default)]
pub struct Simhasher {
    plain: Plain,
    shingles: FxHashMap<[char; SHINGLE], u64>,
    words: FxHashMap<Box<str>, u64>,
}

/// Shingles of ASCII letters, which most are: counted in a table with a place for each.
#[derive(Debug, Default)]
struct Plain {
    counts: Vec<i32>,
    hashes: Vec<u64>,
    /// Places with counts.
    met: Vec<u32>,
}

impl Plain {
    /// Counts the shingle at a place of the table.
    fn count(&mut self, place: usize, shingle: &[char]) {
        if self.counts.is_empty() {
            self.counts = vec![0; PLACES];
            self.hashes = vec![0; PLACES];
        }
        if self.counts[place] == 0 {
            self.met.push(place as u32);
            // No shingle has the hash 0, or it is made again each time.
            if self.hashes[place] == 0 {
                self.hashes[place] = hash(&shingle.iter().collect::<String>());
            }
        }
        self.counts[place] += 1;
    }

    /// Adds what was counted to a sum and forgets it.
    fn add_to(&mut self, sum: &mut Sum) {
        for place in self.met.drain(..) {
            let place = place as usize;
            sum.add(self.hashes[place], std::mem::take(&mut self.counts[place]));
        }
    }
}

impl Simhasher {
    /// Simhash of raw text: letters, digits and `_` in lower case, all the rest left out, in
    /// shingles of four characters.
    pub fn of_text(&mut self, text: impl Iterator<Item = char>) -> u64 {
        let mut letters = Vec::new();
        for c in text {
            if c.is_ascii() {
                if c.is_ascii_alphanumeric() || c == '_' {
                    letters.push(c.to_ascii_lowercase());
                }
            } else {
                letters.extend(c.to_lowercase().filter(|c| c.is_alphanumeric()));
            }
        }
        if letters.len() < SHINGLE {
            let short: String = letters.into_iter().collect();
            return hash(&short);
        }
        let mut counts: FxHashMap<[char; SHINGLE], i32> = FxHashMap::default();
        // The place of the last letters in the table, and how many of them have one.
        let (mut place, mut run) = (0, 0);
        for (at, c) in letters.iter().enumerate() {
            match letter(*c) {
                Some(number) => {
                    place = (place * LETTERS + number) % PLACES;
                    run += 1;
                }
                None => run = 0,
            }
            let Some(first) = (at + 1).checked_sub(SHINGLE) else { continue };
            let window = &letters[first..=at];
            if run >= SHINGLE {
                self.plain.count(place, window);
            } else if let Ok(shingle) = <[char; SHINGLE]>::try_from(window) {
                *counts.entry(shingle).or_default() += 1;
            }
        }
        if self.shingles.len() > KEPT {
            self.shingles.clear();
        }
        let mut sum = Sum::default();
        self.plain.add_to(&mut sum);
        for (shingle, count) in counts {
            let hash = *self
                .shingles
                .entry(shingle)
                .or_insert_with(|| hash(&shingle.iter().collect::<String>()));
            sum.add(hash, count);
        }
        sum.bits()
    }

    /// Simhash of words with their counts.
    pub fn of_counts<'w>(&mut self, counts: impl Iterator<Item = (&'w str, u32)>) -> u64 {
        if self.words.len() > KEPT {
            self.words.clear();
        }
        let mut sum = Sum::default();
        for (word, count) in counts {
            let hash = match self.words.get(word) {
                Some(known) => *known,
                None => *self.words.entry(word.into()).or_insert_with(|| hash(word)),
            };
            sum.add(hash, i32::try_from(count).unwrap_or(i32::MAX));
        }
        sum.bits()
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

/// Weights for and against each bit.
struct Sum([i32; BITS as usize]);

impl Default for Sum {
    fn default() -> Self {
        Self([0; BITS as usize])
    }
}

impl Sum {
    fn add(&mut self, hash: u64, weight: i32) {
        for (bit, sum) in self.0.iter_mut().enumerate() {
            let sign = ((hash >> bit & 1) as i32) * 2 - 1;
            *sum = sum.saturating_add(sign * weight);
        }
    }

    fn bits(&self) -> u64 {
        self.0.iter().rev().fold(0, |bits, sum| bits << 1 | u64::from(*sum > 0))
    }
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
