//! What the model sees of a text: numbers of buckets.

use crate::script::Script;
use crate::tokens::tokens;

/// Number of buckets that n-grams are hashed into.
pub const BUCKETS: usize = 1 << BITS;
const BITS: u32 = 17;
/// Most characters in an n-gram.
const LONGEST: usize = 4;
/// A word that goes on is taken for two. Scripts without spaces have words as long as sentences.
const WORD_CHARS: usize = 40;
/// A word counts so often in one text: what recurs more is a name or the like, and says no more.
const REPEATS: u8 = 6;
/// So many words are remembered to count them.
const REMEMBERED: usize = 512;
/// Stands before the first and after the last letter of a word.
const EDGE: u32 = 1;
/// Stand for a digit, for a capital letter behind a small one, and before a whole word.
const DIGIT: u32 = 2;
const HUMP: u32 = 3;
const WHOLE: u32 = 4;
/// ASCII characters that code has more of than prose.
const SYMBOLS: &[u8] = b"#$%&()*+/;<=>@[\\]^_`{|}~";

/// Visits the bucket of every feature of a text, as it is written in `script`. Letters of other
/// scripts are passed over.
pub fn buckets(text: &str, script: Script, visit: impl FnMut(usize)) {
    buckets_among(tokens(text), script, visit);
}

/// As [`buckets`], of a text that is cut into tokens.
pub(crate) fn buckets_among<'t>(
    tokens: impl Iterator<Item = &'t str>,
    script: Script,
    mut visit: impl FnMut(usize),
) {
    let mut word = Word::default();
    for token in tokens {
        // `==` and `//` are one symbol each: rules of dashes would drown all else.
        let (mut before, mut last) = (0, 0);
        for c in token.chars() {
            match Script::from_char(c) {
                Some(other) if script.includes(other) => {
                    // `getName` is code. Capitals alone are not: prose has titles.
                    let lower = lower(c);
                    let small = lower == c && c.is_ascii_lowercase();
                    if before == 2 && lower != c {
                        visit(bucket(start(HUMP)));
                    }
                    before = if small { 2 } else { 1 };
                    word.push(lower, &mut visit);
                }
                _ => {
                    word.finish(&mut visit);
                    before = 0;
                    if let Some(symbol) = symbol(c).filter(|symbol| *symbol != last) {
                        visit(bucket(start(symbol)));
                        last = symbol;
                    }
                    continue;
                }
            }
            last = 0;
        }
        word.finish(&mut visit);
    }
}

/// The feature of a character that is no letter. Punctuation of prose is none.
fn symbol(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(DIGIT),
        _ if c.is_ascii() && SYMBOLS.contains(&(c as u8)) => Some(u32::from(c)),
        _ => None,
    }
}

#[inline]
fn lower(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

/// The letters of the current word between two edges.
struct Word {
    codes: [u32; WORD_CHARS + 2],
    length: usize,
    /// Hashes of words that were seen, each with how often: the latest of those that share a place.
    seen: [(u32, u8); REMEMBERED],
}

impl Default for Word {
    fn default() -> Self {
        Self { codes: [EDGE; WORD_CHARS + 2], length: 0, seen: [(0, 0); REMEMBERED] }
    }
}

impl Word {
    #[inline]
    fn push(&mut self, c: char, visit: &mut impl FnMut(usize)) {
        if self.length == WORD_CHARS {
            self.finish(visit);
        }
        self.length += 1;
        self.codes[self.length] = u32::from(c);
    }

    /// Visits the features of the word, and begins a new one.
    fn finish(&mut self, visit: &mut impl FnMut(usize)) {
        if self.length == 0 {
            return;
        }
        // A longer word before may have left a letter here.
        self.codes[self.length + 1] = EDGE;
        let whole = self.codes[..self.length + 2].iter();
        let whole = whole.fold(start(WHOLE), |hash, code| extend(hash, *code));
        if self.is_news(whole) {
            self.visit(whole, visit);
        }
        self.length = 0;
    }

    /// Counts a word. False if it was counted often enough.
    fn is_news(&mut self, whole: u32) -> bool {
        let place = &mut self.seen[bucket(whole) % REMEMBERED];
        *place = if place.0 == whole { (whole, place.1.saturating_add(1)) } else { (whole, 1) };
        place.1 <= REPEATS
    }

    fn visit(&self, whole: u32, visit: &mut impl FnMut(usize)) {
        let codes = &self.codes[..self.length + 2];
        for first in 0..codes.len() - 1 {
            let mut hash = start(0);
            for (at, code) in codes[first..].iter().take(LONGEST).enumerate() {
                hash = extend(hash, *code);
                // An edge alone says nothing.
                if at > 0 || first > 0 {
                    visit(bucket(hash));
                }
            }
        }
        // Shorter words are n-grams already.
        if codes.len() > LONGEST {
            visit(bucket(whole));
        }
    }
}

#[inline]
fn start(kind: u32) -> u32 {
    0x811c_9dc5 ^ kind.wrapping_mul(0x85eb_ca6b)
}

#[inline]
fn extend(hash: u32, code: u32) -> u32 {
    (hash.rotate_left(5) ^ code).wrapping_mul(0x9e37_79b1)
}

#[inline]
fn bucket(hash: u32) -> usize {
    let mixed = (hash ^ (hash >> 15)).wrapping_mul(0x2c1b_3c6d);
    (mixed >> (32 - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str, script: Script) -> Vec<usize> {
        let mut found = Vec::new();
        buckets(text, script, |bucket| found.push(bucket));
        found
    }

    #[test]
    fn a_word_has_its_n_grams_and_itself() {
        // `_a`, `_a_`, `a`, `a_`.
        assert_eq!(of("a", Script::Latn).len(), 4);
        // Of `_abc_`: three of a letter, four of two, three of three, two of four, and the word.
        assert_eq!(of("abc", Script::Latn).len(), 13);
    }

    #[test]
    fn case_and_prose_punctuation_make_no_difference() {
        for (one, other) in [
            ("Der Nebel, der", "der nebel der"),
            ("ТУМАН", "туман"),
            ("see https://example.org/a now", "see now"),
            ("mail jo@example.org now", "mail now"),
            ("fog туман", "fog"),
        ] {
            assert_eq!(
                of(
                    one,
                    Script::from_char(one.chars().next().expect("a letter")).expect("a script")
                ),
                of(
                    other,
                    Script::from_char(other.chars().next().expect("a letter")).expect("a script")
                ),
                "{one}"
            );
        }
    }

    #[test]
    fn words_that_recur_count_a_few_times() {
        let once = of("fog", Script::Latn).len();
        for (times, counted) in [(1, 1), (6, 6), (7, 6), (60, 6)] {
            let text = "fog ".repeat(times);
            assert_eq!(of(&text, Script::Latn).len(), counted * once, "{times}");
        }
    }

    #[test]
    fn code_has_features_of_its_own() {
        for (code, prose) in [("a = b", "a b"), ("a1", "a"), ("getName", "getname"), ("a_b", "a b")]
        {
            assert!(of(code, Script::Latn).len() > of(prose, Script::Latn).len(), "{code}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_buckets_within_the_table(text in "\\PC{0,80}") {
            for script in [Script::Latn, Script::Jpan, Script::Cyrl] {
                prop_assert!(of(&text, script).into_iter().all(|bucket| bucket < BUCKETS));
            }
        }

        #[test]
        fn letters_are_few_features_each(text in "[a-z]{1,300}") {
            let count = of(&text, Script::Latn).len();
            prop_assert!(count >= text.len() && count <= 5 * text.len() + 4);
        }
    }
}
