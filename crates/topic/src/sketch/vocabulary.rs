//! The words of all pages that an observer has seen. A word is hashed once, then counted by number.

use rustc_hash::FxHashMap;

use crate::measure::simhash;
use crate::text::tokens::token_id;

/// Words kept between pages. Beyond that the table is emptied.
const KEPT: usize = 1 << 17;

/// Words seen so far, with their counts on the present page.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    numbers: FxHashMap<Box<str>, u32>,
    words: Vec<Word>,
    /// Words of this page, by number, in the order they came.
    on_page: Vec<u32>,
    /// Whether hashes for simhashes are computed: an MD5 each.
    hashing: bool,
}

/// A word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    /// Its token number in sketches.
    pub(crate) id: u64,
    /// Its votes in a simhash; zero where none is asked for.
    pub(crate) hash: u64,
    /// Its count on this page.
    pub(crate) count: u32,
}

impl Vocabulary {
    /// Begins a page.
    pub(crate) fn begin(&mut self, hashing: bool) {
        if self.words.len() > KEPT || hashing != self.hashing {
            *self = Self { hashing, ..Self::default() };
        }
        // Only the words of the last page have counts: clearing costs what that page cost.
        for number in self.on_page.drain(..) {
            self.words[number as usize].count = 0;
        }
    }

    /// Counts a word of this page, and returns its token number.
    pub(crate) fn count(&mut self, word: &str) -> u64 {
        let number = match self.numbers.get(word) {
            Some(number) => *number,
            None => self.insert(word),
        };
        let word = &mut self.words[number as usize];
        if word.count == 0 {
            self.on_page.push(number);
        }
        word.count += 1;
        word.id
    }

    /// The words of this page, in the order they came.
    pub(crate) fn page(&self) -> impl Iterator<Item = Word> + '_ {
        self.on_page.iter().map(|number| self.words[*number as usize])
    }

    fn insert(&mut self, word: &str) -> u32 {
        let number = self.words.len() as u32;
        let hash = if self.hashing { simhash::hash(word.as_bytes()) } else { 0 };
        self.words.push(Word { id: token_id(word), hash, count: 0 });
        self.numbers.insert(word.into(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_a_page() {
        let mut vocabulary = Vocabulary::default();
        for (hashing, text) in [(false, "a b a"), (true, "b b c"), (true, ""), (true, "a")] {
            vocabulary.begin(hashing);
            text.split(' ').filter(|word| !word.is_empty()).for_each(|word| {
                assert_eq!(vocabulary.count(word), token_id(word));
            });
            let times = |word: &str| text.split(' ').filter(|other| *other == word).count() as u32;
            for word in vocabulary.page() {
                let name = ["a", "b", "c"].into_iter().find(|name| token_id(name) == word.id);
                let name = name.unwrap();
                let hash = if hashing { simhash::hash(name.as_bytes()) } else { 0 };
                assert_eq!((word.count, word.hash), (times(name), hash));
            }
        }
    }
}
