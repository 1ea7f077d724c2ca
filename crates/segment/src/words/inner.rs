//! Cuts a word at the signs within it.

use super::Words;
use super::chunk::Place;
use super::signs::{is_apostrophe, is_hyphen, is_sign, plain};
use crate::language::{Affix, is_sign as is_sign_of_several};

/// Lengths of two groups of digits that are no range: telephones and postal codes of North America.
const GROUPS: [(usize, usize); 2] = [(3, 4), (5, 4)];

/// Units and short forms with a slash.
const SLASHED: [&str; 8] = ["km/h", "m/s", "kg/m", "mg/l", "w/o", "c/o", "n/a", "N/A"];

/// A longer word is no clitic, in bytes.
const LONGEST_CLITIC: usize = 24;

/// A sign within a word, with what stands on both sides.
struct Joint<'t> {
    word: &'t str,
    /// Where the sign is in the word.
    at: usize,
    sign: char,
    before: char,
    behind: char,
}

impl<'t> Joint<'t> {
    fn new(word: &'t str, at: usize, sign: char) -> Self {
        let before = word[..at].chars().next_back().unwrap_or(sign);
        let behind = word[at + sign.len_utf8()..].chars().next().unwrap_or(sign);
        Self { word, at, sign, before, behind }
    }
}

impl Words<'_> {
    /// Adds the ends of the tokens of a word that begins at `offset`.
    pub(super) fn add_core(&self, core: &str, offset: usize, ends: &mut Vec<u32>) {
        let mut start = 0;
        let mut at = 0;
        while let Some(found) = core[at..].find(is_sign) {
            let sign_at = at + found;
            let rest = &core[sign_at..];
            let sign = rest.chars().next().unwrap_or_default();
            let run = rest.len() - rest.trim_start_matches(sign).len();
            at = sign_at + if sign == '.' && !self.language.joins_dots { 1 } else { run };
            if self.joins(&Joint::new(core, sign_at, sign)) {
                continue;
            }
            // `U.S.-based`, `US$5`: what ends with the sign is a token.
            let is_stop = sign == '.' && run == 1;
            let keeps = is_stop && self.keeps_stop(&core[start..sign_at], ".", Place::Within);
            // `d'"acheter`
            let is_clitic =
                || is_apostrophe(sign) && run == sign.len_utf8() && self.is_front(&core[start..at]);
            if keeps || is_sign_of_several(&core[start..at]) || is_clitic() {
                self.add_piece(&core[start..at], offset + start, ends);
                start = at;
                continue;
            }
            if sign_at > start {
                self.add_piece(&core[start..sign_at], offset + start, ends);
            }
            ends.push((offset + at) as u32);
            start = at;
        }
        if start < core.len() {
            self.add_piece(&core[start..], offset + start, ends);
        }
    }

    /// Whether a word with its apostrophe is a clitic.
    fn is_front(&self, word: &str) -> bool {
        word.len() <= LONGEST_CLITIC && self.language.has(Affix::Front, &plain(word))
    }

    /// Whether a sign joins what stands on its sides into one token.
    fn joins(&self, joint: &Joint<'_>) -> bool {
        let Joint { word, at, sign, before, behind } = *joint;
        let digits = before.is_ascii_digit() && behind.is_ascii_digit();
        // At an end of the word, the sign was kept there.
        if at == 0 || at + sign.len_utf8() == word.len() {
            return true;
        }
        let letters = !is_sign(before) && !is_sign(behind);
        match sign {
            '.' if digits => true,
            '.' => {
                self.language.keeps_stops
                    && (letters || (is_hyphen(behind) && self.language.keeps_hyphens))
            }
            ',' => digits,
            ':' => digits || (letters && self.language.joins_colons),
            '/' => digits || SLASHED.contains(&word),
            '%' | '°' => is_hyphen(behind) && self.language.keeps_hyphens,
            '_' | '@' | '·' => true,
            '&' => letters && !digits,
            sign if is_apostrophe(sign) => letters,
            sign if is_hyphen(sign) => self.joins_hyphen(joint),
            _ => false,
        }
    }

    /// Whether a hyphen joins what stands on its sides.
    fn joins_hyphen(&self, joint: &Joint<'_>) -> bool {
        let Joint { word, at, sign, before, behind } = *joint;
        if is_sign(behind) || (is_sign(before) && !matches!(before, '.' | '%' | '°')) {
            return false;
        }
        if before.is_ascii_digit() && behind.is_ascii_digit() {
            return self.language.keeps_ranges || is_number_in_groups(word);
        }
        if self.language.keeps_hyphens {
            return true;
        }
        let left = word[..at].rsplit(is_hyphen).next().unwrap_or_default();
        let right = word[at + sign.len_utf8()..].split(is_hyphen).next().unwrap_or_default();
        self.language.has(Affix::Prefix, &plain(left))
            || self.language.has(Affix::Suffix, &plain(right))
    }
}

/// A number written in groups with hyphens, as those of telephones, postal codes and dates are: no
/// range from one number to another.
fn is_number_in_groups(word: &str) -> bool {
    let groups: Vec<&str> = word.split(is_hyphen).collect();
    match groups[..] {
        [left, right] => GROUPS.contains(&(left.len(), right.len())),
        _ => groups.len() > 2,
    }
}
