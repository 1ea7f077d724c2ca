//! Simhash (Charikar 2002) as the Python library `simhash` computes it, which the OTMT uses.
//!
//! A feature votes with the last eight bytes of its MD5, as often as it occurs; a bit of the
//! simhash is the majority of the votes for it.

mod letters;
mod plain;

use md5::{Digest as _, Md5};
use rustc_hash::FxHashMap;

use crate::measure::votes::Votes;
use letters::{Letters, NON_ASCII};
use plain::Plain;

/// Bits of a simhash: the largest distance of two.
pub const BITS: u32 = 64;
/// Characters of a shingle of raw content.
const SHINGLE: usize = 4;
/// Hashes of other shingles kept between pages. Beyond that the table is emptied.
const KEPT: usize = 1 << 17;

/// Computes simhashes. It remembers the hashes of features, most of which the pages of a site
/// share.
#[derive(Debug, Default)]
pub struct Simhasher {
    letters: Letters,
    /// Hashes of shingles of ASCII letters.
    plain: Plain,
    /// Hashes of the other shingles.
    mixed: FxHashMap<String, u64>,
}

impl Simhasher {
    /// Simhash of raw text: shingles of four characters of the letters, digits and `_` in lower
    /// case.
    pub fn hash_text(&mut self, text: &str) -> u64 {
        if self.mixed.len() > KEPT {
            self.mixed.clear();
        }
        self.plain.begin();
        self.letters.read(text);
        let Letters { bytes, non_ascii } = &self.letters;
        // The library takes a text shorter than a shingle as one feature.
        if bytes.len() < SHINGLE {
            return hash(spelled(bytes, non_ascii).as_bytes());
        }
        let mut votes = Votes::default();
        let mut non_ascii = &non_ascii[..];
        for shingle in bytes.array_windows::<SHINGLE>() {
            if shingle.is_ascii() {
                self.plain.vote(u32::from_be_bytes(*shingle), &mut votes);
                continue;
            }
            let text = spelled(shingle, non_ascii);
            votes.add(*self.mixed.entry(text).or_insert_with_key(|text| hash(text.as_bytes())));
            // The next shingle begins one letter further.
            if shingle[0] == NON_ASCII {
                non_ascii = &non_ascii[1..];
            }
        }
        self.plain.finish(&mut votes);
        votes.majority()
    }
}

/// Simhash of features, each as its hash and its weight.
pub fn hash_counts(features: impl Iterator<Item = (u64, u32)>) -> u64 {
    let mut votes = Votes::default();
    features.for_each(|(hash, count)| votes.add_times(hash, count));
    votes.majority()
}

/// Letters as text. `non_ascii` begins with the first one that [`NON_ASCII`] stands for.
fn spelled(letters: &[u8], non_ascii: &[char]) -> String {
    let mut non_ascii = non_ascii.iter().copied();
    let letter =
        |byte: &u8| if *byte == NON_ASCII { non_ascii.next() } else { Some(char::from(*byte)) };
    letters.iter().filter_map(letter).collect()
}

/// Bits in which two simhashes differ, 0 to 64.
pub fn distance(a: u64, b: u64) -> u32 {
    (a ^ b).count_ones()
}

/// The bytes of a page as Python prints them (`b'...'`). The OTMT hashes this text, not the bytes.
pub fn printed(bytes: &[u8]) -> String {
    // Python takes double quotes only where that saves escapes.
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { '"' } else { '\'' };
    let body = bytes.iter().flat_map(move |&byte| escaped(byte, quote));
    ['b', quote].into_iter().chain(body).chain([quote]).collect()
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

/// The votes of a feature: one bit each.
pub(crate) fn hash(feature: &[u8]) -> u64 {
    let digest = Md5::digest(feature);
    digest[8..].iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> u64 {
        Simhasher::default().hash_text(text)
    }

    #[test]
    fn one_feature_is_its_own_hash() {
        // The last eight bytes of md5("abcd") = e2fc714c4727ee9395f324cd2e7f331f.
        assert_eq!(text("a b-C d"), 0x95f3_24cd_2e7f_331f);
        assert_eq!(hash_counts([(hash(b"abcd"), 3)].into_iter()), 0x95f3_24cd_2e7f_331f);
        assert_eq!(hash_counts(std::iter::empty()), 0);
    }

    #[test]
    fn a_text_after_another_has_its_own_hash() {
        let mut hasher = Simhasher::default();
        let texts = ["The ferry left at 10_30.", "Größe und Länge", "the ferry left", "ab", ""];
        for text in texts.iter().chain(&texts) {
            let alone = Simhasher::default().hash_text(text);
            assert_eq!(hasher.hash_text(text), alone, "{text}");
        }
        // What the library `simhash` 2.1.2 makes of these texts.
        assert_eq!(hasher.hash_text(texts[0]), 6282463963886166268);
        assert_eq!(hasher.hash_text(texts[1]), 10039182481834411133);
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
        assert_eq!(printed(b"a\n\xff\x00"), r"b'a\n\xff\x00'");
        assert_eq!(printed(b"it's"), r#"b"it's""#);
        assert_eq!(printed(b"it's \"so\""), r#"b'it\'s "so"'"#);
    }
}
