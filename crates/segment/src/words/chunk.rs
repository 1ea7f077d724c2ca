//! Cuts the signs at both ends off a chunk, and keeps those that belong to its word.

use super::Words;
use super::address::address;
use super::signs::{is_apostrophe, is_hyphen, is_sign, plain};
use crate::language::{self, Abbreviation, Affix};

/// Text between white space.
pub(super) struct Chunk<'t> {
    pub(super) text: &'t str,
    /// Where it begins in the block.
    pub(super) offset: usize,
    pub(super) place: Place,
}

/// Where a chunk stands in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// First, with others behind it: it may be the number of an item.
    First,
    Within,
    /// No letter or digit of the sentence stands behind it.
    Last,
}

impl Words<'_> {
    /// Adds the ends of the tokens of a chunk.
    pub(super) fn add_chunk(&mut self, chunk: &Chunk<'_>, ends: &mut Vec<u32>) {
        let text = chunk.text;
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            if at == 0 && opens_with_commas(rest) {
                at += 2;
                ends.push((chunk.offset + at) as u32);
            } else if let Some(len) = address(rest) {
                at += len;
                ends.push((chunk.offset + at) as u32);
            } else if let Some(len) = self.sign(rest) {
                self.is_quoted |= rest.starts_with(is_apostrophe);
                at += len;
                ends.push((chunk.offset + at) as u32);
            } else {
                let len = self.core(rest, chunk.place);
                self.add_core(&rest[..len], chunk.offset + at, ends);
                at += len;
            }
        }
    }

    /// The length of the token that a text begins with, if that is a sign.
    fn sign(&self, text: &str) -> Option<usize> {
        if language::is_sign(text) {
            return Some(text.len());
        }
        let mut chars = text.chars();
        let first = chars.next().filter(|c| is_sign(*c))?;
        let next = chars.next();
        // `.5`, `-5`, `'90s`, `'em`
        if next.is_some_and(|c| c.is_ascii_digit()) && self.leads_number(first) {
            return None;
        }
        let leads_part = is_hyphen(first) && self.language.keeps_first_hyphen;
        if leads_part && next.is_some_and(char::is_alphabetic) {
            return None;
        }
        if is_apostrophe(first) && self.is_whole(text) {
            return None;
        }
        let run = text.len() - text.trim_start_matches(first).len();
        let joins = match first {
            '.' => self.language.joins_dots,
            '!' | '?' => self.language.joins_marks,
            sign => is_repeated(sign),
        };
        Some(if joins { run } else { first.len_utf8() })
    }

    /// Whether a sign before a digit belongs to the number.
    fn leads_number(&self, sign: char) -> bool {
        match sign {
            '.' => true,
            '-' | '+' | '−' => self.language.keeps_hyphens,
            sign => is_apostrophe(sign) && self.language.has_contractions(),
        }
    }

    /// Whether a word, without the signs behind it, is one that stays whole.
    fn is_whole(&self, text: &str) -> bool {
        let word = text.trim_end_matches(is_sign);
        // Tables know no longer ones.
        word.len() <= 24 && self.language.has(Affix::Whole, &plain(word))
    }

    /// The length of the word that a text begins with: up to its last letter or digit, and signs
    /// behind that belong to it.
    fn core(&self, text: &str, place: Place) -> usize {
        let core = text.trim_end_matches(is_sign);
        let behind = &text[core.len()..];
        let kept = match behind.chars().next() {
            Some('.') => usize::from(self.keeps_stop(core, behind, place)),
            Some(c) if is_apostrophe(c) && self.keeps_apostrophe(core, behind) => c.len_utf8(),
            Some(c) if is_hyphen(c) && self.keeps_hyphen(core, behind) => c.len_utf8(),
            _ => 0,
        };
        core.len() + kept
    }

    /// Whether the full stop behind a word belongs to it: of an abbreviation, initial or ordinal.
    pub(super) fn keeps_stop(&self, core: &str, behind: &str, place: Place) -> bool {
        // An ellipsis is a token of its own.
        if !self.language.keeps_stops || behind.starts_with("..") {
            return false;
        }
        let word = last_word(core);
        // What ends no sentence is no abbreviation at the end of one: `No.`, `vitamin C.`, `1999.`
        match self.language.abbreviation(word) {
            Some(Abbreviation::Before) => place != Place::Last || word.contains('.'),
            Some(_) => true,
            None if is_dotted(word) => true,
            None if place == Place::Last => false,
            None => {
                is_name(word)
                    || self.is_ordinal(word)
                    || (place == Place::First && self.language.keeps_items && is_item(word))
            }
        }
    }

    /// Whether a number, with a full stop behind it, is an ordinal, or a day and month (`12.4.`).
    pub(crate) fn is_ordinal(&self, word: &str) -> bool {
        self.language.has_ordinals && (is_digits(word) || is_roman(word) || is_day_of_month(word))
    }

    /// Whether the apostrophe behind a word belongs to it: `l'`, `po'`, `dogs'`.
    fn keeps_apostrophe(&self, core: &str, behind: &str) -> bool {
        // Several are a quotation mark.
        if behind.chars().nth(1).is_some_and(is_apostrophe) {
            return false;
        }
        let word = format!("{}'", plain(core));
        self.language.has(Affix::Whole, &word)
            || self.language.has(Affix::Front, &word)
            || (!self.is_quoted && self.language.has_contractions() && core.ends_with('s'))
    }

    /// Whether the hyphen behind a word belongs to it, as in `Vor- und Nachteile`.
    fn keeps_hyphen(&self, core: &str, behind: &str) -> bool {
        let is_one = !behind.chars().nth(1).is_some_and(is_hyphen);
        self.language.keeps_last_hyphen && is_one && core.chars().nth(1).is_some()
    }
}

/// `,,Ja''`: two commas before a word open a quotation, as `„` does.
fn opens_with_commas(chunk: &str) -> bool {
    chunk.strip_prefix(",,").is_some_and(|behind| !behind.starts_with(','))
}

/// Signs of which several in a row are one token.
fn is_repeated(sign: char) -> bool {
    !matches!(
        sign,
        '(' | ')' | '[' | ']' | '{' | '}' | '"' | '«' | '»' | '“' | '”' | '„' | ',' | ';'
    )
}

/// What stands behind the last sign within a word that cuts it: of `(approx` or `dr/prof`.
fn last_word(core: &str) -> &str {
    core.rsplit(|c: char| is_sign(c) && !matches!(c, '.' | '-')).next().unwrap_or(core)
}

/// Letters with full stops between them: `U.S`, `z.B`.
pub(crate) fn is_dotted(word: &str) -> bool {
    let is_short =
        |part: &str| part.chars().all(char::is_alphabetic) && part.chars().nth(2).is_none();
    word.contains('.') && word.split('.').all(|part| !part.is_empty() && is_short(part))
}

/// A single capital letter.
fn is_initial(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
}

/// An initial, also of double names: `J.-P.`
pub(crate) fn is_name(word: &str) -> bool {
    !word.is_empty() && word.split('-').all(|part| is_initial(part.trim_end_matches('.')))
}

/// The number or letter of an item.
pub(crate) fn is_item(word: &str) -> bool {
    is_digits(word) || is_roman(word) || word.chars().nth(1).is_none()
}

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

fn is_day_of_month(word: &str) -> bool {
    let is_short = |part: &str| is_digits(part) && part.len() <= 2;
    word.split_once('.').is_some_and(|(day, month)| is_short(day) && is_short(month))
}

/// A Roman number of more than one digit: one is an initial as well.
pub(crate) fn is_roman(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| b"IVXLCDM".contains(&b))
}
