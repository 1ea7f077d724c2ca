//! Kinds of characters.

/// Marks that belong to the character before them though they are no letters, and characters that
/// join others (Unicode, Blocks.txt; general categories Mn, Me and Cf).
const JOINED: [std::ops::RangeInclusive<char>; 9] = [
    '\u{ad}'..='\u{ad}',
    '\u{300}'..='\u{36f}',
    '\u{483}'..='\u{489}',
    '\u{591}'..='\u{5c7}',
    '\u{64b}'..='\u{65f}',
    '\u{200b}'..='\u{200f}',
    '\u{20d0}'..='\u{20ff}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{1f3fb}'..='\u{1f3ff}',
];

/// Scripts without spaces between words: from Thai to Burmese, Khmer, and from the radicals of
/// Chinese to the end of its blocks, without Hangul.
const UNSPACED: [std::ops::RangeInclusive<char>; 6] = [
    '\u{e00}'..='\u{eff}',
    '\u{1000}'..='\u{109f}',
    '\u{1780}'..='\u{17ff}',
    '\u{2e80}'..='\u{9fff}',
    '\u{f900}'..='\u{faff}',
    '\u{20000}'..='\u{3ffff}',
];

/// Whether a character is a sign: no letter, digit or mark, and no white space.
pub(crate) fn is_sign(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    !c.is_alphanumeric() && !c.is_whitespace() && !JOINED.iter().any(|marks| marks.contains(&c))
}

/// Whether a chunk is one word of letters, or one number of digits.
pub(crate) fn is_letters(chunk: &str) -> bool {
    if !chunk.is_empty() && chunk.bytes().all(|b| b.is_ascii_alphabetic()) {
        return true;
    }
    let is_letter = |c: char| c.is_alphabetic() && !is_unspaced(c);
    !chunk.is_empty() && (chunk.chars().all(is_letter) || chunk.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a character is of a script without spaces between words.
pub(super) fn is_unspaced(c: char) -> bool {
    // Below the first of them lie all alphabets of Europe.
    c >= '\u{e00}' && UNSPACED.iter().any(|block| block.contains(&c))
}

/// Whether a character is an apostrophe, in any of its forms.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ' | '‘' | '`' | '´')
}

/// Whether a character is a hyphen within words.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑')
}

/// A word in small letters with plain apostrophes and hyphens, as the tables have them.
pub(super) fn plain(word: &str) -> String {
    let plain = |c: char| match c {
        c if is_apostrophe(c) => '\'',
        c if is_hyphen(c) => '-',
        c => c,
    };
    word.chars().flat_map(char::to_lowercase).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_neither_letters_nor_marks() {
        for sign in ".-…–«»„“”€°§%😀→".chars() {
            assert!(is_sign(sign), "{sign}");
        }
        for other in "aßя9º\u{301}\u{ad}\u{200d} \u{a0}".chars() {
            assert!(!is_sign(other), "{other:?}");
        }
    }

    #[test]
    fn words_and_numbers_are_told_from_chunks_with_signs() {
        let found = ["Wort", "été", "слово", "1999", "52K", "l'eau", "東京", "", "e\u{301}"];
        let found = found.map(is_letters);
        assert_eq!(found, [true, true, true, true, false, false, false, false, false]);
    }
}
