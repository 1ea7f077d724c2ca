//! Cuts clitics and units off a word.

use super::Words;
use super::signs::{is_apostrophe, is_hyphen, is_sign, plain};
use crate::language::Affix;

impl Words<'_> {
    /// Adds the ends of the tokens of a word without signs that cut it.
    pub(super) fn add_piece(&self, piece: &str, offset: usize, ends: &mut Vec<u32>) {
        let mut start = 0;
        while let Some(len) = self.front(&piece[start..]) {
            start += len;
            ends.push((offset + start) as u32);
        }
        let rest = &piece[start..];
        let cut = self.unit(rest).or_else(|| self.back(rest));
        if let Some(cut) = cut {
            ends.push((offset + start + cut) as u32);
        }
        ends.push((offset + piece.len()) as u32);
    }

    /// The length of the clitic that a word begins with.
    fn front(&self, word: &str) -> Option<usize> {
        let mark = word.find(|c: char| is_apostrophe(c) || is_hyphen(c))?;
        let len = mark + word[mark..].chars().next().map_or(0, char::len_utf8);
        if len == word.len() || self.language.has(Affix::Whole, &plain(word)) {
            return None;
        }
        let any = word[mark..].starts_with(is_apostrophe) && self.language.has(Affix::Front, "*'");
        (any || self.language.has(Affix::Front, &plain(&word[..len]))).then_some(len)
    }

    /// Where the clitic at the end of a word begins.
    fn back(&self, word: &str) -> Option<usize> {
        if !word.contains(is_hyphen) {
            return None;
        }
        let small = plain(word);
        // Some letters are longer or shorter in small form, and then the offset is another one.
        if small.len() != word.len() || self.language.has(Affix::Whole, &small) {
            return None;
        }
        self.language.back_clitic(&small).map(|len| word.len() - len)
    }

    /// Where the unit behind a number begins: `5km`.
    fn unit(&self, word: &str) -> Option<usize> {
        let number = |c: char| c.is_ascii_digit() || is_sign(c);
        let cut = word.find(|c| !number(c)).filter(|cut| *cut > 0)?;
        let has_digit = word.starts_with(|c: char| c.is_ascii_digit());
        (has_digit && self.language.has(Affix::Unit, &plain(&word[cut..]))).then_some(cut)
    }
}
